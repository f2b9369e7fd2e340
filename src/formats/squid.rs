//! `squid`: access logs of Squid and other proxies.
//!
//! ```text
//! 1790 90 192.0.2.9 TCP_MISS/200 512 GET https://bücher.example/a - HIER_DIRECT/bücher.example text/html
//!                                                ^^^^^^^^^^^^^^                 ^^^^^^^^^^^^^^
//! 1791 12 192.0.2.9 TCP_TUNNEL/200 39 CONNECT bücher.example:443 - HIER_DIRECT/192.0.2.1 -
//!                                             ^^^^^^^^^^^^^^
//! ```

use super::place::Places;
use super::words::{host_of_url, is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

pub(super) fn places(line: &[u8], places: &mut Places) {
    for word in words(line, 0..line.len(), |octet| is_blank(octet) || matches!(octet, b'"')) {
        if let Some(host) = host_of_url(line, word.clone(), |_| false) {
            places.note(Kind::UrlHost, host);
            continue;
        }
        let slash = up_to(line, word.clone(), |octet| octet == b'/');
        let colon = up_to(line, word.clone(), |octet| octet == b':');
        let before = bounded::part(line, word.start..slash);
        let is_hierarchy = slash < word.end && before.iter().all(|octet| octet.is_ascii_uppercase() || *octet == b'_');
        if is_hierarchy && before.contains(&b'_') {
            places.note(Kind::Bare, bounded::add(slash, 1)..word.end);
        } else if colon < word.end
            && bounded::part(line, bounded::add(colon, 1)..word.end).iter().all(u8::is_ascii_digit)
        {
            places.note(Kind::Bare, word.start..colon);
        }
    }
}
