//! The walk over the labels of a name.

use core::ops::Range;

use super::OnError;
use super::plain::dots;
use crate::error::{Error, ErrorKind};
use crate::label::{
    Converted, Form, Input, LabelError, MAX_NAME, NameOutput, Refused, Scratch, Task, convert, convert_ldh,
    first_problem, is_mapped_away,
};
use crate::memory::{self, Refusals};
use crate::profile::Profile;

/// What a walk learns about the name as a whole.
pub(super) struct Summary {
    /// Whether a label is right-to-left (RFC 5893 section 1.4).
    pub(super) is_bidi: bool,
    /// Whether a label may break the Bidi Rule, which holds for every label if the name is bidirectional.
    may_break_bidi_rule: bool,
}

/// Writes the form of a name, or on a refusal nothing.
pub(crate) fn convert_name<T: Input + ?Sized, O: NameOutput>(
    name: &T,
    profile: &Profile,
    form: Form,
    on_error: OnError,
    scratch: &mut Scratch,
    output: &mut O,
) -> Result<(), LabelError> {
    let size = output.size();
    let memory = &Refusals::default();
    let refused = |kind| Err(LabelError::new(Error::new(kind, 0), 0, None));
    if name.size() == 0 && on_error == OnError::Raise {
        return refused(ErrorKind::EmptyDomain);
    }
    let task = Task { profile, form, in_bidi_name: false, is_first: true, memory };
    let mut walked = walk(name, task, on_error, scratch, output);
    if let Ok(Summary { is_bidi: true, may_break_bidi_rule: true }) = walked {
        output.cut(size);
        walked = walk(name, Task { in_bidi_name: true, ..task }, on_error, scratch, output);
    }
    if memory.any() || output.is_refused() {
        return Err(LabelError::out_of_memory(memory::refused()));
    }
    if walked.is_err() {
        output.cut(size);
    } else if output.size() == size {
        // One label that is mapped to nothing, where an empty label is not refused.
        match on_error {
            OnError::Raise => return refused(ErrorKind::EmptyDomain),
            OnError::Keep => name.push_to(output),
        }
    }
    walked.map(|_| ())
}

/// After how many labels it is estimated how much output there will be.
pub(super) const OFTEN: usize = 256;

/// Converts label by label.
pub(super) fn walk<T: Input + ?Sized, O: NameOutput>(
    name: &T,
    task: Task<'_>,
    on_error: OnError,
    scratch: &mut Scratch,
    output: &mut O,
) -> Result<Summary, LabelError> {
    if let Some(ascii) = name.as_utf8()
        && let Some(dots) = dots(ascii.as_bytes())
    {
        return each(name, between(dots, ascii.len()), task, on_error, output, |range, task, output| {
            convert_ldh(ascii.get(range).unwrap_or_default(), task, output)
        });
    }
    each(name, labels(name), task, on_error, output, |range, task, output| {
        convert(name.part(range), task, scratch, output)
    })
}

/// Converts the labels that stand at these places.
#[inline(always)]
fn each<T: Input + ?Sized, O: NameOutput>(
    name: &T,
    labels: impl Iterator<Item = Range<usize>>,
    task: Task<'_>,
    on_error: OnError,
    output: &mut O,
    mut convert: impl FnMut(Range<usize>, Task<'_>, &mut O) -> Result<Converted, Refused>,
) -> Result<Summary, LabelError> {
    let mut summary = Summary { is_bidi: false, may_break_bidi_rule: false };
    let mut ascii_length = 0_usize;
    let (task, later) = (Task { is_first: true, ..task }, Task { is_first: false, ..task });
    for (index, range) in labels.enumerate() {
        if index > 0 {
            output.push_separator();
        }
        if index > 0 && index.is_multiple_of(OFTEN) {
            output.make_room(range.start, name.size());
        }
        if index > 0 && range.start == name.size() {
            end_at_root(name, range.start, index, task.profile, on_error)?;
            break;
        }
        let task = if index == 0 { task } else { later };
        match convert(range.clone(), task, output) {
            Ok(converted) => {
                ascii_length =
                    ascii_length.saturating_add(usize::from(index > 0)).saturating_add(converted.ascii_length);
                summary.is_bidi |= converted.is_rtl;
                summary.may_break_bidi_rule |= converted.may_break_bidi_rule;
            }
            Err(Refused) if index > 0 && is_root(name, &range, task.profile) => {
                end_at_root(name, range.start, index, task.profile, on_error)?;
                break;
            }
            Err(Refused) if on_error == OnError::Keep => name.part(range.clone()).push_to(output),
            Err(Refused) => return Err(explain(name, &range, index, task)),
        }
        if on_error == OnError::Raise && task.profile.verify_dns_length && ascii_length > MAX_NAME {
            return Err(at_label(name, ErrorKind::DomainTooLong, range.start, index));
        }
    }
    Ok(summary)
}

/// Whether a label that is not the first one stands for the root: it is the last one, and nothing is left of it when it
/// is mapped. UTS #46 maps a name before it breaks it into labels.
pub(super) fn is_root<T: Input + ?Sized>(name: &T, range: &Range<usize>, profile: &Profile) -> bool {
    range.end == name.size() && is_mapped_away(name.part(range.clone()), profile)
}

/// Accepts the dot of the root, or refuses it as the empty label behind it.
#[inline]
fn end_at_root<T: Input + ?Sized>(
    name: &T,
    start: usize,
    index: usize,
    profile: &Profile,
    on_error: OnError,
) -> Result<(), LabelError> {
    if on_error == OnError::Raise && profile.refuses_root_dot() {
        return Err(at_label(name, ErrorKind::EmptyLabel, start, index));
    }
    Ok(())
}

/// A refusal that points at the beginning of a label.
#[cold]
pub(super) fn at_label<T: Input + ?Sized>(name: &T, kind: ErrorKind, start: usize, index: usize) -> LabelError {
    let offset = name.part(0..start).code_points().count();
    LabelError::new(Error::new(kind, offset), index, None)
}

/// Where the labels stand, in units of the text. A dot of the root makes an empty one at the end.
pub(super) fn labels<T: Input + ?Sized>(name: &T) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0_usize);
    core::iter::from_fn(move || {
        let start = next?;
        let separator = name.part(start..name.size()).separator();
        let end = separator.as_ref().map_or(name.size(), |separator| start.saturating_add(separator.start));
        next = separator.map(|separator| start.saturating_add(separator.end));
        Some(start..end)
    })
}

/// The same, of a name whose dots are known: bit n for octet n.
fn between(dots: u64, size: usize) -> impl Iterator<Item = Range<usize>> {
    let mut dots = dots;
    let mut next = Some(0_usize);
    core::iter::from_fn(move || {
        let start = next?;
        let end = if dots == 0 { size } else { usize::try_from(dots.trailing_zeros()).unwrap_or(size) };
        next = (dots != 0).then(|| end.saturating_add(1));
        dots &= dots.saturating_sub(1);
        Some(start..end)
    })
}

/// The first problem of a label that was refused, its offset counted in the whole name.
#[cold]
fn explain<T: Input + ?Sized>(name: &T, range: &Range<usize>, index: usize, task: Task<'_>) -> LabelError {
    let start = name.part(0..range.start).code_points().count();
    match first_problem(name.part(range.clone()), task) {
        Some(problem) => LabelError::new(problem.error.shifted(start), index, problem.code_point),
        None => LabelError::out_of_memory(memory::refused()),
    }
}
