//! Names of several labels, parted by full stops (U+002E) and nothing else.
//!
//! Here, and not in the codec, two texts are refused that would change their meaning on the way: one with a full stop
//! inside a label, and one that itself begins with `bq--` and would be taken for a label of RACE.

use super::marks::has_prefix;
use super::{decode, encode};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::memory::Growing;

const FULL_STOP: char = '.';

/// Encodes each label of a name that holds anything but ASCII letters, digits and hyphens; all others, empty ones too,
/// stay as they are. The result is ASCII.
///
/// Source: draft-ietf-idn-race-03, section 2.2; the draft does not deal with whole names.
///
/// # Errors
///
/// Those of [`encode`](super::encode()) but for `empty` and `all_std13`; `ace_prefix_in_input` when a text to encode
/// itself begins with `bq--`. Offsets count characters of the whole name; the first faulty label is reported.
pub fn encode_domain(domain: &str) -> Result<String, Error> {
    let mut name = String::new();
    let labels = domain.split(FULL_STOP).map(|label| label.chars().map(u32::from));
    encode_labels(labels, &mut |unit| name.extend(char::from_u32(unit)))?;
    Ok(name)
}

/// [`encode_domain`] for a sequence of integers, as a Python string may be.
///
/// # Errors
///
/// Those of [`encode_domain`], and `surrogate` and `code_point_too_large` as in
/// [`encode_code_points`](super::encode_code_points).
pub fn encode_domain_code_points(domain: &[u32]) -> Result<String, Error> {
    let mut name = Growing::default();
    encode_domain_units(domain, &mut |octet| name.push(octet))?;
    Ok(bounded::ascii_string(name.finished()?))
}

/// [`encode_domain_code_points`], octet by octet.
pub(crate) fn encode_domain_units(domain: &[u32], push: &mut impl FnMut(u8)) -> Result<(), Error> {
    let labels = domain.split(is_full_stop).map(|label| label.iter().copied());
    encode_labels(labels, &mut |unit| push(bounded::to(unit)))
}

/// Decodes each label of a name that begins with `bq--` in any ASCII case; all others stay as they are, whatever they
/// hold.
///
/// Source: draft-ietf-idn-race-03, section 2.3; the draft does not deal with whole names.
///
/// # Errors
///
/// Those of [`decode`](super::decode()) but for `no_prefix`; `label_separator` when a decoded text holds a full stop,
/// which would make a new boundary; `ace_prefix_in_input` when it itself begins with `bq--`. Offsets count characters
/// of the whole name; the first faulty label is reported.
pub fn decode_domain(domain: &str) -> Result<String, Error> {
    let mut name = String::with_capacity(domain.len());
    let labels = domain.split(FULL_STOP).map(|label| (label.as_bytes(), label.chars().map(u32::from)));
    decode_labels(labels, &mut |unit| name.extend(char::from_u32(unit)))?;
    Ok(name)
}

/// [`decode_domain`] for a sequence of integers, as a Python string may be; what is no label of RACE may hold any.
///
/// # Errors
///
/// Those of [`decode_domain`].
pub fn decode_domain_code_points(domain: &[u32]) -> Result<Vec<u32>, Error> {
    let mut name = Growing::default();
    decode_domain_units(domain, &mut |unit| name.push(unit))?;
    name.finished()
}

/// [`decode_domain_code_points`], one by one.
pub(crate) fn decode_domain_units(domain: &[u32], push: &mut impl FnMut(u32)) -> Result<(), Error> {
    let labels = domain.split(is_full_stop).map(|label| (label, label.iter().copied()));
    decode_labels(labels, push)
}

fn encode_labels<L>(labels: impl Iterator<Item = L>, push: &mut impl FnMut(u32)) -> Result<(), Error>
where
    L: Iterator<Item = u32> + Clone,
{
    let mut start: usize = 0;
    for (index, label) in labels.enumerate() {
        if index > 0 {
            push(FULL_STOP.into());
        }
        match encode::encode(label.clone()) {
            // The codec's reasons come first: this one is a reason not to use what it made.
            Ok(_) if has_prefix(label.clone()) => return Err(Error::new(ErrorKind::AcePrefixInInput, start)),
            Ok(encoded) => encoded.as_str().bytes().for_each(|octet| push(octet.into())),
            Err(error) if matches!(error.kind(), ErrorKind::Empty | ErrorKind::AllStd13) => {
                label.clone().for_each(&mut *push);
            }
            Err(error) => return Err(error.shifted(start)),
        }
        start = after(start, label);
    }
    Ok(())
}

/// Of each label what is decoded, and its code points.
fn decode_labels<'a, T, L>(labels: impl Iterator<Item = (&'a [T], L)>, push: &mut impl FnMut(u32)) -> Result<(), Error>
where
    T: Copy + Into<u32> + 'a,
    L: Iterator<Item = u32> + Clone,
{
    let mut start: usize = 0;
    for (index, (label, code_points)) in labels.enumerate() {
        if index > 0 {
            push(FULL_STOP.into());
        }
        match decode_label(label).map_err(|error| error.shifted(start))? {
            Some(decoded) => decoded.chars().map(u32::from).for_each(&mut *push),
            None => code_points.clone().for_each(&mut *push),
        }
        start = after(start, code_points);
    }
    Ok(())
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
    bounded::add(start, bounded::add(label.count(), 1))
}

fn is_full_stop<T: Copy + Into<u32>>(unit: &T) -> bool {
    (*unit).into() == u32::from(FULL_STOP)
}
