//! The same through the stable ABI, which hides the storage: it copies out four octets for each character, and takes in
//! UTF-32.

use pyo3::ffi;
use smallvec::SmallVec;

use super::characters::SHORT;
use crate::binding::prelude::*;
use crate::bootstring::decode::Long;
use crate::memory::Growing;
use crate::text::{Stretch, each_part};

/// Works on the characters of a `str`, lone surrogates included.
#[inline]
pub(in crate::binding) fn with_str<R>(text: &Text<'_>, work: impl FnOnce(Str<'_>) -> R) -> PyResult<R> {
    let mut room = [0; SHORT];
    // SAFETY: `text` is a `str`, for which the function does not fail.
    let size = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    let count = bounded::index(size);
    // On the stack, or in memory of its own where the text is long.
    let mut long = memory::filled(0, if count > SHORT { count } else { 0 }).map_err(|_| no_memory())?;
    let units = room.get_mut(..count).unwrap_or(&mut long);
    // SAFETY: `text` is a `str`; the buffer has room for all of its characters.
    let copied = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), units.as_mut_ptr(), size, 0) };
    if copied.is_null() {
        return Err(PyErr::fetch(text.py()));
    }
    if units.iter().any(|&unit| unit >= 0x80) {
        return Ok(work(Str::Ucs4(units)));
    }
    let mut octets: SmallVec<[u8; SHORT]> = SmallVec::new();
    octets.try_reserve(count).map_err(|_| no_memory())?;
    octets.extend(units.iter().filter_map(|&unit| u8::try_from(unit).ok()));
    drop(long);
    Ok(work(Str::Latin1(&octets)))
}

/// A `str` of a text with changes, as [`each_part`] goes over them.
pub(in crate::binding) fn string_of_changes<'py>(
    py: Python<'py>,
    text: Str<'_>,
    places: &[[usize; 3]],
    new: &[u32],
) -> PyResult<Text<'py>> {
    let mut output = Growing::default();
    of_any_width!(text, units => each_part(units, places, new, |part| append(part, &mut output)));
    string(py, &output.finished().map_err(|_| no_memory())?)
}

fn append<U: Copy + Into<u32>>(part: Stretch<'_, U>, output: &mut Growing<u32>) {
    match part {
        Stretch::Old(units) => output.extend(units.iter().map(|&unit| unit.into())),
        Stretch::New(units) => output.extend_from_slice(units),
    }
}

/// A `str` of a decoded text of scalar values.
pub(in crate::binding) fn string_of_decoded(py: Python<'_>, text: Long) -> PyResult<Text<'_>> {
    string(py, &text.into_code_points().map_err(|_| no_memory())?)
}

/// A `str` of ASCII.
#[inline]
pub(in crate::binding) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Text<'py>> {
    debug_assert!(ascii.is_ascii());
    PyString::from_bytes(py, ascii)
}

/// A `str` of these code points, which are below 0x110000; lone surrogates included.
#[inline]
pub(in crate::binding) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Text<'py>> {
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
pub(in crate::binding) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Text<'_>> {
    let size = bounded::to(octets.len());
    // SAFETY: the vector holds `size` octets; the function returns a new `str` or sets an exception.
    unsafe {
        let decoded = ffi::PyUnicode_DecodeUTF8(octets.as_ptr().cast(), size, c"surrogatepass".as_ptr());
        Ok(Bound::from_owned_ptr_or_err(py, decoded)?.cast_into_unchecked())
    }
}
