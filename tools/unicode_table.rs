//! Writes `src/unicode/table.bin`, the facts of every code point, and `src/unicode/mappings.bin`, what UTS #46 maps code
//! points to, from the data that ICU4X carries.
//!
//! ```text
//! cargo run --example unicode_table            # writes
//! cargo run --example unicode_table -- --check # compares, and fails where they differ
//! ```
#![allow(missing_docs, clippy::panic, clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::as_conversions, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use icu_normalizer::properties::{
    CanonicalCombiningClassMapBorrowed, CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed,
};
use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_properties::props::{
    BidiClass, ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, HangulSyllableType, JoiningType,
    NoncharacterCodePoint, Script, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use stringprep::tables;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/unicode");
const CODE_POINTS: usize = 0x11_0000;
/// Code points of one block of the table: 2 to this power.
const SHIFT: usize = 7;

fn main() -> ExitCode {
    let files = [("table.bin", table(&properties())), ("mappings.bin", mappings())];
    let checks = std::env::args().any(|argument| argument == "--check");
    for (name, content) in files {
        let path = format!("{FOLDER}/{name}");
        if !checks {
            std::fs::write(path, content).expect("the table can be written");
        } else if std::fs::read(path).unwrap_or_default() != content {
            eprintln!("src/unicode/{name} differs from what ICU4X says: run this tool without --check");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The packed facts of every code point, as `src/unicode/props.rs` lays them out.
fn properties() -> Vec<u32> {
    let composing = composing_backwards();
    (0..CODE_POINTS as u32).map(|code_point| pack(code_point, &composing)).collect()
}

fn pack(code_point: u32, composing: &BTreeSet<u32>) -> u32 {
    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    let is_mark = matches!(
        category,
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::EnclosingMark
    );
    let class = u32::from(CanonicalCombiningClassMapBorrowed::new().get32_u8(code_point));
    let bits = |flag: bool, place: u32| u32::from(flag) << place;
    let quick = quick(code_point, composing);
    let prepared = is_prepared(code_point, composing);
    class
        | bidi(code_point) << 8
        | joining(code_point) << 13
        | derived(code_point, category) << 16
        | status(code_point) << 19
        | quick << 21
        | bits(is_mark, 23)
        | script(code_point) << 24
        | bits(matches!(code_point, 0x200C | 0x200D), 27)
        | bits(not_ldh(code_point), 28)
        | bits(url_forbidden(code_point), 29)
        | bits(matches!(code_point, 0xDF | 0x3C2 | 0x200C | 0x200D | 0x1E9E), 30)
        | bits(!prepared, 31)
}

/// Whether a code point is a PVALID starter that nameprep leaves alone, whatever stands around it.
fn is_prepared(code_point: u32, composing: &BTreeSet<u32>) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    is_inert(code_point, composing) && derived(code_point, category) == PVALID && !changes_in_nameprep(code_point)
}

/// Whether a code point is a starter whose NFC_Quick_Check is yes.
fn is_inert(code_point: u32, composing: &BTreeSet<u32>) -> bool {
    CanonicalCombiningClassMapBorrowed::new().get32_u8(code_point) == 0 && quick(code_point, composing) == 0
}

fn bidi(code_point: u32) -> u32 {
    let names = [
        BidiClass::LeftToRight,
        BidiClass::RightToLeft,
        BidiClass::EuropeanNumber,
        BidiClass::EuropeanSeparator,
        BidiClass::EuropeanTerminator,
        BidiClass::ArabicNumber,
        BidiClass::CommonSeparator,
        BidiClass::ParagraphSeparator,
        BidiClass::SegmentSeparator,
        BidiClass::WhiteSpace,
        BidiClass::OtherNeutral,
        BidiClass::LeftToRightEmbedding,
        BidiClass::LeftToRightOverride,
        BidiClass::ArabicLetter,
        BidiClass::RightToLeftEmbedding,
        BidiClass::RightToLeftOverride,
        BidiClass::PopDirectionalFormat,
        BidiClass::NonspacingMark,
        BidiClass::BoundaryNeutral,
        BidiClass::FirstStrongIsolate,
        BidiClass::LeftToRightIsolate,
        BidiClass::RightToLeftIsolate,
        BidiClass::PopDirectionalIsolate,
    ];
    let class = CodePointMapData::<BidiClass>::new().get32(code_point);
    names.iter().position(|&name| name == class).expect("a class of UAX #44") as u32
}

fn joining(code_point: u32) -> u32 {
    let names = [
        JoiningType::NonJoining,
        JoiningType::JoinCausing,
        JoiningType::DualJoining,
        JoiningType::LeftJoining,
        JoiningType::RightJoining,
        JoiningType::Transparent,
    ];
    let joining = CodePointMapData::<JoiningType>::new().get32(code_point);
    names.iter().position(|&name| name == joining).expect("a type of UAX #44") as u32
}

const PVALID: u32 = 0;
const CONTEXTJ: u32 = 1;
const CONTEXTO: u32 = 2;
const DISALLOWED: u32 = 3;
const UNASSIGNED: u32 = 4;

/// RFC 5892 section 3, in its order. Stability under case folding and NFKC (section 2.2) is taken from
/// Changes_When_NFKC_Casefolded, which differs for default-ignorable code points alone; section 2.3 refuses those.
fn derived(code_point: u32, category: GeneralCategory) -> u32 {
    let noncharacter = CodePointSetData::new::<NoncharacterCodePoint>().contains32(code_point);
    if let Some(exception) = exception(code_point) {
        return exception;
    }
    if category == GeneralCategory::Unassigned && !noncharacter {
        return UNASSIGNED;
    }
    if matches!(code_point, 0x2D | 0x30..=0x39 | 0x61..=0x7A) {
        return PVALID;
    }
    if matches!(code_point, 0x200C | 0x200D) {
        return CONTEXTJ;
    }
    let jamo = CodePointMapData::<HangulSyllableType>::new().get32(code_point);
    let old_hangul_jamo = matches!(
        jamo,
        HangulSyllableType::LeadingJamo | HangulSyllableType::VowelJamo | HangulSyllableType::TrailingJamo
    );
    let unstable = CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains32(code_point);
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains32(code_point)
        || CodePointSetData::new::<WhiteSpace>().contains32(code_point)
        || noncharacter;
    let ignorable_block = matches!(code_point, 0x20D0..=0x20FF | 0x1D100..=0x1D1FF | 0x1D200..=0x1D24F);
    let letter_or_digit = matches!(
        category,
        GeneralCategory::LowercaseLetter
            | GeneralCategory::UppercaseLetter
            | GeneralCategory::OtherLetter
            | GeneralCategory::DecimalNumber
            | GeneralCategory::ModifierLetter
            | GeneralCategory::NonspacingMark
            | GeneralCategory::SpacingMark
    );
    if old_hangul_jamo || unstable || ignorable || ignorable_block || !letter_or_digit { DISALLOWED } else { PVALID }
}

/// RFC 5892 section 2.6.
fn exception(code_point: u32) -> Option<u32> {
    match code_point {
        0xDF | 0x3C2 | 0x6FD | 0x6FE | 0xF0B | 0x3007 => Some(PVALID),
        0xB7 | 0x375 | 0x5F3 | 0x5F4 | 0x30FB | 0x660..=0x669 | 0x6F0..=0x6F9 => Some(CONTEXTO),
        0x640 | 0x7FA | 0x302E | 0x302F | 0x3031..=0x3035 | 0x303B => Some(DISALLOWED),
        _ => None,
    }
}

const MAPPED: u32 = 1;

/// UTS #46 section 5, as the mapper treats the character when it stands alone.
fn status(code_point: u32) -> u32 {
    const VALID: u32 = 0;
    const IGNORED: u32 = 2;
    const DISALLOWED: u32 = 3;
    let Some(character) = char::from_u32(code_point) else { return DISALLOWED };
    let mapper = Uts46MapperBorrowed::new();
    let mapped: Vec<char> = mapper.map_normalize(std::iter::once(character)).collect();
    let separators = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
    assert!(!mapped.contains(&'.') || separators.contains(&character), "{character:?} maps to a full stop");
    match mapped.as_slice() {
        [] => IGNORED,
        _ if mapped.contains(&'\u{FFFD}') => DISALLOWED,
        [same] if *same == character => VALID,
        _ => MAPPED,
    }
}

/// NFC_Quick_Check: no, where the character is not NFC by itself; maybe, where it is the second of a composition.
fn quick(code_point: u32, composing: &BTreeSet<u32>) -> u32 {
    let Some(character) = char::from_u32(code_point) else { return 0 };
    let nfc = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
    if !nfc.is_normalized(character.encode_utf8(&mut [0; 4])) {
        return 2;
    }
    u32::from(composing.contains(&code_point))
}

/// The characters that compose with one before them.
fn composing_backwards() -> BTreeSet<u32> {
    let composition = CanonicalCompositionBorrowed::new();
    let decomposition = CanonicalDecompositionBorrowed::new();
    let pairs = (0..CODE_POINTS as u32).filter_map(char::from_u32).filter_map(|c| match decomposition.decompose(c) {
        Decomposed::Expansion(first, second) => composition.compose(first, second).map(|_| u32::from(second)),
        Decomposed::Default | Decomposed::Singleton(_) => None,
    });
    pairs.collect()
}

fn script(code_point: u32) -> u32 {
    match CodePointMapData::<Script>::new().get32(code_point) {
        Script::Greek => 1,
        Script::Hebrew => 2,
        Script::Hiragana | Script::Katakana | Script::Han => 3,
        _ => 0,
    }
}

fn not_ldh(code_point: u32) -> bool {
    code_point < 0x80 && !matches!(code_point, 0x2D | 0x30..=0x39 | 0x61..=0x7A)
}

/// "Forbidden domain code point" of the URL standard.
fn url_forbidden(code_point: u32) -> bool {
    let forbidden_host = b"#/:<>?@[\\]^|%".iter().any(|&octet| u32::from(octet) == code_point);
    forbidden_host || code_point <= 0x20 || code_point == 0x7F
}

/// Whether nameprep (RFC 3491) changes or refuses the character when it stands alone, its direction aside.
fn changes_in_nameprep(code_point: u32) -> bool {
    let Some(character) = char::from_u32(code_point) else { return true };
    let nfkc = icu_normalizer::ComposingNormalizerBorrowed::new_nfkc();
    let text = character.to_string();
    code_point == 0x3002
        || tables::unassigned_code_point(character)
        || tables::commonly_mapped_to_nothing(character)
        || tables::case_fold_for_nfkc(character).ne([character])
        || nfkc.normalize(&text) != text
        || tables::non_ascii_space_character(character)
        || tables::non_ascii_control_character(character)
        || tables::private_use(character)
        || tables::non_character_code_point(character)
        || tables::inappropriate_for_plain_text(character)
        || tables::inappropriate_for_canonical_representation(character)
        || tables::change_display_properties_or_deprecated(character)
        || tables::tagging_character(character)
}

/// A table of two stages: block numbers by the upper bits of a code point, numbers of distinct facts by the lower. The
/// layout is that of `src/unicode/table.rs`.
fn table(properties: &[u32]) -> Vec<u8> {
    let mut distinct: BTreeMap<u32, u8> = properties.iter().map(|&value| (value, 0)).collect();
    for (number, slot) in distinct.values_mut().enumerate() {
        *slot = u8::try_from(number).expect("no more than 256 distinct facts: else a wider table is needed");
    }
    let (numbers, blocks) = stages(properties.iter().map(|value| distinct[value]));
    // As many values as an octet can number, so that no number is out of bounds.
    let mut values: Vec<u32> = distinct.keys().copied().collect();
    values.resize(256, 0);
    let values = values.into_iter().flat_map(u32::to_le_bytes);
    values.chain(numbers.into_iter().flat_map(u16::to_le_bytes)).chain(blocks).collect()
}

/// What each code point is mapped to, where that is nothing that composes: a table of two stages as above, but of places
/// in 15 bits, and a bit for whether nameprep maps it to the same. At such a place stands how many code points there are,
/// and then they. The layout is that of `src/unicode/mappings.rs`.
fn mappings() -> Vec<u8> {
    let composing = composing_backwards();
    // The first place is that of what has no mapping here.
    let (mut texts, mut places) = (vec![0_u32], BTreeMap::new());
    let place_of = |code_point| {
        let mapped = mapping(code_point).filter(|mapped| mapped.iter().all(|&unit| is_inert(unit, &composing)))?;
        let in_nameprep = nameprep(code_point).as_ref() == Some(&mapped);
        let is_prepared = in_nameprep && mapped.iter().all(|&unit| is_prepared(unit, &composing));
        let place = *places.entry(mapped.clone()).or_insert_with(|| {
            let place = texts.len() as u16;
            texts.push(mapped.len() as u32);
            texts.extend(mapped);
            place
        });
        Some(place | u16::from(is_prepared) << 15)
    };
    let (numbers, blocks) = stages((0..CODE_POINTS as u32).map(place_of).map(Option::unwrap_or_default));
    assert!(texts.len() < 1 << 15, "all places fit 15 bits");
    let halves = numbers.into_iter().chain([(blocks.len() >> SHIFT) as u16]).chain(blocks);
    halves.flat_map(u16::to_le_bytes).chain(texts.into_iter().flat_map(u32::to_le_bytes)).collect()
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

/// What nameprep makes of a code point that stands alone, unless it is or becomes one that Unicode 3.2 does not know.
fn nameprep(code_point: u32) -> Option<Vec<u32>> {
    let character = char::from_u32(code_point)?;
    let folded: String = tables::case_fold_for_nfkc(character).collect();
    let is_known = !folded.chars().chain([character]).any(tables::unassigned_code_point);
    // Corrigendum #4 changed these.
    let is_corrected = matches!(code_point, 0x2F868 | 0x2F874 | 0x2F91F | 0x2F95F | 0x2F9BF);
    let nfkc = icu_normalizer::ComposingNormalizerBorrowed::new_nfkc();
    (is_known && !is_corrected).then(|| nfkc.normalize(&folded).chars().map(u32::from).collect())
}

/// The code points that one is mapped to, if it is.
fn mapping(code_point: u32) -> Option<Vec<u32>> {
    let character = char::from_u32(code_point).filter(|_| status(code_point) == MAPPED)?;
    Some(Uts46MapperBorrowed::new().map_normalize(std::iter::once(character)).map(u32::from).collect())
}
