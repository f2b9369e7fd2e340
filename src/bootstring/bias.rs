//! Bias adaptation (RFC 3492 sections 3.4 and 6.1).
//!
//! Bounds: `delta` only shrinks (`damp >= 2`, `points >= 1`), and once the loop is left it is at most
//! `(base - tmin) * tmax / 2 < 2**14`; the loop takes a `base` at most 64 times, as `base - tmin >= 2`.
#![allow(clippy::arithmetic_side_effects)]

use super::params::Parameters;

/// The bias for the next delta, after `delta` has made the text `points` code points long.
#[inline]
pub(super) fn adapt<P: Parameters>(params: &P, delta: u64, points: u64, first: bool) -> u32 {
    let base = u64::from(params.base());
    let (tmin, tmax) = (u64::from(params.tmin()), u64::from(params.tmax()));
    let mut delta = delta / if first { u64::from(params.damp()) } else { 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (base - tmin) * tmax / 2 {
        delta /= base - tmin;
        k += base;
    }
    let bias = k + (base - tmin + 1) * delta / (delta + u64::from(params.skew()));
    u32::try_from(bias).unwrap_or(u32::MAX)
}
