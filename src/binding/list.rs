//! Containers of Python whose size follows from an input. The functions of PyO3 for them panic where there is no memory,
//! and so does each conversion of a text to a `str`: a name that is used once for each item is interned.

use pyo3::IntoPyObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyTuple};

/// A list of these items, appended one by one.
pub(super) fn list_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let list = list(py)?;
    items.into_iter().try_for_each(|item| list.append(item))?;
    Ok(list)
}

/// A tuple of these items.
pub(super) fn tuple_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyTuple>> {
    Ok(py.get_type::<PyTuple>().call1((list_of(py, items)?,))?.cast_into()?)
}

/// An empty list.
pub(super) fn list(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    Ok(py.get_type::<PyList>().call0()?.cast_into()?)
}

/// An empty dict.
pub(super) fn dict(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    Ok(py.get_type::<PyDict>().call0()?.cast_into()?)
}

/// A list of integers. Python makes them: an integer made by PyO3 panics where there is no memory for it.
pub(super) fn integers<'py>(
    py: Python<'py>,
    numbers: impl ExactSizeIterator<Item = u64>,
) -> PyResult<Bound<'py, PyList>> {
    const SIZE: usize = size_of::<u64>();
    let octets = PyBytes::new_with(py, numbers.len().saturating_mul(SIZE), |octets| {
        for (slot, number) in octets.chunks_exact_mut(SIZE).zip(numbers) {
            slot.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })?;
    let numbers = PyMemoryView::from(&octets)?.call_method1(intern!(py, "cast"), (intern!(py, "Q"),))?;
    Ok(numbers.call_method0(intern!(py, "tolist"))?.cast_into()?)
}
