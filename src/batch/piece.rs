//! A piece of a column: some rows after another, and what becomes of those that change.

use core::ops::Range;

use super::fault::ColumnFault;
use super::proven::Proven;
use super::view::View;
use crate::bounded;
use crate::memory::{self, Growing};
use crate::works::{Failure, Remark, RowMemory, RowMode, RowRefusal, RowResult, RowTask, is_want_of_memory, taken};

/// A row that is not what it was.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Which row of the piece.
    row: u32,
    pub(super) is_null: bool,
    /// Where its octets end.
    pub(super) end: usize,
}

/// A row of which a report tells more than its form.
#[derive(Clone, Copy)]
pub(crate) struct Remarked {
    pub(crate) row: usize,
    pub(crate) remark: Remark,
}

/// A piece of a column.
#[derive(Default)]
pub(crate) struct Piece {
    pub(super) rows: Range<usize>,
    pub(super) changes: Vec<Change>,
    /// The new texts of the changed rows, one after another.
    pub(super) octets: Growing<u8>,
    /// The views of the changed rows, where the layout has views. Offsets count from the beginning of `octets`.
    pub(super) views: Vec<View>,
    /// Memory for `octets` of another time.
    pub(super) spare: Growing<u8>,
    pub(super) remarks: Vec<Remarked>,
    pub(super) fault: Option<ColumnFault>,
    /// Lent by the thread that works on the piece.
    pub(super) proven: Proven,
    memory: RowMemory,
}

/// A run of rows of a piece.
pub(super) enum Run<'a> {
    /// Rows as they came.
    Unchanged(Range<usize>),
    /// Rows that changed, their octets, and the place of the first among all octets.
    Changed(&'a [Change], &'a [u8], usize),
}

impl Piece {
    /// Begins anew with these rows.
    pub(super) fn begin(&mut self, rows: Range<usize>) {
        self.rows = rows;
        self.changes.clear();
        self.octets.clear();
        self.views.clear();
        self.remarks.clear();
        self.fault = None;
    }

    /// Ends the work on its rows. What texts took while they were converted is given back: each piece has its own, and
    /// many are kept at once.
    pub(super) fn end(&mut self, outcome: Result<(), ColumnFault>) {
        self.fault = outcome.err();
        self.memory = RowMemory::default();
    }

    /// Converts a row.
    pub(super) fn convert(&mut self, row: usize, octets: &[u8], task: &RowTask<'_>) -> Result<(), ColumnFault> {
        let start = self.octets.len();
        let Self { memory, proven, octets: output, .. } = self;
        let converted = if task.append_plain(octets, output) {
            taken(output, None)
        } else if proven.is_in_use() {
            proven.form_of(task.deciding_part(octets), output, |text, output| memory.convert(text, task, output))
        } else {
            memory.convert(octets, task, output)
        };
        self.take(row, octets, start, converted, task)
    }

    /// Takes down what a row was converted to: the octets from `start` on.
    fn take(
        &mut self,
        row: usize,
        octets: &[u8],
        start: usize,
        converted: RowResult,
        task: &RowTask<'_>,
    ) -> Result<(), ColumnFault> {
        if let Ok(Some(remark)) = converted {
            memory::push(&mut self.remarks, Remarked { row, remark })?;
        }
        match converted {
            Ok(_) if task.mode == RowMode::Verdict || self.is_as_it_came(start, octets, task) => {
                self.octets.truncate(start);
                Ok(())
            }
            Ok(_) => self.change(row, false, self.octets.len()),
            Err(Failure::Nothing) => self.change(row, true, self.octets.len()),
            Err(Failure::NotUtf8) => Err(ColumnFault::NotUtf8(row)),
            Err(Failure::Refused(refusal)) => self.refuse(row, refusal, task.mode),
        }
    }

    /// Returns whether the octets from `start` on are those of the text that they stand for.
    #[inline(always)]
    fn is_as_it_came(&self, start: usize, octets: &[u8], task: &RowTask<'_>) -> bool {
        !task.work.is_packed() && self.octets.get(start..) == Some(octets)
    }

    #[cold]
    fn refuse(&mut self, row: usize, refusal: RowRefusal, mode: RowMode) -> Result<(), ColumnFault> {
        if is_want_of_memory(refusal.error) {
            return Err(ColumnFault::OutOfMemory);
        }
        match mode {
            RowMode::Raise => return Err(ColumnFault::Refused(row, refusal)),
            RowMode::Keep => return Ok(()),
            RowMode::Report => memory::push(&mut self.remarks, Remarked { row, remark: Remark::Refused(refusal) })?,
            RowMode::Null | RowMode::Verdict => {}
        }
        self.change(row, true, self.octets.len())
    }

    /// Takes down that a row changed, and where its octets end.
    fn change(&mut self, row: usize, is_null: bool, end: usize) -> Result<(), ColumnFault> {
        let row = u32::try_from(bounded::sub(row, self.rows.start)).map_err(|_| ColumnFault::TooLong)?;
        Ok(memory::push(&mut self.changes, Change { row, is_null, end })?)
    }

    /// Which row of the column a change is of.
    pub(super) fn row(&self, change: &Change) -> usize {
        bounded::add(self.rows.start, bounded::index(change.row))
    }

    /// Goes over all rows in their order, up to the first fault.
    #[inline]
    pub(super) fn each_run<'a>(
        &'a self,
        mut visit: impl FnMut(Run<'a>) -> Result<(), ColumnFault>,
    ) -> Result<(), ColumnFault> {
        let mut next = self.rows.start;
        let mut start = 0;
        let in_a_row = |one: &Change, other: &Change| bounded::add(one.row, 1) == other.row;
        for changes in self.changes.chunk_by(in_a_row) {
            let Some((first, last)) = bounded::some(changes.first().zip(changes.last())) else { continue };
            let row = self.row(first);
            if next < row {
                visit(Run::Unchanged(next..row))?;
            }
            // For views, `octets` holds long texts only, so that this range may be empty.
            let octets = self.octets.get(start..last.end).unwrap_or_default();
            visit(Run::Changed(changes, octets, start))?;
            start = last.end;
            next = bounded::add(self.row(last), 1);
        }
        if next < self.rows.end { visit(Run::Unchanged(next..self.rows.end)) } else { Ok(()) }
    }

    /// Goes over the rows that changed.
    #[inline]
    pub(super) fn each_change(&self, mut visit: impl FnMut(&[u8])) {
        let mut start = 0;
        for change in &self.changes {
            visit(bounded::part(&self.octets, start..change.end));
            start = change.end;
        }
    }
}
