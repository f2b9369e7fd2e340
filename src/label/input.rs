//! Names and labels as they come: UTF-8, or units of any width that hold code points, among them surrogates.

use core::ops::Range;

use super::output::NameOutput;
use super::task::Ascii;
use super::unit::Unit;
use crate::bounded;

/// A text that is read in parts. Places count units, octets in a `str`; characters are counted where somebody asks.
pub(crate) trait Input {
    /// Returns how many units there are.
    fn size(&self) -> usize;
    /// A part. The range is one of whole characters.
    fn part(&self, range: Range<usize>) -> &Self;
    fn is_ascii(&self) -> bool {
        self.code_points().all(|unit| unit < 0x80)
    }
    /// Itself where it is UTF-8.
    #[inline(always)]
    fn as_utf8(&self) -> Option<&str> {
        None
    }
    /// The text, which is ASCII, in lower case; `scratch` may be used for it. `None` if memory is refused.
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a [u8]>;
    fn code_points(&self) -> impl Iterator<Item = u32>;
    /// Where the first code point of some kind stands from a place on.
    fn find(&self, start: usize, is_sought: impl FnMut(u32) -> bool) -> Option<Range<usize>>;
    /// Itself where its units are code points.
    #[inline(always)]
    fn as_code_points(&self) -> Option<&[u32]> {
        None
    }
    /// Appends it as it is.
    fn push_to(&self, output: &mut impl NameOutput) {
        match self.as_utf8() {
            Some(text) => output.push_utf8(text),
            None => output.push_kept(self.code_points()),
        }
    }
    /// Appends it with its ASCII letters in lower case.
    fn push_folded_to(&self, output: &mut impl NameOutput) {
        output.push_kept(self.code_points().map(|unit| if matches!(unit, 0x41..=0x5A) { unit | 0x20 } else { unit }));
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
    #[inline(always)]
    fn as_utf8(&self) -> Option<&str> {
        Some(self)
    }
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a [u8]> {
        self.as_bytes().lower_case(scratch)
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.chars().map(u32::from)
    }
    #[inline(always)]
    fn find(&self, start: usize, mut is_sought: impl FnMut(u32) -> bool) -> Option<Range<usize>> {
        let mut rest = self.part(start..self.len()).chars();
        let found = rest.find(|&character| is_sought(character.into()))?;
        let behind = bounded::sub(self.len(), rest.as_str().len());
        Some(bounded::sub(behind, found.len_utf8())..behind)
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
    fn lower_case<'a>(&'a self, scratch: &'a mut Ascii) -> Option<&'a [u8]> {
        scratch.clear();
        scratch.try_reserve(self.len()).ok()?;
        scratch.extend(self.iter().map(|&unit| {
            // An ASCII character is its lowest octet.
            let [octet, ..] = unit.into().to_le_bytes();
            octet.to_ascii_lowercase()
        }));
        Some(scratch)
    }
    #[inline(always)]
    fn code_points(&self) -> impl Iterator<Item = u32> {
        self.iter().map(|&unit| unit.into())
    }
    #[inline(always)]
    fn find(&self, start: usize, mut is_sought: impl FnMut(u32) -> bool) -> Option<Range<usize>> {
        let before = bounded::rest(self, start).iter().position(|&unit| is_sought(unit.into()))?;
        let place = bounded::add(start, before);
        Some(place..bounded::add(place, 1))
    }
    #[inline(always)]
    fn as_code_points(&self) -> Option<&[u32]> {
        U::as_code_points(self)
    }
}

/// The code points that separate labels (RFC 3490 section 3.1).
#[cfg(any(feature = "python", test))]
pub(crate) const SEPARATORS: &str = ".\u{3002}\u{FF0E}\u{FF61}";

/// Returns whether a code point separates labels (RFC 3490 section 3.1): U+002E, U+3002, U+FF0E or U+FF61.
#[inline]
pub(crate) const fn is_separator(unit: u32) -> bool {
    unit == 0x2E || (unit >= 0x3002 && matches!(unit, 0x3002 | 0xFF0E | 0xFF61))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separators_are_listed() {
        for unit in 0..=u32::from(char::MAX) {
            let is_listed = char::from_u32(unit).is_some_and(|character| SEPARATORS.contains(character));
            assert_eq!(is_separator(unit), is_listed, "{unit:X}");
        }
    }
}
