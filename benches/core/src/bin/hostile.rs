//! `hostile ROUNDS`: nanoseconds a code point of both directions of Punycode over every family of long texts, beside a
//! sort of random code points that carry their places with them; and nanoseconds of a long name of every family,
//! through every function and profile, beside those of a name of ordinary words.
//!
//! Output: `table row column nanoseconds`, separated by tabs.

#![allow(clippy::restriction, reason = "a program that measures stops at a fault")]

use std::hint::black_box;

use acelabel::display::{Policy, report};
use acelabel::{Profile, punycode, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep};
use acelabel_bench::clock::{Entry, race};
use acelabel_bench::inputs::{FAMILIES, NAMES, name, text};

/// Code points of a text.
const LENGTH: usize = 1 << 17;
/// Octets of a name: few, so that most turns end before another program gets the processor.
const OCTETS: usize = 1 << 15;
const PROFILES: [(&str, Profile); 5] = [
    ("UTS46", Profile::UTS46),
    ("WHATWG", Profile::WHATWG),
    ("IDNA2008", Profile::IDNA2008),
    ("IDNA2003", Profile::IDNA2003),
    ("DNS", Profile::DNS),
];

type Call = fn(&str, &Profile);

/// The functions of names, which may refuse one. The last knows no profile.
const CALLS: [(&str, Call); 5] = [
    ("to_ascii", |name, profile| drop(black_box(to_ascii(name, profile)))),
    ("to_unicode", |name, profile| drop(black_box(to_unicode(name, profile)))),
    ("to_ascii, kept", |name, profile| drop(black_box(to_ascii_or_keep(name, profile)))),
    ("to_unicode, kept", |name, profile| drop(black_box(to_unicode_or_keep(name, profile)))),
    ("display::report", |name, _| drop(black_box(report(name, &Policy::LOOKALIKE_AWARE)))),
];

/// One item, whatever comes of it.
fn whole<'a>(title: &str, mut run: impl FnMut() + 'a) -> Entry<'a> {
    (title.to_owned(), Box::new(move |_| run()))
}

fn long_texts(rounds: usize) {
    let random: Vec<(u32, usize)> = text("random", LENGTH).into_iter().zip(0..).collect();
    for family in FAMILIES {
        let text = text(family, LENGTH);
        let encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
        let mut entries = [
            whole("encode", || drop(black_box(punycode::encode_code_points(&text)))),
            whole("decode", || drop(black_box(punycode::decode_to_code_points(encoded.as_bytes())))),
            whole("sort", || black_box(random.clone()).sort()),
        ];
        let times = race(&mut entries, 1, rounds);
        for ((column, _), time) in entries.iter().zip(times) {
            println!("Long texts\t{family}\t{column}\t{:.3}", time / LENGTH as f64);
        }
    }
}

fn hostile_names(rounds: usize) {
    let [(_, start, repeated), hostile @ ..] = NAMES;
    let benign = name(start, repeated, OCTETS);
    for (family, start, repeated) in hostile {
        let hostile = name(start, repeated, OCTETS);
        for (title, call) in CALLS {
            // No other profile accepts a benign name, which is longer than DNS allows.
            let mut entries = vec![whole("", || call(&benign, &Profile::WHATWG))];
            let profiles = if title == "display::report" { &PROFILES[..1] } else { &PROFILES };
            let of_profile = |(_, profile): &'static (&str, Profile)| whole("", || call(&hostile, profile));
            entries.extend(profiles.iter().map(of_profile));
            let times = race(&mut entries, 1, rounds);
            for ((profile, _), time) in profiles.iter().zip(&times[1..]) {
                println!("Hostile names\t{family}, {title}, {profile}\thostile\t{time:.0}");
                println!("Hostile names\t{family}, {title}, {profile}\tbenign\t{:.0}", times[0]);
            }
        }
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).expect("hostile ROUNDS");
    long_texts(rounds);
    hostile_names(4 * rounds);
}
