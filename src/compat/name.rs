//! Whole names: mapping, separators, the length of the whole.

use std::borrow::Cow;

use super::label::{alabel, ulabel};
use super::{MAX_CHECKED, Refusal};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::{MAX_NAME, is_separator, payload};
use crate::unicode::{Props, Uts46Status, uts46_map};

const FULL_STOP: u32 = 0x2E;

/// The options by which a name is read.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// U+002E is the only separator.
    pub(crate) strict: bool,
    /// The name is mapped first, as [`remap`] does.
    pub(crate) uts46: bool,
    /// The STD3 rules apply, as [`remap`] asks for.
    pub(crate) std3_rules: bool,
}

/// The labels of a name, and whether the dot of the root ends it.
fn parts(name: &[u32], strict: bool) -> Result<(impl Iterator<Item = &[u32]>, bool), Refusal> {
    let Some((&last, before)) = name.split_last() else { return Err(Refusal::of(ErrorKind::EmptyDomain)) };
    // A longer name is refused whatever its labels are, so they are not looked at.
    if name.len() > MAX_CHECKED {
        return Err(Refusal::of(ErrorKind::DomainTooLong));
    }
    let has_root = separates(last, strict);
    let body = if has_root { before } else { name };
    Ok((body.split(move |&unit| separates(unit, strict)), has_root))
}

fn separates(unit: u32, strict: bool) -> bool {
    unit == FULL_STOP || (!strict && is_separator(unit))
}

/// A name with each label as its A-label.
pub(crate) fn encode(name: &[u32], options: Options) -> Result<Vec<u8>, Refusal> {
    let name = prepared(name, options)?;
    let (labels, has_root) = parts(&name, options.strict)?;
    let mut output = Vec::with_capacity(bounded::mul(name.len(), 2));
    for (index, label) in labels.enumerate() {
        if index > 0 {
            output.push(b'.');
        }
        alabel(label, &mut output)?;
    }
    if output.len() > MAX_NAME {
        return Err(Refusal::of(ErrorKind::DomainTooLong));
    }
    if has_root {
        output.push(b'.');
    }
    Ok(output)
}

/// A name with each label as its U-label. For display a label that begins with `xn--` and is no A-label stays, in lower
/// case.
pub(crate) fn decode(name: &[u32], options: Options, display: bool) -> Result<Vec<u32>, Refusal> {
    let name = prepared(name, options)?;
    let (labels, has_root) = parts(&name, options.strict)?;
    let mut output = Vec::with_capacity(name.len());
    for (index, label) in labels.enumerate() {
        if index > 0 {
            output.push(FULL_STOP);
        }
        match ulabel(label) {
            Ok(Some(text)) => output.extend(text),
            Ok(None) => output.extend_from_slice(label),
            Err(_) if display && payload(&ascii_lowered(label)).is_some() => output.extend(lowered(label)),
            Err(refusal) => return Err(refusal),
        }
    }
    if has_root {
        output.push(FULL_STOP);
    }
    Ok(output)
}

fn prepared(name: &[u32], options: Options) -> Result<Cow<'_, [u32]>, Refusal> {
    if options.uts46 { remap(name, options.std3_rules).map(Cow::Owned) } else { Ok(Cow::Borrowed(name)) }
}

fn ascii_lowered(text: &[u32]) -> Vec<u32> {
    text.iter().map(|&unit| if matches!(unit, 0x41..=0x5A) { unit | 0x20 } else { unit }).collect()
}

/// A label in lower case. Surrogates stay.
fn lowered(label: &[u32]) -> Vec<u32> {
    let mut output = Vec::with_capacity(label.len());
    for run in label.chunk_by(|&one, &next| char::from_u32(one).is_some() == char::from_u32(next).is_some()) {
        match run.iter().map(|&unit| char::from_u32(unit)).collect::<Option<String>>() {
            Some(text) => output.extend(text.to_lowercase().chars().map(u32::from)),
            None => output.extend_from_slice(run),
        }
    }
    output
}

/// Mapping and normalization of UTS #46 section 4, nontransitional, and UseSTD3ASCIIRules if asked.
///
/// A run of characters that stay is held to those rules where it ends: at one that is mapped or ignored, or at the end.
/// So a disallowed character is reported before ASCII that stands in front of it.
pub(crate) fn remap(name: &[u32], std3_rules: bool) -> Result<Vec<u32>, Refusal> {
    let mut facts = 0;
    let mut against_std3 = None;
    for (place, &unit) in name.iter().enumerate() {
        let props = Props::of(unit);
        facts |= props.bits();
        let status = props.uts46_status();
        if status == Uts46Status::Disallowed {
            return Err(Refusal::at("uts46_disallowed", name, place));
        }
        if std3_rules && against_std3.is_none() && !obeys_std3(unit, status) {
            against_std3 = Some(place);
        }
        if let (Uts46Status::Mapped | Uts46Status::Ignored, Some(place)) = (status, against_std3) {
            return Err(Refusal::at("uts46_std3", name, place));
        }
    }
    if let Some(place) = against_std3 {
        return Err(Refusal::at("uts46_std3", name, place));
    }
    if name.iter().all(|&unit| unit < 0x80) {
        return Ok(ascii_lowered(name));
    }
    let is_stable = facts & (Props::NOT_VALID_UTS46 | Props::MAY_NOT_BE_NFC) == 0;
    Ok(if is_stable { name.to_vec() } else { uts46_map(&mut name.iter().copied()).collect() })
}

/// Returns whether all ASCII that a code point is mapped to is letters, digits, hyphens and full stops.
fn obeys_std3(unit: u32, status: Uts46Status) -> bool {
    let is_ldh = |unit: u32| unit == FULL_STOP || Props::of(unit).bits() & Props::NOT_LDH == 0;
    match status {
        Uts46Status::Mapped => uts46_map(&mut core::iter::once(unit)).all(is_ldh),
        _ => is_ldh(unit),
    }
}
