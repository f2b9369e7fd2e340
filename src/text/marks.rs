//! Where a name that counts may be: what each name of a kind needs is sought in vectors, and what has none of it is
//! passed over.
//!
//! ```text
//! a host of a URL            //   /\/               two slashes, of which JSON may escape each
//! a domain of an address     x@x                    an `@` between what ends a local part and what begins a domain
//! a bare name                xn--                   the prefix of an A-label
//!   with top-level domains   x.x                    a dot between what names hold
//!
//! the line:   192.0.2.1 - - "GET / HTTP/1.1" 200 "https://a.example/x/y?z" "agent/1.0"
//! search:                                               ^ a mark: its word is walked, from the quotation mark on
//! ```
//!
//! A mark need be of no name. Words are walked one by one, as what is read in one says nothing about another: white
//! space, a quotation mark and an angle bracket end whatever goes on. Only a quoted local part (`"a b"@c.example`) goes
//! over several words: where an `@` stands behind a quotation mark, the line is walked once more, from its beginning.

use core::cell::Cell;

use super::Sought;
use super::character::OF_NAME;
use super::scan::{self, OfPair, hyphens};
use crate::bounded;

/// The marks of the names that are sought.
#[derive(Clone, Copy)]
struct Marks {
    slashes: bool,
    signs: bool,
    prefixes: bool,
    dots: bool,
}

impl Marks {
    const fn of(sought: &Sought<'_>) -> Self {
        let &Sought { url_hosts: slashes, email_domains, bare_names: prefixes, tlds, .. } = sought;
        // A bare name is none if it turns out to be of a local part.
        Self { slashes, signs: email_domains || prefixes, prefixes, dots: prefixes && tlds.is_some() }
    }

    /// The place of the first mark of a text, from a place on.
    fn next(self, text: &[u8], from: usize) -> Option<usize> {
        // A test for each of what is sought often, so that none looks for what is not.
        match self {
            Self { slashes: true, signs: false, prefixes: false, .. } => {
                let test = |octet, behind| slashes(octet, behind).min(sign(octet, behind));
                self.next_that(text, from, test, test)
            }
            Self { slashes: false, signs: true, prefixes: false, .. } => self.next_that(text, from, sign, sign),
            Self { dots: false, .. } => {
                let test = |octet, behind| slashes(octet, behind).min(sign(octet, behind)).min(hyphens(octet, behind));
                self.next_that(text, from, |octet, behind| twins(octet, behind).min(sign(octet, behind)), test)
            }
            _ => {
                let rough = |octet, behind| twins(octet, behind).min(sign(octet, behind)).min(dot(octet, behind));
                self.next_that(text, from, rough, |octet, behind| {
                    slashes(octet, behind).min(hyphens(octet, behind)).min(sign(octet, behind)).min(dot(octet, behind))
                })
            }
        }
    }

    /// The same, where tests pass all marks.
    #[inline(always)]
    fn next_that(self, text: &[u8], from: usize, rough: impl OfPair, test: impl OfPair) -> Option<usize> {
        let mut at = from;
        while let Some(place) = scan::first_pair(text, at, rough, test) {
            if self.is_mark(text, place) {
                return Some(place);
            }
            at = bounded::add(place, 1);
        }
        None
    }

    /// Returns whether a mark stands at a place.
    fn is_mark(self, text: &[u8], place: usize) -> bool {
        let (before, rest) = (bounded::first(text, place), bounded::rest(text, place));
        match rest {
            [b'/', b'/', ..] | [b'/', b'\\', b'/', ..] => self.slashes,
            [b'@', next, ..] => {
                before.last().is_some_and(|&octet| octet == b'"' || self.signs && ends_local_part(octet))
                    && begins_domain(*next)
            }
            // The place is that of the hyphens.
            [b'-', b'-', ..] => self.prefixes && scan::is_prefix_before(text, place),
            [b'.', next, ..] => {
                self.dots
                    && before.last().is_some_and(|&octet| !octet.is_ascii() || OF_NAME.has(octet.into()))
                    && (!next.is_ascii() || matches!(next, b'%' | b'\\') || OF_NAME.has((*next).into()))
            }
            _ => false,
        }
    }
}

/// Returns whether an octet may end the local part of an address, or the domain of an address before it.
fn ends_local_part(octet: u8) -> bool {
    !octet.is_ascii() || octet.is_ascii_alphanumeric() || b"!#$%&'*+-.=?^_`{|}~".contains(&octet)
}

/// Returns whether a domain, or an escape that is of it, may begin with an octet.
fn begins_domain(octet: u8) -> bool {
    !octet.is_ascii() || octet.is_ascii_alphanumeric() || b"[_\\%&=".contains(&octet)
}

// Tests of two neighbours: 0 if they may be such a mark.

#[inline(always)]
fn slashes(octet: u8, behind: u8) -> u8 {
    ((octet ^ b'/') | (behind ^ b'/')).min((octet ^ b'/') | (behind ^ b'\\'))
}

/// Two slashes or two hyphens, or a backslash behind, with which JSON may write a slash.
#[inline(always)]
fn twins(octet: u8, behind: u8) -> u8 {
    // A hyphen and a slash differ in this bit.
    ((octet ^ behind) | ((octet | 2) ^ b'/')).min(behind ^ b'\\')
}

/// An `@` that no white space follows, nor most punctuation.
#[inline(always)]
fn sign(octet: u8, behind: u8) -> u8 {
    (octet ^ b'@') | b'%'.saturating_sub(behind)
}

/// The same for a dot.
#[inline(always)]
fn dot(octet: u8, behind: u8) -> u8 {
    (octet ^ b'.') | b'%'.saturating_sub(behind)
}

/// Returns whether an octet ends a word, whatever stands around it, so that what stands behind it is read by itself.
pub(super) const fn is_border(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ' | b'"' | b'<' | b'>')
}

/// The marks of a text. Each is sought once, for many lines at once.
pub(super) struct Ahead<'t> {
    text: &'t [u8],
    marks: Marks,
    /// The place of the next one; the end of the text for none.
    next: Cell<Option<usize>>,
}

impl<'t> Ahead<'t> {
    pub(super) const fn of(text: &'t [u8], sought: &Sought<'_>) -> Self {
        Self { text, marks: Marks::of(sought), next: Cell::new(None) }
    }

    /// The place of the first mark from a place on, none of which is asked for before another one; the end of the text
    /// if there is none.
    #[inline]
    pub(super) fn mark(&self, from: usize) -> usize {
        match self.next.get() {
            Some(next) if next >= from => next,
            _ => {
                let next = self.marks.next(self.text, from).unwrap_or(self.text.len());
                self.next.set(Some(next));
                next
            }
        }
    }

    /// Returns whether a mark is an `@` behind a quotation mark.
    #[inline]
    pub(super) fn is_quoted(&self, mark: usize) -> bool {
        bounded::first(self.text, mark).ends_with(b"\"") && self.text.get(mark) == Some(&b'@')
    }
}
