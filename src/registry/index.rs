//! The index label: one key for a label and its variants (RFC 7940 section 8.5).
//!
//! Of each element the least of itself and its variants is taken, whose conditions are asked in the original label with
//! the variant in the place of the element. Of all ways to cut the label the least result counts. As what an element
//! becomes does not depend on the way, the least end of the label is found from the right to the left.

use super::file::RuleFile;
use super::lattice::Lattice;
use super::matching::RuleReading;
use super::parts::{ElementPlace, JudgedLabel};
use super::repertoire::Condition;
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// The index label; nothing where the label is not in the repertoire.
pub(super) fn index(file: &RuleFile, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
    let mut judged = JudgedLabel::of(file)?;
    if label.is_empty() || label.len() > MOST_POINTS || !judged.read(file, label) {
        return Ok(None);
    }
    let lattice = Lattice::of(file, &mut judged, label)?;
    let mut least = Least::new(file, label);
    least_text(&lattice, label, &mut |piece| least.of(piece)).map(Some)
}

/// The least text of a label, of all ways to cut it, where of each piece one text counts.
pub(super) fn least_text<'a>(
    lattice: &Lattice,
    label: &'a [u32],
    least: &mut dyn FnMut(ElementPlace) -> Result<&'a [u32], Error>,
) -> Result<Vec<u32>, Error> {
    let mut best = memory::filled((NOTHING, label.len()), label.len())?;
    for at in (0..lattice.len()).rev() {
        let mut found: Option<(&[u32], usize)> = None;
        for piece in lattice.at(at) {
            let one = (least(*piece)?, piece.end);
            if found.is_none_or(|found| text_of(one, &best).lt(text_of(found, &best))) {
                found = Some(one);
            }
        }
        bounded::put(&mut best, at, found.unwrap_or((NOTHING, label.len())));
    }
    let start = best.first().copied().unwrap_or((NOTHING, label.len()));
    let count = text_of(start, &best).count();
    memory::collected(text_of(start, &best), count)
}

const NOTHING: &[u32] = &[];

/// The text of a choice and of the best choices behind it, up to the end of the label.
fn text_of<'a>(choice: (&'a [u32], usize), best: &'a [(&'a [u32], usize)]) -> impl Iterator<Item = u32> {
    let next = |(_, end): &(&'a [u32], usize)| best.get(*end).copied();
    core::iter::successors(Some(choice), next).flat_map(|(units, _)| units.iter().copied())
}

/// The least choices of a label.
pub(super) struct Least<'a> {
    file: &'a RuleFile,
    label: &'a [u32],
    /// The label with a variant in it, for conditions.
    within: Option<RuleReading>,
    text: Vec<u32>,
}

impl<'a> Least<'a> {
    pub(super) fn new(file: &'a RuleFile, label: &'a [u32]) -> Self {
        Self { file, label, within: None, text: Vec::new() }
    }

    /// The least of a piece and its variants.
    pub(super) fn of(&mut self, piece: ElementPlace) -> Result<&'a [u32], Error> {
        let mut least = bounded::part(self.label, piece.start..piece.end);
        let file = self.file;
        for other in file.repertoire.others(piece.entry) {
            let units = other.units.of(&file.repertoire.units);
            if units < least && self.holds(other.condition, units, piece)? {
                least = units;
            }
        }
        Ok(least)
    }

    /// Returns whether a condition holds for a variant in the place of its element.
    fn holds(&mut self, condition: Condition, units: &[u32], piece: ElementPlace) -> Result<bool, Error> {
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
            None => RuleReading::of(self.file)?,
        };
        within.read(self.file, &self.text);
        let holds = within.holds(self.file, condition, piece.start, bounded::add(piece.start, units.len()));
        self.within = Some(within);
        Ok(holds)
    }
}
