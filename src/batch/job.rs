//! The work on one column, in steps between which others may run.

use core::ops::Range;

use super::Fault;
use super::bits::Bits;
use super::codec::Task;
use super::piece::{Piece, Remarked};
use super::step::{Line, Notes, Rows, Step};
use super::threads::MOST;

/// The rows of a column, whatever holds them.
pub(crate) trait Layout: Sync {
    /// What a column is converted to.
    type Output: Default;
    /// What is left of the room in an output.
    type Room<'o>: Send;
    /// What a piece is written to.
    type Place<'o>: Send;

    fn count(&self) -> usize;
    fn validity(&self) -> Option<Bits<'_>>;
    /// Where the longest beginning of these rows ends that has no more than so many octets, but one row at least; and
    /// how many it has.
    fn beginning(&self, rows: Range<usize>, octets: usize) -> (usize, usize);
    /// The octets of a row.
    fn row(&self, row: usize) -> Option<&[u8]>;
    /// Finds what changes in a piece.
    fn examine(&self, piece: &mut Piece, task: &Task<'_>) -> Result<(), Fault>;
    /// Returns how many octets a piece takes in an output.
    fn size(&self, piece: &Piece) -> Result<usize, Fault>;
    /// Makes room in an output for all rows, and for so many octets at least.
    fn make_room(&self, output: &mut Self::Output, octets: usize) -> Result<(), Fault>;
    /// Appends to an output what `work` writes to the places that it takes; nothing if that is not what they were made
    /// for.
    fn append<R>(&self, output: &mut Self::Output, work: impl FnOnce(Self::Room<'_>) -> R) -> Option<R>;
    /// Takes the place of a piece, if there is room.
    fn place<'o>(&self, piece: &Piece, room: &mut Self::Room<'o>) -> Result<Option<Self::Place<'o>>, Fault>;
    /// Writes a piece to its place.
    fn write(&self, piece: &Piece, place: Self::Place<'_>);
}

/// A column that is being converted.
pub(crate) struct Job<'a, L: Layout> {
    layout: &'a L,
    task: Task<'a>,
    threads: usize,
    rows: Rows,
    line: Line,
    /// There is no room for so many octets of the next piece.
    lack: Option<usize>,
    outcome: Outcome<L::Output>,
}

/// What becomes of a column.
pub(crate) struct Outcome<T> {
    /// The new texts; nothing where the column is its own form.
    pub(crate) output: Option<T>,
    /// Which rows are not null, where other rows are null than before. For a verdict, which rows are not refused.
    pub(crate) validity: Option<Vec<u8>>,
    /// What a report tells of rows besides their forms, in their order.
    pub(crate) remarks: Vec<Remarked>,
    /// How many octets the rows of the column have.
    pub(crate) octets: usize,
}

impl<'a, L: Layout> Job<'a, L> {
    pub(crate) fn new(layout: &'a L, task: Task<'a>, threads: usize) -> Self {
        Self {
            layout,
            task,
            threads: threads.clamp(1, MOST),
            rows: Rows::default(),
            line: Line::default(),
            lack: None,
            outcome: Outcome { output: None, validity: None, remarks: Vec::new(), octets: 0 },
        }
    }

    /// The same in pieces of so many rows.
    #[cfg(test)]
    pub(super) fn in_pieces_of(mut self, rows: usize) -> Self {
        self.rows.piece = rows.max(1);
        self
    }

    /// Works on the next pieces. Says whether there are more.
    pub(crate) fn step(&mut self) -> Result<bool, Fault> {
        let Self { layout, task, threads, rows, line, lack, outcome } = self;
        let Outcome { output, validity, remarks, .. } = outcome;
        if let Some(octets) = lack.take() {
            if output.is_none() {
                // A row changes for the first time. All rows before it are written, too.
                rows.unchanged = 0..core::mem::take(&mut line.turn);
            }
            layout.make_room(output.get_or_insert_default(), octets)?;
        }
        let step = Step { layout: *layout, task: *task, rows, line, notes: Notes { validity, remarks }, room: None };
        *lack = match output {
            Some(output) => {
                let mut end = Ok(None);
                let appended = layout.append(output, |room| end = Step { room: Some(room), ..step }.run(*threads));
                let lack = end?;
                appended.ok_or(Fault::Changed)?;
                lack
            }
            None => step.run(*threads)?,
        };
        Ok(self.line.turn < self.layout.count())
    }

    pub(crate) fn finished(self) -> Outcome<L::Output> {
        Outcome { octets: self.rows.octets, ..self.outcome }
    }
}
