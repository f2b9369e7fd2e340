//! `display FILE FOLDER ROUNDS`: nanoseconds per label of skeletons and of what tells whether a label is shown, over
//! the labels of a file, beside ICU of a folder and the crate `unicode-security`.
//!
//! Contestants take turns (`clock::race`). Output: `work contestant nanoseconds`,
//! separated by tabs. Then `watchlist what value`: what a watchlist of 100,000 names takes and answers.

use std::hint::black_box;
use std::path::Path;

use acelabel::display::{Policy, Watchlist, report, to_display};
use acelabel::security;
use acelabel_bench::clock;
use acelabel_bench::memory::{self, Counting};
use acelabel_bench::spoof::Spoof;
use unicode_security::{GeneralSecurityProfile, MixedScript, RestrictionLevelDetection};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const WATCHED: usize = 100_000;

type Work<'a> = Box<dyn FnMut(&str) -> usize + 'a>;

fn entries(icu: Option<(Spoof, Spoof)>) -> Vec<(&'static str, String, Work<'static>)> {
    let mut entries: Vec<(&str, String, Work<'static>)> = vec![
        ("skeleton", "acelabel".into(), Box::new(|label| security::skeleton(label).map_or(0, |text| text.len()))),
        (
            "skeleton",
            "unicode-security".into(),
            Box::new(|label| unicode_security::skeleton(label).collect::<String>().len()),
        ),
        (
            "report",
            "acelabel".into(),
            Box::new(|label| report(label, &Policy::LOOKALIKE_AWARE).map_or(0, |found| found.len())),
        ),
        (
            "report",
            "acelabel to_display".into(),
            Box::new(|label| to_display(label, &Policy::LOOKALIKE_AWARE).map_or(0, |text| text.len())),
        ),
        (
            "report",
            "unicode-security".into(),
            Box::new(|label| {
                let level = label.detect_restriction_level() as usize;
                level
                    + usize::from(label.is_single_script())
                    + usize::from(label.chars().all(|unit| unit.identifier_allowed()))
            }),
        ),
    ];
    if let Some((mut one, other)) = icu {
        let title = format!("ICU {}", one.version);
        entries.push(("skeleton", title.clone(), Box::new(move |label| one.skeleton(label))));
        entries.push(("report", title, Box::new(move |label| other.check(label) as usize)));
    }
    entries
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, folder, rounds] = arguments.as_slice() else { panic!("display FILE FOLDER ROUNDS") };
    let text = std::fs::read_to_string(file).expect("a file of labels");
    let labels: Vec<&str> = text.lines().collect();
    let folder = Path::new(folder);
    let mut entries = entries(Spoof::load(folder).zip(Spoof::load(folder)));
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let times = clock::race(&mut entries, labels.len(), rounds, |(_, _, work), range| {
        labels[range].iter().map(|label| black_box(work(label))).sum()
    });
    for ((work, contestant, _), time) in entries.iter().zip(times) {
        println!("{work}\t{contestant}\t{time:.2}");
    }
    watch(&labels, rounds);
}

/// Names of two labels, of which every other one is watched.
fn watch(labels: &[&str], rounds: usize) {
    let names = (0..2 * WATCHED).map(|number| format!("{}{number}.com", labels[number % labels.len()]));
    let names: Vec<String> = names.filter(|name| Watchlist::new([name]).is_ok()).collect();
    let watched: Vec<&str> = names.iter().step_by(2).map(String::as_str).collect();
    let (watchlist, octets) = memory::held(|| Watchlist::new(&watched).expect("there is memory"));
    println!("watchlist\tmegabytes\t{:.3}", octets as f64 / 1e6);
    let times = (0..rounds.max(5)).map(|_| {
        clock::again(|| names.iter().filter(|name| watchlist.lookup(name).is_ok_and(|found| found.is_some())).count())
    });
    let nanoseconds = clock::least(times.map(|time| time.as_secs_f64() * 1e9 / names.len() as f64));
    println!("watchlist\tnames per second\t{:.0}", 1e9 / nanoseconds);
}
