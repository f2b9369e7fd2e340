//! Names that are their own form under every profile, decided by one scan.

use super::number::ascii_ends_in_number;
use crate::bounded;
use crate::label::{MAX_LABEL, MAX_NAME};
use crate::profile::Profile;
use crate::swar::{self, HIGH_BITS};

/// Returns whether a name is plain: ASCII letters in lower case, digits, hyphens and dots, so placed that every profile
/// accepts it and both its forms are the name itself.
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
    body.len() <= MAX_NAME && is_well_formed(name) && (body.len() <= MAX_LABEL || labels_fit(body))
}

/// Returns whether a name is its own form under a profile, as far as one scan can tell.
#[inline]
pub(crate) fn is_own_form(name: &[u8], profile: &Profile) -> bool {
    is_plain(name) && !(profile.asks_for_the_end() && is_refused_for_its_end(name, profile))
}

#[cold]
fn is_refused_for_its_end(name: &[u8], profile: &Profile) -> bool {
    (profile.refuses_root_dot() && name.ends_with(b".")) || (profile.deny_end_in_number && ascii_ends_in_number(name))
}

fn labels_fit(body: &[u8]) -> bool {
    body.split(|&octet| octet == b'.').all(|label| label.len() <= MAX_LABEL)
}

#[inline]
fn is_well_formed(name: &[u8]) -> bool {
    let Some(last) = name.last_chunk::<16>() else { return is_well_formed_short(name) };
    let mut before = AT_BEGINNING;
    for sixteen in name.as_chunks::<16>().0 {
        // Two words at a step: the compiler makes a vector of them.
        match halves(sixteen).map(hyphens_and_dots) {
            [Some(low), Some(high)] if no_neighbours(low, before) && no_neighbours(high, low) => before = high,
            _ => return false,
        }
    }
    // The last sixteen octets overlap those before, so that the pair across the border is among them.
    match halves(last).map(hyphens_and_dots) {
        [Some(low), Some(high)] => no_neighbours(low, 0) && no_neighbours(high, low),
        _ => false,
    }
}

/// Returns whether a name of less than 16 octets is well-formed.
#[inline]
fn is_well_formed_short(name: &[u8]) -> bool {
    let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) else { return is_well_formed_tiny(name) };
    // Two words that overlap, so that each pair of neighbours is in one of them.
    match (hyphens_and_dots(u64::from_le_bytes(*first)), hyphens_and_dots(u64::from_le_bytes(*last))) {
        (Some(first), Some(last)) => no_neighbours(first, AT_BEGINNING) && no_neighbours(last, 0),
        _ => false,
    }
}

/// The place before a name counts as a dot.
const AT_BEGINNING: u64 = HIGH_BITS;

/// The first eight octets and the others.
#[inline(always)]
fn halves(sixteen: &[u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(*sixteen);
    [bounded::to(both & u128::from(u64::MAX)), bounded::to(both >> 64)]
}

/// Returns whether no two neighbours are hyphens or dots, the last one of the octets `before` and the first one
/// included.
#[inline(always)]
fn no_neighbours(found: u64, before: u64) -> bool {
    found & ((found << 8) | (before >> 56)) == 0
}

/// The high bits of the octets that are hyphens or dots; nothing where an octet is neither that nor a lower-case letter
/// or digit.
#[inline(always)]
fn hyphens_and_dots(octets: u64) -> Option<u64> {
    let from = |first: u8| swar::at_least(octets, first);
    let found = from(b'-') & !from(b'/');
    let digits = from(b'0') & !from(b':');
    let letters = from(b'a') & !from(b'{');
    // Only the lower seven bits were compared: what is not ASCII has the eighth set.
    let good = (found | digits | letters) & !octets;
    (good == HIGH_BITS).then_some(found)
}

/// The dots of a name of 8 to 64 octets, all of them lower-case letters, digits, hyphens and dots: bit n for octet n.
#[inline]
pub(super) fn dots(name: &[u8]) -> Option<u64> {
    let last = name.last_chunk::<8>().filter(|_| name.len() <= 64)?;
    let mut dots = 0;
    let mut place = 0_u32;
    for eight in name.as_chunks::<8>().0 {
        // Of 64 octets the last eight begin at 56.
        dots |= dots_of_eight(*eight)? << bounded::shift(place);
        place = bounded::add(place, 8);
    }
    let overlapping = bounded::to(bounded::sub(name.len(), 8));
    Some(dots | dots_of_eight(*last)? << bounded::shift(overlapping))
}

#[inline(always)]
fn dots_of_eight(eight: [u8; 8]) -> Option<u64> {
    let octets = u64::from_le_bytes(eight);
    // A dot has the bit 02, a hyphen has not.
    Some(swar::movemask(hyphens_and_dots(octets)? & (octets << 6)))
}

/// Returns whether a name of less than 8 octets is well-formed.
fn is_well_formed_tiny(name: &[u8]) -> bool {
    let mut after_hyphen_or_dot = true;
    name.iter().all(|octet| {
        let is_hyphen_or_dot = matches!(octet, b'-' | b'.');
        let good = (is_hyphen_or_dot && !after_hyphen_or_dot) || octet.is_ascii_lowercase() || octet.is_ascii_digit();
        after_hyphen_or_dot = is_hyphen_or_dot;
        good
    })
}
