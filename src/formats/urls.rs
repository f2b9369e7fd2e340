//! `urls`: a URL or a host at the beginning of each line, and behind it other words.
//!
//! ```text
//! https://büro.example:8080/x  200  2026-11-30
//!         ^^^^^^^^^^^^
//! # a comment
//! ```

use super::place::Places;
use super::words::{is_blank, up_to, words};

pub(super) fn places(line: &[u8], places: &mut Places) {
    let begin = up_to(line, 0..line.len(), |octet| !is_blank(octet));
    if line.get(begin) != Some(&b'#')
        && let Some(word) = words(line, begin..line.len(), is_blank).next()
    {
        places.host(line, word);
    }
}
