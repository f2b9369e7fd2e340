//! Whether a label is valid, and its form: the way that every good label takes.

use smallvec::SmallVec;

use super::alabel::{self, PREFIX};
use super::mapping::{CodePoints, map};
use super::scan::{Scan, suspicious};
use super::{Form, MAX_LABEL, Output, Task, Unit, length};
use crate::profile::{Profile, Rules};
use crate::punycode;
use crate::unicode::Props;

/// A label in ASCII and lower case: most fit without an allocation.
type Ascii = SmallVec<[u8; 64]>;

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

/// Writes a label in the form asked for and says what the name must know of it, or refuses it and writes nothing.
#[inline]
pub(crate) fn convert<U: Unit, O: Output>(label: &[U], task: Task<'_>, output: &mut O) -> Option<Converted> {
    if length::label_is_too_long(label, task.profile) {
        return None;
    }
    if label.iter().all(|unit| unit.code_point() < 0x80) {
        let lower: Ascii = label.iter().filter_map(|unit| u8::try_from(unit.code_point()).ok()).collect();
        return ascii(lower, true, task, output);
    }
    beyond_ascii(label, task, output)
}

fn beyond_ascii<U: Unit, O: Output>(label: &[U], task: Task<'_>, output: &mut O) -> Option<Converted> {
    let profile = task.profile;
    let given = label.iter().map(|unit| unit.code_point());
    let mut text = CodePoints::new();
    let mut scan;
    if profile.rules == Rules::Idna2003 {
        map(given, profile, &mut text);
        scan = Scan::of(text.iter().copied());
    } else {
        text.extend(given);
        scan = Scan::of(text.iter().copied());
        if needs_mapping(&text, &scan, profile) {
            if profile.rules == Rules::Idna2008 {
                return None;
            }
            let mut mapped = CodePoints::new();
            map(text.iter().copied(), profile, &mut mapped);
            scan = Scan::of(mapped.iter().copied());
            text = mapped;
        }
    }
    if alabel::is_ascii(&text) {
        return ascii(text.iter().filter_map(|&unit| u8::try_from(unit).ok()).collect(), false, task, output);
    }
    if text.len() > length::max_text(profile) || alabel::has_prefix(&text) || !alabel::obeys(&text, &scan, profile) {
        return None;
    }
    finish(&text, None, &scan, task, output)
}

/// Whether mapping or normalization would change a text.
fn needs_mapping(text: &[u32], scan: &Scan, profile: &Profile) -> bool {
    let changes = match profile.rules {
        Rules::Uts46 if profile.transitional_processing => Props::NOT_VALID_UTS46 | Props::DEVIATION,
        Rules::Uts46 => Props::NOT_VALID_UTS46,
        Rules::Idna2008 | Rules::Idna2003 => 0,
    };
    scan.has(changes) || !alabel::is_nfc(text, scan)
}

/// A label that is ASCII, as it came or by mapping.
fn ascii<O: Output>(mut label: Ascii, as_given: bool, task: Task<'_>, output: &mut O) -> Option<Converted> {
    let profile = task.profile;
    label.make_ascii_lowercase();
    if let Some(payload) = label.strip_prefix(PREFIX) {
        if payload.len() > length::max_payload(profile) || too_long(label.len(), profile) {
            return None;
        }
        match alabel::decode(payload) {
            Ok(text) => {
                let scan = alabel::proven(&text, profile)?;
                return finish(&text, Some(&label), &scan, task, output);
            }
            Err(_) if profile.ignore_invalid_punycode && !payload.is_empty() => {}
            Err(_) => return None,
        }
    }
    if too_long(label.len(), profile) || (label.is_empty() && profile.verify_dns_length) {
        return None;
    }
    let mut breaks_bidi_rule = false;
    if as_given && profile.pass_ascii {
        if !passes(&label, task.is_first) {
            return None;
        }
    } else {
        let scan = Scan::of(label.iter().map(|&octet| u32::from(octet)));
        if scan.has(suspicious(profile)) || !alabel::hyphens_are_good(&label, profile) {
            return None;
        }
        breaks_bidi_rule = !label.is_empty() && obeys_rfc5893(profile) && !scan.keeps_bidi_rule();
    }
    if task.in_bidi_name && breaks_bidi_rule {
        return None;
    }
    output.push_ascii(&label);
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
fn finish<O: Output>(
    text: &[u32],
    alabel: Option<&[u8]>,
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
    let ascii_length = match (alabel, task.form) {
        (Some(label), Form::Ascii) => {
            output.push_ascii(label);
            label.len()
        }
        (Some(label), Form::Unicode) => {
            text.iter().for_each(|&unit| output.push(unit));
            label.len()
        }
        (None, Form::Unicode) if !profile.verify_dns_length => {
            text.iter().for_each(|&unit| output.push(unit));
            0
        }
        (None, form) => {
            let payload = punycode::encode_code_points(text).ok()?;
            let length = payload.len().saturating_add(PREFIX.len());
            if too_long(length, profile) {
                return None;
            }
            if form == Form::Ascii {
                output.push_ascii(PREFIX);
                output.push_ascii(payload.as_bytes());
            } else {
                text.iter().for_each(|&unit| output.push(unit));
            }
            length
        }
    };
    Some(Converted { ascii_length, is_rtl, breaks_bidi_rule })
}
