//! `rules`: lists of Clash, Surge, Quantumult X and v2fly.
//!
//! ```text
//!   - DOMAIN-SUFFIX,bücher.example,PROXY
//!                   ^^^^^^^^^^^^^^
//! full:bücher.example @ads
//!      ^^^^^^^^^^^^^^
//!   - '+.bücher.example'
//!        ^^^^^^^^^^^^^^
//! ```
//!
//! Keywords, regular expressions and rules inside rules (`AND`, `OR`, `NOT`) stay.

use super::place::Places;
use super::words::{is_blank, trimmed, up_to};
use crate::bounded;

/// The kinds of rules whose value is a name, in any letter case. Those of v2fly have a colon behind them.
const OF_NAMES: [&[u8]; 6] = [b"DOMAIN", b"DOMAIN-SUFFIX", b"DOMAIN-WILDCARD", b"HOST", b"HOST-SUFFIX", b"FULL"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let mut rule = trimmed(line, 0..line.len());
    if bounded::part(line, rule.clone()).starts_with(b"- ") {
        rule = trimmed(line, bounded::add(rule.start, 2)..rule.end);
    }
    if let [quote @ (b'\'' | b'"'), ..] = *bounded::part(line, rule.clone()) {
        let inside = bounded::add(rule.start, 1)..rule.end;
        rule = inside.start..up_to(line, inside, |octet| octet == quote);
    }
    if matches!(bounded::part(line, rule.clone()), [] | [b'#' | b';' | b'[', ..] | [b'/', b'/', ..]) {
        return;
    }
    let end = up_to(line, rule.clone(), |octet| matches!(octet, b',' | b':') || is_blank(octet));
    let (kind, rest) = (rule.start..end, trimmed(line, bounded::add(end, 1).min(rule.end)..rule.end));
    if line.get(end).is_none_or(|&octet| !matches!(octet, b',' | b':')) {
        // A word alone is a name if it has a dot, and may have attributes or a comment behind it. Others name a group.
        let has_dot = bounded::part(line, kind.clone()).contains(&b'.');
        if has_dot && matches!(bounded::part(line, rest), [] | [b'@' | b'&' | b'#' | b';' | b'/', ..]) {
            places.name(line, kind);
        }
    } else if OF_NAMES.iter().any(|name| bounded::part(line, kind.clone()).eq_ignore_ascii_case(name)) {
        let value_end = up_to(line, rest.clone(), |octet| matches!(octet, b',' | b':') || is_blank(octet));
        places.name(line, rest.start..value_end);
    }
}
