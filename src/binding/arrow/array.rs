//! Arrays on their way in: everything that can be known from the structs is verified before memory is read.
//!
//! The rest is believed: that pointers are valid, that bitmaps, offsets, views and keys are as long as the struct says,
//! and that memory is not written to while it is read. Callers break the last rule: so nothing that was read is
//! relied on when it is read again, neither here nor in `batch`. Each index is checked, and each length that was
//! computed is compared with what was written.
#![allow(unsafe_code)]

use core::ffi::c_void;
use core::ops::Range;
use std::borrow::Cow;
use std::sync::Arc;

use super::export;
use super::field::{Field, TextFormat};
use super::legal::{illegal, unsuited};
use super::node::Buffer;
use super::structs::{ArrowArray, Held, inner, of_runs};
use crate::batch::{Bits, View};
use crate::binding::prelude::*;

/// More octets of texts are not believed to be there.
const MOST_OCTETS: usize = if usize::BITS > 32 { 1 << 48 } else { usize::MAX >> 1 };

/// An array that came.
pub(super) type Foreign = Arc<Held<ArrowArray>>;

/// Texts of an array, where they lie.
pub(super) struct TextColumn<'a> {
    pub(super) length: usize,
    pub(super) validity: Option<Bits<'a>>,
    pub(super) texts: TextBuffers<'a>,
}

pub(super) enum TextBuffers<'a> {
    Null,
    Small(Cow<'a, [i32]>, &'a [u8]),
    Large(Cow<'a, [i64]>, &'a [u8]),
    Views(Cow<'a, [View]>, Vec<&'a [u8]>),
}

/// Keys of an array, where they lie.
pub(super) enum KeyItems<'a> {
    One(Cow<'a, [u8]>),
    Two(Cow<'a, [u16]>),
    Four(Cow<'a, [u32]>),
    Eight(Cow<'a, [u64]>),
}

/// Does the same with keys of any width.
macro_rules! with_keys {
    ($keys:expr, $items:ident => $work:expr) => {
        match $keys {
            KeyItems::One($items) => $work,
            KeyItems::Two($items) => $work,
            KeyItems::Four($items) => $work,
            KeyItems::Eight($items) => $work,
        }
    };
}
pub(super) use with_keys;

/// The buffers, children and dictionary that an array has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Texts(TextFormat),
    /// Values that are no texts, of which there are none.
    Others,
    Keys,
    Runs,
    RunEnds,
}

impl Shape {
    /// The shape of an array that is not one of runs, or of the values of runs.
    const fn of(field: &Field) -> Self {
        if field.keys.is_some() { Self::Keys } else { Self::Texts(field.layout) }
    }

    /// Returns what is wrong with the numbers of buffers, children and dictionaries.
    fn fault(self, array: &ArrowArray) -> Option<&'static str> {
        let fits = match self {
            Self::Others => true,
            Self::Runs => array.n_buffers == 0,
            Self::Keys | Self::RunEnds => array.n_buffers == 2,
            // Polars writes the validity that such a column had in earlier versions of Arrow.
            Self::Texts(TextFormat::Null) => matches!(array.n_buffers, 0 | 1),
            Self::Texts(TextFormat::Small | TextFormat::Large) => array.n_buffers == 3,
            Self::Texts(TextFormat::Views) => (3..=i64::from(i32::MAX)).contains(&array.n_buffers),
        };
        let faults = [
            (!fits, "it has too few or too many buffers for its type"),
            (!matches!(self, Self::Runs | Self::Others) && array.n_children != 0, "an array of texts has children"),
            (array.dictionary.is_null() == (self == Self::Keys), "a dictionary is missing or too many"),
        ];
        faults.into_iter().find_map(|(is_fault, what)| is_fault.then_some(what))
    }
}

/// An array whose numbers were verified.
pub(super) struct Verified<'py, 'a> {
    py: Python<'py>,
    array: &'a ArrowArray,
    pub(super) length: usize,
    pub(super) offset: usize,
    /// The number of buffers that are looked at.
    pub(super) count: usize,
}

impl<'py, 'a> Verified<'py, 'a> {
    /// The array itself.
    pub(super) fn array_of(py: Python<'py>, array: &'a ArrowArray, field: &Field) -> PyResult<Self> {
        Self::new(py, array, if field.runs.is_some() { Shape::Runs } else { Shape::of(field) })
    }

    pub(super) fn values(&self, field: &Field) -> PyResult<Self> {
        // SAFETY: The pointer is believed to be that of a struct which the array holds.
        let Some(values) = unsafe { inner(self.py, self.array.dictionary) }? else {
            return Err(illegal(self.py, "a dictionary is missing"));
        };
        match &field.others {
            None => Self::new(self.py, values, Shape::Texts(field.layout)),
            Some(others) if values.length != 0 => Err(unsuited(self.py, others)),
            Some(_) => Self::new(self.py, values, Shape::Others),
        }
    }

    /// The ends of the runs that the array has, and their values.
    pub(super) fn runs(&self, field: &Field) -> PyResult<[Self; 2]> {
        // SAFETY: The pointers are believed to be those of structs which the array holds.
        let [ends, values] = unsafe { of_runs(self.py, self.array.n_children, self.array.children) }?;
        Ok([Self::new(self.py, ends, Shape::RunEnds)?, Self::new(self.py, values, Shape::of(field))?])
    }

    /// Some of the rows.
    pub(super) fn part(&self, rows: Range<usize>) -> Self {
        Self { length: rows.len(), offset: bounded::add(self.offset, rows.start), ..*self }
    }

    fn new(py: Python<'py>, array: &'a ArrowArray, shape: Shape) -> PyResult<Self> {
        if let Some(fault) = shape.fault(array) {
            return Err(illegal(py, fault));
        }
        let number = |number: i64| usize::try_from(number).map_err(|_| illegal(py, "a length or offset is negative"));
        let (length, offset) = (number(array.length)?, number(array.offset)?);
        let last = offset.checked_add(length).and_then(|last| last.checked_add(1));
        if last.and_then(|last| last.checked_mul(size_of::<View>())).is_none_or(|size| isize::try_from(size).is_err()) {
            return Err(illegal(py, "its length and offset are too large"));
        }
        if array.n_buffers > 0 && array.buffers.is_null() {
            return Err(illegal(py, "its buffers are NULL"));
        }
        // The buffers of a column of nulls are of no interest: all rows are null.
        let has_none = matches!(shape, Shape::Texts(TextFormat::Null) | Shape::Others);
        let count = if has_none { 0 } else { usize::try_from(array.n_buffers).unwrap_or(0) };
        Ok(Self { py, array, length, offset, count })
    }

    /// A buffer as a part of a new array. Where the array was made here, only this buffer of it is kept: a column that
    /// is converted again and again does not become a chain of those before it.
    pub(super) fn shared(&self, index: usize, array: &Foreign) -> Buffer {
        let start = self.buffer(index);
        let own = export::node_of(self.array).and_then(|node| node.buffers.get(index));
        own.filter(|own| own.start == start).cloned().unwrap_or_else(|| Buffer::foreign(start, array.clone()))
    }

    pub(super) fn buffer(&self, index: usize) -> *const c_void {
        if index >= self.count {
            return core::ptr::null();
        }
        // SAFETY: The pointer is not NULL, and there are so many buffers, as is believed.
        unsafe { self.array.buffers.add(index).read_unaligned() }
    }

    /// Items of a buffer. What is not aligned is copied.
    fn items<T: Copy>(&self, index: usize, first: usize, count: usize) -> PyResult<Cow<'a, [T]>> {
        if count == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        let start: *const T = self.buffer(index).cast();
        let size = first.checked_add(count).and_then(|last| last.checked_mul(size_of::<T>()));
        let is_too_long = |size| isize::try_from(size).is_err() || start.addr().checked_add(size).is_none();
        if start.is_null() || size.is_none_or(is_too_long) {
            return Err(illegal(self.py, &format!("buffer {index} is NULL or longer than memory")));
        }
        // SAFETY: The buffer has so many items, as is believed, in the memory that the array holds: no more octets than
        // `isize::MAX`, within the address space. Any octets are valid items. That nobody writes to them meanwhile is
        // the duty of the caller (docs/columns.md); items are checked when they are used.
        unsafe {
            let start = start.byte_add(bounded::mul(first, size_of::<T>()));
            if !start.is_aligned() {
                return aligned(start, count).map(Cow::Owned);
            }
            Ok(Cow::Borrowed(core::slice::from_raw_parts(start, count)))
        }
    }

    fn octets(&self, index: usize, count: usize) -> PyResult<&'a [u8]> {
        match self.items::<u8>(index, 0, count)? {
            Cow::Borrowed(octets) => Ok(octets),
            // Octets are always aligned.
            Cow::Owned(_) => Ok(&[]),
        }
    }

    /// Which rows are not null, if any is.
    pub(super) fn validity(&self) -> PyResult<Option<Bits<'a>>> {
        if self.buffer(0).is_null() || self.length == 0 {
            return Ok(None);
        }
        let size = bounded::add(self.offset, self.length).div_ceil(8);
        Ok(Some(Bits::new(self.octets(0, size)?, self.offset)).filter(|bits| bits.count_clear(self.length) > 0))
    }

    pub(super) fn column(&self, layout: TextFormat) -> PyResult<TextColumn<'a>> {
        let texts = match layout {
            TextFormat::Null => TextBuffers::Null,
            TextFormat::Small => {
                let offsets = self.offsets::<i32>()?;
                let data = self.data(offsets.last().map_or(0, |&last| i64::from(last)))?;
                TextBuffers::Small(offsets, data)
            }
            TextFormat::Large => {
                let offsets = self.offsets::<i64>()?;
                let data = self.data(offsets.last().copied().unwrap_or(0))?;
                TextBuffers::Large(offsets, data)
            }
            // Where there are no views, no buffer is looked at.
            TextFormat::Views if self.length == 0 => TextBuffers::Views(Cow::Borrowed(&[]), Vec::new()),
            TextFormat::Views => TextBuffers::Views(self.items(1, self.offset, self.length)?, self.variadic()?),
        };
        Ok(TextColumn { length: self.length, validity: self.validity()?, texts })
    }

    fn offsets<T: Copy>(&self) -> PyResult<Cow<'a, [T]>> {
        // An array without rows may be without offsets.
        let count = if self.length == 0 { 0 } else { bounded::add(self.length, 1) };
        self.items(1, self.offset, count)
    }

    fn data(&self, end: i64) -> PyResult<&'a [u8]> {
        let end = usize::try_from(end).map_err(|_| illegal(self.py, "an offset is negative"))?;
        if end > MOST_OCTETS { Err(no_memory()) } else { self.octets(2, end) }
    }

    /// Returns how long the buffers of views are.
    pub(super) fn variadic_sizes(&self) -> PyResult<Cow<'a, [i64]>> {
        // The sizes of the buffers follow the validity, the views and the buffers. With fewer buffers there is none.
        let count = self.count.saturating_sub(3);
        self.items(bounded::add(count, 2), 0, count)
    }

    fn variadic(&self) -> PyResult<Vec<&'a [u8]>> {
        let sizes = self.variadic_sizes()?;
        let mut buffers = memory::reserved(sizes.len()).map_err(|_| no_memory())?;
        for (index, &size) in sizes.iter().enumerate() {
            let size = usize::try_from(size).map_err(|_| illegal(self.py, "the size of a buffer is negative"))?;
            buffers.push(self.octets(bounded::add(index, 2), size)?);
        }
        Ok(buffers)
    }

    pub(super) fn keys(&self, size: usize) -> PyResult<KeyItems<'a>> {
        Ok(match size {
            1 => KeyItems::One(self.items(1, self.offset, self.length)?),
            2 => KeyItems::Two(self.items(1, self.offset, self.length)?),
            4 => KeyItems::Four(self.items(1, self.offset, self.length)?),
            _ => KeyItems::Eight(self.items(1, self.offset, self.length)?),
        })
    }
}

/// A copy of items that are not aligned.
///
/// # Safety
///
/// There are so many items from the pointer on.
#[cold]
unsafe fn aligned<T: Copy>(start: *const T, count: usize) -> PyResult<Vec<T>> {
    let mut copy: Vec<T> = memory::reserved(count).map_err(|_| no_memory())?;
    let size = bounded::mul(count, size_of::<T>());
    // SAFETY: See above, and there is room for all of them; afterwards all are written.
    unsafe {
        core::ptr::copy_nonoverlapping(start.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), size);
        copy.set_len(count);
    }
    Ok(copy)
}

impl TextColumn<'_> {
    /// Returns whether a row is not null.
    pub(super) fn is_valid(&self, row: usize) -> bool {
        !matches!(self.texts, TextBuffers::Null) && self.validity.is_none_or(|validity| validity.get(row))
    }
}

impl TextBuffers<'_> {
    pub(super) fn row(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Null => None,
            // Not by a layout made for it: what is borrowed outlives that.
            Self::Small(offsets, data) => within(offsets.get(row..)?.first_chunk()?.map(i64::from), data),
            Self::Large(offsets, data) => within(*offsets.get(row..)?.first_chunk()?, data),
            Self::Views(views, buffers) => views.get(row)?.text(buffers),
        }
    }
}

/// The octets between two offsets.
fn within([start, end]: [i64; 2], data: &[u8]) -> Option<&[u8]> {
    data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}
