//! The conversion that is asked for.

use crate::label::Form;
use crate::profile::Profile;

/// The treatment of a label that cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnError {
    /// Refuse the name, with the first problem.
    Raise,
    /// Convert the other labels, and leave this one as it stands, with its ASCII letters in lower case. A record that
    /// is more than a name stays whole: [`to_ascii_or_keep`](super::to_ascii_or_keep) says which. The length of the
    /// whole name is not verified.
    Keep,
}

/// The conversion that names go through.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) form: Form,
    pub(crate) on_error: OnError,
}
