//! Which characters end a word, stand in a name, or stand in the local part of an address.

use crate::bounded;
use crate::label::is_separator;
use crate::unicode::{DerivedProperty, Props, Uts46Status, mapping};

/// A character at a place of octets that may be anything.
#[derive(Clone, Copy)]
pub(super) struct Character {
    /// Nothing for an octet that is no part of UTF-8.
    pub(super) unit: Option<u32>,
    /// How many octets it has.
    pub(super) size: usize,
}

/// The first character of octets, of which there is at least one.
#[inline]
pub(super) fn first(octets: &[u8]) -> Character {
    if let [octet @ 0..=0x7F, ..] = octets {
        return Character { unit: Some((*octet).into()), size: 1 };
    }
    beyond_ascii(octets)
}

/// Not within every loop over a text.
#[inline(never)]
fn beyond_ascii(octets: &[u8]) -> Character {
    let most = octets.get(..4).unwrap_or(octets);
    let valid = most.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    Character { unit: valid.map(u32::from), size: valid.map_or(1, char::len_utf8) }
}

/// The last character of octets, of which there is at least one.
pub(super) fn last(octets: &[u8]) -> Character {
    let trailing = octets.iter().rev().take(4).take_while(|&&octet| octet & 0xC0 == 0x80).count();
    let size = bounded::add(trailing, 1);
    // (Nothing may stand before the trailing octets: then they are not UTF-8.)
    let start = octets.len().saturating_sub(size);
    let character = first(bounded::rest(octets, start));
    if character.size == size { character } else { Character { unit: None, size: 1 } }
}

/// A set of characters: for those of ASCII a bit of a table, so that a run of them takes one load for each octet, and
/// for the others a test.
pub(super) struct Set {
    bit: u8,
    beyond: fn(u32) -> bool,
}

/// The characters of labels, and the dot.
pub(super) const OF_NAME: Set = Set { bit: 1, beyond: is_of_label };
/// The same where what begins is marked.
pub(super) const OF_MARKED_NAME: Set = Set { bit: 1, beyond: is_of_marked_label };
/// What may stand in a host: all that separates labels, and escapes.
pub(super) const OF_HOST: Set = Set { bit: 2, beyond: |unit| is_separator(unit) || is_of_marked_label(unit) };
/// What does not end the authority of a URL.
pub(super) const OF_AUTHORITY: Set = Set { bit: 4, beyond: |unit| !ends_word(unit) };
/// What does not end a word.
pub(super) const OF_WORD: Set = Set { bit: 8, beyond: |unit| !ends_word(unit) };

/// To which sets an octet belongs. No octet beyond ASCII does.
const SETS: [u8; 256] = {
    let mut sets = [0; 256];
    let mut octet = 0_u8;
    while octet.is_ascii() {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            let (is_of_name, is_of_word) = (octet == b'.' || is_ascii_of_label(octet as u32), !ends_word(octet as u32));
            let is_of_host = is_of_name || octet == b'%';
            let is_of_authority = is_of_word && !matches!(octet, b'/' | b'?' | b'#');
            sets[octet as usize] =
                is_of_name as u8 | (is_of_host as u8) << 1 | (is_of_authority as u8) << 2 | (is_of_word as u8) << 3;
            octet += 1;
        }
    }
    sets
};

impl Set {
    /// Whether a character is of the set.
    pub(super) fn has(&self, unit: u32) -> bool {
        match u8::try_from(unit) {
            Ok(octet) if octet.is_ascii() => SETS.get(usize::from(octet)).is_some_and(|sets| sets & self.bit != 0),
            _ => (self.beyond)(unit),
        }
    }

    /// How many octets the characters of the set take with which a text begins.
    pub(super) fn size_of_run(&self, text: &[u8]) -> usize {
        let has = |octet: &&u8| SETS.get(usize::from(**octet)).is_some_and(|sets| sets & self.bit != 0);
        let mut size = 0_usize;
        loop {
            let rest = bounded::rest(text, size);
            size = bounded::add(size, rest.iter().take_while(has).count());
            let Some(rest) = text.get(size..).filter(|rest| rest.first().is_some_and(|octet| !octet.is_ascii())) else {
                return size;
            };
            let character = beyond_ascii(rest);
            if !character.unit.is_some_and(self.beyond) {
                return size;
            }
            size = bounded::add(size, character.size);
        }
    }
}

/// Whether a character ends a word: a space, a control, or a character that no URL holds (RFC 3986 appendix C).
pub(super) const fn ends_word(unit: u32) -> bool {
    match unit {
        0..0x80 => matches!(unit, 0..=0x20 | 0x7F | 0x22 | 0x3C | 0x3E | 0x5C | 0x5E | 0x60 | 0x7B..=0x7D),
        0x80..=0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 => true,
        _ => false,
    }
}

/// Whether a character stands in a label: in text, a letter, a digit, a mark, a joiner, `-` or `_`.
pub(super) fn is_of_label(unit: u32) -> bool {
    if unit < 0x80 {
        return is_ascii_of_label(unit);
    }
    is_letter(unit) || mapping(unit).is_some_and(|mapped| mapped.iter().all(|&unit| is_letter(unit)))
}

/// Whether a character of ASCII stands in a label.
const fn is_ascii_of_label(unit: u32) -> bool {
    matches!(unit, 0x2D | 0x30..=0x39 | 0x41..=0x5A | 0x5F | 0x61..=0x7A)
}

/// Whether a character is a letter, a digit, a mark or a joiner of IDNA2008, or one of them where a mapping is listed.
fn is_letter(unit: u32) -> bool {
    if let Ok(octet) = u8::try_from(unit)
        && octet.is_ascii()
    {
        return octet.is_ascii_alphanumeric();
    }
    matches!(
        Props::of(unit).derived_property(),
        DerivedProperty::Pvalid | DerivedProperty::ContextJ | DerivedProperty::ContextO
    )
}

/// Whether a character stands in a label whose beginning is marked, by `//` or `@`: symbols do, too, but for the
/// punctuation that ends a name in text.
pub(super) fn is_of_marked_label(unit: u32) -> bool {
    is_of_label(unit)
        || (unit >= 0x80 && !is_punctuation(unit) && Props::of(unit).uts46_status() != Uts46Status::Disallowed)
}

/// Blocks of punctuation, what is punctuation of Latin-1, and symbols that look like `/` or `:`. (Characters that are
/// mapped to ASCII punctuation are there, too; no label has them.)
const fn is_punctuation(unit: u32) -> bool {
    matches!(
        unit,
        0x80..=0xBF | 0x0589 | 0x2000..=0x206F | 0x2215 | 0x2236 | 0x2308..=0x230B | 0x2329 | 0x232A | 0x2768..=0x2775 | 0x2571 | 0x27E6..=0x27EF
            | 0x2983..=0x2998 | 0x29F8 | 0x29FC | 0x29FD | 0x2E00..=0x2E7F | 0x3000..=0x3004 | 0x3008..=0x3020 | 0x3030 | 0x303D
            | 0xA789 | 0xFD3E | 0xFD3F | 0xFE10..=0xFE1F | 0xFE30..=0xFE6F | 0xFF00..=0xFF0F | 0xFF1A..=0xFF20
            | 0xFF3B..=0xFF40 | 0xFF5B..=0xFF65
    )
}

/// Whether a character stands in a local part that is not quoted: atext and the dot (RFC 5322 section 3.2.3, RFC 6531
/// section 3.3), without the `/`, which in text stands in a path.
pub(super) fn is_of_local_part(unit: u32) -> bool {
    match u8::try_from(unit) {
        Ok(octet) if octet.is_ascii() => octet.is_ascii_alphanumeric() || b"!#$%&'*+-.=?^_`{|}~".contains(&octet),
        _ => is_of_label(unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_read_from_both_ends_of_any_octets() {
        let units = |octets| (first(octets).unit, first(octets).size, last(octets).unit, last(octets).size);
        assert_eq!(units(b"ab"), (Some(0x61), 1, Some(0x62), 1));
        assert_eq!(units("üé".as_bytes()), (Some(0xFC), 2, Some(0xE9), 2));
        assert_eq!(units("💩日".as_bytes()), (Some(0x1F4A9), 4, Some(0x65E5), 3));
        assert_eq!(units(b"\xFFa\xE6\x97"), (None, 1, None, 1));
        assert_eq!(units(b"\x80\x80\x80\x80\x80"), (None, 1, None, 1));
    }
}
