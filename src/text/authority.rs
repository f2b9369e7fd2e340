//! The hosts of URLs in a line (RFC 3986 section 3.2, RFC 3987 section 2.2).

use core::ops::Range;

use super::character::{Character, OF_AUTHORITY, OF_HOST, OF_NAME, ends_word, first, is_of_label, last};
use super::extent::{end_of_last_letter, extent};
use super::line::{Candidate, Line};
use super::marks::is_border;
use super::{Kind, escape};
use crate::bounded;
use crate::unicode::TextClass;

impl Line<'_, '_> {
    /// Takes the host of the authority that begins here: behind the last `@`, before the port, and no IP literal. The
    /// rest of the authority is passed over.
    pub(super) fn authority(&mut self) {
        if self.plain_host() || self.sought.any_slashes && self.pass_slashes() && self.plain_host() {
            return;
        }
        loop {
            let end = self.end_of_authority(self.at);
            let has_more = self.host(end);
            (self.at, self.floor) = (end, end);
            let Character { unit, size } = self.character(end);
            match unit {
                Some(0x2F) => {}
                Some(0x3F | 0x23) => return self.tail(),
                _ => return,
            }
            // Behind a host and what ended it another URL may begin, as in a list: `//a.example,http://b.example`.
            let second = bounded::add(end, size);
            let Character { unit: Some(0x2F), size } = self.character(second) else { return self.tail() };
            let before = self.octet(bounded::sub(end, 1));
            let is_reference = escape::ends_with_reference(bounded::first(self.text, end));
            if !(matches!(before, Some(b',' | b';')) && !is_reference || has_more && before == Some(b':')) {
                return self.tail();
            }
            self.at = bounded::add(second, size);
        }
    }

    /// Passes over more slashes behind two of a special scheme (URL Standard). Returns whether there are some.
    fn pass_slashes(&mut self) -> bool {
        const SPECIAL: [&[u8]; 5] = [b"http", b"https", b"ws", b"wss", b"ftp"];
        let count = self.rest(self.at).iter().take_while(|octet| **octet == b'/').count();
        let before = bounded::first(self.text, self.at).strip_suffix(b"://").filter(|_| count > 0);
        let size =
            |before: &[u8]| before.iter().rev().take(8).take_while(|octet| octet.is_ascii_alphanumeric()).count();
        let scheme = before.map(|before| bounded::rest(before, bounded::sub(before.len(), size(before))));
        let is_special =
            scheme.is_some_and(|scheme| SPECIAL.iter().any(|special| scheme.eq_ignore_ascii_case(special)));
        if is_special {
            self.at = bounded::add(self.at, count);
        }
        is_special
    }

    /// Takes the host that begins here, and its path, if it is plain, as most are: letters, digits, hyphens, low lines
    /// and dots of ASCII from a letter to a letter, and behind it a slash, white space, a quotation mark or an angle
    /// bracket. Returns whether it is.
    fn plain_host(&mut self) -> bool {
        let rest = self.rest(self.at);
        let (host, behind) = rest.split_at(OF_NAME.size_of_ascii(rest));
        let is_end = |octet: &&u8| **octet == b'/' || is_border(**octet);
        let (Some(end), [first, ..], Some(last)) = (behind.first().filter(is_end), host, host.last()) else {
            return false;
        };
        if !(first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric()) {
            return false;
        }
        let (start, stop, is_delimited) = (self.at, bounded::add(self.at, host.len()), *end == b'/');
        self.push(Candidate { is_delimited, ..Candidate::plain(start..stop, Kind::UrlHost) });
        (self.at, self.floor) = (stop, stop);
        if is_delimited {
            self.tail();
        }
        true
    }

    /// Takes the host of the authority that stands here and ends there. Returns whether the authority goes on behind
    /// it.
    fn host(&mut self, end: usize) -> bool {
        let text = bounded::part(self.text, self.at..end);
        let host = text.iter().rposition(|&octet| octet == b'@').map_or(0, |sign| bounded::add(sign, 1));
        let start = bounded::add(self.at, host);
        let stop = self.end_of_name(start, &OF_HOST).min(end);
        // Browsers end an authority at a backslash, which in JSON begins an escape, and which HTML writes as `&bsol;`.
        let user = bounded::first(text, host);
        let has_reference = user.contains(&b'&') && (user.contains(&b';') || user.windows(2).any(|two| two == b"&#"));
        let may_end = user.contains(&b'\\') || has_reference;
        let is_literal = self.octet(start) == Some(b'[');
        let is_other = may_end && is_literal || self.is_bare_sign(start..end) && (may_end || self.goes_on(stop));
        if host > 0 && is_other && !self.is_invalid(stop) {
            self.user(bounded::sub(start, 1));
            return true;
        }
        if self.everywhere && host > 0 {
            let mut user = Line { text: bounded::first(self.text, start), at: self.at, ..self.reborrowed() };
            user.tail();
        }
        if self.is_invalid(stop) {
            return false;
        }
        let stop = self.before_scheme(start..stop);
        let name = extent(bounded::part(self.text, start..stop), Kind::UrlHost, self.is_delimited(start..stop));
        let is_delimited = self.is_delimited(start..stop);
        let (start, stop) = (bounded::add(start, name.start), bounded::add(start, name.end));
        let goes_on = may_end || self.goes_on(stop);
        if bounded::part(self.text, start..stop).iter().any(|&octet| octet != b'.') {
            self.take(start..stop, Kind::UrlHost, is_delimited, goes_on);
        } else if goes_on {
            self.odd_host(start, end);
        }
        goes_on
    }

    /// Returns whether a path or a port follows a host, so that its end is the end for browsers. A port is none if
    /// the authority goes on behind it. A backslash counts only behind what would be left out, and not behind a dot:
    /// in JSON it begins an escape.
    fn is_delimited(&self, host: Range<usize>) -> bool {
        let stop = host.end;
        let is_left_out = |unit: u32| matches!(unit, 0x2D | 0x5F) || TextClass::of(unit) == TextClass::Symbol;
        let text = bounded::part(self.text, host);
        let is_end = || !text.is_empty() && last(text).unit.is_some_and(is_left_out);
        matches!(self.character(stop).unit, Some(0x2F | 0x3F | 0x23))
            || self.port(stop) > stop && !self.goes_on(stop)
            || self.octet(stop) == Some(b'\\') && is_end()
    }

    /// Where a host ends behind which, after hyphens, the scheme of another URL stands: `//a.example--https://b`.
    fn before_scheme(&self, host: Range<usize>) -> usize {
        const SCHEMES: [&[u8]; 4] = [b"http", b"https", b"ws", b"wss"];
        if !self.rest(host.end).starts_with(b"://") {
            return host.end;
        }
        let text = bounded::part(self.text, host.clone());
        let hyphen = text.iter().rposition(|&octet| octet == b'-').map_or(0, |place| bounded::add(place, 1));
        let is_scheme = |scheme: &[u8]| bounded::rest(text, hyphen).eq_ignore_ascii_case(scheme);
        if hyphen > 0 && SCHEMES.into_iter().any(is_scheme) { bounded::add(host.start, hyphen) } else { host.end }
    }

    /// Returns whether nothing of a host stands behind an `@`, and no address in brackets. What ends a word here may
    /// follow, from which browsers read on: they visit another host.
    fn is_bare_sign(&self, behind: Range<usize>) -> bool {
        let text = bounded::part(self.text, behind);
        // A port is nothing of a host.
        let host = text.split(|&octet| octet == b':').next().unwrap_or_default();
        let mut valid = host.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
        let mut has_letter = || valid.any(|character| is_letter(character.into()));
        !has_letter() && text.first() != Some(&b'[')
    }

    /// Takes user information, up to its end, as what somebody may take for the host.
    fn user(&mut self, end: usize) {
        let stop = self.end_of_name(self.at, &OF_HOST).min(end);
        let name = extent(bounded::part(self.text, self.at..stop), Kind::UrlHost, false);
        let (start, stop) = (bounded::add(self.at, name.start), bounded::add(self.at, name.end));
        if bounded::part(self.text, start..stop).iter().any(|&octet| octet != b'.') {
            self.take(start..stop, Kind::UrlHost, false, true);
        } else {
            self.odd_host(self.at, end);
        }
    }

    /// Takes a host that begins with what ends a name (`$x.example`, `*.example`). Browsers have such hosts, so that a
    /// list of allowed names must see it; it is never rewritten.
    fn odd_host(&mut self, start: usize, end: usize) {
        let text = bounded::part(self.text, start..end);
        let size = text.iter().position(|&octet| octet == b':').unwrap_or(text.len());
        let stop = bounded::add(start, size);
        let is_delimited = self.is_delimited(start..stop);
        let host = bounded::first(text, size);
        // Where what goes on is the rest of user information, there may be no letter.
        let letters = end_of_last_letter(host, Kind::UrlHost);
        let size = if is_delimited || letters == 0 { size } else { letters };
        if size > 0 && host.first() != Some(&b'[') {
            self.take(start..bounded::add(start, size), Kind::UrlHost, is_delimited, true);
        }
    }

    /// Where an authority ends: before `/`, `?`, `#` and what ends a word; before a bracket that is not of an IP
    /// literal. An octet that is not UTF-8 does not end it.
    fn end_of_authority(&self, start: usize) -> usize {
        let mut at = self.end_of(start, &OF_AUTHORITY);
        loop {
            let Character { unit, size } = self.character(at);
            let next = if at >= self.text.len() {
                at
            } else if let Some(size) = self.size_of_reference(start, at) {
                bounded::add(bounded::sub(at, 1), size)
            } else if unit == Some(0x5B) && (at == start || self.octet(bounded::sub(at, 1)) == Some(b'@')) {
                self.end_of_literal(at)
            } else if unit.is_some_and(|unit| !OF_AUTHORITY.has(unit)) {
                at
            } else {
                bounded::add(at, size)
            };
            if next == at {
                return at;
            }
            at = self.end_of(next, &OF_AUTHORITY);
        }
    }

    /// The size of a reference of HTML to a character of the authority, if one begins right before its `#`.
    fn size_of_reference(&self, start: usize, sign: usize) -> Option<usize> {
        let is_behind = self.octet(sign) == Some(b'#') && sign > start;
        is_behind.then(|| escape::reference_in_authority(self.rest(bounded::sub(sign, 1))))?
    }

    /// Where the IP literal ends that begins here; here, if it is none.
    fn end_of_literal(&self, start: usize) -> usize {
        let end = self.end_of(bounded::add(start, 1), &OF_AUTHORITY);
        if self.octet(end) == Some(b']') { bounded::add(end, 1) } else { start }
    }

    /// Where the port ends that begins here, with its colon: before a path, or behind digits. Here, if there is none.
    fn port(&self, start: usize) -> usize {
        let Character { unit: Some(0x3A), size } = self.character(start) else { return start };
        let mut end = bounded::add(start, size);
        let begins_path = matches!(self.character(end).unit, Some(0x2F | 0x3F | 0x23));
        let digits = end;
        while let Character { unit: Some(0x30..=0x39), size } = self.character(end) {
            end = bounded::add(end, size);
        }
        if end > digits || begins_path { end } else { start }
    }

    /// Returns whether behind a host the authority goes on with more than a port, as software reads it that takes a URL
    /// to its next delimiter: with a letter or a digit, or with what UTS #46 makes one of; or with an `@`, so that the
    /// host is user information.
    fn goes_on(&self, host_end: usize) -> bool {
        let mut at = self.port(host_end);
        let mut is_right_behind = at == host_end;
        while at < self.text.len() {
            let rest = self.rest(at);
            let Character { unit, mut size } = escape::first(rest).unwrap_or_else(|| first(rest));
            match unit {
                // A name right before such a notation, or its final dot, is escaped itself.
                _ if !is_right_behind && escape::is_other(rest) => return true,
                // A backspace of JSON, which browsers take for user information.
                _ if rest.starts_with(b"\\b") && has_sign(bounded::rest(rest, 2)) => return true,
                // Braces are no characters of a URL, but browsers take them for some.
                Some(0x7B | 0x7D) => {}
                // So are a quotation mark and a back quote where they are percent-encoded.
                Some(0x22 | 0x60) if rest.starts_with(b"%") => {}
                Some(unit) if ends_word(unit) || matches!(unit, 0x2F | 0x3F | 0x23) => {
                    return (is_of_user(unit) || rest.starts_with(b"%")) && has_sign(rest);
                }
                Some(unit) if unit == 0x40 || is_letter(unit) => return true,
                Some(_) => size = escape::reference_in_authority(rest).unwrap_or(size),
                None => return true,
            }
            is_right_behind &= unit == Some(0x2E);
            at = bounded::add(at, size);
        }
        false
    }
}

/// Returns whether a character ends a word here that browsers take for a part of user information, as they do all of
/// ASCII but what ends an authority. What people put around URLs, white space and quotes, is not meant.
const fn is_of_user(unit: u32) -> bool {
    matches!(unit, 0..=0x08 | 0x0E..=0x1F | 0x5E | 0x7C | 0x7F..=0x84 | 0x86..=0x9F)
}

/// Returns whether an `@` follows in the same authority, or what may become one when it is read.
fn has_sign(text: &[u8]) -> bool {
    let is_end = |unit: u32| {
        matches!(unit, 0x09 | 0x0A | 0x0C | 0x0D | 0x20 | 0x22 | 0x23 | 0x2F | 0x3C | 0x3E | 0x3F | 0x5C | 0x60)
    };
    let mut rest = text;
    while let [octet, ..] = rest {
        let of_json = match rest {
            [b'\\', b'b', ..] => Some(Character { unit: Some(0x08), size: 2 }),
            _ if *octet == b'\\' => escape::of_json(rest),
            _ => None,
        };
        let Character { unit, size } = of_json.unwrap_or_else(|| first(rest));
        match unit {
            Some(0x40) => return true,
            _ if escape::is_other(rest) => return true,
            Some(unit) if is_end(unit) => return false,
            _ => rest = bounded::rest(rest, escape::reference_in_authority(rest).unwrap_or(size)),
        }
    }
    false
}

/// Returns whether a character is a letter, a mark or a digit, or a symbol that UTS #46 makes one of.
fn is_letter(unit: u32) -> bool {
    match TextClass::of(unit) {
        TextClass::Letter => true,
        TextClass::Symbol => !matches!(unit, 0x200C | 0x200D) && is_of_label(unit),
        TextClass::Ends | TextClass::Joins | TextClass::Ignored => false,
    }
}
