//! The walk over the labels of a name.

use core::ops::Range;

use super::plain::dots;
use super::{Conversion, OnError};
use crate::error::{Error, ErrorKind};
use crate::label::{
    Converted, Input, LabelError, MAX_NAME, NameOutput, Refused, Scratch, Task, convert, convert_ldh, first_problem,
    is_mapped_away,
};
use crate::memory::{self, Refusals};
use crate::profile::Profile;

/// What a walk learns about the name as a whole.
struct Summary {
    /// Whether a label is right-to-left: then this is a Bidi domain name (RFC 5893 section 1.4).
    is_bidi: bool,
    /// Whether a label may break the Bidi Rule, which holds for every label of a Bidi domain name.
    may_break_bidi_rule: bool,
}

/// Writes the form of a name, or on a refusal nothing.
pub(crate) fn convert_name<T: Input + ?Sized, O: NameOutput>(
    name: &T,
    conversion: Conversion<'_>,
    scratch: &mut Scratch,
    output: &mut O,
) -> Result<(), LabelError> {
    let Conversion { profile, form, on_error } = conversion;
    let size = output.size();
    let memory = &Refusals::default();
    let refused = |kind| Err(LabelError::new(Error::new(kind, 0), 0, None));
    if name.size() == 0 && on_error == OnError::Raise {
        return refused(ErrorKind::EmptyDomain);
    }
    let task = Task { profile, form, in_bidi_name: false, is_first: true, memory };
    let mut walked = Walk { name, task, on_error }.over_labels(scratch, output);
    if let Ok(Summary { is_bidi: true, may_break_bidi_rule: true }) = walked {
        // Once more, now that the Bidi Rule is known to hold for every label.
        output.cut(size);
        let task = Task { in_bidi_name: true, ..task };
        walked = Walk { name, task, on_error }.over_labels(scratch, output);
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

/// Every so many labels the room for the whole output is estimated anew.
pub(super) const RESERVE_EVERY: usize = 256;

/// A walk over the labels of a name.
struct Walk<'a, T: ?Sized> {
    name: &'a T,
    task: Task<'a>,
    on_error: OnError,
}

impl<T: Input + ?Sized> Walk<'_, T> {
    /// Converts label by label.
    fn over_labels<O: NameOutput>(&self, scratch: &mut Scratch, output: &mut O) -> Result<Summary, LabelError> {
        if let Some(ascii) = self.name.as_utf8()
            && let Some(dots) = dots(ascii.as_bytes())
        {
            return self.over(between(dots, ascii.len()), output, |range, task, output| {
                convert_ldh(ascii.get(range).unwrap_or_default(), task, output)
            });
        }
        self.over(labels(self.name), output, |range, task, output| {
            convert(self.name.part(range), task, scratch, output)
        })
    }

    /// Converts the labels that stand at these places.
    #[inline(always)]
    fn over<O: NameOutput>(
        &self,
        labels: impl Iterator<Item = Range<usize>>,
        output: &mut O,
        mut convert: impl FnMut(Range<usize>, Task<'_>, &mut O) -> Result<Converted, Refused>,
    ) -> Result<Summary, LabelError> {
        let Self { name, task, on_error } = *self;
        let mut summary = Summary { is_bidi: false, may_break_bidi_rule: false };
        let mut ascii_length = 0_usize;
        let (task, later) = (Task { is_first: true, ..task }, Task { is_first: false, ..task });
        for (index, range) in labels.enumerate() {
            if index > 0 {
                output.push_separator();
            }
            if index > 0 && index.is_multiple_of(RESERVE_EVERY) {
                output.make_room(range.start, name.size());
            }
            if index > 0 && range.start == name.size() {
                self.end_at_root(range.start, index)?;
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
                    self.end_at_root(range.start, index)?;
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

    /// Accepts the dot of the root, or refuses it as the empty label behind it.
    #[inline]
    fn end_at_root(&self, start: usize, index: usize) -> Result<(), LabelError> {
        if self.on_error == OnError::Raise && self.task.profile.refuses_root_dot() {
            return Err(at_label(self.name, ErrorKind::EmptyLabel, start, index));
        }
        Ok(())
    }
}

/// Whether a label that is not the first one stands for the root: it is the last one, and nothing is left of it when it
/// is mapped. UTS #46 maps a name before it breaks it into labels.
pub(super) fn is_root<T: Input + ?Sized>(name: &T, range: &Range<usize>, profile: &Profile) -> bool {
    range.end == name.size() && is_mapped_away(name.part(range.clone()), profile)
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
        Some(problem) => problem.in_name(start, index),
        None => LabelError::out_of_memory(memory::refused()),
    }
}
