//! Text as it was before somebody wrote it so that nobody follows its links: `hxxp`, `[.]`, `(dot)`, `[@]`, `[at]`.
//!
//! ```text
//! at each bracket of the text:
//!     [.] (dot) [:] [://] [@] {at} <.>      becomes what stands inside, with white space around that or not
//!     letter [dot] letter, letter [at] ...  the same with a space on both sides, for words
//!     [.a   .]a                             becomes a dot: the other bracket is missing
//!     any other bracket                     stays
//! ```
//!
//! Each change is noted, so that a place in the new text is known in the old one.

use core::ops::Range;
use std::borrow::Cow;

use crate::error::Error;
use crate::{bounded, memory};

/// As many octets as brackets and their meaning have, with white space: ` [ :// ] `.
const LONGEST: usize = 9;

/// A text that can be followed again.
pub(super) struct Followed<'t> {
    pub(super) text: Cow<'t, [u8]>,
    changes: Vec<Meant>,
}

/// A part of the old text, and the part of the new one that stands for it.
struct Meant {
    old: Range<usize>,
    new: Range<usize>,
}

impl<'t> Followed<'t> {
    /// Reads a text, if that is asked for; else it stays. Octets that are not UTF-8 stay.
    pub(super) fn of(old: &'t [u8], is_asked: bool) -> Result<Self, Error> {
        let (mut text, mut changes) = (Vec::new(), Vec::new());
        let (mut done, mut from) = (0, 0);
        if !is_asked {
            return Ok(Self { text: Cow::Borrowed(old), changes });
        }
        let next = |from| bounded::rest(old, from).iter().position(|&octet| is_bracket(octet));
        while let Some(place) = next(from).map(|place| bounded::add(from, place)) {
            from = bounded::add(place, 1);
            let Some((range, meant)) = followed_at(old, place).filter(|(range, _)| range.start >= done) else {
                continue;
            };
            memory::append(&mut text, bounded::part(old, done..range.start))?;
            let at = text.len();
            memory::append(&mut text, meant.as_bytes())?;
            done = range.end;
            from = from.max(done);
            memory::push(&mut changes, Meant { old: range, new: at..text.len() })?;
        }
        if changes.is_empty() {
            return Ok(Self { text: Cow::Borrowed(old), changes });
        }
        memory::append(&mut text, bounded::rest(old, done))?;
        Ok(Self { text: Cow::Owned(text), changes })
    }

    /// The part of the old text that a name in the new one was. A change that gives no part of the name is none of it.
    pub(super) fn old(&self, name: Range<usize>) -> Range<usize> {
        let start = self.place(name.start, |change| change.new.end <= name.start);
        start..self.place(name.end, |change| change.new.start < name.end)
    }

    /// Where a place of the old text is that no change goes over.
    #[cfg(any(feature = "python", test, fuzzing))]
    fn new_place(&self, old: usize) -> usize {
        let before = bounded::first(&self.changes, self.changes.partition_point(|change| change.old.end <= old));
        before.last().map_or(old, |last| bounded::add(last.new.end, bounded::sub(old, last.old.end)))
    }

    /// Where a place was: so far behind the last change before it.
    fn place(&self, new: usize, is_before: impl Fn(&Meant) -> bool) -> usize {
        let before = bounded::first(&self.changes, self.changes.partition_point(is_before));
        before.last().map_or(new, |last| bounded::add(last.old.end, bounded::sub(new, last.new.end)))
    }

    /// Returns whether something was changed in a part of the new text.
    pub(super) fn has_change(&self, new: &Range<usize>) -> bool {
        let first = self.changes.partition_point(|change| change.new.end <= new.start);
        self.changes.get(first).is_some_and(|change| change.new.start < new.end)
    }

    /// Returns whether what marks a name is written so that nobody follows it: the scheme, or what is in brackets in
    /// its word. Given are the name before it, which may be the scheme, and where it begins.
    pub(super) fn is_marked(&self, last: Range<usize>, start: usize) -> bool {
        let begin_of_word = |from| {
            let space = bounded::part(&self.text, from..start).iter().rposition(u8::is_ascii_whitespace);
            space.map_or(from, |place| bounded::add(bounded::add(from, place), 1))
        };
        let has_scheme = bounded::part(&self.text, begin_of_word(last.start)..start)
            .windows(4)
            .any(|four| four.eq_ignore_ascii_case(b"hxxp"));
        has_scheme || self.has_change(&(begin_of_word(last.end)..start))
    }

    /// Returns whether a dot with a space before it, and what may be a label behind it, stand at a place: the rest of a
    /// host that nobody should follow.
    pub(super) fn is_spaced_dot(&self, at: usize) -> bool {
        let Some(rest) = bounded::rest(&self.text, at).strip_prefix(b" .") else { return false };
        let label = rest.strip_prefix(b" ").unwrap_or(rest);
        label.first().is_some_and(|octet| octet.is_ascii_alphanumeric() || !octet.is_ascii())
    }
}

/// A name in a text as it was before. What stands around it says what its brackets mean.
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) fn followed_name(text: &[u8], name: Range<usize>) -> Result<Vec<u8>, Error> {
    /// The octets around a name that can make a difference to its brackets, and more.
    const AROUND: usize = 64;
    let start = name.start.saturating_sub(AROUND);
    let window = bounded::part(text, start..name.end.saturating_add(AROUND).min(text.len()));
    let followed = Followed::of(window, true)?;
    let [first, last] = [name.start, name.end].map(|place| followed.new_place(bounded::sub(place, start)));
    // A caller may tell places inside of what is changed.
    memory::copied(followed.text.get(first..last).unwrap_or_default())
}

/// A text as it was before somebody wrote it so that nobody follows its links.
pub(crate) fn followed(text: &[u8]) -> Result<Vec<u8>, Error> {
    match Followed::of(text, true)?.text {
        Cow::Borrowed(text) => memory::copied(text),
        Cow::Owned(text) => Ok(text),
    }
}

/// Returns whether brackets that mean a dot or another sign stand right beside a name.
pub(super) fn is_defanged(text: &[u8], name: &Range<usize>) -> bool {
    let from = name.start.saturating_sub(LONGEST);
    let near = bounded::part(text, from..name.end.saturating_add(2).min(text.len())).iter().enumerate();
    let mut places = near.filter(|&(_, &octet)| is_bracket(octet)).map(|(place, _)| bounded::add(from, place));
    places.any(|place| followed_at(text, place).is_some_and(|(old, _)| old.end == name.start || old.start == name.end))
}

const fn is_bracket(octet: u8) -> bool {
    matches!(octet, b'[' | b'(' | b'{' | b'<' | b']' | b')' | b'}')
}

/// The part of a text that changes at the bracket that stands at a place, and the text that is meant: none for a
/// bracket beside a dot.
pub(crate) fn followed_at(text: &[u8], place: usize) -> Option<(Range<usize>, &'static str)> {
    let (before, rest) = (bounded::first(text, place), bounded::rest(text, place));
    let is_word = |octet: Option<&u8>| octet.is_some_and(|octet| octet.is_ascii_alphanumeric() || !octet.is_ascii());
    if let Some((meant, size)) = bracketed(rest) {
        let behind = bounded::rest(rest, size);
        let is_apart = matches!((before, behind), ([.., word, b' '], [b' ', next, ..])
            if rest.get(1..size).is_some_and(|inside| inside.iter().any(u8::is_ascii_alphabetic))
                && is_word(Some(word)) && is_word(Some(next)));
        let spaces = usize::from(is_apart);
        let end = [place, size, spaces].into_iter().fold(0, bounded::add);
        return Some((bounded::sub(place, spaces)..end, meant));
    }
    let is_half = match (before, rest) {
        (_, [b'[' | b'(' | b'{', b'.', next, ..]) => is_word(before.last()) && is_word(Some(next)),
        // A parenthesis may as well end what began before the name.
        ([.., word, b'.'], [b']', next, ..]) => is_word(Some(word)) && is_word(Some(next)),
        _ => false,
    };
    is_half.then_some((place..bounded::add(place, 1), ""))
}

/// Returns what brackets at the beginning of a text mean, and how long they are.
fn bracketed(text: &[u8]) -> Option<(&'static str, usize)> {
    const MEANT: [(&str, &str); 6] = [(".", "."), ("dot", "."), ("://", "://"), (":", ":"), ("@", "@"), ("at", "@")];
    let [b'[' | b'(' | b'{' | b'<', inside @ ..] = text else { return None };
    let without_space = |text: &[u8]| usize::from(text.first() == Some(&b' '));
    let before = without_space(inside);
    let inside = bounded::rest(inside, before);
    MEANT.into_iter().find_map(|(written, meant)| {
        let (start, rest) = inside.split_at_checked(written.len())?;
        let behind = without_space(rest);
        let [b']' | b')' | b'}' | b'>', ..] = bounded::rest(rest, behind) else { return None };
        let size = [1, before, written.len(), behind, 1].into_iter().fold(0, bounded::add);
        start.eq_ignore_ascii_case(written.as_bytes()).then_some((meant, size))
    })
}
