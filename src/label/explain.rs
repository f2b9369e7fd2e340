//! Every problem of a label that was refused, and the place of each in the label as it came.

use core::ops::Range;

use super::alabel::{self, PREFIX};
use super::convert::{obeys_rfc5893, passes};
use super::mapping::map_with_places;
use super::{MAX_LABEL, Task, bidi, context, length};
use crate::error::{Error, ErrorKind};
use crate::profile::{Profile, Rules};
use crate::punycode;
use crate::unicode::first_change;

/// One problem of a label: what and where, in characters of the label as it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) error: Error,
    /// The code point to blame.
    pub(crate) code_point: Option<u32>,
}

/// How many problems of one label are kept: no label of DNS has so many characters.
pub(crate) const MAX_PROBLEMS: usize = 256;

/// The problems of a label in the order of the rules, and by place within one rule.
struct Problems<'a> {
    found: Vec<Problem>,
    label: &'a [u32],
    places: Places,
}

/// Where a place of the text under examination stands in the label as it came.
enum Places {
    Same,
    Mapped(Vec<usize>),
    /// The text is what an A-label decodes to.
    Decoded(Vec<u32>),
}

impl Problems<'_> {
    /// A problem of the character at a place.
    fn at(&mut self, kind: ErrorKind, place: usize) {
        let (place, code_point) = match &self.places {
            Places::Same => (place, None),
            Places::Mapped(origins) => (origins.get(place).copied().unwrap_or_default(), None),
            Places::Decoded(text) => (0, text.get(place).copied()),
        };
        let code_point = code_point.or_else(|| self.label.get(place).copied());
        let is_surrogate = code_point.is_some_and(|unit| matches!(unit, 0xD800..=0xDFFF));
        let refuses_code_point = matches!(kind, ErrorKind::DisallowedCodepoint | ErrorKind::Unassigned);
        let kind = if is_surrogate && refuses_code_point { ErrorKind::Surrogate } else { kind };
        self.keep(Problem { error: Error::new(kind, place), code_point });
    }

    /// A problem of the whole label.
    fn whole(&mut self, kind: ErrorKind, place: usize) {
        self.keep(Problem { error: Error::new(kind, place), code_point: None });
    }

    fn keep(&mut self, problem: Problem) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem);
        }
    }

    /// Runs a rule that may report places out of order.
    fn rule(&mut self, rule: impl FnOnce(&mut dyn FnMut(ErrorKind, usize))) {
        let known = self.found.len();
        rule(&mut |kind, place| self.at(kind, place));
        self.found.get_mut(known..).unwrap_or_default().sort_by_key(|problem| problem.error.offset());
    }
}

/// The first problem of a label that [`convert`](super::convert) refuses.
#[cold]
pub(crate) fn first(label: &[u32], task: Task<'_>) -> Problem {
    let first = explain(label, task).first().copied();
    first.unwrap_or(Problem { error: Error::new(ErrorKind::DisallowedCodepoint, 0), code_point: None })
}

/// Every problem of a label, at most [`MAX_PROBLEMS`]; none where [`convert`](super::convert) accepts it.
#[cold]
pub(crate) fn explain(label: &[u32], task: Task<'_>) -> Vec<Problem> {
    let profile = task.profile;
    let mut problems = Problems { found: Vec::new(), label, places: Places::Same };
    if length::label_is_too_long(label, profile) {
        let is_ascii = alabel::is_ascii(label) && profile.verify_dns_length;
        let place = if is_ascii { Some(MAX_LABEL) } else { length::first_too_many(label, profile) };
        problems.whole(ErrorKind::LabelTooLong, place.unwrap_or_default());
    } else if alabel::is_ascii(label) {
        ascii(label, true, task, &mut problems);
    } else if profile.rules == Rules::Idna2008 {
        beyond_ascii(label, task, &mut problems);
    } else {
        let (text, origins) = map_with_places(label, profile);
        problems.places = Places::Mapped(origins);
        if alabel::is_ascii(&text) {
            ascii(&text, false, task, &mut problems);
        } else {
            beyond_ascii(&text, task, &mut problems);
        }
    }
    problems.found
}

fn beyond_ascii(text: &[u32], task: Task<'_>, problems: &mut Problems<'_>) {
    let profile = task.profile;
    if text.len() > length::max_text(profile) {
        return problems.whole(ErrorKind::LabelTooLong, 0);
    }
    if alabel::has_prefix(text) {
        return problems.whole(ErrorKind::InvalidAlabel, 0);
    }
    judge(text, task, problems);
    if !problems.found.is_empty() {
        return;
    }
    match punycode::encode_code_points(text) {
        Ok(payload) if !profile.verify_dns_length || payload.len() <= MAX_LABEL.saturating_sub(PREFIX.len()) => {}
        _ => problems.whole(ErrorKind::LabelTooLong, 0),
    }
}

/// The rules on a mapped text that is not ASCII.
fn judge(text: &[u32], task: Task<'_>, problems: &mut Problems<'_>) {
    let profile = task.profile;
    // What was mapped is normalized; a text that came as it is, or out of an A-label, need not be.
    if profile.rules != Rules::Idna2003
        && let Some(place) = first_change(text)
    {
        problems.at(ErrorKind::NotNfc, place);
    }
    hyphens(text, profile, problems);
    if profile.rules != Rules::Idna2003 && text.first().is_some_and(|&unit| crate::unicode::Props::of(unit).is_mark()) {
        problems.at(ErrorKind::LeadingCombiner, 0);
    }
    problems.rule(|report| context::refused(text, profile, report));
    if profile.rules == Rules::Idna2003 && profile.check_bidi {
        problems.rule(|report| bidi::breaches_2003(text, report));
    }
    if obeys_rfc5893(profile) && (task.in_bidi_name || is_rtl(text)) {
        problems.rule(|report| bidi::breaches(text, report));
    }
}

fn is_rtl(text: &[u32]) -> bool {
    super::scan::Scan::of(text.iter().copied()).is_rtl()
}

fn hyphens(text: &[u32], profile: &Profile, problems: &mut Problems<'_>) {
    const HYPHEN: Option<&u32> = Some(&0x2D);
    let (at_ends, in_3_4) = alabel::hyphen_rules(profile);
    if in_3_4 && text.get(2) == HYPHEN && text.get(3) == HYPHEN {
        problems.at(ErrorKind::Hyphen34, 2);
    }
    if at_ends && text.first() == HYPHEN {
        problems.at(ErrorKind::HyphenStartEnd, 0);
    }
    if at_ends && text.len() > 1 && text.last() == HYPHEN {
        problems.at(ErrorKind::HyphenStartEnd, text.len().saturating_sub(1));
    }
}

/// A label that is ASCII, as it came or by mapping.
fn ascii(text: &[u32], as_given: bool, task: Task<'_>, problems: &mut Problems<'_>) {
    let profile = task.profile;
    let mut label: Vec<u8> = text.iter().filter_map(|&unit| u8::try_from(unit).ok()).collect();
    label.make_ascii_lowercase();
    if profile.verify_dns_length && label.len() > MAX_LABEL {
        return problems.whole_at(ErrorKind::LabelTooLong, MAX_LABEL);
    }
    if let Some(payload) = label.strip_prefix(PREFIX)
        && !payload_is_ignored(payload, profile)
    {
        return encoded(payload, task, problems);
    }
    if label.is_empty() && profile.verify_dns_length {
        return problems.whole(ErrorKind::EmptyLabel, 0);
    }
    let lower: Vec<u32> = label.iter().map(|&octet| u32::from(octet)).collect();
    if profile.pass_ascii {
        for place in not_passing(&label, task.is_first) {
            problems.at(ErrorKind::Std3Disallowed, place);
        }
        if as_given || !problems.found.is_empty() {
            return;
        }
    }
    hyphens(&lower, profile, problems);
    problems.rule(|report| context::refused(&lower, profile, report));
    if obeys_rfc5893(profile) && task.in_bidi_name {
        problems.rule(|report| bidi::breaches(&lower, report));
    }
}

fn payload_is_ignored(payload: &[u8], profile: &Profile) -> bool {
    profile.ignore_invalid_punycode
        && !payload.is_empty()
        && payload.len() <= length::max_payload(profile)
        && punycode::decode_to_code_points(payload).is_err()
}

/// The places of an ASCII label that keep it from passing as it is.
fn not_passing(label: &[u8], is_first: bool) -> impl Iterator<Item = usize> {
    let is_bad = move |octet: &u8| !passes(core::slice::from_ref(octet), false);
    let whole = if passes(label, is_first) { 0..0 } else { 0..label.len() };
    let label = label.get::<Range<usize>>(whole).unwrap_or_default();
    label.iter().enumerate().filter(move |(_, octet)| is_bad(octet)).map(|(place, _)| place)
}

/// A label that begins with the prefix.
fn encoded(payload: &[u8], task: Task<'_>, problems: &mut Problems<'_>) {
    let profile = task.profile;
    if payload.len() > length::max_payload(profile) {
        return problems.whole_at(ErrorKind::LabelTooLong, length::max_payload(profile).saturating_add(PREFIX.len()));
    }
    let text = match punycode::decode_to_code_points(payload) {
        Ok(text) => text,
        Err(error) => return undecodable(payload, error, problems),
    };
    if alabel::is_ascii(&text) || alabel::has_prefix(&text) {
        return problems.whole(ErrorKind::InvalidAlabel, 0);
    }
    if text.len() > length::max_text(profile) {
        return problems.whole(ErrorKind::LabelTooLong, 0);
    }
    problems.places = Places::Decoded(text.clone());
    judge(&text, task, problems);
    if problems.found.is_empty() && profile.rules == Rules::Idna2003 && !alabel::is_mapped(&text, profile) {
        problems.whole(ErrorKind::NonCanonicalAlabel, 0);
    }
}

/// A payload that has no text, or that a lenient decoder would take for a second spelling of one: a delimiter with
/// nothing in front of it.
fn undecodable(payload: &[u8], error: Error, problems: &mut Problems<'_>) {
    let spelled_twice = payload
        .strip_prefix(b"-")
        .is_some_and(|rest| !rest.is_empty() && punycode::decode_to_code_points(rest).is_ok());
    match error.kind() {
        _ if spelled_twice => problems.whole(ErrorKind::NonCanonicalAlabel, 0),
        ErrorKind::InvalidDigit => problems.at(ErrorKind::InvalidAlabel, error.offset().saturating_add(PREFIX.len())),
        _ => problems.whole(ErrorKind::InvalidAlabel, 0),
    }
}

impl Problems<'_> {
    /// A problem of the whole label that shows at a place of the text.
    fn whole_at(&mut self, kind: ErrorKind, place: usize) {
        self.at(kind, place);
        if let Some(problem) = self.found.last_mut() {
            problem.code_point = None;
        }
    }
}
