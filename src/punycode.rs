//! Punycode: Bootstring with the parameters of RFC 3492 section 5, and the mixed-case annotation of appendix A.
//!
//! This is the raw codec: it knows neither the prefix `xn--` nor dots, and has no limit of length.

use crate::bootstring::bias::scaled_bias;
use crate::bootstring::params::{Parameters, Scalars};
use crate::bootstring::{Direction, Observer, Step, Trace, ascii, decode, encode};
use crate::error::Error;

/// The parameters of section 5.
#[derive(Clone, Copy)]
struct Punycode;

const BASE: usize = 36;
const DIGITS: [u8; BASE] = *b"abcdefghijklmnopqrstuvwxyz0123456789";
const NO_DIGIT: u8 = u8::MAX;

/// Digit-values of octets: both letter cases, and ten digits behind them.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0_u8;
    while value < 36 {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            values[DIGITS[value as usize] as usize] = value;
            values[DIGITS[value as usize].to_ascii_uppercase() as usize] = value;
        }
        value += 1;
    }
    values
};

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
    fn skew(&self) -> u32 {
        38
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
    fn digit(&self, value: u32) -> u8 {
        let index = usize::try_from(value).unwrap_or(usize::MAX);
        DIGITS.get(index).copied().unwrap_or_default()
    }
    #[inline(always)]
    fn value(&self, digit: u8) -> Option<u32> {
        let value = VALUES.get(usize::from(digit)).copied().unwrap_or(NO_DIGIT);
        (value != NO_DIGIT).then_some(u32::from(value))
    }
    #[inline(always)]
    fn scaled_bias(&self, delta: u32) -> u32 {
        let index = usize::try_from(delta).unwrap_or(usize::MAX);
        SCALED_BIASES.get(index).map_or(0, |&bias| u32::from(bias))
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
    let mut output = Vec::new();
    encode_into(text, &mut output)?;
    Ok(ascii(output))
}

/// As [`encode_code_points`], but appends the encoded form to `output`. In case of error what it appends is unspecified.
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn encode_into(text: &[u32], output: &mut Vec<u8>) -> Result<(), Error> {
    encode::encode::<_, Scalars, _>(&Punycode, text, output, &mut ())
}

/// Decodes octets to Unicode scalar values. An octet that is not ASCII is refused as
/// [`ErrorKind::NonBasic`](crate::ErrorKind::NonBasic).
///
/// # Errors
///
/// As [`decode`].
pub fn decode_to_code_points(encoded: &[u8]) -> Result<Vec<u32>, Error> {
    let mut output = Vec::new();
    decode_into(encoded, &mut output)?;
    Ok(output)
}

/// As [`decode_to_code_points`], but appends the text to `output`, which stays as it is in case of error.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_into(encoded: &[u8], output: &mut Vec<u32>) -> Result<(), Error> {
    decode::decode::<_, Scalars, _>(&Punycode, encoded, output, &mut ())
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
    let mut annotation = LastDigits { upper, ends: Vec::new() };
    let mut output = Vec::with_capacity(text.len());
    encode::encode::<_, Scalars, _>(&Punycode, text, &mut output, &mut annotation)?;
    for end in annotation.ends {
        if let Some(digit) = end.checked_sub(1).and_then(|last| output.get_mut(last)) {
            digit.make_ascii_uppercase();
        }
    }
    let flags_of_basic = text.iter().zip(upper).filter(|(unit, _)| **unit < 0x80).map(|(_, flag)| flag);
    for (letter, &flag) in output.iter_mut().zip(flags_of_basic) {
        *letter = if flag { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    }
    Ok(ascii(output))
}

/// Notes where the deltas of flagged code points end.
struct LastDigits<'a> {
    upper: &'a [bool],
    ends: Vec<usize>,
}

impl Observer for LastDigits<'_> {
    fn step(&mut self, step: Step) {
        if self.upper.get(step.place).copied().unwrap_or(false) {
            self.ends.push(step.digits.end);
        }
    }
}

/// Decodes with mixed-case annotation (RFC 3492 appendix A): the text, and a flag for each of its code points.
///
/// The flag of an ASCII character says whether it is an upper-case letter; that of any other, whether the last digit
/// of its delta is.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_with_case(encoded: &[u8]) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let mut text = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    decode::decode::<_, Scalars, _>(&Punycode, encoded, &mut text, &mut steps)?;
    let last_digit = |step: &Step| step.digits.end.checked_sub(1).and_then(|last| encoded.get(last)).copied();
    let insertions: Vec<_> =
        steps.iter().map(|step| (last_digit(step).unwrap_or_default(), u32::try_from(step.i).unwrap_or(0))).collect();
    let literal = encoded.get(..text.len().saturating_sub(steps.len())).unwrap_or_default();
    let mut letters: Vec<u8> = Vec::new();
    decode::place(literal, &insertions, &mut letters);
    Ok((text, letters.iter().map(u8::is_ascii_uppercase).collect()))
}

/// Encodes and keeps every step (RFC 3492 section 7.3).
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn trace_encode(text: &[u32]) -> Result<Trace, Error> {
    let mut output = Vec::new();
    let mut steps = Vec::new();
    encode::encode::<_, Scalars, _>(&Punycode, text, &mut output, &mut steps)?;
    Ok(trace(Direction::Encode, output, text.to_vec(), steps))
}

/// Decodes and keeps every step (RFC 3492 section 7.2).
///
/// # Errors
///
/// As [`decode`].
pub fn trace_decode(encoded: &[u8]) -> Result<Trace, Error> {
    let mut text = Vec::new();
    let mut steps = Vec::new();
    decode::decode::<_, Scalars, _>(&Punycode, encoded, &mut text, &mut steps)?;
    Ok(trace(Direction::Decode, encoded.to_vec(), text, steps))
}

fn trace(direction: Direction, encoded: Vec<u8>, text: Vec<u32>, steps: Vec<Step>) -> Trace {
    let initial = (Punycode.initial_n(), Punycode.initial_bias());
    Trace::new(direction, initial, ascii(encoded), text, steps)
}
