//! Generalized variable-length integers (RFC 3492 section 3.3): little-endian, self-delimiting by thresholds.
//!
//! Bounds: a threshold is at most `tmax < base` and a base at most 127, so `base - t` is at least 1, and the position
//! `k` grows by `base` once a digit: it stays far below 2**64 for any text that fits in memory.
#![allow(clippy::arithmetic_side_effects)]

use super::params::Parameters;
use crate::error::{Error, ErrorKind};

/// The threshold of the digit at position `k = base * (j + 1)`: `k - bias`, held between tmin and tmax.
#[inline(always)]
fn threshold<P: Parameters>(params: &P, k: u64, bias: u32) -> u64 {
    k.saturating_sub(u64::from(bias)).clamp(u64::from(params.tmin()), u64::from(params.tmax()))
}

/// Writes `value` behind `output`.
#[inline]
pub(super) fn write<P: Parameters>(params: &P, value: u64, bias: u32, output: &mut Vec<u8>) {
    let base = u64::from(params.base());
    let mut q = value;
    let mut k = base;
    loop {
        let t = threshold(params, k, bias);
        if q < t {
            break;
        }
        output.push(digit(params, t + (q - t) % (base - t)));
        q = (q - t) / (base - t);
        k += base;
    }
    output.push(digit(params, q));
}

#[inline(always)]
fn digit<P: Parameters>(params: &P, value: u64) -> u8 {
    // Always below `base`: callers divide by it or compare with a threshold first.
    params.digit(u32::try_from(value).unwrap_or(0))
}

/// Reads the integer that begins at `start` and adds it to `sum`; returns the new sum and the offset behind its last
/// digit.
///
/// A weight beyond 64 bits is no fault by itself, as zeros may still follow: only a digit that it multiplies is.
#[inline]
pub(super) fn read<P: Parameters>(
    params: &P,
    input: &[u8],
    start: usize,
    sum: u64,
    bias: u32,
) -> Result<(u64, usize), Error> {
    let base = u64::from(params.base());
    let mut sum = sum;
    let mut weight = Some(1_u64);
    let mut k = base;
    let mut offset = start;
    loop {
        let Some(&symbol) = input.get(offset) else {
            return Err(Error::new(ErrorKind::Truncated, input.len()));
        };
        let Some(value) = params.value(symbol) else {
            let kind = if symbol.is_ascii() { ErrorKind::InvalidDigit } else { ErrorKind::NonBasic };
            return Err(Error::new(kind, offset));
        };
        let value = u64::from(value);
        if value != 0 {
            sum = weight
                .and_then(|weight| weight.checked_mul(value))
                .and_then(|term| sum.checked_add(term))
                .ok_or(Error::new(ErrorKind::Overflow, offset))?;
        }
        offset += 1;
        let t = threshold(params, k, bias);
        if value < t {
            return Ok((sum, offset));
        }
        weight = weight.and_then(|weight| weight.checked_mul(base - t));
        k += base;
    }
}
