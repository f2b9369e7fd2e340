//! The one copy of the codec for all other rooms: it is not generic, as the codec is large.

use crate::error::Error;
use crate::punycode;

/// Hands over the encoded form of a text.
///
/// # Errors
///
/// As [`punycode::encode_code_points`]; `work` is not called then.
#[inline(never)]
pub(crate) fn encode(text: &[u32], work: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
    punycode::encode_with(text, work)
}

/// Hands over the text of an encoded form.
///
/// # Errors
///
/// As [`punycode::decode`]; `work` is not called then.
#[inline(never)]
pub(crate) fn decode(payload: &[u8], work: &mut dyn FnMut(&[u32])) -> Result<(), Error> {
    punycode::decode_with(payload, work)
}
