//! The Base32 of section 2.5, over blocks that fit on the stack: a to z are 0 to 25, 2 to 7 are 26 to 31, no padding
//! character. Eight characters are five octets are forty bits, so one `u64` at a time holds a whole group.
//!
//! Bounds: `Base32Octets::len` is from 1 to 36. `push` compares it before it counts on, and `decode` makes 2 to 36 of
//! the at most 59 characters that its caller promises. All other sums and products are of such lengths, and octets are
//! indices of the table of values, which has 256 (room `base32`).
#![allow(clippy::indexing_slicing)]

use crate::error::{Error, ErrorKind};
use crate::{bounded, swar};

/// The most octets before Base32 (section 2.2.3).
const MAX_OCTETS: usize = 36;

/// The room for octets: whole groups of five above [`MAX_OCTETS`].
const OCTETS: usize = 40;

/// The room for characters: as many groups of eight.
pub(super) const BLOCK: usize = OCTETS / 5 * 8;

/// A header and what follows, at most 36 octets. The room behind them is zero, so that the last group of Base32 needs
/// no case of its own.
pub(super) struct Base32Octets {
    room: [u8; OCTETS],
    len: usize,
}

impl Base32Octets {
    pub(super) const fn new(header: u8) -> Self {
        let mut room = [0; OCTETS];
        room[0] = header;
        Self { room, len: 1 }
    }

    /// Appends an octet; none when 36 are there already.
    pub(super) fn push(&mut self, octet: u8) -> Option<()> {
        if self.len >= MAX_OCTETS {
            return None;
        }
        self.room[self.len] = octet;
        self.len = bounded::add(self.len, 1);
        Some(())
    }

    /// The header and the octets behind it.
    pub(super) fn parts(&self) -> (u8, &[u8]) {
        (self.room[0], &self.room[1..self.len])
    }
}

/// Writes the characters of `octets` to the front of `block`, which has room for [`BLOCK`], and says how many they are.
pub(super) fn encode(octets: &Base32Octets, block: &mut [u8]) -> usize {
    let (groups, _) = octets.room.as_chunks();
    let (characters, _) = block.as_chunks_mut();
    for (&[a, b, c, d, e], characters) in groups.iter().zip(characters).take(octets.len.div_ceil(5)) {
        *characters = to_ascii(spread(u64::from_be_bytes([0, 0, 0, a, b, c, d, e]))).to_be_bytes();
    }
    bounded::mul(octets.len, 8).div_ceil(5)
}

/// The octets of a body of at most 59 characters, all ASCII; offsets count from the body's first one.
///
/// The rule on the length leaves at most 58 characters, hence at most 36 octets: `label_too_long` cannot come here.
pub(super) fn decode<T: Copy + Into<u32>>(body: &[T]) -> Result<Base32Octets, Error> {
    let mut values = [0; BLOCK];
    let mut seen = 0;
    for (value, &character) in values.iter_mut().zip(body) {
        *value = value_of(character.into());
        seen |= *value;
    }
    if seen & NO_VALUE != 0 {
        let before = values.iter().take_while(|&&value| value != NO_VALUE).count();
        return Err(Error::new(ErrorKind::BadBase32Char, before));
    }
    if matches!(body.len() % 8, 1 | 3 | 6) {
        return Err(Error::new(ErrorKind::BadBase32Length, body.len()));
    }
    let mut room = [0; OCTETS];
    let (groups, _) = room.as_chunks_mut();
    let (values, _) = values.as_chunks();
    for (group, &values) in groups.iter_mut().zip(values).take(body.len().div_ceil(8)) {
        let [_, _, _, a, b, c, d, e] = gather(u64::from_be_bytes(values)).to_be_bytes();
        *group = [a, b, c, d, e];
    }
    let len = bounded::mul(body.len(), 5) / 8;
    // The bits left over have gone into the octet behind the last whole one.
    if room[len] != 0 {
        // There is a last character, as an empty body has no bits left over.
        return Err(Error::new(ErrorKind::NonzeroPadding, bounded::sub(body.len(), 1)));
    }
    if len < 2 {
        return Err(Error::new(ErrorKind::TooShort, body.len()));
    }
    Ok(Base32Octets { room, len })
}

/// The first character, counted in the body, that holds bits of an octet.
pub(super) fn character_of(octet: usize) -> usize {
    bounded::mul(octet, 8) / 5
}

/// Forty bits to eight values of five bits, an octet each: halves, quarters, eighths.
const fn spread(bits: u64) -> u64 {
    let halves = (bits & 0xFF_FFF0_0000) << 12 | bits & 0xF_FFFF;
    let quarters = (halves & 0x000F_FC00_000F_FC00) << 6 | halves & 0x0000_03FF_0000_03FF;
    (quarters & 0x03E0_03E0_03E0_03E0) << 3 | quarters & 0x001F_001F_001F_001F
}

/// The inverse of [`spread`].
const fn gather(values: u64) -> u64 {
    let quarters = (values & 0x1F00_1F00_1F00_1F00) >> 3 | values & 0x001F_001F_001F_001F;
    let halves = (quarters & 0x03FF_0000_03FF_0000) >> 6 | quarters & 0x0000_03FF_0000_03FF;
    (halves & 0x000F_FFFF_0000_0000) >> 12 | halves & 0xF_FFFF
}

/// Eight values to eight characters: all as if letters, then those from 26 on back from behind `z` to `2`.
///
/// Nothing is carried from one octet into the next: a value is at most 31, so that no octet exceeds 31 + 97, and no
/// octet to which a digit belongs (123 to 128) falls below the 73 taken from it.
fn to_ascii(values: u64) -> u64 {
    const BACK: u64 = 0x61 + 26 - 0x32;
    let is_digit = swar::at_least(values, 26) >> 7;
    bounded::sub(bounded::add(values, swar::splat(b'a')), bounded::mul(is_digit, BACK))
}

/// The characters in the order of their values.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The entry of [`VALUES`] for a character outside the alphabet: a bit that no value has.
const NO_VALUE: u8 = 0x80;

/// The value of each character, in both cases.
const VALUES: [u8; 256] = {
    let mut values = [NO_VALUE; 256];
    let mut value = 0;
    while value < 32 {
        #[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
        {
            let character = ALPHABET[value as usize];
            values[character as usize] = value;
            values[character.to_ascii_uppercase() as usize] = value;
            value += 1;
        }
    }
    values
};

/// The value of an ASCII character.
fn value_of(character: u32) -> u8 {
    let [octet, ..] = character.to_le_bytes();
    VALUES[usize::from(octet)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 2.5: `a` to `z`, in either case, are 0 to 25, and `2` to `7` are 26 to 31.
    #[test]
    fn every_value_is_its_formula() {
        for octet in 0..=u8::MAX {
            let letter = (b'a'..=b'z').position(|letter| letter == octet.to_ascii_lowercase());
            let number = (b'2'..=b'7').position(|number| number == octet).map(|number| bounded::add(number, 26));
            assert_eq!(VALUES[usize::from(octet)], letter.or(number).map_or(NO_VALUE, bounded::to), "{octet:X}");
        }
    }

    /// Every value in every place of a group, among neighbours of all kinds.
    #[test]
    fn every_character_is_that_of_its_value() {
        for (value, &character) in (0..).zip(ALPHABET) {
            for (place, neighbours) in (0..8).flat_map(|place| [0, 25, 26, 31].map(|neighbours| (place, neighbours))) {
                let mut values = [neighbours; 8];
                values[place] = value;
                let mut characters = [ALPHABET[usize::from(neighbours)]; 8];
                characters[place] = character;
                assert_eq!(to_ascii(u64::from_be_bytes(values)).to_be_bytes(), characters);
                assert_eq!(spread(gather(u64::from_be_bytes(values))).to_be_bytes(), values);
            }
        }
    }
}
