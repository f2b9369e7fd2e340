//! The arguments of the functions of `acelabel.compat.idna`: flags, names and labels.

use pyo3::types::PySlice;

use super::refusal::{answer, caused, refused};
use crate::binding::prelude::*;
use crate::compat::{self, Refusal};

/// A flag: anything that is true or false.
#[derive(Clone, Copy)]
pub(in crate::binding) struct Flag(pub(super) bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Flag {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Self)
    }
}

pub(super) const NO: Flag = Flag(false);
pub(super) const YES: Flag = Flag(true);

/// A name as a `str` of any size.
#[inline(always)]
pub(super) fn name_of<'py>(name: &Object<'py>, not_ascii: &'static str) -> PyResult<Text<'py>> {
    match name.cast::<PyString>() {
        Ok(text) => Ok(text.clone()),
        Err(_) => name_of_octets(name, not_ascii),
    }
}

/// The octets of a name as a `str`. Octets that are not ASCII are refused before too many octets are; only their number
/// is asked for otherwise, so that nothing large is copied.
#[cold]
fn name_of_octets<'py>(name: &Object<'py>, not_ascii: &'static str) -> PyResult<Text<'py>> {
    if is_octets(name) {
        let size = compat::check_name_size(name.len()?);
        if size.is_err() && name.call_method0("isascii")?.is_truthy()? {
            answer(name.py(), size)?;
        }
    }
    decoded(name, "ascii", not_ascii)
}

/// A label as a `str` of a size that is looked at. The size of octets counts before they are decoded.
pub(super) fn label_of<'py>(label: &Object<'py>, encoding: &str, code: &'static str) -> PyResult<Text<'py>> {
    if let Ok(text) = label.cast::<PyString>() {
        answer(label.py(), compat::check_label_size(length(text)))?;
        return Ok(text.clone());
    }
    if !is_octets(label) {
        return Err(wrong_type("label", "str, bytes or bytearray", label));
    }
    answer(label.py(), compat::check_label_size(label.len()?))?;
    decoded(label, encoding, code)
}

fn is_octets(object: &Object<'_>) -> bool {
    object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>()
}

/// Works on the code points of a name of a size that is looked at.
#[inline(always)]
pub(super) fn with_name<T>(name: &Text<'_>, work: impl FnOnce(&[u32]) -> Result<T, Refusal>) -> PyResult<T> {
    answer(name.py(), compat::check_name_size(length(name)))?;
    answer(name.py(), with_code_points(name, work)?)
}

/// Works on the code points of a label of a size that is looked at.
#[inline(always)]
pub(super) fn with_label<T>(label: &Text<'_>, work: impl FnOnce(&[u32]) -> Result<T, Refusal>) -> PyResult<T> {
    answer(label.py(), compat::check_label_size(length(label)))?;
    answer(label.py(), with_code_points(label, work)?)
}

/// The ends of a label of any size: all of it, or the first four characters of a long one and its last.
pub(super) fn ends_of<'py>(label: &Text<'py>) -> PyResult<Text<'py>> {
    if length(label) <= compat::MAX_INPUT {
        return Ok(label.clone());
    }
    let first = label.get_item(PySlice::new(label.py(), 0, 4, 1))?;
    Ok(first.add(label.get_item(-1)?)?.cast_into()?)
}

/// Octets as a `str`.
#[cold]
fn decoded<'py>(octets: &Object<'py>, encoding: &str, code: &'static str) -> PyResult<Text<'py>> {
    let py = octets.py();
    let text = py.get_type::<PyString>().call1((octets, encoding)).map_err(|failure| {
        if !failure.is_instance_of::<PyTypeError>(py) && !failure.is_instance_of::<PyUnicodeError>(py) {
            return failure;
        }
        caused(py, refused(py, code, None), failure)
    })?;
    Ok(text.cast_into()?)
}
