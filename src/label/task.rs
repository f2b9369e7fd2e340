//! The work on a label, and the memory for it.

use super::rules::Refused;
use crate::memory::{Growing, Refusals};
use crate::profile::Profile;

/// The form a label or a name is wanted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A-labels.
    Ascii,
    /// U-labels.
    Unicode,
}

/// The work on a label.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) form: Form,
    /// True if the name is known to be a Bidi domain name (RFC 5893 section 1.4), so that the Bidi Rule holds for every
    /// label of it.
    pub(crate) in_bidi_name: bool,
    /// True if no label stands before this one: `*` may stand there alone.
    pub(crate) is_first: bool,
    /// Where a refusal of memory is noted.
    pub(crate) memory: &'a Refusals,
}

impl Task<'_> {
    /// Ends the work on a label for want of memory, which says nothing about the label.
    #[cold]
    pub(super) fn out_of_memory(&self) -> Refused {
        self.memory.note();
        Refused
    }
}

/// A label that is ASCII.
pub(crate) type Ascii = Vec<u8>;

/// Memory that one label after another is converted in.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The code points of a label.
    pub(super) given: Vec<u32>,
    /// The text that the label is mapped to.
    pub(super) text: Growing<u32>,
    /// A label or a name that is ASCII, in lower case.
    pub(crate) ascii: Ascii,
}
