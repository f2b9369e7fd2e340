//! `csp`: policies of Content-Security-Policy, and match patterns of browser extensions.
//!
//! ```text
//! script-src 'self' https://*.bücher.example:443 büro.example/js; img-src data:
//!                             ^^^^^^^^^^^^^^      ^^^^^^^^^^^^
//! "*://*.bücher.example/*"
//!        ^^^^^^^^^^^^^^
//! ```
//!
//! A host without a scheme is read behind a directive whose values are sources, on one line with it.
//!
//! Source: CSP level 3 section 2.3.1 (host-source); the wildcard is the first label alone.

use super::place::Places;
use super::words::{is_blank, words};
use crate::bounded;

pub(super) fn places(line: &[u8], places: &mut Places) {
    for directive in words(line, 0..line.len(), |octet| matches!(octet, b';' | b'"')) {
        let mut has_sources = false;
        for word in words(line, directive, |octet| is_blank(octet) || matches!(octet, b',' | b'[' | b']')) {
            let text = bounded::part(line, word.clone());
            if is_directive(text) {
                has_sources = true;
            } else if !matches!(text, [b'\'', ..] | [.., b':']) && !places.url(line, word.clone()) && has_sources {
                places.host(line, word);
            }
        }
    }
}

/// Returns whether a word is the name of a directive whose values are sources, such as `script-src-elem`.
fn is_directive(word: &[u8]) -> bool {
    let is_fetch = || word.is_ascii() && word.windows(4).any(|four| four.eq_ignore_ascii_case(b"-src"));
    let others = [&b"frame-ancestors"[..], b"form-action", b"base-uri", b"navigate-to"];
    is_fetch() || others.iter().any(|other| word.eq_ignore_ascii_case(other))
}
