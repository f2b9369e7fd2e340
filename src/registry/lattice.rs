//! All ways to cut a label into elements whose conditions hold in it, as a graph of places (RFC 7940 section 8.2).

use super::file::RuleFile;
use super::matching::{PlaceSet, place};
use super::parts::{ElementPlace, JudgedLabel, elements_at};
use super::repertoire::Span;
use crate::error::Error;
use crate::{bounded, memory};

#[derive(Debug, Default)]
pub(super) struct Lattice {
    /// The pieces that a way from the beginning to the end has, in the order of their beginnings, the longest first.
    pieces: Vec<ElementPlace>,
    /// Of each place, the pieces that begin there.
    from: Vec<Span>,
}

impl Lattice {
    /// The ways through a label that was read.
    pub(super) fn of(file: &RuleFile, judged: &mut JudgedLabel, label: &[u32]) -> Result<Self, Error> {
        Self::under(file, judged, label, true)
    }

    /// The ways where conditions do not count, too.
    pub(super) fn of_all(file: &RuleFile, judged: &mut JudgedLabel, label: &[u32]) -> Result<Self, Error> {
        Self::under(file, judged, label, false)
    }

    fn under(file: &RuleFile, judged: &mut JudgedLabel, label: &[u32], has_conditions: bool) -> Result<Self, Error> {
        let (mut pieces, mut reached): (Vec<ElementPlace>, PlaceSet) = (Vec::new(), 1);
        for at in 0..judged.reading.count() {
            if reached & place(at) == 0 {
                continue;
            }
            for (piece, condition) in elements_at(file, &judged.reading, label, at) {
                if !has_conditions || judged.reading.holds(file, condition, piece.start, piece.end) {
                    reached |= place(piece.end);
                    memory::push(&mut pieces, piece)?;
                }
            }
        }
        let mut useful = place(label.len());
        for piece in pieces.iter().rev() {
            if useful & place(piece.end) != 0 {
                useful |= place(piece.start);
            }
        }
        pieces.retain(|piece| useful & place(piece.end) != 0);
        let mut from = memory::filled(Span::default(), label.len())?;
        let mut start = 0;
        for run in pieces.chunk_by(|a, b| a.start == b.start) {
            let end = bounded::add(start, run.len());
            if let Some(first) = run.first() {
                bounded::put(&mut from, first.start, Span::since(bounded::first(&pieces, end), start));
            }
            start = end;
        }
        Ok(Self { pieces, from })
    }

    /// The pieces that begin at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> &[ElementPlace] {
        self.from.get(place).map_or(&[], |span| span.of(&self.pieces))
    }

    /// The number of places, without the end.
    pub(super) fn len(&self) -> usize {
        self.from.len()
    }
}
