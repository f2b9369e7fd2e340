//! `race FOLDER ICU ROUNDS`: nanoseconds an item of all that convert labels, names or look-alikes, over the corpora of
//! a folder. ICU is a folder with its libraries.
//!
//! Each contestant gets its input in the form it asks for, prepared outside the timing, and writes into memory used
//! again where its interface allows. Output: `table contestant column nanoseconds`, separated by tabs.
//! `race memory names distance` prints the memory of a list of look-alikes in the same way.

#![allow(clippy::restriction, reason = "a program that measures stops at a fault")]

use std::ffi::CString;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;

use acelabel::display::{Kinds, Policy, Watchlist, report, to_display};
use acelabel::{OnError, Profile, Workspace, punycode, security, to_ascii, to_unicode};
use acelabel_bench::clock::{Entry, entry, race, resident};
use acelabel_bench::inputs::{brands, code_points, lines};
use acelabel_bench::peers::{self, Icu};
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use unicode_security::{GeneralSecurityProfile, MixedScript, RestrictionLevelDetection};

const UTS46: &Profile = &Profile::UTS46;
/// Labels of a corpus that take part.
const MOST: usize = 20_000;
const WATCHED: usize = 100_000;

struct Arena {
    folder: PathBuf,
    icu: Icu,
    rounds: usize,
}

impl Arena {
    fn corpus(&self, name: &str) -> Vec<String> {
        lines(&self.folder.join(format!("{name}.txt")))
    }

    /// Lets them race and prints their times.
    fn race<const N: usize>(&self, table: &str, column: &str, items: usize, entries: [Option<Entry>; N]) {
        let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
        let times = race(&mut entries, items, self.rounds);
        for ((title, _), time) in entries.iter().zip(times) {
            println!("{table}\t{title}\t{column}\t{time:.2}");
        }
    }

    fn labels(&self, corpus: &str) {
        let mut texts = self.corpus(corpus);
        texts.truncate(MOST);
        let encoded: Vec<String> = texts.iter().map(|text| punycode::encode(text).expect("it has Punycode")).collect();
        let (points, characters) = (code_points(&texts), texts.iter().map(|text| text.chars().collect::<Vec<_>>()));
        let (characters, utf16, encoded_utf16) = (characters.collect::<Vec<_>>(), utf16(&texts), utf16(&encoded));
        let encoders = [
            Some(entry("acelabel", &points, encoder())),
            Some(entry("acelabel &str", &texts, |text| punycode::encode(text).is_ok())),
            Some(entry("idna crate", &characters, |text| idna::punycode::encode(text).is_some())),
            Some(entry("punycode crate", &texts, |text| ::punycode::encode(text).is_ok())),
            peers::libidn_encode().map(|mut run| entry("libidn", &points, move |text| run(text))),
            self.icu.codec("u_strToPunycode").map(|mut run| entry(&self.icu.title, &utf16, move |text| run(text))),
        ];
        self.race("Labels, core", &format!("encode, {corpus}"), texts.len(), encoders);
        let icu = self.icu.codec("u_strFromPunycode");
        let decoders = [
            Some(entry("acelabel", &encoded, decoder())),
            Some(entry("acelabel &str", &encoded, |label| punycode::decode(label).is_ok())),
            Some(entry("idna crate", &encoded, |label| idna::punycode::decode_to_string(label).is_some())),
            Some(entry("punycode crate", &encoded, |label| ::punycode::decode(label).is_ok())),
            peers::libidn_decode().map(|mut run| entry("libidn", &encoded, move |label| run(label))),
            icu.map(|mut run| entry(&self.icu.title, &encoded_utf16, move |label| run(label))),
        ];
        self.race("Labels, core", &format!("decode, {corpus}"), texts.len(), decoders);
    }

    fn names(&self, corpus: &str) {
        let names = self.corpus(&format!("names-{corpus}"));
        let ascii: Vec<String> = names.iter().map(|name| to_ascii(name, UTS46).expect("a name").into_owned()).collect();
        let (deny, hyphens) = (AsciiDenyList::STD3, Hyphens::Allow);
        let mut room = Workspace::default();
        let ours = |name: &String| room.to_ascii(name, UTS46, OnError::Raise).is_ok();
        let theirs = |name: &String| {
            Uts46::new().to_ascii(name.as_bytes(), deny, hyphens, DnsLength::VerifyAllowRootDot).is_ok()
        };
        let (wide, with_nul) = (utf16(&names), c_strings(&names));
        let entries = [
            Some(entry("acelabel", &names, ours)),
            Some(entry("acelabel &str", &names, |name| to_ascii(name, UTS46).is_ok())),
            Some(entry("idna crate", &names, theirs)),
            peers::libidn2("idn2_lookup_u8").map(|run| entry("libidn2", &with_nul, run)),
            self.icu.names("uidna_nameToASCII").map(|mut run| entry(&self.icu.title, &wide, move |name| run(name))),
        ];
        self.race("Names, core", &format!("to_ascii, {corpus}"), names.len(), entries);
        let mut room = Workspace::default();
        let ours = |name: &String| room.to_unicode(name, UTS46, OnError::Raise).is_ok();
        let theirs = |name: &String| Uts46::new().to_unicode(name.as_bytes(), deny, hyphens).1.is_ok();
        let (wide, with_nul) = (utf16(&ascii), c_strings(&ascii));
        let entries = [
            Some(entry("acelabel", &ascii, ours)),
            Some(entry("acelabel &str", &ascii, |name| to_unicode(name, UTS46).is_ok())),
            Some(entry("idna crate", &ascii, theirs)),
            peers::libidn2("idn2_to_unicode_8z8z").map(|run| entry("libidn2", &with_nul, run)),
            self.icu.names("uidna_nameToUnicode").map(|mut run| entry(&self.icu.title, &wide, move |name| run(name))),
        ];
        self.race("Names, core", &format!("to_unicode, {corpus}"), names.len(), entries);
    }

    fn look_alikes(&self) {
        let mut labels = self.corpus("idn");
        labels.truncate(MOST);
        let policy = &Policy::LOOKALIKE_AWARE;
        // Every finding is an answer.
        let findings = |label: &String| {
            let is_allowed = label.chars().all(|unit| unit.identifier_allowed());
            black_box((label.detect_restriction_level(), label.is_single_script(), is_allowed));
            true
        };
        let entries = [
            Some(entry("acelabel", &labels, |label| report(label, policy).is_ok())),
            Some(entry("acelabel to_display", &labels, |label| to_display(label, policy).is_ok())),
            Some(entry("acelabel skeleton", &labels, |label| security::skeleton(label).is_ok())),
            Some(entry("unicode-security crate", &labels, findings)),
            self.icu.spoof_check().map(|mut run| entry(&self.icu.title, &labels, move |label| run(label))),
        ];
        self.race("Look-alikes, core", "a report", labels.len(), entries);
    }

    /// Names of a log beside many watched names or labels, and the memory of these.
    fn watchlists(&self) {
        let names = self.corpus("names-log");
        for row in ["names", "labels"] {
            let [similar, distance] = [false, true].map(|distance| watchlist(row, distance));
            let mut entries = [
                entry("similar", &names, |name| similar.lookalikes(name).is_ok()),
                entry("distance", &names, |name| distance.lookalikes(name).is_ok()),
                entry("to_ascii", &names, |name| to_ascii(name, UTS46).is_ok()),
            ];
            let times = race(&mut entries, names.len(), self.rounds);
            for ((title, _), time) in entries.iter().zip(times) {
                println!("Watchlists\t{row}\t{title}\t{time:.2}");
            }
            for kind in ["similar", "distance"] {
                let program = std::env::current_exe().expect("this program");
                let status = Command::new(program).args(["memory", row, kind]).status().expect("this program");
                assert!(status.success());
            }
        }
    }

    /// A crate whose public suffixes are compiled into it, over names that have a registrable domain there.
    fn registrable(&self) {
        let names = self.corpus("names-log");
        let ascii = names.iter().filter_map(|name| to_ascii(name, UTS46).ok()).map(|name| name.into_owned());
        let names: Vec<String> = ascii.filter(|name| psl::domain_str(name).is_some()).collect();
        let theirs = entry("psl crate", &names, |name| psl::domain_str(name).is_some());
        self.race("Hosts", "registrable, log", names.len(), [Some(theirs)]);
    }

    /// The loops that columns are compared with, over the same names.
    fn bare_loops(&self) {
        let names = self.corpus("names-registered");
        let ascii: Vec<String> = names.iter().map(|name| to_ascii(name, UTS46).expect("a name").into_owned()).collect();
        let labels = names.iter().filter_map(|name| name.split('.').find(|label| !label.is_ascii()));
        let labels: Vec<String> = labels.map(str::to_owned).collect();
        let encoded: Vec<String> = labels.iter().map(|label| punycode::encode(label).expect("it fits")).collect();
        let points = code_points(&labels);
        let (mut one, mut other) = (Workspace::default(), Workspace::default());
        let loops = [
            ("to_ascii, idn", entry("", &names, |name| one.to_ascii(name, UTS46, OnError::Raise).is_ok())),
            ("to_unicode, idn", entry("", &ascii, |name| other.to_unicode(name, UTS46, OnError::Raise).is_ok())),
            ("punycode_encode", entry("", &points, encoder())),
            ("punycode_decode", entry("", &encoded, decoder())),
        ];
        for (column, (_, run)) in loops {
            self.race("Columns", column, names.len(), [Some(("bare loop in Rust".to_owned(), run))]);
        }
    }
}

/// The encoder with a buffer that it uses again.
fn encoder() -> impl FnMut(&Vec<u32>) -> bool {
    let mut octets = Vec::new();
    move |text| {
        octets.clear();
        punycode::encode_code_points_into(text, &mut octets).is_ok()
    }
}

/// The decoder with a buffer that it uses again.
fn decoder() -> impl FnMut(&String) -> bool {
    let mut units = Vec::new();
    move |label| {
        units.clear();
        punycode::decode_to_code_points_into(label.as_bytes(), &mut units).is_ok()
    }
}

/// A list of many names or labels.
fn watchlist(row: &str, distance: bool) -> Watchlist {
    let (empty, labels) = (Watchlist::of_kinds(Kinds { distance, ..Kinds::default() }), brands(WATCHED));
    if row == "labels" {
        return empty.with_labels(labels).expect("labels");
    }
    empty.with_names(labels.iter().map(|label| format!("{label}.com"))).expect("names")
}

/// Prints the megabytes that such a list has, in a program that has no other memory to use again.
fn print_memory(row: &str, kind: &str) {
    drop(brands(WATCHED));
    let before = resident();
    let list = watchlist(row, kind == "distance");
    let octets = resident().saturating_sub(before);
    println!("Watchlists\t{row}\tMB, {kind}\t{:.2}", octets as f64 / 1e6);
    drop(list);
}

fn utf16(texts: &[String]) -> Vec<Vec<u16>> {
    texts.iter().map(|text| text.encode_utf16().collect()).collect()
}

fn c_strings(texts: &[String]) -> Vec<CString> {
    texts.iter().map(|text| CString::new(text.as_str()).expect("no NUL")).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, memory, row, kind] = arguments.as_slice()
        && memory == "memory"
    {
        return print_memory(row, kind);
    }
    let [_, folder, icu, rounds] = arguments.as_slice() else { panic!("race FOLDER ICU ROUNDS") };
    let icu = Icu::load(icu.as_ref()).expect("a folder with the libraries of ICU");
    let arena = Arena { folder: folder.into(), icu, rounds: rounds.parse().expect("a number of rounds") };
    for corpus in ["idn", "rfc"] {
        arena.labels(corpus);
    }
    for corpus in ["log", "idn"] {
        arena.names(corpus);
    }
    arena.look_alikes();
    arena.watchlists();
    arena.registrable();
    arena.bare_loops();
}
