//! Master files of DNS (RFC 1035 section 5.1): the same file with the other form of its names.
//!
//! A file is read octet by octet into words and entries: `scan`. An entry says which of its words are names: `entry`.
//! A name is converted label by label: `name`. Everything else stays as it is.

mod entry;
mod name;
mod names;
mod refusals;
mod rewrite;
mod scan;

pub(crate) use names::ZoneNames;
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use refusals::ZoneRefusals;
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use rewrite::ZoneProgress;
pub use rewrite::{ZoneRewriter, ZoneRewriting, problems, rewritten};
