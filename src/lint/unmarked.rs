//! Hosts of URLs that have no mark of a host, where only some names are allowed: browsers read `https:a.example`,
//! `https:/a.example` and `https:\\a.example` as `https://a.example` (URL Standard, special authority slashes state),
//! and an IPv6 address is no name.

use super::authority::host_in_user;
use super::endings::has_placeholder;
use super::problem::{AllowedNames, LintProblems, Linting};
use super::reading::read_url;
use super::rules::Rule;
use crate::bounded;
use crate::error::Error;
use crate::host::Scheme;
use crate::text::{ends_word, first_character, scan};

/// A URL is looked at no farther than this.
const FAR: usize = 1024;

/// Tells such hosts that are not allowed, and those behind another one.
pub(super) fn tell(
    text: &[u8],
    allow: AllowedNames<'_>,
    how: &Linting<'_>,
    problems: &mut LintProblems,
) -> Result<(), Error> {
    let mut at = 0;
    while let Some(colon) = scan::octet(bounded::rest(text, at), b':').map(|place| bounded::add(at, place)) {
        at = bounded::add(colon, 1);
        let before = bounded::first(text, colon);
        // The last letters of the schemes.
        if before.last().is_none_or(|octet| !b"sSpP".contains(octet)) {
            continue;
        }
        let size = before.iter().rev().take(8).take_while(|octet| octet.is_ascii_alphanumeric()).count();
        let start = bounded::sub(colon, size);
        let scheme = core::str::from_utf8(bounded::part(text, start..colon)).ok().and_then(Scheme::named);
        let behind = bounded::rest(text, at);
        let slashes = behind.iter().take(8).take_while(|octet| matches!(octet, b'/' | b'\\')).count();
        // The finder has found it, but for an IPv6 address.
        let is_marked = behind.starts_with(b"//") && slashes == 2 && !has_brackets(bounded::rest(behind, 2));
        if scheme.is_none() || is_marked || is_of_name(bounded::first(text, start)) {
            continue;
        }
        let begin = bounded::add(at, slashes);
        let end = end_of_word(text, begin);
        let authority = authority_of(bounded::part(text, begin..end));
        let sign = authority.iter().rposition(|&octet| octet == b'@');
        let Ok(url) = core::str::from_utf8(bounded::part(text, start..end)) else { continue };
        let Some(found) = read_url(url, None).filter(|_| !has_placeholder(url)) else { continue };
        let goes_to = found.host.ascii();
        if let Some(user) = host_in_user(bounded::first(authority, sign.unwrap_or_default()), &how.endings())? {
            problems.add_user(begin..bounded::add(begin, authority.len()), (&user, goes_to), Some(goes_to))?;
        }
        if !allow.has(goes_to)? {
            let message = "the host is not on the list of allowed names".to_owned();
            problems.add(Rule::NotAllowed, start..end, (url, Some(goes_to)), message)?;
        }
    }
    Ok(())
}

/// The authority with which a text begins.
fn authority_of(text: &[u8]) -> &[u8] {
    bounded::first(text, text.iter().position(|octet| b"/\\?# \t\r\n\"<>".contains(octet)).unwrap_or(text.len()))
}

/// Returns whether the host of a URL is in brackets, which begins behind its slashes.
fn has_brackets(behind: &[u8]) -> bool {
    let authority = authority_of(bounded::first(behind, behind.len().min(FAR)));
    authority.starts_with(b"[") || authority.windows(2).any(|two| two == b"@[")
}

/// Returns whether a scheme behind a text is a part of a longer word.
fn is_of_name(before: &[u8]) -> bool {
    before.last().is_some_and(|octet| octet.is_ascii_alphanumeric() || b"+-._".contains(octet))
}

/// Where the word ends that goes on at a place. Backslashes are slashes here, but none begins the escape of a quotation
/// mark or a line.
fn end_of_word(text: &[u8], from: usize) -> usize {
    let mut at = from;
    let most = from.saturating_add(FAR).min(text.len());
    while at < most {
        let one = first_character(bounded::rest(text, at));
        if one.unit.is_none_or(|unit| ends_word(unit) || matches!(unit, 0x27 | 0x29 | 0x2C)) {
            break;
        }
        at = bounded::add(at, one.size);
    }
    at
}
