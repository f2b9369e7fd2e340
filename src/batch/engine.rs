//! The engine: pieces of a column are converted in parallel and appended to one output in the order of their rows.
//!
//! ```text
//! rows       | piece 0 | piece 1 | piece 2 | ...     each thread, again and again:
//!                 |         |         |                  lock: take the next rows and memory that is done with
//! threads      examine   examine   examine               examine the rows: what changes is written into the piece
//!                 |         |         |                  lock: put the piece to those that wait;
//! waiting         +--->  {1, 2} wait for 0                     while the piece whose turn it is waits, append it
//!                            |
//! output     | 0 | 1 | 2 | ...                       none as long as no row changes
//! ```
//!
//! A piece has `PIECE` rows, or fewer where they have more than `HEAVY` octets. Where it ends depends on the column
//! alone, as do the forms (`proven.rs`), so that the answer does not depend on the number of threads.
//!
//! The caller runs steps until the column is done, and hears signals between them. A step starts its threads, of
//! which the caller is one, and joins them. After 20 milliseconds it begins no more pieces: those that were begun are
//! examined in it, and this alone bounds how many pieces wait for a slow one. While a step lasts, a thread waits for
//! another one at the lock alone. So a signal waits for the slowest piece, which is one row where a row is large.
//!
//! To append a piece is a copy, a fifth or less of the time that it takes to convert its rows. So it is done under
//! the lock: no thread writes where another one does, and the output has no gaps. Each piece has memory of its own
//! for what it writes, which the next pieces use again, until the column is done. Where a row changes for the first
//! time, all rows before it are appended as they came, piece by piece, in later steps too.
//!
//! A fault of a row, or want of memory for it, is reported when its piece has its turn, so that the first piece with
//! a fault counts; after it no piece is begun and none is appended. The offsets of a piece are verified before its
//! rows are converted, so that a bad one counts before a refused row. Want of memory for the list of pieces ends the
//! column at once. A null is no text: it is neither converted nor refused. A verdict has no output: its changes are
//! the rows that are refused or have no form, which are noted in `validity`.

use core::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::bits::{self, Bits};
use super::fault::ColumnFault;
use super::piece::{Piece, Remarked};
use super::proven::Proven;
use crate::works::{RowMode, RowTask, Work};
use crate::{bounded, memory};

/// Fewer rows are not worth a second thread.
pub(crate) const LEAST_ROWS_FOR_THREADS: usize = 131_072;

/// More threads than this are never started.
const MOST_THREADS: usize = 64;

/// The usual number of rows of a piece: what is made of them is still in the second cache when it is appended.
const PIECE: usize = 16_384;

/// Columns of fewer rows take about as long as the memory for pairs.
const LEAST_ROWS_FOR_PAIRS: usize = 8_192;

/// The usual number of slots for pairs of a thread, a power of two.
const SLOTS: usize = 1 << 14;

/// The most octets of a piece that has more than one row.
pub(super) const HEAVY: usize = 1 << 24;

/// The same where an octet takes a microsecond, so that a piece takes a quarter of a second.
const SLOW: usize = 1 << 18;

/// After this time no piece is begun.
const STEP: Duration = Duration::from_millis(20);

/// The rows of a column, whatever holds them.
pub(crate) trait Layout: Sync {
    /// The texts of a column after the conversion.
    type Output: Default + Send;

    fn count(&self) -> usize;
    fn validity(&self) -> Option<Bits<'_>>;
    /// Where the longest beginning of these rows ends that has no more than so many octets, but one row at least; and
    /// how many it has.
    fn beginning(&self, rows: Range<usize>, octets: usize) -> (usize, usize);
    /// The octets of a row.
    fn row(&self, row: usize) -> Option<&[u8]>;
    /// Finds what changes in a piece.
    fn examine(&self, piece: &mut Piece, task: &RowTask<'_>) -> Result<(), ColumnFault>;
    /// Appends rows as they came to an output, which has all rows before them.
    fn append_rows(&self, rows: Range<usize>, output: &mut Self::Output) -> Result<(), ColumnFault>;
    /// Appends a piece to such an output.
    fn append(&self, piece: &Piece, output: &mut Self::Output) -> Result<(), ColumnFault>;
}

/// A column that is being converted.
pub(crate) struct Job<'a, L: Layout> {
    layout: &'a L,
    task: RowTask<'a>,
    threads: usize,
    queue: Queue<L::Output>,
}

/// The result of converting a column.
pub(crate) struct Outcome<T> {
    /// The new texts; nothing where the column is its own form.
    pub(crate) output: Option<T>,
    /// Which rows are not null, where other rows are null than before. For a verdict, which rows are not refused.
    pub(crate) validity: Option<Vec<u8>>,
    /// The entries of a report about rows, besides their forms, in the order of the rows.
    pub(crate) remarks: Vec<Remarked>,
    /// The number of octets of the rows of the column.
    pub(crate) octets: usize,
}

/// The pieces on their way, and what was made of those that are done.
struct Queue<T> {
    /// The most rows of a piece, and the most octets of one that has more than one row.
    piece: usize,
    heavy: usize,
    /// The pairs that no thread works with at the moment, and the number of slots of new ones.
    proven: Vec<Proven>,
    slots: usize,
    /// The first row that no piece has yet.
    next: usize,
    /// The first row of the piece whose turn it is.
    turn: usize,
    /// The first row that is not in the output.
    missing: usize,
    waiting: Vec<Piece>,
    /// Pieces whose memory is used again.
    done: Vec<Piece>,
    fault: Option<ColumnFault>,
    outcome: Outcome<T>,
}

impl<'a, L: Layout> Job<'a, L> {
    pub(crate) fn new(layout: &'a L, task: RowTask<'a>, threads: usize) -> Self {
        let outcome = Outcome { output: None, validity: None, remarks: Vec::new(), octets: 0 };
        let (waiting, done) = (Vec::new(), Vec::new());
        let heavy = if task.work == Work::Lookalike { SLOW } else { HEAVY };
        let repeats = task.work.misses_per_hit() > 0 && layout.count() >= LEAST_ROWS_FOR_PAIRS;
        let slots = if repeats { SLOTS } else { 0 };
        let (piece, proven, fault) = (PIECE, Vec::new(), None);
        let queue = Queue { piece, heavy, proven, slots, next: 0, turn: 0, missing: 0, waiting, done, fault, outcome };
        Self { layout, task, threads: threads.clamp(1, MOST_THREADS), queue }
    }

    /// The same in pieces of so many rows, with so many slots for pairs, a power of two or none.
    #[cfg(test)]
    pub(super) fn in_pieces_of(mut self, rows: usize, slots: usize) -> Self {
        (self.queue.piece, self.queue.slots) = (rows.max(1), slots);
        self
    }

    /// Works on the next pieces. Says whether there are more.
    pub(crate) fn step(&mut self) -> Result<bool, ColumnFault> {
        let (layout, task, start) = (self.layout, self.task, Instant::now());
        self.queue.append_those(layout, task.mode, start);
        let pieces = bounded::sub(layout.count(), self.queue.next).div_ceil(self.queue.piece);
        let (slots, earned) = (self.queue.slots, task.work.misses_per_hit());
        let queue = Mutex::new(&mut self.queue);
        in_parallel(self.threads.min(pieces), &|| {
            // A guard in the head of a loop would be held throughout its body.
            let next = || locked(&queue).next_piece(layout, start);
            let mut proven = locked(&queue).proven.pop().unwrap_or_else(|| Proven::new(slots, earned));
            while let Some(mut piece) = next() {
                core::mem::swap(&mut piece.proven, &mut proven);
                let outcome = layout.examine(&mut piece, &task);
                core::mem::swap(&mut piece.proven, &mut proven);
                piece.end(outcome);
                locked(&queue).join(piece, layout, task.mode, start);
            }
            // Without memory for it, the next thread has nothing proven.
            let _ = memory::push(&mut locked(&queue).proven, proven);
        });
        match self.queue.fault {
            Some(fault) => Err(fault),
            None => Ok(self.queue.turn < layout.count()),
        }
    }

    pub(crate) fn finished(self) -> Outcome<L::Output> {
        self.queue.outcome
    }
}

/// Does the work on so many threads. They end with it, so that none is missing in a process that was forked. Where a
/// thread cannot be started, those that are there do all of it.
fn in_parallel(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Default> Queue<T> {
    /// A piece of the next rows, unless there are none or the step is over.
    fn next_piece<L: Layout<Output = T>>(&mut self, layout: &L, start: Instant) -> Option<Piece> {
        if self.fault.is_some() || start.elapsed() > STEP || self.next == layout.count() {
            return None;
        }
        let rows = self.next..bounded::add(self.next, self.piece).min(layout.count());
        let (end, octets) = layout.beginning(rows, self.heavy);
        let mut piece = self.done.pop().unwrap_or_default();
        piece.begin(self.next..end);
        self.next = end;
        // Saturating, as a null may say of itself that it has any number of octets.
        self.outcome.octets = self.outcome.octets.saturating_add(octets);
        Some(piece)
    }

    /// Takes a piece that was examined, and appends those whose turn it is.
    fn join<L: Layout<Output = T>>(&mut self, piece: Piece, layout: &L, mode: RowMode, start: Instant) {
        match memory::push(&mut self.waiting, piece) {
            Ok(()) => self.append_those(layout, mode, start),
            Err(_) => self.fault = self.fault.or(Some(ColumnFault::OutOfMemory)),
        }
    }

    /// Appends the pieces whose turn it is, unless the step is over. The first fault of the column ends that.
    fn append_those<L: Layout<Output = T>>(&mut self, layout: &L, mode: RowMode, start: Instant) {
        while self.fault.is_none()
            && let Some(index) = self.waiting.iter().position(|piece| piece.rows.start == self.turn)
        {
            let changes = |piece: &Piece| piece.fault.is_none() && !piece.changes.is_empty();
            if mode != RowMode::Verdict && self.missing < self.turn && self.waiting.get(index).is_some_and(changes) {
                if start.elapsed() > STEP {
                    return;
                }
                self.fault = self.append_missing(layout).err();
                continue;
            }
            let piece = self.waiting.swap_remove(index);
            self.fault = piece.fault.or_else(|| self.append(&piece, layout, mode).err());
            self.turn = piece.rows.end;
            // A piece for which there is no room is dropped.
            let _ = memory::push(&mut self.done, piece);
        }
    }

    /// Appends some of the rows that stayed as they came while there was no output.
    fn append_missing<L: Layout<Output = T>>(&mut self, layout: &L) -> Result<(), ColumnFault> {
        let rows = self.missing..bounded::add(self.missing, self.piece).min(self.turn);
        let (end, _) = layout.beginning(rows.clone(), HEAVY);
        self.missing = end;
        layout.append_rows(rows.start..end, self.outcome.output.get_or_insert_default())
    }

    fn append<L: Layout<Output = T>>(&mut self, piece: &Piece, layout: &L, mode: RowMode) -> Result<(), ColumnFault> {
        self.note(piece, layout, mode)?;
        let output = &mut self.outcome.output;
        if mode == RowMode::Verdict || (output.is_none() && piece.changes.is_empty()) {
            return Ok(());
        }
        self.missing = piece.rows.end;
        layout.append(piece, output.get_or_insert_default())
    }

    /// Notes which rows of a piece became null, and what a report tells of them.
    fn note<L: Layout<Output = T>>(&mut self, piece: &Piece, layout: &L, mode: RowMode) -> Result<(), ColumnFault> {
        let Outcome { validity, remarks, .. } = &mut self.outcome;
        for change in piece.changes.iter().filter(|change| change.is_null) {
            if validity.is_none() {
                let count = layout.count();
                let before = layout.validity().filter(|_| mode != RowMode::Verdict);
                *validity = Some(before.map_or_else(|| bits::ones(count), |bits| bits.copied(count))?);
            }
            if let Some(validity) = validity {
                bits::clear(validity, piece.row(change));
            }
        }
        Ok(memory::append(remarks, &piece.remarks)?)
    }
}
