//! `apache`: configurations of the HTTP server of Apache.
//!
//! ```text
//! <VirtualHost bücher.example:443>
//!              ^^^^^^^^^^^^^^
//! ServerAlias *.bücher.example \
//!               ^^^^^^^^^^^^^^
//!     büro.example
//!     ^^^^^^^^^^^^
//! ProxyPass "/a" "https://bücher.example:8443/a" timeout=5
//!                         ^^^^^^^^^^^^^^
//! ```
//!
//! A line that ends in `\` goes on in the next one, a comment, too. A word does not.

use super::place::Places;
use super::statement::{Values, Word, Writing};
use crate::bounded;

const WRITING: Writing = Writing { quotes: b"\"'", marks: b">" };

const DIRECTIVES: [(&str, Values); 12] = [
    ("ServerName", Values::Hosts),
    ("ServerAlias", Values::Names),
    ("<VirtualHost", Values::Hosts),
    ("ProxyPass", Values::Urls),
    ("ProxyPassMatch", Values::Urls),
    ("ProxyPassReverse", Values::Urls),
    ("ProxyPassReverseCookieDomain", Values::Names),
    ("BalancerMember", Values::Urls),
    ("Redirect", Values::Urls),
    ("RedirectMatch", Values::Urls),
    ("RedirectPermanent", Values::Urls),
    ("RedirectTemp", Values::Urls),
];

pub(super) fn places(line: &[u8], places: &mut Places) {
    let (mut across, mut start) = (places.across, 0);
    let (text, is_continued) = line.strip_suffix(b"\\").map_or((line, false), |text| (text, true));
    while let Some(Word { range, .. }) = across.next(text, &mut start, &WRITING) {
        let word = bounded::part(text, range.clone());
        if !across.is_open {
            (across.is_open, across.values) = (true, Values::behind(word, &DIRECTIVES));
        } else if !word.starts_with(b"balancer:") {
            places.word(text, range, across.values);
        }
    }
    across.close();
    // A comment goes on, too, before which the loop ends.
    across.is_open = is_continued && (across.is_open || start < text.len());
    if !across.is_open {
        across.values = Values::Nothing;
    }
    places.across = across;
}
