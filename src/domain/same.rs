//! Whether two names are one: label by label, so that no spelling of a whole name is ever held.

use super::walk::labels;
use crate::error::Error;
use crate::label::{Form, Input, MAX_LABEL, Scratch, Task, convert, is_mapped_away};
use crate::memory::{self, Growing, Refusals};
use crate::profile::Profile;

/// A name that tells its labels as they are compared: their ASCII forms in [`Profile::DNS`], or as they stand where
/// they have none.
pub(crate) trait Spelled {
    /// The next label. The dot of the root makes none.
    fn next_label(&mut self) -> Result<Option<&[u8]>, Error>;
    /// Begins anew. Says whether the labels are other ones now, for the name turned out to be bidirectional.
    fn begin_anew(&mut self) -> bool;
}

struct Spelling<L, F> {
    /// Makes the walk over the labels.
    walk: F,
    labels: L,
    is_first: bool,
    in_bidi_name: bool,
    is_bidi: bool,
    may_break_bidi_rule: bool,
    label: Growing<u8>,
    scratch: Scratch,
}

/// A name that is about to tell its labels.
pub(crate) fn spelled<'a, T: Input + ?Sized>(name: &'a T) -> Box<dyn Spelled + 'a> {
    let walk = move || labels(name).map(move |range| (range.end == name.size(), name.part(range)));
    Box::new(Spelling {
        labels: walk(),
        walk,
        is_first: true,
        in_bidi_name: false,
        is_bidi: false,
        may_break_bidi_rule: false,
        label: Growing::reserved(MAX_LABEL),
        scratch: Scratch::default(),
    })
}

impl<'a, T: Input + ?Sized + 'a, L: Iterator<Item = (bool, &'a T)>, F: Fn() -> L> Spelled for Spelling<L, F> {
    fn next_label(&mut self) -> Result<Option<&[u8]>, Error> {
        let Some((is_last, label)) = self.labels.next() else { return Ok(None) };
        let is_first = core::mem::replace(&mut self.is_first, false);
        if is_last && !is_first && is_mapped_away(label, &Profile::DNS) {
            return Ok(None);
        }
        let memory = &Refusals::default();
        let task =
            Task { profile: &Profile::DNS, form: Form::Ascii, in_bidi_name: self.in_bidi_name, is_first, memory };
        self.label.clear();
        match convert(label, task, &mut self.scratch, &mut self.label) {
            Ok(converted) => {
                self.is_bidi |= converted.is_rtl;
                self.may_break_bidi_rule |= converted.may_break_bidi_rule;
            }
            Err(_) => label.push_to(&mut self.label),
        }
        if memory.any() || self.label.is_refused() {
            return Err(memory::refused());
        }
        Ok(Some(&self.label))
    }

    fn begin_anew(&mut self) -> bool {
        self.labels = (self.walk)();
        self.is_first = true;
        self.in_bidi_name = self.is_bidi && self.may_break_bidi_rule;
        self.in_bidi_name
    }
}

/// Whether two names are spelled alike.
///
/// In a bidirectional name more labels are left as they stand. Where the labels differ without regard to that they
/// differ with it, too; where they do not, they are compared with regard to it.
pub(crate) fn are_spelled_alike(one: &mut dyn Spelled, other: &mut dyn Spelled) -> Result<bool, Error> {
    if !agree(one, other)? {
        return Ok(false);
    }
    let (one_changed, other_changed) = (one.begin_anew(), other.begin_anew());
    if one_changed || other_changed { agree(one, other) } else { Ok(true) }
}

fn agree(one: &mut dyn Spelled, other: &mut dyn Spelled) -> Result<bool, Error> {
    loop {
        match (one.next_label()?, other.next_label()?) {
            (None, None) => return Ok(true),
            (Some(one), Some(other)) if one == other => {}
            _ => return Ok(false),
        }
    }
}
