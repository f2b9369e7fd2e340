//! The places of one line where its format says that a name stands.

use core::ops::Range;

use crate::bounded;
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::text::Kind;

/// A place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePlace {
    /// The name, in octets of the line.
    pub range: Range<usize>,
    /// The kind: of a URL, of an address, or bare.
    pub kind: Kind,
}

/// The places of one line, in its order.
#[derive(Default)]
pub(crate) struct Places {
    found: Growing<NamePlace>,
}

impl Places {
    /// Notes a name, unless nothing is there.
    pub(super) fn note(&mut self, kind: Kind, range: Range<usize>) {
        if !range.is_empty() {
            self.found.push(NamePlace { range, kind });
        }
    }

    /// Notes a bare name between the marks that lists have around one: `.`, `+.`, `~` and `*.` before, `.*` behind.
    pub(super) fn name(&mut self, line: &[u8], range: Range<usize>) {
        let word = bounded::part(line, range.clone());
        let before = word.iter().take_while(|&octet| b".+~*".contains(octet)).count();
        let behind = if bounded::rest(word, before).ends_with(b".*") { 2 } else { 0 };
        self.note(Kind::Bare, bounded::add(range.start, before)..bounded::sub(range.end, behind));
    }

    /// Those of a line, by the reader of its format.
    pub(super) fn of(&mut self, line: &[u8], read: impl FnOnce(&[u8], &mut Self)) -> Result<&[NamePlace], Error> {
        self.found.clear();
        read(line, self);
        if self.found.is_refused() { Err(memory::refused()) } else { Ok(&self.found) }
    }

    pub(super) fn finished(self) -> Result<Vec<NamePlace>, Error> {
        self.found.finished()
    }
}
