//! What the functions of `acelabel.compat.idna` are passed: flags, names and labels.

use pyo3::exceptions::{PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::refusal::{answer, caused, refused};
use crate::compat;

/// A flag: anything that is true or false.
#[derive(Clone, Copy)]
pub(super) struct Flag(pub(super) bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Flag {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Self)
    }
}

pub(super) const NO: Flag = Flag(false);
pub(super) const YES: Flag = Flag(true);

/// A name as a `str`.
#[inline(always)]
pub(super) fn name_of<'py>(name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    match name.cast::<PyString>() {
        Ok(text) => Ok(text.clone()),
        Err(_) => decoded(name, "ascii", "invalid_ascii"),
    }
}

/// A label as a `str`. Its size is looked at before its octets are.
pub(super) fn label_of<'py>(
    label: &Bound<'py, PyAny>,
    encoding: &str,
    code: &'static str,
) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = label.cast::<PyString>() {
        return Ok(text.clone());
    }
    if !label.is_instance_of::<PyBytes>() && !label.is_instance_of::<PyByteArray>() {
        let found = label.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected str, bytes or bytearray, not {found}")));
    }
    answer(label.py(), compat::check_size(label.len()?))?;
    decoded(label, encoding, code)
}

/// Octets as a `str`.
#[cold]
fn decoded<'py>(octets: &Bound<'py, PyAny>, encoding: &str, code: &'static str) -> PyResult<Bound<'py, PyString>> {
    let py = octets.py();
    let text = py.get_type::<PyString>().call1((octets, encoding)).map_err(|failure| {
        if !failure.is_instance_of::<PyTypeError>(py) && !failure.is_instance_of::<PyUnicodeError>(py) {
            return failure;
        }
        caused(py, refused(py, code, None), failure)
    })?;
    Ok(text.cast_into()?)
}
