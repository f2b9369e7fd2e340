//! Searches for octets, in blocks that the compiler turns into vectors.

use crate::bounded;
use crate::label::has_prefix;

/// So many octets are looked at before one of them is looked for.
const BLOCK: usize = 128;

/// Large blocks keep up with the memory that a long text comes from, where small ones take a sixth more time.
const LARGE: usize = 4 * BLOCK;

/// The same where what is sought is near.
const SMALL: usize = 64;

/// So many octets of a block are looked at before each of them is.
const FEW: usize = 16;

pub(crate) fn line_feed(text: &[u8]) -> Option<usize> {
    octet(text, b'\n')
}

pub(crate) fn octet(text: &[u8], sought: u8) -> Option<usize> {
    let test = |octet, _| octet ^ sought;
    first_pair(text, 0, test, test)
}

/// Returns how many line feeds a text has.
pub(crate) fn count_of_line_feeds(text: &[u8]) -> usize {
    // So few that an octet counts them: then they are counted in vectors.
    let count = |few: &[u8]| few.iter().fold(0_u8, |count, &octet| count.wrapping_add(u8::from(octet == b'\n')));
    text.chunks(BLOCK).map(|few| usize::from(count(few))).fold(0, bounded::add)
}

/// The last place of a line feed.
pub(crate) fn last_line_feed(text: &[u8]) -> Option<usize> {
    let is_feed = |octet: u8| octet == b'\n';
    let mut rest = text;
    while let Some((before, block)) = rest.split_last_chunk::<FEW>() {
        if block.iter().fold(0, |any, &octet| any | u8::from(is_feed(octet))) != 0 {
            break;
        }
        rest = before;
    }
    rest.iter().rposition(|&octet| is_feed(octet))
}

pub(crate) fn beyond_ascii(text: &[u8]) -> Option<usize> {
    first(text, |octet| !octet.is_ascii())
}

/// The first place that may be the prefix of an A-label. Its hyphens are sought: in text they are rarer than its
/// letters.
pub(crate) fn prefix(text: &[u8]) -> Option<usize> {
    before_two_hyphens::<4>(text, has_prefix)
}

/// Two hyphens, as a test of two neighbours: 0 if they are.
#[inline(always)]
pub(super) const fn hyphens(octet: u8, behind: u8) -> u8 {
    (octet ^ b'-') | (behind ^ b'-')
}

/// Returns whether the hyphens at a place end the prefix of an A-label.
pub(super) fn is_prefix_before(text: &[u8], place: usize) -> bool {
    place.checked_sub(2).and_then(|start| text.get(start..)).is_some_and(has_prefix)
}

/// The first place that may be the end of the prefix of a label of RACE: `q--`.
#[cfg(feature = "python")]
pub(crate) fn race(text: &[u8]) -> Option<usize> {
    before_two_hyphens::<3>(text, |three| matches!(three, b"q--" | b"Q--"))
}

/// The first place of so many octets that pass the test and end with two hyphens.
fn before_two_hyphens<const COUNT: usize>(text: &[u8], test: fn(&[u8]) -> bool) -> Option<usize> {
    let mut start = 0_usize;
    while let Some(rest) = text.get(start..).filter(|rest| rest.len() > 1) {
        if rest.first_chunk::<{ LARGE + 1 }>().is_some_and(|block| !has_pair(block, are_hyphens)) {
            start = bounded::add(start, LARGE);
            continue;
        }
        if rest.first_chunk::<{ BLOCK + 1 }>().is_none_or(|block| has_pair(block, are_hyphens)) {
            // With the octets before the first hyphen, which may stand in the block before.
            let from = start.saturating_sub(COUNT.saturating_sub(2));
            let near = text.get(from..bounded::add(bounded::add(start, BLOCK), 2).min(text.len()));
            if let Some(place) = near?.windows(COUNT).position(test) {
                return Some(bounded::add(from, place));
            }
        }
        start = bounded::add(start, BLOCK);
    }
    None
}

#[inline(always)]
const fn are_hyphens(octet: u8, behind: u8) -> u8 {
    (octet ^ b'-') | (behind ^ b'-')
}

/// The first place of a unit that passes the test.
#[inline(always)]
pub(super) fn first<T: Copy>(text: &[T], test: impl Fn(T) -> bool) -> Option<usize> {
    let has = |block: &[T]| block.iter().fold(0, |any, &unit| any | u8::from(test(unit))) != 0;
    let mut start = 0_usize;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        // Blocks whose size is known become vectors.
        if rest.first_chunk::<BLOCK>().is_none_or(|block| has(block)) {
            for (few, place) in rest.chunks(FEW).take(BLOCK / FEW).zip((start..).step_by(FEW)) {
                if few.first_chunk::<FEW>().is_none_or(|few| has(few))
                    && let Some(within) = few.iter().position(|&unit| test(unit))
                {
                    return Some(bounded::add(place, within));
                }
            }
        }
        start = bounded::add(start, BLOCK);
    }
    None
}

/// A test of two neighbours: 0 if they pass. The least of octets is one instruction for a vector of them.
pub(super) trait OfPair: Fn(u8, u8) -> u8 + Copy {}

impl<F: Fn(u8, u8) -> u8 + Copy> OfPair for F {}

/// The first place, from one on, where two neighbours pass a test; a space is behind the last octet. All that pass it
/// pass the rough test, too, which takes fewer instructions, and few others do.
#[inline(always)]
pub(super) fn first_pair(text: &[u8], from: usize, rough: impl OfPair, test: impl OfPair) -> Option<usize> {
    // In a log places are near each other: large blocks come behind small ones.
    let large = bounded::add(from, LARGE);
    let mut start = from;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        if start >= large && rest.first_chunk::<{ LARGE + 1 }>().is_some_and(|block| !has_pair(block, rough)) {
            start = bounded::add(start, LARGE);
            continue;
        }
        if rest.first_chunk::<{ SMALL + 1 }>().is_some_and(|block| !has_pair(block, rough)) {
            start = bounded::add(start, SMALL);
            continue;
        }
        let end = bounded::add(start, SMALL).min(text.len());
        while start < end {
            if let Some(place) = first_of_few(bounded::rest(text, start), test) {
                return Some(bounded::add(start, place));
            }
            start = bounded::add(start, FEW);
        }
    }
    None
}

/// The same in the first octets of a text.
#[inline(always)]
fn first_of_few(text: &[u8], test: impl OfPair) -> Option<usize> {
    let mut last = [b' '; FEW + 1];
    let few = text.first_chunk::<{ FEW + 1 }>().unwrap_or_else(|| {
        // Spaces pass no test.
        last.iter_mut().zip(text).for_each(|(slot, &octet)| *slot = octet);
        &last
    });
    let mut tested = [0; FEW];
    for (slot, (&octet, &behind)) in tested.iter_mut().zip(few.iter().zip(few.iter().skip(1))) {
        *slot = test(octet, behind);
    }
    // The lowest octet that is 0 sets its high bit, as no octet below borrows.
    let tested = u128::from_le_bytes(tested);
    let passed = tested.wrapping_sub(u128::MAX / 0xFF) & !tested & (u128::MAX / 0xFF * 0x80);
    (passed != 0).then(|| bounded::index(passed.trailing_zeros() / 8))
}

#[inline(always)]
fn has_pair(block: &[u8], test: impl OfPair) -> bool {
    block.iter().zip(block.iter().skip(1)).map(|(&octet, &behind)| test(octet, behind)).fold(u8::MAX, Ord::min) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_found_wherever_they_stand() {
        type Search = fn(&[u8]) -> Option<usize>;
        let searches: [(u8, Search); 4] = [
            (b'\n', line_feed),
            (b'\n', last_line_feed),
            (0xC3, beyond_ascii),
            (b'/', |text| {
                first_pair(text, 0, |octet, _| octet ^ b'/', |octet, behind| (octet ^ b'/') | (behind ^ b','))
            }),
        ];
        for length in (0..200).chain(640..645) {
            let filler = vec![b','; length];
            for (octet, search) in searches {
                assert_eq!(search(&filler), None);
                for place in 0..length {
                    let text = [&vec![b','; place][..], &[octet], &vec![b','; length - place]].concat();
                    assert_eq!(search(&text), Some(place));
                }
            }
            for place in 0..=length {
                let text = [&vec![b'-'; place][..], b".Xn--", &vec![b'-'; length - place]].concat();
                assert_eq!(prefix(&text), Some(place + 1), "{place} of {length}");
                let text = [&vec![b'-'; place][..], b".xn-.-", &vec![b'-'; length - place]].concat();
                assert_eq!(prefix(&text), None);
            }
        }
    }
}
