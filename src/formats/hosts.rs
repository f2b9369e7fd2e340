//! `hosts`: /etc/hosts and lists in its form. Every word behind the address is a name; a comment ends the line.
//!
//! ```text
//! 192.0.2.1  büro büro.example  # a comment
//!            ^^^^ ^^^^^^^^^^^^
//! ```
//!
//! Lists of names alone are read, too.

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let begin = up_to(line, 0..line.len(), |octet| !is_blank(octet));
    if matches!(bounded::rest(line, begin), [b'!' | b';', ..] | [b'/', b'/', ..]) {
        return;
    }
    let end = up_to(line, 0..line.len(), |octet| octet == b'#');
    for word in words(line, 0..end, is_blank) {
        places.name(line, word);
    }
}
