//! `rules`: lists of Clash, Surge and v2fly.
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
//! Keywords and regular expressions are no names, and stay.

use super::place::Places;
use super::words::{is_blank, trimmed, up_to};
use crate::bounded;

/// The kinds of rules whose value is a name. Those of v2fly have a colon behind them.
const OF_NAMES: [&[u8]; 6] = [b"DOMAIN", b"DOMAIN-SUFFIX", b"HOST", b"HOST-SUFFIX", b"domain", b"full"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let mut rule = trimmed(line, 0..line.len());
    if bounded::part(line, rule.clone()).starts_with(b"- ") {
        rule = trimmed(line, bounded::add(rule.start, 2)..rule.end);
    }
    if let [quote @ (b'\'' | b'"'), ..] = *bounded::part(line, rule.clone()) {
        let inside = bounded::add(rule.start, 1)..rule.end;
        rule = inside.start..up_to(line, inside, |octet| octet == quote);
    }
    if matches!(bounded::part(line, rule.clone()), [] | [b'#' | b';', ..] | [b'/', b'/', ..]) {
        return;
    }
    let end = up_to(line, rule.clone(), |octet| matches!(octet, b',' | b':') || is_blank(octet));
    // A word alone is a name, and may have attributes behind it.
    if end == rule.end || line.get(end).is_some_and(|&octet| is_blank(octet)) {
        return places.name(line, rule.start..end);
    }
    if OF_NAMES.contains(&bounded::part(line, rule.start..end)) {
        let value = trimmed(line, bounded::add(end, 1)..rule.end);
        let value_end = up_to(line, value.clone(), |octet| octet == b',' || is_blank(octet));
        places.name(line, value.start..value_end);
    }
}
