//! Names as they are shown, beside names as a browser shows them.

mod chromium;

use super::shown::*;
use super::*;
use proptest::prelude::*;

/// A row of tests/vectors/display_browsers.json: a name, what it was made for, and what Chromium 156 shows.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) chromium: String,
}

pub(crate) fn rows() -> Vec<Row> {
    let rows = vectors(include_str!("../../tests/vectors/display_browsers.json"));
    let rows = rows.iter().map(|row| Row {
        name: field(row, "name").to_owned(),
        category: field(row, "category").to_owned(),
        // Chromium puts names that begin from right to left between two characters, so that the line keeps its order.
        chromium: field(row, "chromium").trim_matches(['\u{202A}', '\u{202C}']).to_owned(),
    });
    rows.filter(|row| !row.chromium.is_empty()).collect()
}

pub(crate) fn vectors(json: &str) -> Vec<serde_json::Value> {
    let json: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
    json.get("rows").and_then(|rows| rows.as_array()).cloned().unwrap_or_default()
}

/// A text of a row, by its name or by its place.
pub(crate) fn field(row: &serde_json::Value, key: impl serde_json::value::Index) -> &str {
    row.get(key).and_then(|value| value.as_str()).unwrap_or_default()
}

pub(crate) fn shown(name: &str) -> String {
    to_display(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default()
}

/// Chromium 156 has the names of well-known sites, of which these are look-alikes.
const LOOKALIKES_OF_SITES: [&str; 3] = ["q̈q.com", "q̱q.com", "s̱s.com"];

#[test]
fn names_are_shown_as_chromium_shows_them() {
    let others: Vec<Row> = rows().into_iter().filter(|row| row.category != "top").collect();
    let differ = |row: &&Row| shown(&row.name) != row.chromium;
    let differing: Vec<&str> = others.iter().filter(differ).map(|row| row.name.as_str()).collect();
    assert_eq!(differing, LOOKALIKES_OF_SITES);
    assert!(others.len() > 1_300);
}

/// A reason, names just inside its rule, with the place of the character at fault, and names just outside.
type Border = (Reason, &'static [(&'static str, usize)], &'static [&'static str]);

const BORDERS: [Border; 11] = [
    (Reason::DisallowedCharacter, &[("aɑ.com", 1), ("ĸa.com", 0), ("aǔ.com", 1), ("☃.com", 0)], &["aä.com", "ķa.com"]),
    (
        Reason::MixedScripts,
        &[("abcд.com", 3), ("αб.gr", 1), ("aกb.com", 1)],
        &["a日.com", "aひ.jp", "한a.kr", "日ひカ.jp"],
    ),
    (Reason::MixedNumbers, &[("१२3.in", 2), ("क१2.in", 2)], &["क१२.in", "क12.in"]),
    (Reason::RepeatedMark, &[("b̈̈.com", 2), ("ä̈.com", 1)], &["b̈.com", "ä.com"]),
    (Reason::HiddenOverlay, &[("i̇a.com", 1), ("aị̇b.com", 2)], &["ġa.com"]),
    (Reason::TldCharacter, &[("þorn.com", 0), ("að.de", 1), ("əa.com", 0)], &["þorn.is", "ðr.fo", "əa.az", "þ.com"]),
    (Reason::MiddleDot, &[("foo·bar.cat", 3), ("l·l.com", 1), ("·l.cat", 0)], &["l·l.cat"]),
    (
        Reason::WholeScriptLookalike,
        &[("аррӏе.com", 0), ("ѕсоре.com", 0), ("1-ѕс.com", 2)],
        &["ѕсоре.ru", "секс.com", "ѕсоре.рф", "пример.com"],
    ),
    (
        Reason::DigitLookalike,
        &[("8з8.com", 1), ("θθθ.gr", 0), ("२२२.in", 0), ("उ.com", 0)],
        &["зов.com", "88.com", "উউ.com"],
    ),
    (Reason::LatinWithOtherScript, &[("é日.com", 0), ("ひñ.jp", 1)], &["e日.com", "日.com"]),
    (
        Reason::ContextPattern,
        &[
            ("aノb.jp", 1),
            ("a・b.jp", 1),
            ("・・.jp", 1),
            ("ア・.jp", 1),
            ("ア・1.jp", 1),
            ("一a.jp", 0),
            ("ーa.jp", 0),
            ("ベ\u{3078}ベ.jp", 1),
        ],
        &["ノa.com", "日ノ本.jp", "・ア.jp", "日・本.jp", "カー.jp", "一日.jp"],
    ),
];

pub(crate) fn first_finding(labels: &[ShownLabel]) -> Option<(Reason, usize, Option<u32>)> {
    labels.first()?.finding.map(|found| (found.reason, found.offset, found.code_point))
}

#[test]
fn each_reason_is_given_just_inside_its_rule() {
    for (reason, inside, outside) in BORDERS {
        let found = |name: &str, policy: &Policy| first_finding(&report(name, policy).unwrap_or_default());
        for &(name, offset) in inside {
            let character = name.chars().nth(offset).map(u32::from);
            assert_eq!(found(name, &Policy::LOOKALIKE_AWARE), Some((reason, offset, character)), "{name}");
            let without = Policy::LOOKALIKE_AWARE.with_rule(reason, false);
            assert_ne!(found(name, &without).map(|found| found.0), Some(reason), "{name}");
        }
        for name in outside {
            assert_eq!(found(name, &Policy::LOOKALIKE_AWARE), None, "{name}");
        }
    }
}

#[test]
fn a_list_has_its_letters_and_no_others() {
    for text in
        ["α", "аысԁеԍһіюкјӏорԗԛѕԝхуъьҽпгѵѡ", "ሀሠሰስበነተከዐዕዘጠፐꬅ", "דוחיןסװײ׳ﬦ", "θ২ӡ丩ㄐ\u{80}\u{7FF}\u{800}\u{FFFD}"]
    {
        let letters = lookalikes::Letters::of(text);
        for character in '\0'..=char::MAX {
            assert_eq!(letters.has(character.into()), text.contains(character), "{character}");
        }
    }
}

#[test]
fn the_bits_of_special_characters_are_those_of_the_rules() {
    for unit in 0..=u32::from(char::MAX) {
        assert_eq!(rules::is_special(unit), rules::is_named(unit), "{unit:X}");
    }
}

#[test]
fn what_is_no_alabel_is_shown_in_ascii() {
    for (name, shown) in [
        ("xn--a.com", "xn--a.com"),
        ("XN--A.com", "xn--a.com"),
        ("a\u{202E}b.com", "xn--ab-g4t.com"),
        ("xn--a\u{202E}.ü", "xn--xn--a-pz3b.ü"),
        ("", ""),
        ("a\n.com", "a%0a.com"),
        ("\u{1B}[1mü b.com", "xn--%1b[1m%20b-6ya.com"),
        ("a..ü.", "a..ü."),
        ("faß。DE", "faß.de"),
    ] {
        assert_eq!(to_display(name, &Policy::LOOKALIKE_AWARE).as_deref(), Ok(shown), "{name:?}");
    }
}

#[test]
fn policies_differ_as_their_names_say() {
    let shown = |name: &str, policy| to_display(name, &policy).unwrap_or_default();
    // One script, whatever the top-level domain.
    assert_eq!(shown("a日.com", Policy::STRICT), "xn--a-kn6b.com");
    assert_eq!(shown("ѕсоре.ru", Policy::STRICT), "xn--e1argc3h.ru");
    assert_eq!(shown("пример.рф", Policy::STRICT), "пример.рф");
    assert_eq!(shown("þorn.is", Policy::STRICT), "xn--orn-ooa.is");
    // No look-alikes; Latin beside one other script.
    assert_eq!(shown("аррӏе.com", Policy::UTS39_MODERATE), "аррӏе.com");
    assert_eq!(shown("aกb.com", Policy::UTS39_MODERATE), "aกb.com");
    assert_eq!(shown("abcд.com", Policy::UTS39_MODERATE), "xn--abc-pdd.com");
    assert!(Reason::ALL.iter().all(|&reason| Policy::STRICT.asks(reason) && !reason.code().is_empty()));
    assert!(Policy::STRICT.with_rule(Reason::NotAnAlabel, false).asks(Reason::NotAnAlabel));
}

proptest! {
    /// Short names are read at once, and what stands as it came is not copied; long ones are read label by label.
    #[test]
    fn labels_are_the_same_in_a_short_name_and_in_a_long_one(
        name in "(xn--[a-z0-9]{0,6}|[a-zA-Zß-öͅα-ωа-я0-9.。。א-ת٠-٣\u{300}-\u{307}\u{200d}⒈Å日ノ-]){0,12}",
    ) {
        let long = "a.".repeat(40) + &name;
        let [short, mut long] = [name.as_str(), &long].map(|name| report(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default());
        prop_assert_eq!(long.split_off(40), short);
    }
}
