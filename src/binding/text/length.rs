//! The length of a `str`, and the decisions that depend on it.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::bounded;

/// The longest text that is not worth memory of its own.
pub(in crate::binding) const SHORT: usize = 64;

/// A text of more characters is worked on with the interpreter released, so that other threads run meanwhile.
pub(super) const LONG: usize = 1 << 16;

/// Works on a text of so many characters, with the interpreter released where that is much. `Send` keeps objects of
/// Python out of the work. A `str` and `bytes` never change, so those that the caller holds may be read meanwhile.
#[inline(always)]
pub(in crate::binding) fn released<R: Send>(py: Python<'_>, characters: usize, work: impl FnOnce() -> R + Send) -> R {
    if characters > LONG { py.detach(work) } else { work() }
}

/// The number of characters of a `str`. `len` would ask the `__len__` of a subclass.
#[inline(always)]
pub(in crate::binding) fn length(text: &Bound<'_, PyString>) -> usize {
    // SAFETY: `text` is a `str`, for which the function does not fail.
    let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    bounded::index(length)
}
