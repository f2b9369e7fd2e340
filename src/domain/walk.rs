//! The walk over the labels of a name.

use core::ops::Range;

use super::conversion::{Conversion, OnError};
use super::plain::dots;
use super::record::is_more_than_a_name;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{
    Converted, Form, InName, Input, Label, LabelError, NameOutput, Refused, Scratch, Task, becomes_number, convert,
    convert_ascii, first_problem, forbidden, is_mapped_away, is_name_too_long, is_separator, push_lower_case,
};
use crate::memory::{self, Refusals};
use crate::paths::takes;
use crate::profile::Profile;

/// The facts about the name as a whole that a walk gathers.
#[derive(Clone, Copy, Default)]
pub(super) struct Summary {
    /// The length of the ASCII form as far as it is known: a label that is not valid counts as an empty one.
    ascii_length: usize,
    /// True if a label is right-to-left: then this is a Bidi domain name (RFC 5893 section 1.4).
    pub(super) is_bidi: bool,
    /// True if a label may break the Bidi Rule, which holds for every label of a Bidi domain name.
    may_break_bidi_rule: bool,
}

impl Summary {
    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, converted: Converted) {
        // Saturating, as nothing bounds what many labels are mapped to: so much is as much too long.
        let with_separator = converted.ascii_length.saturating_add(usize::from(index > 0));
        self.ascii_length = self.ascii_length.saturating_add(with_separator);
        self.is_bidi |= converted.in_name == InName::IsRtl;
        self.may_break_bidi_rule |= converted.in_name == InName::BreaksBidiRule;
    }

    /// Returns whether the name is to be walked over once more, now that the Bidi Rule is known to hold for every
    /// label.
    pub(super) const fn asks_again(self) -> bool {
        self.is_bidi && self.may_break_bidi_rule
    }

    #[inline(always)]
    pub(super) const fn is_too_long(self, profile: &Profile) -> bool {
        is_name_too_long(self.ascii_length, profile)
    }
}

/// Writes the form of a name, or on a refusal nothing. It is inlined for columns: see `form_of` in `works/work.rs`.
#[inline(always)]
pub(crate) fn convert_name<T: Input + ?Sized, O: NameOutput>(
    name: &T,
    conversion: Conversion<'_>,
    scratch: &mut Scratch,
    output: &mut O,
) -> Result<(), LabelError> {
    let Conversion { profile, form, mut on_error } = conversion;
    let size = output.size();
    let memory = &Refusals::default();
    let refused = |kind| Err(LabelError::new(Error::new(kind, 0), 0, None));
    if name.size() == 0 && on_error == OnError::Raise {
        return refused(ErrorKind::EmptyDomain);
    }
    let passes = profile.pass_ascii_domain && passes_as_domain(name, on_error)?;
    if passes {
        if form == Form::Ascii {
            return push_lower_case(name, &mut scratch.ascii, output);
        }
        on_error = OnError::Raise;
    }
    // Of a domain that passes no label passes by itself.
    let verifying;
    let profile = if passes {
        verifying = profile.verifying();
        &verifying
    } else {
        profile
    };
    let mut task = Task { profile, form, in_bidi_name: false, is_first: true, memory };
    let walked = loop {
        let walked = Walk { name, task, on_error }.over_labels(scratch, output);
        if task.in_bidi_name || !walked.is_ok_and(Summary::asks_again) {
            break walked;
        }
        output.cut(size);
        task.in_bidi_name = true;
    };
    if memory.any() || output.is_refused() {
        output.cut(size);
        return Err(LabelError::out_of_memory(memory::refused()));
    }
    if walked.is_err() {
        output.cut(size);
        if passes {
            return push_lower_case(name, &mut scratch.ascii, output);
        }
    } else if output.size() == size {
        // One label that is mapped to nothing, where an empty label is not refused.
        match on_error {
            OnError::Raise => return refused(ErrorKind::EmptyDomain),
            OnError::Keep => name.push_to(output),
        }
    }
    walked.map(|_| ())
}

/// Returns whether a domain is in ASCII and passes as it is (URL Standard, "domain parser"), which is no empty one.
///
/// # Errors
///
/// A forbidden domain code point. Where labels are kept, that is a refusal of its label alone.
#[cold]
fn passes_as_domain<T: Input + ?Sized>(name: &T, on_error: OnError) -> Result<bool, LabelError> {
    if name.size() == 0 || !name.is_ascii() {
        return Ok(false);
    }
    match first_forbidden(name) {
        None => Ok(true),
        Some(error) if on_error == OnError::Raise => Err(error),
        Some(_) => Ok(false),
    }
}

/// The first forbidden domain code point of a domain in ASCII.
pub(super) fn first_forbidden<T: Input + ?Sized>(name: &T) -> Option<LabelError> {
    let first = forbidden(name).next()?;
    let label = name.code_points().take(first.offset()).filter(|&unit| is_separator(unit)).count();
    Some(first.in_name(0, label))
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
    fn over_labels<O: NameOutput>(&self, scratch: &mut Scratch, output: &mut O) -> Result<Summary, LabelError> {
        let name = self.name;
        if let Some(name) = name.as_utf8()
            && let Some(mut dots) = dots(name.as_bytes())
        {
            takes!("dots known");
            return self.over(output, |start, task, output| {
                let dot = (dots > 0).then(|| bounded::index(dots.trailing_zeros()));
                if dot.is_some() {
                    // The lowest bit is dropped (lemma `the_lowest_bit_is_dropped`).
                    dots &= bounded::sub(dots, 1);
                }
                let range = start..dot.unwrap_or(name.len());
                let converted = convert_ascii(name.part(range.clone()), true, task, output);
                Label { range, next: dot.map(|dot| bounded::add(dot, 1)), converted }
            });
        }
        self.over(output, |start, task, output| convert(name, start, task, scratch, output))
    }

    /// Converts one label after another, with the function that converts the label from a place on.
    #[inline(always)]
    fn over<O: NameOutput>(
        &self,
        output: &mut O,
        mut convert: impl FnMut(usize, &Task<'_>, &mut O) -> Label,
    ) -> Result<Summary, LabelError> {
        let Self { name, mut task, on_error } = *self;
        let (profile, mut summary, mut start) = (task.profile, Summary::default(), Some(0));
        let (size, mut last) = (output.size(), (0..0, 0));
        for index in 0_usize.. {
            let Some(begin) = start else { break };
            if index > 0 {
                output.push_separator();
            }
            if index > 0 && index.is_multiple_of(RESERVE_EVERY) {
                output.make_room(begin, name.size());
            }
            let Label { range, next, converted } = convert(begin, &task, output);
            match converted {
                Ok(converted) => {
                    if profile.deny_end_in_number && !is_root(name, &range, index, profile) {
                        last = (range, index);
                    }
                    summary.add(index, converted);
                }
                Err(Refused) if is_name_of_root(name, &range, next, profile) => {}
                Err(Refused) if is_root(name, &range, index, profile) => {
                    // The dot of the root is accepted, or refused as the empty label behind it.
                    if on_error == OnError::Raise && profile.refuses_root_dot() {
                        return Err(at_label(name, ErrorKind::EmptyLabel, begin, index));
                    }
                }
                Err(Refused) if on_error == OnError::Keep => {
                    let label = name.part(range);
                    if O::KEEPS_RECORDS && is_more_than_a_name(label) {
                        output.cut(size);
                        name.push_to(output);
                        return Ok(Summary::default());
                    }
                    keep(label, profile, output);
                }
                Err(Refused) => return Err(explain(name, &range, index, &task)),
            }
            if on_error == OnError::Raise && summary.is_too_long(profile) {
                return Err(at_label(name, ErrorKind::DomainTooLong, begin, index));
            }
            task.is_first = false;
            start = next;
        }
        if profile.deny_end_in_number
            && let Err(error) = self.refuse_number(last)
        {
            if on_error == OnError::Raise {
                return Err(error);
            }
            output.cut(size);
            name.push_to(output);
        }
        Ok(summary)
    }

    /// Refuses a name whose last label is a number.
    #[cold]
    fn refuse_number(&self, (range, index): (Range<usize>, usize)) -> Result<(), LabelError> {
        if becomes_number(self.name.part(range.clone()), &self.task) {
            return Err(at_label(self.name, ErrorKind::EndsInNumber, range.start, index));
        }
        Ok(())
    }
}

/// A character of ASCII, which is its lowest octet, in lower case.
pub(super) fn octet_in_lower_case(unit: u32) -> u8 {
    let [octet, ..] = unit.to_le_bytes();
    octet.to_ascii_lowercase()
}

/// Returns whether an empty first label is that of the root alone, which is a name of DNS (RFC 1034 section 3.1).
pub(super) fn is_name_of_root<T: Input + ?Sized>(
    name: &T,
    range: &Range<usize>,
    next: Option<usize>,
    profile: &Profile,
) -> bool {
    profile.pass_ascii && *range == (0..0) && next == Some(name.size())
}

/// Appends a label that is kept: its ASCII letters in lower case, as DNS compares them (RFC 4343 section 3). Where
/// nothing is mapped, what is not ASCII stays exactly as it came: in lower case it might be a valid label.
#[cold]
#[inline(never)]
fn keep<T: Input + ?Sized, O: NameOutput>(label: &T, profile: &Profile, output: &mut O) {
    if !profile.maps() && !label.is_ascii() {
        label.push_to(output);
    } else {
        label.push_folded_to(output);
    }
}

/// Returns whether a label stands for the root: it is the last one and not the first, and nothing is left of it when it
/// is mapped. UTS #46 maps a name before it breaks it into labels.
pub(super) fn is_root<T: Input + ?Sized>(name: &T, range: &Range<usize>, index: usize, profile: &Profile) -> bool {
    let is_last = index > 0 && range.end == name.size();
    is_last && (range.is_empty() || is_mapped_away(name.part(range.clone()), profile))
}

/// A refusal that points at the beginning of a label.
#[cold]
pub(super) fn at_label<T: Input + ?Sized>(name: &T, kind: ErrorKind, start: usize, index: usize) -> LabelError {
    let offset = name.part(0..start).code_points().count();
    LabelError::new(Error::new(kind, offset), index, None)
}

/// The first problem of a label that was refused, its offset counted in the whole name.
#[cold]
fn explain<T: Input + ?Sized>(name: &T, range: &Range<usize>, index: usize, task: &Task<'_>) -> LabelError {
    let start = name.part(0..range.start).code_points().count();
    match first_problem(name.part(range.clone()), task) {
        Some(problem) => problem.in_name(start, index),
        None => LabelError::out_of_memory(memory::refused()),
    }
}
