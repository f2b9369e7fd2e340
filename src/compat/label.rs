//! One label to its A-label and its U-label.

use super::{Refusal, check_label};
use crate::bootstring::Bootstring;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{MAX_LABEL, PREFIX, payload};
use crate::punycode;
use crate::punycode::shared;

/// Appends the A-label of a label. One that is ASCII is proven and stays as it is, letter case included.
pub(crate) fn alabel(label: &[u32], output: &mut Vec<u8>) -> Result<(), Refusal> {
    let start = output.len();
    if let Some(ascii) = octets(label) {
        convert_ascii(&ascii)?;
        output.extend_from_slice(&ascii);
    } else {
        check_label(label)?;
        output.extend_from_slice(PREFIX.as_bytes());
        shared::encode(label, &mut |encoded| output.extend_from_slice(encoded))
            .map_err(|error| invalid(error, label))?;
    }
    if bounded::sub(output.len(), start) > MAX_LABEL {
        return Err(Refusal::of(ErrorKind::LabelTooLong));
    }
    Ok(())
}

/// The U-label of a label: what an A-label decodes to, other ASCII in lower case; nothing where the label, which is not
/// ASCII then, is its own.
pub(crate) fn ulabel(label: &[u32]) -> Result<Option<Vec<u32>>, Refusal> {
    match octets(label) {
        Some(ascii) => convert_ascii(&ascii).map(Some),
        None => check_label(label).map(|()| None),
    }
}

/// A label as octets, if it is ASCII.
fn octets(label: &[u32]) -> Option<Vec<u8>> {
    label.iter().map(|&unit| u8::try_from(unit).ok().filter(u8::is_ascii)).collect()
}

/// The U-label of an ASCII label.
fn convert_ascii(label: &[u8]) -> Result<Vec<u32>, Refusal> {
    let lowered = label.to_ascii_lowercase();
    if let Some(payload) = payload(&lowered) {
        return proven(payload);
    }
    let text = widened(&lowered);
    check_label(&text)?;
    Ok(text)
}

fn widened(octets: &[u8]) -> Vec<u32> {
    octets.iter().map(|&octet| octet.into()).collect()
}

/// The text of an A-label, if the text is a U-label and is encoded to this payload.
///
/// The decoder is strict: no two payloads decode to one text, with one exception. A delimiter in front of a payload
/// that has no literal part is dropped here and refused when the rest has been decoded.
fn proven(payload: &[u8]) -> Result<Vec<u32>, Refusal> {
    match payload.last() {
        None => return Err(Refusal::coded("invalid_alabel/empty")),
        Some(b'-') => return Err(Refusal::coded("invalid_alabel/hyphen")),
        Some(_) => {}
    }
    let bare = payload.strip_prefix(b"-").filter(|rest| !rest.contains(&b'-'));
    let text = decoded(bare.unwrap_or(payload)).map_err(|error| invalid(error, &widened(payload)))?;
    if bare.is_some() {
        return Err(Refusal::of(ErrorKind::NonCanonicalAlabel));
    }
    check_label(&text)?;
    Ok(text)
}

/// The code points that a payload is decoded to, surrogates included: the package refuses them as characters that are
/// not allowed, and what a label is refused for first may stand in front of them.
fn decoded(payload: &[u8]) -> Result<Vec<u32>, Error> {
    let mut text = Vec::new();
    match shared::decode(payload, &mut |decoded| text = decoded.to_vec()) {
        Err(error) if error.kind() == ErrorKind::Surrogate => with_surrogates(payload).ok_or(error),
        decoded => decoded.map(|()| text),
    }
}

/// The code points of a payload that holds surrogates, if no other fault is in it.
#[cold]
fn with_surrogates(payload: &[u8]) -> Option<Vec<u32>> {
    // The parameters of Punycode are those that RFC 3492 allows.
    let text = bounded::some(Bootstring::new(&punycode::SETTINGS).ok())?.decode_code_points(payload).ok()?;
    text.iter().all(|&unit| unit <= u32::from(char::MAX)).then_some(text)
}

#[cold]
fn invalid(error: Error, text: &[u32]) -> Refusal {
    Refusal { cause: Some((error, text.to_vec())), ..Refusal::of(ErrorKind::InvalidAlabel) }
}
