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

use super::hosts;
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
    // Behind a `#` is a rule for all sites, or a comment.
    if matches!(text, [b'!' | b'#', ..]) || (text.starts_with(b"[") && modifiers.is_none()) {
        return;
    }
    let mut begin = rule.start;
    if let Some(end) = modifiers {
        of_modifiers(line, bounded::add(begin, 2)..end, places);
        begin = bounded::add(end, 1);
    }
    // Rules for DNS have the form of hosts files, or are a name alone.
    if is_of_hosts(text) {
        return hosts::places(line, places);
    }
    match mark_of_elements(line, begin..rule.end) {
        Some(mark) => of_list(line, begin..mark, b',', places),
        None => of_request(line, begin..rule.end, places),
    }
}

/// Returns whether a rule has the form of a hosts file, or is a name alone. Other patterns begin or end in a mark.
fn is_of_hosts(rule: &[u8]) -> bool {
    let end = rule.windows(2).position(|two| two == b" #").unwrap_or(rule.len());
    let words = bounded::first(rule, end).trim_ascii_end();
    // An IPv6 address stands before names.
    let is_of_ipv6 = |octet: &&u8| octet.is_ascii_hexdigit() || matches!(**octet, b':' | b'.');
    let address = words.iter().take_while(is_of_ipv6).count();
    let colons = bounded::first(words, address).iter().filter(|&&octet| octet == b':').count();
    if colons > 1 && words.get(address).is_some_and(u8::is_ascii_whitespace) {
        return true;
    }
    let is_edge = |octet: Option<&u8>| {
        octet.is_some_and(|octet| octet.is_ascii_alphanumeric() || !octet.is_ascii() || *octet == b'_')
    };
    let is_plain = |octet: &u8| !octet.is_ascii() || octet.is_ascii_alphanumeric() || b"-._ \t".contains(octet);
    is_edge(words.first()) && is_edge(words.last()) && words.contains(&b'.') && words.iter().all(is_plain)
}

/// The place of the mark behind which a rule for elements has its selector.
fn mark_of_elements(line: &[u8], rule: Range<usize>) -> Option<usize> {
    let text = bounded::part(line, rule.clone());
    if matches!(text, [b'|', ..] | [b'@', b'@', ..]) {
        return None;
    }
    let is_mark = |place: usize| {
        let kinds = bounded::rest(text, place).iter().skip(1).take_while(|octet| b"@?$%".contains(octet)).count();
        kinds <= 3 && text.get(bounded::add(bounded::add(place, kinds), 1)) == Some(&b'#')
    };
    let hash = (0..text.len()).find(|&place| text.get(place) == Some(&b'#') && is_mark(place));
    // Dollars stand in modifiers, too, but behind another one.
    let dollar = text.iter().position(|&octet| octet == b'$').filter(|&place| {
        let rest = bounded::rest(text, place);
        rest.starts_with(b"$$") || rest.starts_with(b"$@$")
    });
    let place = hash.into_iter().chain(dollar).min()?;
    Some(bounded::add(rule.start, place))
}

/// The names of a rule for requests: that of its pattern, and those of its modifiers.
fn of_request(line: &[u8], rule: Range<usize>, places: &mut Places) {
    let is_exception = bounded::part(line, rule.clone()).starts_with(b"@@");
    let rule = bounded::add(rule.start, if is_exception { 2 } else { 0 })..rule.end;
    let text = bounded::part(line, rule.clone());
    // Other dollars stand in a pattern, or in a regular expression of a modifier.
    let mut dollars = text.iter().enumerate().rev().filter(|(_, octet)| **octet == b'$').map(|(place, _)| place);
    let dollar = dollars.find(|&place| is_modifier(bounded::rest(text, bounded::add(place, 1))));
    let end = dollar.map_or(rule.end, |dollar| bounded::add(rule.start, dollar));
    let ends = |octet: u8| matches!(octet, b'^' | b'|' | b'$' | b':' | b'/' | b'?');
    let host = if text.starts_with(b"||") {
        let begin = bounded::add(rule.start, 2);
        Some((Kind::Bare, begin..up_to(line, begin..end, ends)))
    } else if is_expression(bounded::part(line, rule.start..end)) {
        None
    } else {
        host_of_url(line, rule.start..end, ends).map(|host| (Kind::UrlHost, host))
    };
    if let Some((kind, host)) = host {
        places.note(line, kind, host);
    }
    if dollar.is_some() {
        of_modifiers(line, bounded::add(end, 1)..rule.end, places);
    }
}

/// Returns whether a text begins with the name of a modifier.
fn is_modifier(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"~").unwrap_or(text);
    let size = name.iter().take_while(|octet| octet.is_ascii_alphanumeric() || b"-_".contains(octet)).count();
    size > 0 && matches!(name.get(size), None | Some(b'=' | b','))
}

/// Returns whether a pattern is a regular expression.
fn is_expression(pattern: &[u8]) -> bool {
    matches!(pattern, [b'/', .., b'/'])
}

fn of_modifiers(line: &[u8], modifiers: Range<usize>, places: &mut Places) {
    let mut before = b',';
    // A comma behind a backslash is a part of a value.
    let divides = move |octet| core::mem::replace(&mut before, octet) != b'\\' && octet == b',';
    for modifier in words(line, modifiers, divides) {
        let equals = up_to(line, modifier.clone(), |octet| octet == b'=');
        let name = trimmed(line, modifier.start..equals);
        if equals == modifier.end || !OF_NAMES.contains(&bounded::part(line, name)) {
            continue;
        }
        of_list(line, bounded::add(equals, 1)..modifier.end, b'|', places);
    }
}

/// The names of a list. An entry between slashes is a regular expression, and may have what divides others.
fn of_list(line: &[u8], list: Range<usize>, divides: u8, places: &mut Places) {
    let mut is_expression = false;
    for name in words(line, list, move |octet| octet == divides) {
        let name = trimmed(line, name);
        let text = bounded::part(line, name.clone());
        let begins = !is_expression && matches!(text, [b'/', ..] | [b'~', b'/', ..]);
        if begins || is_expression {
            is_expression = !text.ends_with(b"/") || text.len() == 1;
        } else {
            places.name(line, name);
        }
    }
}
