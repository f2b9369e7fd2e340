//! UTS #39 as the crate `unicode-security` has it, for every code point and for texts.
//!
//! `ACELABEL_NAMES` says how many texts are asked, 20,000 if it is not set.

use proptest::collection::vec;
use proptest::prelude::*;
use unicode_security::{GeneralSecurityProfile, MixedScript, RestrictionLevelDetection};

use super::nfd::order_marks;
use super::*;
use crate::unicode::Props;

/// Returns what `unicode-security` says of a text: skeleton, codes of scripts unless they are all, and the level.
fn theirs(text: &str) -> (String, Option<Vec<&'static str>>, String) {
    let set = text.resolve_script_set();
    let mut codes: Vec<&str> = set.base.iter().map(|script| script.short_name()).collect();
    let augmented = [("Hanb", set.hanb), ("Jpan", set.jpan), ("Kore", set.kore)];
    codes.extend(augmented.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name));
    codes.sort_unstable();
    let level = format!("{:?}", text.detect_restriction_level()).to_lowercase();
    (unicode_security::skeleton(text).collect(), (!set.is_all()).then_some(codes), level)
}

fn ours(text: &str) -> (String, Option<Vec<&'static str>>, String) {
    let set = resolved_scripts(text);
    // That crate knows no script for code points that are not assigned; UTS #39 takes that of UAX #24, which is Zzzz.
    let codes = (!set.is_all()).then(|| set.codes().filter(|&code| code != "Zzzz").collect());
    (skeleton(text).unwrap_or_default(), codes, restriction_level(text).name().replace('_', ""))
}

#[test]
fn every_code_point_is_as_unicode_security_has_it() {
    for character in '\0'..=char::MAX {
        let text = character.to_string();
        assert_eq!(ours(&text), theirs(&text), "{character:?}");
        assert_eq!(is_allowed(character), character.identifier_allowed(), "{character:?}");
        let skeleton = skeleton(&text).unwrap_or_default();
        assert_eq!(super::skeleton(&skeleton).as_ref(), Ok(&skeleton), "{character:?}");
        let listed = character.identifier_type().map(|listed| format!("{listed:?}").to_lowercase());
        assert_eq!(identifier_type(character).name(), listed.as_deref().unwrap_or("not_character"));
    }
}

/// Characters of several scripts, marks that change places, what is ignored, syllables, and what expands.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        any::<char>(),
        proptest::char::range('a', 'z'),
        proptest::char::range('\u{300}', '\u{36F}'),
        proptest::char::range('\u{C0}', '\u{24F}'),
        proptest::char::range('\u{370}', '\u{52F}'),
        proptest::char::range('\u{591}', '\u{6FF}'),
        proptest::char::range('\u{900}', '\u{97F}'),
        proptest::char::range('\u{1E00}', '\u{1FFF}'),
        proptest::char::range('\u{3041}', '\u{30FF}'),
        proptest::char::range('\u{4E00}', '\u{4EFF}'),
        proptest::char::range('\u{AC00}', '\u{ACFF}'),
        proptest::sample::select(vec!['\u{34F}', '\u{200D}', '\u{FE0F}', '\u{AD}', '㈎', 'ﷺ', '٣', '3', '१', 'i', 'ﾞ']),
    ]
}

fn number_of_texts() -> u32 {
    std::env::var("ACELABEL_NAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(20_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(number_of_texts()))]

    #[test]
    fn texts_are_as_unicode_security_has_them(text in vec(character(), 0..12)) {
        let text: String = text.into_iter().collect();
        prop_assert_eq!(ours(&text), theirs(&text));
        let skeleton = skeleton(&text).unwrap_or_default();
        prop_assert_eq!(super::skeleton(&skeleton), Ok(skeleton));
    }

    #[test]
    fn the_quick_way_is_the_way_by_steps(text in vec(character(), 0..12)) {
        let units: Vec<u32> = text.into_iter().map(u32::from).collect();
        prop_assert_eq!(skeleton_of_units(&units), skeleton::by_steps(&units));
    }
}

#[test]
fn numbers_are_mixed_where_digits_are_of_two_systems() {
    for (text, is_mixed) in
        [("12", false), ("१२", false), ("a1b2", false), ("१2", true), ("\u{1D7D7}\u{1D7D8}", true), ("٣۳", true)]
    {
        assert_eq!(has_mixed_numbers(text), is_mixed, "{text}");
    }
}

#[test]
fn a_surrogate_is_its_own_skeleton() {
    assert_eq!(skeleton_of_units(&[0x430, 0xD800, 0x301, 0xDFFF]), Ok(vec![0x61, 0xD800, 0x301, 0xDFFF]));
}

#[test]
fn marks_are_put_in_order_by_their_class_alone() {
    // Classes 230, 220, 202, 240, 1 and 230 once more; starters between the runs.
    const MARKS: [u32; 6] = [0x301, 0x323, 0x327, 0x345, 0x334, 0x300];
    let mut state = 1_u32;
    for length in (0..100).chain([1_000]) {
        let run = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            MARKS.iter().copied().cycle().nth(usize::from(state.to_le_bytes()[3])).unwrap_or_default()
        };
        let runs: [Vec<u32>; 2] = core::array::from_fn(|_| (0..length).map(|_| run(&mut state)).collect());
        let mut text = [&[0x61], &runs[0][..], &[0x62], &runs[1][..]].concat();
        assert_eq!(order_marks(&mut text), Ok(()));
        let ordered = runs.map(|mut run| {
            run.sort_by_key(|&unit| Props::of(unit).combining_class());
            run
        });
        assert_eq!(text, [&[0x61], &ordered[0][..], &[0x62], &ordered[1][..]].concat());
    }
}
