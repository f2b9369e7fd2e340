//! Signs of names that a rewrite or a search leaves, which are sought in vectors: few parts of a text have one.
//!
//! ```text
//! to ASCII       an octet beyond ASCII, or an escape of a character: \u00fc  %C3%BC  =C3=BC  &uuml;
//! to Unicode     xn--; if there is a policy, an octet beyond ASCII, too
//! a search       the first row, and brackets that mean something: [.]  (dot)  <at>  .]
//! ```

use super::Edits;
use super::defanged::followed_at;
use super::scan::{self, OfPair, hyphens};
use crate::bounded;

/// The work that leaves names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    ToAscii,
    ToUnicode,
    Search,
}

/// The signs of a name that is left.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    pub(super) leaving: Leaving,
    /// True if prefixes of A-labels are sought.
    pub(super) has_prefixes: bool,
    /// True if octets beyond ASCII are sought.
    pub(super) beyond_ascii: bool,
}

impl Signs {
    /// Returns whether a text has what may be of a name that is to be converted or found.
    pub(super) fn are_in(self, text: &[u8]) -> bool {
        self.leaving != Leaving::ToAscii && scan::prefix(text).is_some()
            || self.leaving != Leaving::ToUnicode && !text.is_ascii()
    }

    /// The place of the first sign from a place on, outside of what is new, or in it.
    pub(super) fn next_left(self, text: &[u8], from: usize, edits: &Edits) -> Option<usize> {
        let mut at = from;
        loop {
            let place = self.next(text, at)?;
            match edits.over(&(place..bounded::add(place, 1))).next() {
                Some((edit, new)) if self.next(new, 0).is_none() => at = edit.end,
                _ => return Some(place),
            }
        }
    }

    /// The place of the first sign from a place on.
    fn next(self, text: &[u8], from: usize) -> Option<usize> {
        match (self.leaving, self.beyond_ascii, self.has_prefixes) {
            (Leaving::ToUnicode, false, _) => {
                scan::prefix(bounded::rest(text, from)).map(|place| bounded::add(from, place))
            }
            (Leaving::ToUnicode, true, _) => {
                next_that(text, from, |octet, behind| hyphens(octet, behind).min(beyond_ascii(octet, behind)))
            }
            (Leaving::ToAscii, ..) => {
                next_that(text, from, |octet, behind| escape(octet, behind).min(beyond_ascii(octet, behind)))
            }
            (Leaving::Search, _, false) => next_that(text, from, of_search),
            (Leaving::Search, _, true) => {
                next_that(text, from, |octet, behind| of_search(octet, behind).min(hyphens(octet, behind)))
            }
        }
    }
}

/// The place of the first sign, where a test of two neighbours passes all signs.
#[inline(always)]
fn next_that(text: &[u8], from: usize, test: impl OfPair) -> Option<usize> {
    let mut at = from;
    while let Some(place) = scan::first_pair(text, at, test, test) {
        if is_sign(text, place) {
            return Some(place);
        }
        at = bounded::add(place, 1);
    }
    None
}

/// Returns whether a sign stands at a place: an octet beyond ASCII, the hyphens of a prefix, an escape of a character
/// beyond ASCII, or brackets that mean a dot or another sign.
fn is_sign(text: &[u8], place: usize) -> bool {
    let is_lead = |octet: u8| matches!(octet, b'C'..=b'F' | b'c'..=b'f');
    let is_second = |octet: u8| matches!(octet, b'8' | b'9' | b'A' | b'B' | b'a' | b'b');
    let is_upper = |octet: u8| !octet.is_ascii_lowercase();
    match *bounded::rest(text, place) {
        [0x80..=0xFF, ..] => true,
        [b'-', b'-', ..] => scan::is_prefix_before(text, place),
        [b'\\', b'u', a, b, c, d, ..] => [a, b, c, d].iter().all(u8::is_ascii_hexdigit),
        [b'%', lead, digit, b'%', second, ..] => is_lead(lead) && digit.is_ascii_hexdigit() && is_second(second),
        [b'=', lead, digit, b'=', second, ..] => {
            is_lead(lead)
                && digit.is_ascii_hexdigit()
                && is_second(second)
                && [lead, digit, second].map(is_upper) == [true; 3]
        }
        [b'&', b'#', ..] => true,
        [b'&', ref name @ ..] => {
            let size = name.iter().take(9).take_while(|octet| octet.is_ascii_alphabetic()).count();
            (2..=8).contains(&size) && name.get(size) == Some(&b';')
        }
        [b'[' | b'(' | b'{' | b'<', ..] => followed_at(text, place).is_some(),
        [b'.', b']', ..] => followed_at(text, bounded::add(place, 1)).is_some(),
        _ => false,
    }
}

// Tests of two neighbours: 0 if they may be such a sign. What wraps is not in the range.

#[inline(always)]
const fn beyond_ascii(octet: u8, _: u8) -> u8 {
    !octet & 0x80
}

#[inline(always)]
fn escape(octet: u8, behind: u8) -> u8 {
    let lower = behind | 0x20;
    let of_json = (octet ^ b'\\') | (behind ^ b'u');
    let of_url = (octet ^ b'%').min(octet ^ b'=') | lower.wrapping_sub(b'c').saturating_sub(3);
    let of_html = (octet ^ b'&') | (behind ^ b'#').min(lower.wrapping_sub(b'a').saturating_sub(25));
    of_json.min(of_url).min(of_html)
}

#[inline(always)]
fn bracket(octet: u8, behind: u8) -> u8 {
    let (low, lower) = (octet | 0x20, behind | 0x20);
    let opens = (low ^ b'{').min(octet ^ b'(').min(octet ^ b'<');
    let means = (lower ^ b'd').min(lower ^ b'a').min(behind ^ b'.').min(behind ^ b':').min(behind ^ b'@');
    (opens | means.min(behind ^ b' ')).min((octet ^ b'.') | (behind ^ b']'))
}

#[inline(always)]
fn of_search(octet: u8, behind: u8) -> u8 {
    escape(octet, behind).min(bracket(octet, behind)).min(beyond_ascii(octet, behind))
}
