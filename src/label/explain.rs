//! Every problem of a label that was refused, and the place of each in the label as it came.

use std::rc::Rc;

use super::alabel::{self, PREFIX};
use super::convert::{lower_case, obeys_rfc5893, passes};
use super::places::{Origins, map_with_places};
use super::text::Unit;
use super::{Ascii, MAX_LABEL, Task, Text, bidi, context, length};
use crate::error::{Error, ErrorKind};
use crate::memory::Refusals;
use crate::profile::{Profile, Rules};

/// One problem of a label: what and where, in characters of the label as it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) error: Error,
    /// The code point to blame.
    pub(crate) code_point: Option<u32>,
}

/// The problems of a label in the order of the rules, and by place within one rule: the first of them.
struct Problems {
    found: Vec<Found>,
    /// How many are kept.
    limit: usize,
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
    Mapped(Origins),
    /// The text is what an A-label decodes to.
    Decoded(Rc<Vec<u32>>),
}

impl Problems {
    /// A problem of the character at a place of the text.
    fn at(&mut self, kind: ErrorKind, place: usize) {
        self.keep(self.found.len(), self.of_character(kind, place));
    }

    /// A problem of the whole label, which points at a place of the label as it came.
    fn whole(&mut self, kind: ErrorKind, place: usize) {
        self.keep(self.found.len(), Found { kind, place, blame: Blame::Label });
    }

    fn of_character(&self, kind: ErrorKind, place: usize) -> Found {
        match &self.places {
            Places::Decoded(text) => {
                let blame = text.get(place).map_or(Blame::Label, |&unit| Blame::Decoded(unit));
                Found { kind, place: 0, blame }
            }
            _ => Found { kind, place: self.origin(place), blame: Blame::Character },
        }
    }

    fn origin(&self, place: usize) -> usize {
        match &self.places {
            Places::Same => place,
            Places::Mapped(origins) => origins.get(place),
            Places::Decoded(_) => 0,
        }
    }

    /// A place of the text, at least `place`, behind which the characters come in the order of the label as it came.
    fn in_order_behind(&self, place: usize) -> usize {
        match &self.places {
            Places::Mapped(origins) => place.max(origins.in_order_behind()),
            Places::Same | Places::Decoded(_) => place,
        }
    }

    /// Puts a problem where its place belongs among those from `start` on, unless that is behind the last one kept.
    fn keep(&mut self, start: usize, found: Found) {
        let is_full = self.found.len() >= self.limit;
        if is_full && (start >= self.limit || self.found.last().is_some_and(|last| last.place <= found.place)) {
            return;
        }
        let before = self.found.get(start..).unwrap_or_default().partition_point(|other| other.place <= found.place);
        self.found.insert(start.saturating_add(before), found);
        self.found.truncate(self.limit);
    }

    /// Runs a rule that may report places out of order.
    fn rule(&mut self, rule: impl FnOnce(&mut dyn FnMut(ErrorKind, usize))) {
        let start = self.found.len();
        if start >= self.limit {
            return;
        }
        // Where no more problems are kept, those that stand further behind are not even looked at.
        let (mut furthest, mut last) = (0, usize::MAX);
        rule(&mut |kind, place| {
            if place <= last {
                self.keep(start, self.of_character(kind, place));
                furthest = place.max(furthest);
                if self.found.len() >= self.limit {
                    last = last.min(self.in_order_behind(furthest));
                }
            }
        });
    }

    /// Puts a code point to each problem, in one pass over the label.
    fn blamed(self, label: &mut dyn Iterator<Item = u32>) -> Vec<Problem> {
        let mut wanted: Vec<usize> = self.found.iter().map(|found| found.place).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut characters = label.enumerate();
        let known: Vec<(usize, u32)> =
            wanted.iter().filter_map(|&wanted| characters.find(|&(place, _)| place == wanted)).collect();
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
    let first = explain(label, task, 1).first().copied();
    first.unwrap_or(Problem { error: Error::new(ErrorKind::DisallowedCodepoint, 0), code_point: None })
}

/// The problems of a label, at most so many; none where [`convert`](super::convert) accepts it.
#[cold]
pub(crate) fn explain<T: Text + ?Sized>(label: &T, task: Task<'_>, limit: usize) -> Vec<Problem> {
    let mut problems = Problems { found: Vec::new(), limit, places: Places::Same };
    if length::label_is_too_long(label, task.profile) {
        problems.whole(ErrorKind::LabelTooLong, length::first_too_many(label));
    } else if label.is_ascii() {
        if let Some(label) = lower_case(label, task, &mut Ascii::new()) {
            ascii(label.as_bytes(), true, task, &mut problems);
        }
    } else {
        not_ascii(&mut label.code_points(), task, &mut problems);
    }
    problems.blamed(&mut label.code_points())
}

/// A label that came with characters beyond ASCII.
fn not_ascii(label: &mut dyn Iterator<Item = u32>, task: Task<'_>, problems: &mut Problems) {
    if task.profile.rules == Rules::Idna2008 {
        let Some(text) = task.memory.collected(label) else { return };
        return beyond_ascii(&text, task, problems);
    }
    let longest = length::max_text(task.profile);
    let (mapped, origins) = map_with_places(longest, problems.limit, label, task.profile, task.memory);
    if task.memory.any() {
        return;
    }
    problems.places = Places::Mapped(origins);
    if mapped.text.is_empty() {
        ascii(&mapped.ascii, false, task, problems);
    } else {
        beyond_ascii(&mapped.text, task, problems);
    }
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
    // Before the Bidi Rule of RFC 5893, which a label may have to obey for the sake of another label: the first problem
    // is the same with and without that one.
    if problems.found.is_empty() && profile.verify_dns_length && !fits_encoded(text) {
        problems.whole(ErrorKind::LabelTooLong, 0);
    }
    bidi_rule(text, task, problems);
}

/// Whether the A-label of a text fits.
fn fits_encoded(text: &[u32]) -> bool {
    let longest = MAX_LABEL.saturating_sub(PREFIX.len());
    let mut fits = false;
    alabel::encode(text, &Refusals::default(), &mut |payload| fits = payload.len() <= longest);
    fits
}

/// The rules on a mapped text that is not ASCII, the Bidi Rule of RFC 5893 aside.
fn judge(text: &[u32], task: Task<'_>, problems: &mut Problems) {
    let profile = task.profile;
    // What was mapped is normalized; a text that came as it is, or out of an A-label, need not be.
    if profile.rules != Rules::Idna2003
        && let Some(Some(place)) = alabel::changed(text, task.memory)
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
}

fn bidi_rule(text: &[u32], task: Task<'_>, problems: &mut Problems) {
    if obeys_rfc5893(task.profile) && (task.in_bidi_name || is_rtl(text)) {
        problems.rule(|report| bidi::breaches(text, report));
    }
}

fn is_rtl(text: &[u32]) -> bool {
    super::scan::Scan::of(text.iter().copied()).is_rtl()
}

fn hyphens<U: Unit>(text: &[U], profile: &Profile, problems: &mut Problems) {
    let is_hyphen = |unit: Option<&U>| unit.is_some_and(|&unit| unit.into() == alabel::HYPHEN);
    let (at_ends, in_3_4) = alabel::hyphen_rules(profile);
    if in_3_4 && is_hyphen(text.get(2)) && is_hyphen(text.get(3)) {
        problems.at(ErrorKind::Hyphen34, 2);
    }
    if at_ends && is_hyphen(text.first()) {
        problems.at(ErrorKind::HyphenStartEnd, 0);
    }
    if at_ends && text.len() > 1 && is_hyphen(text.last()) {
        problems.at(ErrorKind::HyphenStartEnd, text.len().saturating_sub(1));
    }
}

/// A label that is ASCII, as it came or by mapping, and in lower case.
fn ascii(text: &[u8], as_given: bool, task: Task<'_>, problems: &mut Problems) {
    let profile = task.profile;
    if profile.verify_dns_length && text.len() > MAX_LABEL {
        return problems.whole(ErrorKind::LabelTooLong, if as_given { MAX_LABEL } else { 0 });
    }
    if let Some(payload) = text.strip_prefix(PREFIX.as_bytes())
        && !payload_is_ignored(payload, task)
    {
        return encoded(payload, task, problems);
    }
    if text.is_empty() && profile.verify_dns_length {
        return problems.whole(ErrorKind::EmptyLabel, 0);
    }
    if profile.pass_ascii {
        for place in not_passing(text, task.is_first) {
            problems.at(ErrorKind::Std3Disallowed, place);
        }
        if as_given || !problems.found.is_empty() {
            return;
        }
    }
    hyphens(text, profile, problems);
    problems.rule(|report| context::refused(text, profile, report));
    if obeys_rfc5893(profile) && task.in_bidi_name {
        problems.rule(|report| bidi::breaches(text, report));
    }
}

fn payload_is_ignored(payload: &[u8], task: Task<'_>) -> bool {
    let decodes = || task.memory.noted(alabel::text_of(payload)).is_some();
    task.profile.ignore_invalid_punycode && !payload.is_empty() && !decodes()
}

/// The places of an ASCII label that keep it from passing as it is.
fn not_passing(label: &[u8], is_first: bool) -> impl Iterator<Item = usize> {
    let passes_alone = is_first && label == b"*";
    let passes = move |octet: u8| passes_alone || passes(&[octet], false);
    label.iter().enumerate().filter(move |&(_, &octet)| !passes(octet)).map(|(place, _)| place)
}

/// A label that begins with the prefix.
fn encoded(payload: &[u8], task: Task<'_>, problems: &mut Problems) {
    let profile = task.profile;
    let text = match alabel::text_of(payload) {
        Ok(text) => Rc::new(text),
        Err(error) => return undecodable(payload, error, task, problems),
    };
    if alabel::is_ascii(&text) || alabel::has_prefix(&text) {
        return problems.whole(ErrorKind::InvalidAlabel, 0);
    }
    problems.places = Places::Decoded(Rc::clone(&text));
    judge(&text, task, problems);
    bidi_rule(&text, task, problems);
    if problems.found.is_empty() && profile.rules == Rules::Idna2003 && !alabel::is_mapped(&text, profile, task.memory)
    {
        problems.whole(ErrorKind::NonCanonicalAlabel, 0);
    }
}

/// A payload that has no text, or that a lenient decoder would take for a second spelling of one: a delimiter with
/// nothing in front of it.
fn undecodable(payload: &[u8], error: Error, task: Task<'_>, problems: &mut Problems) {
    let decodes = |octets: &[u8]| task.memory.noted(alabel::text_of(octets)).is_some();
    let spelled_twice = payload.strip_prefix(b"-").is_some_and(|rest| !rest.is_empty() && decodes(rest));
    match error.kind() {
        _ if spelled_twice => problems.whole(ErrorKind::NonCanonicalAlabel, 0),
        ErrorKind::OutOfMemory => task.memory.note(),
        ErrorKind::InvalidDigit => problems.at(ErrorKind::InvalidAlabel, error.offset().saturating_add(PREFIX.len())),
        _ => problems.whole(ErrorKind::InvalidAlabel, 0),
    }
}
