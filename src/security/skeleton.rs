//! Skeletons (UTS #39 section 4): texts that look alike have the same one.

use super::nfd::{decompose, order_marks};
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::unicode::{Security, skeleton_of};
use crate::{bounded, utf8};

/// The skeleton of code points. A surrogate is its own.
pub(crate) fn skeleton_of_units(text: &[u32]) -> Result<Vec<u32>, Error> {
    // Room for a short text whose characters are taken apart.
    let mut skeleton = Growing::reserved(bounded::add(text.len(), text.len().min(64)));
    if by_characters(text.iter().copied(), |unit| skeleton.push(unit)) {
        return skeleton.finished();
    }
    by_steps(text)
}

pub(super) fn skeleton_of_str(text: &str) -> Result<String, Error> {
    // Room for a short text whose characters are taken apart.
    let mut skeleton = Growing::reserved(bounded::add(text.len(), text.len().min(64)));
    if !by_characters(text.chars().map(u32::from), |unit| utf8::push(unit, &mut skeleton)) {
        skeleton.clear();
        let units: Vec<u32> = memory::collected(text.chars().map(u32::from), text.len())?;
        utf8::write(&by_steps(&units)?, &mut skeleton);
    }
    skeleton.finished().map(bounded::utf8_string)
}

/// Puts the skeletons of the characters one behind the other. Says whether that is the skeleton of the text: it is not
/// known to be where marks of several characters meet, as their order may change.
fn by_characters(text: impl Iterator<Item = u32>, mut push: impl FnMut(u32)) -> bool {
    let mut is_after_mark = false;
    for unit in text {
        let facts = Security::of(unit);
        if !facts.has(Security::CHANGES_SKELETON) {
            is_after_mark = false;
            push(unit);
            continue;
        }
        if facts.has(Security::IGNORED) {
            continue;
        }
        if is_after_mark && facts.has(Security::BEGINS_WITH_MARK) {
            return false;
        }
        is_after_mark = facts.has(Security::ENDS_WITH_MARK);
        if facts.has(Security::SYLLABLE) {
            // Its parts are no marks.
            parts(unit).into_iter().flatten().for_each(|part| append(part, Security::of(part), &mut push));
        } else {
            append(unit, facts, &mut push);
        }
    }
    true
}

/// The parts of a Hangul syllable (The Unicode Standard, section 3.12).
#[inline]
fn parts(syllable: u32) -> [Option<u32>; 3] {
    const VOWELS: u32 = 21;
    const FINALS: u32 = 28;
    let index = bounded::sub(syllable, 0xAC00);
    let part = |first: u32, index: u32| Some(bounded::add(first, index));
    [
        part(0x1100, index / (VOWELS * FINALS)),
        part(0x1161, index / FINALS % VOWELS),
        part(0x11A7, index % FINALS).filter(|&last| last != 0x11A7),
    ]
}

/// Appends the skeleton of a character that stands alone.
#[inline]
fn append(unit: u32, facts: Security, push: &mut impl FnMut(u32)) {
    if facts.has(Security::HAS_SKELETON) {
        // With this flag it is in the table.
        bounded::present(skeleton_of(unit)).iter().for_each(|&unit| push(unit));
    } else {
        push(unit);
    }
}

/// The steps of section 4: NFD, without what is ignored, each character replaced by its prototype, NFD.
pub(super) fn by_steps(text: &[u32]) -> Result<Vec<u32>, Error> {
    let mut decomposed = memory::reserved(text.len())?;
    for &unit in text {
        decompose(unit, &mut decomposed)?;
    }
    order_marks(&mut decomposed)?;
    let mut skeleton = Vec::new();
    for unit in decomposed {
        let facts = Security::of(unit);
        if !facts.has(Security::IGNORED) && facts.has(Security::HAS_SKELETON) {
            memory::append(&mut skeleton, bounded::present(skeleton_of(unit)))?;
        } else if !facts.has(Security::IGNORED) {
            memory::push(&mut skeleton, unit)?;
        }
    }
    order_marks(&mut skeleton)?;
    Ok(skeleton)
}
