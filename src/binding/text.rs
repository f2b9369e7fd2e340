//! Strings across the border: a `str` as code points or octets, and code points or octets as a `str`.
//!
//! It bears `unsafe`, for it reads and fills the storage of a `str` in place. `benches/stable_abi.py` measures what
//! that is worth against the same calls through the stable ABI. Neither way leaves a UTF-8 copy in the
//! caller's object, as `PyString::to_str` would.
#![allow(unsafe_code)]

use core::fmt;
use core::mem::MaybeUninit;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

pub(super) mod characters;
#[cfg(not(feature = "abi3"))]
mod direct;
#[cfg(feature = "abi3")]
mod limited;
#[cfg(not(feature = "abi3"))]
mod pieces;

#[cfg(not(feature = "abi3"))]
use direct as storage;
#[cfg(feature = "abi3")]
use limited as storage;
pub(super) use storage::{
    ascii_string, string, string_of_decoded, string_of_octets, with_octets, with_units, with_utf8,
};

use characters::Characters;

use super::error::no_memory;
use crate::memory::{self, Growing};
use crate::{Error, bounded, pages};

/// The longest text that is not worth memory of its own.
pub(super) const SHORT: usize = 64;

/// A text of more characters is worked on with the interpreter released, so that other threads run meanwhile.
const LONG: usize = 1 << 16;

/// Works on a text of so many characters, with the interpreter released where that is much. (`Send` keeps objects of
/// Python out of the work. A `str` and `bytes` never change, so what the caller holds may be read meanwhile.)
#[inline(always)]
pub(super) fn released<R: Send>(py: Python<'_>, characters: usize, work: impl FnOnce() -> R + Send) -> R {
    if characters > LONG { py.detach(work) } else { work() }
}

/// What stands for a character beyond ASCII among the octets of an encoded form: each codec refuses it where it is.
const NOT_ASCII: u8 = 0xFF;

/// Works on the code points of a `str`, lone surrogates included. Those of a short one lie on the stack.
pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    let (mut work, mut outcome) = (Some(work), None);
    hand_code_points(text, &mut |units| outcome = work.take().map(|work| work(units)))?;
    // There is one: the work is called once, unless there is an exception.
    outcome.ok_or_else(no_memory)
}

/// The one copy for all callers: to read each storage takes more code than most of them have.
#[inline(never)]
fn hand_code_points(text: &Bound<'_, PyString>, work: &mut dyn FnMut(&[u32])) -> PyResult<()> {
    storage::with_code_points(text, |units| work(units))
}

/// Returns whether all characters of a `str` are octets and pass a test, which refuses every octet beyond ASCII.
#[inline(always)]
pub(super) fn octets_are(text: &Bound<'_, PyString>, test: impl FnOnce(&[u8]) -> bool) -> PyResult<bool> {
    storage::octets_are(text, test)
}

/// Works on the characters of a `str`, lone surrogates included.
#[inline(always)]
pub(super) fn with_characters<R>(text: &Bound<'_, PyString>, work: impl FnOnce(Characters<'_>) -> R) -> PyResult<R> {
    storage::with_characters(text, work)
}

/// The code points of a `str`, lone surrogates included.
pub(super) fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    storage::with_code_points(text, memory::copied)?.map_err(|_| no_memory())
}

/// A `str` that a codec gave, or why there is none.
pub(super) type Made<'py> = Result<Bound<'py, PyString>, Error>;

/// A new `str`. The one exception that making it raises is want of memory: as an [`Error`] it fits registers, so that
/// the result is not copied from function to function.
#[inline(always)]
pub(super) fn made(text: PyResult<Bound<'_, PyString>>) -> Made<'_> {
    text.map_err(|_| memory::refused())
}

/// A text of Rust as a `str`.
pub(super) fn string_of_text<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    string_of_octets(py, memory::copied(text.as_bytes()).map_err(|_| no_memory())?)
}

/// Returns what is written, as a `str`. The only fault of writing is want of memory.
pub(super) fn written(
    py: Python<'_>,
    write: impl FnOnce(&mut Growing<u8>) -> fmt::Result,
) -> PyResult<Bound<'_, PyString>> {
    let mut text = Growing::default();
    write(&mut text).map_err(|_| no_memory())?;
    string_of_octets(py, text.finished().map_err(|_| no_memory())?)
}

/// Octets as `bytes`. (`PyBytes::new` would panic where there is no memory.)
#[inline]
pub(super) fn bytes<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let size = bounded::to(octets.len());
    // SAFETY: the slice is `size` octets, which are copied; the function returns new `bytes` or sets an exception.
    unsafe {
        let copied = ffi::PyBytes_FromStringAndSize(octets.as_ptr().cast(), size);
        Ok(Bound::from_owned_ptr_or_err(py, copied)?.cast_into_unchecked())
    }
}

/// `bytes` of so many octets, which `tell` tells part by part.
pub(super) fn bytes_of_parts<'py>(py: Python<'py>, size: usize, tell: &mut Tell<'_>) -> PyResult<Bound<'py, PyBytes>> {
    // More than any memory has is refused.
    let length = ffi::Py_ssize_t::try_from(size).unwrap_or(ffi::Py_ssize_t::MAX);
    // SAFETY: the function returns new `bytes` of this length, or sets an exception. Nobody else has seen them, so
    // their storage may be written: no part beyond its end, and what no part fills is filled here.
    unsafe {
        let made = Bound::from_owned_ptr_or_err(py, ffi::PyBytes_FromStringAndSize(core::ptr::null(), length))?;
        let at: *mut u8 = ffi::PyBytes_AsString(made.as_ptr()).cast();
        pages::prefer_large(core::slice::from_raw_parts_mut(at.cast::<MaybeUninit<u8>>(), size));
        let mut rest = Rest { at, size };
        released(py, size, || {
            let rest = &mut rest;
            tell(&mut |part| rest.take(part));
            rest.at.write_bytes(0, rest.size);
        });
        Ok(made.cast_into_unchecked())
    }
}

/// What tells a text to a writer, part by part.
pub(super) type Tell<'a> = dyn FnMut(&mut dyn FnMut(&[u8])) + Send + 'a;

/// The part of the storage of new `bytes` that is still to be written.
struct Rest {
    at: *mut u8,
    size: usize,
}

// SAFETY: nobody but the function that fills the storage has seen it.
unsafe impl Send for Rest {}

impl Rest {
    fn take(&mut self, part: &[u8]) {
        let size = part.len().min(self.size);
        // SAFETY: `size` octets are left of the storage, and the part has as many.
        unsafe {
            self.at.copy_from_nonoverlapping(part.as_ptr(), size);
            self.at = self.at.add(size);
        }
        self.size = bounded::sub(self.size, size);
    }
}

/// The number of characters of a `str`. (`len` would ask the `__len__` of a subclass.)
#[inline(always)]
pub(super) fn length(text: &Bound<'_, PyString>) -> usize {
    // SAFETY: `text` is a `str`, for which the function does not fail.
    let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    bounded::index(length)
}

/// One octet for each character of an encoded form.
fn octets<U: Copy + TryInto<u8>>(units: &[U]) -> PyResult<Vec<u8>> {
    memory::collected(units.iter().map(|&unit| octet(unit)), units.len()).map_err(|_| no_memory())
}

fn octet(unit: impl TryInto<u8>) -> u8 {
    unit.try_into().ok().filter(u8::is_ascii).unwrap_or(NOT_ASCII)
}
