//! Every problem of a label that was refused, and the place of each in the label as it came.

use super::alabel::{self, PREFIX};
use super::convert::{obeys_rfc5893, passes};
use super::mapping::map_with_places;
use super::{MAX_LABEL, Task, Text, bidi, context, length};
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
struct Problems {
    found: Vec<Found>,
    places: Places,
}

#[derive(Clone, Copy)]
struct Found {
    kind: ErrorKind,
    /// Where in the label as it came.
    place: usize,
    blame: Blame,
}

#[derive(Clone, Copy)]
enum Blame {
    /// No single code point.
    Label,
    /// The character at the place.
    Character,
    /// A code point that an A-label decodes to.
    Decoded(u32),
}

/// Where a place of the text under examination stands in the label as it came.
enum Places {
    Same,
    Mapped(Vec<u32>),
    /// The text is what an A-label decodes to.
    Decoded(Vec<u32>),
}

impl Problems {
    /// A problem of the character at a place of the text.
    fn at(&mut self, kind: ErrorKind, place: usize) {
        let (place, blame) = match &self.places {
            Places::Decoded(text) => (0, text.get(place).map_or(Blame::Label, |&unit| Blame::Decoded(unit))),
            _ => (self.origin(place), Blame::Character),
        };
        self.keep(Found { kind, place, blame });
    }

    /// A problem of the whole label that shows at a place of the text.
    fn whole(&mut self, kind: ErrorKind, place: usize) {
        self.keep(Found { kind, place: self.origin(place), blame: Blame::Label });
    }

    fn origin(&self, place: usize) -> usize {
        match &self.places {
            Places::Same => place,
            Places::Mapped(origins) => {
                origins.get(place).and_then(|&origin| usize::try_from(origin).ok()).unwrap_or_default()
            }
            Places::Decoded(_) => 0,
        }
    }

    fn keep(&mut self, found: Found) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(found);
        }
    }

    /// Runs a rule that may report places out of order.
    fn rule(&mut self, rule: impl FnOnce(&mut dyn FnMut(ErrorKind, usize))) {
        let known = self.found.len();
        rule(&mut |kind, place| self.at(kind, place));
        self.found.get_mut(known..).unwrap_or_default().sort_by_key(|found| found.place);
    }

    /// Puts a code point to each problem, in one pass over the label.
    fn blamed<T: Text + ?Sized>(self, label: &T) -> Vec<Problem> {
        let mut wanted: Vec<usize> = self.found.iter().map(|found| found.place).collect();
        wanted.sort_unstable();
        let looked_at = wanted.last().map_or(0, |last| last.saturating_add(1));
        let characters = label.code_points().enumerate().take(looked_at);
        let known: Vec<(usize, u32)> = characters.filter(|(place, _)| wanted.binary_search(place).is_ok()).collect();
        let at = |place: usize| {
            let index = known.binary_search_by_key(&place, |&(place, _)| place).ok()?;
            known.get(index).map(|&(_, unit)| unit)
        };
        let problem = |found: Found| {
            let code_point = match found.blame {
                Blame::Label => None,
                Blame::Character => at(found.place),
                Blame::Decoded(unit) => Some(unit),
            };
            Problem { error: Error::new(as_surrogate(found.kind, code_point), found.place), code_point }
        };
        self.found.into_iter().map(problem).collect()
    }
}

/// A surrogate is refused as what it is.
fn as_surrogate(kind: ErrorKind, code_point: Option<u32>) -> ErrorKind {
    let refuses_code_point = matches!(kind, ErrorKind::DisallowedCodepoint | ErrorKind::Unassigned);
    match code_point {
        Some(0xD800..=0xDFFF) if refuses_code_point => ErrorKind::Surrogate,
        _ => kind,
    }
}

/// The first problem of a label that [`convert`](super::convert) refuses.
#[cold]
pub(crate) fn first<T: Text + ?Sized>(label: &T, task: Task<'_>) -> Problem {
    let first = explain(label, task).first().copied();
    first.unwrap_or(Problem { error: Error::new(ErrorKind::DisallowedCodepoint, 0), code_point: None })
}

/// Every problem of a label, at most [`MAX_PROBLEMS`]; none where [`convert`](super::convert) accepts it.
#[cold]
pub(crate) fn explain<T: Text + ?Sized>(label: &T, task: Task<'_>) -> Vec<Problem> {
    let profile = task.profile;
    let mut problems = Problems { found: Vec::new(), places: Places::Same };
    if length::label_is_too_long(label, profile) {
        problems.whole(ErrorKind::LabelTooLong, length::first_too_many(label, profile));
    } else if label.is_ascii() {
        let mut text = Vec::with_capacity(label.size());
        text.extend(label.code_points());
        ascii(text, true, task, &mut problems);
    } else if profile.rules == Rules::Idna2008 {
        let text: Vec<u32> = label.code_points().collect();
        beyond_ascii(&text, task, &mut problems);
    } else {
        let (text, origins) = map_with_places(length::max_text(profile), label.code_points(), profile);
        problems.places = Places::Mapped(origins);
        if alabel::is_ascii(&text) {
            ascii(text, false, task, &mut problems);
        } else {
            beyond_ascii(&text, task, &mut problems);
        }
    }
    problems.blamed(label)
}

fn beyond_ascii(text: &[u32], task: Task<'_>, problems: &mut Problems) {
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
fn judge(text: &[u32], task: Task<'_>, problems: &mut Problems) {
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

fn hyphens(text: &[u32], profile: &Profile, problems: &mut Problems) {
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
fn ascii(mut text: Vec<u32>, as_given: bool, task: Task<'_>, problems: &mut Problems) {
    let profile = task.profile;
    for unit in text.iter_mut().filter(|unit| matches!(unit, 0x41..=0x5A)) {
        *unit |= 0x20;
    }
    if profile.verify_dns_length && text.len() > MAX_LABEL {
        return problems.whole(ErrorKind::LabelTooLong, MAX_LABEL);
    }
    if alabel::has_prefix(&text) {
        let longest = length::max_payload(profile);
        if text.len() > longest.saturating_add(PREFIX.len()) {
            return problems.whole(ErrorKind::LabelTooLong, longest.saturating_add(PREFIX.len()));
        }
        let payload: Vec<u8> = text.iter().skip(PREFIX.len()).filter_map(|&unit| u8::try_from(unit).ok()).collect();
        if !payload_is_ignored(&payload, profile) {
            return encoded(&payload, task, problems);
        }
    }
    if text.is_empty() && profile.verify_dns_length {
        return problems.whole(ErrorKind::EmptyLabel, 0);
    }
    if profile.pass_ascii {
        for place in not_passing(&text, task.is_first) {
            problems.at(ErrorKind::Std3Disallowed, place);
        }
        if as_given || !problems.found.is_empty() {
            return;
        }
    }
    hyphens(&text, profile, problems);
    problems.rule(|report| context::refused(&text, profile, report));
    if obeys_rfc5893(profile) && task.in_bidi_name {
        problems.rule(|report| bidi::breaches(&text, report));
    }
}

fn payload_is_ignored(payload: &[u8], profile: &Profile) -> bool {
    profile.ignore_invalid_punycode && !payload.is_empty() && punycode::decode_to_code_points(payload).is_err()
}

/// The places of an ASCII label that keep it from passing as it is.
fn not_passing(label: &[u32], is_first: bool) -> impl Iterator<Item = usize> {
    let passes_alone = is_first && label == [0x2A];
    let passes = move |unit: u32| passes_alone || u8::try_from(unit).is_ok_and(|octet| passes(&[octet], false));
    label.iter().enumerate().filter(move |&(_, &unit)| !passes(unit)).map(|(place, _)| place)
}

/// A label that begins with the prefix.
fn encoded(payload: &[u8], task: Task<'_>, problems: &mut Problems) {
    let profile = task.profile;
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
fn undecodable(payload: &[u8], error: Error, problems: &mut Problems) {
    let spelled_twice = payload
        .strip_prefix(b"-")
        .is_some_and(|rest| !rest.is_empty() && punycode::decode_to_code_points(rest).is_ok());
    match error.kind() {
        _ if spelled_twice => problems.whole(ErrorKind::NonCanonicalAlabel, 0),
        ErrorKind::InvalidDigit => problems.at(ErrorKind::InvalidAlabel, error.offset().saturating_add(PREFIX.len())),
        _ => problems.whole(ErrorKind::InvalidAlabel, 0),
    }
}
