//! Code points to deltas (RFC 3492 sections 3.1, 3.2 and 6.3).
//!
//! The RFC scans the text once for each distinct code point. The same deltas follow from ranks: code points are handled
//! in the order (value, place), and the index of each is its rank, the number of handled code points before its place.
//!
//! Two engines find order and ranks: `encode_short` on the stack, `encode_long` for any length. This file chooses
//! between them. Both run the main loop of section 6.3, which is in `deltas`.

use super::encode_long::encode_long;
use super::encode_short::{DIGITS, encode_short};
use super::params::{Parameters, Repertoire};
use super::ranks::{Nibbles, Octets};
use crate::error::Error;
use crate::memory;
use crate::paths::takes;

/// Texts of up to so many code points are encoded without memory of their own.
const SHORT_TEXT: usize = 64;

/// Hands the encoded form of `text` to `finish`.
#[inline(always)]
pub(crate) fn encode<P: Parameters, R: Repertoire, T>(
    params: &P,
    text: &[u32],
    finish: impl FnOnce(&[u8]) -> T,
) -> Result<T, Error> {
    // The smallest room that fits is tried: to clear a larger one takes a noticeable part of the time of a label. A
    // text with a fault gives `None` there and is refused, with its offset, by `encode_long`.
    if text.len() <= 16 {
        takes!("encode: 16 places");
        let mut room = [[0; DIGITS]; 16];
        if let Some(encoded) = encode_short::<P, R, Nibbles, 16>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    } else if text.len() <= 32 {
        takes!("encode: 32 places");
        let mut room = [[0; DIGITS]; 32];
        if let Some(encoded) = encode_short::<P, R, Octets<32>, 32>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    } else if text.len() <= SHORT_TEXT {
        takes!("encode: 64 places");
        let mut room = [[0; DIGITS]; SHORT_TEXT];
        if let Some(encoded) = encode_short::<P, R, Octets<SHORT_TEXT>, SHORT_TEXT>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    }
    encode_long::<P, R, _>(params, text, &mut ()).map(|encoded| finish(&encoded))
}

/// Appends the encoded form of `text` to `output`, which stays as it was in case of error.
#[inline(always)]
pub(crate) fn append<P: Parameters, R: Repertoire>(
    params: &P,
    text: &[u32],
    output: &mut Vec<u8>,
) -> Result<(), Error> {
    encode::<P, R, _>(params, text, |encoded| memory::append(output, encoded))?
}
