//! The test for Normalization Form C (UAX #15). Most texts are decided without normalizing them.

use std::collections::TryReserveError;

use icu_normalizer::properties::{CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed};
use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};

use super::props::{Props, Quick};
use super::tagged::{compose_tagged, decompose_tagged};
use crate::bounded;

pub(super) static NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfc();

/// The first place at which a text differs from its Normalization Form C; `None` where it is in that form.
///
/// A surrogate is a character that composes with nothing.
///
/// The quick check of UAX #15 section 9 says "maybe" to every character that may compose with one before it, and such
/// characters are common in Indic scripts. Here the composition is looked up. The text is normalized where there is
/// one, where marks are out of order, and where a mark might go in between the parts of a composed character.
///
/// # Errors
///
/// The allocator refuses memory, which is asked for where there is a long run of marks.
pub(crate) fn first_change(text: &[u32]) -> Result<Option<usize>, TryReserveError> {
    let mut starter = None;
    let mut last_class = 0;
    for &unit in text {
        let props = Props::of(unit);
        let class = props.combining_class();
        let blocked = last_class != 0 && (class == 0 || class == last_class);
        let doubtful = match props.nfc_quick() {
            Quick::Yes => false,
            Quick::Maybe => !blocked && starter.is_some_and(|first| may_compose(first, unit, class)),
            Quick::No => true,
        };
        if doubtful || (class != 0 && class < last_class) {
            return first_difference(text);
        }
        if class == 0 {
            starter = char::from_u32(unit);
        }
        last_class = class;
    }
    Ok(None)
}

/// Returns whether a character composes with the starter before it, or could with the first part of a composed one.
fn may_compose(starter: char, unit: u32, class: u32) -> bool {
    let composes = |second| CanonicalCompositionBorrowed::new().compose(starter, second).is_some();
    let is_composed = || CanonicalDecompositionBorrowed::new().decompose(starter) != Decomposed::Default;
    char::from_u32(unit).is_some_and(composes) || (class != 0 && is_composed())
}

/// The character that two others compose to.
pub(crate) fn composed(first: u32, second: u32) -> Option<u32> {
    let (first, second) = char::from_u32(first).zip(char::from_u32(second))?;
    CanonicalCompositionBorrowed::new().compose(first, second).map(u32::from)
}

/// A run of more marks is not given to the normalizer. It keeps each run in memory of its own, and a refusal there
/// would end the process.
pub(crate) const LONG_RUN: usize = 1_024;

/// Returns whether more than [`LONG_RUN`] code points that are not starters, or may be decomposed to such, stand side
/// by side.
#[must_use]
pub(crate) fn has_long_run(text: &[u32]) -> bool {
    let joins = |&unit: &u32| !begins_piece(unit);
    text.len() > LONG_RUN && text.split(|unit| !joins(unit)).any(|run| run.len() > LONG_RUN)
}

/// Returns whether normalization joins a character to nothing that stands before it.
pub(crate) fn begins_piece(unit: u32) -> bool {
    let props = Props::of(unit);
    props.combining_class() == 0 && props.nfc_quick() == Quick::Yes
}

fn first_difference(text: &[u32]) -> Result<Option<usize>, TryReserveError> {
    if has_long_run(text) {
        return first_difference_by_pieces(text);
    }
    let characters = || text.iter().map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    let mut normalized = NFC.normalize_iter(characters());
    let difference = characters().position(|character| normalized.next() != Some(character));
    Ok(difference.or_else(|| normalized.next().map(|_| text.len())))
}

/// As [`first_difference`], in memory that may be refused.
fn first_difference_by_pieces(text: &[u32]) -> Result<Option<usize>, TryReserveError> {
    let mut decomposed = Vec::new();
    let mut start = 0_usize;
    for piece in text.chunk_by(|_, &next| !begins_piece(next)) {
        decomposed.clear();
        decompose_tagged(piece, 0, &mut decomposed)?;
        let (mut place, mut difference) = (0_usize, None);
        compose_tagged(&mut decomposed, |unit, _| {
            if difference.is_none() && piece.get(place).is_none_or(|&given| replaced(given) != unit) {
                difference = Some(place);
            }
            place = bounded::add(place, 1);
        });
        if let Some(place) = difference.or((place < piece.len()).then_some(place)) {
            return Ok(Some(bounded::add(start, place)));
        }
        start = bounded::add(start, piece.len());
    }
    Ok(None)
}

/// A code point as the normalizer sees it.
fn replaced(unit: u32) -> u32 {
    char::from_u32(unit).map_or(char::REPLACEMENT_CHARACTER.into(), u32::from)
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use proptest::test_runner::TestRunner;

    use super::*;

    /// Characters that the quick check has doubts about, and marks.
    fn interesting() -> Vec<char> {
        let is_plain = |props: Props| props.nfc_quick() == Quick::Yes && props.combining_class() == 0;
        (0..0x3_0000).filter_map(char::from_u32).filter(|&c| !is_plain(Props::of(c.into()))).collect()
    }

    #[test]
    fn nfc_is_decided_as_the_normalizer_does() {
        let starters = [
            'a', 'e', 'â', 'ậ', 'ö', 'α', 'ᄀ', '가', '각', 'ে', 'ෙ', 'か', '\u{1100}', '\u{1112}', 'ś', 'Ω',
            '\u{1F71}', '\u{D55C}',
        ];
        let texts = vec(prop_oneof![select(interesting()), select(starters.to_vec())], 1..6);
        let changed = Cell::new(0_u32);
        let ran = TestRunner::new(ProptestConfig::with_cases(400_000)).run(&texts, |text| {
            let code_points: Vec<u32> = text.iter().copied().map(u32::from).collect();
            let normalized: Vec<u32> = NFC.normalize_iter(text.into_iter()).map(u32::from).collect();
            let first = code_points.iter().zip(&normalized).position(|(one, other)| one != other);
            let is_changed = code_points != normalized;
            prop_assert_eq!(first_change(&code_points), Ok(is_changed.then(|| first.unwrap_or(normalized.len()))));
            changed.set(changed.get().saturating_add(is_changed.into()));
            Ok(())
        });
        assert_eq!(ran, Ok(()));
        assert!(changed.get() > 100_000, "{}", changed.get());
    }

    proptest! {
        #[test]
        fn pieces_differ_where_the_normalizer_says(
            text in prop_oneof![
                "([a\u{301}\u{316}\u{323}\u{327}\u{344}\u{345}\u{F71}-\u{F84}\u{309A}é가\u{1100}\u{1161}\u{11A8}])*",
                "([\u{300}-\u{36F}a-eấớ]){0,60}",
                "(\\PC|[\u{300}-\u{36F}]|[à-ỹ]|[ৄ-\u{9D7}]){0,24}",
            ]
        ) {
            let text: Vec<u32> = text.chars().map(u32::from).collect();
            prop_assert_eq!(first_difference_by_pieces(&text), first_difference(&text));
            let characters = text.iter().filter_map(|&unit| char::from_u32(unit));
            let normalized: Vec<u32> = NFC.normalize_iter(characters).map(u32::from).collect();
            prop_assert_eq!(first_difference_by_pieces(&normalized), Ok(None));
        }
    }

    #[test]
    fn a_long_run_of_marks_is_put_in_order() {
        let mut text = vec![0x61];
        text.extend([0x316, 0x301].repeat(2_000));
        assert!(has_long_run(&text));
        assert_eq!(first_change(&text), Ok(Some(0)));
        let in_order = |starter: u32| {
            let mut text = vec![starter];
            text.extend([0x316; 2_000]);
            text.extend([0x301; 2_000]);
            text
        };
        // The first mark above joins an a, for those below do not block it.
        assert_eq!(first_change(&in_order(0x61)), Ok(Some(0)));
        let mut text = in_order(0x62);
        assert_eq!(first_change(&text), Ok(None));
        text.push(0x316);
        assert_eq!(first_change(&text), Ok(Some(2_001)));
    }
}
