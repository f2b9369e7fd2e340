//! `hostile OCTETS`: time and memory that names of so many octets take, of every family, in every profile and direction.
//!
//! Output: `family profile direction octets nanoseconds memory outcome`, separated by tabs; memory is the most that is
//! in use at once beyond the name and the answer, in octets for each octet of the name.

use std::borrow::Cow;
use std::time::Duration;

use acelabel::{LabelError, Profile, to_ascii, to_unicode};
use acelabel_bench::clock;
use acelabel_bench::hostile::{FAMILIES, name};
use acelabel_bench::memory::{Counting, memory};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const BUDGET: Duration = Duration::from_millis(30);
const PROFILES: [(&str, Profile); 5] = [
    ("UTS46", Profile::UTS46),
    ("WHATWG", Profile::WHATWG),
    ("IDNA2008", Profile::IDNA2008),
    ("IDNA2003", Profile::IDNA2003),
    ("DNS", Profile::DNS),
];

type Direction = for<'a> fn(&'a str, &Profile) -> Result<Cow<'a, str>, LabelError>;

fn measure(family: &str, octets: usize, (title, profile): (&str, &Profile), (direction, run): (&str, Direction)) {
    let name = name(family, octets);
    let time = clock::settled(BUDGET, || run(&name, profile).is_ok());
    let used = memory(|| run(&name, profile), |answer| answer.as_ref().map_or(0, |form| form.len()));
    let outcome = match run(&name, profile) {
        Ok(form) => format!("{} characters", form.chars().count()),
        Err(error) => format!("{} at {}", error.kind().code(), error.offset()),
    };
    let share = used as f64 / name.len() as f64;
    println!("{family}\t{title}\t{direction}\t{}\t{time:.0}\t{share:.2}\t{outcome}", name.len());
}

fn main() {
    let octets = std::env::args().nth(1).and_then(|octets| octets.parse().ok()).expect("hostile OCTETS");
    let directions: [(&str, Direction); 2] = [("to_ascii", to_ascii), ("to_unicode", to_unicode)];
    for family in FAMILIES {
        for (title, profile) in &PROFILES {
            for direction in directions {
                measure(family, octets, (title, profile), direction);
            }
        }
    }
}
