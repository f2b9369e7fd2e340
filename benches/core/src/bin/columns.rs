//! `columns FILE ROUNDS`: nanoseconds a row of the bare loops that columns are compared with, over the names of a file.
//!
//! Names go through a `Workspace`, and their internationalised labels as code points through Punycode into memory that
//! is used again; then through the functions that return a new `Vec` or `String`. The loops take turns. Output:
//! `work nanoseconds`, separated by a tab.

use std::hint::black_box;

use acelabel::{OnError, Profile, Workspace, punycode, to_ascii};
use acelabel_bench::clock;

const UTS46: &Profile = &Profile::UTS46;

type Work<'a> = Box<dyn FnMut() -> f64 + 'a>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("the first argument is a file");
    let rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).expect("the second one is a number");
    let text = std::fs::read_to_string(file).expect("the file is UTF-8");
    let names: Vec<&str> = text.lines().collect();
    let ascii: Vec<String> = names.iter().filter_map(|name| Some(to_ascii(name, UTS46).ok()?.into_owned())).collect();
    let labels: Vec<&str> = names.iter().filter_map(|name| name.split('.').find(|label| !label.is_ascii())).collect();
    let code_points: Vec<Vec<u32>> = labels.iter().map(|label| label.chars().map(u32::from).collect()).collect();
    let encoded: Vec<String> = labels.iter().filter_map(|label| punycode::encode(label).ok()).collect();
    let (mut to_ascii, mut to_unicode) = (Workspace::default(), Workspace::default());
    let (mut octets, mut units) = (Vec::new(), Vec::new());
    let mut works = [
        work("to_ascii", &names, |name| to_ascii.to_ascii(name, UTS46, OnError::Raise).is_ok()),
        work("to_unicode", &ascii, |name| to_unicode.to_unicode(name, UTS46, OnError::Raise).is_ok()),
        work("punycode_encode", &code_points, |label| {
            octets.clear();
            punycode::encode_code_points_into(label, &mut octets)
        }),
        work("punycode_decode", &encoded, |label| {
            units.clear();
            punycode::decode_to_code_points_into(label.as_bytes(), &mut units)
        }),
        work("punycode_encode to a String", &code_points, |label| punycode::encode_code_points(label)),
        work("punycode_encode of a str to a String", &labels, |label| punycode::encode(label)),
        work("punycode_decode to a Vec", &encoded, |label| punycode::decode_to_code_points(label.as_bytes())),
        work("punycode_decode of a str to a String", &encoded, |label| punycode::decode(label)),
    ];
    let mut times = works.each_ref().map(|_| f64::NAN);
    for _ in 0..rounds {
        for ((_, run), least) in works.iter_mut().zip(&mut times) {
            *least = clock::least([*least, run()]);
        }
    }
    for ((title, _), time) in works.iter().zip(times) {
        println!("{title}\t{time:.2}");
    }
}

/// A loop over rows, which returns its nanoseconds per row.
fn work<'a, T, U>(
    title: &'static str,
    rows: &'a [T],
    mut run: impl FnMut(&'a T) -> U + 'a,
) -> (&'static str, Work<'a>) {
    let mut whole = move || rows.iter().for_each(|row| drop(black_box(run(row))));
    (title, Box::new(move || clock::once(&mut whole).as_secs_f64() * 1e9 / rows.len() as f64))
}
