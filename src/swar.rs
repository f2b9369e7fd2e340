//! SIMD within a register (SWAR): eight octets in a `u64`, the first one lowest, as `u64::from_le_bytes` reads them.
//!
//! A *mark* is the highest bit of an octet. Functions that return marks leave all other bits clear.
//!
//! Bounds: each function is what its comment says, for all words, and no octet takes from its neighbour (room
//! `swar`).

use crate::bounded;

/// The highest bit of each octet.
pub(crate) const HIGH_BITS: u64 = splat(0x80);

/// The same octet eight times.
#[inline(always)]
pub(crate) const fn splat(octet: u8) -> u64 {
    u64::from_le_bytes([octet; 8])
}

/// The marks of octets that are zero, and of no other.
#[inline(always)]
pub(crate) fn zero_octets(word: u64) -> u64 {
    // The seven low bits of an octet, unless all are zero, carry into the highest when 0x7F is added; nothing carries
    // beyond, as 0x7F + 0x7F < 0x100. An octet whose highest bit was set is not zero either.
    !(bounded::add(word & splat(0x7F), splat(0x7F)) | word) & HIGH_BITS
}

/// The marks of octets whose seven low bits are, as a number, at least `least`, which is below 0x80.
#[inline(always)]
pub(crate) fn at_least(word: u64, least: u8) -> u64 {
    // Nothing is borrowed from the next octet: each has its highest bit set, and at most 0x7F is taken away. That bit
    // stays where the other seven were enough.
    bounded::sub(word | HIGH_BITS, splat(least)) & HIGH_BITS
}

/// Returns how many octets precede the first one in which a bit is set; 8 if none is.
#[inline(always)]
pub(crate) fn octets_before(bits: u64) -> usize {
    bounded::index(bits.trailing_zeros() / 8)
}

/// One bit for each octet, the lowest for the first: whether it is marked. On vectors, `pmovmskb` does the same.
#[inline(always)]
pub(crate) fn movemask(marks: u64) -> u64 {
    // Each mark is moved by its own power of two to one place of the highest octet. What is moved out at the top is
    // meant to be lost.
    (marks >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The last octet that is marked, of which there is one.
#[inline(always)]
pub(crate) fn last_octet(marks: u64) -> usize {
    bounded::index(marks.ilog2() / 8)
}

/// Returns how many bits are set in each octet.
#[inline(always)]
pub(crate) fn bit_counts(word: u64) -> u64 {
    // Counts of pairs of bits, then of four; the halves of an octet together are at most 8, which fits four bits.
    let pairs = bounded::sub(word, (word >> 1) & splat(0x55));
    let nibbles = bounded::add(pairs & splat(0x33), (pairs >> 2) & splat(0x33));
    bounded::add(nibbles, nibbles >> 4) & splat(0x0F)
}

/// In each octet the sum of those up to it and itself, if all of them together are less than 0x100.
#[inline(always)]
pub(crate) fn running_sums(word: u64) -> u64 {
    // The product is the sum of the word moved up by 0 to 7 octets. What is moved out at the top is meant to be lost.
    word.wrapping_mul(splat(1))
}

/// The sum of all octets, if it is less than 0x100.
#[inline(always)]
pub(crate) fn sum(word: u64) -> u64 {
    running_sums(word) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A word whose octets are `is_marked` of the octets of another one.
    fn marks(octets: [u8; 8], is_marked: impl Fn(u8) -> bool) -> u64 {
        u64::from_le_bytes(octets.map(|octet| if is_marked(octet) { 0x80 } else { 0 }))
    }

    proptest! {
        #[test]
        fn operations_are_what_octet_by_octet_is(octets in any::<[u8; 8]>(), few in any::<u64>(), least in 0..0x80_u8) {
            // Some octets are made zero, so that there are such, and others 0x80, which must not be taken for them.
            let octets = u64::from_le_bytes(octets) & few & few << 1;
            for octets in [octets, octets | 0x80, octets | few & HIGH_BITS] {
                let word = octets;
                let octets = word.to_le_bytes();
                prop_assert_eq!(zero_octets(word), marks(octets, |octet| octet == 0));
                prop_assert_eq!(at_least(word, least), marks(octets, |octet| octet & 0x7F >= least));
                prop_assert_eq!(octets_before(word), octets.iter().take_while(|&&octet| octet == 0).count());
                if word != 0 {
                    prop_assert_eq!(Some(last_octet(word)), octets.iter().rposition(|&octet| octet != 0));
                }
                let places = octets.iter().rev().fold(0, |places, &octet| places << 1 | u64::from(octet >> 7));
                prop_assert_eq!(movemask(word & HIGH_BITS), places);
                let counts = octets.map(|octet| u8::try_from(octet.count_ones()).unwrap_or(u8::MAX));
                prop_assert_eq!(bit_counts(word), u64::from_le_bytes(counts));
                let mut sum_so_far = 0_u8;
                let sums = counts.map(|count| {
                    sum_so_far = bounded::add(sum_so_far, count);
                    sum_so_far
                });
                prop_assert_eq!(running_sums(bit_counts(word)), u64::from_le_bytes(sums));
                prop_assert_eq!(sum(bit_counts(word)), u64::from(word.count_ones()));
            }
        }
    }

    #[test]
    fn every_octet_is_judged_apart_from_its_neighbours() {
        for octet in 0..=u8::MAX {
            for neighbours in [0, 0x01, 0x7F, 0x80, 0xFF] {
                let mut octets = [neighbours; 8];
                octets[3] = octet;
                let word = u64::from_le_bytes(octets);
                assert_eq!(zero_octets(word), marks(octets, |octet| octet == 0), "{word:X}");
                assert_eq!(at_least(word, 0x20), marks(octets, |octet| octet & 0x7F >= 0x20), "{word:X}");
            }
        }
        assert_eq!((splat(0xAB), octets_before(0), HIGH_BITS), (0xABAB_ABAB_ABAB_ABAB, 8, 0x8080_8080_8080_8080));
    }
}
