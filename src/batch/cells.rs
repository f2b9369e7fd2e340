//! Results that are no texts, field by field: what the cells are that pieces have in the place of texts.

use core::ops::Range;

use super::bits::{self, Bits};
use super::engine::Layout;
use super::fault::ColumnFault;
use super::piece::{Piece, Run};
use super::strings::Texts;
use crate::error::Error;
use crate::works::{Cell, CellType, RowTask, Work};
use crate::{bounded, memory};

/// The values of a field.
pub(crate) enum CellItems {
    Texts(Texts<i32>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float64(Vec<f64>),
    /// A bit for each.
    Bool(Vec<u8>),
}

/// A field of all rows, or of all structs in the lists of all rows.
pub(crate) struct CellColumn {
    pub(crate) items: CellItems,
    /// Which are there.
    pub(crate) validity: Vec<u8>,
    pub(crate) count: usize,
    of: CellType,
}

/// The result for all rows.
#[derive(Default)]
pub(crate) struct Cells {
    pub(crate) columns: Vec<CellColumn>,
    /// Which rows are not null.
    pub(crate) validity: Vec<u8>,
    /// Where the list of each row ends, and a 0 before them; empty where rows are no lists.
    pub(crate) ends: Vec<i32>,
    pub(crate) rows: usize,
}

impl CellColumn {
    fn of(of: CellType) -> Result<Self, Error> {
        let items = match of {
            CellType::Text => CellItems::Texts(Texts { offsets: memory::filled(0, 1)?, data: Vec::new() }),
            CellType::Int32 => CellItems::Int32(Vec::new()),
            CellType::Int64 => CellItems::Int64(Vec::new()),
            CellType::Float64 => CellItems::Float64(Vec::new()),
            CellType::Bool => CellItems::Bool(Vec::new()),
        };
        Ok(Self { items, validity: Vec::new(), count: 0, of })
    }

    /// Makes room for all rows, where so many of them are done.
    fn make_room(&mut self, done: usize, all: usize) -> Result<(), Error> {
        match &mut self.items {
            CellItems::Texts(Texts { offsets, data }) => {
                make_room(offsets, done, all)?;
                make_room(data, done, all)?;
            }
            CellItems::Int32(items) => make_room(items, done, all)?,
            CellItems::Int64(items) => make_room(items, done, all)?,
            CellItems::Float64(items) => make_room(items, done, all)?,
            CellItems::Bool(items) => make_room(items, done, all)?,
        }
        make_room(&mut self.validity, done, all)
    }

    fn push(&mut self, cell: Cell<'_>) -> Result<(), ColumnFault> {
        match (&mut self.items, cell) {
            (CellItems::Texts(Texts { offsets, data }), cell) => {
                if let Cell::Text(text) = cell {
                    memory::append(data, text)?;
                }
                memory::push(offsets, i32::try_from(data.len()).map_err(|_| ColumnFault::FieldTooLong)?)?;
            }
            (CellItems::Int32(items), Cell::Integer(number)) => {
                memory::push(items, i32::try_from(number).map_err(|_| ColumnFault::FieldTooLong)?)?;
            }
            (CellItems::Int64(items), Cell::Integer(number)) => memory::push(items, number)?,
            (CellItems::Float64(items), Cell::Float(number)) => memory::push(items, number)?,
            (CellItems::Bool(items), Cell::Bool(is_so)) => bits::push(items, self.count, is_so)?,
            (CellItems::Int32(items), _) => memory::push(items, 0)?,
            (CellItems::Int64(items), _) => memory::push(items, 0)?,
            (CellItems::Float64(items), _) => memory::push(items, 0.0)?,
            (CellItems::Bool(items), _) => bits::push(items, self.count, false)?,
        }
        bits::push(&mut self.validity, self.count, cell != Cell::Absent)?;
        self.count = bounded::add(self.count, 1);
        Ok(())
    }

    fn cell(&self, place: usize) -> Cell<'_> {
        if !Bits::new(&self.validity, 0).get(place) {
            return Cell::Absent;
        }
        match &self.items {
            CellItems::Texts(Texts { offsets, data }) => {
                let end = |place: usize| bounded::index(bounded::at(offsets, place).cast_unsigned());
                Cell::Text(bounded::part(data, end(place)..end(bounded::add(place, 1))))
            }
            CellItems::Int32(items) => Cell::Integer(bounded::at(items, place).into()),
            CellItems::Int64(items) => Cell::Integer(bounded::at(items, place)),
            CellItems::Float64(items) => Cell::Float(bounded::at(items, place)),
            CellItems::Bool(items) => Cell::Bool(Bits::new(items, 0).get(place)),
        }
    }
}

/// Makes room at once for about all items that are still to come, so that they are rarely moved.
fn make_room<T>(items: &mut Vec<T>, done: usize, all: usize) -> Result<(), Error> {
    let more = memory::extrapolated(items.len(), items.capacity(), done, all);
    items.try_reserve_exact(more).map_err(|_| memory::refused())
}

impl Cells {
    fn of(work: Work) -> Result<Self, Error> {
        let mut cells = Self { columns: memory::reserved(work.fields().len())?, ..Self::default() };
        for &(_, of) in work.fields() {
            cells.columns.push(CellColumn::of(of)?);
        }
        if work == Work::Find {
            memory::push(&mut cells.ends, 0)?;
        }
        Ok(cells)
    }

    /// Makes room for all rows.
    fn make_room(&mut self, all: usize) -> Result<(), Error> {
        make_room(&mut self.validity, self.rows, all)?;
        make_room(&mut self.ends, self.rows, all)?;
        self.columns.iter_mut().try_for_each(|column| column.make_room(self.rows, all))
    }

    /// Ends a row of which all cells are there.
    fn end_row(&mut self, is_valid: bool) -> Result<(), ColumnFault> {
        if !self.ends.is_empty() {
            let count = self.columns.first().map_or(0, |column| column.count);
            memory::push(&mut self.ends, i32::try_from(count).map_err(|_| ColumnFault::FieldTooLong)?)?;
        }
        bits::push(&mut self.validity, self.rows, is_valid)?;
        self.rows = bounded::add(self.rows, 1);
        Ok(())
    }

    fn push_null(&mut self) -> Result<(), ColumnFault> {
        if self.ends.is_empty() {
            self.columns.iter_mut().try_for_each(|column| column.push(Cell::Absent))?;
        }
        self.end_row(false)
    }

    /// Adds a row, given its cells: those of one struct, or of each in a list.
    fn push(&mut self, mut rest: &[u8]) -> Result<(), ColumnFault> {
        if self.ends.is_empty() {
            self.push_cells(&mut rest)?;
        }
        while !self.ends.is_empty() && !rest.is_empty() {
            self.push_cells(&mut rest)?;
        }
        self.end_row(true)
    }

    /// Adds a cell to each column.
    fn push_cells(&mut self, rest: &mut &[u8]) -> Result<(), ColumnFault> {
        self.columns.iter_mut().try_for_each(|column| column.push(Cell::read(rest, column.of)))
    }

    /// Where the cells of a row are in the columns.
    fn places(&self, row: usize) -> Range<usize> {
        let end = |row: usize| self.ends.get(row).map_or(row, |&end| bounded::index(end.cast_unsigned()));
        end(row)..end(bounded::add(row, 1))
    }

    /// The rows of these places; null where there is none. `pause` is told the octets that were copied.
    pub(crate) fn chosen<E: From<ColumnFault> + From<Error>>(
        &self,
        work: Work,
        places: impl ExactSizeIterator<Item = Option<usize>>,
        mut pause: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (mut chosen, all) = (Self::of(work)?, places.len());
        for (row, place) in places.enumerate() {
            if row.is_power_of_two() {
                chosen.make_room(all)?;
            }
            pause(0)?;
            let Some(place) = place.filter(|&place| Bits::new(&self.validity, 0).get(place)) else {
                chosen.push_null()?;
                continue;
            };
            for item in self.places(place) {
                for (to, from) in chosen.columns.iter_mut().zip(&self.columns) {
                    to.push(from.cell(item))?;
                }
            }
            chosen.end_row(true)?;
        }
        Ok(chosen)
    }
}

#[cfg(test)]
impl Cells {
    /// All cells of each row, in words.
    pub(super) fn told(&self) -> Vec<String> {
        let cells =
            |row: usize| self.places(row).flat_map(|place| self.columns.iter().map(move |column| column.cell(place)));
        (0..self.rows).map(|row| format!("{:?}", cells(row).collect::<Vec<_>>())).collect()
    }
}

/// The same rows with cells in the place of texts.
pub(crate) struct Packed<L> {
    pub(crate) layout: L,
    pub(crate) work: Work,
}

impl<L> Packed<L> {
    /// The output, begun if it is new.
    fn begun<'a>(&self, output: &'a mut Cells) -> Result<&'a mut Cells, Error> {
        if output.columns.is_empty() {
            *output = Cells::of(self.work)?;
        }
        Ok(output)
    }
}

impl<L: Layout> Layout for Packed<L> {
    type Output = Cells;

    fn count(&self) -> usize {
        self.layout.count()
    }
    fn validity(&self) -> Option<Bits<'_>> {
        self.layout.validity()
    }
    fn beginning(&self, rows: Range<usize>, octets: usize) -> (usize, usize) {
        self.layout.beginning(rows, octets)
    }
    fn row(&self, row: usize) -> Option<&[u8]> {
        self.layout.row(row)
    }
    fn examine(&self, piece: &mut Piece, task: &RowTask<'_>) -> Result<(), ColumnFault> {
        self.layout.examine(piece, task)
    }

    /// A row that is no change is null.
    fn append_rows(&self, mut rows: Range<usize>, output: &mut Cells) -> Result<(), ColumnFault> {
        let cells = self.begun(output)?;
        rows.try_for_each(|_| cells.push_null())
    }

    fn append(&self, piece: &Piece, output: &mut Cells) -> Result<(), ColumnFault> {
        let cells = self.begun(output)?;
        cells.make_room(self.count())?;
        piece.each_run(|run| match run {
            Run::Unchanged(rows) => self.append_rows(rows, cells),
            Run::Changed(changes, octets, start) => {
                let mut from = 0;
                changes.iter().try_for_each(|change| {
                    let end = bounded::sub(change.end, start);
                    let row = bounded::part(octets, from..end);
                    from = end;
                    if change.is_null { cells.push_null() } else { cells.push(row) }
                })
            }
        })
    }
}
