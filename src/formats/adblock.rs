//! `adblock`: filter lists of AdGuard, uBlock Origin and Adblock Plus.
//!
//! ```text
//! ||bücher.example^$domain=a.example|~ü.example,third-party
//!   ^^^^^^^^^^^^^^         ^^^^^^^^^  ^^^^^^^^^
//! bücher.example,~shop.bücher.example##.banner
//! ^^^^^^^^^^^^^^  ^^^^^^^^^^^^^^^^^^^
//! [$domain=bücher.example|ü.*]##.banner
//!          ^^^^^^^^^^^^^^ ^^^
//! ```
//!
//! A rule for elements has one of the marks `##`, `#@#`, `#?#`, `#$#`, `#%#` and their mixtures, or `$$` and `$@$`.
//! Regular expressions and patterns without `||` or a scheme are no names, and stay.

use core::ops::Range;

use super::place::Places;
use super::words::{host_of_url, place_of, trimmed, up_to, words};
use crate::bounded;
use crate::text::Kind;

/// The modifiers whose values are names, with bars between them.
const OF_NAMES: [&[u8]; 4] = [b"domain", b"denyallow", b"to", b"from"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let rule = trimmed(line, 0..line.len());
    let text = bounded::part(line, rule.clone());
    let modifiers = text.strip_prefix(b"[$").and_then(|_| place_of(line, rule.clone(), b"]"));
    if text.starts_with(b"!") || (text.starts_with(b"[") && modifiers.is_none()) {
        return;
    }
    let mut begin = rule.start;
    if let Some(end) = modifiers {
        of_modifiers(line, bounded::add(begin, 2)..end, places);
        begin = bounded::add(end, 1);
    }
    if let Some(mark) = mark_of_elements(line, begin..rule.end) {
        for name in words(line, begin..mark, |octet| octet == b',') {
            places.name(line, trimmed(line, name));
        }
    } else if !text.starts_with(b"#") {
        of_request(line, begin..rule.end, places);
    }
}

/// The place of the mark behind which a rule for elements has its selector.
fn mark_of_elements(line: &[u8], rule: Range<usize>) -> Option<usize> {
    let text = bounded::part(line, rule.clone());
    let is_mark = |place: usize| {
        let rest = bounded::rest(text, place);
        let inside = bounded::rest(rest, 1.min(rest.len()));
        let kinds = inside.iter().take_while(|&&octet| matches!(octet, b'@' | b'?' | b'$' | b'%')).count();
        let is_of_hashes = rest.starts_with(b"#") && kinds <= 2 && inside.get(kinds) == Some(&b'#');
        is_of_hashes || rest.starts_with(b"$$") || rest.starts_with(b"$@$")
    };
    let place = (0..text.len()).find(|&place| matches!(text.get(place), Some(b'#' | b'$')) && is_mark(place))?;
    Some(bounded::add(rule.start, place))
}

/// The names of a rule for requests: that of its pattern, and those of its modifiers.
fn of_request(line: &[u8], rule: Range<usize>, places: &mut Places) {
    let is_exception = bounded::part(line, rule.clone()).starts_with(b"@@");
    let rule = bounded::add(rule.start, if is_exception { 2 } else { 0 })..rule.end;
    let text = bounded::part(line, rule.clone());
    // A modifier may hold a regular expression with dollars, but none is before the first modifier.
    let dollar = match text.strip_prefix(b"/") {
        Some(expression) => expression.windows(2).rposition(|two| two == b"/$").map(|place| bounded::add(place, 2)),
        None => text.iter().position(|&octet| octet == b'$'),
    };
    let end = dollar.map_or(rule.end, |dollar| bounded::add(rule.start, dollar));
    let ends = |octet: u8| matches!(octet, b'^' | b'|' | b'*' | b'$' | b':');
    if text.starts_with(b"||") {
        let begin = bounded::add(rule.start, 2);
        // A wildcard label at the beginning is a part of the name.
        let wildcard = if bounded::part(line, begin..end).starts_with(b"*.") { 2 } else { 0 };
        let from = bounded::add(begin, wildcard);
        let name_end = up_to(line, from..end, |octet| ends(octet) || matches!(octet, b'/' | b'?'));
        places.note(Kind::Bare, from..name_end);
    } else if !text.starts_with(b"/")
        && let Some(host) = host_of_url(line, rule.start..end, ends)
    {
        places.note(Kind::UrlHost, host);
    }
    if dollar.is_some() {
        of_modifiers(line, bounded::add(end, 1)..rule.end, places);
    }
}

fn of_modifiers(line: &[u8], modifiers: Range<usize>, places: &mut Places) {
    for modifier in words(line, modifiers, |octet| octet == b',') {
        let equals = up_to(line, modifier.clone(), |octet| octet == b'=');
        let name = trimmed(line, modifier.start..equals);
        if equals == modifier.end || !OF_NAMES.contains(&bounded::part(line, name)) {
            continue;
        }
        for value in words(line, bounded::add(equals, 1)..modifier.end, |octet| octet == b'|') {
            if !bounded::part(line, value.clone()).starts_with(b"/") {
                places.name(line, trimmed(line, value));
            }
        }
    }
}
