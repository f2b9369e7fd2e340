//! `maps`: lookup tables of Postfix and Exim.
//!
//! ```text
//! bücher.example      smtp:[post.bücher.example]:25
//! ^^^^^^^^^^^^^^            ^^^^^^^^^^^^^^^^^^^
//! @bücher.example     büro@ü.example, chef@ü.example
//!  ^^^^^^^^^^^^^^          ^^^^^^^^^       ^^^^^^^^^
//! ```
//!
//! The key at the beginning of a line is a name, with a user before it or without. Behind it a word counts that has an
//! `@` or a dot, for there may be text, too.

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let divides = |octet| is_blank(octet) || matches!(octet, b',' | b'[' | b']');
    let is_continued = line.first().is_some_and(|&octet| is_blank(octet));
    for (place, word) in words(line, 0..line.len(), divides).enumerate() {
        let text = bounded::part(line, word.clone());
        if text.starts_with(b"#") && place == 0 {
            return;
        }
        let sign = text.iter().rposition(|&octet| octet == b'@').map(|sign| bounded::add(word.start, sign));
        if let Some(sign) = sign {
            places.note(Kind::EmailDomain, bounded::add(sign, 1)..word.end);
            continue;
        }
        // A transport has a colon behind it, and a host may have a port.
        let colon = up_to(line, word.clone(), |octet| octet == b':');
        let rest = bounded::add(colon, 1).min(word.end);
        let is_port = bounded::part(line, rest..word.end).iter().all(u8::is_ascii_digit);
        let name = if is_port { word.start..colon } else { rest..word.end };
        let is_key = place == 0 && !is_continued;
        if is_key || bounded::part(line, name.clone()).contains(&b'.') {
            places.name(line, name);
        }
    }
}
