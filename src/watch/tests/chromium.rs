//! Each character alone, as Chromium 156 shows it, which has a list of well-known sites.

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
