//! The same file with the other form of its names, and nothing else changed: formats of lines, and one loop for all.
//!
//! ```text
//! take a piece behind what is held; only whole lines are read, and the last line is held
//! to ASCII, a line without an octet beyond ASCII stays; to Unicode, one without a prefix of A-labels
//!     where a statement may go over lines, each is read
//! for each place that the format of the line knows:
//!     a name that has no other form stays; one that is refused stays and is told, or is raised
//!     any other name is replaced
//! ```

#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod batch;
mod find;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod lines;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod plan;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod reader;
mod rewrite;
mod rewriting;
mod rooms;
#[cfg(test)]
mod tests;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod whole;

pub use crate::formats::{Format, NamePlace};
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(unused_imports, reason = "tested without the binding, too"))]
pub(crate) use batch::{Answers, FileBatch, RefusalReport};
pub use find::find;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(unused_imports, reason = "tested without the binding, too"))]
pub(crate) use plan::FilePlan;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(unused_imports, reason = "tested without the binding, too"))]
pub(crate) use reader::{FileKind, FileReader};
pub use rewrite::FileRewriter;
pub use rewriting::{Counts, FileRewriting};
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(unused_imports, reason = "tested without the binding, too"))]
pub(crate) use whole::{FileMemory, WholeFile};

/// A line without the octets that end it.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
