//! The names of a line: where they stand, and what marks them (RFC 3986 section 3.2, RFC 5321 section 4.1.2, UTS #58).

use core::ops::Range;

use super::character::{
    Character, JOINERS, OF_HOST, OF_NAME, OF_WORD, Set, cut_before, ends_word, first, joins_behind, last,
};
use super::extent::{end_of_script, extent};
use super::judged::has_known_tld;
use super::marks::{Ahead, is_border};
use super::quotes::Quotes;
use super::{Kind, Sought, escape};
use crate::address::{LONGEST_LOCAL_PART, ipv6};
use crate::bounded;
use crate::error::Error;
use crate::label::has_prefix;
use crate::memory;
use crate::unicode::TextClass;

/// A part of the text that may be a name: valid or not, of a kind that counts or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Where it begins and ends, in octets.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// True if a part of it is written as an escape, or its `@`, or if it is a part of a name.
    pub(super) is_escaped: bool,
    /// True if an escape that is not read stands beside it.
    pub(super) is_part: bool,
    /// True if a path or a port follows.
    pub(super) is_delimited: bool,
    /// True if the authority of the URL goes on behind it with more than a port.
    pub(super) goes_on: bool,
    /// Of the domain of an address, where the local part begins.
    pub(super) local_start: Option<usize>,
    /// True for the domain of an address that is no name: an IP address in brackets, or octets that are not UTF-8.
    pub(super) is_no_name: bool,
}

impl Candidate {
    /// A name that stands as it is, and by itself.
    pub(super) const fn plain(name: Range<usize>, kind: Kind) -> Self {
        Self {
            start: name.start,
            end: name.end,
            kind,
            is_escaped: false,
            is_part: false,
            is_delimited: false,
            goes_on: false,
            local_start: None,
            is_no_name: false,
        }
    }
}

/// Goes over a line once, from its beginning to its end.
pub(super) struct Line<'t, 'f> {
    pub(super) text: &'t [u8],
    pub(super) sought: &'f Sought<'f>,
    /// The same as in `sought`.
    pub(super) everywhere: bool,
    pub(super) at: usize,
    /// True if what came before the text belongs to its first word.
    pub(super) after_cut: bool,
    /// Where the last domain of an address ends: no local part begins before it.
    pub(super) floor: usize,
    /// The same for a quoted local part, which may hold what looks like an address.
    pub(super) quoted_floor: usize,
    pub(super) quotes: Quotes,
    pub(super) found: &'f mut Vec<Candidate>,
    /// Want of memory, after which nothing else counts.
    pub(super) failure: Option<Error>,
    /// The marks without which a word is passed over, and where the line begins among them; none if each word is
    /// walked.
    pub(super) marks: Option<(&'f Ahead<'f>, usize)>,
    /// The place up to which words were passed over.
    pub(super) passed: Option<usize>,
    /// True if a quoted local part may stand in the line: then it is to be walked without marks.
    pub(super) has_quoted: bool,
}

/// Appends the names of a line, valid or not. With `after_cut`, the line is the rest of one, and begins inside a word.
/// If there are `marks`, told with the place of the text among them, words without one are passed over: names of kinds
/// that do not count may be missing, and the text may be several lines. Returns false, with no name, where a quoted
/// local part may stand: each line is to be walked without marks.
pub(super) fn names(
    text: &[u8],
    sought: &Sought<'_>,
    after_cut: bool,
    marks: Option<(&Ahead<'_>, usize)>,
    found: &mut Vec<Candidate>,
) -> Result<bool, Error> {
    let marks = marks.filter(|_| !after_cut);
    let quotes = Quotes::default();
    let mut line = Line {
        text,
        sought,
        everywhere: sought.everywhere,
        after_cut,
        at: 0,
        floor: 0,
        quoted_floor: 0,
        quotes,
        found,
        failure: None,
        marks,
        passed: None,
        has_quoted: false,
    };
    if after_cut {
        // The first name may be the tail of one. New text begins where a part of a line could have ended.
        let item = text.iter().position(|octet| matches!(octet, b',' | b';')).unwrap_or(text.len());
        let mut rest = Line { text: bounded::first(text, item), ..line.reborrowed() };
        rest.at = rest.end_of(0, &OF_NAME);
        rest.tail();
        (line.at, line.floor) = (rest.at, rest.at);
    }
    while line.at < text.len() {
        line.pass();
        line.word();
    }
    if line.has_quoted {
        line.found.clear();
    }
    line.failure.map_or(Ok(!line.has_quoted), Err)
}

impl Line<'_, '_> {
    pub(super) fn rest(&self, at: usize) -> &[u8] {
        bounded::rest(self.text, at)
    }

    pub(super) fn octet(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// The first place from which on a character is not of a set.
    pub(super) fn end_of(&self, start: usize, set: &Set) -> usize {
        bounded::add(start, set.size_of_run(self.rest(start)))
    }

    /// The same with the escapes of such characters.
    #[inline(always)]
    pub(super) fn end_of_name(&self, start: usize, set: &Set) -> usize {
        let end = self.end_of(start, set);
        if matches!(self.octet(end), Some(b'\\' | b'%')) { self.behind_escapes(end, set) } else { end }
    }

    #[inline(never)]
    fn behind_escapes(&self, start: usize, set: &Set) -> usize {
        let mut end = start;
        while let Some(Character { unit, size }) = escape::first(self.rest(end)) {
            let behind = bounded::add(end, size);
            // Octets that are escaped and not UTF-8 may be letters of another encoding.
            if unit.is_some_and(|unit| !set.has(unit) && !joins_behind(unit, self.rest(behind))) {
                break;
            }
            end = self.end_of(behind, set);
        }
        end
    }

    /// The character at a place, which JSON may have escaped.
    #[inline(always)]
    pub(super) fn character(&self, at: usize) -> Character {
        let rest = self.rest(at);
        if rest.first() == Some(&b'\\') {
            return escape::of_json(rest).unwrap_or(Character { unit: Some(0x5C), size: 1 });
        }
        first(rest)
    }

    /// Returns whether an octet that is not UTF-8 stands at a place: it may be a letter of another encoding.
    pub(super) fn is_invalid(&self, at: usize) -> bool {
        at < self.text.len() && first(self.rest(at)).unit.is_none()
    }

    /// Passes over words without a mark, up to the beginning of one, if there are some. Returns whether there were.
    fn pass(&mut self) -> bool {
        let Some((marks, start)) = self.marks.filter(|_| self.passed != Some(self.at)) else { return false };
        let next = marks.mark(bounded::add(start, self.at));
        let mark = bounded::sub(next, start).min(self.text.len());
        if mark < self.text.len() && marks.is_quoted(next) {
            (self.at, self.has_quoted) = (self.text.len(), true);
            return true;
        }
        let between = bounded::part(self.text, self.at..mark);
        if mark == self.text.len() {
            self.at = mark;
        } else if let Some(border) = between.iter().rposition(|&octet| is_border(octet)) {
            self.at = bounded::add(bounded::add(self.at, border), 1);
        } else {
            return false;
        }
        self.passed = Some(self.at);
        true
    }

    /// Passes over the scheme of a URL that begins here, and the mark behind it: letters alone, `://`. Returns whether
    /// there is one.
    fn scheme(&mut self) -> bool {
        let rest = self.rest(self.at);
        let size = rest.iter().take_while(|octet| octet.is_ascii_alphabetic()).count();
        let has_mark = bounded::rest(rest, size).starts_with(b"://");
        if has_mark {
            self.at = bounded::add(bounded::add(self.at, size), 3);
        }
        has_mark
    }

    /// Goes over a word, or a part of it, as far as what stands before a character says what it is.
    fn word(&mut self) {
        // Most URLs begin so, and nothing else can be read there.
        if self.scheme() {
            return self.authority();
        }
        // True behind a slash between words, as in a date: there a name is left as in a path.
        let mut is_behind_word = false;
        while self.at < self.text.len() {
            let end = self.end_of_name(self.at, &OF_NAME);
            let run = self.at..end;
            self.at = end;
            let Character { unit, size } = self.character(end);
            let next = bounded::add(end, size);
            let was_behind_word = core::mem::take(&mut is_behind_word);
            let everywhere = self.everywhere;
            let mut is_taken = everywhere || !was_behind_word;
            if everywhere || unit == Some(0x40) {
                let sign = self.sign(end);
                // A sign that is escaped makes no address, but what stands before it may be a local part.
                is_taken = everywhere || is_taken && sign.is_none() && size == 1;
                if let Some(size) = sign {
                    if is_taken {
                        self.bare(run);
                    }
                    self.address(size);
                    continue;
                }
            }
            let has_name = is_taken && self.bare(run.clone()) || was_behind_word;
            match unit {
                Some(0x2F) if size <= 2 && self.is_between_words(&run, next, was_behind_word) => is_behind_word = true,
                Some(0x2F) => {
                    let second = self.character(next);
                    // A slash may be escaped by a backslash alone.
                    let is_mark = second.unit == Some(0x2F) && size.max(second.size) <= 2;
                    if has_name || !is_mark || !self.begins_reference(end) {
                        return self.tail();
                    }
                    self.at = bounded::add(next, second.size);
                    return self.authority();
                }
                // The fields of a `mailto` URL (RFC 6068 section 2), of which the values are addresses.
                Some(0x3F) if everywhere && self.floor == end => {
                    self.at = end;
                    return self.tail();
                }
                // Both may stand in a local part.
                Some(0x23 | 0x3F) if has_name && !self.is_in_local_part(run.start, next) => return self.tail(),
                Some(unit) if ends_word(unit) => {
                    self.at = next;
                    return;
                }
                _ => {}
            }
            self.at = next;
        }
    }

    /// Returns whether two slashes behind a run may begin a reference (RFC 3986 section 4.2), as those in the middle
    /// of a path or of Base64 do not.
    fn begins_reference(&self, slash: usize) -> bool {
        let is_of_path = |unit: u32| match unit {
            0..0x80 => OF_NAME.has(unit) || matches!(unit, 0x24 | 0x2B | 0x7E),
            // A symbol may become a letter, as the trade mark sign does.
            _ => matches!(TextClass::of(unit), TextClass::Letter | TextClass::Symbol),
        };
        slash == 0 || escape::last_unit(bounded::first(self.text, slash)).is_some_and(|unit| !is_of_path(unit))
    }

    /// Returns whether a slash behind a run begins no path, as in `28/11/2026` and `n/a`: the run has no dot, and
    /// stands at the beginning of a word, of an item of a list, or behind another such slash; another word follows.
    fn is_between_words(&self, run: &Range<usize>, behind: usize, is_behind_word: bool) -> bool {
        if !self.octet(behind).is_some_and(|next| next.is_ascii_alphanumeric() || next >= 0x80) {
            return false;
        }
        let is_begin = |unit: u32| ends_word(unit) || matches!(unit, 0x27 | 0x28 | 0x2C | 0x3B | 0x3D | 0x5B);
        // The first letter may belong to an escape of white space.
        let is_escape = self.is_behind_escape(run.start)
            && matches!(self.text.get(run.clone()), Some([b'b' | b'f' | b'n' | b'r' | b't', _, ..]));
        let run = bounded::add(run.start, usize::from(is_escape))..run.end;
        let (before, text) = (bounded::first(self.text, run.start), bounded::part(self.text, run.clone()));
        let begins = || is_behind_word || before.is_empty() || escape::last_unit(before).is_some_and(is_begin);
        !text.is_empty() && !text.contains(&b'.') && begins() || self.is_network(&run, behind)
    }

    /// Returns whether an IP address ends with a run, and the length of a prefix follows behind a slash (RFC 4632
    /// section 3.1, RFC 4291 section 2.3).
    fn is_network(&self, run: &Range<usize>, behind: usize) -> bool {
        let behind = self.rest(behind.min(self.text.len()));
        let size = behind.iter().take(4).take_while(|octet| octet.is_ascii_digit()).count();
        let is_end = behind.get(size).is_none_or(|octet| octet.is_ascii_whitespace() || b",;\"')".contains(octet));
        if !(1..=3).contains(&size) || !is_end {
            return false;
        }
        let groups = bounded::part(self.text, run.clone()).split(|&octet| octet == b'.');
        let is_group = |group: &[u8]| (1..=3).contains(&group.len()) && group.iter().all(u8::is_ascii_digit);
        groups.clone().count() == 4 && groups.clone().all(is_group) || self.is_behind_ipv6(run.end)
    }

    /// Returns whether an IPv6 address ends at a place (RFC 4291 section 2.2).
    fn is_behind_ipv6(&self, end: usize) -> bool {
        let before = bounded::first(self.text, end);
        let is_of_it = |octet: &&u8| octet.is_ascii_hexdigit() || matches!(**octet, b':' | b'.');
        // The longest one, and one octet more.
        let size = before.iter().rev().take(46).take_while(is_of_it).count();
        let (before, address) = before.split_at(bounded::sub(before.len(), size));
        let is_whole = before.is_empty() || !escape::last_unit(before).is_none_or(|unit| OF_NAME.has(unit));
        is_whole && ipv6(address).is_ok()
    }

    /// Returns whether a word and the mark behind it are of the local part of an address. It has no more octets behind
    /// the mark than a local part has, and none of which queries are made.
    fn is_in_local_part(&self, word: usize, behind: usize) -> bool {
        let rest = self.rest(behind);
        let near = bounded::first(rest, rest.len().min(LONGEST_LOCAL_PART));
        let is_inside =
            |octet: &&u8| !octet.is_ascii() || octet.is_ascii_alphanumeric() || b"!#$%'*+-.?_~".contains(octet);
        let sign = bounded::add(behind, near.iter().take_while(is_inside).count());
        self.octet(sign) == Some(b'@')
            && self.begins_domain(bounded::add(sign, 1))
            && self.beginning_of_atom(sign).is_some_and(|begin| begin <= word)
    }

    /// The size of the `@` of an address that stands at a place: behind it a domain begins (RFC 5321 section 4.1.2). It
    /// may be written as an escape where names count everywhere.
    #[inline(never)]
    pub(super) fn sign(&self, at: usize) -> Option<usize> {
        let rest = self.rest(at);
        let size = match rest.first()? {
            b'@' => 1,
            b'%' | b'\\' | b'&' if self.everywhere => escape::sign(rest)?,
            _ => return None,
        };
        self.begins_domain(bounded::add(at, size)).then_some(size)
    }

    /// Returns whether a domain begins at a place, as it does not behind the `@` of `#@#` in a filter list.
    pub(super) fn begins_domain(&self, at: usize) -> bool {
        match self.rest(at) {
            [octet, ..] if !octet.is_ascii() || octet.is_ascii_alphanumeric() => true,
            [b'[' | b'_', ..] => true,
            rest @ [b'\\' | b'%' | b'&' | b'=', ..] => escape::first(rest).is_some() || escape::is_other(rest),
            _ => false,
        }
    }

    /// Passes over the rest of a word: a path, a query or a fragment.
    pub(super) fn tail(&mut self) {
        if self.everywhere {
            return self.tail_with_names();
        }
        if self.pass() {
            return;
        }
        while self.at < self.text.len() {
            let end = self.end_of(self.at, &OF_WORD);
            let Character { unit, size } = self.character(end);
            if end == self.text.len() || unit.is_some_and(ends_word) {
                self.at = end;
                return;
            }
            self.at = bounded::add(end, size);
        }
    }

    /// The same where the names in it count. In a query a local part does not begin before a value (URL Standard,
    /// application/x-www-form-urlencoded).
    #[inline(never)]
    fn tail_with_names(&mut self) {
        let (mut is_query, mut is_key) = (false, false);
        while self.at < self.text.len() {
            let end = self.end_of_name(self.at, &OF_NAME);
            let sign = self.sign(end);
            self.bare(self.at..end);
            self.at = end;
            if let Some(size) = sign {
                self.address_in_tail(size);
                continue;
            }
            let Character { unit, size } = self.character(end);
            if end == self.text.len() || unit.is_some_and(ends_word) {
                return;
            }
            self.at = bounded::add(end, size);
            is_query |= matches!(unit, Some(0x23 | 0x3F));
            // A reference of HTML to a letter begins no field.
            let is_field = match unit {
                Some(0x26) => !escape::is_other(self.rest(end)),
                Some(0x3B) => escape::reference_before(bounded::first(self.text, self.at)).is_none(),
                _ => true,
            };
            match unit {
                Some(0x23 | 0x26 | 0x3B | 0x3F) if is_query && is_field => (self.floor, is_key) = (self.at, true),
                Some(0x3D) if is_key => (self.floor, is_key) = (self.at, false),
                _ => {}
            }
        }
    }

    /// Takes a name. A part of it may be written as an escape, or be one in front of it or behind it.
    pub(super) fn take(&mut self, name: Range<usize>, kind: Kind, is_delimited: bool, goes_on: bool) {
        let text = bounded::part(self.text, name.clone());
        let behind = self.rest(self.end_of(name.end, &OF_HOST));
        let is_part = escape::is_other(cut_before(behind, JOINERS))
            || escape::is_joined(behind)
            || kind == Kind::Bare && escape::is_other_before(bounded::first(self.text, name.start), text);
        let is_escaped = is_part || text.iter().any(|octet| matches!(octet, b'%' | b'\\'));
        self.push(Candidate { is_escaped, is_part, is_delimited, goes_on, ..Candidate::plain(name, kind) });
    }

    pub(super) fn push(&mut self, one: Candidate) {
        if memory::push(self.found, one).is_err() {
            self.failure = Some(memory::refused());
        }
    }

    /// The name in a run that nothing delimits. A word of another script may be glued to it, unless all of its last
    /// label is a top-level domain that is known.
    pub(super) fn extent(&mut self, run: &[u8], kind: Kind) -> Range<usize> {
        let name = extent(run, kind, false);
        let text = bounded::part(run, name.clone());
        let Some(size) = end_of_script(text).filter(|_| !self.is_known(text)) else { return name };
        // It begins where it began: behind dots, what UTS #46 removes belongs to its first label.
        let end = extent(bounded::first(text, size), kind, false).end;
        name.start..bounded::add(name.start, end)
    }

    /// Returns whether a name ends in a known top-level domain.
    fn is_known(&mut self, name: &[u8]) -> bool {
        let known = core::str::from_utf8(name).map_or(Ok(false), |name| has_known_tld(name, self.sought));
        known.unwrap_or_else(|failure| {
            self.failure = Some(failure);
            false
        })
    }

    /// Takes an address in a path, a query or a fragment. Where top-level domains are known, its own has to be: the
    /// name of a file may have an `@`, too.
    fn address_in_tail(&mut self, sign: usize) {
        let start = bounded::add(self.at, sign);
        let end = self.end_of_name(start, &OF_NAME);
        let text = self.text;
        let run = bounded::part(text, start..end);
        let name = self.extent(run, Kind::EmailDomain);
        if self.sought.tlds.is_none() || run.is_empty() || self.is_known(bounded::part(run, name)) {
            self.address(sign);
        } else {
            self.at = start;
        }
    }

    /// Takes a name that nothing marks. Returns whether it has a dot: then a path may follow. An A-label alone does not
    /// count, as its U-label would not.
    fn bare(&mut self, run: Range<usize>) -> bool {
        // Most words have neither a dot nor a prefix, at their beginning or behind what does not count there.
        let is_word = |text: &[u8]| match text {
            [] => true,
            [b'-', b'-', ..] => false,
            [first, rest @ ..] => {
                !text.contains(&b'.')
                    && !has_prefix(text)
                    && !has_prefix(rest)
                    && (first.is_ascii() || !text.contains(&b'-'))
            }
        };
        if self.text.get(run.clone()).is_none_or(is_word) { false } else { self.bare_name(run) }
    }

    fn bare_name(&mut self, run: Range<usize>) -> bool {
        let before = self.text.get(..run.start).filter(|before| !before.is_empty());
        if self.is_invalid(run.end) || before.is_some_and(|before| last(before).unit.is_none()) {
            return false;
        }
        let is_json = self.is_json_space(&run);
        let start = run.start;
        let run = if is_json { bounded::add(start, 1)..run.end } else { self.without_escapes(run) };
        let text = self.text;
        let text = bounded::part(text, run.clone());
        let mut name = self.extent(text, Kind::Bare);
        // Behind the dot of a label that is left out, a label stands as it is.
        if !is_json && run.start > start && !name.is_empty() {
            name.start = text.iter().take_while(|&&octet| octet == b'.').count();
        }
        let text = bounded::part(text, name.clone());
        // An escaped dot alone makes no bare name.
        if text.contains(&b'.') || has_prefix(text) {
            self.take(bounded::add(run.start, name.start)..bounded::add(run.start, name.end), Kind::Bare, false, false);
        }
        // With its U-label, the name would be one without its first label.
        let mut labels =
            text.split(|&octet| octet == b'.').skip(usize::from(is_json)).skip_while(|label| label.is_empty());
        labels.nth(1).is_some()
    }

    /// Returns whether a run begins with the letter of an escape of white space in JSON (RFC 8259 section 7), and an
    /// A-label follows. Where it does not, the run may as well be of a path of Windows.
    fn is_json_space(&self, run: &Range<usize>) -> bool {
        self.is_behind_escape(run.start)
            && matches!(self.text.get(run.clone()), Some([b'b' | b'f' | b'n' | b'r' | b't', rest @ ..]) if has_prefix(rest))
    }

    /// Returns whether the first octet of a run may belong to an escape that begins before it.
    fn is_behind_escape(&self, start: usize) -> bool {
        start.checked_sub(1).and_then(|before| self.octet(before)) == Some(b'\\')
    }

    /// Leaves out the labels of a run at its ends of which a part is written as an escape, outside the run: `\032`,
    /// `\.`, `%20`.
    fn without_escapes(&self, run: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = run;
        let before = start.checked_sub(1).and_then(|before| self.octet(before));
        if matches!(before, Some(b'\\' | b'%')) && start < end {
            // The text after the escape belongs to the label, and its first octet may belong to the escape.
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

    pub(super) fn reborrowed(&mut self) -> Line<'_, '_> {
        Line { found: self.found, ..*self }
    }
}
