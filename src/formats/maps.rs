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
//! `@` or a dot inside, or stands in brackets, for there may be text, too. A key without a dot and with a colon is the
//! user of an alias, and stays; so do regular expressions and paths.

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;
use crate::text::Kind;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let divides = |octet| is_blank(octet) || matches!(octet, b',' | b';' | b'[' | b']' | b'<' | b'>' | b'"');
    let is_continued = line.first().is_some_and(|&octet| is_blank(octet));
    for (place, word) in words(line, 0..line.len(), divides).enumerate() {
        let text = bounded::part(line, word.clone());
        if text.starts_with(b"#") && place == 0 {
            return;
        }
        if text.contains(&b'/') {
            places.url(line, word);
        } else if let Some(sign) = text.iter().rposition(|&octet| octet == b'@') {
            let domain = bounded::add(bounded::add(word.start, sign), 1)..word.end;
            let end = up_to(line, domain.clone(), |octet| octet == b':');
            places.note(line, Kind::EmailDomain, domain.start..end);
        } else if word.start.checked_sub(1).and_then(|before| line.get(before)) == Some(&b'[') {
            places.name(line, word);
        } else {
            // A transport has a colon behind it, and a host may have a port.
            let is_key = place == 0 && !is_continued && !text.contains(&b':');
            for name in words(line, word, |octet| octet == b':') {
                let is_dot_inside = |three: &[u8]| matches!(three, [a, b'.', b] if *a != b'.' && *b != b'.');
                if is_key || bounded::part(line, name.clone()).windows(3).any(is_dot_inside) {
                    places.name(line, name);
                }
            }
        }
    }
}
