//! Names as they are shown beside watched names, and as a browser shows them.

mod chromium;
mod texts;

use std::borrow::Cow;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::Profile;
use crate::display::labels::PROFILE;
use crate::display::tests::{Row, field, first_finding, rows, shown, vectors};
use crate::display::{Policy, Reason};
use crate::error::Error;

fn shown_beside(name: &str, watchlist: &Watchlist) -> String {
    to_display_beside(name, &Policy::LOOKALIKE_AWARE, watchlist).unwrap_or_default()
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

/// The excuse of a top-level domain that is not shown.
#[test]
fn a_watched_name_excuses_no_other() {
    let watchlist = Watchlist::new(["paypal.рф"]).unwrap_or_default();
    let shown = shown_beside("аррӏе.раураӏ.рф", &watchlist);
    assert_eq!(shown, "xn--80ak6aa92e.xn--80aa0cbo65f.xn--p1ai");
}
