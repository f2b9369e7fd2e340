//! The same through the stable ABI, which hides the storage: it copies out four octets for each character, and takes in
//! UTF-32.

use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use smallvec::SmallVec;

use super::super::error::no_memory;
use super::characters::{Characters, Storage, USUAL_LENGTH, Units, Usual};
use super::{SHORT, length, octet, octets};
use crate::bootstring::decode::Long;
use crate::memory::{self, Growing};
use crate::{bounded, utf8};

#[inline]
pub(super) fn octets_are(text: &Bound<'_, PyString>, test: impl FnOnce(&[u8]) -> bool) -> PyResult<bool> {
    with_characters(text, |characters| match characters.storage() {
        Storage::Utf8(text) if text.is_ascii() => test(text.as_bytes()),
        Storage::Utf8(_) | Storage::Ucs4(_) => false,
    })
}

/// A long text is copied as UTF-8, which is never more than it takes already; only one with lone surrogates, which
/// have no UTF-8, takes four octets for each character.
#[inline]
pub(super) fn with_characters<R>(text: &Bound<'_, PyString>, work: impl FnOnce(Characters<'_>) -> R) -> PyResult<R> {
    if length(text) > USUAL_LENGTH {
        return match text.encode_utf8() {
            Ok(octets) => {
                let text = bounded::utf8(octets.as_bytes());
                Ok(work(Characters::Long(Storage::Utf8(text))))
            }
            Err(failure) if failure.is_instance_of::<PyMemoryError>(text.py()) => Err(failure),
            Err(_) => with_code_points(text, |units| work(Characters::Long(Storage::Ucs4(units)))),
        };
    }
    with_code_points(text, |units| {
        if units.iter().all(|&unit| unit < 0x80) {
            let octets: SmallVec<[u8; 64]> = units.iter().map(|&unit| octet(unit)).collect();
            work(Characters::Usual(Usual::Ascii(bounded::ascii(&octets))))
        } else {
            work(Characters::Usual(Usual::CodePoints(units)))
        }
    })
}

/// Works on the UTF-8 of a `str`, in which a surrogate has the three octets of its number.
pub(in crate::binding) fn with_utf8(
    text: &Bound<'_, PyString>,
    work: &mut dyn FnMut(&[u8]) -> PyResult<()>,
) -> PyResult<()> {
    with_characters(text, |characters| match characters.storage() {
        Storage::Utf8(text) => work(text.as_bytes()),
        Storage::Ucs4(units) => {
            let mut octets = Growing::default();
            utf8::write(units, &mut octets);
            work(&octets.finished().map_err(|_| no_memory())?)
        }
    })?
}

#[inline]
pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    let mut room = [0; SHORT];
    let count = length(text);
    let size = bounded::to(count);
    // On the stack, or in memory of its own where the text is long.
    let mut long = memory::filled(0, if count > SHORT { count } else { 0 }).map_err(|_| no_memory())?;
    let units = room.get_mut(..count).unwrap_or(&mut long);
    // SAFETY: `text` is a `str`; the buffer has room for all of its characters.
    let copied = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), units.as_mut_ptr(), size, 0) };
    if copied.is_null() {
        return Err(PyErr::fetch(text.py()));
    }
    Ok(work(units))
}

#[inline]
pub(in crate::binding) fn with_octets<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    with_code_points(text, |units| octets(units).map(|octets| work(&octets)))?
}

/// Works on the code points of a short `str`, or of a long one.
#[inline]
pub(in crate::binding) fn with_units<R>(
    text: &Bound<'_, PyString>,
    short: impl FnOnce(&[u32]) -> R,
    long: impl FnOnce(Units<'_>) -> R,
) -> PyResult<R> {
    with_code_points(text, |units| if units.len() > SHORT { long(Units::Ucs4(units)) } else { short(units) })
}

/// A `str` of a decoded text of scalar values.
pub(in crate::binding) fn string_of_decoded(py: Python<'_>, text: Long) -> PyResult<Bound<'_, PyString>> {
    string(py, &text.into_code_points().map_err(|_| no_memory())?)
}

/// A `str` of ASCII.
#[inline]
pub(in crate::binding) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Bound<'py, PyString>> {
    debug_assert!(ascii.is_ascii());
    PyString::from_bytes(py, ascii)
}

/// A `str` of these code points, which are below 0x110000; lone surrogates included.
#[inline]
pub(in crate::binding) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Bound<'py, PyString>> {
    debug_assert!(units.iter().all(|&unit| unit <= 0x10_FFFF));
    let size = bounded::to(size_of_val(units));
    let mut native_order = if cfg!(target_endian = "big") { 1 } else { -1 };
    // SAFETY: the slice is `size` octets of UTF-32 in native order; the function returns a new `str` or sets an
    // exception.
    unsafe {
        let decoded =
            ffi::PyUnicode_DecodeUTF32(units.as_ptr().cast(), size, c"surrogatepass".as_ptr(), &raw mut native_order);
        Ok(Bound::from_owned_ptr_or_err(py, decoded)?.cast_into_unchecked())
    }
}

/// A `str` of what an output of octets holds: UTF-8, in which a surrogate has the three octets of its number.
pub(in crate::binding) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Bound<'_, PyString>> {
    let size = bounded::to(octets.len());
    // SAFETY: the vector holds `size` octets; the function returns a new `str` or sets an exception.
    unsafe {
        let decoded = ffi::PyUnicode_DecodeUTF8(octets.as_ptr().cast(), size, c"surrogatepass".as_ptr());
        Ok(Bound::from_owned_ptr_or_err(py, decoded)?.cast_into_unchecked())
    }
}
