//! `instructions FILE...`, of labels: runs each case once inside [`measured`], for callgrind to count, and prints the
//! cases in order: name and number of labels or code points, separated by a tab.
//!
//! Everything else, such as reading corpora and making long texts, happens outside.

#![allow(clippy::restriction, reason = "a program that measures stops at a fault")]

use std::hint::black_box;
use std::path::PathBuf;

use acelabel::{Profile, punycode, race, to_ascii, to_unicode};
use acelabel_bench::inputs::{self, FAMILIES, NAMES};

const LABELS: usize = 250;
const LENGTHS: [usize; 6] = [1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17];

/// Callgrind collects while this runs and writes a file when it returns, hence its plain name.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn measured(run: &mut dyn FnMut()) {
    run();
}

/// Measures one case and prints its row.
fn case(name: &str, size: usize, mut run: impl FnMut()) {
    println!("{name}\t{size}");
    measured(&mut run);
}

/// Both codecs, both ways. RACE takes one label of at most 63 octets at a time, so that no growth is to be measured.
fn measure_labels(corpus: &str, texts: &[String]) {
    let points = inputs::code_points(texts);
    let encoded: Vec<String> = texts.iter().map(|text| punycode::encode(text).expect("it has Punycode")).collect();
    let (mut octets, mut units) = (Vec::new(), Vec::new());
    case(&format!("encode {corpus}"), points.len(), || {
        for text in &points {
            octets.clear();
            let done = punycode::encode_code_points_into(text, &mut octets);
            black_box((&octets, done.is_ok()));
        }
    });
    case(&format!("decode {corpus}"), encoded.len(), || {
        for label in &encoded {
            units.clear();
            let done = punycode::decode_to_code_points_into(label.as_bytes(), &mut units);
            black_box((&units, done.is_ok()));
        }
    });
    let pairs = texts.iter().filter_map(|text| Some((text, race::encode(text).ok()?)));
    let (texts, labels): (Vec<&String>, Vec<String>) = pairs.unzip();
    case(&format!("RACE encode {corpus}"), texts.len(), || {
        texts.iter().for_each(|text| drop(black_box(race::encode(text))));
    });
    case(&format!("RACE decode {corpus}"), labels.len(), || {
        labels.iter().for_each(|label| drop(black_box(race::decode(label))));
    });
}

fn measure_long_texts() {
    for family in FAMILIES {
        for length in LENGTHS {
            let text = inputs::text(family, length);
            let encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
            case(&format!("growth encode {family}"), length, || {
                drop(black_box(punycode::encode_code_points(&text)));
            });
            case(&format!("growth decode {family}"), length, || {
                drop(black_box(punycode::decode_to_code_points(encoded.as_bytes())));
            });
        }
    }
}

/// Long names without a bound on lengths, where every rule is asked of the whole name; under DNS lengths, too, which
/// are to be looked at before all else.
fn measure_long_names() {
    for (family, start, repeated) in NAMES {
        for (title, profile) in [("WHATWG", Profile::WHATWG), ("DNS", Profile::DNS)] {
            for length in LENGTHS {
                let name = inputs::name(start, repeated, length);
                case(&format!("growth to_ascii {title} {family}"), length, || {
                    drop(black_box(to_ascii(&name, &profile)));
                });
                case(&format!("growth to_unicode {title} {family}"), length, || {
                    drop(black_box(to_unicode(&name, &profile)));
                });
            }
        }
    }
}

fn main() {
    for file in std::env::args().skip(1).map(PathBuf::from) {
        let mut texts = inputs::lines(&file);
        texts.truncate(LABELS);
        measure_labels(&file.file_stem().expect("a file").to_string_lossy(), &texts);
    }
    measure_long_texts();
    measure_long_names();
}
