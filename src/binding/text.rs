//! Strings across the border: a `str` as code points or octets, and code points or octets as a `str`.
//!
//! This is the one file with `unsafe`: it reads and fills the storage of a `str` in place. `benches/stable_abi.py`
//! measures what that is worth against the same calls through the stable ABI. Neither way leaves a UTF-8 copy in the
//! caller's object, as `PyString::to_str` would.
#![allow(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyString;

#[cfg(not(feature = "abi3"))]
use direct as storage;
#[cfg(feature = "abi3")]
use limited as storage;
pub(super) use storage::{ascii_string, string, string_of_octets, with_octets};

use super::characters::Characters;

/// What stands for a character beyond ASCII among the octets of an encoded form: each codec refuses it where it is.
const NOT_ASCII: u8 = 0xFF;

/// Works on the code points of a `str`, lone surrogates included. Those of a short one lie on the stack.
#[inline(always)]
pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    storage::with_code_points(text, work)
}

/// Whether all characters of a `str` are octets and pass a test, which refuses every octet beyond ASCII.
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
    storage::with_code_points(text, <[u32]>::to_vec)
}

fn octet(unit: impl TryInto<u8>) -> u8 {
    unit.try_into().ok().filter(u8::is_ascii).unwrap_or(NOT_ASCII)
}

/// The storage of a `str` itself: one, two or four octets for each character, whichever suffice.
#[cfg(not(feature = "abi3"))]
mod direct {
    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::PyString;
    use pyo3::types::string::PyStringData;

    use super::super::characters::{
        Characters, Storage, USUAL_LENGTH, Usual, from_the_end, measured, portions_from_the_end,
    };
    use super::octet;
    use crate::binding::pieces::in_pieces;

    #[inline]
    fn data<'a>(text: &'a Bound<'_, PyString>) -> PyResult<PyStringData<'a>> {
        // SAFETY: the tests read strings of every kind on each platform that wheels are built for, which is what
        // `data` asks for. A `str` never changes, so its storage may be read as long as it is borrowed.
        unsafe { text.data() }
    }

    #[inline(always)]
    pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
        Ok(match data(text)? {
            PyStringData::Ucs1(storage) => widened(storage, work),
            PyStringData::Ucs2(storage) => widened(storage, work),
            PyStringData::Ucs4(storage) => work(storage),
        })
    }

    #[inline(always)]
    pub(super) fn octets_are(text: &Bound<'_, PyString>, test: impl FnOnce(&[u8]) -> bool) -> PyResult<bool> {
        Ok(match data(text)? {
            PyStringData::Ucs1(storage) => test(storage),
            PyStringData::Ucs2(_) | PyStringData::Ucs4(_) => false,
        })
    }

    #[inline(always)]
    pub(super) fn with_characters<R>(
        text: &Bound<'_, PyString>,
        work: impl FnOnce(Characters<'_>) -> R,
    ) -> PyResult<R> {
        Ok(match data(text)? {
            PyStringData::Ucs1(storage) if storage.is_ascii() => {
                let ascii = str::from_utf8(storage).unwrap_or_default();
                let is_long = ascii.len() > USUAL_LENGTH;
                work(if is_long {
                    Characters::Long(Storage::Utf8(ascii))
                } else {
                    Characters::Usual(Usual::Ascii(ascii))
                })
            }
            PyStringData::Ucs1(storage) => characters(storage, Storage::Latin1, work),
            PyStringData::Ucs2(storage) => characters(storage, Storage::Ucs2, work),
            PyStringData::Ucs4(storage) => characters(storage, Storage::Ucs4, work),
        })
    }

    #[inline(always)]
    fn characters<'a, T: Copy + Into<u32>, R>(
        storage: &'a [T],
        long: impl FnOnce(&'a [T]) -> Storage<'a>,
        work: impl FnOnce(Characters<'_>) -> R,
    ) -> R {
        if storage.len() > USUAL_LENGTH {
            work(Characters::Long(long(storage)))
        } else {
            widened(storage, |units| work(Characters::Usual(Usual::CodePoints(units))))
        }
    }

    /// A short text is not worth memory of its own.
    const SHORT: usize = 64;

    #[inline(always)]
    fn widened<T: Copy + Into<u32>, R>(storage: &[T], work: impl FnOnce(&[u32]) -> R) -> R {
        let mut room = [0; SHORT];
        let Some(units) = room.get_mut(..storage.len()) else {
            return work(&storage.iter().map(|&unit| unit.into()).collect::<Vec<_>>());
        };
        in_pieces(storage, |place, piece| {
            for (slot, &unit) in units.iter_mut().skip(place).zip(piece) {
                *slot = unit.into();
            }
        });
        work(units)
    }

    #[inline(always)]
    pub(in super::super) fn with_octets<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
        Ok(match data(text)? {
            // Latin-1 beyond ASCII is as good as `NOT_ASCII`.
            PyStringData::Ucs1(storage) => work(storage),
            PyStringData::Ucs2(storage) => work(&storage.iter().map(|&unit| octet(unit)).collect::<Vec<_>>()),
            PyStringData::Ucs4(storage) => work(&storage.iter().map(|&unit| octet(unit)).collect::<Vec<_>>()),
        })
    }

    /// A `str` of ASCII.
    #[inline]
    pub(in super::super) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Bound<'py, PyString>> {
        filled(py, ascii.len(), 0x7F, |start| {
            // SAFETY: a `str` whose largest character is ASCII has one octet for each.
            unsafe { fill::<u8, u8>(start.cast(), ascii, |octet| octet) }
        })
    }

    /// A `str` of these code points, which are below 0x110000; lone surrogates included.
    #[inline]
    pub(in super::super) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Bound<'py, PyString>> {
        // As large as the largest, as far as the choice of the storage goes.
        let mut all = 0;
        in_pieces(units, |_, piece| all |= piece.iter().fold(0, |all, unit| all | unit));
        let largest = all.min(0x10_FFFF);
        filled(py, units.len(), largest, |start| {
            // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them.
            unsafe {
                match largest {
                    0..=0xFF => fill::<u32, u8>(start.cast(), units, |unit| unit.to_le_bytes()[0]),
                    0x100..=0xFFFF => fill::<u32, u16>(start.cast(), units, low_half),
                    _ => fill::<u32, u32>(start.cast(), units, |unit| unit),
                }
            }
        })
    }

    /// A `str` of what an output of octets holds: UTF-8, in which a surrogate has the three octets of its number. The
    /// memory is given back as it is read, so that the text is never held twice.
    pub(in super::super) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Bound<'_, PyString>> {
        if octets.len() <= USUAL_LENGTH && octets.is_ascii() {
            return ascii_string(py, &octets);
        }
        let (length, largest) = measured(&octets);
        filled(py, length, largest, |start| {
            // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them. `measured` counted
            // the characters.
            unsafe {
                match largest {
                    0..=0x7F => portions_from_the_end(octets, |place, portion| {
                        fill::<u8, u8>(start.cast::<u8>().add(place), portion, |octet| octet);
                    }),
                    0x80..=0xFF => fill_from_end::<u8>(start.cast(), length, octets, |unit| unit.to_le_bytes()[0]),
                    0x100..=0xFFFF => fill_from_end::<u16>(start.cast(), length, octets, low_half),
                    _ => fill_from_end::<u32>(start.cast(), length, octets, |unit| unit),
                }
            }
        })
    }

    /// Writes the units, narrowed, one before another: as many as there are, which is `length`.
    ///
    /// # Safety
    ///
    /// `start` is aligned and has room for `length` of `T`.
    unsafe fn fill_from_end<T>(start: *mut T, length: usize, octets: Vec<u8>, narrow: impl Fn(u32) -> T) {
        let mut index = length;
        from_the_end(octets, |unit| {
            index = index.saturating_sub(1);
            // SAFETY: the index is below `length`, which is not 0 where there is a unit.
            unsafe { start.add(index).write(narrow(unit)) }
        });
    }

    /// A code point of the first plane. (A checked conversion would keep the compiler from vectors.)
    #[inline(always)]
    fn low_half(unit: u32) -> u16 {
        let [low, high, ..] = unit.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// Writes the units, narrowed, one after another.
    ///
    /// # Safety
    ///
    /// `start` is aligned and has room for as many `T` as there are units.
    #[inline(always)]
    unsafe fn fill<U: Copy, T>(start: *mut T, units: &[U], narrow: impl Fn(U) -> T) {
        in_pieces(units, |place, piece| {
            for (index, &unit) in piece.iter().enumerate() {
                // SAFETY: the piece stands at its place among the units, so this is below their number.
                unsafe { start.add(place).add(index).write(narrow(unit)) }
            }
        });
    }

    /// A new `str` of `length` characters, none above `largest`, which `fill` writes from the start of its storage.
    #[inline]
    fn filled<'py>(
        py: Python<'py>,
        length: usize,
        largest: u32,
        fill: impl FnOnce(*mut core::ffi::c_void),
    ) -> PyResult<Bound<'py, PyString>> {
        if length == 0 {
            return Ok(PyString::new(py, ""));
        }
        let size = ffi::Py_ssize_t::try_from(length).unwrap_or(ffi::Py_ssize_t::MAX);
        // SAFETY: `PyUnicode_New` returns a new `str` or sets an exception. Nobody else has seen the new `str`, so its
        // storage may be written; only the shared empty one must not be, and its length is 0.
        unsafe {
            let object = Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_New(size, largest))?;
            fill(ffi::PyUnicode_DATA(object.as_ptr()));
            Ok(object.cast_into_unchecked())
        }
    }
}

/// The same through the stable ABI, which hides the storage: it copies out four octets for each character, and takes in
/// UTF-32.
#[cfg(feature = "abi3")]
mod limited {
    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::PyString;
    use smallvec::SmallVec;

    use super::super::characters::{Characters, Storage, USUAL_LENGTH, Usual};
    use super::octet;

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
    pub(super) fn with_characters<R>(
        text: &Bound<'_, PyString>,
        work: impl FnOnce(Characters<'_>) -> R,
    ) -> PyResult<R> {
        if text.len()? > USUAL_LENGTH {
            return match text.encode_utf8() {
                Ok(octets) => {
                    let text = str::from_utf8(octets.as_bytes()).unwrap_or_default();
                    Ok(work(Characters::Long(Storage::Utf8(text))))
                }
                Err(_) => with_code_points(text, |units| work(Characters::Long(Storage::Ucs4(units)))),
            };
        }
        with_code_points(text, |units| {
            if units.iter().all(|&unit| unit < 0x80) {
                let octets: SmallVec<[u8; 64]> = units.iter().map(|&unit| octet(unit)).collect();
                work(Characters::Usual(Usual::Ascii(str::from_utf8(&octets).unwrap_or_default())))
            } else {
                work(Characters::Usual(Usual::CodePoints(units)))
            }
        })
    }

    #[inline]
    pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
        let mut room = [0; 64];
        // SAFETY: `text` is a `str`.
        let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
        let count = usize::try_from(length).unwrap_or(0);
        let mut memory = Vec::new();
        let units = match room.get_mut(..count) {
            Some(units) => units,
            None => {
                memory.resize(count, 0);
                memory.as_mut_slice()
            }
        };
        // SAFETY: `text` is a `str`; the buffer has room for all of its characters.
        let copied = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), units.as_mut_ptr(), length, 0) };
        if copied.is_null() {
            return Err(PyErr::fetch(text.py()));
        }
        Ok(work(units))
    }

    #[inline]
    pub(in super::super) fn with_octets<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
        with_code_points(text, |units| work(&units.iter().map(|&unit| octet(unit)).collect::<Vec<_>>()))
    }

    /// A `str` of ASCII.
    #[inline]
    pub(in super::super) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Bound<'py, PyString>> {
        PyString::from_bytes(py, ascii)
    }

    /// A `str` of these code points, which are below 0x110000; lone surrogates included.
    #[inline]
    pub(in super::super) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Bound<'py, PyString>> {
        let size = ffi::Py_ssize_t::try_from(size_of_val(units)).unwrap_or(ffi::Py_ssize_t::MAX);
        let mut native_order = if cfg!(target_endian = "big") { 1 } else { -1 };
        // SAFETY: the slice is `size` octets of UTF-32 in native order; the function returns a new `str` or sets an
        // exception.
        unsafe {
            let decoded = ffi::PyUnicode_DecodeUTF32(
                units.as_ptr().cast(),
                size,
                c"surrogatepass".as_ptr(),
                &raw mut native_order,
            );
            Ok(Bound::from_owned_ptr_or_err(py, decoded)?.cast_into_unchecked())
        }
    }

    /// A `str` of what an output of octets holds: UTF-8, in which a surrogate has the three octets of its number.
    pub(in super::super) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Bound<'_, PyString>> {
        let size = ffi::Py_ssize_t::try_from(octets.len()).unwrap_or(ffi::Py_ssize_t::MAX);
        // SAFETY: the vector holds `size` octets; the function returns a new `str` or sets an exception.
        unsafe {
            let decoded = ffi::PyUnicode_DecodeUTF8(octets.as_ptr().cast(), size, c"surrogatepass".as_ptr());
            Ok(Bound::from_owned_ptr_or_err(py, decoded)?.cast_into_unchecked())
        }
    }
}
