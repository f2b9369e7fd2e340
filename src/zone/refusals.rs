//! Refusals in a master file, and what becomes of them.

use crate::domain::OnError;
use crate::error::ErrorKind;
use crate::label::{LabelError, LineError};
use crate::memory;

/// The treatment of refusals.
pub(crate) enum ZoneRefusals<'a> {
    Raised,
    Kept,
    /// They are kept, and listed here.
    Listed(&'a mut Vec<LineError>),
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
                memory::push(problems, LineError { line, error }).map_err(LabelError::out_of_memory)
            }
        }
    }
}
