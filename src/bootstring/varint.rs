//! Generalized variable-length integers (RFC 3492 section 3.3): little-endian, self-delimiting by thresholds.
//!
//! Bounds: a threshold is at most `tmax < base` and a base at most 127, so `base - t` is at least 1, and the position
//! `k` grows by `base` once a digit: it stays far below 2**64 for any text that fits in memory.
#![allow(clippy::arithmetic_side_effects)]

use super::division::quotient;
use super::params::Parameters;
use crate::error::{Error, ErrorKind};

/// As many digits as cannot exceed 64 bits, whatever they are: they add less than `127**8 < 2**56` to a sum that begins
/// as an index of the text.
const UNCHECKED_DIGITS: usize = 8;

/// Where digits are written.
pub(super) trait Output {
    fn put(&mut self, octet: u8);
    fn end(&self) -> usize;
}

impl Output for Vec<u8> {
    #[inline]
    fn put(&mut self, octet: u8) {
        self.push(octet);
    }
    #[inline]
    fn end(&self) -> usize {
        self.len()
    }
}

/// The threshold of the digit at position `k = base * (j + 1)`: `k - bias`, held between tmin and tmax.
#[inline(always)]
fn threshold<P: Parameters>(params: &P, k: u64, bias: u32) -> u64 {
    k.saturating_sub(u64::from(bias)).clamp(u64::from(params.tmin()), u64::from(params.tmax()))
}

/// Writes `value` behind `output`.
#[inline(always)]
pub(super) fn write<P: Parameters>(params: &P, value: u64, bias: u32, output: &mut impl Output) {
    let base = u64::from(params.base());
    let mut q = value;
    let mut k = base;
    loop {
        let t = threshold(params, k, bias);
        if q < t {
            break;
        }
        let rest = quotient(q - t, base - t);
        output.put(digit(params, q - rest * (base - t)));
        q = rest;
        k += base;
    }
    output.put(digit(params, q));
}

#[inline(always)]
fn digit<P: Parameters>(params: &P, value: u64) -> u8 {
    // Always below `base`: callers divide by it or compare with a threshold first.
    params.digit(u32::try_from(value).unwrap_or(0))
}

/// Reads the integer that begins at `start` and adds it to `sum`, an index; returns the new sum and the offset behind
/// the last digit.
#[inline(always)]
pub(super) fn read<P: Parameters>(
    params: &P,
    input: &[u8],
    start: usize,
    sum: u64,
    bias: u32,
) -> Result<(u64, usize), Error> {
    let base = u64::from(params.base());
    let mut sum = sum;
    let mut weight = 1;
    let mut k = base;
    for offset in start..start + UNCHECKED_DIGITS {
        let value = value(params, input, offset)?;
        sum += value * weight;
        let t = threshold(params, k, bias);
        if value < t {
            return Ok((sum, offset + 1));
        }
        weight *= base - t;
        k += base;
    }
    read_checked(params, input, start + UNCHECKED_DIGITS, sum, bias, weight)
}

/// The rest of an integer of more than `UNCHECKED_DIGITS` digits.
///
/// A weight beyond 64 bits is no fault by itself, as zeros may still follow: only a digit that it multiplies is.
#[cold]
fn read_checked<P: Parameters>(
    params: &P,
    input: &[u8],
    start: usize,
    sum: u64,
    bias: u32,
    weight: u64,
) -> Result<(u64, usize), Error> {
    let base = u64::from(params.base());
    let mut sum = sum;
    let mut weight = Some(weight);
    let mut k = base * (1 + 8);
    let mut offset = start;
    loop {
        let value = value(params, input, offset)?;
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

/// The digit-value at an offset.
#[inline(always)]
fn value<P: Parameters>(params: &P, input: &[u8], offset: usize) -> Result<u64, Error> {
    match input.get(offset).and_then(|&symbol| params.value(symbol)) {
        Some(value) => Ok(u64::from(value)),
        None => Err(no_digit(input, offset)),
    }
}

#[cold]
fn no_digit(input: &[u8], offset: usize) -> Error {
    match input.get(offset) {
        None => Error::new(ErrorKind::Truncated, input.len()),
        Some(symbol) if symbol.is_ascii() => Error::new(ErrorKind::InvalidDigit, offset),
        Some(_) => Error::new(ErrorKind::NonBasic, offset),
    }
}
