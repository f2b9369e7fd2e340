//! The work on one column, in steps between which others may run.

use core::ops::Range;

use super::Fault;
use super::bits::{self, Bits};
use super::codec::{Mode, Task};
use super::piece::{Piece, Refused};
use super::threads::{MOST, in_parallel};
use crate::memory;

/// The rows of a column, whatever holds them.
pub(crate) trait Layout: Sync {
    /// What a column is converted to.
    type Output: Default;

    fn count(&self) -> usize;
    fn validity(&self) -> Option<Bits<'_>>;
    /// How many octets rows have, as far as it is known.
    fn weight(&self, rows: Range<usize>) -> usize;
    /// The octets of a row.
    fn row(&self, row: usize) -> Option<&[u8]>;
    /// Finds what changes in a piece.
    fn examine(&self, piece: &mut Piece, task: &Task<'_>) -> Result<(), Fault>;
    /// Appends the pieces to the output.
    fn write(&self, pieces: &[Piece], threads: usize, output: &mut Self::Output) -> Result<(), Fault>;
}

/// The usual number of rows of a piece: what is made of them is still in the second cache when it is written.
const PIECE: usize = 16_384;

/// The most octets of a piece that has more than one row.
const HEAVY: usize = 1 << 24;

/// So many octets are kept of the pieces that are taken at once, if it can be had.
const LIGHT: usize = 1 << 22;

/// A column that is being converted.
pub(crate) struct Job<'a, L: Layout> {
    layout: &'a L,
    task: Task<'a>,
    threads: usize,
    piece: usize,
    pieces: Vec<Piece>,
    next: usize,
    /// How many pieces are taken at once.
    share: usize,
    outcome: Outcome<L::Output>,
}

/// What becomes of a column.
pub(crate) struct Outcome<T> {
    /// The new texts; nothing where the column is its own form.
    pub(crate) output: Option<T>,
    /// Which rows are not null, where other rows are null than before. For a verdict, which rows are not refused.
    pub(crate) validity: Option<Vec<u8>>,
    pub(crate) refused: Vec<Refused>,
}

impl<'a, L: Layout> Job<'a, L> {
    pub(crate) fn new(layout: &'a L, task: Task<'a>, threads: usize) -> Self {
        let threads = threads.clamp(1, MOST);
        Self {
            layout,
            task,
            threads,
            share: threads.saturating_mul(8),
            piece: PIECE,
            pieces: Vec::new(),
            next: 0,
            outcome: Outcome { output: None, validity: None, refused: Vec::new() },
        }
    }

    /// The same in pieces of so many rows.
    #[cfg(test)]
    pub(super) fn in_pieces_of(mut self, rows: usize) -> Self {
        self.piece = rows.max(1);
        self
    }

    /// Works on the next pieces. Says whether there are more.
    pub(crate) fn step(&mut self) -> Result<bool, Fault> {
        let first = self.next;
        self.take_pieces(self.layout.count())?;
        let (layout, task) = (self.layout, self.task);
        in_parallel(self.threads, &mut self.pieces, &|piece| piece.fault = layout.examine(piece, &task).err());
        if let Some(fault) = self.pieces.iter().find_map(|piece| piece.fault) {
            return Err(fault);
        }
        self.take_note()?;
        self.adjust_share();
        let is_changed = self.pieces.iter().any(|piece| !piece.changes.is_empty());
        if task.mode != Mode::Verdict && (is_changed || self.outcome.output.is_some()) {
            if self.outcome.output.is_none() {
                self.write_unchanged(first)?;
            }
            self.write()?;
        }
        Ok(self.next < self.layout.count())
    }

    pub(crate) fn finished(self) -> Outcome<L::Output> {
        self.outcome
    }

    /// Takes the next pieces: one by one, or as many as it takes to give threads something to do.
    fn take_pieces(&mut self, end: usize) -> Result<(), Fault> {
        let count = if self.threads == 1 { 1 } else { self.share };
        let mut taken = 0;
        while taken < count && self.next < end {
            let mut rows = self.next..self.next.saturating_add(self.piece).min(end);
            while rows.len() > 1 && self.layout.weight(rows.clone()) > HEAVY {
                rows.end = rows.start.wrapping_add(rows.len().div_ceil(2));
            }
            self.next = rows.end;
            if self.pieces.len() == taken {
                memory::push(&mut self.pieces, Piece::default())?;
            }
            if let Some(piece) = self.pieces.get_mut(taken) {
                piece.begin(rows);
            }
            taken = taken.wrapping_add(1);
        }
        self.pieces.truncate(taken);
        Ok(())
    }

    /// Takes more pieces next time where little was kept of these, and fewer where it was much.
    fn adjust_share(&mut self) {
        let kept = |piece: &Piece| piece.octets.len().saturating_add(size_of_val(piece.changes.as_slice()));
        let kept = self.pieces.iter().map(kept).fold(0, usize::saturating_add);
        let most = self.threads.saturating_mul(128);
        self.share =
            if kept < LIGHT { self.share.saturating_mul(2).min(most) } else { (self.share >> 1).max(self.threads) };
    }

    /// Takes down which rows became null and why.
    fn take_note(&mut self) -> Result<(), Fault> {
        for piece in &self.pieces {
            for change in piece.changes.iter().filter(|change| change.is_null) {
                if self.outcome.validity.is_none() {
                    let count = self.layout.count();
                    let before = self.layout.validity().filter(|_| self.task.mode != Mode::Verdict);
                    self.outcome.validity = Some(before.map_or_else(|| bits::ones(count), |bits| bits.copied(count))?);
                }
                if let Some(validity) = &mut self.outcome.validity {
                    bits::clear(validity, piece.row(change));
                }
            }
            memory::append(&mut self.outcome.refused, &piece.refused)?;
        }
        Ok(())
    }

    /// Writes all rows before this one, none of which changes.
    fn write_unchanged(&mut self, end: usize) -> Result<(), Fault> {
        let (next, pieces) = (self.next, core::mem::take(&mut self.pieces));
        self.next = 0;
        while self.next < end {
            self.take_pieces(end)?;
            self.write()?;
        }
        (self.next, self.pieces) = (next, pieces);
        self.outcome.output.get_or_insert_default();
        Ok(())
    }

    fn write(&mut self) -> Result<(), Fault> {
        let output = self.outcome.output.get_or_insert_default();
        self.layout.write(&self.pieces, self.threads, output)
    }
}
