//! Records that are more than a name: a port, a path, a user or a remark stands beside the name.

use core::iter;

use crate::label::Input;
use crate::unicode::{Props, Uts46Status, uts46_map};

/// Returns whether a label that was refused shows that its record is more than a name: it holds a character that no
/// name holds, and that is not escaped as zone files escape it.
#[cold]
#[inline(never)]
pub(crate) fn is_more_than_a_name<T: Input + ?Sized>(label: &T) -> bool {
    let mut units = label.code_points();
    while let Some(unit) = units.next() {
        let is_escape = unit == BACKSLASH && takes_escaped(&mut units);
        if !is_escape && is_in_no_name(unit) {
            return true;
        }
    }
    false
}

const BACKSLASH: u32 = 0x5C;

/// Takes what stands after a backslash where that is an escape (RFC 1035 section 5.1): three digits, or a character of
/// ASCII that is neither a letter nor a digit. After the last backslash of a label, that is the dot.
fn takes_escaped(units: &mut impl Iterator<Item = u32>) -> bool {
    let is_digit = |unit| matches!(unit, 0x30..=0x39);
    match units.next() {
        None => true,
        Some(unit) if is_digit(unit) => (0..2).all(|_| units.next().is_some_and(is_digit)),
        Some(unit) => matches!(unit, 0x20..=0x7E) && !char::from_u32(unit).is_some_and(char::is_alphanumeric),
    }
}

/// Returns whether no name holds a character: White_Space (UAX #44), ASCII other than letters, digits, hyphens, full
/// stops, underscores (RFC 8552) and asterisks (RFC 4592), and what UTS #46 maps to a text with such a character.
pub(crate) fn is_in_no_name(unit: u32) -> bool {
    let Some(character) = char::from_u32(unit) else { return false };
    if character.is_ascii() {
        return !character.is_ascii_alphanumeric() && !matches!(character, '-' | '.' | '_' | '*');
    }
    // ASCII is mapped to ASCII again, so that this ends.
    let is_mapped = || Props::of(unit).uts46_status() == Uts46Status::Mapped;
    let mapped = || uts46_map(&mut iter::once(unit)).any(|unit| unit < 0x80 && is_in_no_name(unit));
    character.is_whitespace() || (is_mapped() && mapped())
}

/// Returns whether a character is a forbidden domain code point of the URL Standard, or is mapped to one.
pub(crate) fn is_forbidden_in_url(unit: u32) -> bool {
    uts46_map(&mut iter::once(unit)).any(|unit| Props::of(unit).bits() & Props::URL_FORBIDDEN != 0)
}
