//! The Base32 of section 2.5, over blocks that fit on the stack: a to z are 0 to 25, 2 to 7 are 26 to 31, no padding
//! character. Eight characters are five octets are forty bits, so one `u64` at a time holds a whole group.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
// Both lints see single expressions only, and the bounds hold by what stands beside them:
// * `Octets::len` is from 1 to 36: `push` compares it before it counts on, and `decode` makes 2 to 36 of the at most 59
//   characters that its caller promises. All other sums and products are of such lengths;
// * a body that is empty has no bits left over, so one that has them has a last character;
// * an octet is an index below 256; the characters of `VALUES` are counted to 128;
// * in `to_ascii` each of the eight values is at most 31, so no octet exceeds 31 + 102, and none of the letters (97 to
//   128) falls below the 73 taken from it: nothing is carried from one octet into the next.

use crate::error::{Error, ErrorKind};

/// The most octets before Base32 (section 2.2.3).
const MAX_OCTETS: usize = 36;

/// The room for octets: whole groups of five above [`MAX_OCTETS`].
const OCTETS: usize = 40;

/// The room for characters: as many groups of eight.
pub(super) const BLOCK: usize = OCTETS / 5 * 8;

/// The same octet eight times.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A header and what follows, at most 36 octets. The room behind them is zero, so that the last group of Base32 needs
/// no case of its own.
pub(super) struct Octets {
    room: [u8; OCTETS],
    len: usize,
}

impl Octets {
    pub(super) const fn new(header: u8) -> Self {
        let mut room = [0; OCTETS];
        room[0] = header;
        Self { room, len: 1 }
    }

    /// Appends an octet; none when 36 are there already.
    pub(super) const fn push(&mut self, octet: u8) -> Option<()> {
        if self.len >= MAX_OCTETS {
            return None;
        }
        self.room[self.len] = octet;
        self.len += 1;
        Some(())
    }

    /// The header and the octets behind it.
    pub(super) fn parts(&self) -> (u8, &[u8]) {
        (self.room[0], &self.room[1..self.len])
    }
}

/// Writes the characters of `octets` to the front of `block`, which has room for [`BLOCK`], and says how many they are.
pub(super) fn encode(octets: &Octets, block: &mut [u8]) -> usize {
    let (groups, _) = octets.room.as_chunks();
    let (characters, _) = block.as_chunks_mut();
    for (&[a, b, c, d, e], characters) in groups.iter().zip(characters).take(octets.len.div_ceil(5)) {
        *characters = to_ascii(spread(u64::from_be_bytes([0, 0, 0, a, b, c, d, e]))).to_be_bytes();
    }
    (octets.len * 8).div_ceil(5)
}

/// The octets of a body of at most 59 characters, all ASCII; offsets count from the body's first one.
///
/// The rule on the length leaves at most 58 characters, hence at most 36 octets: `label_too_long` cannot come here.
pub(super) fn decode<T: Copy + Into<u32>>(body: &[T]) -> Result<Octets, Error> {
    let mut values = [0; BLOCK];
    let mut seen = 0;
    for (value, &character) in values.iter_mut().zip(body) {
        *value = value_of(character.into());
        seen |= *value;
    }
    if seen & NO_VALUE != 0 {
        let at = values.iter().position(|&value| value == NO_VALUE).unwrap_or_default();
        return Err(Error::new(ErrorKind::BadBase32Char, at));
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
    let len = body.len() * 5 / 8;
    // The bits left over have gone into the octet behind the last whole one.
    if room[len] != 0 {
        return Err(Error::new(ErrorKind::NonzeroPadding, body.len() - 1));
    }
    if len < 2 {
        return Err(Error::new(ErrorKind::TooShort, body.len()));
    }
    Ok(Octets { room, len })
}

/// The first character, counted in the body, that holds bits of an octet.
pub(super) const fn character_of(octet: usize) -> usize {
    octet * 8 / 5
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
const fn to_ascii(values: u64) -> u64 {
    let is_digit = (values + ONES * (0x80 - 26)) >> 7 & ONES;
    values + ONES * 0x61 - is_digit * (0x61 + 26 - 0x32)
}

/// What [`VALUES`] holds for a character outside the alphabet: a bit that no value has.
const NO_VALUE: u8 = 0x80;

/// The value of each character, in both cases.
const VALUES: [u8; 256] = {
    let mut values = [NO_VALUE; 256];
    let mut character = 0;
    // Counted apart, for a constant has no conversion from `u8` to `usize` but `as`. All of the alphabet is ASCII.
    let mut index = 0;
    while character < 0x80 {
        values[index] = match character {
            b'a'..=b'z' => character - b'a',
            b'A'..=b'Z' => character - b'A',
            b'2'..=b'7' => character - b'2' + 26,
            _ => NO_VALUE,
        };
        character += 1;
        index += 1;
    }
    values
};

/// The value of an ASCII character.
fn value_of(character: u32) -> u8 {
    let [octet, ..] = character.to_le_bytes();
    VALUES[usize::from(octet)]
}
