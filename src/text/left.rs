//! Names that a rewrite or a search leaves: how many of each kind, and why.
//!
//! ```text
//! at each piece that was rewritten or searched:
//!     look for signs of a name outside of what is new              none: the next piece
//!     the part around a sign: find every name, whatever its kind, its top-level domain and its notation
//!     a name that is known, or has nothing to convert              passed over
//!     any other name                                               counted by its kind and the reason
//!     a name that is found with `everywhere` alone                 noted
//!     the end of a line that has a sign, and no name with one      the line is counted
//! ```
//!
//! Parts are those of the text that was rewritten or searched, so that nothing depends on the sizes of the pieces. An
//! ordinary log has few signs, which are sought in vectors.

use core::ops::Range;
use std::borrow::Cow;

use super::defanged::followed_name;
use super::judged::has_known_tld;
use super::scan;
use super::seek::{Part, Start, each_found, each_part};
use super::signs::{Leaving, Signs};
use super::{Edits, Found, Kind, Rewriting, Sought};
use crate::error::Error;
use crate::label::{has_prefix, holds_prefix};
use crate::{bounded, memory};

/// Why a name is left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhyLeft {
    /// It is of a kind that does not count.
    NotChosen,
    /// It is written so that nobody follows it.
    Defanged,
    /// A part of it is written as an escape.
    Escaped,
    /// It is in Unicode already, which the policy does not show.
    InUnicode,
    /// The policy does not show its Unicode form.
    NotShown,
    /// It has no Unicode form that would be read as a name in its place.
    NoForm,
    /// It stands behind an `@` without a local part.
    NoLocalPart,
    /// Its top-level domain is not known.
    NoTld,
    /// The profile refuses it, with this code.
    Refused(&'static str),
}

impl WhyLeft {
    /// A word for the reason, or the code.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NotChosen => "kind",
            Self::Defanged => "defanged",
            Self::Escaped => "escaped",
            Self::InUnicode => "in_unicode",
            Self::NotShown => "not_shown",
            Self::NoForm => "no_form",
            Self::NoLocalPart => "no_local_part",
            Self::NoTld => "no_tld",
            Self::Refused(code) => code,
        }
    }
}

/// Names that are left for one reason.
pub(crate) struct LeftFor {
    pub(crate) kind: Kind,
    pub(crate) why: WhyLeft,
    pub(crate) count: usize,
    /// The first of them, as it stands in the new text.
    pub(crate) first: Vec<u8>,
}

/// A top-level domain of bare names that are left.
struct LeftEnding {
    why: WhyLeft,
    text: Vec<u8>,
    count: usize,
}

/// So many different endings are counted: a hostile text has any number of them.
const MOST_ENDINGS: usize = 512;

/// The changes and the names of a text, of which the others are left.
pub(crate) struct Done<'a> {
    pub(crate) edits: &'a Edits,
    /// The names that were found, in their order.
    pub(crate) found: &'a [Range<usize>],
}

/// Counts what is left of a text that comes in pieces.
pub(crate) struct LeftNames {
    leaving: Leaving,
    /// The number of names that were rewritten or found.
    done: usize,
    reasons: Vec<LeftFor>,
    endings: Vec<LeftEnding>,
    lines: usize,
    not_utf8: usize,
    is_latin_1: bool,
    /// True if names are left that `everywhere` would read: beside other signs, and beside prefixes alone.
    in_tails: [bool; 2],
    line: OpenLine,
    letters: LineLetters,
}

/// The line that is not at its end.
#[derive(Default)]
struct OpenLine {
    /// True if a part of it was looked at.
    is_open: bool,
    has_sign: bool,
    /// True if a name with a sign was found.
    is_told: bool,
    is_not_utf8: bool,
    /// True if octets beyond ASCII stand next to what may be of the same name.
    has_beside: bool,
}

/// The octets beyond ASCII of a line.
#[derive(Default)]
struct LineLetters {
    /// True if one of them is a letter in Latin-1.
    has: bool,
    /// True if one of them is none.
    has_others: bool,
}

impl LeftNames {
    pub(crate) fn of(leaving: Leaving) -> Self {
        Self {
            leaving,
            done: 0,
            reasons: Vec::new(),
            endings: Vec::new(),
            lines: 0,
            not_utf8: 0,
            is_latin_1: false,
            in_tails: [false; 2],
            line: OpenLine::default(),
            letters: LineLetters::default(),
        }
    }

    /// The names that are left, by reason: most names first.
    pub(crate) fn reasons(&mut self) -> &[LeftFor] {
        self.reasons.sort_by_key(|one| core::cmp::Reverse(one.count));
        &self.reasons
    }

    /// The number of lines that have what may be of a name, and no name that is found.
    pub(crate) const fn lines(&self) -> usize {
        self.lines
    }

    /// The number of lines that are not UTF-8, of those that were looked at.
    pub(crate) const fn not_utf8(&self) -> usize {
        self.not_utf8
    }

    /// Returns whether a line is Latin-1, of a text of which nothing was rewritten or found.
    pub(crate) const fn is_latin_1(&self) -> bool {
        self.is_latin_1 && self.done == 0
    }

    /// Returns whether names are left that would be found with [`Sought::everywhere`].
    pub(crate) const fn in_tails(&self) -> bool {
        // A search looks at parts with prefixes alone as long as nothing is found.
        let [in_tails, beside_prefixes] = self.in_tails;
        in_tails || beside_prefixes && self.done == 0
    }

    /// The top-level domains of the bare names that were left for a reason, the most frequent first. All of them may be
    /// one: they are letters of ASCII, or have none of them.
    pub(crate) fn endings(&mut self, why: &str) -> impl Iterator<Item = &str> {
        self.endings.sort_by_key(|one| core::cmp::Reverse(one.count));
        self.endings.iter().filter(move |one| one.why.name() == why).map(|one| bounded::utf8(&one.text))
    }

    /// Looks at the parts from a place on, up to another one at which parts are complete.
    pub(crate) fn feed(
        &mut self,
        text: &[u8],
        start: Start,
        end: usize,
        done: &Done<'_>,
        how: &Rewriting<'_>,
    ) -> Result<(), Error> {
        let range = start.at..end;
        let count = bounded::add(done.edits.over(&range).count(), done.found.len());
        // Saturating: a text in pieces may be longer than the memory.
        self.done = self.done.saturating_add(count);
        if self.done > 0 && how.annotate {
            return Ok(());
        }
        if self.done == 0 && !self.is_latin_1 {
            self.look_at_letters(bounded::part(text, range));
        }
        // Where nothing is found, labels that are refused say why the text has lines with a prefix.
        let has_prefixes = self.leaving == Leaving::ToUnicode || self.leaving == Leaving::Search && self.done == 0;
        let beyond_ascii = self.leaving != Leaving::ToUnicode || how.shows.is_some();
        let signs = Signs { leaving: self.leaving, has_prefixes, beyond_ascii };
        let mut at = start.at;
        let before = bounded::first(text, end);
        each_part(
            text,
            start,
            |from| signs.next_left(before, from, done.edits),
            |part| {
                self.reach(bounded::part(text, at..part.start));
                at = bounded::add(part.start, part.text.len());
                self.look(text, &part, done, how, signs)?;
                if part.text.ends_with(b"\n") {
                    self.end_line();
                }
                Ok(())
            },
        )?;
        self.reach(bounded::part(text, at..end));
        Ok(())
    }

    /// Ends a text.
    pub(crate) fn end(&mut self) {
        self.end_line();
        self.end_letters();
    }

    /// Ends the line if it ends in what is passed over.
    fn reach(&mut self, between: &[u8]) {
        if self.line.is_open && scan::line_feed(between).is_some() {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = core::mem::take(&mut self.line);
        self.lines = self.lines.saturating_add(usize::from(line.has_sign && !line.is_told));
        self.not_utf8 = self.not_utf8.saturating_add(usize::from(line.is_not_utf8 && line.has_beside));
    }

    fn end_letters(&mut self) {
        let letters = core::mem::take(&mut self.letters);
        self.is_latin_1 |= letters.has && !letters.has_others;
    }

    /// Looks for lines of which all octets beyond ASCII are letters of Latin-1: none of them is UTF-8.
    fn look_at_letters(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() && !self.is_latin_1 {
            let place = if self.letters.has_others { None } else { scan::beyond_ascii(rest) };
            // Of a line with others the end alone counts.
            let passed = bounded::first(rest, place.unwrap_or(rest.len()));
            if (self.letters.has || self.letters.has_others)
                && let Some(feed) = scan::line_feed(passed)
            {
                self.end_letters();
                rest = bounded::rest(rest, bounded::add(feed, 1));
                continue;
            }
            let Some(place) = place else { return };
            match rest.get(place) {
                Some(0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..) => self.letters.has = true,
                _ => self.letters.has_others = true,
            }
            rest = bounded::rest(rest, bounded::add(place, 1));
        }
    }

    /// Looks at a part that has a sign.
    fn look(
        &mut self,
        text: &[u8],
        part: &Part<'_>,
        done: &Done<'_>,
        how: &Rewriting<'_>,
        signs: Signs,
    ) -> Result<(), Error> {
        let range = part.start..bounded::add(part.start, part.text.len());
        self.line.is_open = true;
        self.line.has_sign |= has_left(text, &range, done.edits, |octets| signs.are_in(octets));
        self.line.is_not_utf8 |= is_not_utf8(part.text, part.after_cut, part.before_cut);
        self.line.has_beside |= has_beside(part.text);
        // A label that is refused is no name that is left by a search.
        let signs_of_names = Signs { has_prefixes: self.leaving == Leaving::ToUnicode, ..signs };
        let counts = signs_of_names.next_left(bounded::first(text, range.end), range.start, done.edits).is_some();
        let all = Sought {
            url_hosts: true,
            email_domains: true,
            bare_names: true,
            tlds: Some(&|_| true),
            defanged: true,
            ..how.sought
        };
        let start = Start { at: part.start, is_cut: part.after_cut };
        let mut names = Vec::new();
        each_found(text, start, range.end, &all, |one| {
            let name = new_name(text, &one, done.edits)?;
            self.line.is_told |= signs.are_in(&name);
            memory::push(&mut names, one.start..one.end)?;
            if counts
                && !is_known(&one, done.found)
                && let Some(why) = self.reason(&one, &name, how)?
            {
                self.enter(one.kind, why, &name)?;
            }
            Ok(())
        })?;
        self.look_behind_signs(text, &range, part.after_cut, done.edits, how, &names)?;
        self.look_at_tails(text, start, &range, done, how, (signs, counts), &names)
    }

    /// Returns why a name stays. Nothing if there is nothing to convert in it, or nobody looks for names like it.
    fn reason(&self, one: &Found, name: &[u8], how: &Rewriting<'_>) -> Result<Option<WhyLeft>, Error> {
        let (sought, is_bare) = (&how.sought, one.kind == Kind::Bare);
        let to_unicode = self.leaving == Leaving::ToUnicode;
        let in_unicode = to_unicode && !holds_prefix(name);
        if in_unicode && (name.is_ascii() || is_shown(name, how)?) {
            return Ok(None);
        }
        let mut is_plain = !one.is_escaped && (self.leaving == Leaving::ToAscii || !one.is_defanged);
        if is_bare && one.is_escaped && has_no_escape(name) {
            // As in `a.b=AbC/`: it would be a name if it ended so.
            is_plain = !is_under_known(name, sought)?;
        }
        if !to_unicode && name.is_ascii() && is_plain {
            return Ok(None);
        }
        let refused = one.code.map(WhyLeft::Refused);
        Ok(if !sought.counts(one.kind) {
            Some(WhyLeft::NotChosen)
        } else if one.is_defanged && !sought.defanged {
            Some(WhyLeft::Defanged)
        } else if one.is_escaped && (self.leaving != Leaving::Search || is_bare) {
            Some(WhyLeft::Escaped)
        } else if in_unicode {
            Some(WhyLeft::InUnicode)
        } else if to_unicode {
            let without_code = if is_shown(name, how)? { WhyLeft::NoForm } else { WhyLeft::NotShown };
            Some(refused.unwrap_or(without_code))
        } else if is_bare && !is_under_known(name, sought)? {
            Some(WhyLeft::NoTld)
        } else {
            // Where its top-level domain is known, valid labels of a bare name are rewritten, whatever the others are.
            refused
        })
    }

    fn enter(&mut self, kind: Kind, why: WhyLeft, name: &[u8]) -> Result<(), Error> {
        if kind == Kind::Bare && matches!(why, WhyLeft::NoTld | WhyLeft::InUnicode) {
            self.enter_ending(why, name)?;
        }
        if let Some(known) = self.reasons.iter_mut().find(|one| one.kind == kind && one.why == why) {
            known.count = known.count.saturating_add(1);
            return Ok(());
        }
        let first = memory::copied(name)?;
        memory::push(&mut self.reasons, LeftFor { kind, why, count: 1, first })
    }

    fn enter_ending(&mut self, why: WhyLeft, name: &[u8]) -> Result<(), Error> {
        let Some(ending) = name.rsplit(|&octet| octet == b'.').next().filter(|ending| may_be_tld(ending)) else {
            return Ok(());
        };
        let is_same = |one: &&mut LeftEnding| one.why == why && one.text.eq_ignore_ascii_case(ending);
        if let Some(known) = self.endings.iter_mut().find(is_same) {
            known.count = known.count.saturating_add(1);
        } else if self.endings.len() < MOST_ENDINGS {
            let text = memory::copied(ending)?;
            memory::push(&mut self.endings, LeftEnding { why, text, count: 1 })?;
        }
        Ok(())
    }

    /// Counts names beyond ASCII behind a sign without a local part, which are no addresses: as keys of a table of a
    /// mail server.
    fn look_behind_signs(
        &mut self,
        text: &[u8],
        part: &Range<usize>,
        after_cut: bool,
        edits: &Edits,
        how: &Rewriting<'_>,
        names: &[Range<usize>],
    ) -> Result<(), Error> {
        if self.leaving == Leaving::ToUnicode || !how.sought.counts(Kind::Bare) {
            return Ok(());
        }
        let octets = bounded::part(text, part.clone());
        for (place, _) in octets.iter().enumerate().filter(|(_, octet)| **octet == b'@') {
            let before = bounded::first(octets, place).last();
            let is_begin = before.map_or(!after_cut, |octet| {
                octet.is_ascii_whitespace() || *octet == 0x0B || b"\"'<(),.;:=[{}|".contains(octet)
            });
            let ends =
                |octet: &&u8| octet.is_ascii_whitespace() || **octet == 0x0B || b"\"'<>(),;:@/[]{}|".contains(octet);
            let behind = bounded::rest(octets, bounded::add(place, 1));
            let size = behind.iter().take_while(|octet| !ends(octet)).count();
            let run = bounded::first(behind, size);
            let start = bounded::add(part.start, place);
            let name = start..bounded::add(bounded::add(start, 1), size);
            let is_name = is_begin && !run.is_ascii() && run.contains(&b'.') && edits.over(&name).next().is_none();
            let is_found = || names.binary_search_by_key(&bounded::add(start, 1), |one| one.start).is_ok();
            if is_name && !is_found() {
                self.line.is_told = true;
                self.enter(Kind::Bare, WhyLeft::NoLocalPart, bounded::part(text, name))?;
            }
        }
        Ok(())
    }

    /// Notes names in paths and the like, which would be found with [`Sought::everywhere`].
    #[allow(clippy::too_many_arguments, reason = "they are what is known of the part")]
    fn look_at_tails(
        &mut self,
        text: &[u8],
        start: Start,
        part: &Range<usize>,
        done: &Done<'_>,
        how: &Rewriting<'_>,
        (signs, counts): (Signs, bool),
        names: &[Range<usize>],
    ) -> Result<(), Error> {
        let [in_tails, beside_prefixes] = &mut self.in_tails;
        let noted = if counts { in_tails } else { beside_prefixes };
        let has_tail = || bounded::part(text, part.clone()).iter().any(|octet| b"/@".contains(octet));
        if *noted || how.sought.everywhere || !has_tail() {
            return Ok(());
        }
        let sought = Sought { everywhere: true, ..how.sought };
        each_found(text, start, part.end, &sought, |one| {
            let name = one.start..one.end;
            let is_other = one.code.is_none()
                && !one.is_escaped
                && signs.are_in(bounded::part(text, name.clone()))
                && done.edits.over(&name).next().is_none()
                && !is_met(names, &name)
                && !is_met(done.found, &name);
            if is_other && is_shown(bounded::part(text, name), how)? {
                *noted = true;
            }
            Ok(())
        })
    }
}

/// Returns whether a name was found: in the same place, or as a part of what may be one.
fn is_known(one: &Found, found: &[Range<usize>]) -> bool {
    let first = found.partition_point(|known| known.end <= one.start);
    bounded::rest(found, first).iter().take_while(|known| known.start < one.end).any(|known| {
        // Of a name that nobody follows, a part may have been found.
        !one.is_defanged || (known.start, known.end) == (one.start, one.end)
    })
}

/// Returns whether one of these names, which are in their order, overlaps another.
fn is_met(names: &[Range<usize>], name: &Range<usize>) -> bool {
    let first = names.partition_point(|one| one.end <= name.start);
    names.get(first).is_some_and(|one| one.start < name.end)
}

/// A name as it is in the new text.
fn new_name<'t>(text: &'t [u8], one: &Found, edits: &Edits) -> Result<Cow<'t, [u8]>, Error> {
    let mut name = one.start..one.end;
    if edits.over(&name).next().is_none() {
        let old = || bounded::part(text, name.clone());
        return Ok(if one.is_defanged { Cow::Owned(followed_name(text, name)?) } else { Cow::Borrowed(old()) });
    }
    for (edit, _) in edits.over(&name.clone()) {
        name = name.start.min(edit.start)..name.end.max(edit.end);
    }
    let mut new = Vec::new();
    each_left(text, &name, edits, |octets| memory::append(&mut new, octets))?;
    Ok(Cow::Owned(new))
}

/// Hands over a part of the new text, piece by piece.
fn each_left(
    text: &[u8],
    part: &Range<usize>,
    edits: &Edits,
    mut visit: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut at = part.start;
    for (edit, new) in edits.over(part) {
        visit(bounded::part(text, at..edit.start))?;
        visit(new)?;
        at = edit.end;
    }
    visit(bounded::part(text, at..part.end))
}

/// Returns whether a piece of a part of the new text passes a test.
fn has_left(text: &[u8], part: &Range<usize>, edits: &Edits, test: impl Fn(&[u8]) -> bool) -> bool {
    let mut has = false;
    let visited = each_left(text, part, edits, |octets| {
        has |= test(octets);
        Ok(())
    });
    has && visited.is_ok()
}

/// Returns whether the policy, if there is one, shows all of a name in Unicode.
fn is_shown(name: &[u8], how: &Rewriting<'_>) -> Result<bool, Error> {
    match (how.shows, core::str::from_utf8(name)) {
        (Some(shows), Ok(name)) => shows(name),
        _ => Ok(true),
    }
}

/// Returns whether the top-level domain of a name is known to the caller.
fn is_under_known(name: &[u8], sought: &Sought<'_>) -> Result<bool, Error> {
    core::str::from_utf8(name).map_or(Ok(false), |name| has_known_tld(name, sought))
}

/// Returns whether the last label of a name may be a top-level domain: letters of ASCII, as `de`, or none of them, as
/// `рф`. The name of a person (`max.müller`) ends otherwise. The two domains that have both are in German.
fn may_be_tld(ending: &[u8]) -> bool {
    let is_alabel = has_prefix(ending) && ending.len() < 64;
    let is_word = (2..64).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphabetic);
    let is_other = !ending.is_empty() && ending.len() < 256 && !ending.iter().any(u8::is_ascii);
    (is_alabel || is_word || is_other) && core::str::from_utf8(ending).is_ok()
}

/// Returns whether nothing in a name is an escape.
fn has_no_escape(name: &[u8]) -> bool {
    let is_of_name = |octet: &u8| octet.is_ascii_alphanumeric() || b"._-".contains(octet);
    !name.windows(4).any(|four| four == b"xn--") && name.iter().all(is_of_name)
}

/// Returns whether a part of a line is not UTF-8. A character may be cut at its ends.
fn is_not_utf8(part: &[u8], after_cut: bool, before_cut: bool) -> bool {
    let cut = part.iter().take(3).take_while(|&&octet| after_cut && octet & 0xC0 == 0x80).count();
    match core::str::from_utf8(bounded::rest(part, cut)) {
        Err(fault) => fault.error_len().is_some() || !before_cut,
        Ok(_) => false,
    }
}

/// Returns whether octets beyond ASCII stand next to letters or digits.
fn has_beside(part: &[u8]) -> bool {
    let is_beside = |one: u8, other: u8| !one.is_ascii() && other.is_ascii_alphanumeric();
    part.windows(2).any(|two| matches!(*two, [one, other] if is_beside(one, other) || is_beside(other, one)))
}
