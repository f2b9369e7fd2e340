//! `dnsmasq`: configurations of dnsmasq, SmartDNS and upstreams of AdGuard Home.
//!
//! ```text
//! address=/bücher.example/büro/192.0.2.1
//!          ^^^^^^^^^^^^^^ ^^^^
//! cname=www.bücher.example,bücher.example
//!       ^^^^^^^^^^^^^^^^^^ ^^^^^^^^^^^^^^
//! [/bücher.example/ü/]192.0.2.1
//!   ^^^^^^^^^^^^^^ ^
//! ```
//!
//! Between the first and the last slash of a value are names; behind the last one is an address or the name of a set.

use core::ops::Range;

use super::place::Places;
use super::words::{is_blank, trimmed, up_to, words};
use crate::bounded;

/// The options whose values, between commas, are names. What is no name there is ASCII.
const OF_NAMES: [&[u8]; 7] =
    [b"cname", b"host-record", b"domain", b"mx-host", b"ptr-record", b"srv-host", b"auth-zone"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let line_of = trimmed(line, 0..comment_of(line));
    if bounded::part(line, line_of.clone()).starts_with(b"[/") {
        let end = up_to(line, line_of.clone(), |octet| octet == b']');
        return between_slashes(line, bounded::add(line_of.start, 1)..end, places);
    }
    let end = up_to(line, line_of.clone(), |octet| octet == b'=' || is_blank(octet));
    let value = trimmed(line, bounded::add(end, 1).min(line_of.end)..line_of.end);
    if bounded::part(line, value.clone()).starts_with(b"/") {
        let value_end = up_to(line, value.clone(), is_blank);
        between_slashes(line, value.start..value_end, places);
    } else if OF_NAMES.contains(&bounded::part(line, line_of.start..end)) {
        for name in words(line, value, |octet| octet == b',') {
            places.name(line, trimmed(line, name));
        }
    }
}

/// The names between the first and the last slash of a range.
fn between_slashes(line: &[u8], value: Range<usize>, places: &mut Places) {
    let last = bounded::part(line, value.clone()).iter().rposition(|&octet| octet == b'/').unwrap_or_default();
    for name in words(line, value.start..bounded::add(value.start, last), |octet| octet == b'/') {
        places.name(line, name);
    }
}

/// Where a comment begins: at a `#` at the beginning of the line or behind white space. Others stand before ports.
fn comment_of(line: &[u8]) -> usize {
    let is_begin = |place: usize| place.checked_sub(1).and_then(|before| line.get(before)).is_none_or(|&o| is_blank(o));
    let found = line.iter().enumerate().find(|&(place, &octet)| octet == b'#' && is_begin(place));
    found.map_or(line.len(), |(place, _)| place)
}
