//! `columns FILE ROUNDS`: nanoseconds a row of the bare loops that columns are compared with, over the names of a file.
//!
//! Names go through a `Workspace`, and their internationalised labels as code points through Punycode into memory that
//! is used again; then through the functions that return a new `Vec` or `String`. Output: `work nanoseconds`, separated
//! by a tab.

use std::hint::black_box;

use acelabel::{OnError, Profile, Workspace, punycode, to_ascii};
use acelabel_bench::clock;

const UTS46: &Profile = &Profile::UTS46;

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
    let report = |work: &str, count: usize, run: &mut dyn FnMut()| {
        let times = (0..rounds).map(|_| clock::once(&mut *run).as_secs_f64() * 1e9 / count as f64);
        println!("{work}\t{:.2}", clock::least(times));
    };
    let mut workspace = Workspace::default();
    report("to_ascii", names.len(), &mut || {
        for name in &names {
            let _ = black_box(workspace.to_ascii(name, UTS46, OnError::Raise));
        }
    });
    report("to_unicode", ascii.len(), &mut || {
        for name in &ascii {
            let _ = black_box(workspace.to_unicode(name, UTS46, OnError::Raise));
        }
    });
    let (mut octets, mut units) = (Vec::new(), Vec::new());
    report("punycode_encode", labels.len(), &mut || {
        for label in &code_points {
            octets.clear();
            let _ = black_box(punycode::encode_code_points_into(label, &mut octets));
        }
    });
    report("punycode_decode", encoded.len(), &mut || {
        for label in &encoded {
            units.clear();
            let _ = black_box(punycode::decode_to_code_points_into(label.as_bytes(), &mut units));
        }
    });
    report("punycode_encode to a String", labels.len(), &mut || {
        for label in &code_points {
            let _ = black_box(punycode::encode_code_points(label));
        }
    });
    report("punycode_encode of a str to a String", labels.len(), &mut || {
        for label in &labels {
            let _ = black_box(punycode::encode(label));
        }
    });
    report("punycode_decode to a Vec", encoded.len(), &mut || {
        for label in &encoded {
            let _ = black_box(punycode::decode_to_code_points(label.as_bytes()));
        }
    });
    report("punycode_decode of a str to a String", encoded.len(), &mut || {
        for label in &encoded {
            let _ = black_box(punycode::decode(label));
        }
    });
}
