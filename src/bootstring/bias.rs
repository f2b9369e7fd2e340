//! Bias adaptation (RFC 3492 sections 3.4 and 6.1).
//!
//! Bounds: `delta` only shrinks, as `damp >= 2` and the length is at least 1. The loop takes a `base` at most 64 times,
//! as `base - tmin >= 2`, and what it leaves is at most `(base - tmin) * tmax / 2 < 2**14`. The bias is below 2**14,
//! too (room `bias`).
#![expect(clippy::arithmetic_side_effects)]

use super::params::Parameters;
use crate::bounded;

/// The bias for the next delta, after `delta` has made the text longer; `by_length` divides by its new length.
#[inline(always)]
pub(super) fn adapt<P: Parameters>(params: &P, delta: u64, by_length: impl FnOnce(u64) -> u64, first: bool) -> u32 {
    let base = u64::from(params.base());
    let (tmin, tmax) = (u64::from(params.tmin()), u64::from(params.tmax()));
    let mut delta = if first { delta / u64::from(params.damp()) } else { delta / 2 };
    delta = bounded::add(delta, by_length(delta));
    let mut k = 0;
    while delta > (base - tmin) * tmax / 2 {
        delta /= base - tmin;
        k = bounded::add(k, params.base());
    }
    bounded::add(params.scaled_bias(bounded::to(delta)), k)
}

/// The last line of `adapt`, for a delta that the loop has scaled down: `(base - tmin + 1) * delta / (delta + skew)`.
///
/// Bounds: the product is below 2**32, the quotient at most `base - tmin` (room `bias`).
pub(crate) const fn scaled_bias(base: u32, tmin: u32, skew: u32, delta: u32) -> u32 {
    // The skew is any number that fits. Where the sum does not, the quotient is 0 with either divisor.
    (base - tmin + 1) * delta / delta.saturating_add(skew)
}

#[cfg(test)]
mod tests {
    use super::super::formulas::last_line;
    use super::*;

    /// For every delta that the loop of these parameters can leave.
    #[test]
    fn the_last_line_is_its_formula_for_every_base_and_tmin() {
        for base in 2..=127_u32 {
            for tmin in 0..=base - 2 {
                for skew in [1, 38, u32::MAX - 8000, u32::MAX] {
                    for delta in 0..=(base - tmin) * (base - 1) / 2 {
                        let expected = last_line(base.into(), tmin.into(), skew.into(), delta.into());
                        assert_eq!(u64::from(scaled_bias(base, tmin, skew, delta)), expected);
                    }
                }
            }
        }
    }
}
