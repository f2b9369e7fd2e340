//! Words and parts of a line, as ranges of its octets.

use core::ops::Range;

use crate::bounded;

/// White space of ASCII. Other white space is part of a word, as in the programs that read these files.
pub(super) const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | 0x09..=0x0D)
}

/// The words of a range, in its order: what stands between octets that divide.
pub(super) fn words<'a>(
    line: &'a [u8],
    range: Range<usize>,
    mut divides: impl FnMut(u8) -> bool + 'a,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut start = range.start;
    bounded::part(line, range).split(move |&octet| divides(octet)).filter_map(move |word| {
        let begin = start;
        let end = bounded::add(begin, word.len());
        start = bounded::add(end, 1);
        (!word.is_empty()).then_some(begin..end)
    })
}

/// The first place in a range of an octet that passes the test, or the end of the range.
pub(super) fn up_to(line: &[u8], range: Range<usize>, mut test: impl FnMut(u8) -> bool) -> usize {
    let place = bounded::part(line, range.clone()).iter().position(|&octet| test(octet));
    place.map_or(range.end, |place| bounded::add(range.start, place))
}

/// The first place in a range where a text begins.
pub(super) fn place_of(line: &[u8], range: Range<usize>, text: &[u8]) -> Option<usize> {
    let place = bounded::part(line, range.clone()).windows(text.len()).position(|part| part == text)?;
    Some(bounded::add(range.start, place))
}

/// A range without the white space around it.
pub(super) fn trimmed(line: &[u8], range: Range<usize>) -> Range<usize> {
    let text = bounded::part(line, range.clone());
    let begin = text.iter().take_while(|&&octet| is_blank(octet)).count();
    let end = text.iter().rev().take_while(|&&octet| is_blank(octet)).count();
    if begin == text.len() {
        return range.end..range.end;
    }
    bounded::add(range.start, begin)..bounded::sub(range.end, end)
}

/// The host of what looks like a URL from a place on, up to the end of the range: behind `://` and user information, up
/// to a port, a path, a query, a fragment or another octet that ends it. It is empty for an IPv6 address.
pub(super) fn host_of_url(line: &[u8], range: Range<usize>, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let begin = bounded::add(place_of(line, range.clone(), b"://")?, 3);
    let end = up_to(line, begin..range.end, |octet| matches!(octet, b'/' | b'?' | b'#' | b'\\') || ends(octet));
    let user = bounded::part(line, begin..end).iter().rposition(|&octet| octet == b'@');
    let begin = user.map_or(begin, |user| bounded::add(bounded::add(begin, user), 1));
    Some(begin..up_to(line, begin..end, |octet| matches!(octet, b':' | b'[')))
}
