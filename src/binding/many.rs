//! Lists of texts: one pass, and three answers to a text that is refused.

use pyo3::exceptions::{PyTypeError, PyUnicodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// What becomes of a text that is refused.
#[derive(Clone, Copy)]
pub(super) enum OnError {
    Raise,
    Null,
    Keep,
}

impl<'a, 'py> FromPyObject<'a, 'py> for OnError {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match &*object.cast::<PyString>()?.to_cow()? {
            "raise" => Ok(Self::Raise),
            "null" => Ok(Self::Null),
            "keep" => Ok(Self::Keep),
            other => Err(PyValueError::new_err(format!("errors must be 'raise', 'null' or 'keep', not {other:?}"))),
        }
    }
}

/// Applies a codec to each item of an iterable. Nothing in place of a result is a refusal that nobody asks the reason of.
pub(super) fn map<'py>(
    texts: &Bound<'py, PyAny>,
    errors: OnError,
    codec: impl Fn(&Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>>,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    if texts.is_instance_of::<PyString>() || texts.is_instance_of::<PyBytes>() || texts.is_instance_of::<PyByteArray>()
    {
        let found = texts.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected an iterable of texts, not a single {found}")));
    }
    let mut converted = Vec::with_capacity(texts.len().unwrap_or(0));
    for text in texts.try_iter()? {
        let text = text?;
        converted.push(match (codec(&text), errors) {
            (Ok(result), _) => result.map(Bound::into_any),
            (Err(error), OnError::Raise) => return Err(error),
            // An `AceError` is a `UnicodeError`; what is none (a wrong type, no memory) is no refusal of the text.
            (Err(error), _) if !error.is_instance_of::<PyUnicodeError>(texts.py()) => return Err(error),
            (Err(_), OnError::Null) => None,
            (Err(_), OnError::Keep) => Some(text),
        });
    }
    Ok(converted)
}
