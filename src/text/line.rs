//! The names of a line: where they stand, and what marks them (RFC 3986 section 3.2, RFC 5321 section 4.1.2, UTS #58).

use core::ops::Range;

use super::character::{
    Character, OF_AUTHORITY, OF_HOST, OF_MARKED_NAME, OF_NAME, OF_WORD, Set, ends_word, first, is_of_local_part, last,
};
use super::{Found, Kind, escape};
use crate::bounded;
use crate::label::has_prefix;
use crate::label::is_separator;

/// The longest local part, in octets (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;

/// Goes over a line once, from its beginning to its end.
pub(super) struct Line<'t, 'f> {
    text: &'t [u8],
    /// Whether names in paths, queries, fragments, local parts and user information count.
    everywhere: bool,
    at: usize,
    /// Whether what came before the text belongs to its first word.
    after_cut: bool,
    /// Where the last domain of an address ends: no local part begins before it.
    floor: usize,
    found: &'f mut Vec<Found>,
}

/// Appends the names of a line, valid or not. With `after_cut`, the line is the rest of one, and begins inside a word.
pub(super) fn names(text: &[u8], everywhere: bool, after_cut: bool, found: &mut Vec<Found>) {
    let mut line = Line { text, everywhere, after_cut, at: 0, floor: 0, found };
    if after_cut {
        line.tail();
    }
    while line.at < text.len() {
        line.word();
    }
}

impl Line<'_, '_> {
    fn rest(&self, at: usize) -> &[u8] {
        bounded::rest(self.text, at)
    }

    fn octet(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// The first place from which on a character is not of a set.
    fn end_of(&self, start: usize, set: &Set) -> usize {
        bounded::add(start, set.size_of_run(self.rest(start)))
    }

    /// The same with the escapes of such characters.
    #[inline(always)]
    fn end_of_name(&self, start: usize, set: &Set) -> usize {
        let end = self.end_of(start, set);
        if matches!(self.octet(end), Some(b'\\' | b'%')) { self.behind_escapes(end, set) } else { end }
    }

    #[inline(never)]
    fn behind_escapes(&self, start: usize, set: &Set) -> usize {
        let mut end = start;
        while let Some(Character { unit, size }) = escape::first(self.rest(end)) {
            // Octets that are escaped and not UTF-8 may be letters of another encoding.
            if unit.is_some_and(|unit| !set.has(unit)) {
                break;
            }
            end = self.end_of(bounded::add(end, size), set);
        }
        end
    }

    /// The character at a place, which JSON may have escaped.
    #[inline(always)]
    fn character(&self, at: usize) -> Character {
        let rest = self.rest(at);
        if rest.first() == Some(&b'\\') {
            return escape::of_json(rest).unwrap_or(Character { unit: Some(0x5C), size: 1 });
        }
        first(rest)
    }

    /// Whether an octet that is not UTF-8 stands at a place: it may be a letter of another encoding.
    fn is_invalid(&self, at: usize) -> bool {
        at < self.text.len() && first(self.rest(at)).unit.is_none()
    }

    /// Goes over a word, as far as what stands before a character says what it is.
    fn word(&mut self) {
        while self.at < self.text.len() {
            let end = self.end_of_name(self.at, &OF_NAME);
            let run = self.at..end;
            self.at = end;
            let Character { unit, size } = self.character(end);
            let next = bounded::add(end, size);
            match unit {
                Some(0x40) => {
                    if self.everywhere {
                        self.bare(run);
                    }
                    if size == 1 {
                        self.address();
                        continue;
                    }
                }
                Some(0x2F) => {
                    let has_name = self.bare(run);
                    let second = self.character(next);
                    // (A slash may be escaped by a backslash alone.)
                    if has_name || size.max(second.size) > 2 || second.unit != Some(0x2F) {
                        return self.tail();
                    }
                    self.at = bounded::add(next, second.size);
                    self.authority();
                    continue;
                }
                // Both may stand in a local part.
                Some(0x23 | 0x3F) => {
                    if self.bare(run) {
                        return self.tail();
                    }
                }
                Some(unit) if ends_word(unit) => {
                    self.bare(run);
                    self.at = next;
                    return;
                }
                _ => {
                    self.bare(run);
                }
            }
            self.at = next;
        }
    }

    /// Passes over the rest of a word: a path, a query or a fragment.
    fn tail(&mut self) {
        while self.at < self.text.len() {
            let end = if self.everywhere {
                let end = self.end_of_name(self.at, &OF_NAME);
                self.bare(self.at..end);
                end
            } else {
                self.end_of(self.at, &OF_WORD)
            };
            let Character { unit, size } = self.character(end);
            if end == self.text.len() || unit.is_some_and(ends_word) {
                self.at = end;
                return;
            }
            self.at = bounded::add(end, size);
        }
    }

    /// Takes a name. A part of it may be written as an escape.
    fn take(&mut self, name: Range<usize>, kind: Kind) {
        let is_escaped = bounded::part(self.text, name.clone()).iter().any(|octet| matches!(octet, b'%' | b'\\'));
        self.found.push(Found { start: name.start, end: name.end, kind, is_escaped });
    }

    /// Takes a name that nothing marks. Says whether there is one.
    fn bare(&mut self, run: Range<usize>) -> bool {
        // (Most words have neither. An escaped dot alone makes no bare name.)
        if !self.text.get(run.clone()).is_some_and(|text| text.contains(&b'.') || has_prefix(text)) {
            return false;
        }
        let before = self.text.get(..run.start).filter(|before| !before.is_empty());
        if self.is_invalid(run.end) || before.is_some_and(|before| last(before).unit.is_none()) {
            return false;
        }
        let run = self.without_escapes(run);
        let text = bounded::part(self.text, run.clone());
        let dots_before = text.iter().take_while(|&&octet| octet == b'.').count();
        let dots_behind = text.iter().rev().take_while(|&&octet| octet == b'.').count();
        let (start, end) = (bounded::add(run.start, dots_before), bounded::sub(run.end, dots_behind));
        // (Of dots alone nothing is left: they are counted from both sides.)
        let name = bounded::part(self.text, start..end.max(start));
        let is_name = name.contains(&b'.') || has_prefix(name);
        if is_name {
            self.take(start..end, Kind::Bare);
        }
        is_name
    }

    /// Leaves out the labels of a run at its ends of which a part is written as an escape, outside the run: `\032`,
    /// `\.`, `%20`.
    fn without_escapes(&self, run: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = run;
        let before = start.checked_sub(1).and_then(|before| self.octet(before));
        if matches!(before, Some(b'\\' | b'%')) && start < end {
            // What follows the escape belongs to the label, and the first octet may belong to the escape.
            let label = self.rest(bounded::add(start, 1));
            let size = label.iter().take(bounded::sub(bounded::sub(end, start), 1)).position(|&octet| octet == b'.');
            start = size.map_or(end, |size| bounded::add(bounded::add(start, size), 1));
        }
        if matches!(self.rest(end), [b'\\', b'.' | b'0'..=b'9', ..]) {
            let text = bounded::part(self.text, start..end);
            end = text.iter().rposition(|&octet| octet == b'.').map_or(start, |dot| bounded::add(start, dot));
        }
        start..end.max(start)
    }

    /// Takes the domain of an address, at whose `@` the line stands.
    fn address(&mut self) {
        let (local_part, start) = (self.local_part(), bounded::add(self.at, 1));
        let mut end = self.end_of_name(start, &OF_MARKED_NAME);
        let mut is_cut = false;
        while self.is_invalid(end) {
            (is_cut, end) = (true, self.end_of(bounded::add(end, 1), &OF_MARKED_NAME));
        }
        (self.at, self.floor) = (end, end);
        let Some(local_part) = local_part else {
            // An A-label names itself. All other names are those of what is not an address.
            let name = bounded::part(self.text, start..end);
            if name.split(|&octet| octet == b'.').any(has_prefix) {
                (self.at, self.floor) = (start, start);
            }
            return;
        };
        while end > start && self.octet(bounded::sub(end, 1)) == Some(b'.') {
            end = bounded::sub(end, 1);
        }
        if !self.everywhere {
            while self.found.last().is_some_and(|found| found.start >= local_part) {
                self.found.pop();
            }
        }
        if end > start && !is_cut {
            self.take(start..end, Kind::EmailDomain);
        }
    }

    /// Where the local part in front of an `@` begins, if there is one: a dot-atom or a quoted string (RFC 5321 section
    /// 4.1.2).
    fn local_part(&self) -> Option<usize> {
        let before = bounded::part(self.text, self.floor..self.at);
        if let Some(quoted) = before.strip_suffix(b"\"") {
            let least = quoted.len().saturating_sub(MAX_LOCAL_PART);
            let content = bounded::rest(quoted, least);
            let opening = content.iter().rposition(|&octet| octet == b'"').map(|place| bounded::add(least, place))?;
            let is_empty = bounded::add(opening, 1) == quoted.len();
            let opening = bounded::add(self.floor, opening);
            let is_opening = match opening.checked_sub(1).and_then(|before| self.octet(before)) {
                None => !self.after_cut,
                Some(octet) => octet.is_ascii_whitespace() || b"<(,;:=[".contains(&octet),
            };
            return (is_opening && !is_empty).then_some(opening);
        }
        let mut start = before.len();
        while let Some(rest) = before.get(..start).filter(|rest| !rest.is_empty()) {
            let Character { unit, size } = last(rest);
            // A delimiter of words may stand in a local part, but in text it does not.
            if !unit.is_some_and(|unit| is_of_local_part(unit) && !ends_word(unit)) {
                break;
            }
            start = bounded::sub(start, size);
            if bounded::sub(before.len(), start) > MAX_LOCAL_PART {
                return None;
            }
        }
        let local_part = bounded::rest(before, start);
        let is_dot_atom = !local_part.is_empty()
            && !local_part.starts_with(b".")
            && !local_part.ends_with(b".")
            && !local_part.windows(2).any(|two| two == b"..");
        is_dot_atom.then(|| bounded::add(self.floor, start))
    }

    /// Takes the host of the authority that begins here (RFC 3986 section 3.2): behind the last `@`, before the port,
    /// and no IP literal.
    fn authority(&mut self) {
        let end = self.end_of_authority(self.at);
        let text = bounded::part(self.text, self.at..end);
        let host = text.iter().rposition(|&octet| octet == b'@').map_or(0, |sign| bounded::add(sign, 1));
        let start = bounded::add(self.at, host);
        if self.everywhere && host > 0 {
            let mut user = Line { text: bounded::first(self.text, start), at: self.at, ..self.reborrowed() };
            user.tail();
        }
        let stop = self.end_of_name(start, &OF_HOST).min(end);
        let has_path = matches!(self.character(end).unit, Some(0x2F | 0x3F | 0x23));
        if self.is_end_of_host(stop..end, has_path) && self.octet(start) != Some(b'[') {
            let has_port = self.character(stop).unit == Some(0x3A);
            let name_end = if has_path || has_port { stop } else { self.without_stops(start..stop) };
            if name_end > start {
                self.take(start..name_end, Kind::UrlHost);
            }
        }
        self.at = stop.max(start);
        self.floor = self.at;
        if has_path {
            self.at = end;
            self.tail();
        }
    }

    fn reborrowed(&mut self) -> Line<'_, '_> {
        let Self { text, everywhere, after_cut, at, floor, .. } = *self;
        Line { text, everywhere, after_cut, at, floor, found: self.found }
    }

    /// Where an authority ends. An octet that is not UTF-8 does not end it.
    fn end_of_authority(&self, start: usize) -> usize {
        let mut at = self.end_of(start, &OF_AUTHORITY);
        loop {
            let Character { unit, size } = self.character(at);
            if at >= self.text.len() || unit.is_some_and(|unit| !OF_AUTHORITY.has(unit)) {
                return at;
            }
            at = self.end_of(bounded::add(at, size), &OF_AUTHORITY);
        }
    }

    /// Whether what stands between a host and the end of its authority leaves it a host: nothing, a port, or what ends
    /// a sentence.
    fn is_end_of_host(&self, between: Range<usize>, has_path: bool) -> bool {
        let Range { start: mut at, end } = between;
        match self.character(at).unit {
            _ if at >= end => return true,
            Some(0x3A) => return true,
            None => return false,
            _ if has_path => return false,
            // No URL holds it, so that it stands behind one.
            Some(0x80..) => return true,
            _ => {}
        }
        while at < end {
            let Character { unit, size } = self.character(at);
            if unit.and_then(char::from_u32).is_some_and(|character| character.is_ascii_alphanumeric()) {
                return false;
            }
            at = bounded::add(at, size);
        }
        true
    }

    /// The end of a host without the stops that end a sentence.
    fn without_stops(&self, host: Range<usize>) -> usize {
        let mut end = host.end;
        while let Some(text) = self.text.get(host.start..end).filter(|text| !text.is_empty()) {
            let Character { unit, size } = last(text);
            if !unit.is_some_and(is_separator) {
                break;
            }
            end = bounded::sub(end, size);
        }
        end
    }
}
