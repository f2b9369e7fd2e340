//! Containers of Python whose size follows from an input. The functions of PyO3 for them panic where there is no
//! memory, and so does each conversion of a text to a `str`: a name that is used once for each item is interned.

use pyo3::IntoPyObject;
use pyo3::types::PyMemoryView;

use super::prelude::*;

/// A list of these items, appended one by one.
pub(super) fn list_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let (list, mut pauses) = (list(py)?, Pauses::default());
    for item in items {
        list.append(item)?;
        pauses.after(py, 0)?;
    }
    Ok(list)
}

/// The items, or the first exception. `collect` would end the process where there is no memory.
pub(super) fn gathered<T>(items: impl Iterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    for item in items {
        memory::push(&mut all, item?).map_err(|_| no_memory())?;
    }
    Ok(all)
}

/// A tuple of these items.
pub(super) fn tuple_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyTuple>> {
    Ok(py.get_type::<PyTuple>().call1((list_of(py, items)?,))?.cast_into()?)
}

pub(super) fn list(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    Ok(py.get_type::<PyList>().call0()?.cast_into()?)
}

pub(super) fn dict(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    Ok(py.get_type::<PyDict>().call0()?.cast_into()?)
}

/// Returns what `__reduce__` returns for an instance that is made of keywords alone: as `__getnewargs_ex__` would have
/// it, but for every protocol of pickle.
pub(super) fn made_again<'py>(
    class: &Bound<'py, PyType>,
    keywords: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = class.py();
    let make = py.import(intern!(py, "copyreg"))?.getattr(intern!(py, "__newobj_ex__"))?;
    let parts = [class.clone().into_any(), tuple_of(py, None::<bool>)?.into_any(), keywords.into_any()];
    tuple_of(py, [make, tuple_of(py, parts)?.into_any()])
}

/// An object, or None.
pub(super) fn or_none<'py, T>(py: Python<'py>, object: Option<Bound<'py, T>>) -> Object<'py> {
    object.map_or_else(|| py.None().into_bound(py), Bound::into_any)
}

/// Integers, each an object.
pub(super) fn numbers<const N: usize>(py: Python<'_>, numbers: [usize; N]) -> PyResult<[Object<'_>; N]> {
    let made = integers(py, &numbers.map(bounded::to::<u64>))?;
    let mut objects = [const { None }; N];
    for (slot, number) in objects.iter_mut().zip(made) {
        *slot = Some(number);
    }
    Ok(objects.map(|number| or_none(py, number)))
}

/// So many integers are made at once: few enough for a fraction of a millisecond.
const AT_ONCE: usize = 1 << 12;

/// A list of integers. Python makes them: an integer made by PyO3 panics where there is no memory for it.
pub(super) fn integers<'py, T: Copy + Into<u64>>(py: Python<'py>, numbers: &[T]) -> PyResult<Bound<'py, PyList>> {
    if numbers.len() <= AT_ONCE {
        return few_integers(py, numbers);
    }
    let (list, mut pauses) = (list(py)?, Pauses::default());
    for numbers in numbers.chunks(AT_ONCE) {
        list.call_method1(intern!(py, "extend"), (few_integers(py, numbers)?,))?;
        pauses.after(py, numbers.len())?;
    }
    Ok(list)
}

fn few_integers<'py, T: Copy + Into<u64>>(py: Python<'py>, numbers: &[T]) -> PyResult<Bound<'py, PyList>> {
    let octets = PyBytes::new_with(py, bounded::mul(numbers.len(), 8), |octets| {
        for (slot, &number) in octets.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
            *slot = number.into().to_ne_bytes();
        }
        Ok(())
    })?;
    // The module `struct` has this name for such integers.
    let numbers = PyMemoryView::from(&octets)?.call_method1(intern!(py, "cast"), (intern!(py, "Q"),))?;
    Ok(numbers.call_method0(intern!(py, "tolist"))?.cast_into()?)
}
