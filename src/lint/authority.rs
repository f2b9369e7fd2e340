//! The parts of a URL around its host: its beginning, user information, and what goes on behind the host.
//!
//! ```text
//! https://ann@a.example,b.example/x
//! ^       ^^^ ^^^^^^^^^ ^         the beginning, user information, the host, what goes on up to the end
//! ```

use core::ops::Range;

use super::endings::{Endings, named_at_start};
use super::reading::read;
use crate::bounded;
use crate::error::Error;
use crate::host::{Scheme, end_of_host};
use crate::text::{ends_word, first_character, last_character, unescaped};

/// User information, and what goes on behind a host, are looked at no farther than this.
const FAR: usize = 1024;

/// The parts of a URL around its host, as places of the text.
pub(super) struct UrlAround {
    /// The place where the scheme begins, or the slashes.
    pub(super) start: usize,
    /// The scheme, if it is one that browsers know.
    pub(super) scheme: Option<Scheme>,
    pub(super) user: Option<Range<usize>>,
}

impl UrlAround {
    /// The parts around a host that stands behind slashes. Nothing where no scheme stands before them, as in a comment
    /// of a program, unless a quotation mark, a parenthesis or an equals sign does.
    pub(super) fn of(text: &[u8], host: &Range<usize>) -> Option<Self> {
        let mut mark = without_hidden(bounded::first(text, host.start));
        let mut user = None;
        if mark.ends_with(b"@") {
            let near = bounded::rest(mark, mark.len().saturating_sub(FAR));
            let begin = near.iter().rposition(|octet| *octet == b'/' || octet.is_ascii_whitespace())?;
            let begin = bounded::add(bounded::sub(mark.len(), near.len()), bounded::add(begin, 1));
            user = Some(begin..bounded::sub(mark.len(), 1));
            mark = bounded::first(mark, begin);
        }
        let slashes = mark.iter().rev().take(FAR).take_while(|&&octet| matches!(octet, b'/' | b'\\')).count();
        let before = bounded::first(mark, bounded::sub(mark.len(), slashes));
        let is_of_scheme = |octet: &&u8| octet.is_ascii_alphanumeric() || b"+-.".contains(octet);
        let scheme = before.strip_suffix(b":").map(|before| {
            let size = before.iter().rev().take(32).take_while(is_of_scheme).count();
            bounded::rest(before, bounded::sub(before.len(), size))
        });
        let (start, scheme) = match scheme.filter(|scheme| !scheme.is_empty()) {
            Some(name) => {
                let start = bounded::sub(bounded::sub(before.len(), 1), name.len());
                (start, core::str::from_utf8(name).ok().and_then(Scheme::named))
            }
            None if slashes > 1 && matches!(before.last(), Some(b'"' | b'\'' | b'=' | b'(')) => (before.len(), None),
            None => return None,
        };
        Some(Self { start, scheme, user })
    }

    /// The beginning of user information that looks like a host, if it does.
    pub(super) fn host_in_user(&self, text: &[u8], endings: &Endings<'_>) -> Result<Option<String>, Error> {
        self.user.clone().map_or(Ok(None), |user| host_in_user(bounded::part(text, user), endings))
    }
}

/// The beginning of user information that looks like a host, if it does.
pub(super) fn host_in_user(user: &[u8], endings: &Endings<'_>) -> Result<Option<String>, Error> {
    let Ok(user) = core::str::from_utf8(user) else { return Ok(None) };
    let decoded = unescaped(user)?;
    named_at_start(decoded.as_deref().unwrap_or(user), endings)
}

/// A text without what nobody sees at its end.
fn without_hidden(text: &[u8]) -> &[u8] {
    let mut rest = text;
    for _ in 0..FAR {
        let is_hidden = |unit| super::signs::is_hidden(unit) || super::signs::is_direction(unit);
        match rest.last().filter(|octet| !octet.is_ascii()).map(|_| last_character(rest)) {
            Some(one) if one.unit.is_some_and(is_hidden) => {
                rest = bounded::first(rest, bounded::sub(rest.len(), one.size))
            }
            _ => break,
        }
    }
    rest
}

/// Where the authority ends that goes on at a place.
pub(super) fn end_of_authority(text: &[u8], from: usize) -> usize {
    let mut at = from;
    let most = from.saturating_add(FAR).min(text.len());
    while at < most {
        let one = first_character(bounded::rest(text, at));
        if one.unit.is_none_or(|unit| ends_word(unit) || matches!(unit, 0x2F | 0x3F | 0x23)) {
            break;
        }
        at = bounded::add(at, one.size);
    }
    at
}

/// Returns whether a backslash stands behind a host and its port.
#[inline]
pub(super) fn has_backslash_behind(text: &[u8], end: usize) -> bool {
    let mut rest = bounded::rest(text, end);
    if let Some(port) = rest.strip_prefix(b":") {
        let size = port.iter().position(|octet| !octet.is_ascii_digit()).unwrap_or(port.len());
        rest = bounded::rest(port, size);
    }
    rest.first() == Some(&b'\\')
}

/// The host to which software goes that takes an authority up to its end, where that is another name that may be one:
/// no list of URLs, no placeholder and no reference of HTML.
pub(super) fn goes_on_to(text: &[u8], host: &Range<usize>, end: usize) -> Option<String> {
    let behind = bounded::part(text, host.end..end);
    let is_placeholder = |octet: &u8| b"{}$<>*%()[]|'!=".contains(octet);
    let is_list = behind.ends_with(b":") && text.get(end) == Some(&b'/');
    if behind.is_empty() || is_list || behind.iter().any(is_placeholder) || has_reference(behind) {
        return None;
    }
    let authority = bounded::part(text, host.start..end);
    let (_, name) = authority
        .iter()
        .rposition(|&octet| octet == b'@')
        .map_or((0, authority), |sign| (sign, bounded::rest(authority, bounded::add(sign, 1))));
    let name = core::str::from_utf8(bounded::first(name, end_of_host(name))).ok()?;
    let name = name.trim_end_matches([',', ';', '.']);
    let known = core::str::from_utf8(bounded::part(text, host.clone())).ok()?;
    let goes_to = read(name)?.ascii().to_owned();
    let is_other = read(known).is_some_and(|known| known.ascii() != goes_to);
    (is_other && may_exist(&goes_to)).then_some(goes_to)
}

/// The host behind a backslash and an `@`: `a.example\@b.example`. The letters of escapes follow no such backslash.
pub(super) fn behind_backslash(text: &[u8], end: usize) -> Option<String> {
    let behind = bounded::rest(text, end).strip_prefix(b"\\")?;
    let behind = behind.strip_prefix(b"\\").unwrap_or(behind);
    if behind.first().is_none_or(|octet| b"nrtbfuxU0123456789\"'/ ".contains(octet)) {
        return None;
    }
    let near = bounded::first(behind, behind.len().min(FAR));
    let is_end = |octet: &u8| octet.is_ascii_whitespace() || b"/?#\"'<>`".contains(octet);
    let size = near.iter().position(is_end).unwrap_or(near.len());
    let authority = bounded::first(near, size);
    let sign = authority.iter().rposition(|&octet| octet == b'@')?;
    let name = bounded::rest(authority, bounded::add(sign, 1));
    let name = core::str::from_utf8(bounded::first(name, end_of_host(name))).ok()?;
    let goes_to = read(name)?.ascii().to_owned();
    may_exist(&goes_to).then_some(goes_to)
}

/// Returns whether a text has a reference of HTML, such as `&quot;`.
fn has_reference(text: &[u8]) -> bool {
    let mut parts = text.split(|&octet| octet == b'&').skip(1);
    parts.any(|part| {
        let size = part.iter().take_while(|octet| octet.is_ascii_alphanumeric() || **octet == b'#').count();
        size > 1 && part.get(size) == Some(&b';')
    })
}

/// Returns whether the last label of a host may be a top-level domain, and no label is empty.
fn may_exist(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    let last = labels.next().unwrap_or_default();
    let is_of_label = |one: char| one.is_ascii_alphanumeric() || one == '-';
    let is_alabel = last.starts_with("xn--") && last.chars().all(is_of_label);
    let is_word = last.len() > 1 && last.chars().all(|one| one.is_ascii_alphabetic());
    (is_alabel || is_word) && labels.clone().next().is_some() && labels.all(|label| !label.is_empty())
}
