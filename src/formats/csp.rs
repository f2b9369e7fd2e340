//! `csp`: policies of Content-Security-Policy, and match patterns of browser extensions.
//!
//! ```text
//! script-src 'self' https://*.bücher.example:443 büro.example/js; img-src data:
//!                             ^^^^^^^^^^^^^^      ^^^^^^^^^^^^
//! "*://*.bücher.example/*"
//!        ^^^^^^^^^^^^^^
//! ```
//!
//! Source: CSP level 3 section 2.3.1 (host-source); the wildcard is the first label alone.

use super::place::Places;
use super::words::{host_of_url, is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let divides = |octet| is_blank(octet) || matches!(octet, b';' | b',' | b'"' | b'[' | b']');
    for word in words(line, 0..line.len(), divides) {
        if bounded::part(line, word.clone()).starts_with(b"'") {
            continue;
        }
        let url = host_of_url(line, word.clone(), |_| false);
        let kind = if url.is_some() { Kind::UrlHost } else { Kind::Bare };
        let host = url.unwrap_or_else(|| word.start..up_to(line, word.clone(), |octet| matches!(octet, b':' | b'/')));
        let wildcard = if bounded::part(line, host.clone()).starts_with(b"*.") { 2 } else { 0 };
        // A directive and a scheme have no dot.
        if kind == Kind::UrlHost || bounded::part(line, host.clone()).contains(&b'.') {
            places.note(kind, bounded::add(host.start, wildcard)..host.end);
        }
    }
}
