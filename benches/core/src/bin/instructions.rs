//! `instructions FOLDER`: runs each case once inside [`measured`], for callgrind to count, and prints the cases in
//! order: name and number of labels or code points, separated by a tab.
//!
//! Everything else (reading corpora, making long texts) happens outside.

use std::hint::black_box;
use std::path::Path;

use acelabel::{Profile, punycode, race, to_ascii, to_unicode};
use acelabel_bench::corpus::{self, Corpus};
use acelabel_bench::families::{self, FAMILIES};
use acelabel_bench::hostile;

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

/// The labels of a corpus that RACE can hold, both ways. It takes one label of at most 63 octets at a time, so that no
/// growth is to be measured.
fn measure_race(corpus: &Corpus) {
    let texts: Vec<&str> = (0..corpus.len()).map(|index| corpus.text(index)).collect();
    let pairs = texts.into_iter().filter_map(|text| Some((text, race::encode(text).ok()?)));
    let (texts, labels): (Vec<&str>, Vec<String>) = pairs.unzip();
    case(&format!("RACE encode {}", corpus.name), texts.len(), || {
        texts.iter().for_each(|text| drop(black_box(race::encode(text))));
    });
    case(&format!("RACE decode {}", corpus.name), labels.len(), || {
        labels.iter().for_each(|label| drop(black_box(race::decode(label))));
    });
}

/// Long names without a bound on lengths, where every rule is asked of the whole name; under DNS lengths, too, which
/// are to be looked at before all else.
fn measure_names() {
    for (_, family) in hostile::families() {
        for (title, profile) in [("WHATWG", Profile::WHATWG), ("DNS", Profile::DNS)] {
            for length in LENGTHS {
                let name = hostile::name(family, length);
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
    let folder = std::env::args().nth(1).expect("instructions FOLDER");
    for path in corpus::files(Path::new(&folder)) {
        let corpus = Corpus::read(&path, LABELS);
        if !corpus.name.starts_with("script-") && corpus.name != "rfc" {
            continue;
        }
        let (mut octets, mut code_points) = (Vec::new(), Vec::new());
        case(&format!("encode {}", corpus.name), corpus.len(), || {
            for index in 0..corpus.len() {
                octets.clear();
                let done = punycode::encode_code_points_into(corpus.code_points.get(index), &mut octets);
                black_box((&octets, done.is_ok()));
            }
        });
        case(&format!("decode {}", corpus.name), corpus.len(), || {
            for index in 0..corpus.len() {
                code_points.clear();
                let done = punycode::decode_to_code_points_into(corpus.encoded.get(index), &mut code_points);
                black_box((&code_points, done.is_ok()));
            }
        });
        measure_race(&corpus);
    }
    for family in FAMILIES {
        for length in LENGTHS {
            let text = families::text(family, length);
            let encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
            case(&format!("growth encode {family}"), length, || {
                drop(black_box(punycode::encode_code_points(&text)));
            });
            case(&format!("growth decode {family}"), length, || {
                drop(black_box(punycode::decode_to_code_points(encoded.as_bytes())));
            });
        }
    }
    measure_names();
}
