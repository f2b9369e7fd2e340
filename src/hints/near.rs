//! The parts of a text that are read for a message: its beginning, its last character and what surrounds the fault.

use core::ops::Range;

use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::is_separator;
use crate::unicode::{Props, Security};
use crate::version::UnicodeVersion;

/// The number of characters that are read before a fault, after it, and at the beginning. A longer text is not
/// measured: no name or label has so many.
pub(super) const MOST: usize = 1024;

/// The octets that stand for characters that are not ASCII.
const DOT: u8 = 0x80;
const SPACE: u8 = 0x81;
const LETTER: u8 = 0x82;
const DIGIT: u8 = 0x83;
const NUMBER: u8 = 0x84;
const OTHER: u8 = 0xFF;

/// A refusal, and what is read of the text.
pub(crate) struct Fault {
    pub(super) kind: ErrorKind,
    /// The place in `units`.
    pub(super) offset: Option<usize>,
    pub(super) code_point: Option<u32>,
    /// The version of Unicode that alone refuses it.
    pub(super) version: Option<UnicodeVersion>,
    pub(super) in_name: bool,
    /// The text has more than [`MOST`] characters.
    pub(super) is_long: bool,
    /// Its characters. Of a long one only those that are read.
    pub(super) units: Vec<u32>,
    /// For each of them an octet: itself, or the class of one that is not ASCII.
    pub(super) octets: Vec<u8>,
}

impl Fault {
    pub(super) fn of(error: Error, code_point: Option<u32>, in_name: bool, input: &str) -> Self {
        let fault = Self::new(error.kind(), Some(error.offset()), code_point, in_name).in_version(error.unicode());
        fault.with_text(input.chars().count(), &mut |range, units| {
            units.extend(input.chars().skip(range.start).take(range.len()).map(u32::from));
        })
    }

    /// A fault of a text that nobody knows, which is as good as a long one.
    pub(crate) const fn new(kind: ErrorKind, offset: Option<usize>, code_point: Option<u32>, in_name: bool) -> Self {
        let version = None;
        Self { kind, offset, code_point, version, in_name, is_long: true, units: Vec::new(), octets: Vec::new() }
    }

    pub(crate) fn in_version(self, version: Option<UnicodeVersion>) -> Self {
        Self { version, ..self }
    }

    #[cfg(feature = "python")]
    pub(crate) fn with_units<U: Copy + Into<u32>>(self, units: &[U]) -> Self {
        self.with_text(units.len(), &mut |range, copied| {
            copied.extend(bounded::part(units, range).iter().map(|&unit| unit.into()));
        })
    }

    /// The same of a text of so many characters. `copy` appends those of a range. Without memory nobody knows the text.
    fn with_text(mut self, count: usize, copy: &mut dyn FnMut(Range<usize>, &mut Vec<u32>)) -> Self {
        let most = count.min(bounded::mul(MOST, 5));
        if self.units.try_reserve_exact(most).is_err() || self.octets.try_reserve_exact(most).is_err() {
            return self;
        }
        self.is_long = count > MOST;
        let head = bounded::add(MOST, 1).min(count);
        let place = self.offset.unwrap_or_default().min(count);
        let start = place.saturating_sub(MOST).max(head);
        let end = place.saturating_add(bounded::mul(MOST, 2)).clamp(start, count);
        copy(0..head, &mut self.units);
        copy(start..end, &mut self.units);
        copy(count.saturating_sub(1).max(end)..count, &mut self.units);
        // One gap is before the characters near the fault, the other one behind them.
        self.offset = self.offset.map(|offset| offset.saturating_sub(bounded::sub(start, head)));
        self.octets.extend(self.units.iter().map(|&unit| octet_of(unit)));
        self
    }

    pub(super) fn octet(&self, place: usize) -> Option<u8> {
        self.octets.get(place).copied()
    }

    /// So many octets from a place on, or those up to the end.
    pub(super) fn part(&self, start: usize, count: usize) -> &[u8] {
        let rest = self.octets.get(start..).unwrap_or_default();
        rest.get(..count).unwrap_or(rest)
    }

    /// So many octets before the fault, or those from the beginning on.
    pub(super) fn before(&self, count: usize) -> &[u8] {
        let place = self.offset.unwrap_or(self.octets.len());
        self.part(place.saturating_sub(count), count.min(place))
    }

    /// Returns whether the prefix of A-labels is at a place, in either letter case.
    pub(super) fn has_prefix(&self, place: usize) -> bool {
        is_word(self.part(place, 4), b"xn--")
    }

    /// The label of a name that a place is in.
    pub(super) fn label(&self, place: usize) -> &[u32] {
        let (before, behind) = self.units.split_at(place.min(self.units.len()));
        let start = before.iter().rposition(|&unit| is_separator(unit)).map_or(0, |dot| bounded::add(dot, 1));
        let size = behind.iter().take_while(|&&unit| !is_separator(unit)).count();
        bounded::part(&self.units, start..bounded::add(before.len(), size))
    }
}

fn octet_of(unit: u32) -> u8 {
    let character = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
    match unit {
        0..=0x7F => bounded::to(unit),
        _ if is_separator(unit) => DOT,
        _ if character.is_whitespace() => SPACE,
        _ if is_digit_of(unit) => DIGIT,
        _ if character.is_numeric() => NUMBER,
        // Circled letters are alphabetic symbols.
        0x24B6..=0x24E9 | 0x1_F130..=0x1_F189 => OTHER,
        _ if character.is_alphabetic() && !Props::of(unit).is_mark() => LETTER,
        _ => OTHER,
    }
}

/// Returns whether Numeric_Type is Decimal or Digit (UAX #44): a digit, also a raised or an enclosed one.
fn is_digit_of(unit: u32) -> bool {
    Security::of(unit).has(Security::DIGITS)
        || matches!(unit, 0xB2 | 0xB3 | 0xB9 | 0x1369..=0x1371 | 0x19DA | 0x2070 | 0x2074..=0x2079 | 0x2080..=0x2089)
        || matches!(unit, 0x2460..=0x2468 | 0x2474..=0x247C | 0x2488..=0x2490 | 0x24EA | 0x24F5..=0x24FD | 0x24FF)
        || matches!(unit, 0x2776..=0x277E | 0x2780..=0x2788 | 0x278A..=0x2792 | 0x1_0A40..=0x1_0A43)
        || matches!(unit, 0x1_0E60..=0x1_0E68 | 0x1_1052..=0x1_105A | 0x1_F100..=0x1_F10A)
}

/// Returns how many octets at their beginning have the first of some patterns, which have a bar between them. Each
/// word of a pattern is a class and how often octets of it come: one, `2`, `+7` for one to seven, or `?` for at most
/// one. The next word is of another class.
pub(super) fn matched(patterns: &str, octets: &[u8]) -> Option<usize> {
    patterns.split('|').find_map(|pattern| matched_one(pattern, octets))
}

fn matched_one(pattern: &str, octets: &[u8]) -> Option<usize> {
    let mut end = 0;
    for word in pattern.split(' ') {
        let (class, count) = (word.bytes().next()?, word.get(1..)?);
        let most = count.parse().unwrap_or(1);
        let least = match count.as_bytes() {
            b"?" => 0,
            [b'+', ..] => 1,
            _ => most,
        };
        let found = octets.get(end..)?.iter().take(most).take_while(|&&octet| is_of(octet, class)).count();
        if found < least {
            return None;
        }
        end = bounded::add(end, found);
    }
    Some(end)
}

/// Returns whether an octet is of a class, which is a capital letter, or is that octet itself.
#[inline(never)]
pub(super) fn is_of(octet: u8, class: u8) -> bool {
    match class {
        b'A' => octet.is_ascii_alphanumeric(),
        b'B' => b"[({".contains(&octet),
        b'C' => matches!(octet, b'C'..=b'F'),
        b'D' => octet.is_ascii_digit(),
        b'F' => matches!(octet, b'0'..=b'9' | b'A'..=b'F'),
        b'G' => octet.is_ascii_digit() || octet == DIGIT,
        b'H' => octet.is_ascii_hexdigit(),
        b'L' => octet.is_ascii_alphabetic() || octet == LETTER,
        b'N' => octet != b'?' && !is_of(octet, b'S'),
        b'P' => matches!(octet, b'.' | DOT),
        b'Q' => b"bBqQ".contains(&octet),
        b'R' => octet.is_ascii_alphanumeric() || b"+-.".contains(&octet),
        // White_Space, without the information separators that Python counts.
        b'S' => matches!(octet, 0x09..=0x0D | b' ' | SPACE),
        b'T' => b",; ".contains(&octet),
        b'U' => b"uU".contains(&octet),
        b'V' => b"89AB".contains(&octet),
        b'W' => is_of(octet, b'L') || is_of(octet, b'G') || matches!(octet, b'_' | NUMBER),
        b'X' => b"xX".contains(&octet),
        b'Z' => octet.is_ascii_alphabetic(),
        _ => octet == class,
    }
}

/// Returns whether some of the octets are of a class. This and what follows is not inlined, as that takes much room.
#[inline(never)]
pub(super) fn any(octets: &[u8], class: u8) -> bool {
    octets.iter().any(|&octet| is_of(octet, class))
}

#[inline(never)]
pub(super) fn all(octets: &[u8], class: u8) -> bool {
    octets.iter().all(|&octet| is_of(octet, class))
}

/// Returns whether the octets are a word, in either letter case.
#[inline(never)]
pub(super) fn is_word(octets: &[u8], word: &[u8]) -> bool {
    octets.eq_ignore_ascii_case(word)
}

/// The octets before the first of one kind, or all.
#[inline(never)]
pub(super) fn up_to(octets: &[u8], end: u8) -> &[u8] {
    octets.split(|&octet| octet == end).next().unwrap_or_default()
}
