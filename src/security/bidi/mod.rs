//! Skeletons of texts as they are displayed (UTS #39 section 4): right-to-left parts are reordered first.
//!
//! The order is that of the Unicode Bidirectional Algorithm (UAX #9), each paragraph being one line. Its time and
//! memory are linear in the length of the text: embeddings have at most 125 levels, and open brackets are at most 63.

mod classes;
mod levels;
mod neutral;
mod weak;

use core::ops::Range;

use super::skeleton::skeleton_of_units;
use crate::error::Error;
use crate::unicode::{BidiClass, Props};
use crate::{bounded, memory};
use classes::{class, mirroring};
use levels::levels;

/// The direction of the paragraph in which a text is displayed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Left-to-right: the embedding level 0.
    LeftToRight,
    /// Right-to-left: the embedding level 1.
    RightToLeft,
}

/// The skeleton of code points in the order in which they are displayed.
pub(crate) fn bidi_skeleton_of_units(text: &[u32], direction: Direction) -> Result<Vec<u32>, Error> {
    if direction == Direction::LeftToRight && !text.iter().any(|&unit| may_reorder(class(unit))) {
        return skeleton_of_units(text);
    }
    let mut displayed = memory::reserved(text.len())?;
    for paragraph in text.split_inclusive(|&unit| class(unit) == BidiClass::B) {
        display(paragraph, u8::from(direction == Direction::RightToLeft), &mut displayed)?;
    }
    skeleton_of_units(&displayed)
}

/// Returns whether a character of this class makes a part of a left-to-right paragraph right-to-left.
const fn may_reorder(class: BidiClass) -> bool {
    matches!(class, BidiClass::R | BidiClass::AL | BidiClass::AN | BidiClass::RLE | BidiClass::RLO | BidiClass::RLI)
}

/// Appends a paragraph in the order in which it is displayed (UAX #9, L2 to L4).
fn display(text: &[u32], base: u8, displayed: &mut Vec<u32>) -> Result<(), Error> {
    let levels = levels(text, base)?;
    for run in ordered_runs(&levels)? {
        let part = bounded::part(text, run.clone());
        if levels.get(run.start).is_some_and(|level| level % 2 == 1) {
            mirror(part, displayed)?;
        } else {
            memory::append(displayed, part)?;
        }
    }
    Ok(())
}

/// The runs of the same level in the order in which they are displayed (L2).
fn ordered_runs(levels: &[u8]) -> Result<Vec<Range<usize>>, Error> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for chunk in levels.chunk_by(|one, other| one == other) {
        let start = runs.last().map_or(0, |run| run.end);
        memory::push(&mut runs, start..bounded::add(start, chunk.len()))?;
    }
    let level_of = |run: &Range<usize>| bounded::at(levels, run.start);
    let most = levels.iter().copied().max().unwrap_or(0);
    for level in (1..=most).rev() {
        let is_inside = |run: &Range<usize>| level_of(run) >= level;
        // The level of a sequence may no longer be that of its first run, but it is at least as high.
        for inside in runs.chunk_by_mut(|one, other| is_inside(one) == is_inside(other)) {
            if inside.first().is_some_and(is_inside) {
                inside.reverse();
            }
        }
    }
    Ok(runs)
}

/// Appends a right-to-left run from its end on, with marks behind their bases (L3) and mirrored characters (L4).
fn mirror(run: &[u32], displayed: &mut Vec<u32>) -> Result<(), Error> {
    for cluster in run.chunk_by(|_, &unit| Props::of(unit).is_mark()).rev() {
        let Some((&base, marks)) = bounded::some(cluster.split_first()) else { continue };
        memory::push(displayed, mirroring(base).mirroring_glyph.map_or(base, u32::from))?;
        memory::append(displayed, marks)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
