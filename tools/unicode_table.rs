//! Writes the tables that `unicode` reads from what ICU4X says: `table.bin`, the facts of each code point, and
//! `mappings.bin`, what it is mapped to; and `security.bin`, the facts of UTS #39, from the crate `unicode-security` as
//! well. Beside each table is written its content as text, so that a change of it can be read.
//!
//! ```text
//! cargo run --example unicode_table            # writes
//! cargo run --example unicode_table -- --check # compares, and fails where they differ
//! ```
#![allow(missing_docs, clippy::panic, clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::as_conversions, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::ExitCode;

use layout::{ContextScript, JoiningType, Props, Quick};
use security_facts::Table;
use security_layout::Security;
use stages::{IN_NAMEPREP, SHIFT};
use text_layout::TextClass;
use unicode_facts::Mapping;

#[path = "../src/unicode/props.rs"]
#[allow(dead_code, reason = "most of what it reads is read by the crate")]
mod layout;
mod security_facts;
#[path = "../src/unicode/security.rs"]
#[allow(dead_code, unreachable_pub, reason = "most of what it reads is read by the crate")]
mod security_layout;
#[path = "../src/unicode/stages.rs"]
#[allow(dead_code, reason = "it reads what is written here")]
mod stages;
mod text_facts;
#[path = "../src/unicode/text_class.rs"]
#[allow(dead_code, reason = "the crate reads what is written here")]
mod text_layout;
mod unicode_facts;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/unicode");

fn main() -> ExitCode {
    let (facts, mappings) = (unicode_facts::of_all_code_points(), unicode_facts::mappings());
    let security = security_facts::table();
    let classes = text_facts::text_classes(&facts, &security.skeletons);
    let facts: Vec<(Props, TextClass)> = facts.into_iter().zip(classes).collect();
    let files = [
        ("table.bin", table(&facts)),
        ("table.txt", lines_of_runs(FACTS_HEAD, &facts, described).into_bytes()),
        ("mappings.bin", table_of_mappings(&mappings)),
        ("mappings.txt", text_of_mappings(&mappings).into_bytes()),
        ("security.bin", table_of_security(&security)),
        ("security.txt", text_of_security(&security).into_bytes()),
    ];
    let checks = std::env::args().any(|argument| argument == "--check");
    let mut differ = false;
    for (name, content) in files {
        let path = format!("{FOLDER}/{name}");
        if !checks {
            std::fs::write(path, content).expect("the table can be written");
        } else if std::fs::read(path).unwrap_or_default() != content {
            eprintln!("src/unicode/{name} differs from what ICU4X says: run this tool without --check");
            differ = true;
        }
    }
    ExitCode::from(u8::from(differ))
}

/// The content of `table.bin`: a table of two stages, of which `src/unicode/table.rs` says the layout.
fn table(facts: &[(Props, TextClass)]) -> Vec<u8> {
    let packed = |(props, class): &(Props, TextClass)| (props.bits(), *class as u8);
    let mut distinct: BTreeMap<(u32, u8), u8> = facts.iter().map(|facts| (packed(facts), 0)).collect();
    for (number, slot) in distinct.values_mut().enumerate() {
        let number = u8::try_from(number).ok().filter(|&number| number < u8::MAX);
        *slot = number.expect("no more than 255 distinct facts: else a wider table is needed");
    }
    let (numbers, blocks) = stages(facts.iter().map(|facts| distinct[&packed(facts)]));
    // As many values as an octet can number, so that no number is out of bounds. The last value is for integers that
    // are not code points, and the crate adds it.
    let (mut values, mut classes): (Vec<u32>, Vec<u8>) = distinct.into_keys().unzip();
    values.resize(256, 0);
    classes.resize(256, 0);
    let values = values.into_iter().flat_map(u32::to_le_bytes).chain(classes);
    values.chain(numbers.into_iter().flat_map(u16::to_le_bytes)).chain(blocks).collect()
}

/// The content of `mappings.bin`: a table of two stages, of which `src/unicode/mappings.rs` says the layout.
fn table_of_mappings(mappings: &[Option<Mapping>]) -> Vec<u8> {
    let mut texts = Texts::new();
    let mut place_of =
        |mapping: &Mapping| texts.place_of(&mapping.text) | if mapping.is_in_nameprep { IN_NAMEPREP } else { 0 };
    let (numbers, blocks) = stages(mappings.iter().map(|mapping| mapping.as_ref().map_or(0, &mut place_of)));
    assert!(texts.words.len() < usize::from(IN_NAMEPREP), "all places fit the bits that are left");
    let halves = numbers.into_iter().chain([(blocks.len() >> SHIFT) as u16]).chain(blocks);
    halves.flat_map(u16::to_le_bytes).chain(texts.words.into_iter().flat_map(u32::to_le_bytes)).collect()
}

/// Texts one after another, each once and after its length.
struct Texts {
    words: Vec<u32>,
    places: BTreeMap<Vec<u32>, u16>,
}

impl Texts {
    /// The first place is that of no text.
    fn new() -> Self {
        Self { words: vec![0], places: BTreeMap::new() }
    }

    fn place_of(&mut self, text: &[u32]) -> u16 {
        *self.places.entry(text.to_vec()).or_insert_with(|| {
            let place = self.words.len() as u16;
            self.words.push(text.len() as u32);
            self.words.extend(text);
            place
        })
    }
}

/// The content of `security.bin`, of which `src/unicode/security_table.rs` says the layout.
fn table_of_security(table: &Table) -> Vec<u8> {
    let distinct: Vec<u32> =
        table.facts.iter().map(|facts| facts.bits()).collect::<BTreeSet<u32>>().into_iter().collect();
    let number_of = |facts: &Security| distinct.binary_search(&facts.bits()).expect("all facts are there") as u16;
    let (fact_numbers, fact_blocks) = stages(table.facts.iter().map(number_of));
    let mut texts = Texts::new();
    let mut place_of = |text: &Vec<u32>| texts.place_of(text);
    let (numbers, blocks) = stages(table.skeletons.iter().map(|text| text.as_ref().map_or(0, &mut place_of)));
    assert!(texts.words.len() <= 1 << 16, "all places fit 16 bits");
    let counts =
        [fact_blocks.len() >> SHIFT, distinct.len(), table.sets.len(), table.names.len(), blocks.len() >> SHIFT];
    let halves = counts.map(|count| count as u16).into_iter().chain(fact_numbers).chain(numbers).chain(fact_blocks);
    let halves = halves.chain(blocks).flat_map(u16::to_le_bytes);
    // 192 bits for each set.
    let sets = table.sets.iter().flat_map(|set| {
        set.iter().fold([0_u8; 24], |mut bits, &script| {
            bits[usize::from(script) / 8] |= 1 << (script % 8);
            bits
        })
    });
    let words = distinct.iter().chain(&texts.words).flat_map(|word| word.to_le_bytes());
    halves.chain(sets).chain(table.names.iter().flat_map(|name| name.bytes())).chain(words).collect()
}

/// The number of a block for each block of Unicode, and the blocks, each once.
fn stages<T: Copy + PartialEq>(values: impl Iterator<Item = T>) -> (Vec<u16>, Vec<T>) {
    let values: Vec<T> = values.collect();
    let (mut numbers, mut blocks): (Vec<u16>, Vec<&[T]>) = (Vec::new(), Vec::new());
    for block in values.chunks(1 << SHIFT) {
        let known = blocks.iter().position(|kept| *kept == block);
        numbers.push(known.unwrap_or(blocks.len()) as u16);
        if known.is_none() {
            blocks.push(block);
        }
    }
    (numbers, blocks.concat())
}

/// A head, and a line per run of code points with the same facts.
fn lines_of_runs<T: PartialEq>(head: &str, facts: &[T], described: impl Fn(&T) -> String) -> String {
    let mut text = String::from(head);
    let mut first = 0;
    for run in facts.chunk_by(|one, other| one == other) {
        let last = first + run.len() - 1;
        let range = if first == last { format!("{first:04X}") } else { format!("{first:04X}..{last:04X}") };
        writeln!(text, "{range} {}", described(&run[0])).expect("a string takes all text");
        first = last + 1;
    }
    text
}

fn hexadecimal(text: &[u32]) -> String {
    text.iter().map(|unit| format!("{unit:04X}")).collect::<Vec<_>>().join(" ")
}

const FACTS_HEAD: &str = "\
# What table.bin holds, written by tools/unicode_table.rs: the code points, the derived property of IDNA2008 (RFC 5892),
# the status in UTS #46 and Bidi_Class; Joining_Type if it is not Non_Joining, Canonical_Combining_Class if it is not 0,
# NFC_Quick_Check if it is not Yes, the script if RFC 5892 appendix A speaks of it; and flags. `prepared` are the PVALID
# starters that nameprep leaves alone. `text` is what the character is to a name in text,
# unless it ends one.
";

fn described((props, class): &(Props, TextClass)) -> String {
    let (joining, combining, quick) = (props.joining_type(), props.combining_class(), props.nfc_quick());
    let has = |flag| props.bits() & flag != 0;
    words_that_hold([
        (true, format!("{:?}", props.derived_property()).to_uppercase()),
        (true, format!("{:?} {:?}", props.uts46_status(), props.bidi_class())),
        (joining != JoiningType::NonJoining, format!("{joining:?}")),
        (combining != 0, format!("ccc={combining}")),
        (quick != Quick::Yes, format!("NFC_QC={quick:?}")),
        (props.context_script() != ContextScript::Other, format!("{:?}", props.context_script())),
        (has(Props::MARK), "mark".into()),
        (has(Props::JOINER), "joiner".into()),
        (has(Props::NOT_LDH), "not_LDH".into()),
        (has(Props::URL_FORBIDDEN), "forbidden_in_URL".into()),
        (has(Props::DEVIATION), "deviation".into()),
        (!has(Props::NOT_PREPARED), "prepared".into()),
        (*class != TextClass::Ends, format!("text={class:?}")),
    ])
}

fn words_that_hold<const N: usize>(words: [(bool, String); N]) -> String {
    words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// Returns what `mappings.bin` holds, a line per code point.
fn text_of_mappings(mappings: &[Option<Mapping>]) -> String {
    let mut text = String::from(MAPPINGS_HEAD);
    for (code_point, mapping) in mappings.iter().enumerate() {
        let Some(mapping) = mapping else { continue };
        let sign = if mapping.is_in_nameprep { '=' } else { '>' };
        writeln!(text, "{code_point:04X} {sign} {}", hexadecimal(&mapping.text)).expect("a string takes all text");
    }
    text
}

const MAPPINGS_HEAD: &str = "\
# What mappings.bin holds, written by tools/unicode_table.rs: a code point, and what UTS #46 maps it to if that composes
# with nothing around it; after `=` what nameprep maps it to as well, and leaves alone.
";

/// Returns what `security.bin` holds, a line per run of code points with the same facts and the same skeleton.
fn text_of_security(table: &Table) -> String {
    let facts = table.facts.iter().zip(&table.skeletons);
    let lines = facts.map(|(facts, skeleton)| security_described(*facts, skeleton.as_deref(), table));
    lines_of_runs(SECURITY_HEAD, &lines.collect::<Vec<String>>(), String::clone)
}

const SECURITY_HEAD: &str = "\
# What security.bin holds, written by tools/unicode_table.rs: the code points, Identifier_Status and Identifier_Type (UTS
# #39), the augmented script set, the number of the system of decimal digits, flags; after > the skeleton.
";

fn security_described(facts: Security, skeleton: Option<&[u32]>, table: &Table) -> String {
    let status = if facts.has(Security::ALLOWED) { "allowed" } else { "restricted" };
    let set = &table.sets[facts.script_set() as usize];
    let scripts = if set.len() == table.names.len() {
        "*".to_owned()
    } else {
        set.iter().map(|&script| table.names[usize::from(script)].as_str()).collect::<Vec<_>>().join(",")
    };
    words_that_hold([
        (true, format!("{status} {} {scripts}", facts.identifier_type().name())),
        (facts.digits() != 0, format!("digits={}", facts.digits())),
        (facts.has(Security::NONSPACING_MARK), "nonspacing_mark".into()),
        (facts.has(Security::SOFT_DOTTED), "soft_dotted".into()),
        (facts.has(Security::IGNORED), "ignored".into()),
        (facts.has(Security::BEGINS_WITH_MARK), "begins_with_mark".into()),
        (facts.has(Security::ENDS_WITH_MARK), "ends_with_mark".into()),
        (skeleton.is_some(), format!("> {}", hexadecimal(skeleton.unwrap_or_default()))),
    ])
}
