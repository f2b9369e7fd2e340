//! UTF-8 to code points and back, for labels: both are verified or written in the same pass.

use crate::error::Error;
use crate::memory::{self, Growing};

/// The code points of octets, in place of what was there; nothing where the octets are not UTF-8.
#[inline]
pub(super) fn read(octets: &[u8], units: &mut Vec<u32>) -> Result<bool, Error> {
    units.clear();
    units.try_reserve(octets.len()).map_err(|_| memory::refused())?;
    let mut rest = octets;
    while let Some((unit, tail)) = first(rest) {
        units.push(unit);
        rest = tail;
    }
    Ok(rest.is_empty())
}

/// The first code point and the octets behind it; nothing where there is none (Unicode, table 3-7).
#[inline(always)]
fn first(octets: &[u8]) -> Option<(u32, &[u8])> {
    let six = |octet: &u8| u32::from(octet & 0x3F);
    match octets {
        [a @ 0..=0x7F, rest @ ..] => Some((u32::from(*a), rest)),
        [a @ 0xC2..=0xDF, b @ 0x80..=0xBF, rest @ ..] => Some((u32::from(a & 0x1F) << 6 | six(b), rest)),
        [a @ 0xE0..=0xEF, b @ 0x80..=0xBF, c @ 0x80..=0xBF, rest @ ..] => {
            let unit = u32::from(a & 0x0F) << 12 | six(b) << 6 | six(c);
            (unit >= 0x800 && unit >> 11 != 0x1B).then_some((unit, rest))
        }
        [a @ 0xF0..=0xF4, b @ 0x80..=0xBF, c @ 0x80..=0xBF, d @ 0x80..=0xBF, rest @ ..] => {
            let unit = u32::from(a & 0x07) << 18 | six(b) << 12 | six(c) << 6 | six(d);
            matches!(unit, 0x1_0000..=0x10_FFFF).then_some((unit, rest))
        }
        _ => None,
    }
}

/// How many code points are written at once.
const PART: usize = 64;

/// Appends the octets of scalar values.
pub(super) fn write(text: &[u32], output: &mut Growing<u8>) {
    for part in text.chunks(PART) {
        let mut room = [0; PART * 4];
        let mut size = 0_usize;
        for &unit in part {
            let character = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            if let Some(place) = room.get_mut(size..).and_then(|rest| rest.first_chunk_mut::<4>()) {
                size = size.wrapping_add(character.encode_utf8(place).len());
            }
        }
        output.extend_from_slice(room.get(..size).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_the_standard_library_reads() {
        let ends = [0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0];
        let mut texts = vec![Vec::new()];
        for first in 0..=u8::MAX {
            texts.push(vec![first]);
            for second in ends {
                texts.push(vec![first, second]);
                for third in ends {
                    texts.push(vec![first, second, third]);
                    texts.extend(ends.map(|fourth| vec![first, second, third, fourth]));
                }
            }
        }
        for octets in texts {
            let mut units = Vec::new();
            let is_read = read(&octets, &mut units) == Ok(true);
            let text = core::str::from_utf8(&octets);
            assert_eq!(is_read, text.is_ok(), "{octets:?}");
            if let Ok(text) = text {
                assert!(text.chars().map(u32::from).eq(units.iter().copied()), "{octets:?}");
                let mut written = Growing::default();
                write(&units, &mut written);
                assert_eq!(&*written, octets);
            }
        }
    }

    #[test]
    fn every_scalar_value_is_written_and_read() {
        let all: Vec<u32> = ('\0'..=char::MAX).map(u32::from).collect();
        let mut written = Growing::default();
        write(&all, &mut written);
        let mut units = Vec::new();
        assert_eq!(read(&written, &mut units), Ok(true));
        assert!(units == all);
    }
}
