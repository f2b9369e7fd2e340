//! The addresses of e-mail in a line (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

use core::ops::Range;

use super::character::{Character, OF_NAME, ends_word, first, is_of_local_part, last};
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

/// The text in front of an `@`.
enum LocalPart {
    /// A dot-atom, and where it begins.
    Atom(usize),
    /// A quoted string, and where it begins.
    Quoted(usize),
}

impl Line<'_, '_> {
    /// Takes the domain of an address, at whose `@` the line stands, which is written in so many octets.
    pub(super) fn address(&mut self, sign: usize) {
        if let Some(mark) = self.at.checked_sub(1).filter(|&mark| self.octet(mark) == Some(b'"')) {
            self.quotes.go_on(self.text, mark);
        }
        let sign_at = self.at;
        let (local_part, start) = (self.local_part(sign_at), bounded::add(sign_at, sign));
        let literal = self.size_of_literal(start);
        let mut end = bounded::add(self.end_of_name(start, &OF_NAME), literal);
        let mut is_cut = false;
        while self.is_invalid(end) {
            (is_cut, end) = (true, self.end_of(bounded::add(end, 1), &OF_NAME));
        }
        let text = self.text;
        let run = bounded::part(text, start..end);
        let first = self.first_of_two(sign_at);
        let begin = match local_part {
            // Behind the domain of an address: some mail servers send to it. It ends what the first one begins.
            None if first.is_some() => start,
            None => {
                (self.at, self.floor) = (end, end);
                return self.handle(sign_at, start..end);
            }
            Some(LocalPart::Quoted(begin) | LocalPart::Atom(begin)) => begin,
        };
        let name = if literal > 0 || is_cut { 0..run.len() } else { self.extent(run, Kind::EmailDomain) };
        let (start, name_end) = (bounded::add(start, name.start), bounded::add(start, name.end));
        // A word that is glued to the domain may be a local part.
        let is_glued = first_letter(bounded::part(text, name_end..end));
        self.at = if is_glued { name_end } else { end };
        self.floor = self.at;
        if matches!(local_part, Some(LocalPart::Quoted(_))) {
            self.quoted_floor = self.at;
        }
        let everywhere = self.everywhere;
        let is_inside =
            |found: &mut Candidate| found.start >= begin && (!everywhere || found.kind == Kind::EmailDomain);
        while self.found.pop_if(is_inside).is_some() {}
        let is_no_name = literal > 0 || is_cut;
        let has_name = bounded::part(text, start..name_end).iter().any(|&octet| octet != b'.');
        // A domain may begin with an escape that is not read.
        let is_escaped = run.is_empty() && escape::is_other(bounded::rest(text, name_end));
        let is_no_name = is_no_name || is_escaped;
        if everywhere && is_no_name || !is_no_name && has_name {
            let rest = bounded::rest(text, self.at);
            let has_second = rest.iter().position(|octet| !ENDS_DOMAIN.contains(octet)).is_some_and(|place| {
                rest.get(place) == Some(&b'@') && self.begins_domain(bounded::add(bounded::add(self.at, place), 1))
            });
            self.take(start..name_end, Kind::EmailDomain, false, first.is_some() || has_second);
            if let Some(one) = self.found.last_mut() {
                one.local_start = Some(first.unwrap_or_else(|| behind_mark(text, begin, sign_at)));
                one.is_escaped |= sign > 1;
                one.is_no_name = is_no_name;
            }
        }
    }

    /// Where the local part of an address begins of which the domain ends in front of an `@`.
    fn first_of_two(&self, sign: usize) -> Option<usize> {
        let last = self.found.last().filter(|last| last.kind == Kind::EmailDomain)?;
        let between = self.text.get(last.end..sign)?;
        let rest = bounded::rest(between, OF_NAME.size_of_run(between));
        let is_second = !first_letter(between) && rest.iter().all(|octet| ENDS_DOMAIN.contains(octet));
        last.local_start.filter(|_| is_second)
    }

    /// The size of an address literal at a place, in which no name stands; 0 where there is none, or where names count
    /// in the usual places only.
    fn size_of_literal(&self, start: usize) -> usize {
        let content = self.rest(start).strip_prefix(b"[").filter(|_| self.everywhere).unwrap_or_default();
        let is_inside = |octet: &&u8| !octet.is_ascii_whitespace() && **octet != b']';
        let size = content.iter().take(MAX_QUOTED).take_while(is_inside).count();
        if content.get(size) == Some(&b']') { bounded::add(size, 2) } else { 0 }
    }

    /// Looks at what stands behind an `@` without a local part.
    fn handle(&mut self, sign: usize, run: Range<usize>) {
        let text = bounded::part(self.text, run.clone());
        let is_user = self.sign(run.end).is_some();
        let has_name =
            || text.split(|&octet| octet == b'.').any(has_prefix) || self.stands_alone(sign) && has_dot(text);
        if !is_user && has_name() {
            // It is read as any other bare name: an A-label or a known top-level domain says whether it is one. No
            // local part begins in it.
            self.at = run.start;
        } else if !is_user && has_dot(text) && matches!(self.character(run.end).unit, Some(0x2F | 0x3F | 0x23)) {
            // As behind any other name with a dot.
            self.tail();
        } else {
            // The name of a user in social networks, behind which the host follows: `@user@b.example`.
            self.floor = run.start;
        }
    }

    /// Returns whether nothing stands before an `@` that may be of a local part, as in a map of a mail server.
    fn stands_alone(&self, sign: usize) -> bool {
        let before = bounded::first(self.text, sign);
        let is_of_it = |unit: u32| is_of_local_part(unit) && !ends_word(unit);
        match before {
            [] => !self.after_cut,
            // A value of a query begins there.
            _ if self.everywhere && sign == self.floor => true,
            [.., b'\\', b'"'] => !self.quotes.is_open_in_json,
            [.., b'"'] => !self.quotes.is_open,
            _ => !last(before).unit.is_none_or(is_of_it),
        }
    }

    /// Where the dot-atom begins that is the local part in front of an `@`, if it is one.
    pub(super) fn beginning_of_atom(&self, sign: usize) -> Option<usize> {
        if let Some(LocalPart::Atom(begin)) = self.local_part(sign) { Some(begin) } else { None }
    }

    /// The local part in front of an `@`, if there is one. RFC 5321 section 4.5.3.1 has 64 octets as the least that
    /// each host takes: some mailing lists have more.
    ///
    /// Where names count everywhere, dots may stand anywhere in it, and braces around it or a part of it.
    fn local_part(&self, sign: usize) -> Option<LocalPart> {
        if let Some(quoted) = bounded::part(self.text, self.quoted_floor..sign).strip_suffix(b"\"") {
            return self.quoted(quoted);
        }
        let before = self.text.get(self.floor..sign).unwrap_or_default();
        let everywhere = self.everywhere;
        let (mut start, mut braces, mut behind_brace) = (before.len(), 0_usize, 0);
        while let Some(rest) = before.get(..start).filter(|rest| !rest.is_empty()) {
            let Character { unit, size } = last(rest);
            // A delimiter of words may stand in a local part, but in text it stands there only at the end.
            let is_last = start == before.len();
            match unit {
                Some(0x7D) if everywhere => {
                    behind_brace = if braces == 0 { start } else { behind_brace };
                    braces = bounded::add(braces, 1);
                }
                Some(0x7B) if braces > 0 => braces = bounded::sub(braces, 1),
                Some(unit) if is_of_local_part(unit) && !ends_word(unit) => {}
                Some(0x5E | 0x60 | 0x7C) if is_last => {}
                // O’Brien.
                Some(0x2019) if everywhere && first_letter(bounded::rest(before, start)) => {}
                Some(0x5C) => {
                    // An escape of a letter, read or not; one of another character ends before the local part.
                    let from = bounded::rest(before, bounded::sub(start, size));
                    if !escape::is_of_local_part(from) {
                        let size = escape::size_of_delimiter(from);
                        start = bounded::add(start, bounded::sub(size, 1)).min(before.len());
                        break;
                    }
                    // JSON inside of JSON doubles the backslash.
                    let rest = bounded::first(rest, bounded::sub(rest.len(), size));
                    let more = rest.iter().rev().take_while(|&&octet| octet == b'\\').count();
                    start = bounded::sub(start, more);
                }
                Some(0x3B) if everywhere => match escape::reference_before(rest) {
                    Some(reference) => start = bounded::add(bounded::sub(start, reference), size),
                    None => break,
                },
                _ => break,
            }
            start = bounded::sub(start, size);
        }
        // A brace that nothing opens stands before the address.
        start = if braces > 0 { behind_brace } else { start };
        let local_part = bounded::rest(before, start);
        let is_dot_atom = !local_part.starts_with(b".")
            && !local_part.ends_with(b".")
            && !local_part.windows(2).any(|two| two == b"..");
        let is_whole = !matches!(local_part, [] | [b'^' | b'`' | b'|']) && (everywhere || is_dot_atom);
        is_whole.then(|| LocalPart::Atom(bounded::add(self.floor, start)))
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

/// Returns whether a text begins with a letter or a digit, as a word does that is glued to a name.
pub(super) fn first_letter(text: &[u8]) -> bool {
    !text.is_empty() && first(text).is(TextClass::Letter)
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

/// Where a local part begins behind a byte order mark, which belongs to the text as a whole.
fn behind_mark(text: &[u8], begin: usize, sign: usize) -> usize {
    let part = bounded::part(text, begin..sign);
    let rest = part.strip_prefix("\u{FEFF}".as_bytes()).filter(|rest| !rest.is_empty());
    bounded::sub(sign, rest.unwrap_or(part).len())
}
