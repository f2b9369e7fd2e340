//! `caddy`: a Caddyfile.
//!
//! ```text
//! bücher.example, https://*.bücher.example:8443 {
//! ^^^^^^^^^^^^^^            ^^^^^^^^^^^^^^
//!     reverse_proxy /a/* büro.example:8080 https://ü.example
//!                        ^^^^^^^^^^^^              ^^^^^^^^^
//!     @shop host shop.bücher.example
//!                ^^^^^^^^^^^^^^^^^^^
//! }
//! ```
//!
//! The addresses of sites stand outside of blocks; a file of one site may have none. A host ends where a placeholder
//! begins. The text behind `<<` is read as other lines are.

use super::place::Places;
use super::statement::{Values, Word, Writing, hash};
use super::words::{is_blank, words};
use crate::bounded;

const WRITING: Writing = Writing { quotes: b"\"`", marks: b"" };

const DIRECTIVES: [(&str, Values); 6] = [
    ("reverse_proxy", Values::Hosts),
    ("forward_auth", Values::Hosts),
    ("php_fastcgi", Values::Hosts),
    ("to", Values::Hosts),
    ("redir", Values::Urls),
    ("host", Values::Names),
];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let (mut across, mut start, mut has_comma) = (places.across, 0, false);
    if let Some(until) = across.until {
        let first = words(line, 0..line.len(), is_blank).next().unwrap_or_default();
        places.across.until = across.until.filter(|_| hash(bounded::part(line, first)) != until);
        return;
    }
    let (text, is_escaped) = line.strip_suffix(b"\\").map_or((line, false), |text| (text, true));
    while let Some(Word { range, is_quoted }) = across.next(text, &mut start, &WRITING) {
        let word = bounded::part(text, range.clone());
        has_comma = word.ends_with(b",");
        across.until = across.until.or_else(|| word.strip_prefix(b"<<").filter(|_| !is_quoted).map(hash));
        if !is_quoted && word == b"{" {
            across.depth = across.depth.saturating_add(1);
            continue;
        } else if !is_quoted && word == b"}" {
            across.depth = across.depth.saturating_sub(1);
            continue;
        }
        let is_first = !across.is_open;
        if is_first {
            across.values = if across.depth > 0 || across.is_one_site {
                Values::behind(word, &DIRECTIVES)
            } else if word == b"import" || matches!(word, [b'(' | b'&', ..]) {
                Values::Nothing
            } else {
                Values::Sites
            };
        }
        // The name of a matcher may stand before the directive.
        let is_matcher = word.starts_with(b"@");
        across.is_open = !is_first || !is_matcher;
        if !is_matcher && !word.starts_with(b"unix/") && (!is_first || across.values == Values::Sites) {
            places.word(text, range.start..bounded::sub(range.end, usize::from(has_comma)), across.values);
        }
    }
    let is_sites = across.is_open && across.values == Values::Sites;
    let is_comment = start < text.len();
    across.is_open &= (is_escaped && !is_comment) || across.is_in_quotes() || (is_sites && has_comma);
    across.is_one_site |= is_sites && !across.is_open && across.depth == 0;
    places.across = across;
}
