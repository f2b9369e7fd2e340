//! Laws of names in text, on texts made of what names, addresses, URLs and zone files are made of.

use proptest::prelude::*;

use super::tests::{ascii, in_pieces, sought, unicode};
use super::*;
use crate::{Profile, bounded};

fn parts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        6 => proptest::sample::select(vec![
            "xn--bcher-kva", "XN--BCHER-KVA", "bücher", "пример.рф", "xn--e1afmkfd", "de", ".", "..", "@", "//", "/", ":", "?", "#", " ",
            "\n", "\"", "\\", "%", "[", "]", "(", ")", "-", "_", "。", "．", "http://", "a", "1", "\\u00fc", "\\u003e", "\\/", "%C3", "«", "日本",
            "xn--", "é", "\u{301}", "\u{200D}", "❤", "“", "xn--4dbcagdahymbxekheh6e0a7fei0b", "xn--i-7iq", ",", ";", "=", "&", "*",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => "[a-z@/.:]{0,70}",
    ];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

fn chosen([to_unicode, tlds, everywhere, annotate, isolate]: [bool; 5]) -> Rewriting<'static> {
    Rewriting { sought: Sought { everywhere, ..sought(tlds) }, to_unicode, annotate, isolate, shows: None }
}

/// The pieces of a text between names.
fn between(text: &str, places: impl Iterator<Item = (usize, usize)>) -> Vec<&str> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for (start, end) in places {
        assert!(at <= start && start < end, "names in their order");
        pieces.push(&text[at..start]);
        at = end;
    }
    pieces.push(&text[at..]);
    pieces
}

/// Texts with more of what goes on over several words, or ends them.
fn walked_parts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        6 => proptest::sample::select(vec![
            "//", "\\/\\/", "/\\/", "\\//", "/", "@", "\"@", "\"", "\\\"", "\\\"@", " ", "\t", "<", ">", "\n", "a", "de", ".", "..", "-",
            "xn--tda", "XN--", "ü", "\\u00fc", "\\u002f", "%C3%BC", "http:", "a.de", "a@b.de", "\"a b\"@c.de", "1", "^", "|", "{", "}",
            "?", "#", ":", ",", ";", "&", "&#47;", "\\N{A B}", "\\n", "=", "[", "]", "(", "'", "_", "%40", "\u{A0}", "\u{200D}", "。",
            "|@a.de", "xn--tda.de", "#a^@a.de", "@a.de|@a.de",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => "[a-z@/.: \"-]{0,70}",
    ];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// The names of a text of which every line is walked from its beginning, word by word.
fn every_found(text: &[u8], sought: &Sought<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    let walked = seek::each_walked(text, Start::default(), text.len(), sought, seek::Search::Every, false, |found| {
        all.push(found);
        Ok(())
    });
    assert_eq!(walked, Ok(()));
    all
}

/// Everything that may be rewritten.
fn all_candidates(text: &str, sought: &Sought<'_>) -> Vec<line::Candidate> {
    let (mut all, mut found, mut start) = (Vec::new(), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let part = seek::Part { text: line.as_bytes(), ..seek::Part::default() };
        assert_eq!(seek::candidates(&part, sought, None, &mut found), Ok(true));
        let moved = |place: usize| place.saturating_add(start);
        all.extend(found.iter().map(|one| line::Candidate { start: moved(one.start), end: moved(one.end), ..*one }));
        start = start.saturating_add(line.len());
    }
    all
}

/// Returns whether a text begins with the first piece, ends with the last, and holds the others in between, in their
/// order.
fn is_made_of(text: &str, pieces: &[&str]) -> bool {
    let [first, middle @ .., last] = pieces else { return pieces == [text] };
    let rest = text
        .strip_prefix(first)
        .and_then(|rest| middle.iter().try_fold(rest, |rest, piece| rest.split_once(piece).map(|(_, behind)| behind)));
    rest.is_some_and(|rest| rest.ends_with(last))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn pieces_are_the_whole(text in parts(), how: [bool; 5], sizes in proptest::collection::vec(1..30_usize, 1..6)) {
        let how = chosen(how);
        let whole = rewritten(text.as_bytes(), &how).unwrap_or_default().unwrap_or_else(|| text.clone().into_bytes());
        prop_assert_eq!(in_pieces(text.as_bytes(), &sizes, &how), whole);
    }

    #[test]
    fn what_is_passed_over_has_no_name(text in walked_parts(), kinds: [bool; 3], tlds: bool, size in 0..3_usize) {
        let text = [text, " x".repeat(size.saturating_mul(90)), "x".repeat(size.saturating_mul(17))].concat().repeat(2);
        let [url_hosts, email_domains, bare_names] = kinds;
        let sought = Sought { url_hosts, email_domains, bare_names, ..sought(tlds) };
        let every = every_found(text.as_bytes(), &sought);
        prop_assert_eq!(find(text.as_bytes(), &sought).unwrap_or_default(), every);
    }

    #[test]
    fn everything_but_names_is_as_it_was(text in parts(), how: [bool; 5]) {
        let how = Rewriting { annotate: false, isolate: false, ..chosen(how) };
        let found = find(text.as_bytes(), &how.sought).unwrap_or_default();
        // It asserts that they stand in order.
        between(&text, found.iter().map(|one| (one.start, one.end)));
        let Some(other) = rewritten(text.as_bytes(), &how).unwrap_or_default() else { return Ok(()) };
        let other = String::from_utf8(other).unwrap_or_default();
        let candidates = all_candidates(&text, &how.sought);
        prop_assert!(is_made_of(&other, &between(&text, candidates.iter().map(|one| (one.start, one.end)))), "{text:?} {other:?}");
        prop_assert_ne!(&other, &text);
        // A rewrite adds no delimiter and removes none.
        let delimiters = |text: &str| text.chars().filter(|c| " /@:?#\n\"\\[]()%,;=&".contains(*c)).collect::<String>();
        prop_assert_eq!(delimiters(&other), delimiters(&text));
    }

    #[test]
    fn top_level_domains_hide_no_name(text in parts()) {
        let found = find(text.as_bytes(), &sought(false)).unwrap_or_default();
        let more = find(text.as_bytes(), &sought(true)).unwrap_or_default();
        prop_assert!(found.iter().all(|one| more.contains(one)), "{text:?}");
    }

    #[test]
    fn names_that_are_marked_go_back(label in "[a-zà-öа-я一-十]{1,8}") {
        let Ok(alabel) = crate::alabel(&label, &Profile::UTS46) else { return Ok(()) };
        for text in [format!("see http://{alabel}.de/x"), format!("to a@{alabel}.de."), format!("//{alabel}")] {
            prop_assert_eq!(ascii(&unicode(&text), false), text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_passed_over_in_a_long_text_has_no_name(
        texts in proptest::collection::vec((walked_parts(), 0..90_000_usize), 1..6),
        end in 0..300_000_usize,
        tlds: bool,
    ) {
        // Each is repeated to so many octets.
        let repeated = texts.iter().map(|(text, size)| text.repeat(size.checked_div(text.len()).unwrap_or(0)));
        let text = repeated.collect::<Vec<_>>().concat().into_bytes();
        let sought = sought(tlds);
        prop_assert_eq!(find(&text, &sought).unwrap_or_default(), every_found(&text, &sought));
        // As much as a piece of it decides.
        let end = Start::default().last(bounded::first(&text, end.min(text.len())), false).at;
        let (mut some, mut every) = (Vec::new(), Vec::new());
        for (found, search) in [(&mut some, seek::Search::Marks), (&mut every, seek::Search::Every)] {
            let walked = seek::each_walked(&text, Start::default(), end, &sought, search, false, |one| {
                found.push(one);
                Ok(())
            });
            prop_assert_eq!(walked, Ok(()));
        }
        prop_assert_eq!(some, every);
    }
}
