//! The reasons why a column is refused.

use crate::error::Error;
use crate::works::RowRefusal;

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
    /// Ends of runs do not ascend, or there are too few.
    RunEnds,
    /// The result is too long for its offsets.
    TooLong,
    /// A field of structs, the offsets of lists or a number is too long for its type, whatever that of the column is.
    FieldTooLong,
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

impl ColumnFault {
    /// The same where rows have other numbers.
    pub(crate) fn at(self, other: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Refused(row, refusal) => Self::Refused(other(row), refusal),
            Self::NotUtf8(row) => Self::NotUtf8(other(row)),
            Self::Offset(row) => Self::Offset(other(row)),
            Self::View(row) => Self::View(other(row)),
            Self::Key(row) => Self::Key(other(row)),
            Self::RunEnds | Self::TooLong | Self::FieldTooLong | Self::Changed | Self::OutOfMemory => self,
        }
    }
}
