//! Slices in pieces of fixed lengths, and what an output of octets holds in portions from its end on.
//!
//! The end of a loop over a short slice comes as a surprise to the processor, which costs it more than the rest of the
//! loop. A piece of fixed length needs no loop.
//!
//! Bounds: each piece lies within the slice, and each place of the slice in a piece (lemma
//! `pieces_lie_within_the_slice`). That `direct.rs` leaves no slot unwritten rests on it.
#![forbid(unsafe_code)]

use crate::bounded;

/// Hands over all of a slice in pieces of one length, each with its place. The last overlaps the one before it, so
/// `work` sees some items twice.
#[inline(always)]
pub(super) fn in_pieces<T>(slice: &[T], mut work: impl FnMut(usize, &[T])) {
    if let Some(last) = slice.last_chunk::<8>() {
        for (index, eight) in slice.as_chunks::<8>().0.iter().enumerate() {
            work(bounded::mul(index, 8), eight);
        }
        work(bounded::sub(slice.len(), 8), last);
    } else if let (Some(first), Some(last)) = (slice.first_chunk::<4>(), slice.last_chunk::<4>()) {
        work(0, first);
        work(bounded::sub(slice.len(), 4), last);
    } else {
        slice.chunks(1).enumerate().for_each(|(index, one)| work(index, one));
    }
}

/// Returns how many code points there are in UTF-8, in which a surrogate has the three octets of its number, and a code
/// point that is as large as the largest of them, as far as the choice of the storage goes.
pub(super) fn measured(octets: &[u8]) -> (usize, u32) {
    let length = octets.iter().filter(|&&octet| begins_character(octet)).count();
    let largest = match octets.iter().max() {
        None | Some(0..=0x7F) => 0x7F,
        Some(0x80..=0xC3) => 0xFF,
        Some(0xC4..=0xEF) => 0xFFFF,
        Some(0xF0..) => 0x10_FFFF,
    };
    (length, largest)
}

const fn begins_character(octet: u8) -> bool {
    octet & 0xC0 != 0x80
}

/// Returns what an octet tells of its code point.
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
const PORTION: usize = 1 << 18;

/// Takes the octets from the end on, in portions with their places, and gives memory back on the way.
pub(super) fn portions_from_the_end(mut octets: Vec<u8>, mut take: impl FnMut(usize, &[u8])) {
    while !octets.is_empty() {
        let rest = octets.len().saturating_sub(PORTION);
        take(rest, bounded::rest(&octets, rest));
        octets.truncate(rest);
        octets.shrink_to_fit();
    }
}

/// Takes the code points of such octets from the last to the first, and gives memory back on the way.
pub(super) fn from_the_end(octets: Vec<u8>, mut take: impl FnMut(u32)) {
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
