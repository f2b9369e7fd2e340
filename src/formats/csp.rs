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
use super::words::{is_blank, up_to, words};
use crate::bounded;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let begin = up_to(line, 0..line.len(), |octet| !is_blank(octet));
    if matches!(bounded::rest(line, begin), [b'#', ..] | [b'/', b'/' | b'*', ..]) {
        return;
    }
    for directive in words(line, 0..line.len(), |octet| matches!(octet, b';' | b',' | b'"')) {
        let divides = |octet| is_blank(octet) || matches!(octet, b'[' | b']');
        let is_alone = words(line, directive.clone(), divides).nth(1).is_none();
        let (mut has_sources, mut may_begin) = (false, true);
        for word in words(line, directive, divides) {
            let text = bounded::part(line, word.clone());
            if may_begin && is_directive(text) {
                has_sources = true;
            } else if matches!(text, [b'\'', ..] | [.., b':']) || !(has_sources || is_alone) {
            } else if !places.url(line, word.clone()) && has_sources {
                places.host(line, word);
            }
            // The name of a header stands before a policy.
            may_begin = text.ends_with(b":");
        }
    }
}

/// Returns whether a word is the name of a directive whose values are sources, such as `script-src-elem`.
fn is_directive(word: &[u8]) -> bool {
    let is_fetch = || word.is_ascii() && word.windows(4).any(|four| four.eq_ignore_ascii_case(b"-src"));
    let others = [&b"frame-ancestors"[..], b"form-action", b"base-uri", b"navigate-to", b"report-uri"];
    is_fetch() || others.iter().any(|other| word.eq_ignore_ascii_case(other))
}
