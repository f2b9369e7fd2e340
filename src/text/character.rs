//! Which characters end a word, stand in a name, or stand in the local part of an address.

use crate::bounded;
use crate::label::is_separator;
use crate::unicode::{DerivedProperty, Props, TextClass, mapping};

/// A character at a place of octets that may be anything.
#[derive(Clone, Copy)]
pub(crate) struct Character {
    /// Nothing for an octet that is no part of UTF-8.
    pub(crate) unit: Option<u32>,
    /// The number of its octets.
    pub(crate) size: usize,
}

impl Character {
    pub(super) fn is(self, class: TextClass) -> bool {
        self.unit.is_some_and(|unit| TextClass::of(unit) == class)
    }
}

/// The first character of octets, of which there is at least one.
#[inline]
pub(crate) fn first(octets: &[u8]) -> Character {
    if let [octet @ 0..=0x7F, ..] = octets {
        return Character { unit: Some((*octet).into()), size: 1 };
    }
    beyond_ascii(octets)
}

/// Not within every loop over a text.
#[inline(never)]
fn beyond_ascii(octets: &[u8]) -> Character {
    let bits = |octet: u8| u32::from(octet & 0x3F);
    match octets {
        // Most are of these forms.
        [lead @ 0xC2..=0xDF, one @ 0x80..=0xBF, ..] => {
            Character { unit: Some(u32::from(lead & 0x1F) << 6 | bits(*one)), size: 2 }
        }
        [lead @ (0xE1..=0xEC | 0xEE..=0xEF), one @ 0x80..=0xBF, two @ 0x80..=0xBF, ..] => {
            Character { unit: Some(u32::from(lead & 0xF) << 12 | bits(*one) << 6 | bits(*two)), size: 3 }
        }
        _ => {
            let most = octets.get(..4).unwrap_or(octets);
            let valid = most.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
            Character { unit: valid.map(u32::from), size: valid.map_or(1, char::len_utf8) }
        }
    }
}

/// The last character of octets, of which there is at least one.
pub(crate) fn last(octets: &[u8]) -> Character {
    let trailing = octets.iter().rev().take(4).take_while(|&&octet| octet & 0xC0 == 0x80).count();
    let size = bounded::add(trailing, 1);
    // Nothing may stand before the trailing octets: then they are not UTF-8.
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

/// The characters of names, and the dot.
pub(super) const OF_NAME: Set = Set { bit: 1, beyond: is_of_name };
/// The characters of hosts: the same, and all that separate labels.
pub(super) const OF_HOST: Set = Set { bit: 1, beyond: |unit| is_separator(unit) || is_of_name(unit) };
/// The characters that do not end the authority of a URL (RFC 3986 section 3.2), outside an IP literal.
pub(super) const OF_AUTHORITY: Set = Set { bit: 2, beyond: |unit| !ends_word(unit) };
/// The characters that do not end a word.
pub(super) const OF_WORD: Set = Set { bit: 4, beyond: |unit| !ends_word(unit) };

/// To which sets an octet belongs. No octet beyond ASCII does.
const SETS: [u8; 256] = {
    let mut sets = [0; 256];
    let mut octet = 0_u8;
    while octet.is_ascii() {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            let (is_of_name, is_of_word) = (octet == b'.' || is_ascii_of_label(octet as u32), !ends_word(octet as u32));
            let is_of_authority = is_of_word && !matches!(octet, b'/' | b'?' | b'#' | b'[' | b']');
            sets[octet as usize] = is_of_name as u8 | (is_of_authority as u8) << 1 | (is_of_word as u8) << 2;
            octet += 1;
        }
    }
    sets
};

impl Set {
    /// Returns whether a character is of the set, wherever it stands.
    pub(super) fn has(&self, unit: u32) -> bool {
        match u8::try_from(unit) {
            Ok(octet) if octet.is_ascii() => SETS.get(usize::from(octet)).is_some_and(|sets| sets & self.bit != 0),
            _ => (self.beyond)(unit),
        }
    }

    /// Returns how many octets the characters of the set take with which a text begins. Punctuation that joins letters
    /// is one of them between two letters.
    #[inline(always)]
    pub(super) fn size_of_run(&self, text: &[u8]) -> usize {
        let size = self.size_of_ascii(text);
        if text.get(size).is_none_or(u8::is_ascii) { size } else { self.size_with_others(text, size) }
    }

    /// The same of those of ASCII.
    #[inline(always)]
    pub(super) fn size_of_ascii(&self, text: &[u8]) -> usize {
        text.iter().take_while(|&&octet| SETS.get(usize::from(octet)).is_some_and(|sets| sets & self.bit != 0)).count()
    }

    /// The same where a character beyond ASCII stands at a place.
    #[inline(never)]
    fn size_with_others(&self, text: &[u8], place: usize) -> usize {
        let mut size = place;
        while let Some(rest) = text.get(size..).filter(|rest| rest.first().is_some_and(|octet| !octet.is_ascii())) {
            let Character { unit: Some(unit), size: width } = beyond_ascii(rest) else { return size };
            if !(self.beyond)(unit) && !joins(bounded::first(text, size), unit, bounded::rest(rest, width)) {
                return size;
            }
            size = bounded::add(size, width);
            size = bounded::add(size, self.size_of_ascii(bounded::rest(text, size)));
        }
        size
    }
}

/// Returns whether a character joins the letters before and behind it. Symbols, `-` and `_` count as letters here, as
/// they may end a U-label, of which the A-label ends in a letter.
fn joins(before: &[u8], unit: u32, behind: &[u8]) -> bool {
    let is_letter = |one: Character| {
        one.is(TextClass::Letter) || one.is(TextClass::Symbol) || matches!(one.unit, Some(0x2D | 0x5F))
    };
    let (before, behind) = (cut_behind(before, IGNORED), cut_before(behind, IGNORED));
    TextClass::of(unit) == TextClass::Joins
        && !before.is_empty()
        && !behind.is_empty()
        && is_letter(last(before))
        && is_letter(first(behind))
}

/// The same where an escape stands before the character, or is the character.
pub(super) fn joins_behind(unit: u32, behind: &[u8]) -> bool {
    let behind = cut_before(behind, IGNORED);
    TextClass::of(unit) == TextClass::Joins
        && (!behind.is_empty() && first(behind).is(TextClass::Letter) || matches!(behind, [b'\\' | b'%' | b'&', ..]))
}

/// The characters that UTS #46 removes.
pub(super) const IGNORED: &[TextClass] = &[TextClass::Ignored];
/// The same, and those that join letters.
pub(super) const JOINERS: &[TextClass] = &[TextClass::Ignored, TextClass::Joins];
/// The same, and symbols: those that are beside a name, or join its letters.
pub(super) const JOINERS_AND_SYMBOLS: &[TextClass] = &[TextClass::Ignored, TextClass::Joins, TextClass::Symbol];

/// A text without the characters beyond ASCII of some classes at its beginning.
#[inline]
pub(super) fn cut_before<'t>(text: &'t [u8], classes: &[TextClass]) -> &'t [u8] {
    let mut rest = text;
    while rest.first().is_some_and(|octet| !octet.is_ascii()) && classes.iter().any(|&class| first(rest).is(class)) {
        rest = bounded::rest(rest, first(rest).size);
    }
    rest
}

/// The same at its end.
#[inline]
pub(super) fn cut_behind<'t>(text: &'t [u8], classes: &[TextClass]) -> &'t [u8] {
    let mut rest = text;
    while rest.last().is_some_and(|octet| !octet.is_ascii()) && classes.iter().any(|&class| last(rest).is(class)) {
        rest = bounded::first(rest, bounded::sub(rest.len(), last(rest).size));
    }
    rest
}

/// Returns whether a character ends a word: a space, a control, or a character that no URL holds (RFC 3986 appendix C).
pub(crate) const fn ends_word(unit: u32) -> bool {
    match unit {
        0..0x80 => matches!(unit, 0..=0x20 | 0x7F | 0x22 | 0x3C | 0x3E | 0x5C | 0x5E | 0x60 | 0x7B..=0x7D),
        0x80..=0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 => true,
        _ => false,
    }
}

/// Returns whether a character beyond ASCII is of a name, wherever it stands.
fn is_of_name(unit: u32) -> bool {
    matches!(TextClass::of(unit), TextClass::Letter | TextClass::Symbol | TextClass::Ignored)
}

/// Returns whether a character stands in a label that names itself: a letter, a digit, a mark, a joiner, `-` or `_`.
pub(super) fn is_of_label(unit: u32) -> bool {
    if unit < 0x80 {
        return is_ascii_of_label(unit);
    }
    is_letter(unit) || mapping(unit).is_some_and(|mapped| mapped.iter().all(|&unit| is_letter(unit)))
}

const fn is_ascii_of_label(unit: u32) -> bool {
    matches!(unit, 0x2D | 0x30..=0x39 | 0x41..=0x5A | 0x5F | 0x61..=0x7A)
}

/// Returns whether a character is a letter, a digit, a mark or a joiner of IDNA2008, or one of them where a mapping is
/// listed.
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

/// Returns whether a character stands in a local part that is not quoted: atext and the dot (RFC 5322 section 3.2.3,
/// RFC 6531 section 3.3), without the `/`, which in text stands in a path.
pub(super) fn is_of_local_part(unit: u32) -> bool {
    match u8::try_from(unit) {
        Ok(octet) if octet.is_ascii() => octet.is_ascii_alphanumeric() || b"!#$%&'*+-.=?^_`{|}~".contains(&octet),
        _ => TextClass::of(unit) != TextClass::Ends,
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
