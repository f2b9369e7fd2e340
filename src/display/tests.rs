//! Names as they are shown, beside names as a browser shows them.

mod chromium;
mod watched;

use proptest::collection::vec;
use proptest::prelude::*;

use super::labels::PROFILE;
use super::*;
use crate::Profile;

/// A row of tests/vectors/display_browsers.json: a name, what it was made for, and what Chromium 156 shows.
struct Row {
    name: String,
    category: String,
    chromium: String,
}

fn rows() -> Vec<Row> {
    let rows = vectors(include_str!("../../tests/vectors/display_browsers.json"));
    let rows = rows.iter().map(|row| Row {
        name: field(row, "name").to_owned(),
        category: field(row, "category").to_owned(),
        // Chromium puts names that begin from right to left between two characters, so that the line keeps its order.
        chromium: field(row, "chromium").trim_matches(['\u{202A}', '\u{202C}']).to_owned(),
    });
    rows.filter(|row| !row.chromium.is_empty()).collect()
}

fn vectors(json: &str) -> Vec<serde_json::Value> {
    let json: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
    json.get("rows").and_then(|rows| rows.as_array()).cloned().unwrap_or_default()
}

/// A text of a row, by its name or by its place.
fn field(row: &serde_json::Value, key: impl serde_json::value::Index) -> &str {
    row.get(key).and_then(|value| value.as_str()).unwrap_or_default()
}

fn shown(name: &str) -> String {
    to_display(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default()
}

fn shown_beside(name: &str, watchlist: &Watchlist) -> String {
    to_display_beside(name, &Policy::LOOKALIKE_AWARE, watchlist).unwrap_or_default()
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

/// The names that the family `top` was made of.
const SITES: [&str; 16] = [
    "google.com",
    "youtube.com",
    "facebook.com",
    "wikipedia.org",
    "amazon.com",
    "apple.com",
    "paypal.com",
    "netflix.com",
    "example.com",
    "microsoft.com",
    "yandex.ru",
    "bbc.co.uk",
    "twitter.com",
    "instagram.com",
    "github.com",
    "test.com",
];

#[test]
fn a_watchlist_flags_every_lookalike_that_chromium_flags() {
    let watchlist = Watchlist::new(SITES).unwrap_or_default();
    let shown = |name: &str| shown_beside(name, &watchlist);
    let top: Vec<Row> = rows().into_iter().filter(|row| row.category == "top").collect();
    let is_missed = |row: &&Row| row.chromium.is_ascii() && !shown(&row.name).is_ascii();
    let missed: Vec<&str> = top.iter().filter(is_missed).map(|row| row.name.as_str()).collect();
    assert_eq!((missed, top.len() > 100), (vec![], true));
    // The names themselves, what lies below them, and names that look like none.
    for name in SITES.into_iter().chain(["www.google.com", "www.bbc.co.uk", "bbc.co", "müller.de", "é.com", "com", ""])
    {
        assert_eq!((shown(name), watchlist.lookup(name)), (name.to_owned(), Ok(None)));
    }
    assert_eq!(watchlist.lookup("www.раураl.com."), Ok(Some("paypal.com")));
    assert_eq!(watchlist.lookup("ḃbc.co.uk"), Ok(Some("bbc.co.uk")));
}

/// The skeleton of `0` is `O`, that of `m` is `rn`, and that of Ꮇ is `M`.
#[test]
fn watched_names_are_compared_without_regard_to_case() {
    let watchlist = Watchlist::new(["food.com", "modem.com", "o2.de", "0x.org"]).unwrap_or_default();
    for (name, target) in [
        ("f00d.com", Some("food.com")),
        ("fo0d.com", Some("food.com")),
        ("www.F00D.com.", Some("food.com")),
        ("f৹৹d.com", None),
        ("f০০d.com", Some("food.com")),
        ("fꓳꓳd.com", Some("food.com")),
        ("rnodern.com", Some("modem.com")),
        ("Ꮇodem.com", Some("modem.com")),
        ("02.de", Some("o2.de")),
        ("ox.org", Some("0x.org")),
        // Other letters, other digits, other names.
        ("f88d.com", None),
        ("food.org", None),
        ("fod.com", None),
        ("o2.dе", Some("o2.de")),
        ("o2.dё", Some("o2.de")),
        ("o3.de", None),
        ("food.com", None),
        ("f00d.food.com", None),
    ] {
        assert_eq!(watchlist.lookup(name), Ok(target), "{name}");
    }
}

#[test]
fn watched_names_that_look_alike_look_like_none() {
    let watchlist =
        Watchlist::new(["paypal.com", "paypa1.com", "born.com", "þorn.com", "paypal.com."]).unwrap_or_default();
    for name in ["paypal.com", "paypa1.com", "www.paypa1.com", "PAYPA1.com.", "born.com", "xn--orn-8ka.com"] {
        assert_eq!(watchlist.lookup(name), Ok(None), "{name}");
    }
    for (name, target) in [("pаypа1.com", "paypal.com"), ("ƥaypaL.com", "paypal.com"), ("bоrn.com", "born.com")] {
        assert_eq!(watchlist.lookup(name), Ok(Some(target)), "{name}");
    }
    assert_eq!(watchlist.len(), 5);
}

/// Each spelling of so long a name is as long: all of them would take gigabytes.
#[test]
fn a_long_name_has_one_spelling() {
    let watchlist = Watchlist::new(["bb.com", "b"]).unwrap_or_default();
    assert_eq!(watchlist.lookup("þþ.com"), Ok(Some("bb.com")));
    for letter in ["þ", "ł", "ӏ"] {
        assert_eq!(watchlist.lookup(&letter.repeat(100_000)), Ok(None), "{letter}");
    }
    assert_eq!(watchlist.lookup(&("þ".repeat(100_000) + ".þ")), Ok(Some("b")));
}

#[test]
fn a_watched_name_may_be_internationalised_itself() {
    let watchlist = Watchlist::new(["xn--mller-kva.de.", "аррӏе.рф"]).unwrap_or_default();
    assert_eq!((watchlist.len(), watchlist.is_empty()), (2, false));
    let shown = |name: &str| shown_beside(name, &watchlist);
    assert_eq!((shown("MÜLLER.de"), shown("mūller.de")), ("müller.de".into(), "xn--mller-lfb.de".into()));
    assert_eq!(watchlist.lookup("muller.de"), Ok(Some("xn--mller-kva.de")));
    assert_eq!((shown("аррӏе.рф"), watchlist.lookup("apple.pф")), ("аррӏе.рф".into(), Ok(Some("аррӏе.рф"))));
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

fn first_finding(labels: &[ShownLabel]) -> Option<(Reason, usize, Option<u32>)> {
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
fn whole_labels_are_at_fault_just_inside_two_reasons() {
    let watchlist = Watchlist::new(["example.com"]).unwrap_or_default();
    let found =
        |name: &str| first_finding(&report_beside(name, &Policy::LOOKALIKE_AWARE, &watchlist).unwrap_or_default());
    let whole = |reason| Some((reason, 0, None));
    for (name, expected) in [
        // Punycode of nothing but ASCII, of one text spelled in another way, and of characters that are not valid.
        ("xn--a-.com", whole(Reason::NotAnAlabel)),
        ("xn--bcher-kvA.com", None),
        ("xn--a.com", whole(Reason::NotAnAlabel)),
        ("xn--tda.com", None),
        ("a\u{202E}b.com", whole(Reason::NotAnAlabel)),
        ("a b.com", whole(Reason::NotAnAlabel)),
        ("a_b.com", None),
        ("éxample.com", whole(Reason::Watchlist)),
        ("éxample.org", None),
        ("éxamples.com", None),
        ("é.example.com", None),
    ] {
        assert_eq!(found(name), expected, "{name:?}");
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

fn character() -> impl Strategy<Value = char> {
    let drawn: Vec<char> = rows().iter().flat_map(|row| row.name.chars().collect::<Vec<_>>()).collect();
    prop_oneof![4 => proptest::sample::select(drawn), 1 => any::<char>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn what_is_shown_is_the_same_name(name in vec(character(), 0..10)) {
        let name: String = name.into_iter().collect();
        let watchlist = Watchlist::new(SITES).unwrap_or_default();
        for policy in [Policy::LOOKALIKE_AWARE, Policy::STRICT, Policy::UTS39_MODERATE] {
            let shown = to_display_beside(&name, &policy, &watchlist).unwrap_or_default();
            if let Ok(ascii) = crate::to_ascii(&name, &Profile::UTS46) {
                let again = crate::to_ascii(&shown, &Profile::UTS46);
                prop_assert_eq!(again.as_deref(), Ok(&*ascii));
            }
            prop_assert!(!shown.chars().any(|shown| shown.is_control() || shown == ' '));
            // Nothing that is not ASCII is shown but valid labels.
            for label in shown.split('.').filter(|label| !label.is_ascii()) {
                prop_assert!(crate::to_ascii(label, PROFILE).is_ok() || crate::to_ascii(&shown, PROFILE).is_err());
            }
            let labels = report_beside(&name, &policy, &watchlist).unwrap_or_default();
            let joined: Vec<Cow<'_, str>> = labels.iter().map(|label| label.shown().unwrap_or_default()).collect();
            prop_assert_eq!(joined.join("."), shown);
            for label in &labels {
                let code_point = label.finding.and_then(|finding| label.unicode.chars().nth(finding.offset).map(u32::from));
                let is_whole = label.finding.is_some_and(|finding| finding.code_point.is_none());
                prop_assert!(is_whole || label.finding.and_then(|finding| finding.code_point) == code_point.filter(|_| label.finding.is_some()));
            }
        }
    }
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8192))]

    /// Labels that are not valid, right-to-left ones, fake A-labels, top-level domains that are look-alikes.
    #[test]
    fn what_is_shown_is_shown_again(
        name in "([xX][nN]--[a-zA-Z0-9-]{0,6}|xn--80ak6aa92e|аррӏе|ѕсоре|cоm|xn--cm-fmc|xn--4dbc|рф|[aA1é日אבа-я٠²ßς\u{200d}\u{2028}\u{301}\u{b7}\u{378}⒈ \u{7}%.。-]){0,9}",
        watched in any::<bool>(),
    ) {
        let watchlist = Watchlist::new(if watched { &SITES[..] } else { &[] }).unwrap_or_default();
        for policy in [Policy::LOOKALIKE_AWARE, Policy::STRICT, Policy::UTS39_MODERATE] {
            let shown = to_display_beside(&name, &policy, &watchlist).unwrap_or_default();
            prop_assert_eq!(to_display_beside(&shown, &policy, &watchlist), Ok(shown));
        }
    }
}
