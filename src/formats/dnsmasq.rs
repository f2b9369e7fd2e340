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
//! Between the first and the last slash of a value are names; behind the last one is an address or the name of a set,
//! and in `cname` of SmartDNS a name. Other lines may have a URL.

use core::ops::Range;

use super::place::Places;
use super::words::{is_blank, trimmed, up_to, words};
use crate::bounded;

/// The options that have names between slashes. The values of others are paths.
const WITH_SLASHES: [&[u8]; 12] = [
    b"address",
    b"server",
    b"local",
    b"ipset",
    b"nftset",
    b"rebind-domain-ok",
    b"nameserver",
    b"domain-rules",
    b"cname",
    b"srv-record",
    b"https-record",
    b"ddns-domain",
];

/// The options with values between commas, of which as many are names. What is no name there is ASCII.
const WITH_COMMAS: [(&[u8], usize); 19] = [
    (b"trust-anchor", 1),
    (b"cname", usize::MAX),
    (b"host-record", usize::MAX),
    (b"mx-host", 2),
    (b"ptr-record", 2),
    (b"srv-host", 2),
    (b"mx-target", 1),
    (b"domain", 1),
    (b"auth-zone", 1),
    (b"auth-server", 1),
    (b"synth-domain", 1),
    (b"dynamic-host", 1),
    (b"interface-name", 1),
    (b"txt-record", 1),
    (b"naptr-record", 1),
    (b"caa-record", 1),
    (b"dns-rr", 1),
    (b"rebind-domain-ok", 1),
    (b"ddns-domain", 1),
];

/// The options of DHCP whose values are names: the domain of a client, and those it searches (RFC 2132, RFC 3397).
const SEARCHED: [&[u8]; 4] = [b"option:domain-name", b"option:domain-search", b"15", b"119"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let text = trimmed(line, 0..comment_of(line));
    if bounded::part(line, text.clone()).starts_with(b"[/") {
        let end = up_to(line, text.clone(), |octet| octet == b']');
        between_slashes(line, bounded::add(text.start, 1)..end, places);
        for server in words(line, end..text.end, is_blank) {
            places.url(line, server);
        }
        return;
    }
    let end = up_to(line, text.clone(), |octet| octet == b'=' || is_blank(octet));
    let option = bounded::part(line, text.start..end);
    let value = trimmed(line, end..text.end);
    let equals = usize::from(line.get(value.start) == Some(&b'=') && !value.is_empty());
    let value = trimmed(line, bounded::add(value.start, equals)..text.end);
    if bounded::part(line, value.clone()).starts_with(b"/") {
        if WITH_SLASHES.contains(&option) {
            let value_end = up_to(line, value.clone(), is_blank);
            let last = between_slashes(line, value.start..value_end, places);
            // A server behind a name may be one, too, with a port.
            if option == b"cname" || option == b"server" {
                places.name(line, last..up_to(line, last..value_end, |octet| matches!(octet, b'#' | b'@')));
            }
        }
    } else if let Some(&(_, count)) = WITH_COMMAS.iter().find(|(name, _)| *name == option) {
        for name in words(line, value.clone(), |octet| octet == b',').take(count) {
            unquoted(line, name, places);
        }
        // The seventh value, which may stand behind an empty one, is the replacement.
        let commas = bounded::part(line, value.clone()).iter().filter(|&&octet| octet == b',').count();
        if let Some(name) = words(line, value, |octet| octet == b',').last()
            && option == b"naptr-record"
            && commas >= 6
        {
            unquoted(line, name, places);
        }
    } else if option == b"dhcp-option" && has_names(line, value.clone()) {
        words(line, value, |octet| octet == b',').skip(1).for_each(|name| unquoted(line, name, places));
    } else {
        places.url(line, text);
    }
}

/// Returns whether the values of an option of DHCP are names.
fn has_names(line: &[u8], value: Range<usize>) -> bool {
    let option = value.start..up_to(line, value, |octet| octet == b',');
    SEARCHED.contains(&bounded::part(line, trimmed(line, option)))
}

/// Notes a name that may stand in quotation marks.
fn unquoted(line: &[u8], name: Range<usize>, places: &mut Places) {
    let name = trimmed(line, name);
    let quotes = usize::from(matches!(bounded::part(line, name.clone()), [b'"', .., b'"']));
    places.name(line, bounded::add(name.start, quotes)..bounded::sub(name.end, quotes));
}

/// The names between the first and the last slash of a range. Returns the place behind the last one.
fn between_slashes(line: &[u8], value: Range<usize>, places: &mut Places) -> usize {
    let last = bounded::part(line, value.clone()).iter().rposition(|&octet| octet == b'/').unwrap_or_default();
    let last = bounded::add(value.start, last);
    for name in words(line, value.start..last, |octet| octet == b'/') {
        // `-.` stands before the name alone, and a colon in the name of a set.
        let text = bounded::part(line, name.clone());
        if !text.contains(&b':') {
            let hyphen = usize::from(text.starts_with(b"-."));
            places.name(line, bounded::add(name.start, hyphen)..name.end);
        }
    }
    bounded::add(last, 1).min(value.end)
}

/// Where a comment begins: at a `#` at the beginning of the line or behind white space. Others stand before ports.
fn comment_of(line: &[u8]) -> usize {
    let is_begin = |place: usize| place.checked_sub(1).and_then(|before| line.get(before)).is_none_or(|&o| is_blank(o));
    let found = line.iter().enumerate().find(|&(place, &octet)| octet == b'#' && is_begin(place));
    found.map_or(line.len(), |(place, _)| place)
}
