//! `squid`: access logs of Squid and other proxies.
//!
//! ```text
//! 1790 90 192.0.2.9 TCP_MISS/200 512 GET https://bücher.example/a - HIER_DIRECT/bücher.example text/html
//!                                                ^^^^^^^^^^^^^^                 ^^^^^^^^^^^^^^
//! 1791 12 192.0.2.9 TCP_TUNNEL/200 39 CONNECT bücher.example:443 - HIER_DIRECT/192.0.2.1 -
//!                                             ^^^^^^^^^^^^^^
//! ```

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

pub(super) fn places(line: &[u8], places: &mut Places) {
    for word in words(line, 0..line.len(), |octet| is_blank(octet) || octet == b'"') {
        if places.url(line, word.clone()) {
            continue;
        }
        let end = up_to(line, word.clone(), |octet| matches!(octet, b'/' | b':'));
        let (before, rest) = (word.start..end, bounded::add(end, 1).min(word.end)..word.end);
        let is_code = |octet: &u8| octet.is_ascii_uppercase() || *octet == b'_';
        match line.get(end) {
            // The code of a peer, or of a result, behind which is a number.
            Some(b'/') if !before.is_empty() && bounded::part(line, before.clone()).iter().all(is_code) => {
                places.note(line, Kind::Bare, rest);
            }
            Some(b':') if !rest.is_empty() && bounded::part(line, rest).iter().all(u8::is_ascii_digit) => {
                places.note(line, Kind::Bare, before);
            }
            _ => {}
        }
    }
}
