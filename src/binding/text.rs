//! Strings across the border: a `str` as code points or octets, and code points or octets as a `str`.
//!
//! It bears `unsafe`, for it reads and fills the storage of a `str` in place; docs/how-it-works.md tells
//! what that is worth against the same calls through the stable ABI. Neither way leaves a UTF-8 copy in the
//! caller's object, as `PyString::to_str` would.
#![allow(unsafe_code)]

use core::fmt;
use core::mem::MaybeUninit;

use pyo3::ffi;

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
pub(super) use storage::{ascii_string, string, string_of_changes, string_of_decoded, string_of_octets, with_str};

use self::characters::{SHORT, USUAL_LENGTH, Usual};
use super::prelude::*;
use crate::memory::Growing;
use crate::{pages, utf8};

/// The octet in place of a character beyond ASCII in an encoded form: each codec refuses it at its place.
const NOT_ASCII: u8 = 0xFF;

/// The number of characters of a `str`. `len` would ask the `__len__` of a subclass.
#[inline(always)]
pub(super) fn length(text: &Text<'_>) -> usize {
    // SAFETY: `text` is a `str`, for which the function does not fail.
    bounded::index(unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) })
}

/// Works on the code points of a `str`, lone surrogates included. Those of a short one lie on the stack.
pub(super) fn with_code_points<R>(text: &Text<'_>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    let (mut work, mut outcome) = (Some(work), None);
    hand_code_points(text, &mut |units| outcome = work.take().map(|work| work(units)))?;
    // There is one: the work is called once, unless there is an exception.
    outcome.ok_or_else(no_memory)
}

/// The one copy for all callers: to read each storage takes more code than most of them have.
#[inline(never)]
fn hand_code_points(text: &Text<'_>, work: &mut dyn FnMut(&[u32])) -> PyResult<()> {
    with_str(text, |text| text.widened(|units| work(units)))?
}

/// Works on the code points of a short `str`, which lie on the stack, or of a long one, where they lie.
#[inline(always)]
pub(super) fn with_units<R>(
    text: &Text<'_>,
    short: impl FnOnce(&[u32]) -> R,
    long: impl FnOnce(Str<'_>) -> R,
) -> PyResult<R> {
    with_str(text, |text| if text.len() > SHORT { Ok(long(text)) } else { text.widened(short) })?
}

/// Works on one octet for each character of an encoded form.
#[inline(always)]
pub(super) fn with_octets<R>(text: &Text<'_>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    with_str(text, |text| {
        // Latin-1 beyond ASCII is as good as `NOT_ASCII`.
        if let Some(octets) = text.octets() {
            return Ok(work(octets));
        }
        Ok(work(&of_any_width!(text, units => octets(units))?))
    })?
}

/// Works on the UTF-8 of a `str`, in which a surrogate has the three octets of its number.
pub(super) fn with_utf8<R>(text: &Text<'_>, work: impl FnOnce(&[u8]) -> PyResult<R>) -> PyResult<R> {
    let (mut work, mut outcome) = (Some(work), None);
    hand_utf8(text, &mut |octets| outcome = work.take().map(|work| work(octets)))?;
    // There is one, as in `with_code_points`.
    outcome.unwrap_or_else(|| Err(no_memory()))
}

/// The one copy for all callers.
fn hand_utf8(text: &Text<'_>, work: &mut dyn FnMut(&[u8])) -> PyResult<()> {
    with_str(text, |characters| {
        if let Some(ascii) = characters.octets().filter(|octets| octets.is_ascii()) {
            work(ascii);
            return Ok(());
        }
        let mut octets = Growing::default();
        released(text.py(), characters.len(), || of_any_width!(characters, units => utf8::write(units, &mut octets)));
        work(&octets.finished().map_err(|_| no_memory())?);
        Ok(())
    })?
}

/// Works on the characters of a name or a label, lone surrogates included.
pub(super) fn with_characters<R>(text: &Text<'_>, work: impl FnOnce(Characters<'_>) -> R) -> PyResult<R> {
    let (mut work, mut outcome) = (Some(work), None);
    hand_characters(text, &mut |text| outcome = work.take().map(|work| work(text)))?;
    // There is one, as in `with_code_points`.
    outcome.ok_or_else(no_memory)
}

/// The one copy for all callers.
#[inline(never)]
fn hand_characters(text: &Text<'_>, work: &mut dyn FnMut(Characters<'_>)) -> PyResult<()> {
    with_str(text, |text| text.characters(work))?
}

/// The code points of a `str`, lone surrogates included.
pub(super) fn code_points(text: &Text<'_>) -> PyResult<Vec<u32>> {
    with_str(text, |text| text.widened(memory::copied))??.map_err(|_| no_memory())
}

/// A name as a `String`. A lone surrogate becomes U+FFFD, which no label holds either.
pub(super) fn name_of(text: &Text<'_>) -> PyResult<String> {
    let name = with_code_points(text, |units| -> Result<String, Error> {
        let mut name = String::new();
        for &unit in units {
            let character = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            name.try_reserve(character.len_utf8()).map_err(|_| memory::refused())?;
            name.push(character);
        }
        Ok(name)
    })?;
    name.map_err(|_| no_memory())
}

impl Str<'_> {
    /// Works on the characters as those of a name or a label.
    #[inline(always)]
    pub(super) fn characters<R>(self, work: impl FnOnce(Characters<'_>) -> R) -> PyResult<R> {
        if let Some(octets) = self.octets().filter(|octets| octets.is_ascii()) {
            let ascii = bounded::ascii(octets);
            let is_long = ascii.len() > USUAL_LENGTH;
            let usual = |ascii| Characters::Usual(Usual::Ascii(ascii));
            Ok(work(if is_long { Characters::Long(Storage::Ascii(ascii)) } else { usual(ascii) }))
        } else if self.len() > USUAL_LENGTH {
            Ok(work(Characters::Long(Storage::Other(self))))
        } else {
            self.widened(|units| work(Characters::Usual(Usual::CodePoints(units))))
        }
    }

    /// Works on the characters as code points.
    #[inline(always)]
    fn widened<R>(self, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
        match self {
            Self::Latin1(storage) => widened(storage, work),
            #[cfg(not(feature = "abi3"))]
            Self::Ucs2(storage) => widened(storage, work),
            Self::Ucs4(storage) => Ok(work(storage)),
        }
    }
}

#[inline(always)]
fn widened<T: Copy + Into<u32>, R>(storage: &[T], work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    let mut room = [0; SHORT];
    let Some(units) = room.get_mut(..storage.len()) else {
        let units = storage.iter().map(|&unit| unit.into());
        return Ok(work(&memory::collected(units, storage.len()).map_err(|_| no_memory())?));
    };
    for (slot, &unit) in units.iter_mut().zip(storage) {
        *slot = unit.into();
    }
    Ok(work(units))
}

/// A `str` that a codec gave, or why there is none.
pub(super) type Made<'py> = Result<Text<'py>, Error>;

/// A new `str`. The one exception that making it raises is want of memory: as an [`Error`] it fits registers, so that
/// the result is not copied from function to function.
#[inline(always)]
pub(super) fn made(text: PyResult<Text<'_>>) -> Made<'_> {
    text.map_err(|_| memory::refused())
}

/// A text of Rust as a `str`.
pub(super) fn string_of_text<'py>(py: Python<'py>, text: &str) -> PyResult<Text<'py>> {
    string_of_octets(py, memory::copied(text.as_bytes()).map_err(|_| no_memory())?)
}

/// Returns what is written, as a `str`. The only fault of writing is want of memory.
pub(super) fn written(py: Python<'_>, write: impl FnOnce(&mut Growing<u8>) -> fmt::Result) -> PyResult<Text<'_>> {
    let mut text = Growing::default();
    write(&mut text).map_err(|_| no_memory())?;
    string_of_octets(py, text.finished().map_err(|_| no_memory())?)
}

/// Octets as `bytes`. `PyBytes::new` would panic where there is no memory.
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

/// A function that hands a text to a writer, part by part.
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

/// One octet for each character of an encoded form.
fn octets<U: Copy + TryInto<u8>>(units: &[U]) -> PyResult<Vec<u8>> {
    memory::collected(units.iter().map(|&unit| octet(unit)), units.len()).map_err(|_| no_memory())
}

fn octet(unit: impl TryInto<u8>) -> u8 {
    unit.try_into().ok().filter(u8::is_ascii).unwrap_or(NOT_ASCII)
}
