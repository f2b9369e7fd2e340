//! Searches for octets, in blocks that the compiler turns into vectors.

use crate::bounded;
use crate::label::has_prefix;

/// So many octets are looked at before one of them is looked for.
const BLOCK: usize = 128;

/// The same within such a block.
const FEW: usize = 16;

pub(crate) fn line_feed(text: &[u8]) -> Option<usize> {
    first(text, |octet| octet == b'\n')
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
    /// Large blocks keep up with the memory that a long text comes from, where small ones take a sixth more time.
    const LARGE: usize = 4 * BLOCK;
    let mut start = 0_usize;
    while let Some(rest) = text.get(start..).filter(|rest| rest.len() > 1) {
        if rest.first_chunk::<{ LARGE + 1 }>().is_some_and(|block| !has_two_hyphens(block)) {
            start = bounded::add(start, LARGE);
            continue;
        }
        if rest.first_chunk::<{ BLOCK + 1 }>().is_none_or(|block| has_two_hyphens(block)) {
            // With the two letters before the first hyphen, which may stand in the block before.
            let from = start.saturating_sub(2);
            let near = text.get(from..bounded::add(bounded::add(start, BLOCK), 2).min(text.len()));
            if let Some(place) = near?.windows(4).position(has_prefix) {
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

/// The first place, from one on, whose octet passes the test, which is told those before and behind it, too: spaces at
/// the ends of the text.
#[inline(always)]
pub(super) fn first_between(text: &[u8], from: usize, test: impl Fn(u8, u8, u8) -> bool) -> Option<usize> {
    let octet = |place: usize| text.get(place).copied().unwrap_or(b' ');
    let is_at = |place: usize| {
        let before = place.checked_sub(1).map_or(b' ', octet);
        test(before, octet(place), octet(bounded::add(place, 1)))
    };
    // Of so many octets and two more, the compiler makes vectors.
    let has = |octets: &[u8]| {
        let both = octets.iter().zip(octets.iter().skip(1)).zip(octets.iter().skip(2));
        both.fold(0, |any, ((&before, &octet), &behind)| any | u8::from(test(before, octet, behind))) != 0
    };
    let mut start = from;
    while start < text.len() {
        let near = start.checked_sub(1).and_then(|before| text.get(before..)).unwrap_or_default();
        if near.first_chunk::<{ BLOCK + 2 }>().is_some_and(|block| !has(block)) {
            start = bounded::add(start, BLOCK);
            continue;
        }
        let end = bounded::add(start, BLOCK).min(text.len());
        while start < end {
            let near = start.checked_sub(1).and_then(|before| text.get(before..)).unwrap_or_default();
            let few = bounded::add(start, FEW).min(end);
            if near.first_chunk::<{ FEW + 2 }>().is_none_or(|block| has(block))
                && let Some(place) = (start..few).find(|&place| is_at(place))
            {
                return Some(place);
            }
            start = few;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_found_wherever_they_stand() {
        type Search = fn(&[u8]) -> Option<usize>;
        let searches: [(u8, Search); 5] = [
            (b'\n', line_feed),
            (b'\n', last_line_feed),
            (0xC3, beyond_ascii),
            (b'/', |text| first_between(text, 0, |_, octet, _| octet == b'/')),
            (b'/', |text| first_between(text, 0, |before, octet, _| octet == b'/' && before != b'/')),
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
