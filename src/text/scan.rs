//! Searches for octets, in blocks that the compiler turns into vectors.

use crate::bounded;
use crate::label::has_prefix;

/// So many octets are looked at before one of them is looked for.
const BLOCK: usize = 128;

pub(crate) fn line_feed(text: &[u8]) -> Option<usize> {
    first(text, |octet| octet == b'\n')
}

/// The last place of a line feed. It is looked for where lines are short, or once.
pub(crate) fn last_line_feed(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&octet| octet == b'\n')
}

/// The number of line feeds.
pub(crate) fn line_feeds(lines: &[u8]) -> usize {
    // A block has at most 255, so nothing wraps; a sum that is checked would not become vectors.
    let of_block = |block: &[u8]| block.iter().fold(0_u8, |sum, &octet| sum.wrapping_add((octet == b'\n').into()));
    lines.chunks(0xFF).map(|block| usize::from(of_block(block))).sum()
}

/// The first place of what may mark a name: `/`, `@`, the `-` of an A-label, or the `.` of a name with a known
/// top-level domain.
pub(super) fn mark(text: &[u8], has_tlds: bool) -> Option<usize> {
    if has_tlds {
        first(text, |octet| matches!(octet, b'/' | b'@' | b'-' | b'.'))
    } else {
        first(text, |octet| matches!(octet, b'/' | b'@' | b'-'))
    }
}

pub(crate) fn beyond_ascii(text: &[u8]) -> Option<usize> {
    first(text, |octet| !octet.is_ascii())
}

/// The first place that may be the prefix of an A-label. Its hyphens are sought: in text they are rarer than its
/// letters.
pub(crate) fn prefix(text: &[u8]) -> Option<usize> {
    before_two_hyphens::<4>(text, has_prefix)
}

/// The first place that may be the end of the prefix of a label of RACE: `q--`.
#[cfg(feature = "python")]
pub(crate) fn race(text: &[u8]) -> Option<usize> {
    before_two_hyphens::<3>(text, |three| matches!(three, b"q--" | b"Q--"))
}

/// The first place of so many octets that pass the test and end with two hyphens.
fn before_two_hyphens<const COUNT: usize>(text: &[u8], test: fn(&[u8]) -> bool) -> Option<usize> {
    /// Large blocks keep up with the memory that a long text comes from, where small ones take a sixth more time.
    const LARGE: usize = 4 * BLOCK;
    let mut start = 0_usize;
    while let Some(rest) = text.get(start..).filter(|rest| rest.len() > 1) {
        if rest.first_chunk::<{ LARGE + 1 }>().is_some_and(|block| !has_two_hyphens(block)) {
            start = bounded::add(start, LARGE);
            continue;
        }
        if rest.first_chunk::<{ BLOCK + 1 }>().is_none_or(|block| has_two_hyphens(block)) {
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
fn has_two_hyphens(block: &[u8]) -> bool {
    // 0 where both are hyphens. The least of octets is one instruction for a vector of them.
    let differ = |(&one, &other): (&u8, &u8)| (one ^ b'-') | (other ^ b'-');
    block.iter().zip(block.iter().skip(1)).map(differ).fold(u8::MAX, Ord::min) == 0
}

/// The first place of a unit that passes the test.
#[inline(always)]
pub(super) fn first<T: Copy>(text: &[T], test: impl Fn(T) -> bool) -> Option<usize> {
    let is_in = |block: &[T; BLOCK]| block.iter().fold(0, |any, &unit| any | u8::from(test(unit))) != 0;
    let mut start = 0_usize;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        if rest.first_chunk().is_none_or(is_in) {
            let mut block = rest.iter().take(BLOCK);
            if let Some(place) = block.position(|&unit| test(unit)) {
                return Some(bounded::add(start, place));
            }
        }
        start = bounded::add(start, BLOCK);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_found_wherever_they_stand() {
        type Search = fn(&[u8]) -> Option<usize>;
        let searches: [(u8, Search); 7] = [
            (b'\n', line_feed),
            (b'\n', last_line_feed),
            (b'@', |text| mark(text, false)),
            (b'-', |text| mark(text, false)),
            (b'-', |text| mark(text, true)),
            (b'.', |text| mark(text, true)),
            (0xC3, beyond_ascii),
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
