//! Why an array has no result.

use pyo3::prelude::*;

use super::legal;
use crate::batch::ColumnFault;
use crate::binding::error::{Context, ace_error, at_index};
use crate::binding::text::string_of_octets;
use crate::error::Error;

/// Why there is no result.
pub(super) enum NoResult {
    Python(PyErr),
    /// The texts are at fault; with the text that is refused, if one is.
    ColumnFault(ColumnFault, Vec<u8>),
}

impl From<PyErr> for NoResult {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<ColumnFault> for NoResult {
    fn from(fault: ColumnFault) -> Self {
        Self::ColumnFault(fault, Vec::new())
    }
}

impl From<Error> for NoResult {
    fn from(error: Error) -> Self {
        ColumnFault::from(error).into()
    }
}

impl NoResult {
    /// The exception, where the first row of the array has this number in the column.
    pub(super) fn exception(self, py: Python<'_>, first_row: usize) -> PyErr {
        match self {
            Self::Python(error) => error,
            Self::ColumnFault(ColumnFault::Refused(row, refusal), text) => {
                let text = match string_of_octets(py, text) {
                    Ok(text) => text,
                    Err(failure) => return failure,
                };
                let (codepoint, label_index) = (refusal.code_point, refusal.label_index);
                let context = Context { text: Some(&text), codepoint, label_index };
                at_index(py, ace_error(py, refusal.error, &context), first_row.saturating_add(row))
            }
            Self::ColumnFault(fault, _) => legal::fault(py, fault, "row", first_row),
        }
    }
}
