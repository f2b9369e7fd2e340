//! The one place where an error of the crate becomes an exception of Python.

use pyo3::exceptions::PyMemoryError;

use super::prelude::*;
use crate::UnicodeVersion;

/// Every code there is, in the order of the documentation.
///
/// Returns:
///     The codes: snake-case strings that never change.
#[pyfunction]
pub(super) fn error_codes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, ErrorKind::ALL.iter().map(|kind| kind.code()))
}

/// The facts of an `AceError` besides its code and offset.
#[derive(Default)]
pub(super) struct Context<'a, 'py> {
    pub(super) text: Option<&'a Text<'py>>,
    pub(super) codepoint: Option<u32>,
    pub(super) label_index: Option<usize>,
}

/// The error of a refusal of the allocator.
#[cold]
pub(super) fn no_memory() -> PyErr {
    PyMemoryError::new_err(())
}

/// The module of the class `acelabel.AceError` in the interpreter that calls. It is looked up each time: each
/// interpreter of a process has a class of its own, which must not be used in another one or after its interpreter has
/// ended.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(intern!(py, "acelabel._errors"))
}

/// The error as an `acelabel.AceError`, which is a class written in Python. `Err` is what was raised meanwhile: there
/// was no memory, or a signal came.
#[cold]
pub(super) fn ace_error_value<'py>(py: Python<'py>, error: Error, context: &Context<'_, 'py>) -> PyResult<Object<'py>> {
    if error.kind() == ErrorKind::OutOfMemory {
        return Err(no_memory());
    }
    // `PyString::new` would panic where there is no memory.
    let (code, offset) = (PyString::from_bytes(py, error.kind().code().as_bytes())?, error.offset());
    let unicode = error.unicode().map(UnicodeVersion::number);
    let arguments = (code, offset, context.text, context.codepoint, context.label_index, py.None(), unicode);
    module(py)?.getattr(intern!(py, "refusal"))?.call1(arguments)
}

/// An exception that was made, to be raised; or what was raised meanwhile.
#[cold]
pub(super) fn raised(made: PyResult<Object<'_>>) -> PyErr {
    made.map_or_else(|failure| failure, PyErr::from_value)
}

/// The error as an `acelabel.AceError` to be raised.
#[cold]
pub(super) fn ace_error(py: Python<'_>, error: Error, context: &Context<'_, '_>) -> PyErr {
    raised(ace_error_value(py, error, context))
}

/// The same of an error that knows which code point is at fault.
#[cold]
pub(super) fn label_error(
    py: Python<'_>,
    error: LabelError,
    text: Option<&Text<'_>>,
    label_index: Option<usize>,
) -> PyErr {
    ace_error(py, error.error(), &Context { text, codepoint: error.code_point(), label_index })
}

/// The error of a domain name as an `acelabel.AceError`; `Err` as of [`ace_error_value`].
#[cold]
pub(super) fn name_error_value<'py>(text: &Text<'py>, error: LabelError) -> PyResult<Object<'py>> {
    let label_index = Some(error.label_index());
    let context = Context { text: Some(text), codepoint: error.code_point(), label_index };
    ace_error_value(text.py(), error.error(), &context)
}

/// The same to be raised.
#[cold]
pub(super) fn name_error(text: &Text<'_>, error: LabelError) -> PyErr {
    raised(name_error_value(text, error))
}

/// The error as an exception that quotes the text.
#[cold]
pub(super) fn refused(error: Error, text: &Text<'_>) -> PyErr {
    ace_error(text.py(), error, &Context { text: Some(text), ..Context::default() })
}

/// The same error, of the item at this index of a list. An error that is not an `AceError` is returned as it is.
#[cold]
pub(super) fn at_index(py: Python<'_>, error: PyErr, index: usize) -> PyErr {
    let value = error.value(py);
    let make = || {
        let module = module(py)?;
        if !value.is_instance(&module.getattr("AceError")?)? {
            return Ok(value.clone().into_any());
        }
        let fact = |name| value.getattr(name);
        let (code, offset, text) = (fact("code")?, fact("offset")?, fact("text")?);
        let arguments = (code, offset, text, fact("codepoint")?, fact("label_index")?, index, fact("unicode")?);
        module.getattr("refusal")?.call1(arguments)
    };
    raised(make())
}
