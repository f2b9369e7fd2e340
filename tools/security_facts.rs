//! The facts of UTS #39 about each code point, as far as `unicode::security` needs them: confusables and identifier
//! types from the crate `unicode-security`, all else from ICU4X.

use std::collections::{BTreeMap, BTreeSet};

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_normalizer::{DecomposingNormalizer, DecomposingNormalizerBorrowed};
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, Script, SoftDotted};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyNamesShort};
use unicode_security::GeneralSecurityProfile;

use crate::security_layout::{IdentifierType, Security, SecurityFacts};
use crate::unicode_facts::{CODE_POINTS, those_that_hold};

static NFD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizer::new_nfd();

/// All that is written to `security.bin`.
pub(crate) struct Table {
    /// The facts of every code point, packed.
    pub(crate) facts: Vec<Security>,
    /// The skeleton of every code point that is not its own: a text in NFD.
    pub(crate) skeletons: Vec<Option<Vec<u32>>>,
    /// Each set of scripts, as numbers of scripts.
    pub(crate) sets: Vec<BTreeSet<u8>>,
    /// The codes of the scripts (ISO 15924), by number.
    pub(crate) names: Vec<String>,
}

/// Scripts that only UTS #39 knows.
const AUGMENTED: [&str; 3] = ["Hanb", "Jpan", "Kore"];

pub(crate) fn table() -> Table {
    let scripts: Vec<BTreeSet<String>> = (0..CODE_POINTS).map(script_set).collect();
    let used: BTreeSet<&String> = scripts.iter().flatten().collect();
    let names: Vec<String> = used.into_iter().filter(|name| *name != "*").cloned().collect();
    let number_of: BTreeMap<&str, u8> = names.iter().zip(0..).map(|(name, number)| (name.as_str(), number)).collect();
    let set_of = |set: &BTreeSet<String>| -> BTreeSet<u8> {
        if set.contains("*") {
            return number_of.values().copied().collect();
        }
        set.iter().map(|name| number_of[name.as_str()]).collect()
    };
    let distinct: BTreeSet<&BTreeSet<String>> = scripts.iter().collect();
    let place_of: BTreeMap<_, u32> = distinct.iter().copied().zip(0..).collect();
    let sets = distinct.iter().map(|set| set_of(set)).collect();
    let skeletons: Vec<Option<Vec<u32>>> = (0..CODE_POINTS).map(skeleton).collect();
    let systems = decimal_systems();
    let facts = (0..CODE_POINTS).zip(&skeletons).zip(&scripts);
    let facts = facts.map(|((code_point, skeleton), set)| {
        Security::packed(&facts_of(code_point, skeleton.as_deref(), place_of[set], &systems))
    });
    Table { facts: facts.collect(), sets, names, skeletons }
}

fn facts_of(code_point: u32, skeleton: Option<&[u32]>, script_set: u32, systems: &BTreeMap<u32, u32>) -> SecurityFacts {
    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    let (decomposed, alone) = (nfd(code_point), [code_point]);
    let ends = |pick: fn(&[u32]) -> Option<&u32>| {
        [decomposed.as_slice(), skeleton.unwrap_or(&alone)]
            .into_iter()
            .any(|text| pick(text).is_some_and(|&unit| class(unit) != 0))
    };
    let flags = [
        (Security::NONSPACING_MARK, category == GeneralCategory::NonspacingMark),
        (Security::SOFT_DOTTED, CodePointSetData::new::<SoftDotted>().contains32(code_point)),
        (Security::IGNORED, is_ignored(code_point)),
        (Security::BEGINS_WITH_MARK, ends(<[u32]>::first)),
        (Security::ENDS_WITH_MARK, ends(<[u32]>::last)),
        (Security::HAS_SKELETON, skeleton.is_some()),
        (Security::SYLLABLE, is_syllable(code_point)),
        (Security::ALLOWED, char::from_u32(code_point).is_some_and(GeneralSecurityProfile::identifier_allowed)),
    ];
    SecurityFacts {
        script_set,
        identifier_type: identifier_type(code_point),
        digits: systems.get(&code_point).copied().unwrap_or(0),
        flags: those_that_hold(&flags),
    }
}

/// The augmented script set (UTS #39 section 5.1) by the codes of the scripts; `*` is the set of all of them.
fn script_set(code_point: u32) -> BTreeSet<String> {
    let all = ScriptWithExtensions::new();
    let mut set: BTreeSet<Script> = match char::from_u32(code_point) {
        Some(character) => all.get_script_extensions_val(character).iter().collect(),
        None => BTreeSet::from([Script::Unknown]),
    };
    if set.contains(&Script::Common) || set.contains(&Script::Inherited) {
        return BTreeSet::from(["*".to_owned()]);
    }
    let contains = |script: &Script| set.contains(script);
    let (has_han, has_kana) = (contains(&Script::Han), contains(&Script::Hiragana) || contains(&Script::Katakana));
    let augmented = [has_han || contains(&Script::Bopomofo), has_han || has_kana, has_han || contains(&Script::Hangul)];
    let mut codes: BTreeSet<String> = BTreeSet::new();
    while let Some(script) = set.pop_first() {
        codes.insert(PropertyNamesShort::<Script>::new().get(script).expect("each script has a code").to_owned());
    }
    codes.extend(AUGMENTED.iter().zip(augmented).filter(|(_, holds)| *holds).map(|(name, _)| (*name).to_owned()));
    codes
}

fn class(code_point: u32) -> u8 {
    CanonicalCombiningClassMapBorrowed::new().get32_u8(code_point)
}

fn is_syllable(code_point: u32) -> bool {
    (0xAC00..=0xD7A3).contains(&code_point)
}

fn is_ignored(code_point: u32) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains32(code_point)
}

/// The Normalization Form D of a code point; a surrogate stays.
fn nfd(code_point: u32) -> Vec<u32> {
    match char::from_u32(code_point) {
        Some(character) => NFD.normalize_iter(std::iter::once(character)).map(u32::from).collect(),
        None => vec![code_point],
    }
}

/// The skeleton (UTS #39 section 4) of a code point that is not its own; not of Hangul syllables, whose parts are
/// looked up.
fn skeleton(code_point: u32) -> Option<Vec<u32>> {
    let character = char::from_u32(code_point).filter(|_| !is_syllable(code_point))?;
    let kept = nfd(code_point).into_iter().filter_map(char::from_u32).filter(|&part| !is_ignored(part.into()));
    let mapped: String =
        kept.flat_map(|part| unicode_security::skeleton(part.encode_utf8(&mut [0; 4])).collect::<Vec<_>>()).collect();
    let text: Vec<u32> = NFD.normalize(&mapped).chars().map(u32::from).collect();
    (text != [u32::from(character)]).then_some(text)
}

/// For each decimal digit the number of its system, from 1 on.
fn decimal_systems() -> BTreeMap<u32, u32> {
    let is_digit =
        |unit: &u32| CodePointMapData::<GeneralCategory>::new().get32(*unit) == GeneralCategory::DecimalNumber;
    let digits: Vec<u32> = (0..CODE_POINTS).filter(is_digit).collect();
    // The ten digits of a system stand side by side, in their order (the stability policy of Unicode).
    assert!(digits.chunks(10).all(|ten| ten.len() == 10 && ten[9] == ten[0] + 9), "systems have ten digits each");
    digits.chunks(10).zip(1..).flat_map(|(ten, system)| ten.iter().map(move |&digit| (digit, system))).collect()
}

fn identifier_type(code_point: u32) -> IdentifierType {
    let listed = char::from_u32(code_point).and_then(GeneralSecurityProfile::identifier_type);
    let name = listed.map_or("not_character".to_owned(), |listed| format!("{listed:?}").to_lowercase());
    *IdentifierType::ALL.iter().find(|known| known.name() == name).expect("a type of UTS #39")
}
