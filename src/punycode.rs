//! Punycode: Bootstring with the parameters of RFC 3492 section 5, and the mixed-case annotation of appendix A.
//!
//! This is the raw codec: it knows neither the prefix `xn--` nor dots, and has no limit of length.

use crate::bootstring::decode::Long;
use crate::bootstring::params::{Parameters, Scalars};
use crate::bootstring::{Observer, Step, Trace, append_text, ascii, decode, encode, encode_long, scalars, text_of};
use crate::error::Error;
use crate::paths::takes;
use crate::{bounded, memory};
pub use tables::SETTINGS;
use tables::{SCALED_BIASES, VALUES, digit, reciprocal, thresholds};

/// The parameters of section 5, known to the compiler.
#[derive(Clone, Copy)]
struct Section5;

impl Parameters for Section5 {
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
        bounded::at(&VALUES, usize::from(digit))
    }
    #[inline(always)]
    fn scaled_bias(&self, delta: u32) -> u32 {
        u32::from(bounded::at(&SCALED_BIASES, bounded::index(delta)))
    }
    #[inline(always)]
    fn thresholds(&self, bias: u32) -> u64 {
        thresholds(bias)
    }
    #[inline(always)]
    fn reciprocal(&self, t: u64) -> u64 {
        reciprocal(t)
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
/// [`ErrorKind::Overflow`](crate::ErrorKind::Overflow) for a text of 2**32 code points or more.
pub fn encode(text: &str) -> Result<String, Error> {
    with_code_points(text, |text| encode_with(text, ascii))??
}

/// As [`encode`], but appends the encoded form to `output`, which stays as it is in case of error.
///
/// ```
/// let mut name = String::from("xn--");
/// acelabel::punycode::encode_into("bücher", &mut name)?;
/// assert_eq!(name, "xn--bcher-kva");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// As [`encode`].
pub fn encode_into(text: &str, output: &mut String) -> Result<(), Error> {
    with_code_points(text, |text| encode_with(text, |encoded| push_ascii(encoded, output)))??
}

/// Hands over the code points of a text. Those of a short one lie on the stack, in the smallest room that fits.
#[inline(always)]
fn with_code_points<T>(text: &str, work: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
    let (mut small, mut large);
    let room: &mut [u32] = if text.len() <= 24 {
        takes!("room for 24 code points");
        small = [0; 24];
        &mut small
    } else {
        takes!("room for 64 code points");
        large = [0; 64];
        &mut large
    };
    // Not `utf8::read`, which looks for faults that a string does not have.
    let mut characters = text.chars();
    let mut count = 0;
    for (slot, character) in room.iter_mut().zip(&mut characters) {
        *slot = u32::from(character);
        count = bounded::add(count, 1);
    }
    if characters.as_str().is_empty() {
        Ok(work(bounded::first(room, count)))
    } else {
        takes!("no room for the code points");
        Ok(work(&scalars(text)?))
    }
}

/// Appends octets that are ASCII.
fn push_ascii(encoded: &[u8], output: &mut String) -> Result<(), Error> {
    output.try_reserve(encoded.len()).map_err(|_| memory::refused())?;
    output.push_str(bounded::ascii(encoded));
    Ok(())
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
/// [`ErrorKind::NonAscii`](crate::ErrorKind::NonAscii), [`ErrorKind::InvalidDigit`](crate::ErrorKind::InvalidDigit),
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), [`ErrorKind::Overflow`](crate::ErrorKind::Overflow),
/// [`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate) and
/// [`ErrorKind::CodePointTooLarge`](crate::ErrorKind::CodePointTooLarge).
pub fn decode(encoded: &str) -> Result<String, Error> {
    decode_with(encoded.as_bytes(), text_of)?
}

/// As [`decode`], but appends the text to `output`, which stays as it is in case of error.
///
/// ```
/// let mut text = String::new();
/// acelabel::punycode::decode_into("bcher-kva", &mut text)?;
/// assert_eq!(text, "bücher");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// As [`decode`].
pub fn decode_into(encoded: &str, output: &mut String) -> Result<(), Error> {
    decode_with(encoded.as_bytes(), |text| append_text(text, output))?
}

/// Encodes a sequence of integers that should be Unicode scalar values.
///
/// # Errors
///
/// [`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate) or
/// [`ErrorKind::CodePointTooLarge`](crate::ErrorKind::CodePointTooLarge) at the first that is not one; else as
/// [`encode`].
pub fn encode_code_points(text: &[u32]) -> Result<String, Error> {
    encode_with(text, ascii)?
}

/// As [`encode_code_points`], but appends the encoded form to `output`, which stays as it is in case of error.
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn encode_code_points_into(text: &[u32], output: &mut Vec<u8>) -> Result<(), Error> {
    encode::append::<_, Scalars>(&Section5, text, output)
}

/// As [`encode_code_points`], but hands the encoded form, which is ASCII, to `finish`. A short one lies on the stack.
///
/// # Errors
///
/// As [`encode_code_points`]; `finish` is not called then.
#[inline]
pub fn encode_with<T>(text: &[u32], finish: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    encode::encode::<_, Scalars, _>(&Section5, text, finish)
}

/// Decodes octets to Unicode scalar values. An octet that is not ASCII is refused as
/// [`ErrorKind::NonAscii`](crate::ErrorKind::NonAscii).
///
/// # Errors
///
/// As [`decode`].
pub fn decode_to_code_points(encoded: &[u8]) -> Result<Vec<u32>, Error> {
    decode::code_points::<_, Scalars, _>(&Section5, encoded, &mut ())
}

/// As [`decode_to_code_points`], but appends the text to `output`, which stays as it is in case of error.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_to_code_points_into(encoded: &[u8], output: &mut Vec<u32>) -> Result<(), Error> {
    decode_with(encoded, |text| memory::append(output, text))?
}

/// As [`decode_to_code_points`], but hands the text to `finish`. A short one lies on the stack.
///
/// # Errors
///
/// As [`decode`]; `finish` is not called then.
#[inline]
pub fn decode_with<T>(encoded: &[u8], finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
    decode::decode::<_, Scalars, _>(&Section5, encoded, finish)
}

/// The octets of the encoded form of a text of any length, whatever holds its code points.
#[cfg(feature = "python")]
pub(crate) fn encode_units<U: Copy + Into<u32>>(text: &[U]) -> Result<Vec<u8>, Error> {
    encode_long::encode_units::<_, Scalars, U>(&Section5, text)
}

/// [`encode_with_case`], as octets.
pub(crate) fn encode_octets_with_case(text: &[u32], upper: &[bool]) -> Result<Vec<u8>, Error> {
    encode_long::encode_long::<_, Scalars, _>(&Section5, text, &mut Annotation(upper))
}

/// The text of an encoded form of any length.
pub(crate) fn decode_long(encoded: &[u8]) -> Result<Long, Error> {
    decode::decode_long::<_, Scalars, _>(&Section5, encoded, &mut ())
}

/// Encodes with mixed-case annotation (RFC 3492 appendix A): each code point comes with a flag.
///
/// The flag of an ASCII letter forces its case; the flag of a code point beyond ASCII is the case of the last digit of
/// its delta; the flag of any other character, and a flag that is missing, says nothing. Flags never change the text
/// that the encoded form decodes to, but for the case of ASCII letters.
///
/// # Errors
///
/// As [`encode_code_points`].
pub fn encode_with_case(text: &[u32], upper: &[bool]) -> Result<String, Error> {
    Ok(bounded::ascii_string(encode_octets_with_case(text, upper)?))
}

/// The flags of a text that is encoded; or what looks for those of a text that is decoded.
struct Annotation<'a>(&'a [bool]);

/// The bit that [`Annotation`] sets in the value of a code point whose flag is set. No scalar value has it.
const UPPER: u32 = 1 << 31;

impl Observer for Annotation<'_> {
    const LOOKS: bool = false;
    const ANNOTATES: bool = true;

    fn step(&mut self, _: Step) {}

    fn annotated(&self, place: usize, octet: u8) -> u8 {
        match self.0.get(place) {
            Some(true) => octet.to_ascii_uppercase(),
            Some(false) => octet.to_ascii_lowercase(),
            None => octet,
        }
    }

    fn mark(&self, last_digit: u8) -> u32 {
        if last_digit.is_ascii_uppercase() { UPPER } else { 0 }
    }
}

/// Decodes with mixed-case annotation (RFC 3492 appendix A): the text, and a flag for each of its code points.
///
/// The flag of an ASCII character says whether it is an upper-case letter; the flag of any other, whether the last
/// digit of its delta is.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_with_case(encoded: &[u8]) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let mut text = decode::code_points::<_, Scalars, _>(&Section5, encoded, &mut Annotation(&[]))?;
    let is_upper =
        |&value: &u32| value & UPPER != 0 || u8::try_from(value).is_ok_and(|basic| basic.is_ascii_uppercase());
    let flags = memory::collected(text.iter().map(is_upper), text.len())?;
    text.iter_mut().for_each(|value| *value &= !UPPER);
    Ok((text, flags))
}

/// Encodes and keeps every step (RFC 3492 section 7.3), up to the fault for which [`encode_code_points`] refuses the
/// text, if there is one.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn trace_encode(text: &[u32]) -> Result<Trace, Error> {
    Trace::encode::<_, Scalars>(&Section5, text)
}

/// Decodes and keeps every step (RFC 3492 section 7.2), up to the fault for which [`decode`] refuses the input, if
/// there is one.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn trace_decode(encoded: &[u8]) -> Result<Trace, Error> {
    Trace::decode::<_, Scalars>(&Section5, encoded)
}

#[cfg(test)]
mod paths;
pub(crate) mod shared;
mod tables;
