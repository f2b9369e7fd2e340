//! The watched names and labels that were found in a text, and where.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::shapes::How;
use super::standing::{span_of, starts};
use crate::display::labels::Labels;
use crate::error::Error;
use crate::label::MAX_NAME;
use crate::{bounded, memory};

/// A watched name or label that a name looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookalike<'a> {
    /// The watched name or label.
    pub target: &'a str,
    /// In which way.
    pub how: How,
    /// The degree of likeness, from 0 to 1: docs/display.md has the table.
    pub score: f64,
    /// Where in the text, in characters: the labels, or the part of a label, that look like it. The whole text where
    /// the name is written otherwise there, as one between brackets is.
    pub span: Range<usize>,
}

/// The result of a comparison of a text with watched names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Looked<'a> {
    /// Names in it look like these, the most alike first.
    Like(Vec<Lookalike<'a>>),
    /// No name in it looks like a watched one.
    Unlike,
    /// It is more than a name, and no name was found in it.
    NoName,
}

/// The Unicode forms of names, as hashes under a key that nobody knows.
#[derive(Clone, Debug, Default)]
pub(super) struct NameSet {
    keys: RandomState,
    hashes: HashSet<u64>,
}

impl NameSet {
    pub(super) fn insert(&mut self, name: &[u32]) -> Result<(), Error> {
        self.hashes.try_reserve(1).map_err(|_| memory::refused())?;
        self.hashes.insert(self.keys.hash_one(name));
        Ok(())
    }

    pub(super) fn has(&self, name: &[u32]) -> bool {
        !self.hashes.is_empty() && self.hashes.contains(&self.keys.hash_one(name))
    }

    /// Returns whether a name or one above it is among them.
    pub(super) fn has_above(&self, name: &[u32]) -> bool {
        // No name of DNS is longer.
        let mut above =
            starts(name).map(|start| bounded::rest(name, start)).take_while(|above| above.len() <= MAX_NAME);
        !self.hashes.is_empty() && above.any(|above| self.has(above))
    }
}

/// The hits in a text, of each watched text the best one.
pub(super) struct Hits<'w, 't> {
    text: &'t str,
    found: Vec<Lookalike<'w>>,
    places: HashMap<&'w str, usize>,
    /// The place in the text of the last name that was found there, in octets and in characters.
    seen: (usize, usize),
    /// So many names that do not stand behind the last one are still sought.
    detours: usize,
    /// The number of characters of the text, once it was counted.
    count: Option<usize>,
}

/// Each detour goes over the whole text, and a text may hold any number of names.
const DETOURS: usize = 64;

impl<'w, 't> Hits<'w, 't> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, found: Vec::new(), places: HashMap::new(), seen: (0, 0), detours: DETOURS, count: None }
    }

    /// Adds a hit, unless there is one of the same watched text that is as good: the part of the Unicode form of a name
    /// that looks like it. A span is told for those that are added alone, so that time is linear in the text.
    pub(super) fn add(
        &mut self,
        target: &'w str,
        (how, score): (How, f64),
        (name, labels): (&str, &Labels),
        part: Range<usize>,
    ) -> Result<(), Error> {
        let place = self.places.get(target).copied();
        if place.and_then(|place| self.found.get(place)).is_some_and(|other| other.score >= score) {
            return Ok(());
        }
        let hit = Lookalike { target, how, score, span: self.span(name, labels, part)? };
        if let Some(other) = place.and_then(|place| self.found.get_mut(place)) {
            *other = hit;
            return Ok(());
        }
        self.places.try_reserve(1).map_err(|_| memory::refused())?;
        self.places.insert(target, self.found.len());
        memory::push(&mut self.found, hit)
    }

    pub(super) fn in_order(mut self) -> Vec<Lookalike<'w>> {
        let place = |hit: &Lookalike<'_>| self.places.get(hit.target);
        // A stable sort takes memory that cannot be refused.
        let in_order = |one: &Lookalike<'_>, other: &Lookalike<'_>| {
            other.score.total_cmp(&one.score).then_with(|| place(one).cmp(&place(other)))
        };
        self.found.sort_unstable_by(in_order);
        self.found
    }

    /// The place in the text, in characters, of a part of the Unicode form of a name that stands in it. Of a name that
    /// is longer than those of DNS, and of one too many that is written otherwise there, it is the whole text.
    fn span(&mut self, name: &str, labels: &Labels, part: Range<usize>) -> Result<Range<usize>, Error> {
        let is_short = name.len() <= bounded::mul(MAX_NAME, 4);
        if is_short
            && let Some(offset) = self.offset_of(name)
            && let Some(span) = span_of(name, labels.text(), part)?
        {
            return Ok(bounded::add(offset, span.start)..bounded::add(offset, span.end));
        }
        Ok(0..*self.count.get_or_insert_with(|| self.text.chars().count()))
    }

    /// Where a name stands in the text, in characters. Names come in their order, more or less.
    fn offset_of(&mut self, name: &str) -> Option<usize> {
        if self.detours == 0 {
            return None;
        }
        let (octets, count) = self.seen;
        let rest = bounded::characters(self.text, octets..self.text.len());
        let (from, count, place) = match rest.find(name) {
            Some(place) => (octets, count, bounded::add(octets, place)),
            None => {
                self.detours = bounded::sub(self.detours, 1);
                (0, 0, self.text.find(name)?)
            }
        };
        let count = bounded::add(count, bounded::characters(self.text, from..place).chars().count());
        self.seen = (place, count);
        Some(count)
    }
}
