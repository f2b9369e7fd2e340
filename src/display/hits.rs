//! The watched names and labels that were found in a text, and where.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::labels::{DOT, Labels};
use super::shapes::How;
use super::standing::span_of;
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
        let behind = name.iter().enumerate().rev().filter(|&(_, &unit)| unit == DOT);
        let starts = behind.map(|(place, _)| bounded::add(place, 1)).chain([0]);
        // No name of DNS is longer.
        let mut above = starts.map(|start| bounded::rest(name, start)).take_while(|above| above.len() <= MAX_NAME);
        !self.hashes.is_empty() && above.any(|above| self.has(above))
    }
}

/// Adds a hit, unless there is one of the same text that is as good.
pub(super) fn add_best<'a>(found: &mut Vec<Lookalike<'a>>, hit: Lookalike<'a>) -> Result<(), Error> {
    match found.iter_mut().find(|other| other.target == hit.target) {
        Some(other) if other.score < hit.score => *other = hit,
        Some(_) => {}
        None => memory::push(found, hit)?,
    }
    Ok(())
}

/// The most alike first.
pub(super) fn in_order(mut found: Vec<Lookalike<'_>>) -> Vec<Lookalike<'_>> {
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found
}

/// The place in a text, in characters, of a part of the Unicode form of a name that stands in it.
pub(super) fn span_in(text: &str, name: &str, labels: &Labels, part: Range<usize>) -> Range<usize> {
    let whole = 0..text.chars().count();
    let Some(start) = text.find(name) else { return whole };
    let offset = bounded::characters(text, 0..start).chars().count();
    span_of(name, labels.text(), part)
        .map_or(whole, |span| bounded::add(offset, span.start)..bounded::add(offset, span.end))
}
