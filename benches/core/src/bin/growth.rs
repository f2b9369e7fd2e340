//! `growth LONGEST`: time and memory over texts of 16 code points to `LONGEST`, every family, both directions, with
//! libidn beside it as long as libidn can be waited for; and the time that hostile strings take.
//!
//! Output, separated by tabs: `growth direction family length nanoseconds libidn-nanoseconds octets-a-code-point`,
//! where libidn's time is `-` if it refuses and `skipped` if it would take too long; `hostile family length nanoseconds
//! outcome`; `sorting direction length nanoseconds sort-nanoseconds`, where the standard library sorts what the encoder
//! has to sort.

use std::time::Duration;

use acelabel::punycode;
use acelabel_bench::families::{self, FAMILIES};
use acelabel_bench::memory::{Counting, memory};
use acelabel_bench::{clock, native::Libidn};

const SHORTEST: usize = 16;
const BUDGET: Duration = Duration::from_millis(30);
/// Code points that are sorted, and the time for it.
const SORTED: usize = 1 << 18;
const SORTING: Duration = Duration::from_millis(500);
/// Longest that libidn is waited for, in nanoseconds.
const PATIENCE: f64 = 2e9;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The last time of libidn in one family and direction.
#[derive(Clone, Copy)]
struct Patience {
    last: f64,
}

impl Patience {
    /// Our time and that of libidn, unless four times the last one (twice the length at n squared) is more than one
    /// would wait for.
    fn times<T>(&mut self, ours: impl FnMut() -> T, mut libidn: impl FnMut() -> Option<usize>) -> (f64, String) {
        if self.last * 4.0 > PATIENCE {
            return (clock::settled(BUDGET, ours), "skipped".to_owned());
        }
        if libidn().is_none() {
            return (clock::settled(BUDGET, ours), "-".to_owned());
        }
        let (time, theirs) = clock::side_by_side(BUDGET, ours, libidn);
        self.last = theirs;
        (time, format!("{theirs:.0}"))
    }
}

fn grow(family: &str, longest: usize, libidn: Option<Libidn>) {
    let (mut encoding, mut decoding) = (Patience { last: 0.0 }, Patience { last: 0.0 });
    let mut length = SHORTEST;
    while length <= longest {
        let text = families::text(family, length);
        let encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
        let (mut octets, mut code_points) = (vec![0; encoded.len() + 16], vec![0; length + 16]);
        let (mut into_octets, mut into_code_points) = (Vec::new(), Vec::new());

        let encode = || {
            into_octets.clear();
            punycode::encode_code_points_into(&text, &mut into_octets)
        };
        let (time, peer) = encoding.times(encode, || libidn?.encode(&text, &mut octets));
        let beyond = memory(|| punycode::encode_code_points(&text), |answer| answer.as_ref().map_or(0, String::len));
        println!("growth\tencode\t{family}\t{length}\t{time:.0}\t{peer}\t{:.2}", beyond as f64 / length as f64);

        let digits = encoded.as_bytes();
        let decode = || {
            into_code_points.clear();
            punycode::decode_to_code_points_into(digits, &mut into_code_points)
        };
        let (time, peer) = decoding.times(decode, || libidn?.decode(digits, &mut code_points));
        let beyond = memory(
            || punycode::decode_to_code_points(digits),
            |answer| answer.as_ref().map_or(0, |text| 4 * text.len()),
        );
        println!("growth\tdecode\t{family}\t{length}\t{time:.0}\t{peer}\t{:.2}", beyond as f64 / length as f64);
        length *= 2;
    }
}

/// Both directions over random code points beside a sort of the same code points, each with its place.
fn beside_sorting() {
    let text = families::text("random", SORTED);
    let encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
    let keys: Vec<(u32, usize)> = text.iter().copied().zip(0..).collect();
    let (mut octets, mut code_points, mut sorted) = (Vec::new(), Vec::new(), Vec::new());
    let mut sort = || {
        sorted.clone_from(&keys);
        sorted.sort();
    };
    let encode = || {
        octets.clear();
        punycode::encode_code_points_into(&text, &mut octets)
    };
    let (time, sorting) = clock::side_by_side(SORTING, encode, &mut sort);
    println!("sorting\tencode\t{SORTED}\t{time:.0}\t{sorting:.0}");
    let decode = || {
        code_points.clear();
        punycode::decode_to_code_points_into(encoded.as_bytes(), &mut code_points)
    };
    let (time, sorting) = clock::side_by_side(SORTING, decode, &mut sort);
    println!("sorting\tdecode\t{SORTED}\t{time:.0}\t{sorting:.0}");
}

/// A string of `length` digits or so that is hard to refuse.
fn hostile(family: &str, length: usize) -> String {
    const OVERFLOW: &str = "99999999999999999999";
    match family {
        "99…" => "9".repeat(length),
        "aa…" => "a".repeat(length),
        "zz…" => "z".repeat(length),
        "letters, then overflow" => "a".repeat(length - OVERFLOW.len() - 1) + "-" + OVERFLOW,
        "random text, then overflow" => {
            let text = families::text("random", length / 3);
            let mut encoded = punycode::encode_code_points(&text).expect("every text has Punycode");
            encoded.push_str(OVERFLOW);
            encoded
        }
        other => panic!("no family {other}"),
    }
}

fn main() {
    let longest = std::env::args().nth(1).and_then(|longest| longest.parse().ok()).expect("growth LONGEST");
    let libidn = Libidn::load();
    for family in FAMILIES {
        grow(family, longest, libidn);
    }
    beside_sorting();
    for family in ["99…", "aa…", "zz…", "letters, then overflow", "random text, then overflow"] {
        let mut length = 1 << 14;
        while length <= longest {
            let string = hostile(family, length);
            let time = clock::settled(BUDGET, || punycode::decode_to_code_points(string.as_bytes()).is_ok());
            let outcome = match punycode::decode_to_code_points(string.as_bytes()) {
                Ok(text) => format!("{} code points", text.len()),
                Err(error) => format!("{} at {}", error.kind().code(), error.offset()),
            };
            println!("hostile\t{family}\t{}\t{time:.0}\t{outcome}", string.len());
            length *= 2;
        }
    }
}
