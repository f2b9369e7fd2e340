//! Punycode for whoever converts many texts: the one copy of the codec that labels have, with its errors.

use super::alabel;
use crate::error::Error;
use crate::memory::Refusals;
use crate::punycode;

/// Hands over the encoded form of a text.
///
/// # Errors
///
/// As [`punycode::encode_code_points`]; `work` is not called then.
pub(crate) fn encode_payload(text: &[u32], work: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
    let mut is_done = false;
    alabel::encode(text, &Refusals::default(), &mut |encoded| {
        is_done = true;
        work(encoded);
    });
    if is_done { Ok(()) } else { punycode::encode_units(text).map(|encoded| work(&encoded)) }
}

/// Hands over the text of an encoded form.
///
/// # Errors
///
/// As [`punycode::decode`]; `work` is not called then.
pub(crate) fn decode_payload(encoded: &[u8], work: &mut dyn FnMut(&[u32])) -> Result<(), Error> {
    if alabel::decode(encoded, &Refusals::default(), work) {
        Ok(())
    } else {
        alabel::text_of(encoded).map(|text| work(&text))
    }
}
