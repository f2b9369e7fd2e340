//! One label to its A-label and its U-label.

use super::{Refusal, check_label, check_size};
use crate::error::{Error, ErrorKind};
use crate::label::MAX_LABEL;
use crate::punycode;

const PREFIX: &[u8; 4] = b"xn--";

/// Appends the A-label of a label. One that is ASCII is proven and stays as it is, letter case included.
pub(crate) fn alabel(label: &[u32], output: &mut Vec<u8>) -> Result<(), Refusal> {
    check_size(label.len())?;
    let start = output.len();
    if let Some(ascii) = octets(label) {
        convert_ascii(&ascii)?;
        output.extend_from_slice(&ascii);
    } else {
        check_label(label)?;
        output.extend_from_slice(PREFIX);
        punycode::encode_into(label, output).map_err(|error| invalid(error, label))?;
    }
    if output.len().saturating_sub(start) > MAX_LABEL {
        return Err(Refusal::of(ErrorKind::LabelTooLong));
    }
    Ok(())
}

/// The U-label of a label: what an A-label decodes to, other ASCII in lower case; nothing where the label, which is not
/// ASCII then, is its own.
pub(crate) fn ulabel(label: &[u32]) -> Result<Option<Vec<u32>>, Refusal> {
    check_size(label.len())?;
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
    let widened = |octets: &[u8]| octets.iter().map(|&octet| u32::from(octet)).collect::<Vec<_>>();
    match lowered.strip_prefix(PREFIX) {
        Some(payload) => proven(payload),
        None => {
            let text = widened(&lowered);
            check_label(&text)?;
            Ok(text)
        }
    }
}

/// What the payload of an A-label decodes to, if that is a U-label and the payload its one spelling.
///
/// Decoding is strict, so no other spelling is accepted but one that needs saying: a delimiter in front of a payload
/// without a literal part.
fn proven(payload: &[u8]) -> Result<Vec<u32>, Refusal> {
    if payload.last().is_none_or(|&last| last == b'-') {
        return Err(Refusal::of(ErrorKind::InvalidAlabel));
    }
    let bare = payload.strip_prefix(b"-").filter(|rest| !rest.contains(&b'-'));
    let quoted = || payload.iter().map(|&octet| u32::from(octet)).collect::<Vec<_>>();
    let text = punycode::decode_to_code_points(bare.unwrap_or(payload)).map_err(|error| invalid(error, &quoted()))?;
    if bare.is_some() {
        return Err(Refusal::of(ErrorKind::NonCanonicalAlabel));
    }
    check_label(&text)?;
    Ok(text)
}

#[cold]
fn invalid(error: Error, text: &[u32]) -> Refusal {
    Refusal { cause: Some((error, text.to_vec())), ..Refusal::of(ErrorKind::InvalidAlabel) }
}
