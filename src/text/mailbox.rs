//! The addresses of e-mail in a line (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

use core::ops::Range;

use super::character::{Character, OF_NAME, ends_word, is_of_local_part, last};
use super::extent::extent;
use super::line::{Candidate, Line};
use super::{Kind, escape};
use crate::bounded;
use crate::label::has_prefix;
use crate::unicode::TextClass;

/// So many octets are read for the beginning of a quoted string, as each mark before an `@` asks anew.
const MAX_QUOTED: usize = 256;

/// The domain of an address ends at them, and a local part may hold them.
const ENDS_DOMAIN: &[u8] = b"^`|";

/// Which quotations are open at a place of a text: marks are paired from its beginning on.
#[derive(Clone, Copy, Default)]
pub(super) struct Quotes {
    at: usize,
    is_open: bool,
    /// The same of marks behind a backslash, inside one of the others.
    is_open_in_json: bool,
    backslashes: usize,
}

impl Quotes {
    /// Goes on to a place behind.
    fn go_on(&mut self, text: &[u8], place: usize) {
        for &octet in text.get(self.at..place).unwrap_or_default() {
            match (octet, self.backslashes) {
                (b'\\', count) => {
                    self.backslashes = bounded::add(count, 1);
                    continue;
                }
                // Each level of JSON doubles them and adds one, so that three stand before a mark inside.
                (b'"', count) if count % 4 == 1 => self.is_open_in_json = !self.is_open_in_json,
                (b'"', count) if count % 2 == 0 => (self.is_open, self.is_open_in_json) = (!self.is_open, false),
                _ => {}
            }
            self.backslashes = 0;
        }
        self.at = place;
    }
}

/// The text in front of an `@`.
enum LocalPart {
    /// A dot-atom, and where it begins.
    Atom(usize),
    /// A quoted string, and where it begins.
    Quoted(usize),
}

impl Line<'_, '_> {
    /// Takes the domain of an address, at whose `@` the line stands.
    pub(super) fn address(&mut self) {
        if let Some(mark) = self.at.checked_sub(1).filter(|&mark| self.octet(mark) == Some(b'"')) {
            self.quotes.go_on(self.text, mark);
        }
        let (local_part, start) = (self.local_part(self.at), bounded::add(self.at, 1));
        let mut end = self.end_of_name(start, &OF_NAME);
        let mut is_cut = false;
        while self.is_invalid(end) {
            (is_cut, end) = (true, self.end_of(bounded::add(end, 1), &OF_NAME));
        }
        let run = bounded::part(self.text, start..end);
        (self.at, self.floor) = (end, end);
        let is_second = self.found.last().is_some_and(|last| {
            let between = self.text.get(last.end..bounded::sub(start, 1));
            last.kind == Kind::EmailDomain
                && between.is_some_and(|between| {
                    let run = OF_NAME.size_of_run(between);
                    bounded::rest(between, run).iter().all(|octet| ENDS_DOMAIN.contains(octet))
                })
        });
        let local_part = match local_part {
            // Behind the domain of an address: some mail servers send to it. It ends what the first one begins.
            None if is_second => LocalPart::Atom(start),
            None => return self.handle(start..end),
            Some(local_part) => local_part,
        };
        let name = extent(run, Kind::EmailDomain, false);
        let (start, end) = (bounded::add(start, name.start), bounded::add(start, name.end));
        let (LocalPart::Atom(begin) | LocalPart::Quoted(begin)) = local_part;
        if matches!(local_part, LocalPart::Quoted(_)) {
            self.quoted_floor = self.at;
        }
        let is_inside =
            |found: &mut Candidate| found.start >= begin && (!self.everywhere || found.kind == Kind::EmailDomain);
        while self.found.pop_if(is_inside).is_some() {}
        if !is_cut && bounded::part(self.text, start..end).iter().any(|&octet| octet != b'.') {
            let rest = bounded::rest(self.text, self.at);
            let has_second = rest.iter().find(|octet| !ENDS_DOMAIN.contains(octet)) == Some(&b'@');
            self.take(start..end, Kind::EmailDomain, false, is_second || has_second);
        }
    }

    /// Looks at what stands behind an `@` without a local part.
    fn handle(&mut self, run: Range<usize>) {
        let text = bounded::part(self.text, run.clone());
        // An A-label names itself. All other names are those of what is not an address.
        let is_user = self.octet(run.end) == Some(b'@');
        if !is_user && text.split(|&octet| octet == b'.').any(has_prefix) {
            // No local part begins in it, as with a U-label.
            self.at = run.start;
        } else if !is_user && has_dot(text) && matches!(self.character(run.end).unit, Some(0x2F | 0x3F | 0x23)) {
            // As behind any other name with a dot.
            self.tail();
        } else {
            // The name of a user in social networks, behind which the host follows: `@user@b.example`.
            self.floor = run.start;
        }
    }

    /// Where the dot-atom begins that is the local part in front of an `@`, if it is one.
    pub(super) fn beginning_of_atom(&self, sign: usize) -> Option<usize> {
        if let Some(LocalPart::Atom(begin)) = self.local_part(sign) { Some(begin) } else { None }
    }

    /// The local part in front of an `@`, if there is one. RFC 5321 section 4.5.3.1 has 64 octets as the least that
    /// each host takes: some mailing lists have more.
    fn local_part(&self, sign: usize) -> Option<LocalPart> {
        if let Some(quoted) = bounded::part(self.text, self.quoted_floor..sign).strip_suffix(b"\"") {
            return self.quoted(quoted);
        }
        let before = self.text.get(self.floor..sign).unwrap_or_default();
        let mut start = before.len();
        while let Some(rest) = before.get(..start).filter(|rest| !rest.is_empty()) {
            let Character { unit, size } = last(rest);
            // A delimiter of words may stand in a local part, but in text it stands there only at the end.
            let is_last = start == before.len();
            if !unit.is_some_and(|unit| {
                is_of_local_part(unit) && (!ends_word(unit) || is_last && matches!(unit, 0x5E | 0x60 | 0x7C))
            }) {
                break;
            }
            start = bounded::sub(start, size);
        }
        let local_part = bounded::rest(before, start);
        let is_dot_atom = !matches!(local_part, [] | [b'^' | b'`' | b'|'])
            && !local_part.starts_with(b".")
            && !local_part.ends_with(b".")
            && !local_part.windows(2).any(|two| two == b"..");
        is_dot_atom.then(|| LocalPart::Atom(bounded::add(self.floor, start)))
    }

    /// The same where that mark is escaped: it ends the string only if the mark that opens it is escaped as well, as in
    /// JSON.
    fn quoted_in_json(&self, before: &[u8]) -> Option<LocalPart> {
        if !self.quotes.is_open_in_json {
            return None;
        }
        let least = before.len().saturating_sub(MAX_QUOTED);
        let place = bounded::rest(before, least).iter().rposition(|&octet| octet == b'"')?;
        let opening = bounded::add(least, place);
        let in_front = bounded::first(before, opening).strip_suffix(b"\\")?;
        let is_opening = in_front.is_empty() || in_front.ends_with(b"\"") || !closes_quote_in_json(in_front);
        is_opening.then_some(LocalPart::Quoted(bounded::add(self.quoted_floor, opening)))
    }

    /// The quoted string that ends with a quotation mark, of which this is what stands before it.
    fn quoted(&self, before: &[u8]) -> Option<LocalPart> {
        let escapes = before.iter().rev().take_while(|&&octet| octet == b'\\').count();
        if escapes % 2 == 1 {
            return self.quoted_in_json(bounded::first(before, bounded::sub(before.len(), 1)));
        }
        if !self.quotes.is_open {
            return None;
        }
        let least = before.len().saturating_sub(MAX_QUOTED);
        let mut content = bounded::rest(before, least);
        loop {
            let place = content.iter().rposition(|&octet| octet == b'"')?;
            content = bounded::first(content, place);
            let opening = bounded::add(least, place);
            let in_front = bounded::first(before, opening);
            // An escaped quotation mark is of the string.
            if in_front.ends_with(b"\\") {
                continue;
            }
            let opening = bounded::add(self.quoted_floor, opening);
            let is_opening = match self.text.get(..opening).filter(|before| !before.is_empty()) {
                None => !self.after_cut,
                Some(before) => !last(before).unit.is_none_or(closes_quote),
            };
            return is_opening.then_some(LocalPart::Quoted(opening));
        }
    }
}

/// Returns whether a name that nothing marks has a dot.
fn has_dot(run: &[u8]) -> bool {
    let name = bounded::part(run, extent(run, Kind::Bare, false));
    name.split(|&octet| octet == b'.').filter(|label| !label.is_empty()).nth(1).is_some()
}

/// The same behind a text in JSON, which may end with an escape: that of white space is a letter behind a backslash.
fn closes_quote_in_json(text: &[u8]) -> bool {
    let unit = match text {
        [.., b'\\', b'\\', _] => last(text).unit,
        [.., b'\\', b'b' | b'f' | b'n' | b'r' | b't'] => return false,
        _ => {
            let escape = text.last_chunk::<6>().and_then(|six| escape::of_json(six)).filter(|escape| escape.size == 6);
            escape.unwrap_or_else(|| last(text)).unit
        }
    };
    unit.is_none_or(closes_quote)
}

/// Returns whether a quotation mark behind a character ends a quotation: behind a letter, a digit, a mark, a full
/// stop, or a hyphen, with which a U-label may end.
fn closes_quote(unit: u32) -> bool {
    match u8::try_from(unit) {
        Ok(octet) if octet.is_ascii() => octet.is_ascii_alphanumeric() || b".!?\"@-_".contains(&octet),
        _ => TextClass::of(unit) == TextClass::Letter,
    }
}
