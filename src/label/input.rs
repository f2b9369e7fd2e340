//! Names and labels as they come: UTF-8, or units of any width that hold code points, among them surrogates.

use core::ops::Range;

use super::output::NameOutput;
use super::task::Ascii;
use crate::bounded;

/// A text that is read in parts. Places count units, octets in a `str`; characters are counted where somebody asks.
pub(crate) trait Input {
    /// How many units there are.
    fn size(&self) -> usize;
    /// A part. The range is one of whole characters.
    fn part(&self, range: Range<usize>) -> &Self;
    /// The first separator of labels (RFC 3490 section 3.1) from a place on.
    fn separator(&self, start: usize) -> Option<Range<usize>>;
    fn is_ascii(&self) -> bool;
    /// Itself where it is UTF-8.
    #[inline(always)]
    fn as_utf8(&self) -> Option<&str> {
        None
    }
    /// The text, which is ASCII, in lower case; `scratch` may be used for it. `None` if memory is refused.
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a str>;
    fn code_points(&self) -> impl Iterator<Item = u32>;
    /// Itself where its units are code points.
    #[inline(always)]
    fn as_code_points(&self) -> Option<&[u32]> {
        None
    }
    /// All of its code points; `scratch` may be used for them. Asked of short texts only, whose memory is not refused.
    #[inline(always)]
    fn collected<'a>(&'a self, scratch: &'a mut Vec<u32>) -> &'a [u32] {
        if let Some(code_points) = self.as_code_points() {
            return code_points;
        }
        scratch.resize(scratch.len().max(self.size()), 0);
        let count = scratch.iter_mut().zip(self.code_points()).map(|(slot, unit)| *slot = unit).count();
        bounded::first(scratch, count)
    }
    /// Appends it as it is.
    fn push_to(&self, output: &mut impl NameOutput) {
        match self.as_utf8() {
            Some(text) => output.push_utf8(text),
            None => output.push_kept(self.code_points()),
        }
    }
}

impl Input for str {
    #[inline(always)]
    fn size(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn part(&self, range: Range<usize>) -> &Self {
        bounded::characters(self, range)
    }
    #[inline]
    fn separator(&self, start: usize) -> Option<Range<usize>> {
        let octets = self.as_bytes();
        let mut place = start;
        loop {
            // The separators beyond ASCII have three octets, of which the first is one of these two.
            let is_candidate = |octet: &u8| matches!(octet, b'.' | 0xE3 | 0xEF);
            place = bounded::add(place, bounded::rest(octets, place).iter().position(is_candidate)?);
            // (Those of `is_separator` in UTF-8.)
            match bounded::rest(octets, place) {
                [b'.', ..] => return Some(place..bounded::add(place, 1)),
                [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBC, 0x8E, ..] | [0xEF, 0xBD, 0xA1, ..] => {
                    return Some(place..bounded::add(place, 3));
                }
                _ => place = bounded::add(place, 1),
            }
        }
    }
    #[inline(always)]
    fn is_ascii(&self) -> bool {
        self.is_ascii()
    }
    #[inline(always)]
    fn as_utf8(&self) -> Option<&str> {
        Some(self)
    }
    #[inline]
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a str> {
        if !self.bytes().any(|octet| octet.is_ascii_uppercase()) {
            return Some(self);
        }
        scratch.clear();
        scratch.try_reserve(self.len()).ok()?;
        scratch.extend_from_slice(self.as_bytes());
        scratch.make_ascii_lowercase();
        Some(bounded::ascii(scratch))
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.chars().map(u32::from)
    }
}

/// What holds one code point: an octet in Latin-1, 16 bits in UCS-2, 32 bits in UCS-4. So a `str` of Python is read
/// where it lies.
pub(crate) trait Unit: Copy + PartialEq + From<u8> + Into<u32> {
    /// The units as code points, if that is what they are.
    #[inline(always)]
    fn as_code_points(_: &[Self]) -> Option<&[u32]> {
        None
    }
}

impl Unit for u8 {}
impl Unit for u16 {}
impl Unit for u32 {
    #[inline(always)]
    fn as_code_points(units: &[Self]) -> Option<&[u32]> {
        Some(units)
    }
}

impl<U: Unit> Input for [U] {
    #[inline(always)]
    fn size(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn part(&self, range: Range<usize>) -> &Self {
        bounded::part(self, range)
    }
    #[inline]
    fn separator(&self, start: usize) -> Option<Range<usize>> {
        let before = bounded::rest(self, start).iter().position(|&unit| is_separator(unit.into()))?;
        let place = bounded::add(start, before);
        Some(place..bounded::add(place, 1))
    }
    #[inline]
    fn is_ascii(&self) -> bool {
        self.iter().all(|&unit| unit.into() < 0x80)
    }
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a str> {
        scratch.clear();
        scratch.try_reserve(self.len()).ok()?;
        scratch.extend(self.iter().map(|&unit| {
            // (An ASCII character is its lowest octet.)
            let [octet, ..] = unit.into().to_le_bytes();
            octet.to_ascii_lowercase()
        }));
        Some(bounded::ascii(scratch))
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.iter().map(|&unit| unit.into())
    }
    #[inline(always)]
    fn as_code_points(&self) -> Option<&[u32]> {
        U::as_code_points(self)
    }
}

/// Whether a code point separates labels: U+002E, U+3002, U+FF0E or U+FF61.
#[inline]
pub(crate) const fn is_separator(unit: u32) -> bool {
    unit == 0x2E || (unit >= 0x3002 && matches!(unit, 0x3002 | 0xFF0E | 0xFF61))
}
