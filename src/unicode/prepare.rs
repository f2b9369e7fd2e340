//! The parts of Unicode 3.2 that nameprep (RFC 3491) uses: the tables of RFC 3454, and NFKC as that version has it.

use std::collections::TryReserveError;

use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};
use stringprep::tables;

use super::props::{BidiClass, Props};

static NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfkc();

/// Returns whether a code point is mapped to nothing (RFC 3454 table B.1).
#[must_use]
pub(crate) fn is_removed(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(tables::commonly_mapped_to_nothing)
}

/// Returns whether Unicode 3.2 does not know a code point (RFC 3454 table A.1).
#[must_use]
pub(crate) fn is_unassigned(unit: u32) -> bool {
    unit >= 0x80 && char::from_u32(unit).is_some_and(tables::unassigned_code_point)
}

/// Returns whether nameprep refuses a code point in its output (RFC 3491 section 5: tables C.1.2, C.2.2 and C.3 to
/// C.9).
#[must_use]
pub(crate) fn is_prohibited(unit: u32) -> bool {
    char::from_u32(unit).is_none_or(|character| {
        tables::non_ascii_space_character(character)
            || tables::non_ascii_control_character(character)
            || tables::private_use(character)
            || tables::non_character_code_point(character)
            || tables::inappropriate_for_plain_text(character)
            || tables::inappropriate_for_canonical_representation(character)
            || tables::change_display_properties_or_deprecated(character)
            || tables::tagging_character(character)
    })
}

/// Maps (RFC 3454 tables B.1 and B.2) and normalizes (NFKC), as long as `output` wants more: steps 1 and 2 of nameprep.
///
/// A surrogate becomes U+FFFD, which is prohibited. Code points that Unicode 3.2 does not know stay as they are, so
/// what lies between them is normalized piece by piece. The text has no long run of marks (`LONG_RUN` says why).
///
/// # Errors
///
/// The allocator refuses memory; then a part was handed over.
pub(crate) fn nameprep_map(
    text: &mut dyn Iterator<Item = u32>,
    output: &mut dyn FnMut(u32) -> bool,
) -> Result<(), TryReserveError> {
    nameprep_map_around(text, is_unassigned, output)
}

/// The same, where other code points than those that Unicode 3.2 does not know stay as they are and are joined to
/// nothing.
///
/// # Errors
///
/// As [`nameprep_map`].
pub(crate) fn nameprep_map_around(
    text: &mut dyn Iterator<Item = u32>,
    stays: fn(u32) -> bool,
    output: &mut dyn FnMut(u32) -> bool,
) -> Result<(), TryReserveError> {
    let characters = text.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    let kept = characters.filter(|&character| !tables::commonly_mapped_to_nothing(character));
    let folded = kept.flat_map(tables::case_fold_for_nfkc).map(before_corrigendum_4);
    let mut known: Vec<char> = Vec::new();
    for character in folded {
        // A long text is normalized piece by piece, too: nothing joins ASCII to the text before it.
        if known.len() >= LONG && character.is_ascii() && !normalize(&mut known, output) {
            return Ok(());
        }
        if stays(character.into()) {
            if !(normalize(&mut known, output) && output(character.into())) {
                return Ok(());
            }
        } else {
            known.try_reserve(1)?;
            known.push(character);
        }
    }
    normalize(&mut known, output);
    Ok(())
}

/// Moves characters to `output` in Normalization Form KC. Says whether it wants more.
#[inline(never)]
fn normalize(known: &mut Vec<char>, output: &mut dyn FnMut(u32) -> bool) -> bool {
    NFKC.normalize_iter(known.drain(..)).map(u32::from).all(output)
}

/// The Normalization Form KC of one character.
pub(crate) fn nfkc(unit: u32) -> impl Iterator<Item = u32> {
    NFKC.normalize_iter(char::from_u32(unit).into_iter()).map(u32::from)
}

/// The most characters that are kept where they can be normalized without those that follow.
const LONG: usize = 1_024;

/// The five compatibility ideographs whose decompositions Corrigendum #4 of Unicode corrected after version 3.2, as
/// NormalizationCorrections.txt lists them.
fn before_corrigendum_4(character: char) -> char {
    match character {
        '\u{2F868}' => '\u{2136A}',
        '\u{2F874}' => '\u{5F33}',
        '\u{2F91F}' => '\u{43AB}',
        '\u{2F95F}' => '\u{7AAE}',
        '\u{2F9BF}' => '\u{4D57}',
        other => other,
    }
}

/// A direction that section 6 of RFC 3454 asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadingDirection {
    /// Table D.1, "RandALCat".
    RightToLeft,
    /// Table D.2, "LCat".
    LeftToRight,
    /// In neither table.
    Neutral,
}

/// The direction of a code point in Unicode 3.2 (RFC 3454 tables D.1 and D.2): that of today but for the characters
/// listed here and those that came later.
#[must_use]
pub(crate) fn direction(unit: u32) -> ReadingDirection {
    match unit {
        0x6DD => ReadingDirection::RightToLeft,
        0x17B4 | 0x17B5 | 0x1885 | 0x1886 => ReadingDirection::LeftToRight,
        0x70F | 0xCBF | 0xCC6 | 0x1734 | 0x2132 | 0x2800..=0x28FF | 0x302E | 0x302F => ReadingDirection::Neutral,
        _ if is_unassigned(unit) => ReadingDirection::Neutral,
        _ => match Props::of(unit).bidi_class() {
            BidiClass::R | BidiClass::AL => ReadingDirection::RightToLeft,
            BidiClass::L => ReadingDirection::LeftToRight,
            _ => ReadingDirection::Neutral,
        },
    }
}
