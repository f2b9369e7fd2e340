//! Names of several labels, parted by full stops (U+002E) and nothing else.
//!
//! Here, and not in the codec, two texts are refused that would change their meaning on the way: one with a full stop
//! inside a label, and one that itself begins with `bq--` and would be taken for a label of RACE.

use super::{decode, encode, has_prefix};
use crate::{Error, ErrorKind};

const FULL_STOP: char = '.';

/// Encodes each label of a name that holds anything but ASCII letters, digits and hyphens; all others, empty ones too,
/// stay as they are. The result is ASCII.
///
/// Source: draft-ietf-idn-race-03, section 2.2; the labels of a name are none of the draft's concern.
///
/// # Errors
///
/// Those of [`encode`](super::encode()) but for `empty` and `all_std13`; `ace_prefix_in_input` when a text to encode
/// itself begins with `bq--`. Offsets count characters of the whole name; the first faulty label is reported.
pub fn encode_domain(domain: &str) -> Result<String, Error> {
    encode_labels(domain.split(FULL_STOP).map(|label| label.chars().map(u32::from)))
}

/// [`encode_domain`] for a sequence of integers, as a Python string may be.
///
/// # Errors
///
/// Those of [`encode_domain`], and `lone_surrogate` and `code_point_too_large` as in
/// [`encode_code_points`](super::encode_code_points).
pub fn encode_domain_code_points(domain: &[u32]) -> Result<String, Error> {
    encode_labels(domain.split(is_full_stop).map(|label| label.iter().copied()))
}

/// Decodes each label of a name that begins with `bq--` in any ASCII case; all others stay as they are, whatever they
/// hold.
///
/// Source: draft-ietf-idn-race-03, section 2.3; the labels of a name are none of the draft's concern.
///
/// # Errors
///
/// Those of [`decode`](super::decode()) but for `no_prefix`; `label_separator` when a decoded text holds a full stop,
/// which would make a new boundary; `ace_prefix_in_input` when it itself begins with `bq--`. Offsets count characters
/// of the whole name; the first faulty label is reported.
pub fn decode_domain(domain: &str) -> Result<String, Error> {
    let mut text = String::with_capacity(domain.len());
    let mut start: usize = 0;
    for label in domain.split(FULL_STOP) {
        match decode_label(label.as_bytes()).map_err(|error| error.shifted(start))? {
            Some(decoded) => text.push_str(&decoded),
            None => text.push_str(label),
        }
        text.push(FULL_STOP);
        start = after(start, label.chars());
    }
    // One full stop fewer than labels.
    text.pop();
    Ok(text)
}

/// [`decode_domain`] for a sequence of integers, as a Python string may be; what is no label of RACE may hold any.
///
/// # Errors
///
/// Those of [`decode_domain`].
pub fn decode_domain_code_points(domain: &[u32]) -> Result<Vec<u32>, Error> {
    let mut text = Vec::with_capacity(domain.len());
    let mut start: usize = 0;
    for label in domain.split(is_full_stop) {
        match decode_label(label).map_err(|error| error.shifted(start))? {
            Some(decoded) => text.extend(decoded.chars().map(u32::from)),
            None => text.extend_from_slice(label),
        }
        text.push(FULL_STOP.into());
        start = after(start, label.iter());
    }
    text.pop();
    Ok(text)
}

fn encode_labels<L>(labels: impl Iterator<Item = L>) -> Result<String, Error>
where
    L: Iterator<Item = u32> + Clone,
{
    let mut name = String::new();
    let mut start: usize = 0;
    for label in labels {
        match encode::encode(label.clone()) {
            // The codec's reasons come first: this one is a reason not to use what it made.
            Ok(_) if has_prefix(label.clone()) => return Err(Error::new(ErrorKind::AcePrefixInInput, start)),
            Ok(encoded) => name.push_str(encoded.as_str()),
            Err(error) if matches!(error.kind(), ErrorKind::Empty | ErrorKind::AllStd13) => {
                name.extend(label.clone().filter_map(char::from_u32));
            }
            Err(error) => return Err(error.shifted(start)),
        }
        name.push(FULL_STOP);
        start = after(start, label);
    }
    name.pop();
    Ok(name)
}

/// The text of a label of RACE; none for any other label.
fn decode_label<T: Copy + Into<u32>>(label: &[T]) -> Result<Option<String>, Error> {
    if !has_prefix(label.iter().map(|&character| character.into())) {
        return Ok(None);
    }
    let mut text = String::new();
    decode::decode(label, &mut text)?;
    if text.contains(FULL_STOP) {
        return Err(Error::new(ErrorKind::LabelSeparator, 0));
    }
    if has_prefix(text.chars().map(u32::from)) {
        return Err(Error::new(ErrorKind::AcePrefixInInput, 0));
    }
    Ok(Some(text))
}

/// Where the next label begins: behind this one, which begins at `start`, and a full stop.
fn after(start: usize, label: impl Iterator) -> usize {
    start.saturating_add(label.count()).saturating_add(1)
}

fn is_full_stop(code_point: &u32) -> bool {
    *code_point == u32::from(FULL_STOP)
}
