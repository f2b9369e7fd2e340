//! The one place where an error of the crate becomes an exception of Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyString, PyTuple, PyType};

use crate::{Error, ErrorKind, LabelError};

/// Every code there is, in the order of the documentation.
///
/// Returns:
///     The codes: snake-case strings that never change.
#[pyfunction]
pub(super) fn error_codes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, ErrorKind::ALL.iter().map(|kind| kind.code()))
}

/// What a code means, for people.
///
/// Args:
///     code: One of `error_codes()`.
///
/// Returns:
///     A phrase; empty if there is no such code.
#[pyfunction]
pub(super) fn error_message(code: &str) -> &'static str {
    ErrorKind::ALL.iter().find(|kind| kind.code() == code).map_or("", |kind| kind.message())
}

/// What an `AceError` tells beyond its code and offset.
#[derive(Default)]
pub(super) struct Context<'a, 'py> {
    pub(super) text: Option<&'a Bound<'py, PyString>>,
    pub(super) codepoint: Option<u32>,
    pub(super) label_index: Option<usize>,
}

/// The error as an `acelabel.AceError`, which is a class written in Python.
#[cold]
pub(super) fn ace_error(py: Python<'_>, error: Error, context: &Context<'_, '_>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let make = || {
        let class = CLASS.import(py, "acelabel._errors", "AceError")?;
        let arguments = (error.kind().code(), error.offset(), context.text);
        let keywords = [
            ("codepoint", context.codepoint.into_pyobject(py)?.into_any()),
            ("label_index", context.label_index.into_pyobject(py)?.into_any()),
        ];
        class.call(arguments, Some(&keywords.into_py_dict(py)?))
    };
    match make() {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    }
}

/// The error of a domain name as an `acelabel.AceError`.
#[cold]
pub(super) fn name_error(text: &Bound<'_, PyString>, error: LabelError) -> PyErr {
    let label_index = Some(error.label_index());
    ace_error(text.py(), error.error(), &Context { text: Some(text), codepoint: error.code_point(), label_index })
}

/// The error as an exception that quotes the text.
#[cold]
pub(super) fn refused(error: Error, text: &Bound<'_, PyString>) -> PyErr {
    ace_error(text.py(), error, &Context { text: Some(text), ..Context::default() })
}
