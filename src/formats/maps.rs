//! `maps`: lookup tables of Postfix and Exim.
//!
//! ```text
//! bücher.example      smtp:[post.bücher.example]:25
//! ^^^^^^^^^^^^^^            ^^^^^^^^^^^^^^^^^^^
//! @bücher.example     büro@ü.example, chef@ü.example
//!  ^^^^^^^^^^^^^^          ^^^^^^^^^       ^^^^^^^^^
//! ```
//!
//! The key is a name if it has a dot, since a word without one may be a user. Behind it are names in brackets, those of
//! addresses and those behind a transport. Behind an action such as `REJECT` is text, and a value with a colon may be a
//! password: both stay.

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

/// The transports behind whose colon a host stands.
const TRANSPORTS: [&[u8]; 4] = [b"smtp", b"smtps", b"lmtp", b"relay"];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let is_continued = line.first().is_some_and(|&octet| is_blank(octet));
    for (place, word) in words(line, 0..line.len(), |octet| is_blank(octet) || octet == b',').enumerate() {
        let text = bounded::part(line, word.clone());
        let is_key = place == 0 && !is_continued;
        let is_comment = place == 0 && text.starts_with(b"#");
        // An action whose values are addresses, or a transport.
        if !is_key && [&b"REDIRECT"[..], b"BCC", b"FILTER"].contains(&text) {
            continue;
        }
        if is_comment || !is_key && is_action(text) || text.iter().any(|octet| b"/|^$\\\"(;".contains(octet)) {
            return;
        }
        let colon = up_to(line, word.clone(), |octet| octet == b':');
        let bracket = up_to(line, word.clone(), |octet| octet == b'[');
        let inside = bounded::add(bracket, 1).min(word.end)..word.end;
        let sign = up_to(line, word.clone(), |octet| octet == b'@');
        if bracket < word.end {
            places.name(line, inside.start..up_to(line, inside, |octet| octet == b']'));
        } else if is_key && sign < word.end && bounded::add(colon, 1) == word.end {
            places.note(line, Kind::EmailDomain, bounded::add(sign, 1)..colon);
        } else if sign < word.end && colon == word.end {
            places.note(line, Kind::EmailDomain, bounded::add(sign, 1)..word.end);
        } else if is_key && sign == word.end && bounded::add(colon, 1) >= word.end {
            of_host(line, word.start..colon, places);
        } else if colon == word.start && !is_key || TRANSPORTS.contains(&bounded::part(line, word.start..colon)) {
            let host = bounded::add(colon, 1).min(word.end)..word.end;
            of_host(line, host.start..up_to(line, host, |octet| octet == b':'), places);
        }
    }
}

/// Notes a name that has a dot.
fn of_host(line: &[u8], name: core::ops::Range<usize>, places: &mut Places) {
    if bounded::part(line, name.clone()).contains(&b'.') {
        places.name(line, name);
    }
}

/// Returns whether text may stand behind a word: an action of Postfix or a code of SMTP, or a director of Exim.
fn is_action(word: &[u8]) -> bool {
    let is_upper = word.len() > 1 && word.iter().all(|octet| octet.is_ascii_uppercase() || *octet == b'_');
    let is_code = word.iter().all(|octet| octet.is_ascii_digit() || *octet == b'.');
    is_upper || is_code || word.starts_with(b"error:") || (word.starts_with(b":") && word.ends_with(b":"))
}
