//! Everything there is to find out about a name, each thing once: both forms are one text, and labels are parts of it.

use core::ops::Range;

use super::forms::Forms;
use super::walk::{RESERVE_EVERY, at_label, convert_name, is_root, labels};
use super::{Conversion, OnError};
use crate::error::{Error, ErrorKind};
use crate::label::{Discard, Form, Input, LabelError, LabelOutput, MAX_NAME, Scratch, Task, convert, problems};
use crate::memory::{self, Refusals};
use crate::profile::Profile;
use crate::unicode::Script;

/// How many labels are looked at one by one: as many as a name of DNS can have.
const MAX_LABELS: usize = 127;
/// How many problems of one label are kept: no label of DNS has so many characters.
const MAX_PROBLEMS: usize = 256;
/// How many problems of one name are kept, but for one of each label: no name of DNS has a fourth as many characters.
const MAX_PROBLEMS_OF_NAME: usize = 1_024;

/// What was found in a name.
pub(crate) struct Findings {
    /// The labels that were looked at.
    pub(crate) labels: Vec<Finding>,
    pub(crate) label_count: usize,
    /// The problem that [`convert_name`] refuses the name with.
    pub(crate) first: Option<LabelError>,
    pub(crate) errors: Vec<LabelError>,
    pub(crate) is_valid: bool,
    pub(crate) is_bidi: bool,
    /// The ASCII form of a valid name; else of its valid labels.
    pub(crate) ascii: String,
    /// The Unicode form of the same, where it is another.
    pub(crate) unicode: Option<String>,
}

/// What was found in a label.
pub(crate) struct Finding {
    /// Where it stands in the name, in units of the name.
    units: Range<usize>,
    /// Where it stands in the name, in characters.
    pub(crate) range: Range<usize>,
    /// Its part of the ASCII and of the Unicode form, where it is valid.
    pub(crate) forms: Option<Parts>,
    pub(crate) scripts: Vec<&'static str>,
    pub(crate) errors: Vec<LabelError>,
}

/// A part of the ASCII form and one of the Unicode form.
type Parts = (Range<usize>, Range<usize>);

impl Findings {
    /// Whether memory was refused when a problem was looked for.
    fn is_refused(&self) -> bool {
        let of_labels = self.labels.iter().flat_map(|label| &label.errors);
        self.errors.iter().chain(of_labels).any(|error| error.kind() == ErrorKind::OutOfMemory)
    }

    /// The Unicode form of the name, where it is valid.
    pub(crate) fn unicode_form(&self) -> Option<&str> {
        self.is_valid.then_some(self.unicode.as_ref().unwrap_or(&self.ascii))
    }

    /// Both forms of a label, where it is valid.
    pub(crate) fn forms(&self, label: &Finding) -> Option<(&str, &str)> {
        let (ascii, unicode) = label.forms.clone()?;
        Some((self.ascii.get(ascii)?, self.unicode.as_ref().unwrap_or(&self.ascii).get(unicode)?))
    }
}

/// Looks at a name.
///
/// # Errors
///
/// A refusal of the allocator.
pub(crate) fn look<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Findings, Error> {
    let mut scratch = Scratch::default();
    let memory = &Refusals::default();
    let task = Task { profile, form: Form::Ascii, in_bidi_name: false, is_first: false, memory };
    let mut walked = Walked::of(name, task, &mut scratch);
    let in_name = Task { in_bidi_name: walked.is_bidi, ..task };
    if walked.is_bidi && walked.may_break_bidi_rule {
        // The length of the name is that without regard to the Bidi Rule, which is asked last.
        let errors = walked.errors;
        walked = Walked { errors, ..Walked::of(name, in_name, &mut scratch) };
    }
    let mut findings = Findings {
        label_count: walked.label_count,
        first: None,
        is_valid: walked.is_valid(),
        errors: walked.errors,
        is_bidi: walked.is_bidi,
        ascii: String::new(),
        unicode: None,
        labels: walked.labels,
    };
    (findings.ascii, findings.unicode) = walked.forms.finished()?;
    find_problems(name, in_name, &mut findings.labels);
    if !findings.is_valid {
        ask_for_the_first(name, profile, &mut scratch, &mut findings);
    }
    let mut labels = core::mem::take(&mut findings.labels);
    for label in &mut labels {
        label.scripts = match findings.forms(label) {
            Some((_, text)) => scripts(&mut text.chars().map(u32::from)),
            None => scripts(&mut name.part(label.units.clone()).code_points()),
        };
    }
    findings.labels = labels;
    if memory.any() || findings.is_refused() {
        return Err(memory::refused());
    }
    Ok(findings)
}

/// What one walk over a name tells.
struct Walked {
    labels: Vec<Finding>,
    label_count: usize,
    forms: Forms,
    has_root: bool,
    is_bidi: bool,
    /// The length of the ASCII form as far as it is known: a label that is not valid counts as an empty one.
    ascii_length: usize,
    /// The problems of the whole name: its length, and the dot of the root where that is refused.
    errors: Vec<LabelError>,
    /// Whether each label is valid.
    labels_are_valid: bool,
    /// Whether one of them may break the Bidi Rule.
    may_break_bidi_rule: bool,
}

impl Walked {
    fn of<T: Input + ?Sized>(name: &T, task: Task<'_>, scratch: &mut Scratch) -> Self {
        let profile = task.profile;
        let mut walked = Self {
            labels: Vec::new(),
            label_count: 0,
            forms: Forms::default(),
            has_root: false,
            is_bidi: false,
            ascii_length: 0,
            errors: Vec::new(),
            labels_are_valid: true,
            may_break_bidi_rule: false,
        };
        let mut start = 0;
        for (index, units) in labels(name).enumerate() {
            if units.start == name.size() || (index > 0 && is_root(name, &units, profile)) {
                walked.has_root = index > 0;
                if walked.has_root && profile.refuses_root_dot() {
                    walked.errors.push(at_label(name, ErrorKind::EmptyLabel, units.start, index));
                }
                break;
            }
            if index > 0 && index.is_multiple_of(RESERVE_EVERY) {
                walked.forms.make_room(units.start, name.size());
            }
            let task = Task { is_first: index == 0, ..task };
            let label = name.part(units.clone());
            let was_too_long = walked.is_too_long(profile);
            let forms = walked.convert(label, task, scratch);
            if walked.is_too_long(profile) && !was_too_long {
                walked.errors.push(at_label(name, ErrorKind::DomainTooLong, units.start, index));
            }
            if index < MAX_LABELS {
                let range = start..label.code_points().count().saturating_add(start);
                start = range.end.saturating_add(1);
                let (scripts, errors) = (Vec::new(), Vec::new());
                walked.labels.push(Finding { units, range, forms, scripts, errors });
            }
        }
        if walked.has_root {
            walked.forms.push_utf8(".");
        }
        walked
    }

    /// Appends both forms of a label, and says where they are.
    fn convert<T: Input + ?Sized>(&mut self, label: &T, task: Task<'_>, scratch: &mut Scratch) -> Option<Parts> {
        let sizes = self.forms.sizes();
        if self.label_count > 0 {
            self.forms.push_utf8(".");
        }
        let start = self.forms.sizes();
        let converted = convert(label, task, scratch, &mut self.forms).ok();
        self.label_count = self.label_count.saturating_add(1);
        self.labels_are_valid &= converted.is_some();
        let length = converted.map_or(0, |converted| converted.ascii_length);
        self.ascii_length = self.ascii_length.saturating_add(usize::from(self.label_count > 1)).saturating_add(length);
        // Behind the labels that are looked at, only the form of a whole name is asked for.
        let is_for_nothing =
            self.label_count > MAX_LABELS && (self.is_too_long(task.profile) || !self.labels_are_valid);
        if converted.is_none() || is_for_nothing {
            self.forms.cut(sizes);
        }
        let end = self.forms.sizes();
        let converted = converted?;
        self.is_bidi |= converted.is_rtl;
        self.may_break_bidi_rule |= converted.may_break_bidi_rule;
        Some((start.0..end.0, start.1..end.1))
    }

    fn is_too_long(&self, profile: &Profile) -> bool {
        profile.verify_dns_length && self.ascii_length > MAX_NAME
    }

    fn is_valid(&self) -> bool {
        self.labels_are_valid && self.errors.is_empty() && !self.forms.ascii.is_empty()
    }
}

/// The problems of the labels that are not valid.
fn find_problems<T: Input + ?Sized>(name: &T, task: Task<'_>, labels: &mut [Finding]) {
    let mut room = MAX_PROBLEMS_OF_NAME;
    for (index, label) in labels.iter_mut().enumerate().filter(|(_, label)| label.forms.is_none()) {
        let task = Task { is_first: index == 0, ..task };
        let found = problems(name.part(label.units.clone()), task, room.clamp(1, MAX_PROBLEMS));
        room = room.saturating_sub(found.len());
        let start = label.range.start;
        label.errors = found.into_iter().map(|problem| problem.in_name(start, index)).collect();
    }
}

/// Asks for the problem that the name is refused with. It is a problem of the whole name where no label that was looked
/// at has it: the name is empty, or the label stands behind those.
fn ask_for_the_first<T: Input + ?Sized>(name: &T, profile: &Profile, scratch: &mut Scratch, findings: &mut Findings) {
    // The only label of a name was explained by the same rules. (It may be as long as the name.)
    if let [Finding { errors, .. }] = &*findings.labels
        && let Some(&first) = errors.first()
        && findings.label_count == 1
        && findings.errors.is_empty()
        && !findings.is_bidi
    {
        findings.first = Some(first);
        return;
    }
    let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
    let converted = convert_name(name, conversion, scratch, &mut Discard::default());
    let Err(first) = converted else { return };
    findings.first = Some(first);
    let of_its_label = findings.labels.get(first.label_index()).map_or(&[][..], |label| &label.errors);
    if !of_its_label.contains(&first) && !findings.errors.contains(&first) {
        findings.errors.push(first);
    }
}

/// The names of the scripts in the order of their first character, but for Common and Inherited.
fn scripts(text: &mut dyn Iterator<Item = u32>) -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut known = Vec::new();
    let mut last = None;
    for script in text.map(Script::of) {
        if last.replace(script) != Some(script)
            && let Err(place) = known.binary_search(&script)
        {
            known.insert(place, script);
            names.extend(Some(script.name()).filter(|name| !matches!(*name, "Common" | "Inherited")));
        }
    }
    names
}
