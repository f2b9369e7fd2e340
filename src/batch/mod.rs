//! Columns of texts, converted piece by piece and by several threads: what lies beneath a column of Arrow, as slices.
//!
//! Rows that are their own form are found by a scan and never looked at one by one. The others are converted into
//! memory of their piece, which is copied to the output once all earlier pieces have been (`engine`).
//! A column in which nothing changes has no result: it is its own.

mod bits;
mod codec;
mod dictionary;
mod engine;
mod pause;
mod piece;
mod proven;
mod report;
mod scan;
mod strings;
#[cfg(test)]
mod tests;
mod views;
mod works;

pub(crate) use bits::{Bits, clear, ones};
pub(crate) use codec::{ANSWERS, Against, Remark, RowMode, RowRefusal, RowTask, Work};
pub(crate) use dictionary::{Key, Unique, gather, remapped, unique, verify};
pub(crate) use engine::{Job, LEAST_ROWS_FOR_THREADS, Layout, Outcome};
pub(crate) use pause::filled;
pub(crate) use piece::Remarked;
pub(crate) use report::Reasons;
pub(crate) use strings::{Strings, Texts};
pub(crate) use views::{View, ViewTexts, Views};
pub(crate) use works::work_named;

use crate::error::Error;

/// Why a column is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnFault {
    /// The text of a row is refused.
    Refused(usize, RowRefusal),
    /// The text of a row is not UTF-8.
    NotUtf8(usize),
    /// An offset is negative or less than the one before it.
    Offset(usize),
    /// A view points outside its buffers.
    View(usize),
    /// A key points outside its dictionary.
    Key(usize),
    /// The result is too long for its offsets.
    TooLong,
    /// The column is not what it was when it was examined.
    Changed,
    OutOfMemory,
}

impl From<Error> for ColumnFault {
    /// Where no text is at fault, it is the memory.
    fn from(_: Error) -> Self {
        Self::OutOfMemory
    }
}
