//! The walk that finds out everything about a name.

use core::ops::Range;

use super::forms::Forms;
use super::inspect::{Inspection, LabelReport};
use super::walk::{RESERVE_EVERY, Summary, at_label, convert_name, is_root};
use super::{Conversion, OnError};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::{Discard, Form, Input, Label, LabelError, LabelOutput, Scratch, Task, convert, problems};
use crate::memory::{self, Refusals};
use crate::profile::Profile;
use crate::unicode::Script;

/// How many labels are looked at one by one: as many as a name of DNS can have.
pub(crate) const MAX_LABELS: usize = 127;
/// How many problems of one label are kept: no label of DNS has so many characters.
const MAX_PROBLEMS: usize = 256;
/// How many problems of one name are kept, but for one of each label: no name of DNS has a fourth as many characters.
const MAX_PROBLEMS_OF_NAME: usize = 1_024;

/// Looks at a name.
///
/// # Errors
///
/// A refusal of the allocator.
pub(crate) fn look<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Inspection, LabelError> {
    let (scratch, memory) = (&mut Scratch::default(), &Refusals::default());
    let mut task = Task { profile, form: Form::Ascii, in_bidi_name: false, is_first: false, memory };
    let mut walked = Walked::of(name, task, scratch);
    task.in_bidi_name = walked.summary.is_bidi;
    if walked.summary.asks_again() {
        // (`domain_too_long` is that of the first walk: in the second one, labels that the Bidi Rule refuses count as
        // empty.)
        let errors = walked.found.errors;
        walked = Walked::of(name, task, scratch);
        walked.found.errors = errors;
    }
    let Walked { mut found, units, forms, summary, labels_are_valid } = walked;
    found.is_valid = labels_are_valid && found.errors.is_empty() && !forms.ascii.is_empty();
    found.is_bidi = summary.is_bidi;
    (found.ascii, found.unicode) = forms.finished().map_err(LabelError::out_of_memory)?;
    let mut room = MAX_PROBLEMS_OF_NAME;
    let mut labels = core::mem::take(&mut found.labels);
    for (index, (label, units)) in labels.iter_mut().zip(units).enumerate() {
        if let Some((_, unicode)) = found.forms(label) {
            label.scripts = Script::names(&mut unicode.chars().map(u32::from));
            continue;
        }
        let (given, start) = (name.part(units), label.range.start);
        label.scripts = Script::names(&mut given.code_points());
        let errors = problems(given, &Task { is_first: index == 0, ..task }, room.clamp(1, MAX_PROBLEMS));
        // (Each label has one, whether there is room or not.)
        room = room.saturating_sub(errors.len());
        label.errors = errors.into_iter().map(|problem| problem.in_name(start, index)).collect();
    }
    found.labels = labels;
    if !found.is_valid {
        ask_for_the_first(name, profile, scratch, &mut found)?;
    }
    if memory.any() { Err(LabelError::out_of_memory(memory::refused())) } else { Ok(found) }
}

/// What one walk over a name tells.
struct Walked {
    found: Inspection,
    /// Where the labels stand in the name, in units of the name.
    units: Vec<Range<usize>>,
    forms: Forms,
    summary: Summary,
    labels_are_valid: bool,
}

impl Walked {
    fn of<T: Input + ?Sized>(name: &T, task: Task<'_>, scratch: &mut Scratch) -> Self {
        let profile = task.profile;
        let (mut found, mut units, mut forms) = (Inspection::default(), Vec::new(), Forms::default());
        let (mut summary, mut labels_are_valid) = (Summary::default(), true);
        let (mut offset, mut start) = (0, Some(0));
        for index in 0_usize.. {
            let Some(begin) = start else { break };
            let before = forms.sizes();
            if index > 0 {
                forms.push_separator();
            }
            if index > 0 && index.is_multiple_of(RESERVE_EVERY) {
                forms.make_room(begin, name.size());
            }
            let begins = forms.sizes();
            let label = convert(name, begin, &Task { is_first: index == 0, ..task }, scratch, &mut forms);
            let Label { range: place, next, converted } = label;
            start = next;
            if name.size() == 0 || is_root(name, &place, index, profile) {
                if index > 0 && profile.refuses_root_dot() {
                    found.errors.push(at_label(name, ErrorKind::EmptyLabel, place.start, index));
                }
                break;
            }
            let was_too_long = summary.is_too_long(profile);
            // (A refused label counts as an empty one that is not right-to-left.)
            summary.add(index, converted.unwrap_or_default());
            labels_are_valid &= converted.is_ok();
            if summary.is_too_long(profile) && !was_too_long {
                found.errors.push(at_label(name, ErrorKind::DomainTooLong, place.start, index));
            }
            // Behind `MAX_LABELS` labels, forms are kept only while the whole name can be valid.
            let is_for_nothing = index >= MAX_LABELS && (summary.is_too_long(profile) || !labels_are_valid);
            if converted.is_err() || is_for_nothing {
                forms.cut(before);
            }
            found.label_count = bounded::add(index, 1);
            if index < MAX_LABELS {
                let count = name.part(place.clone()).code_points().count();
                let (ends, range) = (forms.sizes(), offset..bounded::add(offset, count));
                offset = bounded::add(range.end, 1);
                let forms = converted.is_ok().then_some([begins.0..ends.0, begins.1..ends.1]);
                found.labels.push(LabelReport { range, forms, scripts: Vec::new(), errors: Vec::new() });
                units.push(place);
            }
        }
        Self { found, units, forms, summary, labels_are_valid }
    }
}

/// Asks for the problem that the name is refused with. It is a problem of the whole name where no label that was looked
/// at has it: the name is empty, or the label stands behind those.
fn ask_for_the_first<T: Input + ?Sized>(
    name: &T,
    profile: &Profile,
    scratch: &mut Scratch,
    found: &mut Inspection,
) -> Result<(), LabelError> {
    // The only label of a name was explained by the same rules. (It may be as long as the name.)
    if let [LabelReport { errors, .. }] = &*found.labels
        && found.errors.is_empty()
        && !found.is_bidi
        && !errors.is_empty()
    {
        found.first_error = errors.first().copied();
        return Ok(());
    }
    let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
    let Err(first) = convert_name(name, conversion, scratch, &mut Discard::default()) else { return Ok(()) };
    if first.kind() == ErrorKind::OutOfMemory {
        return Err(first);
    }
    found.first_error = Some(first);
    let of_its_label = found.labels.get(first.label_index()).map_or(&[][..], |label| &label.errors);
    if !of_its_label.contains(&first) && !found.errors.contains(&first) {
        found.errors.push(first);
    }
    Ok(())
}
