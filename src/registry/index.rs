//! The index label: one key for a label and its variants (RFC 7940 section 8.5).
//!
//! Of each element the least of itself and its variants is taken, whose conditions are asked in the original label with
//! the variant in the place of the element. Of all ways to cut the label the least result counts. As what an element
//! becomes does not depend on the way, the least end of the label is found from the right to the left.

use super::file::RuleFile;
use super::lattice::{Lattice, others};
use super::matching::Reading;
use super::parts::{Judged, Piece};
use super::repertoire::Condition;
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// The index label; nothing where the label is not in the repertoire.
pub(super) fn index(file: &RuleFile, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
    let mut judged = Judged::of(file)?;
    if label.is_empty() || label.len() > MOST_POINTS || !judged.read(file, label) {
        return Ok(None);
    }
    let lattice = Lattice::of(file, &mut judged, label)?;
    let mut least = Least::new(file, label);
    if let Some(index) = least.straight(&lattice)? {
        return Ok(Some(index));
    }
    let mut best: Vec<Option<Vec<u32>>> = memory::filled(None, label.len())?;
    for at in (0..lattice.len()).rev() {
        let mut found: Option<Vec<u32>> = None;
        for piece in lattice.at(at) {
            let mut one = memory::copied(least.of(*piece)?)?;
            let rest = best.get(piece.end).and_then(Option::as_deref).unwrap_or_default();
            memory::append(&mut one, rest)?;
            if found.as_ref().is_none_or(|found| one < *found) {
                found = Some(one);
            }
        }
        bounded::put(&mut best, at, found);
    }
    Ok(best.into_iter().next().flatten())
}

/// The least choices of a label.
pub(super) struct Least<'a> {
    file: &'a RuleFile,
    label: &'a [u32],
    /// The label with a variant in it, for conditions.
    within: Option<Reading>,
    text: Vec<u32>,
}

impl<'a> Least<'a> {
    pub(super) fn new(file: &'a RuleFile, label: &'a [u32]) -> Self {
        Self { file, label, within: None, text: Vec::new() }
    }

    /// The index label of a label that is cut in one way only.
    fn straight(&mut self, lattice: &Lattice) -> Result<Option<Vec<u32>>, Error> {
        let (mut index, mut at) = (memory::reserved(self.label.len())?, 0);
        loop {
            match lattice.at(at) {
                [] => return Ok(Some(index)),
                [piece] => {
                    memory::append(&mut index, self.of(*piece)?)?;
                    at = piece.end;
                }
                _ => return Ok(None),
            }
        }
    }

    /// The least of a piece and its variants.
    pub(super) fn of(&mut self, piece: Piece) -> Result<&'a [u32], Error> {
        let mut least = bounded::part(self.label, piece.start..piece.end);
        let file = self.file;
        for other in others(file, piece) {
            let units = other.units.of(&file.repertoire.units);
            if units < least && self.holds(other.condition, units, piece)? {
                least = units;
            }
        }
        Ok(least)
    }

    /// Returns whether a condition holds for a variant in the place of its element.
    fn holds(&mut self, condition: Condition, units: &[u32], piece: Piece) -> Result<bool, Error> {
        if condition == Condition::Always {
            return Ok(true);
        }
        self.text.clear();
        memory::append(&mut self.text, bounded::first(self.label, piece.start))?;
        memory::append(&mut self.text, units)?;
        memory::append(&mut self.text, bounded::rest(self.label, piece.end))?;
        if self.text.len() > MOST_POINTS {
            return Ok(false);
        }
        let mut within = match self.within.take() {
            Some(within) => within,
            None => Reading::of(self.file)?,
        };
        within.read(self.file, &self.text);
        let holds = within.holds(self.file, condition, piece.start, bounded::add(piece.start, units.len()));
        self.within = Some(within);
        Ok(holds)
    }
}
