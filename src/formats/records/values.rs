//! The values of columns in records: decoded, and where they stand.

use core::ops::Range;
use std::sync::Arc;

use super::marks::ZeekMarks;
use crate::error::Error;
use crate::text::Kind;
use crate::{bounded, memory};

/// The values of one column, one behind the other; those of lists are flattened.
#[derive(Default)]
pub(crate) struct ColumnValues {
    /// One more than there are values.
    offsets: Vec<i64>,
    data: Vec<u8>,
    /// A bit for each value, the lowest first: whether it is a text in UTF-8.
    validity: Vec<u8>,
    count: usize,
    nulls: usize,
    places: Vec<Range<usize>>,
    undecoded: Vec<(usize, Vec<u32>)>,
    /// For each row the length of its list, or nothing where it has one value. Empty where no row has a list.
    lists: Vec<Option<usize>>,
}

impl ColumnValues {
    fn reserved(count: usize, octets: usize) -> Result<Self, Error> {
        Ok(Self {
            offsets: memory::reserved(bounded::add(count, 1))?,
            data: memory::reserved(octets)?,
            validity: memory::reserved(count.div_ceil(8))?,
            places: memory::reserved(count)?,
            ..Self::default()
        })
    }

    /// Appends a text, whose place is that of all it is written with. It may not be UTF-8.
    #[inline]
    pub(super) fn push(&mut self, place: Range<usize>, text: &[u8]) -> Result<(), Error> {
        if !text.is_ascii() && core::str::from_utf8(text).is_err() {
            return self.push_undecoded(place, units(text)?);
        }
        memory::append(&mut self.data, text)?;
        self.push_row(place, true)
    }

    /// Appends nothing, which is not converted.
    pub(super) fn push_null(&mut self, place: Range<usize>) -> Result<(), Error> {
        self.push_row(place, false)
    }

    /// Appends a text of code points that are no text of Unicode: octets in the form of `surrogateescape`, surrogates.
    pub(super) fn push_undecoded(&mut self, place: Range<usize>, units: Vec<u32>) -> Result<(), Error> {
        memory::push(&mut self.undecoded, (self.count, units))?;
        self.push_row(place, false)
    }

    #[inline]
    fn push_row(&mut self, place: Range<usize>, is_valid: bool) -> Result<(), Error> {
        if self.offsets.is_empty() {
            memory::push(&mut self.offsets, 0)?;
        }
        let bit = self.count % 8;
        if bit == 0 {
            memory::push(&mut self.validity, 0)?;
        }
        if let Some(octet) = self.validity.last_mut() {
            *octet |= u8::from(is_valid) << bit;
        }
        self.nulls = bounded::add(self.nulls, usize::from(!is_valid));
        self.count = bounded::add(self.count, 1);
        memory::push(&mut self.offsets, bounded::to(self.data.len()))?;
        memory::push(&mut self.places, place)
    }

    /// Ends a row, of which the number is given: it has a list of so many values, or one value.
    #[inline]
    pub(super) fn end_row(&mut self, row: usize, list: Option<usize>) -> Result<(), Error> {
        if list.is_some() || !self.lists.is_empty() {
            memory::fill_up(&mut self.lists, row)?;
            memory::push(&mut self.lists, list)?;
        }
        Ok(())
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    pub(crate) const fn nulls(&self) -> usize {
        self.nulls
    }

    /// The offsets of the texts in their octets, from 0 on.
    pub(crate) fn offsets(&self) -> &[i64] {
        if self.offsets.is_empty() { &[0] } else { &self.offsets }
    }

    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }

    pub(crate) fn validity(&self) -> &[u8] {
        &self.validity
    }

    /// The places of the values that are not UTF-8 among all, and their code points, in order.
    pub(crate) fn undecoded(&self) -> &[(usize, Vec<u32>)] {
        &self.undecoded
    }

    /// Returns where a value stands in the octets, with all that it is written with.
    pub(crate) fn place(&self, index: usize) -> Range<usize> {
        self.places.get(index).cloned().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn is_valid(&self, index: usize) -> bool {
        self.validity.get(index / 8).is_some_and(|octet| octet >> (index % 8) & 1 == 1)
    }

    /// A text in UTF-8; nothing where there is no value, or one that is not UTF-8.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&[u8]> {
        if !self.is_valid(index) {
            return None;
        }
        let [start, end] = *self.offsets.get(index..)?.first_chunk()?;
        self.data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    /// The length of the list of a row, or nothing where it has one value.
    #[inline]
    pub(crate) fn list(&self, row: usize) -> Option<usize> {
        self.lists.get(row).copied().flatten()
    }

    /// Returns how many values the first rows have.
    pub(crate) fn count_in(&self, rows: usize) -> usize {
        if self.lists.is_empty() {
            return rows;
        }
        (0..rows).fold(0, |count, row| bounded::add(count, self.list(row).unwrap_or(1)))
    }

    /// The number of the row of each of these values, which are in order, and its place in the list if it is in one.
    pub(crate) fn rows_of(&self, indices: impl Iterator<Item = usize>) -> impl Iterator<Item = (usize, Option<usize>)> {
        let (mut row, mut start) = (0, 0);
        indices.map(move |index| {
            if self.lists.is_empty() {
                return (index, None);
            }
            loop {
                let list = self.list(row);
                let end = bounded::add(start, list.unwrap_or(1));
                if index < end || row >= self.lists.len() {
                    return (row, list.map(|_| bounded::sub(index, start)));
                }
                (row, start) = (bounded::add(row, 1), end);
            }
        })
    }
}

/// Where further fields of a record go, if it takes some, and whether none is before them.
pub(crate) type Further = Option<(usize, bool)>;

/// All that is found in whole records.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) columns: Vec<ColumnValues>,
    /// Where the first row begins.
    pub(crate) start: usize,
    /// The place behind each row.
    pub(crate) rows: Vec<usize>,
    /// Of each row, if there are new fields.
    pub(crate) further: Vec<Further>,
    /// The places where headers get more, and that.
    pub(crate) additions: Vec<(usize, Vec<u8>)>,
    /// The marks of logs of Zeek, each with the first row that has them.
    pub(crate) marks: Vec<(usize, Arc<ZeekMarks>)>,
    /// The number of lines that cannot be read, and stay.
    pub(crate) unread: usize,
    /// Of names alone: the number of the line and the octet in it, counted from 1, and the kind.
    pub(crate) names: Vec<(usize, usize, Kind)>,
    /// Of text: the names that are no values, each with the number of its line and why.
    pub(crate) left: Vec<(usize, &'static str, Vec<u8>)>,
}

impl Records {
    /// Memory for so many columns, rows, and octets of values. There may be more.
    pub(crate) fn of(columns: usize, rows: usize, octets: usize) -> Result<Self, Error> {
        let mut made = memory::reserved(columns)?;
        for _ in 0..columns {
            made.push(ColumnValues::reserved(rows, octets)?);
        }
        Ok(Self { columns: made, rows: memory::reserved(rows)?, ..Self::default() })
    }

    /// Appends a row of values, behind which further fields go if there are some.
    #[inline]
    pub(super) fn push_row(&mut self, end: usize, further: Further) -> Result<(), Error> {
        if further.is_some() {
            memory::push(&mut self.further, further)?;
        }
        memory::push(&mut self.rows, end)
    }

    /// Appends a row of a header or an empty line, in which each column is the list or the null that is given.
    pub(super) fn push_empty(&mut self, end: usize, list: Option<usize>) -> Result<(), Error> {
        let row = self.rows.len();
        for values in &mut self.columns {
            if list.is_none() {
                values.push_null(0..0)?;
            }
            values.end_row(row, list)?;
        }
        memory::push(&mut self.further, None)?;
        memory::push(&mut self.rows, end)
    }
}

/// Why a file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FileFault {
    OutOfMemory,
    /// A fault in a line, counted from 1, in words.
    Line(usize, String, LineHint),
    /// A column that is asked for is not there, or there more than once, or one that is to be added is there.
    Columns(Vec<Vec<u8>>, LineHint),
}

impl From<Error> for FileFault {
    fn from(_: Error) -> Self {
        Self::OutOfMemory
    }
}

/// The hint that a line of fields gives about its fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineHint {
    Nothing,
    /// The line is empty.
    Empty,
    /// The fields seem to be separated by this.
    Separator(char),
}

/// The code points of octets; those that are not UTF-8 have the form of `surrogateescape`.
pub(crate) fn units(octets: &[u8]) -> Result<Vec<u32>, Error> {
    let mut units = memory::reserved(octets.len())?;
    for chunk in octets.utf8_chunks() {
        units.extend(chunk.valid().chars().map(u32::from));
        units.extend(chunk.invalid().iter().map(|&octet| bounded::add(0xDC00, u32::from(octet))));
    }
    Ok(units)
}

/// The octets of code points, as Python writes them with `surrogateescape`. Other surrogates have three octets.
pub(crate) fn octets_of(units: &[u32]) -> Result<Vec<u8>, Error> {
    let mut octets = memory::reserved(bounded::mul(units.len(), 4))?;
    for &unit in units {
        match (char::from_u32(unit), unit) {
            (Some(character), _) => octets.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            (None, 0xDC80..=0xDCFF) => octets.push(bounded::to(unit & 0xFF)),
            (None, _) => {
                let part = |shift: u32| bounded::to::<u8>(unit >> shift & 0x3F | 0x80);
                octets.extend_from_slice(&[0xED, part(6), part(0)]);
            }
        }
    }
    Ok(octets)
}

/// The places of columns among those that are there, unless one is not there once, or one that is to be added is there.
pub(super) fn places_of(names: &[Vec<u8>], added: &[Vec<u8>], there: &[Vec<u8>]) -> Result<Option<Vec<usize>>, Error> {
    let mut places = memory::reserved(names.len())?;
    for name in names {
        let mut found = there.iter().enumerate().filter(|(_, other)| *other == name);
        let (Some((place, _)), None) = (found.next(), found.next()) else { return Ok(None) };
        places.push(place);
    }
    let is_new =
        |(place, name): (usize, &Vec<u8>)| !there.contains(name) && !bounded::first(added, place).contains(name);
    Ok(added.iter().enumerate().all(is_new).then_some(places))
}
