//! Skeletons (UTS #39 section 4): texts that look alike have the same one.

use super::nfd::{decompose, order_marks};
use crate::error::Error;
use crate::memory;
use crate::unicode::{Security, skeleton_of};

/// The skeleton of code points. A surrogate is its own.
pub(crate) fn skeleton_of_units(text: &[u32]) -> Result<Vec<u32>, Error> {
    let mut skeleton = memory::reserved(text.len())?;
    if !skeleton_by_characters(text, &mut skeleton)? {
        skeleton.clear();
        skeleton_by_steps(text, &mut skeleton)?;
    }
    Ok(skeleton)
}

/// Puts the skeletons of the characters one behind the other. Says whether that is the skeleton of the text: it is not
/// known to be where marks of several characters meet, as their order may change.
fn skeleton_by_characters(text: &[u32], skeleton: &mut Vec<u32>) -> Result<bool, Error> {
    let mut is_after_mark = false;
    for &unit in text {
        let facts = Security::of(unit);
        if facts.has(Security::IGNORED) {
            continue;
        }
        if is_after_mark && facts.has(Security::BEGINS_WITH_MARK) || is_syllable(unit) {
            return Ok(false);
        }
        is_after_mark = facts.has(Security::ENDS_WITH_MARK);
        append(unit, facts, skeleton)?;
    }
    Ok(true)
}

/// Whether a code point is a Hangul syllable, whose parts are looked up.
fn is_syllable(unit: u32) -> bool {
    (0xAC00..=0xD7A3).contains(&unit)
}

/// Appends the skeleton of a character that stands alone.
#[inline]
fn append(unit: u32, facts: Security, skeleton: &mut Vec<u32>) -> Result<(), Error> {
    if facts.has(Security::HAS_SKELETON) {
        memory::append(skeleton, skeleton_of(unit).unwrap_or_default())
    } else {
        memory::push(skeleton, unit)
    }
}

/// The steps of section 4: NFD, without what is ignored, each character replaced by its prototype, NFD.
pub(super) fn skeleton_by_steps(text: &[u32], skeleton: &mut Vec<u32>) -> Result<(), Error> {
    let mut decomposed = memory::reserved(text.len())?;
    for &unit in text {
        decompose(unit, &mut decomposed)?;
    }
    order_marks(&mut decomposed)?;
    for unit in decomposed {
        let facts = Security::of(unit);
        if !facts.has(Security::IGNORED) {
            append(unit, facts, skeleton)?;
        }
    }
    order_marks(skeleton)
}
