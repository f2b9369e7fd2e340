//! The characters of a `str` as names and labels are read, and a `str` of what an output of octets holds.
#![forbid(unsafe_code)]

#[cfg(not(feature = "abi3"))]
use crate::bounded;

/// The characters of a `str`, as they lie in its storage. Whoever has this value asks the `str` no more.
#[derive(Clone, Copy)]
pub(in crate::binding) enum Str<'a> {
    Latin1(&'a [u8]),
    #[cfg(not(feature = "abi3"))]
    Ucs2(&'a [u16]),
    Ucs4(&'a [u32]),
}

/// Does the same with the characters of a `str`, whatever holds them.
macro_rules! of_any_width {
    ($text:expr, $units:ident => $work:expr) => {
        match $text {
            $crate::binding::text::characters::Str::Latin1($units) => $work,
            #[cfg(not(feature = "abi3"))]
            $crate::binding::text::characters::Str::Ucs2($units) => $work,
            $crate::binding::text::characters::Str::Ucs4($units) => $work,
        }
    };
}
pub(in crate::binding) use of_any_width;

impl<'a> Str<'a> {
    /// Returns how many there are.
    pub(in crate::binding) fn len(self) -> usize {
        of_any_width!(self, units => units.len())
    }

    /// The characters as octets, if that is how they lie there: those of each `str` that is ASCII, and of others.
    #[inline(always)]
    pub(in crate::binding) const fn octets(self) -> Option<&'a [u8]> {
        if let Self::Latin1(octets) = self { Some(octets) } else { None }
    }
}

/// The characters of a name or a label.
pub(in crate::binding) enum Characters<'a> {
    Usual(Usual<'a>),
    Long(Storage<'a>),
}

/// Those of a `str` of usual length, where memory is no matter.
pub(in crate::binding) enum Usual<'a> {
    Ascii(&'a str),
    CodePoints(&'a [u32]),
}

/// Those of a long one, where they lie.
#[derive(Clone, Copy)]
pub(in crate::binding) enum Storage<'a> {
    Ascii(&'a str),
    Other(Str<'a>),
}

/// A `str` of more characters is long.
pub(in crate::binding) const USUAL_LENGTH: usize = 1_024;

/// Does the same with a text whatever holds it.
macro_rules! with_text {
    ($storage:expr, $text:ident => $work:expr) => {
        match $storage {
            $crate::binding::text::characters::Storage::Ascii($text) => $work,
            $crate::binding::text::characters::Storage::Other(other) => {
                $crate::binding::text::characters::of_any_width!(other, $text => $work)
            }
        }
    };
}
pub(in crate::binding) use with_text;

impl Storage<'_> {
    /// Returns how much there is of it, in units of the storage.
    pub(in crate::binding) fn len(&self) -> usize {
        with_text!(*self, text => text.len())
    }
}

impl<'a> Characters<'a> {
    /// Returns what holds them, long or not.
    pub(in crate::binding) fn storage(self) -> Storage<'a> {
        match self {
            Self::Usual(Usual::Ascii(text)) => Storage::Ascii(text),
            Self::Usual(Usual::CodePoints(units)) => Storage::Other(Str::Ucs4(units)),
            Self::Long(storage) => storage,
        }
    }
}

/// Returns how many code points there are in UTF-8, in which a surrogate has the three octets of its number, and a code
/// point that is as large as the largest of them, as far as the choice of the storage goes.
#[cfg(not(feature = "abi3"))]
pub(in crate::binding) fn measured(octets: &[u8]) -> (usize, u32) {
    let length = octets.iter().filter(|&&octet| begins_character(octet)).count();
    let largest = match octets.iter().max() {
        None | Some(0..=0x7F) => 0x7F,
        Some(0x80..=0xC3) => 0xFF,
        Some(0xC4..=0xEF) => 0xFFFF,
        Some(0xF0..) => 0x10_FFFF,
    };
    (length, largest)
}

#[cfg(not(feature = "abi3"))]
const fn begins_character(octet: u8) -> bool {
    octet & 0xC0 != 0x80
}

/// Returns what an octet tells of its code point.
#[cfg(not(feature = "abi3"))]
const fn bits_of(octet: u8) -> u8 {
    match octet {
        0..=0x7F => octet,
        0x80..=0xBF => octet & 0x3F,
        0xC0..=0xDF => octet & 0x1F,
        0xE0..=0xEF => octet & 0x0F,
        0xF0.. => octet & 0x07,
    }
}

/// The memory that is given back at once.
#[cfg(not(feature = "abi3"))]
const PORTION: usize = 1 << 18;

/// Takes the octets from the end on, in portions with their places, and gives memory back on the way.
#[cfg(not(feature = "abi3"))]
pub(in crate::binding) fn portions_from_the_end(mut octets: Vec<u8>, mut take: impl FnMut(usize, &[u8])) {
    while !octets.is_empty() {
        let rest = octets.len().saturating_sub(PORTION);
        take(rest, bounded::rest(&octets, rest));
        octets.truncate(rest);
        octets.shrink_to_fit();
    }
}

/// Takes the code points of such octets from the last to the first, and gives memory back on the way.
#[cfg(not(feature = "abi3"))]
pub(in crate::binding) fn from_the_end(octets: Vec<u8>, mut take: impl FnMut(u32)) {
    let (mut unit, mut shift) = (0, 0_u32);
    portions_from_the_end(octets, |_, portion| {
        for &octet in portion.iter().rev() {
            // A character has four octets at most, so that nothing is shifted out.
            unit |= u32::from(bits_of(octet)).wrapping_shl(shift);
            shift = bounded::add(shift, 6);
            if begins_character(octet) {
                take(unit);
                (unit, shift) = (0, 0);
            }
        }
    });
}
