//! UTF-8 to code points and back, for labels: characters of the same length are read several at a step.
//!
//! Why nothing overflows and no index is beyond the end: `start` is below the length of the octets when a step begins.
//! Only a step over ASCII can end behind it, by at most seven zeros that were counted, too. In the lanes of a word the
//! largest sum is 0x9C: none carries. Shifts are below the width of the number. Eight code points have at most 32 octets.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::memory::Growing;

/// So many octets are read at a step. There must be room for as many code points more than there are octets.
pub(crate) const STEP: usize = 8;

/// The code points of octets; nothing where there is not enough room or the octets are not UTF-8.
#[inline]
pub(crate) fn read<'a>(octets: &[u8], memory: &'a mut [u32]) -> Option<&'a [u32]> {
    let mut count = 0;
    let mut start = 0;
    while start < octets.len() {
        let slots = memory.get_mut(count..)?.first_chunk_mut()?;
        let (units, length) = step(eight(octets, start), slots);
        count += units;
        start += length;
        if units == 0 {
            return None;
        }
    }
    // Zeros behind the last octet were read, too, where it is ASCII.
    memory.get(..count - (start - octets.len()))
}

/// The octets from `start` on, as many as fit a word, and zeros behind the last one.
#[inline(always)]
fn eight(octets: &[u8], start: usize) -> u64 {
    if let Some(eight) = octets[start..].first_chunk::<STEP>() {
        return u64::from_le_bytes(*eight);
    }
    match octets.last_chunk::<STEP>() {
        Some(last) => u64::from_le_bytes(*last) >> ((STEP - (octets.len() - start)) * 8 % 64),
        None => octets[start..].iter().rev().fold(0, |word, &octet| word << 8 | u64::from(octet)),
    }
}

/// Reads the first characters of eight octets, as many of the same length as there are. Returns how many code points
/// they are and how many octets; no code points where the first character is not UTF-8 (Unicode, table 3-7).
#[inline(always)]
fn step(word: u64, slots: &mut [u32; STEP]) -> (usize, usize) {
    /// How many lanes of so many bits are zero before the first that is not.
    fn zeros(lanes: u64, bits: u32) -> usize {
        usize::try_from(lanes.trailing_zeros() / bits).unwrap_or(0)
    }
    let octet = |place: u32| u32::from((word >> (place * 8)).to_le_bytes()[0]);
    let six = |place: u32| octet(place) & 0x3F;
    match octet(0) {
        0..=0x7F => {
            for (slot, octet) in slots.iter_mut().zip(word.to_le_bytes()) {
                *slot = u32::from(octet);
            }
            let count = zeros(word & 0x8080_8080_8080_8080, 8);
            (count, count)
        }
        0x80..=0xDF => {
            let foreign = (word & 0xC0E0_C0E0_C0E0_C0E0) ^ 0x80C0_80C0_80C0_80C0;
            // A leading octet that holds nothing above the lowest bit is that of a character too long for its value.
            let too_long = !((word & 0x001E_001E_001E_001E) + 0x007E_007E_007E_007E) & 0x0080_0080_0080_0080;
            for (slot, place) in slots.iter_mut().zip([0, 2, 4, 6]) {
                *slot = (octet(place) & 0x1F) << 6 | six(place + 1);
            }
            let count = zeros(foreign | too_long, 16);
            (count, count * 2)
        }
        0xE0..=0xEF => {
            let foreign = (word & 0x0000_C0C0_F0C0_C0F0) ^ 0x0000_8080_E080_80E0 | 1 << 48;
            let units = [0, 3].map(|place| (octet(place) & 0x0F) << 12 | six(place + 1) << 6 | six(place + 2));
            let is_good = |unit: u32| unit >= 0x800 && unit >> 11 != 0x1B;
            slots[..2].copy_from_slice(&units);
            let count = match (is_good(units[0]), is_good(units[1])) {
                (false, _) => 0,
                (true, is_second_good) => zeros(foreign, 24).min(1 + usize::from(is_second_good)),
            };
            (count, count * 3)
        }
        lead => {
            slots[0] = (lead & 0x07) << 18 | six(1) << 12 | six(2) << 6 | six(3);
            let is_good = word & 0xC0C0_C0F8 == 0x8080_80F0 && matches!(slots[0], 0x1_0000..=0x10_FFFF);
            (usize::from(is_good), 4)
        }
    }
}

/// So many code points are written at a time: room for them is made without a call.
const PART: usize = 8;

/// Appends the octets of code points up to 10FFFF. Surrogates are written like all others.
pub(crate) fn write(text: &[u32], output: &mut Growing<u8>) {
    for part in text.chunks(PART) {
        output.fill(|room: &mut [u8; PART * MOST + MOST]| {
            let mut size = 0;
            for &unit in part {
                let (octets, length) = encoded(unit);
                // Never as much as the divisor, which is there for the compiler.
                room[size % (PART * MOST)..][..MOST].copy_from_slice(&octets);
                size += length;
            }
            size
        });
    }
}

/// The most octets of a code point.
const MOST: usize = 4;

/// The octets of a code point and how many they are, with few branches: lengths vary.
#[inline(always)]
fn encoded(unit: u32) -> ([u8; MOST], usize) {
    let six = |shift: u32| unit >> shift & 0x3F;
    let two = 0x80C0 | unit >> 6 | six(0) << 8;
    let three = 0x80_80E0 | unit >> 12 | six(6) << 8 | six(0) << 16;
    let (mut octets, mut length) = if unit < 0x800 { (two, 2) } else { (three, 3) };
    if unit < 0x80 {
        (octets, length) = (unit, 1);
    }
    if unit > 0xFFFF {
        octets = 0x8080_80F0 | (unit >> 18 & 0x07) | six(12) << 8 | six(6) << 16 | six(0) << 24;
        length = MOST;
    }
    (octets.to_le_bytes(), length)
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
                    texts.extend(ends.map(|fourth| [b"abcd", &[first, second, third, fourth][..], b"abcd"].concat()));
                    texts.extend(ends.map(|fourth| [b"\xC3\xBC", &[first, second, third, fourth][..], b"e"].concat()));
                    texts.extend(ends.map(|fourth| [b"\xE3\x81\x82", &[first, second, third, fourth][..]].concat()));
                }
            }
        }
        for octets in texts {
            let mut room = [0; 16 + STEP];
            let read = read(&octets, &mut room);
            let text = core::str::from_utf8(&octets).ok();
            let expected: Option<Vec<u32>> = text.map(|text| text.chars().map(u32::from).collect());
            assert_eq!(read.map(<[u32]>::to_vec), expected, "{octets:?}");
            if let Some(units) = expected {
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
        assert!(read(&written, &mut vec![0; written.len() + STEP]) == Some(&*all));
    }

    #[test]
    fn nothing_is_read_without_room() {
        assert_eq!(read(b"abc", &mut [0; 3 + STEP]), Some(&[0x61, 0x62, 0x63][..]));
        assert_eq!(read(b"abc", &mut [0; STEP - 1]), None);
    }
}
