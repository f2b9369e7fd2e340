//! Texts one behind the other, with offsets.
//!
//! Offsets are verified piece by piece, but they lie in memory of the caller, who may change it meanwhile. So what is
//! computed from them saturates, and texts that are not there are empty: nothing is read that must not be, and the ends
//! that were written are compared with what was copied. Rows are counted here: their arithmetic is bounded.

use core::ops::Range;

use super::bits::Bits;
use super::engine::{HEAVY, Layout};
use super::fault::ColumnFault;
use super::piece::{Piece, Run};
use crate::bounded;
use crate::label::MAX_LABEL;
use crate::works::{RowTask, first_suspect};
use crate::{memory, pages};

/// Where a text begins and ends.
pub(crate) trait Offset: Copy + Default + Ord + Send + Sync + 'static {
    /// The largest there is.
    const MOST: usize;
    fn place(self) -> usize;
    fn at(place: usize) -> Self;
    /// The same as many octets further on, by an offset that wraps around.
    fn moved(self, from: Self, to: Self) -> Self;
    /// Negative where `before` is, or where this is or is less than `start`. No comparison of 64 bits is in SSE2.
    fn faults(self, start: Self, before: Self) -> Self;
}

macro_rules! offset {
    ($type:ty) => {
        impl Offset for $type {
            const MOST: usize = <$type>::MAX.cast_unsigned() as usize;
            #[inline(always)]
            fn place(self) -> usize {
                // A negative one is beyond the end of any text.
                usize::try_from(self.cast_unsigned()).unwrap_or(usize::MAX)
            }
            #[inline(always)]
            fn at(place: usize) -> Self {
                // A result with more octets is refused before.
                place.try_into().unwrap_or(Self::MAX)
            }
            #[inline(always)]
            fn moved(self, from: Self, to: Self) -> Self {
                self.wrapping_sub(from).wrapping_add(to)
            }
            #[inline(always)]
            fn faults(self, start: Self, before: Self) -> Self {
                before | self | self.wrapping_sub(start)
            }
        }
    };
}

#[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
mod offsets {
    use super::Offset;

    #[cfg(test)]
    offset!(i8);
    offset!(i32);
    offset!(i64);
}

/// A column of texts that lie one behind the other.
#[derive(Clone, Copy)]
pub(crate) struct Strings<'a, O> {
    /// One more than there are rows, or none.
    pub(crate) offsets: &'a [O],
    /// From offset 0 on.
    pub(crate) data: &'a [u8],
    pub(crate) validity: Option<Bits<'a>>,
}

/// The same as a result.
#[derive(Default)]
pub(crate) struct Texts<O> {
    pub(crate) offsets: Vec<O>,
    pub(crate) data: Vec<u8>,
}

impl<O: Offset> Strings<'_, O> {
    #[inline(always)]
    fn offset(&self, row: usize) -> usize {
        self.offsets.get(row).map_or(usize::MAX, |offset| offset.place())
    }

    #[inline(always)]
    fn is_null(&self, row: usize) -> bool {
        self.validity.is_some_and(|validity| !validity.get(row))
    }

    /// The offsets of rows, which are verified.
    fn verify(&self, rows: &Range<usize>) -> Result<(), ColumnFault> {
        let starts = bounded::part(self.offsets, rows.clone());
        let ends = bounded::rest(self.offsets, bounded::add(rows.start, 1));
        let mut faults = bounded::at(starts, 0);
        for (&start, &end) in starts.iter().zip(ends) {
            faults = end.faults(start, faults);
        }
        let last = self.offset(rows.end);
        if faults < O::default() || last > self.data.len() { Err(ColumnFault::Offset(rows.start)) } else { Ok(()) }
    }

    /// Examines names: a row without a suspect octet is judged by its ends, unless it is long.
    fn examine_names(&self, piece: &mut Piece, task: &RowTask<'_>) -> Result<(), ColumnFault> {
        /// So few rows are in the nearest memory when their ends are looked at.
        const BLOCK: usize = 256;
        let mut row = piece.rows.start;
        while row < piece.rows.end {
            let last = bounded::add(row, BLOCK).min(piece.rows.end);
            let start = self.offset(row);
            let end = start.saturating_add(first_suspect(self.octets(row..last)));
            row = self.judge_by_ends(row..last, self.verified(0..end), task, piece)?;
            // One row at least is passed over, whatever another thread makes of the offsets meanwhile. Where a row
            // changes, the next one often does, too.
            while row < last {
                let changes = piece.changes.len();
                if !self.is_null(row) {
                    piece.convert(row, self.octets(row..bounded::add(row, 1)), task)?;
                }
                row = bounded::add(row, 1);
                let is_own_form = |row: usize| task.is_own_form(self.octets(row..bounded::add(row, 1)));
                if piece.changes.len() == changes || row < last && is_own_form(row) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Judges the rows that end before a suspect octet does, where the data is cut off. Returns the first that does
    /// not.
    #[inline]
    fn judge_by_ends(
        &self,
        rows: Range<usize>,
        clean: &[u8],
        task: &RowTask<'_>,
        piece: &mut Piece,
    ) -> Result<usize, ColumnFault> {
        // The first of the octets that end a name that stays as it is, and their number: g to w end no number.
        let (first, count) = if task.asks_for_number() { (b'g', 17) } else { (b'.' + 1, u8::MAX - b'.') };
        let mut start = self.offset(rows.start);
        let ends = bounded::part(self.offsets, bounded::add(rows.start, 1)..bounded::add(rows.end, 1));
        for (row, end) in rows.clone().zip(ends) {
            let end = end.place();
            // No label of a short row is too long. An empty row, and an end before its start, have a length that wraps
            // around to a large one.
            let is_short = end.wrapping_sub(start).wrapping_sub(1) < MAX_LABEL;
            let ends_well = |last: &u8| last.wrapping_sub(first) < count;
            let begins_well = || clean.get(start).is_some_and(|&octet| octet > b'.');
            let is_plain = is_short && begins_well() && clean.get(end.wrapping_sub(1)).is_some_and(ends_well);
            if !is_plain {
                let Some(name) = clean.get(start..end) else { return Ok(row) };
                if !self.is_null(row) && !task.is_own_form(name) {
                    piece.convert(row, name, task)?;
                }
            }
            start = end;
        }
        Ok(rows.end)
    }

    /// The first row of the range that is null and has octets all the same.
    #[inline]
    fn first_garbage(&self, rows: Range<usize>) -> Option<usize> {
        self.validity?.first_clear(rows, |row| self.offset(row) != self.offset(bounded::add(row, 1)))
    }

    /// Makes room in a new output for all rows, and for an eighth more octets than they have, which is enough for most
    /// columns, so that nothing is moved.
    pub(super) fn make_room(&self, Texts { offsets, data }: &mut Texts<O>) -> Result<(), ColumnFault> {
        *offsets = memory::reserved(self.offsets.len())?;
        // But not more than there is: the last offset is not verified yet.
        let size = self.weight(&(0..self.count())).min(self.data.len());
        *data = memory::reserved(bounded::add(size, size >> 3))?;
        pages::prefer_large(offsets.spare_capacity_mut());
        pages::prefer_large(data.spare_capacity_mut());
        offsets.push(O::default());
        Ok(())
    }

    /// Returns how many octets rows have, if their offsets are what they should be.
    fn weight(&self, rows: &Range<usize>) -> usize {
        self.offset(rows.end).saturating_sub(self.offset(rows.start))
    }

    /// The octets of rows, whose offsets are verified.
    #[inline]
    fn octets(&self, rows: Range<usize>) -> &[u8] {
        self.verified(self.offset(rows.start)..self.offset(rows.end))
    }

    /// The octets of a range that was verified. There are none where another thread has changed the offsets, which lie
    /// in the memory of the caller, since then.
    #[inline]
    fn verified(&self, range: Range<usize>) -> &[u8] {
        self.data.get(range).unwrap_or_default()
    }
}

impl<O: Offset> Layout for Strings<'_, O> {
    type Output = Texts<O>;

    fn count(&self) -> usize {
        // No rows may have no offset at all.
        self.offsets.len().saturating_sub(1)
    }
    fn validity(&self) -> Option<Bits<'_>> {
        self.validity
    }
    fn beginning(&self, rows: Range<usize>, octets: usize) -> (usize, usize) {
        let mut rows = rows;
        while rows.len() > 1 && self.weight(&rows) > octets {
            rows.end = bounded::add(rows.start, rows.len().div_ceil(2));
        }
        (rows.end, self.weight(&rows))
    }
    fn row(&self, row: usize) -> Option<&[u8]> {
        self.data.get(self.offset(row)..self.offset(bounded::add(row, 1)))
    }

    fn examine(&self, piece: &mut Piece, task: &RowTask<'_>) -> Result<(), ColumnFault> {
        self.verify(&piece.rows)?;
        // A piece that is so heavy is one text. Not an octet of it is read before there was memory for it: a text that
        // is longer than all memory ends nowhere. Its octets are no more than there are, whatever its offsets say by
        // now.
        let weight = self.weight(&piece.rows).min(self.data.len());
        if weight > HEAVY {
            drop(memory::reserved::<u8>(weight)?);
        }
        if task.work.is_of_names() {
            return self.examine_names(piece, task);
        }
        let mut rows = piece.rows.clone().filter(|&row| !self.is_null(row));
        rows.try_for_each(|row| piece.convert(row, self.octets(row..bounded::add(row, 1)), task))
    }

    /// They are appended without the octets of nulls.
    fn append_rows(&self, rows: Range<usize>, output: &mut Texts<O>) -> Result<(), ColumnFault> {
        if output.offsets.is_empty() {
            self.make_room(output)?;
        }
        let Texts { offsets, data } = output;
        let (before, mut start) = (data.len(), rows.start);
        while start < rows.end {
            let garbage = self.first_garbage(start..rows.end);
            let end = garbage.unwrap_or(rows.end);
            let to = O::at(data.len());
            memory::append(data, self.octets(start..end))?;
            fits::<O>(data)?;
            if let Some((&from, ends)) = self.offsets.get(start..=end).and_then(<[O]>::split_first) {
                offsets.extend(ends.iter().map(|end| end.moved(from, to)));
            }
            let last = O::at(data.len());
            // Rows whose offsets are in order end where the copy does, and are not longer than all octets.
            if offsets.last() != Some(&last) || bounded::sub(data.len(), before) > self.data.len() {
                return Err(ColumnFault::Changed);
            }
            offsets.extend(garbage.map(|_| last));
            start = bounded::add(end, 1);
        }
        Ok(())
    }

    fn append(&self, piece: &Piece, output: &mut Texts<O>) -> Result<(), ColumnFault> {
        if output.offsets.is_empty() {
            self.make_room(output)?;
        }
        piece.each_run(|run| match run {
            Run::Unchanged(rows) => self.append_rows(rows, output),
            Run::Changed(changes, octets, start) => {
                // Modulo the size of a place: the result may begin before the octets of the piece do.
                let to = output.data.len().wrapping_sub(start);
                memory::append(&mut output.data, octets)?;
                fits::<O>(&output.data)?;
                output.offsets.extend(changes.iter().map(|change| O::at(to.wrapping_add(change.end))));
                Ok(())
            }
        })
    }
}

/// Refuses a result with more octets than offsets can tell.
fn fits<O: Offset>(data: &[u8]) -> Result<(), ColumnFault> {
    if data.len() > O::MOST { Err(ColumnFault::TooLong) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::Form;
    use crate::profile::Profile;
    use crate::works::{Against, RowMode, Work};

    /// In unchanged rows as in those that changed.
    #[test]
    fn a_result_that_no_offset_can_tell_is_too_long() {
        let strings = Strings { offsets: &[0_i8, 100], data: &[b'a'; 100], validity: None };
        let mut texts = Texts { offsets: vec![0, 100], data: vec![b'b'; 100] };
        assert_eq!(strings.append_rows(0..1, &mut texts), Err(ColumnFault::TooLong));
    }

    /// As another thread may change them after they were verified.
    #[test]
    fn offsets_that_go_back_end_the_walk_over_names() {
        let task = RowTask {
            work: Work::Name(Form::Ascii),
            mode: RowMode::Null,
            profile: &Profile::UTS46,
            against: Against::Nothing,
        };
        for offsets in [[0, 1, 2, 0], [0, 2, 1, 0], [2, 1, 0, 0], [0, 9, 9, 1]] {
            let strings = Strings { offsets: &offsets, data: b"ab", validity: None };
            let mut piece = Piece::default();
            piece.begin(0..3);
            assert!(strings.examine_names(&mut piece, &task).is_ok(), "{offsets:?}");
        }
    }
}
