//! Which form the names of a file are given, and what is counted.

use crate::domain::OnError;
use crate::formats::Format;
use crate::label::{LabelError, LineError};
use crate::{Profile, memory};

/// Which form the names of a file are given.
#[derive(Clone, Copy)]
pub struct FileRewriting<'a> {
    /// The kind of file. Of [`Format::Text`] every kind of name counts, where names usually stand.
    pub format: Format,
    /// The rules for names.
    pub profile: &'a Profile,
    /// True if names with A-labels become Unicode; else names that are not ASCII become ASCII.
    pub to_unicode: bool,
    /// The treatment of a name that is refused.
    pub on_error: OnError,
    /// As [`ZoneRewriting::escapes_are_letters`](crate::zone::ZoneRewriting::escapes_are_letters), of master files.
    pub escapes_are_letters: bool,
}

/// Counts of all files that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The lines.
    pub lines: usize,
    /// The names that have the form that is sought: those that are not ASCII, or have a prefix of A-labels. Of master
    /// files and text, those that were replaced or refused.
    pub names: usize,
    /// Those of them that were replaced.
    pub rewritten: usize,
    /// Those of them that were refused. Of a master file, as [`ZoneRewriter::kept`](crate::zone::ZoneRewriter::kept).
    pub refused: usize,
    /// The names of a master file that have a label that was left, which [`FileRewriting::escapes_are_letters`] would
    /// read.
    pub escaped: usize,
    /// The lines with characters beyond ASCII where no name stands: comments, patterns, other values. They are counted
    /// to ASCII alone. Of a master file, as [`ZoneRewriter::others`](crate::zone::ZoneRewriter::others).
    pub others: usize,
}

pub(super) fn no_memory() -> LineError {
    LineError { line: 0, error: LabelError::out_of_memory(memory::refused()) }
}
