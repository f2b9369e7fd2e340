//! Hosts of URLs that have no mark of a host, where only some names are allowed: browsers read `https:a.example`,
//! `https:/a.example` and `https:\\a.example` as `https://a.example`, and an IPv6 address is no name.

use super::endings::has_placeholder;
use super::problem::{AllowedNames, LintProblems};
use super::reading::read_url;
use super::rules::Rule;
use crate::bounded;
use crate::error::Error;
use crate::host::Scheme;
use crate::text::{ends_word, first_character};

/// A URL is looked at no farther than this.
const FAR: usize = 1024;

/// Tells such hosts that are not allowed.
pub(super) fn tell(text: &[u8], allow: AllowedNames<'_>, problems: &mut LintProblems) -> Result<(), Error> {
    let mut at = 0;
    let next =
        |at| bounded::rest(text, at).iter().position(|&octet| octet == b':').map(|place| bounded::add(at, place));
    while let Some(colon) = next(at) {
        at = bounded::add(colon, 1);
        let before = bounded::first(text, colon);
        let size = before.iter().rev().take(8).take_while(|octet| octet.is_ascii_alphanumeric()).count();
        let start = bounded::sub(colon, size);
        let scheme = core::str::from_utf8(bounded::part(text, start..colon)).ok().and_then(Scheme::named);
        let behind = bounded::rest(text, at);
        let slashes = behind.iter().take(8).take_while(|octet| matches!(octet, b'/' | b'\\')).count();
        // The finder has found it.
        let is_marked = behind.starts_with(b"//") && slashes == 2 && behind.get(2) != Some(&b'[');
        if scheme.is_none() || is_marked || is_of_name(bounded::first(text, start)) {
            continue;
        }
        let end = end_of_word(text, bounded::add(at, slashes));
        let Ok(url) = core::str::from_utf8(bounded::part(text, start..end)) else { continue };
        let Some(found) = read_url(url, None) else { continue };
        let goes_to = found.host.ascii();
        if !has_placeholder(url) && !allow.has(goes_to)? {
            let message = "the host is not on the list of allowed names".to_owned();
            problems.add(Rule::NotAllowed, start..end, (url, Some(goes_to)), message)?;
        }
    }
    Ok(())
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
