//! Why a label is refused: the error of a name.

use crate::error::{Error, ErrorKind};
use crate::version::UnicodeVersion;

/// A refusal of one label of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelError {
    error: Error,
    label_index: usize,
    code_point: Option<u32>,
}

impl LabelError {
    #[cold]
    pub(crate) const fn new(error: Error, label_index: usize, code_point: Option<u32>) -> Self {
        Self { error, label_index, code_point }
    }

    /// A refusal of the allocator, which says nothing about the name.
    #[cold]
    pub(crate) const fn out_of_memory(error: Error) -> Self {
        Self::new(error, 0, None)
    }

    /// The same problem, with its offset counted in a name in which the label begins at the character `start`.
    #[cold]
    pub(crate) fn in_name(self, start: usize, label_index: usize) -> Self {
        Self { error: self.error.shifted(start), label_index, ..self }
    }

    /// The same problem, for which this code point is to blame. A surrogate has a code of its own.
    pub(crate) fn blaming(self, code_point: Option<u32>) -> Self {
        let refuses_code_point = matches!(self.kind(), ErrorKind::DisallowedCodepoint | ErrorKind::Unassigned);
        let error = match code_point {
            Some(0xD800..=0xDFFF) if refuses_code_point => Error::new(ErrorKind::Surrogate, self.offset()),
            _ => self.error,
        };
        Self { error, code_point, ..self }
    }

    /// The same problem, which a version of Unicode alone finds.
    #[cold]
    pub(crate) const fn in_version(self, version: UnicodeVersion) -> Self {
        Self { error: self.error.in_version(version), ..self }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.error.kind()
    }

    /// Where it is wrong: 0-based, in characters of the whole input.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.error.offset()
    }

    /// Where it is wrong, in bytes of `input`, the whole name that was passed: see [`Error::byte_offset`].
    #[must_use]
    pub fn byte_offset(self, input: &str) -> usize {
        self.error.byte_offset(input)
    }

    /// Which label it is: 0-based. 0 where the whole name is at fault.
    #[must_use]
    pub const fn label_index(self) -> usize {
        self.label_index
    }

    /// The code point to blame: that of the input at the offset, or inside an A-label the one it decodes to. `None`
    /// where no single one is.
    #[must_use]
    pub const fn code_point(self) -> Option<u32> {
        self.code_point
    }

    /// The error without the label.
    #[must_use]
    pub const fn error(self) -> Error {
        self.error
    }
}

impl core::fmt::Display for LabelError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let reason = self.kind().reason_in(self.code_point, self.error.unicode());
        write!(f, "{} at offset {} in label {}: {reason}", self.kind().code(), self.offset(), self.label_index)
    }
}

impl core::error::Error for LabelError {}

impl From<LabelError> for Error {
    fn from(refused: LabelError) -> Self {
        refused.error
    }
}

/// The refusal of a name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineError {
    /// The line, of which the first is 1.
    pub line: usize,
    /// The reason. Its offset counts octets from the beginning of the file.
    pub error: LabelError,
}

impl core::fmt::Display for LineError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl core::error::Error for LineError {}

/// The refusal of a name in a list, such as one that is watched or a rule for public suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemError {
    index: usize,
    error: LabelError,
}

impl ItemError {
    #[cold]
    pub(crate) const fn new(index: usize, error: LabelError) -> Self {
        Self { index, error }
    }

    /// Which item it is: 0-based.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index
    }

    /// Returns what is wrong with it. Offset and label are counted in the text as it was given.
    #[must_use]
    pub const fn error(self) -> LabelError {
        self.error
    }
}

impl core::fmt::Display for ItemError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "name {}: {}", self.index, self.error)
    }
}

impl core::error::Error for ItemError {}

impl From<ItemError> for Error {
    fn from(refused: ItemError) -> Self {
        refused.error.error
    }
}
