//! Whether a label is valid, and its form: the way that every good label takes.

use super::alabel::{self, PREFIX};
use super::mapping::{has_long_run_of_marks, map_apart, map_long, map_up_to};
use super::places::map_with_places;
use super::scan::{Scan, suspicious_ascii};
use super::{Ascii, Form, MAX_LABEL, Output, Scratch, Task, Text, length};
use crate::profile::{Profile, Rules};
use crate::unicode::Props;

/// What a name has to know of a label that was converted.
#[derive(Clone, Copy)]
pub(crate) struct Converted {
    /// The length of its ASCII form in characters; 0 where nobody asks.
    pub(crate) ascii_length: usize,
    /// Whether it makes the name bidirectional (RFC 5893 section 1.4).
    pub(crate) is_rtl: bool,
    /// Whether it would break the Bidi Rule if the name were bidirectional.
    pub(crate) breaks_bidi_rule: bool,
}

/// Writes a label in the form asked for and says what the name must know of it, or refuses it. After a refusal the
/// output holds what it held.
#[inline]
pub(crate) fn convert<T: Text + ?Sized, O: Output>(
    label: &T,
    task: Task<'_>,
    scratch: &mut Scratch,
    output: &mut O,
) -> Option<Converted> {
    if length::label_is_too_long(label, task.profile) {
        return None;
    }
    if label.is_ascii() {
        let label = lower_case(label, task, &mut scratch.ascii)?;
        return ascii(label, is_ldh(label), true, task, output);
    }
    if label.size() > LONG {
        let has_long_run = has_long_run_of_marks(label.code_points(), task.profile);
        return long(&mut label.code_points(), has_long_run, task, output);
    }
    let mut given = core::mem::take(&mut scratch.given);
    let converted = beyond_ascii(label.collected(&mut given), task, scratch, output);
    scratch.given = given;
    converted
}

/// A label that is ASCII in lower case.
#[inline]
pub(super) fn lower_case<'a, T: Text + ?Sized>(label: &'a T, task: Task<'_>, memory: &'a mut Ascii) -> Option<&'a str> {
    let lowered = label.lower_case(memory);
    if lowered.is_none() {
        task.memory.note();
    }
    lowered
}

/// A label of more units is mapped without a look at whether it has to be, so that it is not also kept as it came.
const LONG: usize = 1_024;

#[cold]
#[inline(never)]
fn long<O: Output>(
    label: &mut dyn Iterator<Item = u32>,
    has_long_run: bool,
    task: Task<'_>,
    output: &mut O,
) -> Option<Converted> {
    if task.profile.rules == Rules::Idna2008 {
        let text = task.memory.collected(label)?;
        return valid(&text, &Scan::of(text.iter().copied()), task, output);
    }
    let limit = length::max_text(task.profile);
    let mapped = if has_long_run {
        let (mapped, _) = map_with_places(limit, 1, label, task.profile, task.memory);
        Some(mapped).filter(|_| !task.memory.any())?
    } else {
        map_long(limit, label, task)?
    };
    if mapped.text.is_empty() {
        let label = core::str::from_utf8(&mapped.ascii).unwrap_or_default();
        return ascii(label, is_ldh(label), false, task, output);
    }
    valid(&mapped.text, &Scan::of(mapped.text.iter().copied()), task, output)
}

fn beyond_ascii<O: Output>(label: &[u32], task: Task<'_>, scratch: &mut Scratch, output: &mut O) -> Option<Converted> {
    let scan = Scan::of(label.iter().copied());
    if !needs_mapping(label, &scan, task) {
        return valid(label, &scan, task, output);
    }
    mapped(label, task, scratch, output)
}

/// A label that mapping changes.
#[inline(never)]
fn mapped<O: Output>(label: &[u32], task: Task<'_>, scratch: &mut Scratch, output: &mut O) -> Option<Converted> {
    let mut text = core::mem::take(&mut scratch.text);
    text.clear();
    if !map_apart(label, task.profile, &mut text) {
        text.clear();
        map_up_to(length::max_text(task.profile), label, task, &mut text);
    }
    let converted = if alabel::is_ascii(&text) {
        let label = lower_case(text.as_slice(), task, &mut scratch.ascii);
        label.and_then(|label| ascii(label, is_ldh(label), false, task, output))
    } else {
        valid(&text, &Scan::of(text.iter().copied()), task, output)
    };
    scratch.text = text;
    converted
}

/// Whether mapping or normalization would or might change a text. IDNA2008 refuses then; see [`valid`].
#[inline]
fn needs_mapping(text: &[u32], scan: &Scan, task: Task<'_>) -> bool {
    let profile = task.profile;
    match profile.rules {
        Rules::Uts46 if profile.transitional_processing => {
            scan.has(Props::NOT_VALID_UTS46 | Props::DEVIATION) || !alabel::is_nfc(text, scan, task.memory)
        }
        Rules::Uts46 => scan.has(Props::NOT_VALID_UTS46) || !alabel::is_nfc(text, scan, task.memory),
        Rules::Idna2008 => false,
        Rules::Idna2003 => scan.has(Props::NOT_PREPARED),
    }
}

/// A mapped label that is not ASCII.
#[inline]
fn valid<O: Output>(text: &[u32], scan: &Scan, task: Task<'_>, output: &mut O) -> Option<Converted> {
    let profile = task.profile;
    let is_nfc = profile.rules != Rules::Idna2008 || alabel::is_nfc(text, scan, task.memory);
    let may_be = is_nfc && text.len() <= length::max_text(profile) && !alabel::has_prefix(text);
    (may_be && alabel::obeys(text, scan, profile)).then(|| finish(text, None, scan, task, output))?
}

/// As [`convert`], of a label of lower-case letters, digits and hyphens.
pub(crate) fn convert_ldh<O: Output>(label: &str, task: Task<'_>, output: &mut O) -> Option<Converted> {
    ascii(label, true, true, task, output)
}

/// Whether a label holds nothing but lower-case letters, digits and hyphens.
fn is_ldh(label: &str) -> bool {
    label.bytes().all(|octet| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// A label that is ASCII as it came or by mapping, in lower case.
fn ascii<O: Output>(label: &str, is_ldh: bool, as_given: bool, task: Task<'_>, output: &mut O) -> Option<Converted> {
    let profile = task.profile;
    if too_long(label.len(), profile) || (label.is_empty() && profile.verify_dns_length) {
        return None;
    }
    if let Some(payload) = label.strip_prefix(PREFIX) {
        let mut converted = None;
        let decodes = alabel::decode(payload.as_bytes(), task.memory, &mut |text| {
            let scan = alabel::proven(text, task);
            converted = scan.and_then(|scan| finish(text, Some(payload), &scan, task, output));
        });
        if decodes {
            return converted;
        }
        if !profile.ignore_invalid_punycode || payload.is_empty() {
            return None;
        }
    }
    if profile.pass_ascii && !is_ldh && !passes(label.as_bytes(), task.is_first) {
        return None;
    }
    let breaks_bidi_rule = if as_given && profile.pass_ascii {
        false
    } else {
        if !alabel::hyphens_are_good(label.as_bytes(), profile) {
            return None;
        }
        let keeps_bidi_rule = if is_ldh {
            label.bytes().next().is_none_or(|first| first.is_ascii_lowercase()) && !label.ends_with('-')
        } else {
            let scan = Scan::of(label.bytes().map(u32::from));
            if scan.has(suspicious_ascii(profile)) || label.contains('.') {
                return None;
            }
            scan.keeps_bidi_rule()
        };
        obeys_rfc5893(profile) && !keeps_bidi_rule
    };
    if task.in_bidi_name && breaks_bidi_rule {
        return None;
    }
    output.push_utf8(label);
    Some(Converted { ascii_length: label.len(), is_rtl: false, breaks_bidi_rule })
}

/// Whether an ASCII label is one that the profile DNS lets pass.
pub(super) fn passes(label: &[u8], is_first: bool) -> bool {
    (is_first && label == b"*") || label.iter().all(|octet| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
}

const fn too_long(ascii_length: usize, profile: &Profile) -> bool {
    profile.verify_dns_length && ascii_length > MAX_LABEL
}

/// Whether the Bidi Rule of RFC 5893 is asked for.
pub(super) fn obeys_rfc5893(profile: &Profile) -> bool {
    profile.check_bidi && profile.rules != Rules::Idna2003
}

/// The last step of a label that needs Punycode: the Bidi Rule, the length of the A-label, and the form asked for.
#[inline]
fn finish<O: Output>(
    text: &[u32],
    payload: Option<&str>,
    scan: &Scan,
    task: Task<'_>,
    output: &mut O,
) -> Option<Converted> {
    let profile = task.profile;
    let breaks_bidi_rule = obeys_rfc5893(profile) && !scan.keeps_bidi_rule();
    let is_rtl = scan.is_rtl();
    if breaks_bidi_rule && (is_rtl || task.in_bidi_name) {
        return None;
    }
    let ascii_length = match (payload, task.form) {
        (Some(payload), form) => {
            match form {
                Form::Ascii => output.push_alabel(payload.as_bytes(), text),
                Form::Unicode => output.push_text(text),
            }
            PREFIX.len().saturating_add(payload.len())
        }
        (None, Form::Unicode) if !profile.verify_dns_length => {
            output.push_text(text);
            0
        }
        (None, form) => {
            let mut length = None;
            alabel::encode(text, task.memory, &mut |payload| {
                length = Some(PREFIX.len().saturating_add(payload.len())).filter(|&length| !too_long(length, profile));
                match form {
                    _ if length.is_none() => {}
                    Form::Ascii => output.push_alabel(payload, text),
                    Form::Unicode => output.push_text(text),
                }
            });
            length?
        }
    };
    Some(Converted { ascii_length, is_rtl, breaks_bidi_rule })
}
