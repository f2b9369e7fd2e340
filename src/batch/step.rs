//! A step of the work: threads examine pieces, each on its own, and write them in the order of their rows.
//!
//! A piece can be placed when all pieces before it are placed. Until then it waits. The thread that examined a piece
//! writes it, while the piece is in the cache of that thread's processor. No thread waits for another: when no piece is
//! left to examine, a thread writes all placed pieces, also those of others.

use core::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::Fault;
use super::bits;
use super::codec::{Mode, Task};
use super::job::Layout;
use super::piece::{Piece, Remarked};
use super::threads::in_parallel;
use crate::{bounded, memory};

/// The usual number of rows of a piece: what is made of them is still in the second cache when it is written.
const PIECE: usize = 16_384;

/// The most rows of the first piece, which one thread examines while the others wait.
const FIRST: usize = 1_024;

/// The most octets of a piece that has more than one row.
pub(super) const HEAVY: usize = 1 << 24;

/// After this time no piece is begun.
const STEP: Duration = Duration::from_millis(20);

/// Which rows are taken next.
pub(super) struct Rows {
    /// The most rows of a piece.
    pub(super) piece: usize,
    /// Those that do not change, as is known, and are still to be written.
    pub(super) unchanged: Range<usize>,
    /// The first one that was never taken.
    next: usize,
    /// How many octets those before it have.
    pub(super) octets: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { piece: PIECE, unchanged: 0..0, next: 0, octets: 0 }
    }
}

impl Rows {
    /// The rows of the next piece, and whether they are known not to change.
    fn take<L: Layout>(&mut self, layout: &L) -> Option<(Range<usize>, bool)> {
        let most = if self.next == 0 { self.piece.min(FIRST) } else { self.piece };
        let are_known = !self.unchanged.is_empty();
        let (next, end) =
            if are_known { (&mut self.unchanged.start, self.unchanged.end) } else { (&mut self.next, layout.count()) };
        let rows = *next..bounded::add(*next, most).min(end);
        let (last, octets) = layout.beginning(rows.clone(), HEAVY);
        *next = last;
        if !are_known {
            // Saturating, as a null may say of itself that it has any number of octets.
            self.octets = self.octets.saturating_add(octets);
        }
        (rows.start < last).then_some((rows.start..last, are_known))
    }

    /// Returns how many pieces are left, if none is heavy.
    fn pieces(&self, count: usize) -> usize {
        let left = bounded::add(bounded::sub(count, self.next), self.unchanged.len());
        left.div_ceil(self.piece)
    }
}

/// The pieces that were examined and have no place yet.
#[derive(Default)]
pub(super) struct Line {
    /// The first row of the piece whose turn it is.
    pub(super) turn: usize,
    waiting: Vec<Piece>,
    /// Pieces that are done, whose memory is used again.
    done: Vec<Piece>,
    /// How many pieces there are, those that are examined now included.
    count: usize,
}

impl Line {
    /// A piece to be begun. There is room for all pieces in `waiting` and `done` then, so that nothing is asked for
    /// when they join them.
    fn piece(&mut self, examiner: ThreadId) -> Result<Piece, Fault> {
        // The memory of its own last piece is in the cache of the thread's processor.
        let own = self.done.iter().rposition(|piece| piece.examiner == Some(examiner));
        if let Some(index) = own.or(self.done.len().checked_sub(1)) {
            return Ok(self.done.swap_remove(index));
        }
        self.count = bounded::add(self.count, 1);
        for pieces in [&mut self.waiting, &mut self.done] {
            let more = bounded::sub(self.count, pieces.len());
            pieces.try_reserve(more).map_err(|_| Fault::OutOfMemory)?;
        }
        Ok(Piece::default())
    }
}

/// What is known of the rows whose turn is over: which became null, and what a report tells of them.
pub(super) struct Notes<'j> {
    pub(super) validity: &'j mut Option<Vec<u8>>,
    pub(super) remarks: &'j mut Vec<Remarked>,
}

impl Notes<'_> {
    fn take<L: Layout>(&mut self, piece: &Piece, layout: &L, mode: Mode) -> Result<(), Fault> {
        for change in piece.changes.iter().filter(|change| change.is_null) {
            if self.validity.is_none() {
                let count = layout.count();
                let before = layout.validity().filter(|_| mode != Mode::Verdict);
                *self.validity = Some(before.map_or_else(|| bits::ones(count), |bits| bits.copied(count))?);
            }
            if let Some(validity) = self.validity {
                bits::clear(validity, piece.row(change));
            }
        }
        Ok(memory::append(self.remarks, &piece.remarks)?)
    }
}

/// Why no more pieces get their turn in a step.
enum Stop {
    Fault(Fault),
    /// There is no room for so many octets of the piece whose turn it is.
    Lack(usize),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What the threads of a step share.
pub(super) struct Step<'j, 'o, L: Layout> {
    pub(super) layout: &'j L,
    pub(super) task: Task<'j>,
    pub(super) rows: &'j mut Rows,
    pub(super) line: &'j mut Line,
    pub(super) notes: Notes<'j>,
    /// Nothing as long as no row changes.
    pub(super) room: Option<L::Room<'o>>,
}

struct Shared<'j, 'o, L: Layout> {
    of: Step<'j, 'o, L>,
    /// The pieces that have their places and are not written yet.
    placed: Vec<(Piece, L::Place<'o>)>,
    /// How many more pieces may be begun: 1 in the first step, any number in the others.
    left: usize,
    start: Instant,
    stop: Option<Stop>,
}

impl<L: Layout> Step<'_, '_, L> {
    /// Works on pieces until the time is over or there are no more. Returns how many octets there is no room for, if
    /// that ended the step.
    pub(super) fn run(self, threads: usize) -> Result<Option<usize>, Fault> {
        let (layout, task) = (self.layout, self.task);
        // Before the first piece was examined, no output has room. So the first step is of that piece alone, and starts
        // no threads that would end at once.
        let left = if self.rows.next == 0 { 1 } else { usize::MAX };
        let threads = threads.min(left).min(self.rows.pieces(layout.count()));
        let mut placed = Vec::new();
        placed.try_reserve(self.line.count).map_err(|_| Fault::OutOfMemory)?;
        let mut shared = Shared { of: self, left, placed, start: Instant::now(), stop: None };
        shared.take_turns();
        let shared = Mutex::new(shared);
        in_parallel(threads, &|| {
            let this = thread::current().id();
            loop {
                write_those(layout, &shared, |piece| piece.examiner == Some(this));
                let Some((mut piece, is_known)) = locked(&shared).next_piece(this) else { break };
                if !is_known {
                    let outcome = layout.examine(&mut piece, &task);
                    piece.end(outcome);
                }
                match layout.size(&piece) {
                    Ok(size) => piece.size = size,
                    Err(fault) => piece.fault = piece.fault.or(Some(fault)),
                }
                locked(&shared).join(piece);
            }
            write_those(layout, &shared, |_| true);
        });
        match shared.into_inner().unwrap_or_else(PoisonError::into_inner).stop {
            None => Ok(None),
            Some(Stop::Lack(octets)) => Ok(Some(octets)),
            Some(Stop::Fault(fault)) => Err(fault),
        }
    }
}

/// Writes every placed piece that `is_meant` selects.
fn write_those<L: Layout>(layout: &L, shared: &Mutex<Shared<'_, '_, L>>, is_meant: impl Fn(&Piece) -> bool) {
    // A guard in the head of the loop would be held throughout its body.
    let next = || locked(shared).placed_piece(&is_meant);
    while let Some((piece, place)) = next() {
        layout.write(&piece, place);
        locked(shared).of.line.done.push(piece);
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'o, L: Layout> Shared<'_, 'o, L> {
    /// A piece of the next rows for a thread, and whether they are known not to change.
    fn next_piece(&mut self, examiner: ThreadId) -> Option<(Piece, bool)> {
        if self.stop.is_some() || self.left == 0 || self.start.elapsed() > STEP {
            return None;
        }
        self.left = bounded::sub(self.left, 1);
        let (rows, are_known) = self.of.rows.take(self.of.layout)?;
        match self.make_piece(examiner) {
            Ok(mut piece) => {
                piece.begin(rows, examiner);
                Some((piece, are_known))
            }
            Err(fault) => {
                self.stop = Some(Stop::Fault(fault));
                None
            }
        }
    }

    /// A piece to be begun, and room for it among those that have their places.
    fn make_piece(&mut self, examiner: ThreadId) -> Result<Piece, Fault> {
        let piece = self.of.line.piece(examiner)?;
        let more = bounded::sub(self.of.line.count, self.placed.len());
        self.placed.try_reserve(more).map_err(|_| Fault::OutOfMemory)?;
        Ok(piece)
    }

    /// Takes a piece that was examined into the line. It and those behind it get their places, if it is their turn.
    fn join(&mut self, piece: Piece) {
        self.of.line.waiting.push(piece);
        self.take_turns();
    }

    /// Gives the pieces whose turn it is their places. Those that need none are passed over.
    fn take_turns(&mut self) {
        while self.stop.is_none() {
            let line = &mut *self.of.line;
            let Some(index) = line.waiting.iter().position(|piece| piece.rows.start == line.turn) else { return };
            let piece = line.waiting.swap_remove(index);
            let end = piece.rows.end;
            match self.of.place(&piece) {
                Ok(place) => {
                    self.of.line.turn = end;
                    match place {
                        Some(place) => self.placed.push((piece, place)),
                        None => self.of.line.done.push(piece),
                    }
                }
                Err(stop) => {
                    self.stop = Some(stop);
                    self.of.line.waiting.push(piece);
                }
            }
        }
    }

    /// Takes one placed piece that `is_meant` selects.
    fn placed_piece(&mut self, is_meant: impl Fn(&Piece) -> bool) -> Option<(Piece, L::Place<'o>)> {
        let index = self.placed.iter().position(|(piece, _)| is_meant(piece))?;
        Some(self.placed.swap_remove(index))
    }
}

impl<'o, L: Layout> Step<'_, 'o, L> {
    /// The place of a piece whose turn it is, if it is written at all.
    fn place(&mut self, piece: &Piece) -> Result<Option<L::Place<'o>>, Stop> {
        if let Some(fault) = piece.fault {
            return Err(fault.into());
        }
        let place = match &mut self.room {
            _ if self.task.mode == Mode::Verdict => None,
            None if piece.changes.is_empty() => None,
            None => return Err(Stop::Lack(piece.size)),
            Some(room) => Some(self.layout.place(piece, room)?.ok_or(Stop::Lack(piece.size))?),
        };
        self.notes.take(piece, self.layout, self.task.mode)?;
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Strings;
    use super::*;

    #[test]
    fn only_the_first_piece_is_small() {
        let layout = Strings { offsets: &[0; 40_001], data: b"", validity: None };
        let mut rows = Rows::default();
        let pieces: Vec<_> = core::iter::from_fn(|| rows.take(&layout)).collect();
        assert_eq!(pieces, [0..1_024, 1_024..17_408, 17_408..33_792, 33_792..40_000].map(|rows| (rows, false)));
        rows.unchanged = 0..20_000;
        let pieces: Vec<_> = core::iter::from_fn(|| rows.take(&layout)).collect();
        assert_eq!(pieces, [0..16_384, 16_384..20_000].map(|rows| (rows, true)));
    }
}
