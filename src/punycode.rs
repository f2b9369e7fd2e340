//! Punycode: Bootstring with the parameters of RFC 3492 section 5, and the mixed-case annotation of appendix A.
//!
//! This is the raw codec: it knows neither the prefix `xn--` nor dots, and has no limit of length.

use crate::bootstring::bias::scaled_bias;
use crate::bootstring::params::{Parameters, Scalars};
use crate::bootstring::varint::{NO_DIGIT, packed_thresholds};
use crate::bootstring::{Direction, Step, Trace, ascii, decode, encode};
use crate::error::Error;

/// The parameters of section 5.
#[derive(Clone, Copy)]
struct Punycode;

/// Digit-values of octets, in either letter case.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 36 {
        let digit = digit(value);
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            values[digit as usize] = value;
            values[digit.to_ascii_uppercase() as usize] = value;
        }
        value += 1;
    }
    values
};

/// `a` to `z` for 0 to 25, `0` to `9` for 26 to 35.
#[inline(always)]
const fn digit(value: u8) -> u8 {
    value.wrapping_add(if value < 26 { b'a' } else { b'0' - 26 })
}

/// `scaled_bias` of every delta that the loop of bias adaptation leaves: 0 to 455.
const SCALED_BIASES: [u8; 456] = {
    let mut biases = [0; 456];
    let mut delta = 0_u32;
    while delta < 456 {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            biases[delta as usize] = scaled_bias(36, 1, 38, delta) as u8;
        }
        delta += 1;
    }
    biases
};

/// `packed_thresholds` of every bias that a delta below 2**27 leads to: it is scaled down four times at most, and the
/// last line of `adapt` gives 33 at most.
const THRESHOLDS: [u64; 36 * 4 + 34] = {
    let mut thresholds = [0; 36 * 4 + 34];
    let mut bias = 0;
    while bias < thresholds.len() {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            thresholds[bias] = packed_thresholds(36, bias as u64, 1, 26);
        }
        bias += 1;
    }
    thresholds
};

impl Parameters for Punycode {
    #[inline(always)]
    fn base(&self) -> u32 {
        36
    }
    #[inline(always)]
    fn tmin(&self) -> u32 {
        1
    }
    #[inline(always)]
    fn tmax(&self) -> u32 {
        26
    }
    #[inline(always)]
    fn damp(&self) -> u32 {
        700
    }
    #[inline(always)]
    fn initial_bias(&self) -> u32 {
        72
    }
    #[inline(always)]
    fn initial_n(&self) -> u32 {
        0x80
    }
    #[inline(always)]
    fn delimiter(&self) -> u8 {
        b'-'
    }
    #[inline(always)]
    fn digit(&self, value: u8) -> u8 {
        digit(value)
    }
    #[inline(always)]
    fn value(&self, digit: u8) -> u8 {
        VALUES.get(usize::from(digit)).copied().unwrap_or(NO_DIGIT)
    }
    #[inline(always)]
    fn scaled_bias(&self, delta: u32) -> u32 {
        let index = usize::try_from(delta).unwrap_or(usize::MAX);
        SCALED_BIASES.get(index).map_or(0, |&bias| u32::from(bias))
    }
    #[inline(always)]
    fn thresholds(&self, bias: u32) -> u64 {
        match THRESHOLDS.get(usize::try_from(bias).unwrap_or(usize::MAX)) {
            Some(&packed) => packed,
            None => packed_thresholds(36, u64::from(bias), 1, 26),
        }
    }
}

/// Encodes a text (RFC 3492 section 6.3).
///
/// ```
/// assert_eq!(acelabel::punycode::encode("bücher").unwrap(), "bcher-kva");
/// ```
///
/// # Errors
///
/// [`ErrorKind::Overflow`](crate::ErrorKind::Overflow) for a text of more than 2**32 code points.
pub fn encode(text: &str) -> Result<String, Error> {
    let code_points: Vec<u32> = text.chars().map(u32::from).collect();
    encode_code_points(&code_points)
}

/// Decodes to a text (RFC 3492 section 6.2). Digits are accepted in either letter case.
///
/// ```
/// use acelabel::{ErrorKind, punycode};
///
/// assert_eq!(punycode::decode("bcher-kva").unwrap(), "bücher");
/// let error = punycode::decode("ls8h=").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidDigit, 4));
/// ```
///
/// # Errors
///
/// [`ErrorKind::NonBasic`](crate::ErrorKind::NonBasic), [`ErrorKind::InvalidDigit`](crate::ErrorKind::InvalidDigit),
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), [`ErrorKind::Overflow`](crate::ErrorKind::Overflow),
/// [`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate) and
/// [`ErrorKind::CodePointTooLarge`](crate::ErrorKind::CodePointTooLarge).
pub fn decode(encoded: &str) -> Result<String, Error> {
    Ok(decode_to_code_points(encoded.as_bytes())?.into_iter().filter_map(char::from_u32).collect())
}

/// Encodes a sequence of integers that should be Unicode scalar values.
///
/// # Errors
///
/// [`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate) or
/// [`ErrorKind::CodePointTooLarge`](crate::ErrorKind::CodePointTooLarge) at the first that is not one; else as
/// [`encode`].
pub fn encode_code_points(text: &[u32]) -> Result<String, Error> {
    encode_with(text, ascii)
}

/// As [`encode_code_points`], but appends the encoded form to `output`, which stays as it is in case of error.
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn encode_into(text: &[u32], output: &mut Vec<u8>) -> Result<(), Error> {
    encode_with(text, |encoded| output.extend_from_slice(encoded))
}

/// As [`encode_code_points`], but hands the encoded form, which is ASCII, to `finish`. A short one lies on the stack.
///
/// # Errors
///
/// As [`encode_code_points`]; `finish` is not called then.
#[inline]
pub fn encode_with<T>(text: &[u32], finish: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    encode::encode::<_, Scalars, _, _>(&Punycode, text, &mut (), finish)
}

/// Decodes octets to Unicode scalar values. An octet that is not ASCII is refused as
/// [`ErrorKind::NonBasic`](crate::ErrorKind::NonBasic).
///
/// # Errors
///
/// As [`decode`].
pub fn decode_to_code_points(encoded: &[u8]) -> Result<Vec<u32>, Error> {
    decode_with(encoded, <[u32]>::to_vec)
}

/// As [`decode_to_code_points`], but appends the text to `output`, which stays as it is in case of error.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_into(encoded: &[u8], output: &mut Vec<u32>) -> Result<(), Error> {
    decode_with(encoded, |text| output.extend_from_slice(text))
}

/// As [`decode_to_code_points`], but hands the text to `finish`. A short one lies on the stack.
///
/// # Errors
///
/// As [`decode`]; `finish` is not called then.
#[inline]
pub fn decode_with<T>(encoded: &[u8], finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
    decode::decode::<_, Scalars, _, _>(&Punycode, encoded, &mut (), finish)
}

/// Encodes with mixed-case annotation (RFC 3492 appendix A): each code point comes with a flag.
///
/// The flag of an ASCII letter forces its case; that of a code point beyond ASCII is the case of the last digit of its
/// delta; that of any other character says nothing. Flags never change what the encoded form decodes to, but for the
/// case of ASCII letters.
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn encode_with_case(text: &[u32], upper: &[bool]) -> Result<String, Error> {
    let mut steps: Vec<Step> = Vec::new();
    let mut output = encode::encode::<_, Scalars, _, _>(&Punycode, text, &mut steps, <[u8]>::to_vec)?;
    let ends: Vec<_> = steps.iter().map(|step| (step.digits.end, step.i)).collect();
    let literal = text.len().saturating_sub(steps.len());
    let mut basic = 0..literal;
    for (&flag, end) in upper.iter().zip(decode::in_places(&vec![LITERAL; literal], &ends)) {
        // The octet that carries the flag: the next of the literal part, or the last digit of the delta.
        let carrier = if end == LITERAL { basic.next() } else { end.checked_sub(1) };
        if let Some(octet) = carrier.and_then(|carrier| output.get_mut(carrier)) {
            *octet = if flag { octet.to_ascii_uppercase() } else { octet.to_ascii_lowercase() };
        }
    }
    Ok(ascii(&output))
}

/// No delta ends here.
const LITERAL: usize = 0;

/// Decodes with mixed-case annotation (RFC 3492 appendix A): the text, and a flag for each of its code points.
///
/// The flag of an ASCII character says whether it is an upper-case letter; that of any other, whether the last digit
/// of its delta is.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_with_case(encoded: &[u8]) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let mut steps: Vec<Step> = Vec::new();
    let text = decode::decode::<_, Scalars, _, _>(&Punycode, encoded, &mut steps, <[u32]>::to_vec)?;
    let last_digit = |step: &Step| step.digits.end.checked_sub(1).and_then(|last| encoded.get(last)).copied();
    let digits: Vec<_> = steps.iter().map(|step| (last_digit(step).unwrap_or_default(), step.i)).collect();
    let literal = encoded.get(..text.len().saturating_sub(steps.len())).unwrap_or_default();
    let carriers = decode::in_places(literal, &digits);
    Ok((text, carriers.iter().map(u8::is_ascii_uppercase).collect()))
}

/// Encodes and keeps every step (RFC 3492 section 7.3).
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn trace_encode(text: &[u32]) -> Result<Trace, Error> {
    let mut steps = Vec::new();
    let encoded = encode::encode::<_, Scalars, _, _>(&Punycode, text, &mut steps, ascii)?;
    Ok(trace(Direction::Encode, encoded, text.to_vec(), steps))
}

/// Decodes and keeps every step (RFC 3492 section 7.2).
///
/// # Errors
///
/// As [`decode`].
pub fn trace_decode(encoded: &[u8]) -> Result<Trace, Error> {
    let mut steps = Vec::new();
    let text = decode::decode::<_, Scalars, _, _>(&Punycode, encoded, &mut steps, <[u32]>::to_vec)?;
    Ok(trace(Direction::Decode, ascii(encoded), text, steps))
}

fn trace(direction: Direction, encoded: String, text: Vec<u32>, steps: Vec<Step>) -> Trace {
    Trace::new(direction, (Punycode.initial_n(), Punycode.initial_bias()), encoded, text, steps)
}
