//! The same text with the other form of its names.

#[cfg(feature = "python")]
use core::ops::Range;

use super::character::{IGNORED, JOINERS_AND_SYMBOLS, OF_HOST, cut_before, cut_behind, last};
use super::defanged::is_defanged;
use super::extent::{extent, is_read_as_one};
use super::judged::{form_of, form_of_name, has_known_tld, refusal_of};
use super::line::Candidate;
use super::mailbox::first_letter;
use super::seek::{Start, candidates, each_part};
use super::{Kind, Sought, scan};
use crate::error::Error;
use crate::label::{Form, has_prefix, holds_prefix, is_rtl, is_separator};
use crate::memory::{self, Growing};
use crate::unicode::{Gathered, TextClass, uts46_map};
use crate::{Profile, bounded};

/// Says whether a name may be shown in Unicode. The name comes as it stands in the text, so with its A-labels.
///
/// ```
/// use acelabel::Profile;
/// use acelabel::display::{Policy, report};
/// use acelabel::text::{Rewriting, Shows, Sought, rewritten};
///
/// let shows: &Shows<'_> = &|name| {
///     assert!(name.contains("xn--"));
///     Ok(report(name, &Policy::LOOKALIKE_AWARE)?.iter().all(|label| label.finding.is_none()))
/// };
/// let sought = Sought::all(&Profile::UTS46);
/// let how = Rewriting { sought, to_unicode: true, annotate: false, isolate: false, shows: Some(shows) };
/// let text = rewritten("http://xn--80ak6aa92e.com http://xn--bcher-kva.de".as_bytes(), &how)?;
/// assert_eq!(text.as_deref(), Some("http://xn--80ak6aa92e.com http://bücher.de".as_bytes()));
/// # Ok::<(), acelabel::Error>(())
/// ```
pub type Shows<'a> = dyn Fn(&str) -> Result<bool, Error> + Sync + 'a;

/// Which form names are given, and how.
#[derive(Clone, Copy)]
pub struct Rewriting<'a> {
    /// Which names are rewritten.
    pub sought: Sought<'a>,
    /// True if A-labels become U-labels; else U-labels become A-labels.
    pub to_unicode: bool,
    /// True if a name stays, and its other form follows in parentheses.
    pub annotate: bool,
    /// True if a U-label that is right-to-left is put between FSI and PDI (UAX #9 section 2.7).
    pub isolate: bool,
    /// Says whether a name, as it stands in the text, may be shown in Unicode: where it may not, its A-labels stay.
    /// Without it all are shown, those that look like other names among them.
    pub shows: Option<&'a Shows<'a>>,
}

/// The changes of a text: new text in the place of some names.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
    /// The new texts, one after another.
    octets: Vec<u8>,
    /// The number of octets that are replaced.
    replaced: usize,
}

#[derive(Clone, Copy, Debug)]
struct Edit {
    start: usize,
    end: usize,
    /// Where what is new ends.
    octets_end: usize,
}

impl Edits {
    /// Returns whether nothing changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns how many names are replaced.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.edits.len()
    }

    /// Returns how many octets the new text has, where the old one has so many.
    #[must_use]
    pub const fn size(&self, before: usize) -> usize {
        // Saturating: the caller may tell any number.
        before.saturating_add(self.octets.len()).saturating_sub(self.replaced)
    }

    /// Tells the new text part by part.
    pub fn apply(&self, text: &[u8], mut write: impl FnMut(&[u8])) {
        // Where it is a shorter text than the one that was looked at, parts are missing.
        let (mut copied, mut written) = (0, 0);
        for edit in &self.edits {
            write(text.get(copied..edit.start).unwrap_or_default());
            write(bounded::part(&self.octets, written..edit.octets_end));
            (copied, written) = (edit.end, edit.octets_end);
        }
        write(text.get(copied..).unwrap_or_default());
    }

    /// The new text. Nothing where nothing changes.
    pub(crate) fn applied(&self, text: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        if self.is_empty() {
            return Ok(None);
        }
        let mut output = Vec::new();
        self.append(text, &mut output).map(|()| Some(output))
    }

    pub(crate) fn append(&self, text: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
        output.try_reserve(self.size(text.len())).map_err(|_| memory::refused())?;
        self.apply(text, |part| output.extend_from_slice(part));
        Ok(())
    }

    /// Hands over each change: where it begins and ends, and what is new there. Returns all that is new.
    #[cfg(any(feature = "python", test))]
    pub(super) fn each(&self, mut visit: impl FnMut(usize, usize, &[u8])) -> &[u8] {
        let mut written = 0;
        for &Edit { start, end, octets_end } in &self.edits {
            visit(start, end, bounded::part(&self.octets, written..octets_end));
            written = octets_end;
        }
        &self.octets
    }

    /// The changes over a part of the text, in their order: where each begins and ends, and what is new there.
    #[cfg(feature = "python")]
    pub(super) fn over(&self, part: &Range<usize>) -> impl Iterator<Item = (Range<usize>, &[u8])> {
        let first = self.edits.partition_point(|edit| edit.end <= part.start);
        let before = first.checked_sub(1).and_then(|last| self.edits.get(last));
        let (mut written, end) = (before.map_or(0, |edit| edit.octets_end), part.end);
        bounded::rest(&self.edits, first).iter().take_while(move |edit| edit.start < end).map(move |edit| {
            let new = bounded::part(&self.octets, written..edit.octets_end);
            written = edit.octets_end;
            (edit.start..edit.end, new)
        })
    }

    pub(crate) fn add(&mut self, start: usize, end: usize, parts: &[&[u8]]) -> Result<(), Error> {
        for part in parts {
            memory::append(&mut self.octets, part)?;
        }
        self.replaced = bounded::add(self.replaced, bounded::sub(end, start));
        memory::push(&mut self.edits, Edit { start, end, octets_end: self.octets.len() })
    }
}

/// Rewrites a text. Nothing where nothing changes.
///
/// ```
/// use acelabel::Profile;
/// use acelabel::text::{Rewriting, Sought, rewritten};
///
/// let sought = Sought::all(&Profile::UTS46);
/// let how = Rewriting { sought, to_unicode: true, annotate: false, isolate: false, shows: None };
/// assert_eq!(rewritten(b"GET //xn--bcher-kva.de/", &how)?.as_deref(), Some("GET //bücher.de/".as_bytes()));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn rewritten(text: &[u8], rewriting: &Rewriting<'_>) -> Result<Option<Vec<u8>>, Error> {
    rewriting.edits(text)?.applied(text)
}

impl Rewriting<'_> {
    /// Returns what changes in a text.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn edits(&self, text: &[u8]) -> Result<Edits, Error> {
        let mut edits = Edits::default();
        self.edits_from(text, Start::default(), text.len(), &mut edits)?;
        Ok(edits)
    }

    /// Appends what changes from a place on, up to another one at which parts are complete.
    pub(crate) fn edits_from(&self, text: &[u8], start: Start, end: usize, edits: &mut Edits) -> Result<(), Error> {
        let (mut found, mut other) = (Vec::new(), Growing::default());
        let first = |from| {
            let rest = bounded::part(text, from..end);
            let place = if self.to_unicode { scan::prefix(rest) } else { scan::beyond_ascii(rest) };
            place.map(|place| bounded::add(from, place))
        };
        each_part(text, start, first, |part| {
            candidates(&part, &self.sought, None, &mut found)?;
            let counts = |one: &&Candidate| self.sought.counts(one.kind) && !one.is_escaped && !one.is_no_name;
            for one in found.iter().filter(counts) {
                // Octets that are not UTF-8 are not a name.
                let Ok(name) = core::str::from_utf8(bounded::part(part.text, one.start..one.end)) else { continue };
                let beside = if self.to_unicode { Beside::of(part.text, one) } else { Beside::Nothing };
                let has_form = self.annotate && self.write_other_form(name, one, Beside::Name, &mut other)?
                    || self.write_other_form(name, one, beside, &mut other)?;
                if !has_form || is_defanged(part.text, &(one.start..one.end)) {
                    continue;
                }
                // A policy knows no name that goes on.
                if let Some(shows) = self.shows.filter(|_| self.to_unicode)
                    && (one.goes_on || !shows(name)?)
                {
                    continue;
                }
                let (start, end) = (bounded::add(part.start, one.start), bounded::add(part.start, one.end));
                if self.annotate {
                    edits.add(start, end, &[name.as_bytes(), b" (", &other, b")"])?;
                } else {
                    edits.add(start, end, &[&other])?;
                }
            }
            Ok(())
        })
        .map(drop)
    }

    /// Writes the other form of a name, label by label. Returns whether it differs from the name. A host of a URL is
    /// written as a whole, or not at all: half of it would be another host. So is the Unicode form of any name where a
    /// profile passes an ASCII domain: there it is the domain itself, or that of every label.
    fn write_other_form(
        &self,
        name: &str,
        one: &Candidate,
        beside: Beside,
        other: &mut Growing<u8>,
    ) -> Result<bool, Error> {
        let is_sought = if self.to_unicode {
            holds_prefix(name.as_bytes())
        } else {
            !name.is_ascii() && (one.kind != Kind::Bare || has_known_tld(name, &self.sought)?)
        };
        if !is_sought {
            return Ok(false);
        }
        // A host that begins with what no name holds is found, and stays; so does one of nothing but hyphens.
        if OF_HOST.size_of_run(name.as_bytes()) < name.len() || name.ends_with('-') && !one.is_delimited {
            return Ok(false);
        }
        other.clear();
        let profile = self.sought.profile;
        let is_whole = one.kind == Kind::UrlHost || (self.to_unicode && profile.pass_ascii_domain);
        // A domain that passes may have a fault that no label has.
        let has_rules_of_names =
            profile.use_std3_ascii_rules || profile.verify_dns_length || profile.deny_end_in_number;
        let mut is_doubtful = self.to_unicode && profile.pass_ascii_domain && has_rules_of_names;
        let has_tld = self.to_unicode && one.kind == Kind::Bare && has_known_tld(name, &self.sought)?;
        let (mut rest, mut is_other, mut left) = (name, false, 0_usize);
        loop {
            let end = rest.find(|character| is_separator(u32::from(character)));
            let (label, behind) = rest.split_at(end.unwrap_or(rest.len()));
            let is_last = behind.is_empty() && !one.is_delimited;
            let is_one = |label: &str| match beside {
                Beside::Name => is_read_as_one(label, one.kind, false, true),
                Beside::Word if is_last => false,
                Beside::Word | Beside::Symbol => is_read_as_one(label, one.kind, is_last, false),
                Beside::Nothing => is_read_as_one(label, one.kind, is_last, has_tld),
            };
            match self.append_label(label, &is_one, other)? {
                Written::Other { may_be_rtl } => (is_other, is_doubtful) = (true, is_doubtful | may_be_rtl),
                Written::Refused if is_whole => return Ok(false),
                Written::Refused => left = bounded::add(left, 1),
                Written::Same => is_doubtful |= !label.is_ascii() || has_prefix(label.as_bytes()),
            }
            let mut behind = behind.chars();
            let Some(separator) = behind.next() else { break };
            let separator = if self.to_unicode { separator } else { '.' };
            other.extend_from_slice(separator.encode_utf8(&mut [0; 4]).as_bytes());
            rest = behind.as_str();
        }
        if other.is_refused() {
            return Err(memory::refused());
        }
        // A symbol at the beginning of a bare name may be read as a bullet.
        if has_tld && beside != Beside::Name && extent(other, Kind::Bare, false) != (0..other.len()) {
            return Ok(false);
        }
        // A character that UTS #46 removes is no part of a name at its ends.
        if cut_before(other, IGNORED).len() < other.len() || cut_behind(other, IGNORED).len() < other.len() {
            return Ok(false);
        }
        Ok(is_other && (!is_doubtful || self.is_one_name(name, left, is_whole)?))
    }

    /// Returns whether the labels of a name, of which so many have no Unicode form, may be converted together.
    fn is_one_name(&self, name: &str, left: usize, is_whole: bool) -> Result<bool, Error> {
        let profile = self.sought.profile;
        // The Bidi Rule across labels. Of a valid name, a profile may leave a label that it decodes alone.
        if self.to_unicode && form_of_name(name, profile)?.is_some_and(|form| count_of_alabels(&form) > left) {
            return Ok(false);
        }
        if !is_whole {
            return Ok(true);
        }
        // The labels that were not converted, too. What STD3 or the lengths of DNS refuse is the same host in both
        // forms. An ASCII domain that passes undecoded has no other form.
        let profile =
            Profile { use_std3_ascii_rules: false, verify_dns_length: false, pass_ascii_domain: false, ..*profile };
        Ok(refusal_of(name, &profile)?.is_none())
    }

    /// Appends the other form of a label, or the label if it has none.
    fn append_label(
        &self,
        label: &str,
        is_one: &dyn Fn(&str) -> bool,
        output: &mut Growing<u8>,
    ) -> Result<Written, Error> {
        let is_sought = if self.to_unicode { has_prefix(label.as_bytes()) } else { !label.is_ascii() };
        if !is_sought {
            output.extend_from_slice(label.as_bytes());
            return Ok(Written::Same);
        }
        let form = if self.to_unicode { Form::Unicode } else { Form::Ascii };
        let converted = form_of(label, form, self.sought.profile)?;
        // A label that a profile passes as it is has no other form.
        let converted = converted.as_deref().filter(|label| !self.to_unicode || !has_prefix(label));
        let converted = converted.map(bounded::utf8).filter(|label| is_one(label));
        let ulabel = if self.to_unicode { converted } else { Some(label) };
        let is_rtl = ulabel.is_some_and(|label| is_rtl(Gathered::of(label.chars().map(u32::from)).bidi_classes()));
        let [before, behind] =
            if self.isolate && converted.is_some() && is_rtl { ["\u{2068}", "\u{2069}"] } else { [""; 2] };
        for text in [before, converted.unwrap_or(label), behind] {
            output.extend_from_slice(text.as_bytes());
        }
        // A label that is mapped to an A-label shows nothing of its U-label.
        let is_alabel = || !self.to_unicode && uts46_map(&mut label.chars().map(u32::from)).all(|unit| unit < 0x80);
        Ok(if converted.is_some() { Written::Other { may_be_rtl: is_rtl || is_alabel() } } else { Written::Refused })
    }
}

fn count_of_alabels(name: &[u8]) -> usize {
    let labels = bounded::utf8(name).split(|character| is_separator(u32::from(character)));
    labels.filter(|label| has_prefix(label.as_bytes())).count()
}

/// The text right before or behind the form of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// The name itself stays before its form, so that nobody reads the form back, which may be any.
    Name,
    /// A word that is glued to the name: its last label stays, as a U-label would be one with the word.
    Word,
    /// A symbol in front of the name, which is a bullet before a letter only.
    Symbol,
}

impl Beside {
    fn of(text: &[u8], one: &Candidate) -> Self {
        let (before, mut behind) = (bounded::first(text, one.start), bounded::rest(text, one.end));
        // Most names stand alone.
        if one.kind == Kind::UrlHost || behind.first().is_none_or(|octet| octet.is_ascii() && !b"-_".contains(octet)) {
            let is_symbol = before.last().is_some_and(|octet| !octet.is_ascii()) && last(before).is(TextClass::Symbol);
            return if is_symbol { Self::Symbol } else { Self::Nothing };
        }
        loop {
            let rest = cut_before(behind, JOINERS_AND_SYMBOLS);
            let marks = rest.iter().take_while(|octet| b"-_".contains(octet)).count();
            let next = bounded::rest(rest, marks);
            if next.len() == behind.len() {
                return if first_letter(next) { Self::Word } else { Self::Nothing };
            }
            behind = next;
        }
    }
}

/// The form of a label that was written.
enum Written {
    /// The label, which is not of the form that is converted.
    Same,
    /// Its other form, and whether its U-label may be right-to-left.
    Other { may_be_rtl: bool },
    /// The label, which has no other form, or one that would be read as another label.
    Refused,
}

/// Rewrites a text that comes in pieces. What comes out does not depend on where it is cut.
#[derive(Default)]
pub struct Rewriter {
    /// The octets that cannot be decided yet: less than a line.
    pub(super) held: Vec<u8>,
    is_cut: bool,
    count: usize,
}

impl Rewriter {
    /// Returns how many names it has rewritten.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Takes a piece, and appends what is decided with it to `output`: all lines that are complete.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone. Afterwards the rewriter holds nothing, and another text
    /// can begin.
    pub fn feed(&mut self, piece: &[u8], rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let fed = self.take(piece, rewriting, output);
        if fed.is_err() {
            *self = Self { count: self.count, ..Self::default() };
        }
        fed
    }

    fn take(&mut self, piece: &[u8], rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let mut piece = piece;
        // The held octets end with the first line of the piece, so that the other lines are not copied.
        while !self.held.is_empty() && !piece.is_empty() {
            let size = scan::line_feed(piece).map_or(piece.len(), |place| bounded::add(place, 1));
            let size = size.min(super::seek::LONGEST);
            let (now, later) = (bounded::first(piece, size), bounded::rest(piece, size));
            memory::append(&mut self.held, now)?;
            piece = later;
            let held = core::mem::take(&mut self.held);
            let done = self.write(&held, false, rewriting, output)?;
            self.held = held;
            self.held.drain(..done);
        }
        let done = self.write(piece, false, rewriting, output)?;
        memory::append(&mut self.held, bounded::rest(piece, done))
    }

    /// Appends the rest to `output`. Afterwards the rewriter is as new.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(&mut self, rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let held = core::mem::take(&mut self.held);
        let written = self.write(&held, true, rewriting, output);
        self.is_cut = false;
        written.map(|_| ())
    }

    /// Writes the parts of a text that are complete. Returns where they end.
    fn write(
        &mut self,
        text: &[u8],
        is_all: bool,
        rewriting: &Rewriting<'_>,
        output: &mut Vec<u8>,
    ) -> Result<usize, Error> {
        let start = Start { at: 0, is_cut: self.is_cut };
        let end = start.last(text, is_all);
        let complete = bounded::first(text, end.at);
        let mut edits = Edits::default();
        rewriting.edits_from(text, start, end.at, &mut edits)?;
        // Saturating: a text in pieces may be longer than the memory.
        self.count = self.count.saturating_add(edits.count());
        edits.append(complete, output)?;
        self.is_cut = end.is_cut;
        Ok(end.at)
    }
}
