//! `labels FOLDER ROUNDS ICU`: nanoseconds a label of every Punycode implementation there is, over every corpus of a
//! folder. ICU is a folder with its libraries, beside those that are installed.
//!
//! Each contestant gets its input in the form it asks for, prepared outside the timing, and writes into a buffer used
//! again where its interface allows. Contestants take turns (`clock::race`). Answers are compared
//! first. Output: `corpus direction contestant nanoseconds differences`, separated by tabs.

use std::hint::black_box;
use std::ops::Range;
use std::path::Path;

use acelabel_bench::clock;
use acelabel_bench::corpus::{self, Corpus};
use acelabel_bench::icu;
use acelabel_bench::native::{Icu, Libidn, Libidn2};

const LONGEST: usize = 512;

/// The result of a contestant.
trait Answer {
    fn size(&self) -> usize;
    fn code_points(&self) -> Vec<u32>;
}

impl Answer for String {
    fn size(&self) -> usize {
        self.len()
    }
    fn code_points(&self) -> Vec<u32> {
        self.chars().map(u32::from).collect()
    }
}

impl Answer for &[u8] {
    fn size(&self) -> usize {
        self.len()
    }
    fn code_points(&self) -> Vec<u32> {
        self.iter().copied().map(u32::from).collect()
    }
}

impl Answer for &[u32] {
    fn size(&self) -> usize {
        self.len()
    }
    fn code_points(&self) -> Vec<u32> {
        self.to_vec()
    }
}

impl Answer for &[u16] {
    fn size(&self) -> usize {
        self.len()
    }
    fn code_points(&self) -> Vec<u32> {
        char::decode_utf16(self.iter().copied()).map(|unit| unit.map_or(0xFFFD, u32::from)).collect()
    }
}

/// One direction of one implementation.
trait Contestant {
    type Output<'a>: Answer
    where
        Self: 'a;
    fn run<'a>(&'a mut self, corpus: &Corpus, index: usize) -> Option<Self::Output<'a>>;
}

/// The same with its output hidden, so that all of them fit in one list.
trait Runner {
    fn pass(&mut self, corpus: &Corpus, labels: Range<usize>) -> usize;
    fn answer(&mut self, corpus: &Corpus, index: usize) -> Option<Vec<u32>>;
}

impl<C: Contestant> Runner for C {
    fn pass(&mut self, corpus: &Corpus, labels: Range<usize>) -> usize {
        labels.map(|index| black_box(self.run(corpus, index)).map_or(0, |answer| answer.size())).sum()
    }

    fn answer(&mut self, corpus: &Corpus, index: usize) -> Option<Vec<u32>> {
        self.run(corpus, index).map(|answer| answer.code_points())
    }
}

/// A contestant from one expression: the fields it needs, what it returns, how it runs.
macro_rules! contestant {
    ($name:ident { $($field:ident: $type:ty),* } -> $output:ty,
     |$this:ident, $corpus:ident, $index:ident| $run:expr) => {
        struct $name { $($field: $type),* }
        impl Contestant for $name {
            type Output<'a> = $output;
            #[inline(always)]
            fn run<'a>(&'a mut self, $corpus: &Corpus, $index: usize) -> Option<Self::Output<'a>> {
                let $this = self;
                $run
            }
        }
    };
}

contestant!(OursEncode { buffer: Vec<u8> } -> &'a [u8], |this, corpus, i| {
    this.buffer.clear();
    acelabel::punycode::encode_code_points_into(corpus.code_points.get(i), &mut this.buffer).ok()?;
    Some(this.buffer.as_slice())
});
contestant!(OursEncodeStr {} -> String, |_this, corpus, i| acelabel::punycode::encode(corpus.text(i)).ok());
contestant!(LibidnEncode { library: Libidn, buffer: Vec<u8> } -> &'a [u8], |this, corpus, i| {
    let length = this.library.encode(corpus.code_points.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(Libidn2Encode { library: Libidn2, buffer: Vec<u8> } -> &'a [u8], |this, corpus, i| {
    let length = this.library.encode(corpus.code_points.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(IcuEncode { library: Icu, buffer: Vec<u16> } -> &'a [u16], |this, corpus, i| {
    let length = this.library.encode(corpus.utf16.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(IdnaEncode {} -> String, |_this, corpus, i| idna::punycode::encode(corpus.characters.get(i)));
contestant!(CrateEncode {} -> String, |_this, corpus, i| punycode::encode(corpus.text(i)).ok());

contestant!(OursDecode { buffer: Vec<u32> } -> &'a [u32], |this, corpus, i| {
    this.buffer.clear();
    acelabel::punycode::decode_to_code_points_into(corpus.encoded.get(i), &mut this.buffer).ok()?;
    Some(this.buffer.as_slice())
});
contestant!(OursDecodeStr {} -> String, |_this, corpus, i| acelabel::punycode::decode(corpus.encoded_text(i)).ok());
contestant!(LibidnDecode { library: Libidn, buffer: Vec<u32> } -> &'a [u32], |this, corpus, i| {
    let length = this.library.decode(corpus.encoded.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(Libidn2Decode { library: Libidn2, buffer: Vec<u32> } -> &'a [u32], |this, corpus, i| {
    let length = this.library.decode(corpus.encoded.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(IcuDecode { library: Icu, buffer: Vec<u16> } -> &'a [u16], |this, corpus, i| {
    let length = this.library.decode(corpus.encoded_utf16.get(i), &mut this.buffer)?;
    this.buffer.get(..length)
});
contestant!(IdnaDecode {} -> String, |_this, corpus, i| idna::punycode::decode_to_string(corpus.encoded_text(i)));
contestant!(CrateDecode {} -> String, |_this, corpus, i| punycode::decode(corpus.encoded_text(i)).ok());

type Entry = (String, Box<dyn Runner>);

fn entry(name: &str, runner: impl Runner + 'static) -> Entry {
    (name.to_owned(), Box::new(runner))
}

fn encoders(icu: &[icu::Library]) -> Vec<Entry> {
    let mut entries = vec![
        entry("acelabel", OursEncode { buffer: Vec::new() }),
        entry("acelabel &str", OursEncodeStr {}),
        entry("idna crate", IdnaEncode {}),
        entry("punycode crate", CrateEncode {}),
    ];
    let libidn = Libidn::load().map(|library| entry("libidn", LibidnEncode { library, buffer: vec![0; LONGEST] }));
    let libidn2 = Libidn2::load().map(|library| entry("libidn2", Libidn2Encode { library, buffer: vec![0; LONGEST] }));
    let with =
        |icu: &icu::Library| Some(entry(&icu.title, IcuEncode { library: Icu::of(icu)?, buffer: vec![0; LONGEST] }));
    entries.extend([libidn, libidn2].into_iter().flatten().chain(icu.iter().filter_map(with)));
    entries
}

fn decoders(icu: &[icu::Library]) -> Vec<Entry> {
    let mut entries = vec![
        entry("acelabel", OursDecode { buffer: Vec::new() }),
        entry("acelabel &str", OursDecodeStr {}),
        entry("idna crate", IdnaDecode {}),
        entry("punycode crate", CrateDecode {}),
    ];
    let libidn = Libidn::load().map(|library| entry("libidn", LibidnDecode { library, buffer: vec![0; LONGEST] }));
    let libidn2 = Libidn2::load().map(|library| entry("libidn2", Libidn2Decode { library, buffer: vec![0; LONGEST] }));
    let with =
        |icu: &icu::Library| Some(entry(&icu.title, IcuDecode { library: Icu::of(icu)?, buffer: vec![0; LONGEST] }));
    entries.extend([libidn, libidn2].into_iter().flatten().chain(icu.iter().filter_map(with)));
    entries
}

/// In how many labels the answer is not the expected one; the first three are shown.
fn differences(corpus: &Corpus, name: &str, runner: &mut dyn Runner, expected: impl Fn(usize) -> Vec<u32>) -> usize {
    let differ = |&index: &usize| runner.answer(corpus, index).is_none_or(|answer| answer != expected(index));
    let differing: Vec<usize> = (0..corpus.len()).filter(differ).collect();
    for &index in differing.iter().take(3) {
        let (text, encoded) = (corpus.text(index), corpus.encoded_text(index));
        let other = runner.answer(corpus, index);
        eprintln!("{}: {name} does not agree on {text:?} = {encoded:?}: {other:X?}", corpus.name);
    }
    differing.len()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, rounds, icu] = arguments.as_slice() else { panic!("labels FOLDER ROUNDS ICU") };
    let rounds = rounds.parse().expect("a number of rounds");
    let icu = icu::libraries(Path::new(icu));
    let (mut encoders, mut decoders) = (encoders(&icu), decoders(&icu));
    for path in corpus::files(Path::new(folder)) {
        let corpus = Corpus::read(&path, usize::MAX);
        for (direction, entries) in [("encode", &mut encoders), ("decode", &mut decoders)] {
            let expected = |index| match direction {
                "encode" => corpus.encoded.get(index).iter().copied().map(u32::from).collect(),
                _ => corpus.code_points.get(index).to_vec(),
            };
            let compare = |(name, runner): &mut Entry| differences(&corpus, name, runner.as_mut(), expected);
            let differing: Vec<usize> = entries.iter_mut().map(compare).collect();
            let pass = |(_, runner): &mut Entry, labels| runner.pass(&corpus, labels);
            let times = clock::race(entries, corpus.len(), rounds, pass);
            for (((name, _), time), differing) in entries.iter().zip(times).zip(differing) {
                println!("{}\t{direction}\t{name}\t{time:.2}\t{differing}", corpus.name);
            }
        }
    }
}
