//! The columns of a report about rows, besides their forms, as buffers.

use super::bits;
use super::fault::ColumnFault;
use super::pause::filled;
use super::piece::Remarked;
use super::strings::Texts;
use crate::error::Error;
use crate::works::Work;
use crate::{bounded, memory};

impl Work {
    /// Returns whether reports tell which character is at fault.
    pub(crate) const fn tells_code_points(self) -> bool {
        matches!(self, Self::Display(_))
    }
}

/// The texts of some rows, in their order. Those of all other rows are empty.
pub(crate) struct SparseTexts {
    texts: Texts<i32>,
    /// The first row whose end is not written.
    next: usize,
}

impl SparseTexts {
    /// No texts of so many rows.
    pub(crate) fn of<E: From<Error>>(length: usize, pause: impl FnMut(usize) -> Result<(), E>) -> Result<Self, E> {
        let offsets = filled(0, bounded::add(length, 1), pause)?;
        Ok(Self { texts: Texts { offsets, data: Vec::new() }, next: 0 })
    }

    /// Gives a row its text.
    pub(crate) fn add(&mut self, row: usize, text: &str) -> Result<(), ColumnFault> {
        self.end_until(row)?;
        Ok(memory::append(&mut self.texts.data, text.as_bytes())?)
    }

    pub(crate) fn finished(mut self) -> Result<Texts<i32>, ColumnFault> {
        self.end_until(bounded::sub(self.texts.offsets.len(), 1))?;
        Ok(self.texts)
    }

    /// Writes the ends of rows up to this one.
    fn end_until(&mut self, row: usize) -> Result<(), ColumnFault> {
        let end = i32::try_from(self.texts.data.len()).map_err(|_| ColumnFault::FieldTooLong)?;
        bounded::present(self.texts.offsets.get_mut(self.next..=row)).fill(end);
        self.next = bounded::add(row, 1);
        Ok(())
    }
}

/// Why rows are refused, or not shown in Unicode.
pub(crate) struct Reasons {
    pub(crate) validity: Vec<u8>,
    pub(crate) codes: Texts<i32>,
    pub(crate) label_indices: Vec<i32>,
    /// Which rows have one: of a URL nobody counts the labels.
    pub(crate) have_labels: Vec<u8>,
    pub(crate) offsets: Vec<i64>,
    /// Nothing where they are not told. A code point is the same in 32 bits with a sign.
    pub(crate) code_points: Vec<u32>,
    /// Which rows have a code point; nothing where they are not told.
    pub(crate) have_code_points: Vec<u8>,
}

impl Reasons {
    /// The reasons of so many rows, given what there is to tell of some, in their order.
    pub(crate) fn of<E: From<ColumnFault> + From<Error>>(
        length: usize,
        remarks: &[Remarked],
        work: Work,
        mut pause: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let told = if work.tells_code_points() { length } else { 0 };
        let mut codes = SparseTexts::of(length, &mut pause)?;
        let mut reasons = Self {
            validity: memory::filled(0, length.div_ceil(8))?,
            codes: Texts::default(),
            label_indices: filled(0, length, &mut pause)?,
            have_labels: memory::filled(0, length.div_ceil(8))?,
            offsets: filled(0, length, &mut pause)?,
            code_points: filled(0, told, &mut pause)?,
            have_code_points: memory::filled(0, told.div_ceil(8))?,
        };
        for remarked in remarks {
            codes.add(remarked.row, remarked.remark.code())?;
            reasons.add(remarked)?;
            pause(0)?;
        }
        reasons.codes = codes.finished()?;
        Ok(reasons)
    }

    fn add(&mut self, Remarked { row, remark }: &Remarked) -> Result<(), ColumnFault> {
        bits::set(&mut self.validity, *row);
        if let Some(offset) = self.offsets.get_mut(*row) {
            *offset = bounded::to(remark.offset());
        }
        if let (Some(slot), Some(label_index)) = (self.label_indices.get_mut(*row), remark.label_index()) {
            *slot = i32::try_from(label_index).map_err(|_| ColumnFault::FieldTooLong)?;
            bits::set(&mut self.have_labels, *row);
        }
        if let (Some(slot), Some(code_point)) = (self.code_points.get_mut(*row), remark.code_point()) {
            *slot = code_point;
            bits::set(&mut self.have_code_points, *row);
        }
        Ok(())
    }
}
