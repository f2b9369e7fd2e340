//! Names that are their own form under every profile, decided by one scan.

use crate::bounded;
use crate::profile::Profile;
use crate::swar::{self, HIGH_BITS};

/// Whether a name is plain: ASCII letters in lower case, digits, hyphens and dots, so placed that every profile accepts
/// it and both its forms are the name itself.
///
/// A hyphen stands neither at an end of a label nor next to another hyphen, labels have 1 to 63 characters, and the
/// name at most 253; one dot may end it. A name that is not plain may be valid all the same.
///
/// ```
/// assert!(acelabel::is_plain(b"www.example.com"));
/// assert!(!acelabel::is_plain(b"xn--bcher-kva.example"));
/// ```
///
/// A profile without `allow_root_dot` refuses that dot where it verifies DNS lengths.
#[inline]
#[must_use]
pub fn is_plain(name: &[u8]) -> bool {
    let body = match name.split_last() {
        None | Some((b'-', _)) => return false,
        Some((b'.', body)) => body,
        Some(_) => name,
    };
    // An empty label, a hyphen at an end of a label and the prefix have this in common: a hyphen or dot that stands
    // first or next to another.
    body.len() <= 253 && is_well_formed(name) && (body.len() <= 63 || labels_fit(body))
}

/// Whether a name is its own form under a profile, as far as one scan can tell.
#[inline]
pub(crate) fn is_own_form(name: &[u8], profile: &Profile) -> bool {
    is_plain(name) && !(profile.refuses_root_dot() && name.ends_with(b"."))
}

fn labels_fit(body: &[u8]) -> bool {
    body.split(|&octet| octet == b'.').all(|label| label.len() <= 63)
}

#[inline]
fn is_well_formed(name: &[u8]) -> bool {
    let Some(last) = name.last_chunk::<8>() else { return is_well_formed_short(name) };
    let (eights, _) = name.as_chunks::<8>();
    let mut before = HIGH_BITS;
    for eight in eights {
        let Some(marks) = marks(u64::from_le_bytes(*eight)) else { return false };
        // The mark before each octet: that of its neighbour, and for the first that of the eight before.
        if marks & ((marks << 8) | (before >> 56)) != 0 {
            return false;
        }
        before = marks;
    }
    // The last eight octets overlap those before, so that the pair across the border is among them.
    marks(u64::from_le_bytes(*last)).is_some_and(|marks| marks & (marks << 8) == 0)
}

/// The high bits of the octets that are hyphens or dots; nothing where an octet is neither that nor a lower-case letter
/// or digit.
#[inline(always)]
fn marks(octets: u64) -> Option<u64> {
    let from = |first: u8| swar::at_least(octets, first);
    let marks = from(b'-') & !from(b'/');
    let digits = from(b'0') & !from(b':');
    let letters = from(b'a') & !from(b'{');
    // (Only the lower seven bits were compared: what is not ASCII has the eighth set.)
    let good = (marks | digits | letters) & !octets;
    (good == HIGH_BITS).then_some(marks)
}

/// The dots of a name of 8 to 64 octets, all of them lower-case letters, digits, hyphens and dots: bit n for octet n.
#[inline]
pub(super) fn dots(name: &[u8]) -> Option<u64> {
    let last = name.last_chunk::<8>().filter(|_| name.len() <= 64)?;
    let mut dots = 0;
    let mut place = 0_u32;
    for eight in name.as_chunks::<8>().0 {
        // (Of 64 octets the last eight begin at 56.)
        dots |= dots_of_eight(*eight)? << bounded::shift(place);
        place = bounded::add(place, 8);
    }
    let overlapping = bounded::to(bounded::sub(name.len(), 8));
    Some(dots | dots_of_eight(*last)? << bounded::shift(overlapping))
}

#[inline(always)]
fn dots_of_eight(eight: [u8; 8]) -> Option<u64> {
    let octets = u64::from_le_bytes(eight);
    marks(octets)?;
    Some(swar::side_by_side(swar::zero_octets(octets ^ swar::splat(b'.'))))
}

fn is_well_formed_short(name: &[u8]) -> bool {
    let mut after_mark = true;
    name.iter().all(|octet| {
        let is_mark = matches!(octet, b'-' | b'.');
        let good = (is_mark && !after_mark) || octet.is_ascii_lowercase() || octet.is_ascii_digit();
        after_mark = is_mark;
        good
    })
}
