//! Percent-encoding (URL Standard, section 1.3).

use crate::bounded;
use crate::label::{LabelError, characters};
use crate::memory::{self, Growing};

/// The octets that a text stands for, each behind the place in the text where it is written ("percent-decode").
pub(super) fn decoded(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let (octet, size) = match bounded::rest(text, at) {
            [] => return None,
            [b'%', high, low, ..] => escaped(*high, *low).map_or((b'%', 1), |octet| (octet, 3)),
            [octet, ..] => (*octet, 1),
        };
        let place = at;
        at = bounded::add(at, size);
        Some((place, octet))
    })
}

fn escaped(high: u8, low: u8) -> Option<u8> {
    let digit = |octet| char::from(octet).to_digit(16);
    Some(bounded::to((digit(high)? << 4) | digit(low)?))
}

/// The octets that a text stands for, in memory that is used again.
pub(super) fn decode<'a>(text: &[u8], output: &'a mut Growing<u8>) -> Result<&'a [u8], LabelError> {
    output.clear();
    output.reserve_exact(text.len());
    decoded(text).for_each(|(_, octet)| output.push(octet));
    if output.is_refused() { Err(LabelError::out_of_memory(memory::refused())) } else { Ok(output) }
}

/// The offset in a text of the character that is the one at an index of what the text stands for, both counted in
/// characters.
pub(super) fn offset(text: &[u8], index: usize) -> usize {
    let mut begun = decoded(text).filter(|&(_, octet)| octet & 0xC0 != 0x80);
    let place = begun.nth(index).map_or(text.len(), |(place, _)| place);
    characters(bounded::first(text, place))
}

/// Appends a text with its controls, and what is not ASCII, encoded ("UTF-8 percent-encode" by the "C0 control
/// percent-encode set").
pub(super) fn encode(text: &[u8], output: &mut Growing<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |number: u8| bounded::at(DIGITS, usize::from(number));
    for &octet in text {
        match octet {
            0x20..=0x7E => output.push(octet),
            _ => output.extend_from_slice(&[b'%', digit(octet >> 4), digit(octet & 0xF)]),
        }
    }
}
