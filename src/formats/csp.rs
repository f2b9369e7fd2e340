//! `csp`: policies of Content-Security-Policy, and match patterns of browser extensions.
//!
//! ```text
//! script-src 'self' https://*.bücher.example:443 büro.example/js; img-src data:
//!                             ^^^^^^^^^^^^^^      ^^^^^^^^^^^^
//! "*://*.bücher.example/*"
//!        ^^^^^^^^^^^^^^
//! ```
//!
//! A host without a scheme is read behind a directive whose values are sources, on one line with it. Words of which
//! each is a source by itself are read without a directive, too: `*.bücher.example https://ü.example:8443`.
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
        let is_source = |word| is_source(bounded::part(line, word));
        let are_alone = words(line, directive.clone(), divides).all(is_source);
        let (mut has_sources, mut may_begin) = (are_alone, true);
        for word in words(line, directive, divides) {
            let text = bounded::part(line, word.clone());
            if may_begin && is_directive(text) {
                has_sources = true;
            } else if has_sources && !matches!(text, [b'\'', ..] | [.., b':']) {
                places.host(line, word);
            }
            // The name of a header stands before a policy.
            may_begin = text.ends_with(b":");
        }
    }
}

/// Returns whether a word is a source, or beside sources, whatever stands before it: with a scheme or a wildcard, a
/// keyword in quotation marks, the name of a header.
fn is_source(word: &[u8]) -> bool {
    matches!(word, [b'*', b'.', ..] | [b'\'', .., b'\''] | [.., b':']) || word.windows(3).any(|three| three == b"://")
}

/// Returns whether a word is the name of a directive whose values are sources, such as `script-src-elem`.
fn is_directive(word: &[u8]) -> bool {
    let is_fetch = || word.is_ascii() && word.windows(4).any(|four| four.eq_ignore_ascii_case(b"-src"));
    let others = [&b"frame-ancestors"[..], b"form-action", b"base-uri", b"navigate-to", b"report-uri"];
    is_fetch() || others.iter().any(|other| word.eq_ignore_ascii_case(other))
}
