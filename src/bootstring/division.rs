//! Exact division by small numbers: a multiplication instead of the processor's slowest instruction.
//!
//! The divisors of Bootstring are `base - t` and the length of the text so far; in labels both are small.
//!
//! Bounds: a quotient is exact (room `division`). With `m = floor(2**SHIFT / d) + 1` the product `m * d`
//! exceeds `2**SHIFT` by `e`, `1 <= e <= d`, and `(x * m) >> SHIFT` is `floor(x / d)` as long as `e * x < 2**SHIFT`.
//! For `x < 2**27` and `d <= 127` that is less than `2**34`. The product itself stays below
//! `2**27 * (2**36 + 1) < 2**64`.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::bounded;
use crate::paths::takes;

const SHIFT: u32 = 36;
/// Dividends are below it, and so are all deltas of labels (`0x110000 * 65`).
const DIVIDENDS: u64 = 1 << 27;
const DIVISORS: usize = 128;

/// `m` for each divisor; that of 0 is never asked for.
const RECIPROCALS: [u64; DIVISORS] = {
    let mut reciprocals = [0; DIVISORS];
    let mut divisor = 1;
    while divisor < DIVISORS {
        #[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
        {
            reciprocals[divisor] = reciprocal_of(divisor as u64);
        }
        divisor += 1;
    }
    reciprocals
};

/// `m` for a divisor from 1 to 127.
pub(crate) const fn reciprocal_of(divisor: u64) -> u64 {
    (1 << SHIFT) / divisor + 1
}

/// Returns whether `small_quotient` may divide this.
#[inline(always)]
pub(super) fn is_small(dividend: u64) -> bool {
    dividend < DIVIDENDS
}

/// `dividend / divisor` for a small dividend and a divisor from 1 to 127.
#[inline(always)]
pub(super) fn small_quotient(dividend: u64, divisor: u64) -> u64 {
    by_reciprocal(dividend, reciprocal(divisor))
}

/// The reciprocal of a divisor from 1 to 127.
#[inline(always)]
pub(super) fn reciprocal(divisor: u64) -> u64 {
    // The mask spares the check of the index. A divisor is `base - t`, and no base is above 127, or the length of a
    // short text.
    RECIPROCALS[bounded::below::<DIVISORS>(bounded::index(divisor))]
}

/// A small dividend divided by the number with this reciprocal.
#[inline(always)]
pub(super) fn by_reciprocal(dividend: u64, reciprocal: u64) -> u64 {
    debug_assert!(is_small(dividend), "{dividend} is not small");
    bounded::mul(dividend, reciprocal) >> SHIFT
}

/// Returns whether the reciprocal of a divisor, which is not 0, is known.
#[inline(always)]
pub(super) fn has_reciprocal(divisor: u64) -> bool {
    bounded::index(divisor) < DIVISORS
}

/// `dividend / divisor`, which is not 0.
#[inline(always)]
pub(super) fn quotient(dividend: u64, divisor: u64) -> u64 {
    if is_small(dividend) && has_reciprocal(divisor) {
        small_quotient(dividend, divisor)
    } else {
        hardware_quotient(dividend, divisor)
    }
}

/// Hardware division, behind a comparison that mostly spares it: in long texts the quotient is mostly 0.
#[inline(never)]
pub(super) fn hardware_quotient(dividend: u64, divisor: u64) -> u64 {
    takes!("hardware division");
    if dividend < divisor { 0 } else { dividend / divisor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reciprocal_is_its_formula() {
        for (&reciprocal, divisor) in RECIPROCALS.iter().zip(0_u128..).skip(1) {
            assert_eq!(u128::from(reciprocal), (1_u128 << 36) / divisor + 1);
        }
        assert_eq!((RECIPROCALS.len(), RECIPROCALS[0]), (128, 0));
    }

    #[test]
    fn reciprocals_are_exact_for_every_dividend() {
        for (reciprocal, divisor) in RECIPROCALS.iter().zip(0_u64..).skip(1) {
            let excess = reciprocal * divisor - (1 << SHIFT);
            assert!((1..=divisor).contains(&excess));
            assert!(excess * (DIVIDENDS - 1) < 1 << SHIFT);
        }
    }

    #[test]
    fn quotients_around_every_multiple_and_border() {
        // A divisor is a number of code points or less than a base, so that it fits `usize` on 32 bits, too.
        let most = u64::try_from(usize::MAX).unwrap_or(u64::MAX);
        for divisor in (1..=300).chain([most - 1, most]) {
            let multiples = (0..1000).map(|factor| divisor.saturating_mul(factor));
            for near in multiples.chain([DIVIDENDS, DIVIDENDS / divisor * divisor, u64::MAX]) {
                for dividend in [near.saturating_sub(1), near, near.saturating_add(1)] {
                    assert_eq!(quotient(dividend, divisor), dividend / divisor, "{dividend} / {divisor}");
                    assert_eq!(hardware_quotient(dividend, divisor), dividend / divisor, "{dividend} / {divisor}");
                }
            }
        }
    }
}
