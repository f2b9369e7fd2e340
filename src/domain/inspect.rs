//! Everything there is to say about a name: both forms, and every problem of every label.

use core::ops::Range;

use super::OnError;
use super::walk::{convert_name, labels, walk};
use crate::error::{Error, ErrorKind};
use crate::label::{
    Discard, Form, LabelError, MAX_NAME, Problem, Scratch, Task, Text, convert, explain, name_is_too_long,
};
use crate::profile::Profile;
use crate::unicode::script;

/// How many labels are looked at one by one: as many as a name of DNS can have.
const MAX_LABELS: usize = 127;

/// What [`inspect`] found in one label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelReport {
    /// Where the label stands in the input, in characters.
    pub range: Range<usize>,
    /// Its ASCII form, where it is valid.
    pub alabel: Option<String>,
    /// Its Unicode form, where it is valid.
    pub ulabel: Option<String>,
    /// The scripts of its Unicode form, or of the input where it has none, in the order of their first character. Common
    /// and Inherited are left out.
    pub scripts: Vec<&'static str>,
    /// Every problem in the order of the rules, at most 256; none where the label is valid.
    pub errors: Vec<LabelError>,
}

/// What [`inspect`] found in a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// The labels, at most the first 127. The dot of the root is none.
    pub labels: Vec<LabelReport>,
    /// How many labels there are.
    pub label_count: usize,
    /// The problems of the whole name, and the first one behind the labels that are looked at.
    pub errors: Vec<LabelError>,
    /// The ASCII form, where the name is valid.
    pub ascii: Option<String>,
    /// The Unicode form, where the name is valid.
    pub unicode: Option<String>,
    /// Whether a valid label is right-to-left, so that the Bidi Rule holds for every label (RFC 5893 section 1.4).
    pub is_bidi: bool,
}

/// Looks at a name and lists every problem. Never refuses.
///
/// ```
/// use acelabel::{Profile, inspect};
///
/// let inspection = inspect("xn--a._x.bücher.de", &Profile::UTS46);
/// let codes: Vec<_> = inspection.labels.iter().flat_map(|label| &label.errors).map(|e| e.kind().code()).collect();
/// assert_eq!(codes, ["disallowed_codepoint", "std3_disallowed"]);
/// assert_eq!(inspection.labels[2].alabel.as_deref(), Some("xn--bcher-kva"));
/// ```
#[must_use]
pub fn inspect(name: &str, profile: &Profile) -> Inspection {
    look(name, profile)
}

/// Looks at a name given as code points, as [`inspect`] does.
#[must_use]
pub fn inspect_code_points(name: &[u32], profile: &Profile) -> Inspection {
    look(name, profile)
}

fn look<T: Text + ?Sized>(name: &T, profile: &Profile) -> Inspection {
    let task = Task { profile, form: Form::Unicode, in_bidi_name: false, is_first: true };
    let is_bidi =
        walk(name, task, OnError::Keep, &mut Scratch::default(), &mut Discard).is_ok_and(|summary| summary.is_bidi);
    let mut inspection =
        Inspection { labels: Vec::new(), label_count: 0, errors: Vec::new(), ascii: None, unicode: None, is_bidi };
    let mut start = 0;
    for (index, units) in labels(name).enumerate() {
        if units.start == name.size() {
            break;
        }
        inspection.label_count = index.saturating_add(1);
        if index < MAX_LABELS {
            let label = name.part(units);
            let task = Task { in_bidi_name: is_bidi, is_first: index == 0, ..task };
            let report = report(label, start, index, task);
            start = report.range.end.saturating_add(1);
            inspection.labels.push(report);
        }
    }
    whole_name(name, profile, &mut inspection);
    inspection
}

fn report<T: Text + ?Sized>(label: &T, start: usize, index: usize, task: Task<'_>) -> LabelReport {
    let form = |form| {
        let mut output = String::new();
        convert(label, Task { form, ..task }, &mut Scratch::default(), &mut output).map(|_| output)
    };
    let alabel = form(Form::Ascii);
    let ulabel = alabel.as_ref().and_then(|_| form(Form::Unicode));
    let scripts = match &ulabel {
        Some(text) => scripts(text.chars().map(u32::from)),
        None => scripts(label.code_points()),
    };
    let errors = if alabel.is_some() { Vec::new() } else { explain(label, task) };
    let in_name = |problem: &Problem| LabelError::new(problem.error.shifted(start), index, problem.code_point);
    let errors = errors.iter().map(in_name).collect();
    let range = start..start.saturating_add(label.code_points().count());
    LabelReport { range, alabel, ulabel, scripts, errors }
}

fn scripts(text: impl Iterator<Item = u32>) -> Vec<&'static str> {
    let mut scripts = Vec::new();
    let mut known = None;
    for script in text.map(script) {
        if known != Some(script) && !matches!(script, "Common" | "Inherited") && !scripts.contains(&script) {
            scripts.push(script);
        }
        known = Some(script);
    }
    scripts
}

/// Both forms, and the problems that belong to no label that was looked at.
fn whole_name<T: Text + ?Sized>(name: &T, profile: &Profile, inspection: &mut Inspection) {
    if inspection.labels.iter().any(|label| !label.errors.is_empty()) {
        if profile.verify_dns_length && (name_is_too_long(name, profile) || is_too_long(inspection)) {
            inspection.errors.push(LabelError::new(Error::new(ErrorKind::DomainTooLong, 0), 0, None));
        }
        return;
    }
    let form = |form| {
        let mut output = String::new();
        convert_name(name, profile, form, OnError::Raise, &mut Scratch::default(), &mut output).map(|()| output)
    };
    match form(Form::Ascii) {
        Ok(ascii) => {
            inspection.ascii = Some(ascii);
            inspection.unicode = form(Form::Unicode).ok();
        }
        Err(error) => inspection.errors.push(error),
    }
}

/// Whether the valid labels alone are too long for a name.
fn is_too_long(inspection: &Inspection) -> bool {
    let lengths = inspection.labels.iter().filter_map(|label| label.alabel.as_ref()).map(String::len);
    lengths.fold(inspection.label_count, usize::saturating_add) > MAX_NAME.saturating_add(1)
}
