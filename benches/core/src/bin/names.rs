//! `names FOLDER ROUNDS ICU`: nanoseconds a name of every implementation of UTS #46 there is, over every corpus of a
//! folder, to ASCII and back. ICU is a folder with its libraries, beside those that are installed.
//!
//! Each contestant gets its input in the form it asks for, prepared outside the timing, and writes into memory used
//! again where its interface allows. Contestants take turns (`clock::race`). Answers are compared
//! first: over the names that `acelabel` accepts. Output: `corpus direction contestant nanoseconds differences`,
//! separated by tabs.

use std::borrow::Cow;
use std::hint::black_box;
use std::ops::Range;
use std::path::Path;

use acelabel::{OnError, Profile, Workspace};
use acelabel_bench::icu;
use acelabel_bench::names::{IcuNames, Libidn2Names, Names};
use acelabel_bench::{clock, corpus};
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// One direction of one implementation.
trait Contestant {
    /// The length of its answer, or nothing where it refuses.
    fn run(&mut self, names: &Names, index: usize) -> Option<usize>;

    /// The answer itself.
    fn answer(&mut self, names: &Names, index: usize) -> Option<String>;

    fn pass(&mut self, names: &Names, range: Range<usize>) -> usize {
        range.map(|index| black_box(self.run(names, index)).unwrap_or_default()).sum()
    }
}

/// Into memory that is used again.
struct Ours<const TO_ASCII: bool> {
    workspace: Workspace,
}

impl<const TO_ASCII: bool> Ours<TO_ASCII> {
    #[inline]
    fn form<'a>(&'a mut self, names: &'a Names, index: usize) -> Option<&'a str> {
        let name = names.text[index].as_str();
        if TO_ASCII {
            self.workspace.to_ascii(name, &Profile::UTS46, OnError::Raise).ok()
        } else {
            self.workspace.to_unicode(name, &Profile::UTS46, OnError::Raise).ok()
        }
    }
}

impl<const TO_ASCII: bool> Contestant for Ours<TO_ASCII> {
    fn run(&mut self, names: &Names, index: usize) -> Option<usize> {
        self.form(names, index).map(str::len)
    }

    fn answer(&mut self, names: &Names, index: usize) -> Option<String> {
        self.form(names, index).map(str::to_owned)
    }
}

/// A function from a name to a new string, or to the name itself where it is its own form.
struct Function<F>(F);

impl<F: for<'a> FnMut(&'a str) -> Option<Cow<'a, str>>> Contestant for Function<F> {
    fn run(&mut self, names: &Names, index: usize) -> Option<usize> {
        (self.0)(&names.text[index]).map(|form| form.len())
    }

    fn answer(&mut self, names: &Names, index: usize) -> Option<String> {
        (self.0)(&names.text[index]).map(Cow::into_owned)
    }
}

impl Contestant for IcuNames {
    fn run(&mut self, names: &Names, index: usize) -> Option<usize> {
        self.convert(&names.utf16[index])
    }

    fn answer(&mut self, names: &Names, index: usize) -> Option<String> {
        let length = self.convert(&names.utf16[index])?;
        String::from_utf16(&self.buffer[..length]).ok()
    }
}

impl Contestant for Libidn2Names {
    fn run(&mut self, names: &Names, index: usize) -> Option<usize> {
        self.convert(&names.c_strings[index], |answer| answer.count_bytes())
    }

    fn answer(&mut self, names: &Names, index: usize) -> Option<String> {
        self.convert(&names.c_strings[index], |answer| answer.to_string_lossy().into_owned())
    }
}

fn ours_to_ascii(name: &str) -> Option<Cow<'_, str>> {
    acelabel::to_ascii(name, &Profile::UTS46).ok()
}

fn ours_to_unicode(name: &str) -> Option<Cow<'_, str>> {
    acelabel::to_unicode(name, &Profile::UTS46).ok()
}

fn crate_to_ascii(name: &str) -> Option<Cow<'_, str>> {
    Uts46::new().to_ascii(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow, DnsLength::VerifyAllowRootDot).ok()
}

fn crate_to_unicode(name: &str) -> Option<Cow<'_, str>> {
    let (form, outcome) = Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow);
    outcome.is_ok().then_some(form)
}

type Entry = (String, Box<dyn Contestant>);

fn entry(name: &str, contestant: impl Contestant + 'static) -> Entry {
    (name.to_owned(), Box::new(contestant))
}

fn contestants(direction: &str, icu: &[icu::Library]) -> Vec<Entry> {
    let (mut entries, function, libidn2) = if direction == "to_ascii" {
        let entries = vec![
            entry("acelabel", Ours::<true> { workspace: Workspace::default() }),
            entry("acelabel &str", Function(ours_to_ascii)),
            entry("idna crate", Function(crate_to_ascii)),
        ];
        (entries, "uidna_nameToASCII", "idn2_lookup_u8")
    } else {
        let entries = vec![
            entry("acelabel", Ours::<false> { workspace: Workspace::default() }),
            entry("acelabel &str", Function(ours_to_unicode)),
            entry("idna crate", Function(crate_to_unicode)),
        ];
        (entries, "uidna_nameToUnicode", "idn2_to_unicode_8z8z")
    };
    entries.extend(Libidn2Names::load(libidn2).map(|library| entry("libidn2", library)));
    entries.extend(icu.iter().filter_map(|icu| Some(entry(&icu.title, IcuNames::of(icu, function)?))));
    entries
}

/// In how many names the answer is not ours; the first three are shown.
fn differences(names: &Names, title: &str, contestant: &mut dyn Contestant, ours: &[Option<String>]) -> usize {
    let differ = |&index: &usize| contestant.answer(names, index) != ours[index];
    let differing: Vec<usize> = (0..names.text.len()).filter(differ).collect();
    for &index in differing.iter().take(3) {
        let answer = contestant.answer(names, index);
        eprintln!("{}: {title} does not agree on {:?}: {answer:?}", names.title, names.text[index]);
    }
    differing.len()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, rounds, icu] = arguments.as_slice() else { panic!("names FOLDER ROUNDS ICU") };
    let icu = icu::libraries(Path::new(icu));
    let rounds = rounds.parse().expect("a number of rounds");
    for path in corpus::files(Path::new(folder)) {
        let names = Names::read(&path);
        let forms = names.text.iter().filter_map(|name| acelabel::to_ascii(name, &Profile::UTS46).ok());
        let ascii = Names::of(&names.title, forms.map(Cow::into_owned).collect());
        for (direction, names) in [("to_ascii", &names), ("to_unicode", &ascii)] {
            let mut entries = contestants(direction, &icu);
            let (_, first) = entries.first_mut().expect("ours is the first");
            let ours: Vec<_> = (0..names.text.len()).map(|index| first.answer(names, index)).collect();
            let compare = |(title, contestant): &mut Entry| differences(names, title, contestant.as_mut(), &ours);
            let differing: Vec<usize> = entries.iter_mut().map(compare).collect();
            let pass = |(_, contestant): &mut Entry, range| contestant.pass(names, range);
            let times = clock::race(&mut entries, names.text.len(), rounds, pass);
            for (((title, _), time), differing) in entries.iter().zip(times).zip(differing) {
                println!("{}\t{direction}\t{title}\t{time:.2}\t{differing}", names.title);
            }
        }
    }
}
