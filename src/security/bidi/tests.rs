//! Levels and orders as the crate `unicode-bidi` has them, with the classes of our version of Unicode.

use proptest::collection::vec;
use proptest::prelude::*;
use unicode_bidi::{BidiClass as Theirs, BidiDataSource, Level, ParagraphBidiInfo};

use super::classes::is_removed;
use super::levels::levels;
use super::*;

struct Data;

impl BidiDataSource for Data {
    fn bidi_class(&self, character: char) -> Theirs {
        macro_rules! same {
            ($($class:ident)*) => {
                match class(character.into()) {
                    $(BidiClass::$class => Theirs::$class,)*
                }
            };
        }
        same!(L R EN ES ET AN CS B S WS ON LRE LRO AL RLE RLO PDF NSM BN FSI LRI RLI PDI)
    }
}

/// The levels of what X9 keeps.
fn kept(text: &[u32], levels: impl Iterator<Item = u8>) -> Vec<u8> {
    text.iter().zip(levels).filter(|(unit, _)| !is_removed(class(**unit))).map(|(_, level)| level).collect()
}

fn theirs(text: &[u32], base: u8) -> Vec<u8> {
    let characters: String = text.iter().copied().filter_map(char::from_u32).collect();
    let info = ParagraphBidiInfo::new_with_data_source(&Data, &characters, Level::new(base).ok());
    kept(text, info.reordered_levels_per_char(0..characters.len()).into_iter().map(|level| level.number()))
}

/// One character of each class at least, brackets of several kinds, marks, and what is rare.
fn unit() -> impl Strategy<Value = u32> {
    let drawn: Vec<u32> = "aאع1٣+$,\u{300}\u{5B7} !()[]〈〉⟨⟩\t\u{AD}\u{200D}".chars().map(u32::from).collect();
    let controls: Vec<u32> = (0x202A..=0x202E).chain(0x2066..=0x2069).collect();
    prop_oneof![4 => proptest::sample::select(drawn), 1 => proptest::sample::select(controls)]
}

/// Returns whether a bracket opens behind the end of an isolate. The crate then looks at the characters before the
/// isolate in the wrong order, and takes the first one with a direction for the last one.
fn is_bracket_behind_isolate(text: &[u32]) -> bool {
    let behind = text.iter().skip_while(|&&unit| class(unit) != BidiClass::PDI);
    behind.into_iter().any(|&unit| char::from_u32(unit).is_some_and(|character| "([〈⟨".contains(character)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn levels_are_as_unicode_bidi_has_them(text in vec(unit(), 1..24), base in 0_u8..2) {
        let ours = levels(&text, base).unwrap_or_default();
        if !is_bracket_behind_isolate(&text) {
            prop_assert_eq!(kept(&text, ours.into_iter()), theirs(&text, base), "{:X?}", text);
        }
    }

    #[test]
    fn runs_are_reversed_level_by_level(levels in vec(0_u8..6, 1..30)) {
        let theirs = ParagraphBidiInfo::reorder_visual(&levels.iter().filter_map(|&level| Level::new(level).ok()).collect::<Vec<_>>());
        let mut ours = Vec::new();
        for run in ordered_runs(&levels).unwrap_or_default() {
            let is_reversed = levels.get(run.start).is_some_and(|level| level % 2 == 1);
            if is_reversed { ours.extend(run.rev()) } else { ours.extend(run) }
        }
        prop_assert_eq!(ours, theirs);
    }
}

#[test]
fn embeddings_have_125_levels_and_no_more() {
    for opening in [0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068] {
        for count in [1, 60, 61, 62, 63, 64, 124, 125, 126, 127, 200] {
            let closing = if opening < 0x2060 { 0x202C } else { 0x2069 };
            let (opened, closed) = (vec![opening; count], vec![closing; count]);
            let text = [&*opened, &[0x61, 0x5D0, 0x31], &*closed, &[0x5D0, 0x62]].concat();
            for base in [0, 1] {
                let ours = levels(&text, base).unwrap_or_default();
                assert_eq!(kept(&text, ours.into_iter()), theirs(&text, base), "{count} of U+{opening:04X}");
            }
        }
    }
}

#[test]
fn brackets_are_paired_up_to_63() {
    for count in [1, 62, 63, 64] {
        let text = [&[0x61], &*vec![0x28; count], &[0x5D0], &*vec![0x29; count]].concat();
        let ours = levels(&text, 0).unwrap_or_default();
        assert_eq!(ours, theirs(&text, 0));
        // Where there are too many no bracket has a pair, and the last ones stand at the end of the line.
        assert_eq!(ours.iter().filter(|&&level| level == 1).count(), 1, "{count}");
    }
}

/// By N0, as the last direction before the isolate is that of the embedding, which the brackets take.
#[test]
fn brackets_behind_an_isolate_take_the_direction_before_it() {
    let text: Vec<u32> = "\u{2066}אa\u{2066}a\u{2069}〈א〉".chars().map(u32::from).collect();
    assert_eq!(levels(&text, 0), Ok(vec![0, 3, 2, 2, 4, 2, 2, 3, 2]));
    let text: Vec<u32> = "\u{2066}aא\u{2066}a\u{2069}〈א〉".chars().map(u32::from).collect();
    assert_eq!(levels(&text, 0), Ok(vec![0, 2, 3, 3, 4, 3, 3, 3, 3]));
}

fn shown(text: &str, direction: Direction) -> String {
    crate::security::bidi_skeleton(text, direction).unwrap_or_default()
}

#[test]
fn texts_look_alike_in_one_direction_and_not_in_the_other() {
    use Direction::{LeftToRight, RightToLeft};
    // The examples of UTS #39 section 4.
    assert_eq!(shown("A1\u{5D0}", LeftToRight), shown("A\u{5D0}1", LeftToRight));
    assert_ne!(shown("A1\u{5D0}", RightToLeft), shown("A\u{5D0}1", RightToLeft));
    assert_ne!(shown("\u{5D0}A_1", LeftToRight), shown("\u{5D0}1_A", LeftToRight));
    assert_eq!(shown("\u{5D0}A_1", RightToLeft), "A_l\u{5D0}");
    // Mirrored (L4), and marks behind their bases (L3).
    assert_eq!(shown("\u{5D0}(\u{5D1}", LeftToRight), "\u{5D1})\u{5D0}");
    assert_eq!(shown("\u{5D0}\u{5B7}\u{5D1}", LeftToRight), "\u{5D1}\u{5D0}\u{5B7}");
    // Each paragraph is a line, and a lone surrogate is a character of the direction left-to-right.
    assert_eq!(shown("\u{5D0}\u{5D1}\u{2029}\u{5D0}\u{5D1}", LeftToRight), "\u{5D1}\u{5D0} \u{5D1}\u{5D0}");
    let units = bidi_skeleton_of_units(&[0x5D0, 0xD800, 0x5D1], RightToLeft);
    assert_eq!(units, Ok(vec![0x5D1, 0xD800, 0x5D0]));
    assert_eq!((shown("", RightToLeft), shown("a", RightToLeft)), (String::new(), "a".into()));
}
