//! Bias adaptation (RFC 3492 sections 3.4 and 6.1).
//!
//! Bounds: `delta` only shrinks (`damp >= 2`, the length at least 1), and once the loop is left it is at most
//! `(base - tmin) * tmax / 2 < 2**14`; the loop takes a `base` at most 64 times, as `base - tmin >= 2`.
#![allow(clippy::arithmetic_side_effects)]

use super::division::Divisor;
use super::params::Parameters;
use crate::bounded;

/// The bias for the next delta, after `delta` has made the text `length` code points long.
#[inline(always)]
pub(super) fn adapt<P: Parameters>(params: &P, delta: u64, length: Divisor, first: bool) -> u32 {
    let base = u64::from(params.base());
    let (tmin, tmax) = (u64::from(params.tmin()), u64::from(params.tmax()));
    let mut delta = if first { delta / u64::from(params.damp()) } else { delta / 2 };
    delta = bounded::add(delta, length.quotient(delta));
    let mut k = 0;
    while delta > (base - tmin) * tmax / 2 {
        delta /= base - tmin;
        k = bounded::add(k, params.base());
    }
    bounded::add(params.scaled_bias(bounded::to(delta)), k)
}

/// The last line of `adapt`, for a delta that the loop has scaled down: `(base - tmin + 1) * delta / (delta + skew)`.
pub(crate) const fn scaled_bias(base: u32, tmin: u32, skew: u32, delta: u32) -> u32 {
    // The skew is any number that fits. Where the sum does not, the quotient is 0 with either divisor.
    (base - tmin + 1) * delta / delta.saturating_add(skew)
}
