//! Searches for octets that are mostly near: eight at a step, and blocks once they are far.

use crate::error::Error;
use crate::text::scan;
use crate::{bounded, swar};

/// So far words are looked at, and blocks from there on.
const NEAR: usize = 64;
const BLOCK: usize = 128;
/// So many octets are looked at together by `MarkedOctets`.
const WIDTH: usize = 64;

/// The first place, from `start` on, of one of these octets.
#[inline(always)]
pub(super) fn any_of<const N: usize>(text: &[u8], start: usize, sought: [u8; N]) -> Option<usize> {
    let marks = |word: u64| sought.iter().fold(0, |marks, &one| marks | swar::zero_octets(word ^ swar::splat(one)));
    first(text, start, marks, |octet| sought.contains(&octet))
}

/// The first place, from `start` on, of what may end a string of JSON: a quotation mark, a backslash, a control.
#[inline(always)]
pub(super) fn end_of_string(text: &[u8], start: usize) -> Option<usize> {
    let is_special = |octet: u8| matches!(octet, 0..=0x1F | b'"' | b'\\');
    let marks = |word: u64| {
        let controls = !(swar::at_least(word, 0x20) | word) & swar::HIGH_BITS;
        let [quotes, escapes] = [b'"', b'\\'].map(|one| swar::zero_octets(word ^ swar::splat(one)));
        controls | quotes | escapes
    };
    first(text, start, marks, is_special)
}

/// Tells where each line begins and ends, without its end.
pub(super) fn each_line(
    octets: &[u8],
    from: usize,
    mut tell: impl FnMut(usize, usize) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut start = from;
    while start < octets.len() {
        let feed = scan::line_feed(bounded::rest(octets, start));
        let end = feed.map_or(octets.len(), |feed| bounded::add(start, feed));
        let line = bounded::part(octets, start..end);
        tell(start, bounded::sub(end, usize::from(line.ends_with(b"\r"))))?;
        start = bounded::add(end, 1);
    }
    Ok(())
}

/// The places of some octets, in order: 64 octets are looked at together.
pub(super) struct MarkedOctets<'a> {
    text: &'a [u8],
    sought: [u8; 4],
    /// Where the block begins, and a bit for each of its octets that is sought and is still to come.
    start: usize,
    bits: u64,
}

impl<'a> MarkedOctets<'a> {
    /// Those from `start` on. The last octets of a text, fewer than a block, are not looked at.
    pub(super) fn new(text: &'a [u8], start: usize, sought: [u8; 4]) -> Self {
        let mut marks = Self { text, sought, start, bits: 0 };
        marks.seek(start);
        marks
    }

    /// Goes on at a place.
    #[inline(always)]
    pub(super) fn seek(&mut self, place: usize) {
        match place.checked_sub(self.start).filter(|&passed| passed < WIDTH && self.bits != 0) {
            Some(passed) => self.bits &= u64::MAX << bounded::shift(bounded::to(passed)),
            None => (self.start, self.bits) = (place, self.load(place).unwrap_or(0)),
        }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            let next = bounded::add(self.start, WIDTH);
            self.bits = self.load(next)?;
            self.start = next;
        }
        let place = bounded::add(self.start, bounded::index(self.bits.trailing_zeros()));
        self.bits &= bounded::sub(self.bits, 1);
        Some(place)
    }

    #[inline(always)]
    fn load(&self, start: usize) -> Option<u64> {
        let block = self.text.get(start..)?.first_chunk::<WIDTH>()?;
        let mut bits = 0;
        for word in block.as_chunks::<8>().0.iter().rev() {
            let word = u64::from_le_bytes(*word);
            let marks = self.sought.iter().fold(0, |marks, &one| marks | swar::zero_octets(word ^ swar::splat(one)));
            bits = bits << 8 | swar::movemask(marks);
        }
        Some(bits)
    }
}

#[inline(always)]
fn first(
    text: &[u8],
    start: usize,
    marks: impl Fn(u64) -> u64,
    is_sought: impl Fn(u8) -> bool + Copy,
) -> Option<usize> {
    let mut at = start;
    let near = bounded::add(start.min(text.len()), NEAR);
    while let Some(word) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let marks = marks(u64::from_le_bytes(*word));
        if marks != 0 {
            return Some(bounded::add(at, swar::octets_before(marks)));
        }
        at = bounded::add(at, 8);
        if at > near {
            at = pass_blocks(text, at, is_sought);
        }
    }
    text.get(at..)?.iter().position(|&octet| is_sought(octet)).map(|place| bounded::add(at, place))
}

/// The place behind the blocks that have none of what is sought.
#[inline(always)]
fn pass_blocks(text: &[u8], start: usize, is_sought: impl Fn(u8) -> bool) -> usize {
    let mut at = start;
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if block.iter().fold(0, |any, &octet| any | u8::from(is_sought(octet))) != 0 {
            break;
        }
        at = bounded::add(at, BLOCK);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_found_wherever_they_stand() {
        for length in (0..40).chain([63, 64, 65, 100, 300]) {
            let mut text = vec![0xC3; length];
            assert_eq!((any_of(&text, 0, [b',', b'\n']), end_of_string(&text, 0)), (None, None));
            for place in 0..length {
                for (octet, start) in [(b',', 0), (b'\n', place / 2), (b'"', 0), (b'\\', place), (0x1F, place)] {
                    bounded::put(&mut text, place, octet);
                    let expected = Some(place);
                    assert_eq!(any_of(&text, start, [b',', b'\n', b'"', b'\\', 0x1F]), expected);
                    let in_string = if octet == b',' { None } else { expected };
                    assert_eq!(end_of_string(&text, start), in_string);
                    assert_eq!(any_of(&text, place + 1, [octet]), None);
                }
                bounded::put(&mut text, place, 0x9F);
            }
        }
    }
}
