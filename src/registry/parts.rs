//! A label in the elements of the repertoire, and its disposition (RFC 7940 sections 8.1 and 8.3).
//!
//! Eligible is a label that is cut so: from the left, each time the longest element whose condition holds. That is the
//! reading of the reference engine; other ways to cut it (`lattice.rs`) count for variants alone.

use super::actions::{KindSet, OnKinds, OnRule, kind};
use super::file::RuleFile;
use super::matching::RuleReading;
use super::points::NONE;
use super::repertoire::Condition;
use crate::bounded;
use crate::error::Error;
use crate::memory;

/// An element where it stands in a label.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ElementPlace {
    /// The number of its entry; [`NONE`] for a code point of a range.
    pub(super) entry: u32,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The elements that stand at a place, each with its condition: sequences, the longest first, then the code point.
pub(super) fn elements_at<'a>(
    file: &'a RuleFile,
    reading: &RuleReading,
    label: &'a [u32],
    at: usize,
) -> impl Iterator<Item = (ElementPlace, Condition)> + use<'a> {
    let repertoire = &file.repertoire;
    let beginning = repertoire.beginning(reading.point(at));
    let rest = bounded::rest(label, at);
    let sequences = repertoire.sequences_of(beginning).iter().filter_map(move |&number| {
        let units = repertoire.units_of(number);
        let condition = repertoire.entry(number)?.condition;
        let end = bounded::add(at, units.len());
        rest.starts_with(units).then_some((ElementPlace { entry: number, start: at, end }, condition))
    });
    let end = bounded::add(at, 1);
    let alone = match (repertoire.entry(beginning.single), rest.first()) {
        (Some(entry), _) => Some((ElementPlace { entry: beginning.single, start: at, end }, entry.condition)),
        (None, Some(&code)) => {
            let range = repertoire.range_of(code);
            range.map(|range| (ElementPlace { entry: NONE, start: at, end }, range.condition))
        }
        (None, None) => None,
    };
    sequences.chain(alone)
}

/// A label that is judged: how rules see it, and its elements.
#[derive(Debug, Default)]
pub(super) struct JudgedLabel {
    pub(super) reading: RuleReading,
    pub(super) pieces: Vec<ElementPlace>,
}

impl JudgedLabel {
    pub(super) fn of(file: &RuleFile) -> Result<Self, Error> {
        Ok(Self { reading: RuleReading::of(file)?, pieces: memory::reserved(super::rules::MOST_POINTS)? })
    }

    /// Reads a label. Returns whether it is in the repertoire; [`JudgedLabel::pieces`] are its elements up to the place
    /// where it is not.
    pub(super) fn read(&mut self, file: &RuleFile, label: &[u32]) -> bool {
        self.reading.read(file, label);
        self.cut(file, label)
    }

    /// The same of a label that was read already.
    pub(super) fn cut(&mut self, file: &RuleFile, label: &[u32]) -> bool {
        self.pieces.clear();
        let mut at = 0;
        while at < self.reading.count() {
            let Some(piece) = self.longest(file, label, at) else { return false };
            // There is room: each piece has a code point.
            self.pieces.push(piece);
            at = piece.end;
        }
        at == label.len()
    }

    /// The longest element at a place whose condition holds.
    pub(super) fn longest(&mut self, file: &RuleFile, label: &[u32], at: usize) -> Option<ElementPlace> {
        let found = elements_at(file, &self.reading, label, at)
            .find(|(piece, condition)| self.reading.holds(file, *condition, piece.start, piece.end));
        found.map(|(piece, _)| piece)
    }

    /// The types of an element that stands for itself, and whether it has such a mapping.
    #[inline]
    pub(super) fn own_kinds(&mut self, file: &RuleFile, piece: ElementPlace) -> (KindSet, bool) {
        let (mut kinds, mut has_one) = (0, false);
        for own in file.repertoire.reflexive(piece.entry) {
            if self.reading.holds(file, own.condition, piece.start, piece.end) {
                kinds |= kind(own.kind);
                has_one = true;
            }
        }
        (kinds, has_one)
    }

    /// The number of the action that decides on the label, which is in the repertoire, and whose variants have these
    /// types. The last action of the standard decides where no other does.
    pub(super) fn decided(&self, file: &RuleFile, kinds: KindSet, is_whole: bool) -> usize {
        let is_met = |decision: &super::actions::Decision| {
            decision.kinds.is_met(kinds, is_whole)
                && match decision.rule {
                    OnRule::Nothing => true,
                    OnRule::Match(rule) => self.reading.matches(file, rule),
                    OnRule::NotMatch(rule) => !self.reading.matches(file, rule),
                }
        };
        file.decisions.iter().position(is_met).unwrap_or_default()
    }

    /// The types of the label itself, and whether all of it has mappings to itself.
    pub(super) fn all_own_kinds(&mut self, file: &RuleFile) -> (KindSet, bool) {
        let (mut kinds, mut is_whole) = (0, true);
        for index in 0..self.pieces.len() {
            let piece = bounded::at(&self.pieces, index);
            let (own, has_one) = self.own_kinds(file, piece);
            kinds |= own;
            is_whole &= has_one;
        }
        (kinds, is_whole)
    }
}

/// The disposition of an action.
pub(super) fn disposition(file: &RuleFile, action: usize) -> u32 {
    file.decisions.get(action).map_or(file.invalid, |decision| decision.disposition)
}

/// The types that an action asks for.
pub(super) fn asked_kinds(file: &RuleFile, action: usize) -> KindSet {
    match file.decisions.get(action).map(|decision| decision.kinds) {
        Some(OnKinds::Any(kinds) | OnKinds::All(kinds) | OnKinds::Only(kinds)) => kinds,
        Some(OnKinds::Nothing) | None => 0,
    }
}
