//! The permutations of one label under one file: each way to put variants into the places of its elements.
//!
//! ```text
//! place   0     1     2          the elements of each place, the longest first;
//!         p     a     y          of each element first itself, then its variants in the order of the file;
//!         р     à                the last place changes first
//! ```
//!
//! A permutation is judged when it is whole: conditions of variants are asked in it, not in the original label.

use std::collections::HashSet;

use super::actions::{Decision, KindSet, OnKinds, OnRule, kind};
use super::fault::{RuleFault, RuleFileError};
use super::file::RuleFile;
use super::lattice::Lattice;
use super::matching::RuleReading;
use super::natural::Natural;
use super::order::order_of;
use super::parts::{ElementPlace, JudgedLabel, disposition};
use super::repertoire::Condition;
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// So many permutations in a row may be refused.
const MOST_REFUSED: usize = 1 << 16;

/// The choice at a place.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    piece: ElementPlace,
    /// The number of the piece among those of its place.
    number: usize,
    /// 0 for the piece itself, or the number of the variant counted from 1.
    option: usize,
    /// Where it begins in the permutation.
    start: usize,
}

/// A permutation that the rules do not refuse.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllowedLabel {
    pub(super) kinds: KindSet,
    pub(super) disposition: u32,
}

pub(super) struct Permuter {
    label: Vec<u32>,
    judged: JudgedLabel,
    lattice: Lattice,
    chosen: Vec<Chosen>,
    made: Vec<u32>,
    /// The labels so far, where two ways may make the same.
    seen: Option<HashSet<Vec<u32>>>,
    is_begun: bool,
    /// The permutations since the last one that no rule refuses.
    refused: usize,
}

/// The result of some tries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tried {
    Found(AllowedLabel),
    NotYet,
    End,
}

impl Permuter {
    /// The permutations of a label; none where the label is not eligible.
    pub(super) fn of(file: &RuleFile, label: &[u32]) -> Result<Option<Self>, Error> {
        let mut judged = JudgedLabel::of(file)?;
        if label.is_empty() || label.len() > MOST_POINTS || !judged.read(file, label) {
            return Ok(None);
        }
        let (kinds, is_whole) = judged.all_own_kinds(file);
        if disposition(file, judged.decided(file, kinds, is_whole)) == file.invalid {
            return Ok(None);
        }
        let lattice = Lattice::of(file, &mut judged, label)?;
        let seen = if is_code(file, &lattice)? { None } else { Some(HashSet::new()) };
        let (label, chosen, made) = (memory::copied(label)?, Vec::new(), Vec::new());
        Ok(Some(Self { label, judged, lattice, chosen, made, seen, is_begun: false, refused: 0 }))
    }

    /// Notes each label that is made, so that other permuters do not make it again.
    pub(super) fn note(&mut self, seen: HashSet<Vec<u32>>) {
        self.seen = Some(seen);
    }

    /// The labels that were noted.
    pub(super) fn noted(self) -> HashSet<Vec<u32>> {
        self.seen.unwrap_or_default()
    }

    /// The last permutation.
    pub(super) fn made(&self) -> &[u32] {
        &self.made
    }

    /// Tries at most so many permutations, up to the next that is another label than the original and that no rule
    /// refuses.
    pub(super) fn next(&mut self, file: &RuleFile, tries: usize) -> Result<Tried, RuleFileError> {
        for _ in 0..tries {
            // The first one is the label, which no rule refuses.
            let is_permuted = self.is_begun;
            if !self.step(file)? {
                return Ok(Tried::End);
            }
            if let Some(allowed) = self.judge(file)? {
                self.refused = 0;
                return Ok(Tried::Found(allowed));
            }
            self.refused = bounded::add(self.refused, usize::from(is_permuted));
            if self.refused > MOST_REFUSED {
                return Err(RuleFileError::of_no_line(RuleFault::TooManyPermutations));
            }
        }
        Ok(Tried::NotYet)
    }

    /// Makes the next permutation.
    fn step(&mut self, file: &RuleFile) -> Result<bool, Error> {
        if !self.is_begun {
            self.is_begun = true;
            self.go_on(file, 0)?;
            return Ok(true);
        }
        while let Some(mut last) = self.chosen.pop() {
            self.made.truncate(last.start);
            if last.option < file.repertoire.others(last.piece.entry).len() {
                last.option = bounded::add(last.option, 1);
            } else {
                last.number = bounded::add(last.number, 1);
                let Some(&piece) = self.lattice.at(last.piece.start).get(last.number) else { continue };
                (last.piece, last.option) = (piece, 0);
            }
            self.choose(file, last)?;
            self.go_on(file, last.piece.end)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Goes on from a place with the first choices.
    fn go_on(&mut self, file: &RuleFile, mut at: usize) -> Result<(), Error> {
        while let Some(&piece) = self.lattice.at(at).first() {
            self.choose(file, Chosen { piece, start: self.made.len(), ..Chosen::default() })?;
            at = piece.end;
        }
        Ok(())
    }

    #[inline]
    fn choose(&mut self, file: &RuleFile, chosen: Chosen) -> Result<(), Error> {
        let piece = chosen.piece;
        match chosen.option.checked_sub(1).and_then(|index| file.repertoire.others(piece.entry).get(index)) {
            Some(other) => memory::append(&mut self.made, other.units.of(&file.repertoire.units))?,
            None => memory::append(&mut self.made, bounded::part(&self.label, piece.start..piece.end))?,
        }
        memory::push(&mut self.chosen, chosen)
    }

    /// Returns what the rules say of the permutation; nothing where they refuse it, or where it was made before.
    fn judge(&mut self, file: &RuleFile) -> Result<Option<AllowedLabel>, Error> {
        if self.made.len() > MOST_POINTS || self.made.is_empty() || self.made == self.label {
            return Ok(None);
        }
        self.judged.reading.read(file, &self.made);
        let Some((kinds, is_whole)) = self.kinds(file) else { return Ok(None) };
        if !self.judged.cut(file, &self.made) {
            return Ok(None);
        }
        let disposition = disposition(file, self.judged.decided(file, kinds, is_whole));
        if disposition == file.invalid || !self.is_new()? {
            return Ok(None);
        }
        Ok(Some(AllowedLabel { kinds, disposition }))
    }

    fn is_new(&mut self) -> Result<bool, Error> {
        let Some(seen) = &mut self.seen else { return Ok(true) };
        seen.try_reserve(1).map_err(|_| memory::refused())?;
        Ok(seen.insert(memory::copied(&self.made)?))
    }

    /// The types of the permutation, and whether all of it is by mappings; nothing where a condition fails.
    #[inline]
    fn kinds(&mut self, file: &RuleFile) -> Option<(KindSet, bool)> {
        let (mut kinds, mut is_whole) = (0, true);
        for index in 0..self.chosen.len() {
            let chosen = bounded::at(&self.chosen, index);
            let next = self.chosen.get(bounded::add(index, 1));
            let end = next.map_or(self.made.len(), |next| next.start);
            match chosen.option.checked_sub(1).and_then(|index| file.repertoire.others(chosen.piece.entry).get(index)) {
                Some(other) => {
                    if !self.judged.reading.holds(file, other.condition, chosen.start, end) {
                        return None;
                    }
                    kinds |= kind(other.kind);
                }
                None => {
                    let (own, has_one) = self
                        .judged
                        .own_kinds(file, ElementPlace { entry: chosen.piece.entry, start: chosen.start, end });
                    kinds |= own;
                    is_whole &= has_one;
                }
            }
        }
        Some((kinds, is_whole))
    }

    /// The number of ways through the label, without the label itself.
    pub(super) fn ways(&self, file: &RuleFile) -> Result<Natural, Error> {
        let mut ways = memory::filled(Natural::default(), bounded::add(self.lattice.len(), 1))?;
        if let Some(end) = ways.last_mut() {
            *end = Natural::of(1)?;
        }
        for at in (0..self.lattice.len()).rev() {
            let mut sum = Natural::default();
            for piece in self.lattice.at(at) {
                let mut further = ways.get(piece.end).cloned().unwrap_or_default();
                further.multiply(bounded::add(file.repertoire.others(piece.entry).len(), 1))?;
                sum.add(&further)?;
            }
            if let Some(slot) = ways.get_mut(at) {
                *slot = sum;
            }
        }
        let mut all = ways.into_iter().next().unwrap_or_default();
        all.decrement();
        Ok(all)
    }

    /// Returns whether every way makes another label that no rule refuses, so that ways are variants.
    pub(super) fn all_allowed(&mut self, file: &RuleFile) -> Result<bool, Error> {
        if self.seen.is_some() || !are_free(file, &self.lattice, &self.label) {
            return Ok(false);
        }
        let (columns, kinds) = self.columns(file)?;
        let may_be_met = |decision: &Decision| {
            let by_kinds = match decision.kinds {
                OnKinds::Nothing => true,
                OnKinds::Any(asked) | OnKinds::All(asked) | OnKinds::Only(asked) => asked & kinds != 0,
            };
            by_kinds
                && match decision.rule {
                    OnRule::Match(rule) => columns.as_ref().is_none_or(|all| all.matches(file, rule)),
                    OnRule::Nothing | OnRule::NotMatch(_) => true,
                }
        };
        let mut refusals = file.decisions.iter().filter(|decision| decision.disposition == file.invalid);
        Ok(!refusals.any(may_be_met))
    }

    /// The label with each class where any choice puts it, if all choices of a place are equally long; and the types of
    /// all choices.
    fn columns(&self, file: &RuleFile) -> Result<(Option<RuleReading>, KindSet), Error> {
        let (mut kinds, mut are_equally_long, mut all) = (0, true, RuleReading::of(file)?);
        all.read(file, &self.label);
        for at in 0..self.lattice.len() {
            for piece in self.lattice.at(at) {
                for own in file.repertoire.reflexive(piece.entry) {
                    kinds |= kind(own.kind);
                }
                for other in file.repertoire.others(piece.entry) {
                    kinds |= kind(other.kind);
                    let units = other.units.of(&file.repertoire.units);
                    if units.len() == bounded::sub(piece.end, piece.start) {
                        all.add(file, units, piece.start);
                    } else {
                        are_equally_long = false;
                    }
                }
            }
        }
        Ok((are_equally_long.then_some(all), kinds))
    }
}

/// Returns whether a label tells by which choices it was made: there is one way to cut the original, and no choice of
/// a place is the beginning of another.
fn is_code(file: &RuleFile, lattice: &Lattice) -> Result<bool, Error> {
    for at in 0..lattice.len() {
        let (first, further) = match lattice.at(at) {
            [] => continue,
            [first, further @ ..] => (*first, further),
        };
        if !further.is_empty() {
            return Ok(false);
        }
        let others = file.repertoire.others(first.entry);
        let mut made: Vec<&[u32]> = memory::reserved(bounded::add(others.len(), 1))?;
        made.push(file.repertoire.units_of(first.entry));
        made.extend(others.iter().map(|other| other.units.of(&file.repertoire.units)));
        if made.len() == 1 {
            continue;
        }
        let numbers = order_of(made.len(), &|a, b| bounded::at(&made, a).cmp(bounded::at(&made, b)))?;
        let of = |number: u32| bounded::at(&made, bounded::index(number));
        if numbers.windows(2).any(|pair| matches!(*pair, [before, after] if of(after).starts_with(of(before)))) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether no choice has a condition, and every code point of every choice is in the repertoire without one.
fn are_free(file: &RuleFile, lattice: &Lattice, label: &[u32]) -> bool {
    let repertoire = &file.repertoire;
    let is_free = |&code: &u32| {
        let beginning = repertoire.beginning(repertoire.points.known(code));
        match repertoire.entry(beginning.single) {
            Some(entry) => entry.condition == Condition::Always,
            None => repertoire.range_of(code).is_some_and(|range| range.condition == Condition::Always),
        }
    };
    label.iter().all(is_free)
        && (0..lattice.len()).flat_map(|at| lattice.at(at)).all(|piece| {
            repertoire.reflexive(piece.entry).iter().all(|own| own.condition == Condition::Always)
                && file.repertoire.others(piece.entry).iter().all(|other| {
                    other.condition == Condition::Always && other.units.of(&repertoire.units).iter().all(is_free)
                })
        })
}
