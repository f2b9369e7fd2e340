//! `hosts`: /etc/hosts and lists in its form. Every word behind the address is a name; a comment ends the line.
//!
//! ```text
//! 192.0.2.1  büro büro.example  # a comment
//!            ^^^^ ^^^^^^^^^^^^
//! ```

use super::place::Places;
use super::words::{is_blank, up_to, words};
use crate::bounded;
use crate::host::ipv6;

pub(super) fn places(line: &[u8], places: &mut Places) {
    let end = up_to(line, 0..line.len(), |octet| octet == b'#');
    for (place, word) in words(line, 0..end, is_blank).enumerate() {
        if place > 0 || !is_address(bounded::part(line, word.clone())) {
            places.name(line, word);
        }
    }
}

/// Returns whether a word is an IP address, as far as a name has to be told from one: lists of names alone are read,
/// too. A zone may stand behind an IPv6 address.
fn is_address(word: &[u8]) -> bool {
    let before_zone = word.split(|&octet| octet == b'%').next().unwrap_or_default();
    ipv6::parse(before_zone).is_ok() || word.iter().all(|octet| octet.is_ascii_digit() || *octet == b'.')
}
