//! Why an array has no result; the errors for a column that breaks the rules of Arrow or that has an unsuitable type.

use crate::batch::ColumnFault;
use crate::binding::arguments::exception;
use crate::binding::prelude::*;

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
    /// The same where the rows that were told have other numbers.
    pub(super) fn at(self, row: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Python(_) => self,
            Self::ColumnFault(fault, text) => Self::ColumnFault(fault.at(row), text),
        }
    }

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
            Self::ColumnFault(fault, _) => self::fault(py, fault, "row", first_row),
        }
    }
}

/// Returns what came breaks the rules of the Arrow C data interface.
#[cold]
pub(super) fn illegal(py: Python<'_>, what: &str) -> PyErr {
    exception(&py.get_type::<PyValueError>(), &format!("not a legal Arrow column: {what}"))
}

/// Returns what came is a column of something else.
#[cold]
pub(super) fn unsuited(py: Python<'_>, what: &str) -> PyErr {
    let message = format!(
        "argument 'column' must be an Arrow column of utf8, large_utf8, utf8_view, null, or a dictionary or \
         runs of these, not of {what}"
    );
    exception(&py.get_type::<PyTypeError>(), &message)
}

/// The name of a type that is not text, and what makes texts of it. Of an extension only its users know that.
#[cold]
pub(super) fn name_of_other(format: &[u8], extension: Option<&[u8]>) -> String {
    if let Some(name) = extension {
        return format!("the extension type '{}'", String::from_utf8_lossy(bounded::first(name, name.len().min(64))));
    }
    let name = match format {
        b"+s" => "structs: pass one field; of a table, pass one column",
        b"+m" => "maps: pass the keys or the values",
        b"+r" => "runs: decode them first",
        [b'+', b'u', ..] => "unions: pass one of the children",
        [b'+', b'l' | b'L' | b'v' | b'w', ..] => "lists: flatten them first",
        b"z" | b"Z" | b"vz" | [b'w', ..] => "bytes: cast them to a string type first",
        b"b" => "booleans",
        [b'c' | b'C' | b's' | b'S' | b'i' | b'I' | b'l' | b'L'] => "integers",
        [b'e' | b'f' | b'g'] => "floats",
        [b'd', ..] => "decimals",
        b"tiM" | b"tiD" | b"tin" => "intervals",
        [b't', b'D', ..] => "durations",
        [b't', ..] => "dates or times",
        _ => return format!("an unknown type (format '{}')", String::from_utf8_lossy(format)),
    };
    name.to_owned()
}

#[cold]
fn too_long(py: Python<'_>, of: &str) -> PyErr {
    exception(&py.get_type::<PyOverflowError>(), &format!("the result of a chunk is too long for {of}"))
}

/// A fault that is not the refusal of a text. `place` is what texts are called, rows or values.
#[cold]
pub(super) fn fault(py: Python<'_>, fault: ColumnFault, place: &str, first: usize) -> PyErr {
    let at = |what: &str, row: usize| illegal(py, &format!("{what} {place} {}", first.saturating_add(row)));
    match fault {
        ColumnFault::Refused(row, _) => at("the text is refused in", row),
        ColumnFault::NotUtf8(row) => at("the text is not UTF-8 in", row),
        ColumnFault::Offset(row) => at("an offset is negative, less than the one before it or too large, from", row),
        ColumnFault::View(row) => at("a view points outside its buffers in", row),
        ColumnFault::Key(row) => at("a key points outside its dictionary in", row),
        ColumnFault::RunEnds => illegal(py, "run ends do not ascend to the number of rows"),
        ColumnFault::TooLong => too_long(py, "the type of the column: use large_utf8 or smaller chunks"),
        ColumnFault::FieldTooLong => too_long(py, "one of its fields: use smaller chunks"),
        ColumnFault::Changed => illegal(py, "the column changed while it was read"),
        ColumnFault::OutOfMemory => no_memory(),
    }
}
