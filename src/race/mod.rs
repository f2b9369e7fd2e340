//! RACE, Row-based ASCII Compatible Encoding (draft-ietf-idn-race-03, P. Hoffman, 22 November 2000): one label of
//! Unicode text to one ASCII label that begins with `bq--`, and back.
//!
//! A *row* is the upper octet of a UTF-16 unit. Names of that time lay in one row, or in one row and ASCII, so RACE
//! writes that row once, as a header, and then the lower octets alone; whatever spreads over more rows is kept whole
//! behind the header `D8`, which no text can have for its only row. The octets, at most 36, are written in Base32.
//!
//! The codec is strict. Each text has exactly one label, and [`decode`] takes no other spelling of it but for the case
//! of ASCII letters. The draft's own decoder lets some duplicates through (an escape in row 00, every character
//! escaped) and unpaired surrogates; here they are refused. There is no case folding, normalization or check of
//! characters: those belong before encoding and after decoding.
//!
//! ```
//! use acelabel::{ErrorKind, Profile, race};
//!
//! assert_eq!(race::encode("żaba")?, "bq--af6p6yp7ml7wc");
//! assert_eq!(race::decode("BQ--AF6P6YP7ML7WC")?, "żaba");
//! assert_eq!(race::encode_domain("www.müller.de")?, "www.bq--abw7y3dmmvza.de");
//! assert_eq!(race::to_alabel("bq--af6p6yp7ml7wc", &Profile::UTS46).as_deref(), Ok("xn--aba-22a"));
//! assert_eq!(race::encode("zaba").map_err(|error| error.kind()), Err(ErrorKind::AllStd13));
//! # Ok::<(), acelabel::Error>(())
//! ```

mod alabel;
mod base32;
mod decode;
mod domain;
mod encode;
mod explain;
mod marks;
#[cfg(test)]
mod paths;
mod rows;

pub use alabel::to_alabel;
pub use domain::{decode_domain, decode_domain_code_points, encode_domain, encode_domain_code_points};
#[cfg(feature = "python")]
pub(crate) use domain::{decode_domain_units, encode_domain_units};
pub use explain::{Explanation, Group, explain, explain_code_points};
pub use rows::Mode;

use crate::bounded;
use crate::error::Error;

/// The label of one label's text: sections 2.2 to 2.5 of the draft.
///
/// The result is in lower case and at most 62 characters long. A full stop is a character like any other here;
/// [`encode_domain`] is for names.
///
/// # Errors
///
/// In this order: `empty`; `all_std13` when the text holds ASCII letters, digits and hyphens only, which the draft
/// forbids to encode; `u0099_in_compressed_mode`; `label_too_long`. Offsets count characters of `text`.
pub fn encode(text: &str) -> Result<String, Error> {
    encode::encode(text.chars().map(u32::from)).map(|label| label.as_str().to_owned())
}

/// [`encode`] for a sequence of integers, as a Python string may be.
///
/// # Errors
///
/// Those of [`encode`], and after `empty`: `surrogate` for any surrogate, since in a sequence of code points even
/// two of them make no pair, and `code_point_too_large` above U+10FFFF, whichever stands first.
pub fn encode_code_points(text: &[u32]) -> Result<String, Error> {
    encode::encode(text.iter().copied()).map(|label| label.as_str().to_owned())
}

/// The octets of the label of a text, whatever holds its code points.
#[cfg(feature = "python")]
pub(crate) fn encode_units<T: Copy + Into<u32>, R>(text: &[T], finish: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
    encode::encode(text.iter().map(|&unit| unit.into())).map(|label| finish(label.as_bytes()))
}

/// As [`encode_code_points`], but hands the label, which is ASCII and lies on the stack, to `finish`.
///
/// # Errors
///
/// Those of [`encode_code_points`]; `finish` is not called then.
#[inline]
pub fn encode_with<T>(text: &[u32], finish: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    encode::encode(text.iter().copied()).map(|label| finish(label.as_bytes()))
}

/// The text of one label: the draft's section 2.3, with every other spelling of the same text refused.
///
/// # Errors
///
/// In this order: `non_ascii`; `no_prefix`; `label_too_long` above 63 characters; `bad_base32_char`;
/// `bad_base32_length`; `nonzero_padding`; `too_short`. Then by the header octet. `D8`: `d8_odd_length`,
/// `d8_but_compressible`, `surrogate`. `D9` to `DF`: `surrogate_row`. Others: `u0099_in_compressed_mode`,
/// `trailing_escape` or `escape_in_row0`, whichever comes first; then `all_escaped`; `all_std13`. Offsets count
/// characters of `label`; where an octet is at fault they name the first Base32 character that holds bits of it.
pub fn decode(label: &str) -> Result<String, Error> {
    // Hardly a text takes more octets of UTF-8 than its label has characters.
    let mut text = String::with_capacity(label.len().min(MOST_CHARACTERS * 2));
    decode::decode(label.as_bytes(), &mut text)?;
    Ok(text)
}

/// [`decode`] for octets, one above 7F being `non_ascii`, which hands the code points of the text, on the stack, to
/// `finish`.
///
/// # Errors
///
/// Those of [`decode`]; `finish` is not called then.
#[inline]
pub fn decode_with<T>(label: &[u8], finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
    let mut text = EscapedCharacters { code_points: [0; MOST_CHARACTERS], count: 0 };
    decode::decode(label, &mut text)?;
    Ok(finish(bounded::first(&text.code_points, text.count)))
}

/// The most characters of a label: an octet each but for the header, of at most 36.
const MOST_CHARACTERS: usize = 35;

/// A text as long as a label's can be.
struct EscapedCharacters {
    code_points: [u32; MOST_CHARACTERS],
    count: usize,
}

impl decode::RaceText for EscapedCharacters {
    #[inline(always)]
    fn push(&mut self, character: char) {
        if let Some(slot) = bounded::some(self.code_points.get_mut(self.count)) {
            *slot = u32::from(character);
            self.count = bounded::add(self.count, 1);
        }
    }
}

/// The mode that section 2.4 chooses for one label's text.
///
/// It follows from the rows alone: a text that has a mode may still have no label, because it is too long or holds
/// U+0099.
///
/// # Errors
///
/// The refusals of [`encode`] that come before the choice: `empty`, `all_std13`.
pub fn mode(text: &str) -> Result<Mode, Error> {
    encode::mode(text.chars().map(u32::from))
}

/// [`mode`] for a sequence of integers.
///
/// # Errors
///
/// `empty`; `surrogate` and `code_point_too_large` as in [`encode_code_points`]; `all_std13`.
pub fn mode_code_points(text: &[u32]) -> Result<Mode, Error> {
    encode::mode(text.iter().copied())
}
