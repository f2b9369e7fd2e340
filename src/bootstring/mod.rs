//! Bootstring (RFC 3492 sections 3 and 6): a sequence of code points as a sequence of basic code points, for any
//! parameters.
//!
//! An encoded form is the basic code points of the text, in order, a delimiter if there are any, and then one integer
//! for each of the others: the *delta*, how far the decoder's state ⟨n, i⟩ (code point and index) has to run from one
//! insertion to the next.
//!
//! The algorithm is written once, generic over its parameters (`params`), over the code points that a text may hold,
//! and over an observer of its steps (`observer`, `trace`).
//!
//! | RFC 3492 | here |
//! | --- | --- |
//! | 3.1 | `decode::split`, `encode_short`, `encode_long` |
//! | 3.2 | indices to places: `arrangement`, `deferred`; places to indices: `keys`, `ranks`, `sort`, `rank_select` |
//! | 3.3 | `varint` |
//! | 3.4, 6.1 | `bias` |
//! | 4 | `params` |
//! | 6.2 | `decode` |
//! | 6.3 | `deltas` |
//! | 6.4 | `varint::read_checked` and `decode::insertions`; no delta of the encoder overflows (`encode`) |
//! | 7.2, 7.3 | `trace` |
//! | appendix A | `observer`, and `punycode` |

mod arrangement;
pub(crate) mod bias;
pub(crate) mod decode;
pub(crate) mod deferred;
mod deltas;
pub(crate) mod division;
pub(crate) mod encode;
pub(crate) mod encode_long;
mod encode_short;
#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)]
pub(crate) mod formulas;
mod keys;
#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)]
mod max_digits;
pub(crate) mod observer;
#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
pub(crate) mod orders;
pub(crate) mod params;
mod rank_select;
mod ranks;
pub(crate) mod shown;
mod sort;
pub(crate) mod trace;
pub(crate) mod varint;

pub use observer::Step;
pub use params::{MAX_DIGITS, ParameterError, Settings};
pub use trace::{Direction, Trace};

pub(crate) use observer::Observer;

use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::{bounded, memory};
use bias::scaled_bias;
use varint::{NO_DIGIT, packed_thresholds};

use params::{Integers, Parameters, Repertoire, Scalars};

/// An instance of Bootstring with parameters chosen at run time.
///
/// ```
/// use acelabel::bootstring::{Bootstring, MAX_DIGITS, Settings};
///
/// let decimal = Bootstring::new(&Settings {
///     digits: "0123456789",
///     delimiter: '_',
///     tmin: 2,
///     tmax: 5,
///     skew: 10,
///     damp: 50,
///     initial_bias: 20,
///     initial_n: 0x80,
///     max_digits: Some(MAX_DIGITS),
/// })?;
/// let encoded = decimal.encode("bücher").unwrap();
/// assert!(encoded.starts_with("bcher_"));
/// assert_eq!(decimal.decode(&encoded).unwrap(), "bücher");
/// # Ok::<(), acelabel::bootstring::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bootstring {
    digits: String,
    /// Digit-values by ASCII code; `NO_DIGIT` elsewhere.
    values: [u8; 128],
    base: u32,
    delimiter: u8,
    tmin: u32,
    tmax: u32,
    skew: u32,
    damp: u32,
    initial_bias: u32,
    initial_n: u32,
    max_digits: Option<u32>,
    /// The same where an integer can have more digits: only then they are counted.
    most_digits: Option<u32>,
}

impl Bootstring {
    /// An instance with these parameters.
    ///
    /// # Errors
    ///
    /// The first constraint of RFC 3492 section 4 that does not hold.
    pub fn new(settings: &Settings<'_>) -> Result<Self, ParameterError> {
        let base = settings.validate()?;
        let mut values = [NO_DIGIT; 128];
        for (digit, value) in settings.digits.bytes().zip(0..) {
            bounded::put(&mut values, usize::from(digit), value);
        }
        Ok(Self {
            digits: settings.digits.to_owned(),
            values,
            base,
            delimiter: bounded::to(u32::from(settings.delimiter)),
            tmin: settings.tmin,
            tmax: settings.tmax,
            skew: settings.skew,
            damp: settings.damp,
            initial_bias: settings.initial_bias,
            initial_n: settings.initial_n,
            max_digits: settings.max_digits,
            most_digits: settings.most_digits(base),
        })
    }

    /// The parameters.
    #[must_use]
    pub fn settings(&self) -> Settings<'_> {
        Settings {
            digits: &self.digits,
            delimiter: char::from(self.delimiter),
            tmin: self.tmin,
            tmax: self.tmax,
            skew: self.skew,
            damp: self.damp,
            initial_bias: self.initial_bias,
            initial_n: self.initial_n,
            max_digits: self.max_digits,
        }
    }

    /// The encoded form of a text.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BelowInitialN`] at a code point that is neither basic nor at least `initial_n`,
    /// [`ErrorKind::TooLong`] at one that takes more than `max_digits`.
    pub fn encode(&self, text: &str) -> Result<String, Error> {
        self.encode_with::<Scalars>(&scalars(text)?)
    }

    /// The text of an encoded form.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NonAscii`], [`ErrorKind::InvalidDigit`], [`ErrorKind::Truncated`], [`ErrorKind::Overflow`],
    /// [`ErrorKind::BasicAsDelta`]; [`ErrorKind::Surrogate`] and [`ErrorKind::CodePointTooLarge`] for what no string
    /// can hold.
    pub fn decode(&self, encoded: &str) -> Result<String, Error> {
        text_of(&self.decode_with::<Scalars>(encoded.as_bytes())?)
    }

    /// The encoded form of a sequence of any integers.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BelowInitialN`] and [`ErrorKind::TooLong`] as for [`Bootstring::encode`].
    pub fn encode_code_points(&self, code_points: &[u32]) -> Result<String, Error> {
        self.encode_with::<Integers>(code_points)
    }

    /// The integers of an encoded form. An octet that is not ASCII is refused as [`ErrorKind::NonAscii`].
    ///
    /// # Errors
    ///
    /// As for [`Bootstring::decode`], but surrogates are no fault, and [`ErrorKind::CodePointTooLarge`] is an integer
    /// that exceeds 32 bits.
    pub fn decode_code_points(&self, encoded: &[u8]) -> Result<Vec<u32>, Error> {
        self.decode_with::<Integers>(encoded)
    }

    /// Encodes a text and keeps every step (RFC 3492 section 7.3), up to the fault for which [`Bootstring::encode`]
    /// refuses the text, if there is one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`] alone.
    pub fn trace_encode(&self, text: &[u32]) -> Result<Trace, Error> {
        Trace::encode::<_, Scalars>(self, text)
    }

    /// Decodes to a text and keeps every step (RFC 3492 section 7.2), up to the fault for which [`Bootstring::decode`]
    /// refuses the input, if there is one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`] alone.
    pub fn trace_decode(&self, encoded: &[u8]) -> Result<Trace, Error> {
        Trace::decode::<_, Scalars>(self, encoded)
    }

    pub(crate) fn encode_with<R: Repertoire>(&self, code_points: &[u32]) -> Result<String, Error> {
        encode::encode::<_, R, _>(self, code_points, ascii)?
    }

    pub(crate) fn decode_with<R: Repertoire>(&self, encoded: &[u8]) -> Result<Vec<u32>, Error> {
        decode::code_points::<_, R, _>(self, encoded, &mut ())
    }

    /// The octets of the encoded form of a text, whatever holds its code points.
    #[cfg(feature = "python")]
    pub(crate) fn encode_units<R: Repertoire, U: Copy + Into<u32>>(&self, text: &[U]) -> Result<Vec<u8>, Error> {
        encode_long::encode_units::<_, R, U>(self, text)
    }

    /// The text of an encoded form of any length.
    #[cfg(feature = "python")]
    pub(crate) fn decode_long<R: Repertoire>(&self, encoded: &[u8]) -> Result<decode::Long, Error> {
        decode::decode_long::<_, R, _>(self, encoded, &mut ())
    }
}

/// An encoded form as a string. All of its octets are ASCII: literals are checked, digits and delimiter by definition.
pub(crate) fn ascii(encoded: &[u8]) -> Result<String, Error> {
    Ok(bounded::ascii_string(memory::copied(encoded)?))
}

/// The code points of a string.
pub(crate) fn scalars(text: &str) -> Result<Vec<u32>, Error> {
    memory::collected(text.chars().map(u32::from), text.chars().count())
}

/// The string of these code points, which are scalar values.
pub(crate) fn text_of(code_points: &[u32]) -> Result<String, Error> {
    let mut text = String::new();
    append_text(code_points, &mut text)?;
    Ok(text)
}

/// Appends the string of these code points, which are scalar values.
pub(crate) fn append_text(code_points: &[u32], text: &mut String) -> Result<(), Error> {
    // The bits of several scalar values together need not be one: then the longest.
    let size = |bits| char::from_u32(bits).map_or(4, char::len_utf8);
    // In a label there is room for the longest of its characters everywhere: to count exactly takes 5% of its time.
    let octets = if code_points.len() <= decode::SHORT_FORM {
        bounded::mul(code_points.len(), size(code_points.iter().fold(0, |all, &unit| all | unit)))
    } else {
        // The sum is bounded: it is at most what the code points take themselves.
        code_points.iter().map(|&unit| size(unit)).sum()
    };
    text.try_reserve(octets).map_err(|_| memory::refused())?;
    text.extend(code_points.iter().map(|&code_point| bounded::scalar(code_point)));
    Ok(())
}

impl Parameters for Bootstring {
    fn base(&self) -> u32 {
        self.base
    }
    fn tmin(&self) -> u32 {
        self.tmin
    }
    fn tmax(&self) -> u32 {
        self.tmax
    }
    fn damp(&self) -> u32 {
        self.damp
    }
    fn initial_bias(&self) -> u32 {
        self.initial_bias
    }
    fn initial_n(&self) -> u32 {
        self.initial_n
    }
    fn delimiter(&self) -> u8 {
        self.delimiter
    }
    fn most_digits(&self) -> Option<u32> {
        self.most_digits
    }
    fn digit(&self, value: u8) -> u8 {
        bounded::at(self.digits.as_bytes(), usize::from(value))
    }
    fn value(&self, digit: u8) -> u8 {
        // An octet that is not ASCII is not in the table.
        self.values.get(usize::from(digit)).copied().unwrap_or(NO_DIGIT)
    }
    fn scaled_bias(&self, delta: u32) -> u32 {
        scaled_bias(self.base, self.tmin, self.skew, delta)
    }
    fn thresholds(&self, bias: u32) -> u64 {
        packed_thresholds(u64::from(self.base), u64::from(bias), u64::from(self.tmin), u64::from(self.tmax))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_room_for_its_octets_and_no_more() -> Result<(), Error> {
        for code_points in [[0x7F; 16], [0x80; 16], [0x7FF; 16], [0x800; 16], [0xFFFF; 16], [0x1_0000; 16]] {
            let text = text_of(&code_points)?;
            assert_eq!(text.chars().map(u32::from).collect::<Vec<_>>(), code_points);
            assert_eq!(text.capacity(), text.len());
        }
        Ok(())
    }

    #[test]
    fn a_label_has_room_for_its_longest_character_everywhere() -> Result<(), Error> {
        for (count, room) in [(2, 8), (64, 256), (65, 71)] {
            // Two of the longest: their bits must not cancel each other out.
            let code_points: Vec<u32> = [0x1_0000; 2].into_iter().chain([0x61; 63]).take(count).collect();
            assert_eq!(text_of(&code_points)?.capacity(), room, "{count}");
        }
        Ok(())
    }
}
