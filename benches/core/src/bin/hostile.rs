//! `hostile OCTETS`: time and memory that names of so many octets take, of every family, in every profile and
//! direction. `hostile OCTETS FOLDER` writes the names into files instead, each called as its family, in a folder for
//! each kind.
//!
//! Output: `kind family profile direction octets nanoseconds benign memory outcome`, separated by tabs. Benign is the
//! time of the benign name of the kind, in turns with this one; memory is the most that is in use at once beyond the
//! name and the answer, in octets for each octet of the name.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use acelabel::{LabelError, Profile, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep};
use acelabel_bench::clock;
use acelabel_bench::hostile::{families, name};
use acelabel_bench::memory::{Counting, memory};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const BUDGET: Duration = Duration::from_millis(10);
const PROFILES: [(&str, Profile); 5] = [
    ("UTS46", Profile::UTS46),
    ("WHATWG", Profile::WHATWG),
    ("IDNA2008", Profile::IDNA2008),
    ("IDNA2003", Profile::IDNA2003),
    ("DNS", Profile::DNS),
];

/// The functions that give a name's form, or what cannot be converted as it stands.
const DIRECTIONS: [(&str, Direction); 4] = [
    ("to_ascii", to_ascii),
    ("to_unicode", to_unicode),
    ("to_ascii keep", |name, profile| Ok(to_ascii_or_keep(name, profile))),
    ("to_unicode keep", |name, profile| Ok(to_unicode_or_keep(name, profile))),
];

type Direction = for<'a> fn(&'a str, &Profile) -> Result<Cow<'a, str>, LabelError>;

fn measure(
    (kind, family): (&str, &str),
    (name, benign): (&str, &str),
    (title, profile): (&str, &Profile),
    (direction, run): (&str, Direction),
) {
    // No other profile accepts a benign name, which is longer than DNS allows.
    let accepted = || run(benign, &Profile::WHATWG).is_ok();
    let (time, of_benign) = clock::side_by_side(BUDGET, || run(name, profile).is_ok(), accepted);
    let used = memory(|| run(name, profile), |answer| answer.as_ref().map_or(0, |form| form.len()));
    let outcome = match run(name, profile) {
        Ok(form) => format!("{} characters", form.chars().count()),
        Err(error) => format!("{} at {}", error.kind().code(), error.offset()),
    };
    let share = used as f64 / name.len() as f64;
    let figures = format!("{}\t{time:.0}\t{of_benign:.0}\t{share:.2}", name.len());
    println!("{kind}\t{family}\t{title}\t{direction}\t{figures}\t{outcome}");
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let octets = arguments.next().and_then(|octets| octets.parse().ok()).expect("hostile OCTETS [FOLDER]");
    let folder = arguments.next().map(PathBuf::from);
    for (kind, family) in families() {
        let (name, benign) = (name(family, octets), name(kind, octets));
        if let Some(folder) = folder.as_ref().map(|folder| folder.join(kind)) {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(folder.join(family), name).expect("the folder can be written");
            continue;
        }
        for (title, profile) in &PROFILES {
            for direction in DIRECTIONS {
                measure((kind, family), (&name, &benign), (title, profile), direction);
            }
        }
    }
}
