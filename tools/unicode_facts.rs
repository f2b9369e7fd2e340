//! The facts of ICU4X, the RFCs and the URL standard about each code point, as far as `unicode` needs them.

use std::collections::BTreeSet;
use std::fmt::Debug;

use icu_normalizer::properties::{
    CanonicalCombiningClassMapBorrowed, CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed,
};
use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_properties::props::{
    self, ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup,
    HangulSyllableType, NoncharacterCodePoint, Script, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData, PropertyNamesLong, PropertyNamesShort};
use stringprep::tables;

use crate::layout::{BidiClass, ContextScript, DerivedProperty, Facts, JoiningType, Props, Quick, Uts46Status};

pub(crate) const CODE_POINTS: u32 = 0x11_0000;

/// The facts of every code point, packed.
pub(crate) fn of_all_code_points() -> Vec<Props> {
    let composing = composing_backwards();
    (0..CODE_POINTS).map(|code_point| Props::packed(&facts(code_point, &composing))).collect()
}

fn facts(code_point: u32, composing: &BTreeSet<u32>) -> Facts {
    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    let flags = [
        (Props::MARK, GeneralCategoryGroup::Mark.contains(category)),
        (Props::JOINER, matches!(code_point, 0x200C | 0x200D)),
        (Props::NOT_LDH, not_ldh(code_point)),
        (Props::URL_FORBIDDEN, url_forbidden(code_point)),
        (Props::DEVIATION, matches!(code_point, 0xDF | 0x3C2 | 0x200C | 0x200D | 0x1E9E)),
        (Props::NOT_PREPARED, !is_prepared(code_point, composing)),
    ];
    Facts {
        combining_class: CanonicalCombiningClassMapBorrowed::new().get32_u8(code_point),
        bidi_class: bidi(code_point),
        joining_type: joining(code_point),
        derived_property: derived(code_point, category),
        uts46_status: status(code_point),
        nfc_quick: quick(code_point, composing),
        context_script: script(code_point),
        flags: those_that_hold(&flags),
    }
}

/// The union of the flags that hold.
pub(crate) fn those_that_hold(flags: &[(u32, bool)]) -> u32 {
    flags.iter().filter(|(_, holds)| *holds).fold(0, |flags, (flag, _)| flags | flag)
}

/// Returns whether a code point is a PVALID starter that nameprep leaves alone, whatever stands around it.
fn is_prepared(code_point: u32, composing: &BTreeSet<u32>) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    is_inert(code_point, composing)
        && derived(code_point, category) == DerivedProperty::Pvalid
        && !changes_in_nameprep(code_point)
}

/// Returns whether a code point is a starter whose NFC_Quick_Check is yes.
fn is_inert(code_point: u32, composing: &BTreeSet<u32>) -> bool {
    CanonicalCombiningClassMapBorrowed::new().get32_u8(code_point) == 0 && quick(code_point, composing) == Quick::Yes
}

fn bidi(code_point: u32) -> BidiClass {
    use BidiClass::{AL, AN, B, BN, CS, EN, ES, ET, FSI, L, LRE, LRI, LRO, NSM, ON, PDF, PDI, R, RLE, RLI, RLO, S, WS};
    let value = CodePointMapData::<props::BidiClass>::new().get32(code_point);
    let name = PropertyNamesShort::<props::BidiClass>::new().get(value);
    named(
        &[L, ON, NSM, R, AL, BN, EN, ES, ET, AN, CS, B, S, WS, LRE, LRO, RLE, RLO, PDF, FSI, LRI, RLI, PDI],
        name.expect("a Bidi_Class of UAX #44"),
    )
}

fn joining(code_point: u32) -> JoiningType {
    use JoiningType::{DualJoining, JoinCausing, LeftJoining, NonJoining, RightJoining, Transparent};
    let value = CodePointMapData::<props::JoiningType>::new().get32(code_point);
    let name = PropertyNamesLong::<props::JoiningType>::new().get(value);
    named(
        &[NonJoining, Transparent, DualJoining, RightJoining, LeftJoining, JoinCausing],
        name.expect("a Joining_Type of UAX #44"),
    )
}

/// The value that has the same name here as in UAX #44, but for low lines.
fn named<T: Copy + Debug>(values: &[T], name: &str) -> T {
    let name = name.replace('_', "");
    *values.iter().find(|value| format!("{value:?}") == name).expect("a value of that name")
}

/// RFC 5892 section 3, in its order. Stability under case folding and NFKC (section 2.2) is taken from
/// Changes_When_NFKC_Casefolded, which differs for default-ignorable code points alone; section 2.3 refuses those.
fn derived(code_point: u32, category: GeneralCategory) -> DerivedProperty {
    let noncharacter = CodePointSetData::new::<NoncharacterCodePoint>().contains32(code_point);
    if let Some(exception) = exception(code_point) {
        return exception;
    }
    if category == GeneralCategory::Unassigned && !noncharacter {
        return DerivedProperty::Unassigned;
    }
    if matches!(code_point, 0x2D | 0x30..=0x39 | 0x61..=0x7A) {
        return DerivedProperty::Pvalid;
    }
    if matches!(code_point, 0x200C | 0x200D) {
        return DerivedProperty::ContextJ;
    }
    let jamo = CodePointMapData::<HangulSyllableType>::new().get32(code_point);
    let is_disallowed = matches!(
        jamo,
        HangulSyllableType::LeadingJamo | HangulSyllableType::VowelJamo | HangulSyllableType::TrailingJamo
    ) || CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains32(code_point)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains32(code_point)
        || CodePointSetData::new::<WhiteSpace>().contains32(code_point)
        || noncharacter
        || matches!(code_point, 0x20D0..=0x20FF | 0x1D100..=0x1D1FF | 0x1D200..=0x1D24F);
    let is_letter_or_digit = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::DecimalNumber)
        .union(GeneralCategoryGroup::NonspacingMark)
        .union(GeneralCategoryGroup::SpacingMark)
        .contains(category)
        && category != GeneralCategory::TitlecaseLetter;
    if is_letter_or_digit && !is_disallowed { DerivedProperty::Pvalid } else { DerivedProperty::Disallowed }
}

/// RFC 5892 section 2.6.
fn exception(code_point: u32) -> Option<DerivedProperty> {
    match code_point {
        0xDF | 0x3C2 | 0x6FD | 0x6FE | 0xF0B | 0x3007 => Some(DerivedProperty::Pvalid),
        0xB7 | 0x375 | 0x5F3 | 0x5F4 | 0x30FB | 0x660..=0x669 | 0x6F0..=0x6F9 => Some(DerivedProperty::ContextO),
        0x640 | 0x7FA | 0x302E | 0x302F | 0x3031..=0x3035 | 0x303B => Some(DerivedProperty::Disallowed),
        _ => None,
    }
}

/// UTS #46 section 5, as the mapper treats the character when it stands alone.
fn status(code_point: u32) -> Uts46Status {
    let Some(character) = char::from_u32(code_point) else { return Uts46Status::Disallowed };
    let mapper = Uts46MapperBorrowed::new();
    let mapped: Vec<char> = mapper.map_normalize(std::iter::once(character)).collect();
    let separators = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
    assert!(!mapped.contains(&'.') || separators.contains(&character), "{character:?} maps to a full stop");
    match mapped.as_slice() {
        [] => Uts46Status::Ignored,
        _ if mapped.contains(&'\u{FFFD}') => Uts46Status::Disallowed,
        [same] if *same == character => Uts46Status::Valid,
        _ => Uts46Status::Mapped,
    }
}

/// NFC_Quick_Check: no, where the character is not NFC by itself; maybe, where it is the second of a composition.
fn quick(code_point: u32, composing: &BTreeSet<u32>) -> Quick {
    let Some(character) = char::from_u32(code_point) else { return Quick::Yes };
    let nfc = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
    if !nfc.is_normalized(character.encode_utf8(&mut [0; 4])) {
        return Quick::No;
    }
    if composing.contains(&code_point) { Quick::Maybe } else { Quick::Yes }
}

/// The characters that compose with one before them.
fn composing_backwards() -> BTreeSet<u32> {
    let composition = CanonicalCompositionBorrowed::new();
    let decomposition = CanonicalDecompositionBorrowed::new();
    let pairs = (0..CODE_POINTS).filter_map(char::from_u32).filter_map(|c| match decomposition.decompose(c) {
        Decomposed::Expansion(first, second) => composition.compose(first, second).map(|_| u32::from(second)),
        Decomposed::Default | Decomposed::Singleton(_) => None,
    });
    pairs.collect()
}

fn script(code_point: u32) -> ContextScript {
    match CodePointMapData::<Script>::new().get32(code_point) {
        Script::Greek => ContextScript::Greek,
        Script::Hebrew => ContextScript::Hebrew,
        Script::Hiragana | Script::Katakana | Script::Han => ContextScript::Japanese,
        _ => ContextScript::Other,
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

/// Returns whether nameprep (RFC 3491) changes or refuses the character when it stands alone, its direction aside.
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

/// The mapping of a code point by UTS #46, where no part of it composes with the text around it.
pub(crate) struct Mapping {
    pub(crate) text: Vec<u32>,
    /// True if nameprep maps it to the same, and to what nameprep leaves alone.
    pub(crate) is_in_nameprep: bool,
}

/// The mapping of every code point that has one.
pub(crate) fn mappings() -> Vec<Option<Mapping>> {
    let composing = composing_backwards();
    let mapping_of = |code_point| {
        let text = mapping(code_point).filter(|text| text.iter().all(|&unit| is_inert(unit, &composing)))?;
        let is_same = nameprep(code_point).as_ref() == Some(&text);
        let is_in_nameprep = is_same && text.iter().all(|&unit| is_prepared(unit, &composing));
        Some(Mapping { text, is_in_nameprep })
    };
    (0..CODE_POINTS).map(mapping_of).collect()
}

/// Returns what nameprep makes of a code point that stands alone, unless it is or becomes one that Unicode 3.2 does not
/// know.
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
    let character = char::from_u32(code_point).filter(|_| status(code_point) == Uts46Status::Mapped)?;
    Some(Uts46MapperBorrowed::new().map_normalize(std::iter::once(character)).map(u32::from).collect())
}
