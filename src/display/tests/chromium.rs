//! Each character alone, as Chromium 156 shows it, and the excuse of a top-level domain.

use super::*;

/// Chromium has a list of well-known sites, which a watchlist is for.
const SITES_OF_CHROMIUM: [&str; 2] = ["aa.com", "ss.com"];

/// The names of which something else is shown, and how many names there are.
fn differing(names: impl Iterator<Item = (String, bool)>) -> (Vec<String>, usize) {
    let watchlist = Watchlist::new(SITES_OF_CHROMIUM).unwrap_or_default();
    let names: Vec<(String, bool)> = names.collect();
    let differ = names.iter().filter(|(name, is_shown)| (shown_beside(name, &watchlist) == *name) != *is_shown);
    (differ.map(|(name, _)| name.clone()).collect(), names.len())
}

#[test]
fn letters_of_19_scripts_are_shown_as_chromium_shows_them() {
    let rows = vectors(include_str!("../../../tests/vectors/display_letters.json"));
    let names = rows.iter().map(|row| {
        let [name, shown] = [0, 1].map(|place| field(row, place));
        (name.to_owned(), name == shown)
    });
    assert_eq!(differing(names), (vec![], 671));
}

#[test]
fn characters_of_26_scripts_are_shown_as_chromium_shows_them() {
    let rows = vectors(include_str!("../../../tests/vectors/display_characters.json"));
    let names = rows.iter().flat_map(|row| {
        let name = |character: char| field(row, "label").replace('c', &character.to_string()) + ".com";
        let of = |key, is_shown| field(row, key).chars().map(move |character| (name(character), is_shown));
        of("shown", true).chain(of("hidden", false)).collect::<Vec<_>>()
    });
    assert_eq!(differing(names), (vec![], 6_355));
}

#[test]
fn words_of_cyrillic_letters_that_look_like_latin_ones_are_not_shown() {
    for (name, alabels) in [
        ("тест.com", "xn--e1aybc.com"),
        ("мама.com", "xn--80aa8ab.com"),
        ("метро.com", "xn--e1anhhj.com"),
        ("томат.de", "xn--80axfpd.de"),
        ("мусгурто.com", "xn--c1arhhdidc.com"),
    ] {
        assert_eq!(shown(name), alabels);
    }
    for name in ["томат.ru", "томат.рф", "том.bg", "монета.com", "мир.com", "театр.com", "астро.com", "пхукет.com"]
    {
        assert_eq!(shown(name), name);
    }
}

/// Tamil and Grantha signs are used with other scripts; a label of look-alikes is one beside them, too.
#[test]
fn a_letter_of_another_script_does_not_excuse_lookalikes() {
    for name in ["೦ஃ೦ஃ.com", "ப𑌁.com", "ப𑌃.com", "ப𑌼.com"] {
        let labels = report(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default();
        let reasons: Vec<_> = labels.iter().map(|label| label.finding.map(|finding| finding.reason)).collect();
        assert_eq!(reasons, [Some(Reason::WholeScriptLookalike), None], "{name}");
    }
}

#[test]
fn a_top_level_domain_that_is_not_shown_excuses_nothing() {
    for (name, expected) in [
        // Of two scripts, and not valid.
        ("xn--80ak6aa92e.xn--cm-fmc", "xn--80ak6aa92e.xn--cm-fmc"),
        ("аррӏе.cоm", "xn--80ak6aa92e.xn--cm-fmc"),
        ("аррӏе.\u{2028}а", "xn--80ak6aa92e.xn--80a334l"),
        ("аррӏе.аcо.", "xn--80ak6aa92e.xn--c-7sb7b."),
        // Shown, even where it looks like Latin letters itself.
        ("аррӏе.рф", "аррӏе.рф"),
        ("аррӏе.рф.", "аррӏе.рф."),
        ("аррӏе.ѕсоре", "аррӏе.ѕсоре"),
        ("ѕсоре", "ѕсоре"),
    ] {
        assert_eq!((&*shown(name), &*shown(&shown(name))), (expected, expected));
    }
    let watchlist = Watchlist::new(["paypal.рф"]).unwrap_or_default();
    let shown = shown_beside("аррӏе.раураӏ.рф", &watchlist);
    assert_eq!(shown, "xn--80ak6aa92e.xn--80aa0cbo65f.xn--p1ai");
}
