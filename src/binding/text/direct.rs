//! The storage of a `str` itself: one, two or four octets for each character, whichever suffice.

use core::mem::MaybeUninit;
use core::slice;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::types::string::PyStringData;

use super::super::error::no_memory;
use super::characters::{
    Characters, Storage, USUAL_LENGTH, Units, Usual, from_the_end, measured, portions_from_the_end,
};
use super::pieces::in_pieces;
use super::{LONG, SHORT, octets, released};
use crate::bootstring::decode::Long;
use crate::memory::Growing;
use crate::{Error, bounded, memory, utf8};

#[inline]
fn data<'a>(text: &'a Bound<'_, PyString>) -> PyResult<PyStringData<'a>> {
    // SAFETY: the tests read strings of every kind on each platform that wheels are built for, which is what
    // `data` asks for. A `str` never changes, so its storage may be read as long as it is borrowed.
    unsafe { text.data() }
}

#[inline(always)]
pub(super) fn with_code_points<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    match data(text)? {
        PyStringData::Ucs1(storage) => widened(storage, work),
        PyStringData::Ucs2(storage) => widened(storage, work),
        PyStringData::Ucs4(storage) => Ok(work(storage)),
    }
}

/// Works on the code points of a short `str`, which lie on the stack, or of a long one, where they lie.
#[inline(always)]
pub(in crate::binding) fn with_units<R>(
    text: &Bound<'_, PyString>,
    short: impl FnOnce(&[u32]) -> R,
    long: impl FnOnce(Units<'_>) -> R,
) -> PyResult<R> {
    match data(text)? {
        PyStringData::Ucs1(storage) if storage.len() > SHORT => Ok(long(Units::Latin1(storage))),
        PyStringData::Ucs1(storage) => widened(storage, short),
        PyStringData::Ucs2(storage) if storage.len() > SHORT => Ok(long(Units::Ucs2(storage))),
        PyStringData::Ucs2(storage) => widened(storage, short),
        PyStringData::Ucs4(storage) if storage.len() > SHORT => Ok(long(Units::Ucs4(storage))),
        PyStringData::Ucs4(storage) => Ok(short(storage)),
    }
}

#[inline(always)]
pub(super) fn octets_are(text: &Bound<'_, PyString>, test: impl FnOnce(&[u8]) -> bool) -> PyResult<bool> {
    Ok(match data(text)? {
        PyStringData::Ucs1(storage) => test(storage),
        PyStringData::Ucs2(_) | PyStringData::Ucs4(_) => false,
    })
}

#[inline(always)]
pub(super) fn with_characters<R>(text: &Bound<'_, PyString>, work: impl FnOnce(Characters<'_>) -> R) -> PyResult<R> {
    match data(text)? {
        PyStringData::Ucs1(storage) if storage.is_ascii() => {
            let ascii = bounded::ascii(storage);
            let is_long = ascii.len() > USUAL_LENGTH;
            Ok(work(if is_long {
                Characters::Long(Storage::Utf8(ascii))
            } else {
                Characters::Usual(Usual::Ascii(ascii))
            }))
        }
        PyStringData::Ucs1(storage) => characters(storage, Storage::Latin1, work),
        PyStringData::Ucs2(storage) => characters(storage, Storage::Ucs2, work),
        PyStringData::Ucs4(storage) => characters(storage, Storage::Ucs4, work),
    }
}

#[inline(always)]
fn characters<'a, T: Copy + Into<u32>, R>(
    storage: &'a [T],
    long: impl FnOnce(&'a [T]) -> Storage<'a>,
    work: impl FnOnce(Characters<'_>) -> R,
) -> PyResult<R> {
    if storage.len() > USUAL_LENGTH {
        Ok(work(Characters::Long(long(storage))))
    } else {
        widened(storage, |units| work(Characters::Usual(Usual::CodePoints(units))))
    }
}

/// Works on the UTF-8 of a `str`, in which a surrogate has the three octets of its number.
pub(in crate::binding) fn with_utf8(
    text: &Bound<'_, PyString>,
    work: &mut dyn FnMut(&[u8]) -> PyResult<()>,
) -> PyResult<()> {
    let (py, mut octets) = (text.py(), Growing::default());
    match data(text)? {
        PyStringData::Ucs1(storage) if storage.is_ascii() => return work(storage),
        PyStringData::Ucs1(storage) => released(py, storage.len(), || write_widened(storage, &mut octets)),
        PyStringData::Ucs2(storage) => released(py, storage.len(), || write_widened(storage, &mut octets)),
        PyStringData::Ucs4(storage) => released(py, storage.len(), || utf8::write(storage, &mut octets)),
    }
    work(&octets.finished().map_err(|_| no_memory())?)
}

fn write_widened<T: Copy + Into<u32>>(storage: &[T], octets: &mut Growing<u8>) {
    let mut room = [0; 256];
    for part in storage.chunks(room.len()) {
        for (slot, &unit) in room.iter_mut().zip(part) {
            *slot = unit.into();
        }
        utf8::write(bounded::first(&room, part.len()), octets);
    }
}

#[inline(always)]
fn widened<T: Copy + Into<u32>, R>(storage: &[T], work: impl FnOnce(&[u32]) -> R) -> PyResult<R> {
    // Not filled with zeros first: they are 3% of the time of `punycode.encode`.
    let mut room = [MaybeUninit::<u32>::uninit(); SHORT];
    let Some(room) = room.get_mut(..storage.len()) else {
        let units = storage.iter().map(|&unit| unit.into());
        return Ok(work(&memory::collected(units, storage.len()).map_err(|_| no_memory())?));
    };
    let start = room.as_mut_ptr().cast::<u32>();
    // SAFETY: this part of the room is as long as the storage, and `fill` writes each slot of it.
    let units = unsafe {
        fill(start, storage, Into::into);
        slice::from_raw_parts(start, room.len())
    };
    Ok(work(units))
}

#[inline(always)]
pub(in crate::binding) fn with_octets<R>(text: &Bound<'_, PyString>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    Ok(match data(text)? {
        // Latin-1 beyond ASCII is as good as `NOT_ASCII`.
        PyStringData::Ucs1(storage) => work(storage),
        PyStringData::Ucs2(storage) => work(&octets(storage)?),
        PyStringData::Ucs4(storage) => work(&octets(storage)?),
    })
}

/// A `str` of ASCII.
#[inline]
pub(in crate::binding) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Bound<'py, PyString>> {
    debug_assert!(ascii.is_ascii());
    filled(py, ascii.len(), 0x7F, |Start(start)| {
        // SAFETY: a `str` whose largest character is ASCII has one octet for each.
        unsafe { fill::<u8, u8>(start.cast(), ascii, |octet| octet) }
        Ok(())
    })
}

/// A `str` of these code points, which are below 0x110000; lone surrogates included.
#[inline]
pub(in crate::binding) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Bound<'py, PyString>> {
    debug_assert!(units.iter().all(|&unit| unit <= 0x10_FFFF));
    if units.len() > LONG {
        return long_string(py, units);
    }
    let largest = largest(units);
    filled(py, units.len(), largest, |start| {
        // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them.
        unsafe { fill_units(start, units, largest) }
        Ok(())
    })
}

/// As [`string`], with the interpreter released.
#[cold]
#[inline(never)]
fn long_string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Bound<'py, PyString>> {
    let largest = py.detach(|| largest(units));
    filled(py, units.len(), largest, |start| {
        // SAFETY: as in `string`.
        py.detach(|| unsafe { fill_units(start, units, largest) });
        Ok(())
    })
}

/// As large as the largest, as far as the choice of the storage goes.
#[inline(always)]
fn largest(units: &[u32]) -> u32 {
    let mut all = 0;
    in_pieces(units, |_, piece| all |= piece.iter().fold(0, |all, unit| all | unit));
    all.min(0x10_FFFF)
}

/// Writes the units to storage for characters up to `largest`.
///
/// # Safety
///
/// `start` is aligned and has room for as many characters as there are units.
#[inline(always)]
unsafe fn fill_units(Start(start): Start, units: &[u32], largest: u32) {
    // SAFETY: as above.
    unsafe {
        match largest {
            0..=0xFF => fill::<u32, u8>(start.cast(), units, lowest),
            0x100..=0xFFFF => fill::<u32, u16>(start.cast(), units, low_half),
            _ => fill::<u32, u32>(start.cast(), units, |unit| unit),
        }
    }
}

/// A `str` of a decoded text of scalar values, each of which is written to its place in the storage.
pub(in crate::binding) fn string_of_decoded(py: Python<'_>, text: Long) -> PyResult<Bound<'_, PyString>> {
    let (length, largest) = (text.len(), text.largest());
    debug_assert!(largest <= 0x10_FFFF);
    filled(py, length, largest, |start| {
        // SAFETY: CPython gives each of the `length` characters as many octets as `largest` needs, and aligns them.
        released(py, length, || unsafe { fill_decoded(start, length, largest, text) })
    })
}

/// Writes a decoded text to storage for characters up to `largest`.
///
/// # Safety
///
/// `start` is aligned and has room for `length` characters, which nobody else reads or writes.
unsafe fn fill_decoded(Start(start): Start, length: usize, largest: u32, text: Long) -> Result<(), Error> {
    // SAFETY: as above.
    unsafe {
        match largest {
            0..=0xFF => text.write(zeroed::<u8>(start.cast(), length), lowest),
            0x100..=0xFFFF => text.write(zeroed::<u16>(start.cast(), length), low_half),
            _ => text.write(zeroed::<u32>(start.cast(), length), |unit| unit),
        }
    }
}

/// Storage in which each character is U+0000.
///
/// # Safety
///
/// `start` is aligned and has room for `length` of the integers `T`, which nobody else reads or writes.
unsafe fn zeroed<'a, T>(start: *mut T, length: usize) -> &'a mut [T] {
    // SAFETY: as above; the slice is made when all of it is written.
    unsafe {
        start.write_bytes(0, length);
        core::slice::from_raw_parts_mut(start, length)
    }
}

/// A `str` of what an output of octets holds: UTF-8, in which a surrogate has the three octets of its number. The
/// memory is given back as it is read, so that the text is never held twice.
pub(in crate::binding) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Bound<'_, PyString>> {
    if octets.len() <= USUAL_LENGTH && octets.is_ascii() {
        return ascii_string(py, &octets);
    }
    if octets.len() > LONG {
        return long_string_of_octets(py, octets);
    }
    let (length, largest) = measured(&octets);
    filled(py, length, largest, |start| {
        // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them. `measured` counted
        // the characters: each octet that begins one, as `from_the_end` and `portions_from_the_end` do.
        unsafe { fill_octets(start, length, largest, octets) }
        Ok(())
    })
}

/// As [`string_of_octets`], with the interpreter released.
#[cold]
#[inline(never)]
fn long_string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Bound<'_, PyString>> {
    let (length, largest) = py.detach(|| measured(&octets));
    filled(py, length, largest, |start| {
        // SAFETY: as in `string_of_octets`.
        py.detach(|| unsafe { fill_octets(start, length, largest, octets) });
        Ok(())
    })
}

/// Writes a text, given as UTF-8 with surrogates, to storage for characters up to `largest`.
///
/// # Safety
///
/// `start` is aligned and has room for `length` characters, which is how many the text has: with more of them one would
/// be written outside the room, with fewer the first ones of the `str` would be left unwritten.
unsafe fn fill_octets(Start(start): Start, length: usize, largest: u32, octets: Vec<u8>) {
    // SAFETY: as above.
    unsafe {
        match largest {
            0..=0x7F => portions_from_the_end(octets, |place, portion| {
                fill::<u8, u8>(start.cast::<u8>().add(place), portion, |octet| octet);
            }),
            0x80..=0xFF => fill_from_end::<u8>(start.cast(), length, octets, lowest),
            0x100..=0xFFFF => fill_from_end::<u16>(start.cast(), length, octets, low_half),
            _ => fill_from_end::<u32>(start.cast(), length, octets, |unit| unit),
        }
    }
}

/// Writes the units, narrowed, one before another: as many as there are, which is `length`.
///
/// # Safety
///
/// `start` is aligned and has room for `length` of `T`.
unsafe fn fill_from_end<T>(start: *mut T, length: usize, octets: Vec<u8>, narrow: impl Fn(u32) -> T) {
    let mut index = length;
    from_the_end(octets, |unit| {
        debug_assert!(index > 0);
        // Saturating, as what is written must stay in the room.
        index = index.saturating_sub(1);
        // SAFETY: the index is below `length`, which is not 0 where there is a unit.
        unsafe { start.add(index).write(narrow(unit)) }
    });
    debug_assert!(index == 0, "{index} characters are not written");
}

/// A code point of Latin-1.
#[inline(always)]
fn lowest(unit: u32) -> u8 {
    unit.to_le_bytes()[0]
}

/// A code point of the first plane. (A checked conversion would keep the compiler from vectors.)
#[inline(always)]
fn low_half(unit: u32) -> u16 {
    let [low, high, ..] = unit.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// Writes all units, narrowed or widened, each to its place.
///
/// # Safety
///
/// `start` is aligned and has room for as many `T` as there are units.
#[inline(always)]
unsafe fn fill<U: Copy, T>(start: *mut T, units: &[U], convert: impl Fn(U) -> T) {
    in_pieces(units, |place, piece| {
        for (index, &unit) in piece.iter().enumerate() {
            // SAFETY: the piece stands at its place among the units, so this is below their number.
            unsafe { start.add(place).add(index).write(convert(unit)) }
        }
    });
}

/// A new `str` of `length` characters, none above `largest`, which `fill` writes from the start of its storage.
#[inline]
fn filled<'py>(
    py: Python<'py>,
    length: usize,
    largest: u32,
    fill: impl FnOnce(Start) -> Result<(), Error>,
) -> PyResult<Bound<'py, PyString>> {
    debug_assert!(largest <= 0x10_FFFF);
    if length == 0 {
        return Ok(PyString::new(py, ""));
    }
    let size = bounded::to(length);
    // SAFETY: `PyUnicode_New` returns a new `str` or sets an exception. Nobody else has seen the new `str`, so its
    // storage may be written; only the shared empty one must not be, and its length is 0.
    unsafe {
        let object = Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_New(size, largest))?;
        let start = Start(ffi::PyUnicode_DATA(object.as_ptr()));
        fill(start).map_err(|_| no_memory())?;
        Ok(object.cast_into_unchecked())
    }
}

/// Where the storage of a new `str` begins.
struct Start(*mut core::ffi::c_void);

// SAFETY: nobody but the function that fills the storage has seen it, in whichever state the interpreter is.
unsafe impl Send for Start {}
