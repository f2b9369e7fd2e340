//! Texts with views: short ones lie in their views, and others anywhere in some buffers.

use core::ops::Range;

use super::bits::Bits;
use super::engine::Layout;
use super::fault::ColumnFault;
use super::piece::{Piece, Run};
use super::view::{MOST, SHORT, View};
use crate::bounded;
use crate::error::Error;
use crate::label::MAX_LABEL;
use crate::memory;
use crate::pages;
use crate::works::{RowTask, first_suspect};

/// A column of texts with views.
#[derive(Clone, Copy)]
pub(crate) struct Views<'a> {
    pub(crate) views: &'a [View],
    pub(crate) buffers: &'a [&'a [u8]],
    pub(crate) validity: Option<Bits<'a>>,
}

/// The same as a result.
#[derive(Default)]
pub(crate) struct ViewTexts {
    pub(crate) views: Vec<View>,
    /// Those behind the buffers of the column, or without these.
    pub(crate) buffers: Vec<Vec<u8>>,
    /// True if no view is of a buffer of the column.
    pub(crate) are_all_own: bool,
}

impl ViewTexts {
    /// All buffers that views may be of, given those of the column.
    pub(crate) fn all<'a>(&'a self, came: &[&'a [u8]]) -> Result<Vec<&'a [u8]>, Error> {
        all(if self.are_all_own { &[] } else { came }, &self.buffers)
    }

    /// Copies all texts to buffers of their own where views may be of less than half of what is in the buffers: a
    /// column that is converted again and again would keep all that it ever had. `came` are the buffers of the column,
    /// `octets` how many its rows have. `pause` is told the octets that were copied.
    pub(crate) fn collect<E: From<ColumnFault> + From<Error>>(
        &mut self,
        came: &[&[u8]],
        octets: usize,
        mut pause: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        /// The memory that a buffer takes besides its octets.
        const BUFFER: usize = 64;
        // Saturating, as sizes of buffers are what the caller says.
        let new = self.buffers.iter().fold(0, |sum: usize, buffer| sum.saturating_add(buffer.len()));
        let kept = came.iter().fold(new, |sum, buffer| sum.saturating_add(buffer.len()).saturating_add(BUFFER));
        let of_use = octets.saturating_add(new).saturating_add(size_of_val(self.views.as_slice()));
        if kept / 2 <= of_use {
            return Ok(());
        }
        let all = all(came, &self.buffers)?;
        let mut own = Vec::new();
        let lengths = self.views.iter().map(View::length).filter(|&length| length > SHORT);
        let mut left = lengths.fold(0, usize::saturating_add);
        for view in &mut self.views {
            // A view that is of no text was changed meanwhile.
            let text = view.text(&all).ok_or(ColumnFault::Changed)?;
            pause(text.len())?;
            if text.len() > SHORT {
                let new = appended(&mut own, text, left)?;
                left = left.saturating_sub(text.len());
                *view = new;
            }
        }
        (self.buffers, self.are_all_own) = (own, true);
        Ok(())
    }
}

fn all<'a>(came: &[&'a [u8]], new: &'a [Vec<u8>]) -> Result<Vec<&'a [u8]>, Error> {
    let all = came.iter().copied().chain(new.iter().map(Vec::as_slice));
    memory::collected(all, bounded::add(came.len(), new.len()))
}

/// Appends a long text to the last buffer, or to a new one, for so many octets that are left. Returns its view.
fn appended(buffers: &mut Vec<Vec<u8>>, text: &[u8], left: usize) -> Result<View, ColumnFault> {
    // A text that has a view has no more than `MOST` octets.
    let room = bounded::sub(MOST, text.len());
    if buffers.last().is_none_or(|last| last.len() > room) {
        memory::push(buffers, memory::reserved(left.min(MOST))?)?;
    }
    let index = u32::try_from(bounded::sub(buffers.len(), 1)).map_err(|_| ColumnFault::TooLong)?;
    let last = bounded::some(buffers.last_mut()).ok_or(ColumnFault::TooLong)?;
    let place = bounded::to(last.len());
    memory::append(last, text)?;
    Ok(View::of(text, index, place))
}

impl Views<'_> {
    #[inline(always)]
    fn is_null(&self, row: usize) -> bool {
        self.validity.is_some_and(|validity| !validity.get(row))
    }

    /// Makes room for all views in a new output, and for so many octets in the last buffer.
    fn make_room(&self, ViewTexts { views, buffers, .. }: &mut ViewTexts, octets: usize) -> Result<(), ColumnFault> {
        if views.capacity() == 0 {
            *views = memory::reserved(self.views.len())?;
            pages::prefer_large(views.spare_capacity_mut());
        }
        let room = MOST.checked_sub(octets).ok_or(ColumnFault::TooLong)?;
        if octets > 0 && buffers.last().is_none_or(|last| last.len() > room) {
            memory::push(buffers, Vec::new())?;
        }
        Ok(())
    }
}

/// Returns whether a name is plain in the eyes of the scan.
#[inline(always)]
fn is_plain(name: &[u8], task: &RowTask<'_>) -> bool {
    let is_usual = matches!(name.len(), 16..=MAX_LABEL) && first_suspect(name) == name.len();
    let ends = name.first().is_some_and(|&first| first > b'.') && name.last().is_some_and(|&last| last > b'.');
    (is_usual && ends && !task.asks_for_number()) || task.is_own_form(name)
}

impl Layout for Views<'_> {
    type Output = ViewTexts;

    fn count(&self) -> usize {
        self.views.len()
    }
    fn validity(&self) -> Option<Bits<'_>> {
        self.validity
    }
    /// One pass over the views, as the view of a null may tell any length.
    fn beginning(&self, rows: Range<usize>, octets: usize) -> (usize, usize) {
        let mut left = octets;
        for row in rows.clone() {
            let length = self.views.get(row).filter(|_| !self.is_null(row)).map_or(0, View::length);
            match left.checked_sub(length) {
                Some(rest) => left = rest,
                None if row == rows.start => return (bounded::add(row, 1), length),
                None => return (row, bounded::sub(octets, left)),
            }
        }
        (rows.end, bounded::sub(octets, left))
    }
    fn row(&self, row: usize) -> Option<&[u8]> {
        self.views.get(row)?.text(self.buffers)
    }

    fn examine(&self, piece: &mut Piece, task: &RowTask<'_>) -> Result<(), ColumnFault> {
        let are_names = task.work.is_of_names();
        let rows = piece.rows.clone();
        let views = rows.clone().zip(bounded::part(self.views, rows));
        for (row, view) in views.filter(|&(row, _)| !self.is_null(row)) {
            let text = view.text(self.buffers).ok_or(ColumnFault::View(row))?;
            if !(are_names && is_plain(text, task)) {
                piece.convert(row, text, task)?;
            }
        }
        // Cells have no views.
        if task.work.is_packed() { Ok(()) } else { short_ones_into_views(piece) }
    }

    /// Their views are appended, but empty ones for nulls.
    fn append_rows(&self, rows: Range<usize>, output: &mut ViewTexts) -> Result<(), ColumnFault> {
        self.make_room(output, 0)?;
        let is_garbage = |row: usize| self.views.get(row).is_some_and(|view| *view != View::default());
        let mut start = rows.start;
        while start < rows.end {
            let garbage = self.validity.and_then(|validity| validity.first_clear(start..rows.end, is_garbage));
            let end = garbage.unwrap_or(rows.end);
            output.views.extend_from_slice(bounded::part(self.views, start..end));
            output.views.extend(garbage.map(|_| View::default()));
            start = bounded::add(end, 1);
        }
        Ok(())
    }

    fn append(&self, piece: &Piece, output: &mut ViewTexts) -> Result<(), ColumnFault> {
        self.make_room(output, piece.octets.len())?;
        // Where there is no buffer, no view is of one. A view has no number for more than 2**31 of them.
        let buffer = bounded::add(self.buffers.len(), output.buffers.len()).saturating_sub(1);
        let buffer = u32::try_from(buffer).unwrap_or(u32::MAX);
        let mut start = 0;
        if let Some(last) = output.buffers.last_mut() {
            start = u32::try_from(last.len()).map_err(|_| ColumnFault::TooLong)?;
            memory::append(last, &piece.octets)?;
        }
        let mut new = piece.views.as_slice();
        piece.each_run(|run| match run {
            Run::Unchanged(rows) => self.append_rows(rows, output),
            Run::Changed(changes, ..) => {
                let now = bounded::first(new, changes.len());
                output.views.extend(now.iter().map(|view| view.moved(buffer, start)));
                new = bounded::rest(new, changes.len());
                Ok(())
            }
        })
    }
}

/// Makes the views of what changed, and leaves only those octets that do not lie in a view.
fn short_ones_into_views(piece: &mut Piece) -> Result<(), ColumnFault> {
    if piece.octets.len() > MOST {
        return Err(ColumnFault::TooLong);
    }
    piece.views.try_reserve(piece.changes.len()).map_err(|_| ColumnFault::OutOfMemory)?;
    let (mut views, mut long) = (core::mem::take(&mut piece.views), core::mem::take(&mut piece.spare));
    long.clear();
    piece.each_change(|text| {
        views.push(View::of(text, 0, bounded::to(long.len())));
        if text.len() > SHORT {
            long.extend_from_slice(text);
        }
    });
    if long.is_refused() {
        return Err(ColumnFault::OutOfMemory);
    }
    piece.views = views;
    piece.spare = core::mem::replace(&mut piece.octets, long);
    Ok(())
}
