//! SIMD within a register (SWAR): eight octets in a `u64`, the first one lowest, as `u64::from_le_bytes` reads them.
//!
//! A *mark* is the highest bit of an octet. Functions that return marks leave all other bits clear.

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

/// How many octets precede the first one that has any of `bits` set, of bits that lie in octets in the same way; 8 if none has.
#[inline(always)]
pub(crate) fn octets_before(bits: u64) -> usize {
    bounded::index(bits.trailing_zeros() / 8)
}

/// The last octet that is marked, of which there is one.
#[inline(always)]
pub(crate) fn last_octet(marks: u64) -> usize {
    bounded::index(marks.ilog2() / 8)
}

/// How many bits are set in each octet.
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
