//! The end of the work of one client on a name, where there is no host.

use crate::error::Error;

/// Why a client has no host for a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The client refuses the name, with these words on the step.
    Refused(&'static str),
    /// It does so whatever it does with other names that it refuses.
    Denied(&'static str),
    /// It is not told what the client does, with the reason.
    Unknown(&'static str),
    /// The allocator refused memory, which says nothing about the name.
    NoMemory(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        Self::NoMemory(error)
    }
}

impl From<std::collections::TryReserveError> for End {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::NoMemory(crate::memory::refused())
    }
}

/// The first of the rules that a text breaks.
pub(super) const fn refuse(is_broken: bool, rule: &'static str) -> Result<(), End> {
    if is_broken { Err(End::Refused(rule)) } else { Ok(()) }
}
