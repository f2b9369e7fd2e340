//! The walk that finds out everything about a name.

use core::ops::Range;

use super::conversion::{Conversion, OnError};
use super::forms::Forms;
use super::inspect::{Inspection, LabelKind, LabelReport};
use super::number::ascii_ends_in_number;
use super::walk::{
    RESERVE_EVERY, Summary, at_label, convert_name, first_forbidden, is_name_of_root, is_root, octet_in_lower_case,
};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{
    Discard, Form, Input, Label, LabelError, LabelOutput, MAX_LABEL, MappedCharacter, MappingKind, Scratch, Task,
    convert, forbidden, has_prefix, mapped_characters, problems,
};
use crate::memory::{self, Refusals};
use crate::profile::Profile;
use crate::unicode::Script;

/// The most labels that are looked at one by one: as many as a name of DNS can have.
pub(crate) const MAX_LABELS: usize = 127;
/// The most problems of one label that are kept: no label of DNS has so many characters.
const MAX_PROBLEMS: usize = 256;
/// The most problems of one name that are kept, but for one of each label: no name of DNS has a fourth as many
/// characters.
const MAX_PROBLEMS_OF_NAME: usize = 1_024;

/// Looks at a name and lists every problem. Never refuses.
///
/// ```
/// use acelabel::{Profile, inspect};
///
/// let inspection = inspect("xn--a._x.bücher.de", &Profile::UTS46);
/// let codes: Vec<_> = inspection.labels.iter().flat_map(|label| &label.errors).map(|e| e.kind().code()).collect();
/// assert_eq!(codes, ["disallowed_codepoint", "std3_disallowed"]);
/// assert_eq!(inspection.forms(&inspection.labels[2]), Some(("xn--bcher-kva", "bücher")));
/// ```
#[must_use]
pub fn inspect(name: &str, profile: &Profile) -> Inspection {
    look(name, profile).unwrap_or_else(refused)
}

/// Looks at a name given as code points, as [`inspect`] does.
#[must_use]
pub fn inspect_code_points(name: &[u32], profile: &Profile) -> Inspection {
    look(name, profile).unwrap_or_else(refused)
}

/// Where the allocator refuses memory, that is all there is to say.
fn refused(error: LabelError) -> Inspection {
    Inspection { first_error: Some(error), errors: vec![error], ..Inspection::default() }
}

/// Looks at a name.
///
/// # Errors
///
/// A refusal of the allocator.
pub(crate) fn look<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Inspection, LabelError> {
    if profile.pass_ascii_domain && name.size() > 0 && name.is_ascii() {
        let found = look_at_labels(name, &profile.verifying())?;
        return if found.is_valid && first_forbidden(name).is_none() { Ok(found) } else { passed(name, found) };
    }
    look_at_labels(name, profile)
}

/// A domain in ASCII that passes as it is: what is wrong with its labels is no error.
fn passed<T: Input + ?Sized>(name: &T, mut found: Inspection) -> Result<Inspection, LabelError> {
    (found.first_error, found.unicode) = (first_forbidden(name), None);
    found.is_valid = found.first_error.is_none();
    found.errors.clear();
    let lower_case = memory::collected(name.code_points().map(octet_in_lower_case), name.size());
    found.ascii = bounded::utf8_string(lower_case.map_err(LabelError::out_of_memory)?);
    found.ends_in_number = ascii_ends_in_number(found.ascii.as_bytes());
    let mut room = MAX_PROBLEMS_OF_NAME;
    for (index, label) in found.labels.iter_mut().enumerate() {
        // A name in ASCII has one unit for each character.
        let (range, start) = (label.range.clone(), label.range.start);
        let forbidden = forbidden(name.part(range.clone())).take(room.clamp(1, MAX_PROBLEMS));
        let refused =
            core::mem::replace(&mut label.errors, forbidden.map(|error| error.in_name(start, index)).collect());
        room = room.saturating_sub(label.errors.len());
        label.scripts = Script::names(&mut name.part(range.clone()).code_points());
        label.forms = label.errors.is_empty().then(|| [range.clone(), range.clone()]);
        if label.forms.is_none() {
            label.problems.clear();
        } else if !refused.is_empty() {
            let form = bounded::part(found.ascii.as_bytes(), range);
            label.kind = kind_of(form, true, true);
            label.problems = refused;
        }
    }
    if found.first_error.is_some_and(|error| error.label_index() >= MAX_LABELS) {
        found.errors.extend(found.first_error);
    }
    Ok(found)
}

fn look_at_labels<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Inspection, LabelError> {
    let (scratch, memory) = (&mut Scratch::default(), &Refusals::default());
    let mut task = Task { profile, form: Form::Ascii, in_bidi_name: false, is_first: false, memory };
    let mut walked = Walked::of(name, task, scratch);
    task.in_bidi_name = walked.summary.is_bidi;
    if walked.summary.asks_again() {
        // `domain_too_long` is that of the first walk: in the second one, labels that the Bidi Rule refuses count as
        // empty.
        let errors = walked.found.errors;
        walked = Walked::of(name, task, scratch);
        walked.found.errors = errors;
    }
    let Walked { mut found, units, forms, summary, labels_are_valid, root } = walked;
    found.ends_in_number = labels_are_valid && ascii_ends_in_number(&forms.ascii);
    if profile.deny_end_in_number && found.ends_in_number {
        let last = units.last().map_or(0, |range| range.start);
        found.errors.push(at_label(name, ErrorKind::EndsInNumber, last, found.label_count.saturating_sub(1)));
    }
    found.is_valid = labels_are_valid && found.errors.is_empty() && !forms.ascii.is_empty();
    found.is_bidi = summary.is_bidi;
    (found.ascii, found.unicode) = forms.finished().map_err(LabelError::out_of_memory)?;
    let verifying = &Profile { ignore_invalid_punycode: false, ..profile.verifying() };
    let (mut room, mut room_for_mapped) = (MAX_PROBLEMS_OF_NAME, MAX_PROBLEMS_OF_NAME);
    let mut labels = core::mem::take(&mut found.labels);
    // Behind the labels that are looked at there may be others.
    let before_root = found.label_count.saturating_sub(1);
    for (index, (label, units)) in labels.iter_mut().zip(units).enumerate() {
        let root = if index == before_root { root.clone() } else { 0..0 };
        let given = name.part(units.clone());
        let (start, mut asked) = (label.range.start, Task { is_first: index == 0, ..task });
        let limit = room_for_mapped.clamp(1, MAX_PROBLEMS);
        label.mapped =
            all_mapped(name, &label.range, [units, root], limit, &asked).map_err(LabelError::out_of_memory)?;
        room_for_mapped = room_for_mapped.saturating_sub(label.mapped.len());
        if let Some((ascii, unicode)) = found.forms(label) {
            label.scripts = Script::names(&mut unicode.chars().map(u32::from));
            label.kind = kind_of(ascii.as_bytes(), ascii == unicode, given.is_ascii());
            if label.kind != LabelKind::FakeAlabel {
                continue;
            }
            asked.profile = verifying;
        } else {
            label.scripts = Script::names(&mut given.code_points());
            label.kind = if begins_with_prefix(given) { LabelKind::FakeAlabel } else { LabelKind::Other };
        }
        let errors = problems(given, &asked, room.clamp(1, MAX_PROBLEMS));
        // Each label has one, whether there is room or not.
        room = room.saturating_sub(errors.len());
        let errors = errors.into_iter().map(|problem| problem.in_name(start, index)).collect();
        if label.forms.is_some() { label.problems = errors } else { label.errors = errors }
    }
    found.is_bidi |= labels.iter().flat_map(|label| &label.errors).any(|problem| problem.kind().is_of_bidi());
    found.labels = labels;
    if !found.is_valid {
        ask_for_the_first(name, profile, scratch, &mut found)?;
    }
    if memory.any() { Err(LabelError::out_of_memory(memory::refused())) } else { Ok(found) }
}

/// The first characters of a label that are mapped, at most so many; the separator behind it, if it is mapped; and
/// those that are mapped away behind the last separator. The label stands at these characters of the name, and at the
/// first of two ranges of units; the second one is that of the root.
fn all_mapped<T: Input + ?Sized>(
    name: &T,
    label: &Range<usize>,
    [units, root]: [Range<usize>; 2],
    limit: usize,
    task: &Task<'_>,
) -> Result<Vec<MappedCharacter>, Error> {
    let behind = name.part(units.end..name.size()).code_points().next();
    let mut mapped = mapped_characters(name.part(units), label.start, limit, task)?;
    let room = limit.saturating_sub(mapped.len());
    if let Some((code_point, to)) = behind.filter(|&unit| unit != 0x2E).zip(Some(".".to_owned())) {
        let (offset, kind) = (label.end, MappingKind::Separator);
        memory::push(&mut mapped, MappedCharacter { offset, code_point, kind, to })?;
    }
    if room > 0 && !root.is_empty() {
        for ignored in mapped_characters(name.part(root), bounded::add(label.end, 1), room, task)? {
            memory::push(&mut mapped, ignored)?;
        }
    }
    Ok(mapped)
}

/// Which kind a valid label is, by its ASCII form, whether that is its Unicode form, too, and how it came.
fn kind_of(ascii: &[u8], is_unicode: bool, came_as_ascii: bool) -> LabelKind {
    match (has_prefix(ascii), is_unicode, came_as_ascii) {
        (true, false, true) => LabelKind::ALabel,
        (true, false, false) => LabelKind::ULabel,
        (true, true, _) => LabelKind::FakeAlabel,
        (false, ..) if !is_ldh(ascii) => LabelKind::Other,
        (false, ..) if ascii.get(2..4) == Some(b"--") => LabelKind::Ldh,
        (false, ..) => LabelKind::NrLdh,
    }
}

/// Returns whether a label in lower case is an LDH label (RFC 5890 section 2.3.1).
fn is_ldh(label: &[u8]) -> bool {
    let ends = |octet: Option<&u8>| octet.is_some_and(u8::is_ascii_alphanumeric);
    let is_inside = |octet: &u8| octet.is_ascii_alphanumeric() || *octet == b'-';
    label.len() <= MAX_LABEL && ends(label.first()) && ends(label.last()) && label.iter().all(is_inside)
}

fn begins_with_prefix<T: Input + ?Sized>(label: &T) -> bool {
    let mut start = label.code_points();
    let mut next = || start.next().unwrap_or_default();
    label.is_ascii() && has_prefix(&[next(), next(), next(), next()])
}

/// The findings of one walk over a name.
struct Walked {
    found: Inspection,
    /// Where the labels stand in the name, in units of the name.
    units: Vec<Range<usize>>,
    forms: Forms,
    summary: Summary,
    labels_are_valid: bool,
    /// Where the characters that are mapped away behind the last label stand, in units of the name.
    root: Range<usize>,
}

impl Walked {
    fn of<T: Input + ?Sized>(name: &T, task: Task<'_>, scratch: &mut Scratch) -> Self {
        let profile = task.profile;
        let (mut found, mut units, mut forms) = (Inspection::default(), Vec::new(), Forms::default());
        let (mut summary, mut labels_are_valid) = (Summary::default(), true);
        let (mut offset, mut start, mut root) = (0, Some(0), 0..0);
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
            if is_name_of_root(name, &place, next, profile) {
                continue;
            }
            if name.size() == 0 || is_root(name, &place, index, profile) {
                if index > 0 && profile.refuses_root_dot() {
                    found.errors.push(at_label(name, ErrorKind::EmptyLabel, place.start, index));
                }
                root = place;
                break;
            }
            let was_too_long = summary.is_too_long(profile);
            // A refused label counts as an empty one that is not right-to-left.
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
                found.labels.push(LabelReport::new(range, forms));
                units.push(place);
            }
        }
        Self { found, units, forms, summary, labels_are_valid, root }
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
    // The only label of a name was explained by the same rules. The label may be as long as the name.
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
