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
    /// Where the first of the characters is that separate labels (RFC 3490 section 3.1).
    fn separator(&self) -> Option<Range<usize>>;
    fn is_ascii(&self) -> bool;
    /// Itself where it is UTF-8.
    #[inline(always)]
    fn as_utf8(&self) -> Option<&str> {
        None
    }
    /// A text that is ASCII in lower case, for which `memory` may be used. Nothing where there is none.
    fn lower_case<'a>(&'a self, memory: &'a mut Ascii) -> Option<&'a str>;
    fn code_points(&self) -> impl Iterator<Item = u32>;
    /// All of its code points, for which `memory` may be used. Asked of short texts only.
    fn collected<'a>(&'a self, memory: &'a mut Vec<u32>) -> &'a [u32];
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
    fn separator(&self) -> Option<Range<usize>> {
        let octets = self.as_bytes();
        let mut start = 0;
        loop {
            // Of the leading octets of three, these two begin a separator.
            let is_candidate = |octet: &u8| matches!(octet, b'.' | 0xE3 | 0xEF);
            start = bounded::add(start, bounded::rest(octets, start).iter().position(is_candidate)?);
            match bounded::rest(octets, start) {
                [b'.', ..] => return Some(start..bounded::add(start, 1)),
                [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBC, 0x8E, ..] | [0xEF, 0xBD, 0xA1, ..] => {
                    return Some(start..bounded::add(start, 3));
                }
                _ => start = bounded::add(start, 1),
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
    fn lower_case<'a>(&'a self, memory: &'a mut Ascii) -> Option<&'a str> {
        if !self.bytes().any(|octet| octet.is_ascii_uppercase()) {
            return Some(self);
        }
        memory.clear();
        memory.try_reserve(self.len()).ok()?;
        memory.extend_from_slice(self.as_bytes());
        memory.make_ascii_lowercase();
        Some(bounded::ascii(memory))
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.chars().map(u32::from)
    }
    #[inline]
    fn collected<'a>(&'a self, memory: &'a mut Vec<u32>) -> &'a [u32] {
        memory.clear();
        // As many as there are octets, where that is not much.
        memory.reserve(if self.len() <= 256 { self.len() } else { self.chars().count() });
        memory.extend(self.chars().map(u32::from));
        memory
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
    fn separator(&self) -> Option<Range<usize>> {
        let place = self.iter().position(|&unit| is_separator(unit.into()))?;
        Some(place..bounded::add(place, 1))
    }
    #[inline]
    fn is_ascii(&self) -> bool {
        self.iter().all(|&unit| unit.into() < 0x80)
    }
    fn lower_case<'a>(&'a self, memory: &'a mut Ascii) -> Option<&'a str> {
        memory.clear();
        memory.try_reserve(self.len()).ok()?;
        memory.extend(self.iter().map(|&unit| {
            // All of an ASCII character.
            let [octet, ..] = unit.into().to_le_bytes();
            octet.to_ascii_lowercase()
        }));
        Some(bounded::ascii(memory))
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.iter().map(|&unit| unit.into())
    }
    #[inline(always)]
    fn collected<'a>(&'a self, memory: &'a mut Vec<u32>) -> &'a [u32] {
        if let Some(code_points) = U::as_code_points(self) {
            return code_points;
        }
        memory.clear();
        memory.extend(self.code_points());
        memory
    }
}

/// Whether a code point separates labels: U+002E, U+3002, U+FF0E or U+FF61.
#[inline]
pub(crate) const fn is_separator(unit: u32) -> bool {
    unit == 0x2E || (unit >= 0x3002 && matches!(unit, 0x3002 | 0xFF0E | 0xFF61))
}
