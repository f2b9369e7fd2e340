//! How a column is refused that is not one.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::batch::Fault;
use crate::binding::error::no_memory;

/// The exception is made at once: see `arguments`.
#[cold]
fn made(class: &Bound<'_, PyType>, message: &str) -> PyErr {
    class.call1((message,)).map_or_else(|failure| failure, PyErr::from_value)
}

/// What came breaks the rules of the Arrow C data interface.
#[cold]
pub(super) fn illegal(py: Python<'_>, what: &str) -> PyErr {
    made(&py.get_type::<PyValueError>(), &format!("not a legal Arrow column: {what}"))
}

/// What came is a column of something else.
#[cold]
pub(super) fn unsuited(py: Python<'_>, format: &str) -> PyErr {
    let message = format!(
        "argument 'column' must be an Arrow column of utf8, large_utf8, utf8_view, a dictionary of these, or null, \
         not of the format '{format}'"
    );
    made(&py.get_type::<PyTypeError>(), &message)
}

/// A fault that is not the refusal of a text.
#[cold]
pub(super) fn fault(py: Python<'_>, fault: Fault, first_row: usize) -> PyErr {
    let at = |what: &str, row: usize| illegal(py, &format!("{what} {}", first_row.saturating_add(row)));
    match fault {
        Fault::Refused(row, _) => at("the text is refused in row", row),
        Fault::NotUtf8(row) => at("the text is not UTF-8 in row", row),
        Fault::Offset(row) => at("an offset is negative or less than the one before it, behind row", row),
        Fault::View(row) => at("a view points outside its buffers in row", row),
        Fault::Key(row) => at("a key points outside its dictionary in row", row),
        Fault::TooLong => made(
            &py.get_type::<PyOverflowError>(),
            "the result of a chunk is too long for the type of the column: use large_utf8 or smaller chunks",
        ),
        Fault::OutOfMemory => no_memory(),
    }
}
