//! Generalized variable-length integers (RFC 3492 section 3.3): little-endian, self-delimiting by thresholds.
//!
//! The thresholds of the first eight digits come packed in a word, which Punycode keeps in a table by bias; hardly any
//! integer has more.
//!
//! Bounds: all of it is proved of the bodies (docs/proofs.md). A threshold is at most `tmax < base` and a base at most
//! 127, so `base - t` is at least 1, and thresholds fit octets. The position `k` grows by `base` with each digit: it
//! stays below 2**64 for any text that fits in memory. What is left to write never grows (room `writing`). The first
//! eight digits add less than `127**8 < 2**56` to a sum that begins as an index of the text; what is not a digit adds
//! less than `256 * 127**7 < 2**57`.
#![expect(clippy::arithmetic_side_effects)]

use super::division::{self, by_reciprocal};
use super::params::Parameters;
use crate::error::{Error, ErrorKind};
use crate::paths::takes;
use crate::{bounded, memory};

/// Where digits are written.
pub(super) trait Output {
    fn put(&mut self, octet: u8);
    /// Room for the first digits of an integer, if there is enough.
    fn room(&mut self) -> Option<&mut [u8; FIRST_DIGITS]>;
    /// Keeps so many octets of the room.
    fn keep(&mut self, count: usize);
    fn end(&self) -> usize;
    /// The octet put last, where the output can be annotated.
    fn last(&mut self) -> Option<&mut u8> {
        None
    }
    /// Takes note that memory was refused.
    fn refuse(&mut self);
    /// Takes note that the code point at this place takes too many digits. Nothing is written afterwards.
    fn exceed(&mut self, place: u32);
    /// Returns whether memory was refused, so that nothing more is kept.
    #[inline(always)]
    fn is_refused(&self) -> bool {
        false
    }
}

/// The threshold of the digit at position `k = base * (j + 1)`: `k - bias`, held between tmin and tmax.
const fn threshold(k: u64, bias: u64, tmin: u64, tmax: u64) -> u64 {
    let distance = k.saturating_sub(bias);
    if distance < tmin {
        tmin
    } else if distance > tmax {
        tmax
    } else {
        distance
    }
}

/// The number of thresholds in a word.
const PACKED: u64 = 8;

/// So many digits of an integer have their thresholds in one word.
pub(super) const FIRST_DIGITS: usize = 8;

/// The thresholds of the first eight digits, that of the first digit in the lowest octet.
pub(crate) const fn packed_thresholds(base: u64, bias: u64, tmin: u64, tmax: u64) -> u64 {
    let mut packed = 0;
    let mut j = PACKED;
    while j > 0 {
        packed = packed << 8 | threshold(base * j, bias, tmin, tmax);
        j -= 1;
    }
    packed
}

/// The threshold of digit `j`, counted from 0.
#[inline(always)]
fn late_threshold<P: Parameters>(params: &P, j: u64, bias: u32) -> u64 {
    let k = u64::from(params.base()) * (j + 1);
    threshold(k, u64::from(bias), u64::from(params.tmin()), u64::from(params.tmax()))
}

/// Appends the digits of `value` to `output`: the one spelling that it has (lemma `a_number_has_one_spelling`). With
/// `is_small` the caller guarantees that a reciprocal may divide it ([`division::is_small`]).
#[inline(always)]
pub(super) fn write<P: Parameters>(params: &P, value: u64, bias: u32, is_small: bool, output: &mut impl Output) {
    let (mut written, mut rest) = (0, value);
    if (is_small || division::is_small(value))
        && let Some(room) = output.room()
    {
        match first_digits(params, value, bias, room) {
            Ok(count) => return output.keep(count),
            Err(left) => (written, rest) = (FIRST_DIGITS, left),
        }
        output.keep(written);
    }
    // The cold function returns the digits. Were `output` passed to it, or to a closure, its fields could not live in
    // registers in the loop above, which costs labels 8% more instructions.
    match late_digits(params, rest, bias, bounded::to(written)) {
        Ok(digits) => {
            for digit in digits {
                output.put(digit);
            }
        }
        Err(_) => output.refuse(),
    }
}

/// Writes the first digits of a small value and returns how many they are, or what is left to write behind them.
#[inline(always)]
fn first_digits<P: Parameters>(params: &P, value: u64, bias: u32, room: &mut [u8; FIRST_DIGITS]) -> Result<usize, u64> {
    let base = u64::from(params.base());
    let mut thresholds = params.thresholds(bias);
    let mut q = value;
    for (slot, count) in room.iter_mut().zip(1..) {
        let t = thresholds & 0x7F;
        if q < t {
            *slot = params.digit(low_octet(q));
            return Ok(count);
        }
        let divisor = bounded::sub(base, t);
        let rest = by_reciprocal(bounded::sub(q, t), params.reciprocal(t));
        // That is `t + (q - t) % divisor`, the digit of section 3.3.
        *slot = params.digit(low_octet(bounded::sub(q, bounded::mul(rest, divisor))));
        q = rest;
        thresholds >>= 8;
    }
    Err(q)
}

/// The digits from digit `first` on. There may be very many of them, where `base - t` is 1, but they end (lemma
/// `writing_ends`).
#[cold]
#[inline(never)]
fn late_digits<P: Parameters>(params: &P, value: u64, bias: u32, first: u64) -> Result<Vec<u8>, Error> {
    takes!("late digits written");
    let base = u64::from(params.base());
    let mut digits = Vec::new();
    let mut q = value;
    let mut j = first;
    loop {
        let t = late_threshold(params, j, bias);
        if q < t {
            memory::push(&mut digits, params.digit(low_octet(q)))?;
            return Ok(digits);
        }
        memory::push(&mut digits, params.digit(low_octet(t + (q - t) % (base - t))))?;
        q = (q - t) / (base - t);
        j += 1;
    }
}

/// Returns whether an integer has more digits than so many. It takes at most so many steps.
#[cold]
#[inline(never)]
pub(super) fn is_longer<P: Parameters>(params: &P, value: u64, bias: u32, most: u32) -> bool {
    let base = u64::from(params.base());
    let mut q = value;
    for j in 0..u64::from(most) {
        let t = late_threshold(params, j, bias);
        if q < t {
            return false;
        }
        q = (q - t) / (base - t);
    }
    true
}

/// A digit-value, which is below `base` and so below 128.
#[inline(always)]
fn low_octet(value: u64) -> u8 {
    value.to_le_bytes()[0]
}

/// A fault, and how much of the input is left where it is.
pub(super) type ReadFault = (ErrorKind, usize);

/// Reads the integer that `input` begins with, of at most eight digits, and adds it to `sum`, an index; returns the new
/// sum and the input behind the last digit. What was written is read (lemma `reader_takes_back_what_is_written`).
///
/// Nothing if the integer has more digits or a fault: [`read_checked`] reads it again and tells which, so that this
/// loop has nothing to keep for it.
#[inline(always)]
pub(super) fn read_first<'a, P: Parameters>(
    params: &P,
    input: &'a [u8],
    sum: u64,
    bias: u32,
) -> Option<(u64, &'a [u8])> {
    let base = u64::from(params.base());
    let mut thresholds = params.thresholds(bias);
    let mut sum = sum;
    let mut weight = 1_u64;
    let mut input = input;
    for _ in 0..PACKED {
        let (&symbol, rest) = input.split_first()?;
        let value = u64::from(params.value(symbol));
        let t = thresholds & 0x7F;
        // Of what is not a digit, too, so that the common case is asked first; the sum is then not used.
        sum = bounded::add(sum, bounded::mul(value, weight));
        if value < t {
            return Some((sum, rest));
        }
        if value == u64::from(NO_DIGIT) {
            return None;
        }
        weight = bounded::mul(weight, bounded::sub(base, t));
        thresholds >>= 8;
        input = rest;
    }
    None
}

/// Reads an integer of any number of digits, as [`read_first`] does, or tells its fault.
///
/// The arithmetic is checked (section 6.4). A weight beyond 64 bits is not a fault by itself, as zeros may still
/// follow: only a digit that it multiplies is (lemma `reader_refuses_only_what_does_not_fit`).
#[cold]
#[inline(never)]
pub(super) fn read_checked<'a, P: Parameters>(
    params: &P,
    input: &'a [u8],
    sum: u64,
    bias: u32,
) -> Result<(u64, &'a [u8]), ReadFault> {
    takes!("integer read with checks");
    let base = u64::from(params.base());
    let mut sum = sum;
    let mut weight = Some(1_u64);
    let mut input = input;
    let mut j = 0;
    while let Some((&symbol, rest)) = input.split_first() {
        let value = match params.value(symbol) {
            NO_DIGIT => {
                let kind = if symbol.is_ascii() { ErrorKind::InvalidDigit } else { ErrorKind::NonAscii };
                return Err((kind, input.len()));
            }
            value => u64::from(value),
        };
        if value != 0 {
            sum = weight
                .and_then(|weight| weight.checked_mul(value))
                .and_then(|term| sum.checked_add(term))
                .ok_or((ErrorKind::Overflow, input.len()))?;
        }
        let t = late_threshold(params, j, bias);
        if value < t {
            return Ok((sum, rest));
        }
        weight = weight.and_then(|weight| weight.checked_mul(base - t));
        j += 1;
        input = rest;
    }
    Err((ErrorKind::Truncated, 0))
}

/// The digit-value of what is not a digit: above every threshold.
pub(crate) const NO_DIGIT: u8 = u8::MAX;

#[cfg(test)]
mod tests {
    use super::super::formulas;
    use super::*;

    /// Biases around those at which a threshold becomes tmin or tmax, for every parameter set.
    #[test]
    fn packed_thresholds_are_their_formula_for_every_base_tmin_and_tmax() {
        for base in 2..=127_u64 {
            for (tmin, tmax) in (1..base).flat_map(|tmax| (0..=tmax.min(base - 2)).map(move |tmin| (tmin, tmax))) {
                let borders = (1..=PACKED).flat_map(|j| [base * j - tmax, base * j - tmin]);
                let biases = borders.flat_map(|border| [border.saturating_sub(1), border, border + 1]);
                for bias in biases.chain([0, u64::from(u32::MAX)]) {
                    let packed = packed_thresholds(base, bias, tmin, tmax).to_le_bytes().map(u64::from);
                    for (j, t) in (0..).zip(packed) {
                        assert_eq!(
                            t,
                            formulas::threshold(base, j, bias, tmin, tmax),
                            "{base} {tmin} {tmax} {bias} {j}"
                        );
                    }
                }
            }
        }
    }
}
