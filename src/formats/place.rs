//! The places of one line where its format says that a name stands.

use core::ops::Range;

use super::statement::{Across, Values};
use super::words::{host_of_url, up_to};
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
    /// The statement that the lines before left open.
    pub(crate) across: Across,
}

impl Places {
    /// Notes a name without the labels `*` around it, unless no name is there: an address, a number, a mark, or a
    /// pattern, which has other characters of ASCII.
    pub(super) fn note(&mut self, line: &[u8], kind: Kind, range: Range<usize>) {
        let word = bounded::part(line, range.clone());
        let mut behind = word;
        while let Some(rest) = behind.strip_prefix(b"*.") {
            behind = rest;
        }
        let name = behind.strip_suffix(b".*").unwrap_or(behind);
        let start = bounded::add(range.start, bounded::sub(word.len(), behind.len()));
        let has_letter = name.iter().any(|octet| octet.is_ascii_alphabetic() || !octet.is_ascii());
        let is_plain = |octet: &u8| !octet.is_ascii() || octet.is_ascii_alphanumeric() || b"-._".contains(octet);
        if has_letter && name.iter().all(is_plain) {
            self.found.push(NamePlace { range: start..bounded::add(start, name.len()), kind });
        }
    }

    /// Notes what another reader found, or that it had no memory.
    pub(super) fn take(&mut self, places: Result<Vec<NamePlace>, Error>) {
        match places {
            Ok(places) => places.into_iter().for_each(|place| self.found.push(place)),
            Err(_) => self.found.refuse(),
        }
    }

    /// Notes a bare name behind the marks that lists put before one: `.`, `+.`, `~`.
    pub(super) fn name(&mut self, line: &[u8], range: Range<usize>) {
        let word = bounded::part(line, range.clone());
        let marks = word.iter().take_while(|&octet| b".+~".contains(octet)).count();
        self.note(line, Kind::Bare, bounded::add(range.start, marks)..range.end);
    }

    /// Notes the host of a word that is a URL, or returns false.
    pub(super) fn url(&mut self, line: &[u8], word: Range<usize>) -> bool {
        let host = host_of_url(line, word, |octet| matches!(octet, b'$' | b'{'));
        host.map(|host| self.note(line, Kind::UrlHost, host)).is_some()
    }

    /// Notes the host of a word that is a URL, or a host with a port or a path or without.
    pub(super) fn host(&mut self, line: &[u8], word: Range<usize>) {
        if !self.url(line, word.clone()) {
            let end = up_to(line, word.clone(), |octet| matches!(octet, b':' | b'/' | b'[' | b'{'));
            self.name(line, word.start..end);
        }
    }

    /// Notes the name of a word of a statement.
    pub(super) fn word(&mut self, line: &[u8], word: Range<usize>, values: Values) {
        let first = bounded::part(line, word.clone()).first();
        match values {
            Values::Names => self.name(line, word),
            Values::Hosts | Values::Sites => self.host(line, word),
            // A regular expression begins with another character.
            Values::Urls if first.is_some_and(u8::is_ascii_alphabetic) => _ = self.url(line, word),
            Values::Nothing | Values::Urls | Values::Source | Values::Keys => {}
        }
    }

    /// Those of a line, by the reader of its format. A byte order mark is no part of the line.
    pub(super) fn of(&mut self, line: &[u8], read: impl FnOnce(&[u8], &mut Self)) -> Result<&[NamePlace], Error> {
        self.found.clear();
        let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        read(text, self);
        let mark = bounded::sub(line.len(), text.len());
        if mark > 0 {
            for NamePlace { range, .. } in self.found.iter_mut() {
                *range = bounded::add(range.start, mark)..bounded::add(range.end, mark);
            }
        }
        if self.found.is_refused() { Err(memory::refused()) } else { Ok(&self.found) }
    }

    pub(super) fn finished(self) -> Result<Vec<NamePlace>, Error> {
        self.found.finished()
    }
}
