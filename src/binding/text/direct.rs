//! The storage of a `str` itself: one, two or four octets for each character, whichever suffice.

use pyo3::ffi;
use pyo3::types::string::PyStringData;

use super::characters::USUAL_LENGTH;
use super::pieces::{from_the_end, in_pieces, measured, portions_from_the_end};
use crate::binding::pauses::LONG;
use crate::binding::prelude::*;
use crate::bootstring::decode::Long;
use crate::text::{Stretch, each_part};

/// Writes to storage for characters up to `largest`, with the function that makes its integers of code points.
macro_rules! for_storage {
    ($largest:expr, $narrow:ident => $write:expr) => {
        match $largest {
            0..=0xFF => {
                let $narrow = lowest;
                $write
            }
            0x100..=0xFFFF => {
                let $narrow = low_half;
                $write
            }
            _ => {
                let $narrow = |unit: u32| unit;
                $write
            }
        }
    };
}

/// Works on the characters of a `str`, lone surrogates included. Where they lie elsewhere than in memory that can be
/// read, there is an exception.
#[inline(always)]
pub(in crate::binding) fn with_str<R>(text: &Text<'_>, work: impl FnOnce(Str<'_>) -> R) -> PyResult<R> {
    // SAFETY: the tests read strings of every kind on each platform that wheels are built for, which is what
    // `data` asks for. A `str` never changes, so its storage may be read as long as it is borrowed.
    Ok(work(match unsafe { text.data() }? {
        PyStringData::Ucs1(storage) => Str::Latin1(storage),
        PyStringData::Ucs2(storage) => Str::Ucs2(storage),
        PyStringData::Ucs4(storage) => Str::Ucs4(storage),
    }))
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

/// A `str` of ASCII.
#[inline]
pub(in crate::binding) fn ascii_string<'py>(py: Python<'py>, ascii: &[u8]) -> PyResult<Text<'py>> {
    debug_assert!(ascii.is_ascii());
    filled(py, ascii.len(), 0x7F, |start| {
        // SAFETY: a `str` whose largest character is ASCII has one octet for each.
        unsafe { fill::<u8, u8>(start.cast(), ascii, |octet| octet) }
        Ok(())
    })
}

/// A `str` of these code points, which are below 0x110000; lone surrogates included.
#[inline]
pub(in crate::binding) fn string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Text<'py>> {
    debug_assert!(units.iter().all(|&unit| unit <= 0x10_FFFF));
    if units.len() > LONG {
        return long_string(py, units);
    }
    let largest = largest(units);
    filled(py, units.len(), largest, |start| {
        // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them.
        unsafe { for_storage!(largest, narrow => fill(start.cast(), units, narrow)) }
        Ok(())
    })
}

/// As [`string`], with the interpreter released.
#[cold]
#[inline(never)]
fn long_string<'py>(py: Python<'py>, units: &[u32]) -> PyResult<Text<'py>> {
    let largest = py.detach(|| largest(units));
    filled(py, units.len(), largest, |start| {
        // SAFETY: as in `string`.
        py.detach(|| unsafe { for_storage!(largest, narrow => fill(start.cast(), units, narrow)) });
        Ok(())
    })
}

/// As large as the largest, as far as the choice of the storage goes.
#[inline(always)]
fn largest<U: Copy + Into<u32>>(units: &[U]) -> u32 {
    let mut all = 0;
    in_pieces(units, |_, piece| all |= piece.iter().fold(0, |all, &unit| all | unit.into()));
    all.min(0x10_FFFF)
}

/// A `str` of a text with changes, as [`each_part`] goes over them.
pub(in crate::binding) fn string_of_changes<'py>(
    py: Python<'py>,
    text: Str<'_>,
    places: &[[usize; 3]],
    new: &[u32],
) -> PyResult<Text<'py>> {
    of_any_width!(text, units => {
        let (mut length, mut all) = (0, largest(new));
        released(py, units.len(), || each_part(units, places, new, |part| match part {
            Stretch::Old(part) => (length, all) = (bounded::add(length, part.len()), all | largest(part)),
            Stretch::New(part) => length = bounded::add(length, part.len()),
        }));
        let largest = all.min(0x10_FFFF);
        filled(py, length, largest, |start| {
            let tell = |visit: &mut dyn FnMut(Stretch<'_, _>)| each_part(units, places, new, visit);
            // SAFETY: CPython gives each of the `length` characters as many octets as `largest` needs, and aligns them.
            // The parts are those that were counted.
            released(py, length, || unsafe { for_storage!(largest, narrow => fill_each(start.cast(), tell, narrow)) });
            Ok(())
        })
    })
}

/// Writes the parts, narrowed or widened, one after another.
///
/// # Safety
///
/// `start` is aligned and has room for the characters of all parts.
unsafe fn fill_each<U: Copy + Into<u32>, T>(
    mut start: *mut T,
    tell: impl FnOnce(&mut dyn FnMut(Stretch<'_, U>)),
    convert: impl Fn(u32) -> T,
) {
    tell(&mut |part| {
        // SAFETY: there is room for the part behind those before it.
        unsafe {
            start = match part {
                Stretch::Old(units) => {
                    fill(start, units, |unit: U| convert(unit.into()));
                    start.add(units.len())
                }
                Stretch::New(units) => {
                    fill(start, units, &convert);
                    start.add(units.len())
                }
            };
        }
    });
}

/// A `str` of a decoded text of scalar values, each of which is written to its place in the storage.
pub(in crate::binding) fn string_of_decoded(py: Python<'_>, text: Long) -> PyResult<Text<'_>> {
    let (length, largest) = (text.len(), text.largest());
    debug_assert!(largest <= 0x10_FFFF);
    filled(py, length, largest, |start| {
        // SAFETY: CPython gives each of the `length` characters as many octets as `largest` needs, and aligns them.
        // Nobody else reads or writes them.
        released(py, length, || unsafe {
            for_storage!(largest, narrow => text.write(zeroed(start.cast(), length), narrow))
        })
    })
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
pub(in crate::binding) fn string_of_octets(py: Python<'_>, octets: Vec<u8>) -> PyResult<Text<'_>> {
    if octets.len() <= USUAL_LENGTH && octets.is_ascii() {
        return ascii_string(py, &octets);
    }
    let (length, largest) = released(py, octets.len(), || measured(&octets));
    filled(py, length, largest, |start| {
        // SAFETY: CPython gives each character as many octets as `largest` needs, and aligns them. `measured` counted
        // the characters: each octet that begins one, as `from_the_end` and `portions_from_the_end` do.
        released(py, octets.len(), || unsafe {
            if largest <= 0x7F {
                let start = start.cast::<u8>();
                portions_from_the_end(octets, |place, portion| fill(start.add(place), portion, |octet| octet));
            } else {
                for_storage!(largest, narrow => fill_from_end(start.cast(), length, octets, narrow));
            }
        });
        Ok(())
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

/// A code point of the first plane. A checked conversion would keep the compiler from vectors.
#[inline(always)]
fn low_half(unit: u32) -> u16 {
    let [low, high, ..] = unit.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// A new `str` of `length` characters, none above `largest`, which `fill` writes from the start of its storage.
#[inline]
fn filled<'py>(
    py: Python<'py>,
    length: usize,
    largest: u32,
    fill: impl FnOnce(StorageStart) -> Result<(), Error>,
) -> PyResult<Text<'py>> {
    debug_assert!(largest <= 0x10_FFFF);
    if length == 0 {
        return Ok(PyString::new(py, ""));
    }
    let size = bounded::to(length);
    // SAFETY: `PyUnicode_New` returns a new `str` or sets an exception. Nobody else has seen the new `str`, so its
    // storage may be written; only the shared empty one must not be, and its length is 0.
    unsafe {
        let object = Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_New(size, largest))?;
        let start = StorageStart(ffi::PyUnicode_DATA(object.as_ptr()));
        fill(start).map_err(|_| no_memory())?;
        Ok(object.cast_into_unchecked())
    }
}

/// Where the storage of a new `str` begins.
struct StorageStart(*mut core::ffi::c_void);

impl StorageStart {
    fn cast<T>(self) -> *mut T {
        self.0.cast()
    }
}

// SAFETY: nobody but the function that fills the storage has seen it, in whichever state the interpreter is.
unsafe impl Send for StorageStart {}
