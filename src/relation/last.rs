//! The last label of the part of a name that ends at a place, found eight octets at a time.
//!
//! ```text
//! the name:   w w w . e x a m p l e . c o m
//!                                 ^ the end of the part: the eight octets before it are  . e x a m p l e
//! a dot among the eight:  the label begins behind the last one
//! none among them:        the eight before them are looked at
//! ```
//!
//! Most labels have seven octets at most: one word tells where such a label begins, and the word without what stands
//! before it is the key by which it is compared. A processor would guess the end of a loop over octets wrong for every
//! other label.

use crate::{bounded, swar};

/// A label of a name.
#[derive(Clone, Copy)]
pub(super) struct LastLabel {
    pub(super) start: usize,
    /// Its octets, the first one lowest, if it has eight at most; else its last eight.
    pub(super) key: u64,
}

impl LastLabel {
    /// The octets of the longest label of which the key is all.
    pub(super) const WHOLE: usize = 8;

    /// The label that ends at a place of a name. It begins behind the dot before it, or with the name.
    #[inline(always)]
    pub(super) fn of(name: &[u8], end: usize) -> Self {
        let last = word_before(name, end);
        let (mut stop, mut word) = (end, last);
        let start = loop {
            let dots = swar::zero_octets(word ^ swar::splat(b'.'));
            if dots != 0 {
                // Octets that the name does not have are no dots.
                break bounded::sub(bounded::add(stop, bounded::add(swar::last_octet(dots), 1)), 8);
            }
            if stop <= 8 {
                break 0;
            }
            stop = bounded::sub(stop, 8);
            word = word_before(name, stop);
        };
        let others = bounded::sub(8, bounded::sub(end, start).min(8));
        Self { start, key: last.checked_shr(bits(others)).unwrap_or_default() }
    }
}

/// The eight octets before a place, the first one lowest, and zeros before the name.
#[inline(always)]
fn word_before(name: &[u8], end: usize) -> u64 {
    let text = bounded::first(name, end);
    match (text.last_chunk(), name.first_chunk()) {
        (Some(eight), _) => u64::from_le_bytes(*eight),
        (None, Some(eight)) => u64::from_le_bytes(*eight).checked_shl(bits(bounded::sub(8, end))).unwrap_or_default(),
        (None, None) => text.iter().fold(0, |word, &octet| word >> 8 | u64::from(octet) << 56),
    }
}

fn bits(octets: usize) -> u32 {
    bounded::mul(bounded::to(octets), u8::BITS)
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_last_label_begins_behind_the_last_dot(name in "[a.]{0,30}|[a-z.]{0,30}", end in 0..31_usize) {
            let end = end.min(name.len());
            let text = &name.as_bytes()[..end];
            let start = text.iter().rposition(|&octet| octet == b'.').map_or(0, |dot| dot + 1);
            let label = &text[start..];
            let key = label.iter().rev().take(8).fold(0, |key, &octet| key << 8 | u64::from(octet));
            let found = LastLabel::of(name.as_bytes(), end);
            prop_assert_eq!((found.start, found.key), (start, key));
        }
    }
}
