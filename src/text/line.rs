//! The names of a line: where they stand, and what marks them (RFC 3986 section 3.2, RFC 5321 section 4.1.2, UTS #58).

use core::ops::Range;

use super::character::{
    Character, OF_AUTHORITY, OF_HOST, OF_MARKED_NAME, OF_NAME, OF_WORD, Set, ends_word, first, is_of_local_part, last,
};
use super::{Found, Kind, has_prefix};
use crate::label::is_separator;

/// The longest local part, in octets (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;

/// Goes over a line once, from its beginning to its end.
pub(super) struct Line<'t, 'f> {
    text: &'t [u8],
    /// Whether names in paths, queries, fragments, local parts and user information count.
    everywhere: bool,
    at: usize,
    /// Where the last domain of an address ends: no local part begins before it.
    floor: usize,
    found: &'f mut Vec<Found>,
}

/// Appends the names of a line, valid or not. With `after_cut`, the line is the rest of one, and begins inside a word.
pub(super) fn names(text: &[u8], everywhere: bool, after_cut: bool, found: &mut Vec<Found>) {
    let mut line = Line { text, everywhere, at: 0, floor: 0, found };
    if after_cut {
        line.tail();
    }
    while line.at < text.len() {
        line.word();
    }
}

impl Line<'_, '_> {
    fn rest(&self, at: usize) -> &[u8] {
        self.text.get(at..).unwrap_or_default()
    }

    fn octet(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// The first place from which on a character is not of a set.
    fn end_of(&self, start: usize, set: &Set) -> usize {
        start.saturating_add(set.size_of_run(self.rest(start)))
    }

    /// Goes over a word, as far as what stands before a character says what it is.
    fn word(&mut self) {
        let mut run = self.at;
        loop {
            self.at = self.end_of(self.at, &OF_NAME);
            if self.at >= self.text.len() {
                break;
            }
            let Character { unit, size } = first(self.rest(self.at));
            let next = self.at.saturating_add(size);
            match unit {
                Some(0x40) => {
                    if self.everywhere {
                        self.bare(run..self.at);
                    }
                    self.address();
                    run = self.at;
                    continue;
                }
                Some(0x2F) => {
                    let has_name = self.bare(run..self.at);
                    if self.octet(next) != Some(b'/') || has_name {
                        return self.tail();
                    }
                    self.at = next.saturating_add(1);
                    self.authority();
                    run = self.at;
                    continue;
                }
                // Both may stand in a local part.
                Some(0x23 | 0x3F) => {
                    if self.bare(run..self.at) {
                        return self.tail();
                    }
                    run = next;
                }
                Some(unit) if ends_word(unit) => {
                    self.bare(run..self.at);
                    self.at = next;
                    return;
                }
                _ => {
                    self.bare(run..self.at);
                    run = next;
                }
            }
            self.at = next;
        }
        self.bare(run..self.at);
    }

    /// Passes over the rest of a word: a path, a query or a fragment.
    fn tail(&mut self) {
        let passed = if self.everywhere { &OF_NAME } else { &OF_WORD };
        while self.at < self.text.len() {
            let end = self.end_of(self.at, passed);
            if self.everywhere && end > self.at {
                self.bare(self.at..end);
            }
            let Character { unit, size } = first(self.rest(end));
            if end == self.text.len() || unit.is_some_and(ends_word) {
                self.at = end;
                return;
            }
            self.at = end.saturating_add(size);
        }
    }

    /// Takes a name that nothing marks. Says whether there is one.
    fn bare(&mut self, run: Range<usize>) -> bool {
        // Most words have neither, and escapes bring in neither.
        if !self.text.get(run.clone()).is_some_and(|text| text.contains(&b'.') || has_prefix(text)) {
            return false;
        }
        let run = self.without_escapes(run);
        let text = self.text.get(run.clone()).unwrap_or_default();
        let dots_before = text.iter().take_while(|&&octet| octet == b'.').count();
        let dots_behind = text.iter().rev().take_while(|&&octet| octet == b'.').count();
        let (start, end) = (run.start.saturating_add(dots_before), run.end.saturating_sub(dots_behind));
        let name = self.text.get(start..end).unwrap_or_default();
        let is_name = name.contains(&b'.') || has_prefix(name);
        if is_name {
            self.found.push(Found { start, end, kind: Kind::Bare, is_escaped: false });
        }
        is_name
    }

    /// Leaves out the labels of a run at its ends of which a part is written as an escape, outside the run: `\032`, `\.`,
    /// `\u00fc`, `%C3%BC`.
    fn without_escapes(&self, run: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = run;
        let before = start.checked_sub(1).and_then(|before| self.octet(before));
        if matches!(before, Some(b'\\' | b'%')) && start < end {
            // What follows the escape belongs to the label, and the first octet may belong to the escape.
            let label = self.rest(start.saturating_add(1));
            let size = label.iter().take(end.saturating_sub(start).saturating_sub(1)).position(|&octet| octet == b'.');
            start = size.map_or(end, |size| start.saturating_add(size).saturating_add(1));
        }
        let is_escape = match self.rest(end) {
            [b'\\', b'u' | b'.' | b'0'..=b'9', ..] => true,
            [b'%', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
            _ => false,
        };
        if is_escape {
            let text = self.text.get(start..end).unwrap_or_default();
            end = text.iter().rposition(|&octet| octet == b'.').map_or(start, |dot| start.saturating_add(dot));
        }
        start..end.max(start)
    }

    /// Takes the domain of an address, at whose `@` the line stands.
    fn address(&mut self) {
        let (local_part, sign) = (self.local_part(), self.at);
        let start = sign.saturating_add(1);
        let mut end = self.end_of(start, &OF_MARKED_NAME);
        self.at = end;
        self.floor = end;
        while end > start && self.octet(end.saturating_sub(1)) == Some(b'.') {
            end = end.saturating_sub(1);
        }
        let Some(local_part) = local_part else { return };
        if !self.everywhere {
            while self.found.last().is_some_and(|found| found.start >= local_part) {
                self.found.pop();
            }
        }
        if end > start {
            self.found.push(Found { start, end, kind: Kind::EmailDomain, is_escaped: false });
        }
    }

    /// Where the local part in front of an `@` begins, if there is one: a dot-atom or a quoted string (RFC 5321 section
    /// 4.1.2).
    fn local_part(&self) -> Option<usize> {
        let before = self.text.get(self.floor..self.at).unwrap_or_default();
        if let Some(quoted) = before.strip_suffix(b"\"") {
            let least = quoted.len().saturating_sub(MAX_LOCAL_PART);
            let content = quoted.get(least..).unwrap_or_default();
            let opening = content.iter().rposition(|&octet| octet == b'"').map(|place| least.saturating_add(place))?;
            let is_opening = match opening.checked_sub(1).and_then(|before| quoted.get(before)) {
                None => true,
                Some(&octet) => octet.is_ascii_whitespace() || b"<(,;:=[".contains(&octet),
            };
            let is_empty = opening.saturating_add(1) == quoted.len();
            return (is_opening && !is_empty).then(|| self.floor.saturating_add(opening));
        }
        let mut start = before.len();
        while let Some(rest) = before.get(..start).filter(|rest| !rest.is_empty()) {
            let Character { unit, size } = last(rest);
            // A delimiter of words may stand in a local part, but in text it does not.
            if !unit.is_some_and(|unit| is_of_local_part(unit) && !ends_word(unit)) {
                break;
            }
            start = start.saturating_sub(size);
            if before.len().saturating_sub(start) > MAX_LOCAL_PART {
                return None;
            }
        }
        let local_part = before.get(start..).unwrap_or_default();
        let is_dot_atom = !local_part.is_empty()
            && !local_part.starts_with(b".")
            && !local_part.ends_with(b".")
            && !local_part.windows(2).any(|two| two == b"..");
        is_dot_atom.then(|| self.floor.saturating_add(start))
    }

    /// Takes the host of the authority that begins here (RFC 3986 section 3.2): behind the last `@`, before the port, and
    /// no IP literal.
    fn authority(&mut self) {
        let (end, is_escaped) = self.end_of_authority(self.at);
        let text = self.text.get(self.at..end).unwrap_or_default();
        let host = text.iter().rposition(|&octet| octet == b'@').map_or(0, |sign| sign.saturating_add(1));
        let start = self.at.saturating_add(host);
        if self.everywhere && host > 0 {
            let mut user = Line { text: self.text.get(..start).unwrap_or_default(), at: self.at, ..self.reborrowed() };
            user.tail();
        }
        let mut stop = if is_escaped { end } else { self.end_of(start, &OF_HOST).min(end) };
        if is_escaped
            && let Some(port) = self.text.get(start..stop).and_then(|host| host.iter().position(|&o| o == b':'))
        {
            stop = start.saturating_add(port);
        }
        let behind = self.octet(end);
        let has_path = matches!(behind, Some(b'/' | b'?' | b'#'));
        if self.is_end_of_host(stop..end, has_path) && self.octet(start) != Some(b'[') {
            let name_end =
                if has_path || self.octet(stop) == Some(b':') { stop } else { self.without_stops(start..stop) };
            let is_escaped = is_escaped || self.text.get(start..name_end).is_some_and(|host| host.contains(&b'%'));
            if name_end > start {
                self.found.push(Found { start, end: name_end, kind: Kind::UrlHost, is_escaped });
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
        Line { text: self.text, everywhere: self.everywhere, at: self.at, floor: self.floor, found: self.found }
    }

    /// Where an authority ends, and whether there are escapes of JSON in it, `\u00fc`.
    fn end_of_authority(&self, start: usize) -> (usize, bool) {
        let mut is_escaped = false;
        let mut at = start;
        loop {
            at = self.end_of(at, &OF_AUTHORITY);
            match self.rest(at) {
                [b'\\', b'u', hex @ ..]
                    if hex.iter().take(4).filter(|octet| octet.is_ascii_hexdigit()).count() == 4 =>
                {
                    is_escaped = true;
                    at = at.saturating_add(6);
                }
                _ => return (at, is_escaped),
            }
        }
    }

    /// Whether what stands between a host and the end of its authority leaves it a host: nothing, a port, or what ends a
    /// sentence.
    fn is_end_of_host(&self, between: Range<usize>, has_path: bool) -> bool {
        let text = self.text.get(between).unwrap_or_default();
        match text {
            [] | [b':', ..] => true,
            _ if has_path => false,
            // No URL holds it, so that it stands behind one.
            [first, ..] if !first.is_ascii() => true,
            _ => !text.iter().any(u8::is_ascii_alphanumeric),
        }
    }

    /// The end of a host without the stops that end a sentence.
    fn without_stops(&self, host: Range<usize>) -> usize {
        let mut end = host.end;
        while let Some(text) = self.text.get(host.start..end).filter(|text| !text.is_empty()) {
            let Character { unit, size } = last(text);
            if !unit.is_some_and(is_separator) {
                break;
            }
            end = end.saturating_sub(size);
        }
        end
    }
}
