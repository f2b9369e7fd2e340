//! Refusals in a master file, and what becomes of them.

use crate::domain::OnError;
use crate::error::ErrorKind;
use crate::label::LabelError;
use crate::memory;

/// A label that is refused, or a mark without counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneProblem {
    /// The line, of which the first is 1.
    pub line: usize,
    /// The reason. Its offset counts octets from the beginning of the file; its label is that of the name.
    pub error: LabelError,
}

/// The treatment of refusals.
pub(crate) enum ZoneRefusals<'a> {
    Raised,
    Kept,
    /// They are kept, and listed here.
    Listed(&'a mut Vec<ZoneProblem>),
}

impl ZoneRefusals<'_> {
    pub(crate) const fn of(on_error: OnError) -> Self {
        match on_error {
            OnError::Raise => Self::Raised,
            OnError::Keep => Self::Kept,
        }
    }

    /// Takes the refusal of a line. Returns it if it is raised, as want of memory always is.
    pub(super) fn take(&mut self, line: usize, error: LabelError) -> Result<(), LabelError> {
        match self {
            _ if error.kind() == ErrorKind::OutOfMemory => Err(error),
            Self::Raised => Err(error),
            Self::Kept => Ok(()),
            Self::Listed(problems) => {
                memory::push(problems, ZoneProblem { line, error }).map_err(LabelError::out_of_memory)
            }
        }
    }
}
