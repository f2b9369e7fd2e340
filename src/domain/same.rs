//! The comparison of two names: label by label, so that no spelling of a whole name is ever held.

use super::walk::{Summary, is_name_of_root, is_root};
use crate::error::Error;
use crate::label::{Form, Input, MAX_LABEL, Refused, Scratch, Task, convert};
use crate::memory::{self, Growing, Refusals};
use crate::profile::Profile;

/// The labels of a name one after another, as they are compared: in their ASCII form under [`Profile::DNS`], or
/// where they have none, with their ASCII letters in lower case (RFC 4343 section 3).
pub(crate) struct Spelled<'a> {
    next: Box<Next<'a>>,
    label: Growing<u8>,
    summary: Summary,
}

/// Writes the next label, or the first one for index 0, and returns whether there was one. The dot of the root makes
/// none. It is a closure behind a pointer, as names have many types, and two of them are compared.
type Next<'a> = dyn FnMut(usize, &Task<'_>, &mut Growing<u8>, &mut Summary) -> bool + 'a;

/// Begins with the labels of a name.
pub(crate) fn spelled<'a, T: Input + ?Sized>(name: &'a T) -> Spelled<'a> {
    let mut scratch = Scratch::default();
    let mut start = Some(0);
    let next = move |index: usize, task: &Task<'_>, output: &mut Growing<u8>, summary: &mut Summary| {
        if index == 0 {
            start = Some(0);
        }
        let Some(begin) = start.filter(|_| name.size() > 0) else { return false };
        let label = convert(name, begin, task, &mut scratch, output);
        start = label.next;
        match label.converted {
            Ok(converted) => summary.add(index, converted),
            Err(Refused) if is_name_of_root(name, &label.range, label.next, task.profile) => {}
            Err(Refused) if is_root(name, &label.range, index, task.profile) => return false,
            Err(Refused) => name.part(label.range).push_folded_to(output),
        }
        true
    };
    Spelled { next: Box::new(next), label: Growing::reserved(MAX_LABEL), summary: Summary::default() }
}

impl Spelled<'_> {
    fn label(&mut self, index: usize, in_bidi_name: bool) -> Result<Option<&[u8]>, Error> {
        let memory = &Refusals::default();
        let task = Task { profile: &Profile::DNS, form: Form::Ascii, in_bidi_name, is_first: index == 0, memory };
        self.label.clear();
        let is_label = (self.next)(index, &task, &mut self.label, &mut self.summary);
        if memory.any() || self.label.is_refused() {
            return Err(memory::refused());
        }
        Ok(is_label.then_some(&*self.label))
    }
}

/// Returns whether two names are spelled alike.
///
/// The Bidi Rule can only turn a converted label into one that is left as it stands. So the names are compared without
/// it first, and once more with it if they are equal and one of them is bidirectional.
pub(crate) fn are_spelled_alike(mut one: Spelled<'_>, mut other: Spelled<'_>) -> Result<bool, Error> {
    let mut are_bidi = (false, false);
    loop {
        for index in 0.. {
            match (one.label(index, are_bidi.0)?, other.label(index, are_bidi.1)?) {
                (None, None) => break,
                (Some(one), Some(other)) if one == other => {}
                _ => return Ok(false),
            }
        }
        let asked = core::mem::replace(&mut are_bidi, (one.summary.asks_again(), other.summary.asks_again()));
        if asked == are_bidi {
            return Ok(true);
        }
    }
}
