//! Exact division by small numbers: a multiplication instead of the processor's slowest instruction.
//!
//! The divisors of Bootstring are `base - t` and the length of the text so far; in labels both are small.
//!
//! Why it is exact: with `m = floor(2**SHIFT / d) + 1` the product `m * d` exceeds `2**SHIFT` by `e`, `1 <= e <= d`, and
//! `(x * m) >> SHIFT` is `floor(x / d)` as long as `e * x < 2**SHIFT`. For `x < 2**27` and `d <= 128` that is at most
//! `2**34`. The product itself stays below `2**27 * (2**36 + 1) < 2**64`.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

const SHIFT: u32 = 36;
const DIVIDENDS: u64 = 1 << 27;
const DIVISORS: u64 = 129;

/// `m` for each divisor; that of 0 is never asked for.
const RECIPROCALS: [u64; 129] = {
    let mut reciprocals = [0; 129];
    let mut divisor = 1_u64;
    while divisor < DIVISORS {
        #[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
        {
            reciprocals[divisor as usize] = (1 << SHIFT) / divisor + 1;
        }
        divisor += 1;
    }
    reciprocals
};

/// `dividend / divisor`. The divisor is not 0.
#[inline(always)]
pub(super) fn quotient(dividend: u64, divisor: u64) -> u64 {
    match usize::try_from(divisor) {
        Ok(index @ 1..=128) if dividend < DIVIDENDS => dividend.wrapping_mul(RECIPROCALS[index]) >> SHIFT,
        _ => dividend / divisor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_are_exact_for_every_dividend() {
        for divisor in 1..DIVISORS {
            let excess = RECIPROCALS[usize::try_from(divisor).unwrap_or(0)] * divisor - (1 << SHIFT);
            assert!((1..=divisor).contains(&excess));
            assert!(excess * (DIVIDENDS - 1) < 1 << SHIFT);
        }
    }

    #[test]
    fn quotients_around_every_multiple_and_border() {
        for divisor in (1..=300).chain([u64::MAX - 1, u64::MAX]) {
            let multiples = (0..1000).map(|factor| divisor.saturating_mul(factor));
            for near in multiples.chain([DIVIDENDS, DIVIDENDS / divisor * divisor, u64::MAX]) {
                for dividend in [near.saturating_sub(1), near, near.saturating_add(1)] {
                    assert_eq!(quotient(dividend, divisor), dividend / divisor, "{dividend} / {divisor}");
                }
            }
        }
    }
}
