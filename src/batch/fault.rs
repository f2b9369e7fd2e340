//! The reasons why a column is refused.

use super::codec::RowRefusal;
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
