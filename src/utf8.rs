//! UTF-8 to code points and back, for labels: characters of the same length are read several at a step.
//!
//! Bounds: `start` is below the length of the octets when a step begins. Only a step over ASCII can end behind it, by
//! at most seven zeros that were counted, too (room `utf8`). Eight code points have at most 32
//! octets (room `utf8_write`).
#![allow(clippy::indexing_slicing)]

use crate::memory::Growing;
use crate::paths::takes;
use crate::{bounded, swar};

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
        count = bounded::add(count, units);
        start = bounded::add(start, length);
        if units == 0 {
            return None;
        }
    }
    // Zeros behind the last octet were read, too, where it is ASCII.
    memory.get(..bounded::sub(count, bounded::sub(start, octets.len())))
}

/// The octets from `start` on, as many as fit a word, and zeros behind the last one.
#[inline(always)]
fn eight(octets: &[u8], start: usize) -> u64 {
    if let Some(eight) = octets[start..].first_chunk::<STEP>() {
        return u64::from_le_bytes(*eight);
    }
    match octets.last_chunk::<STEP>() {
        // The octets before `start` are shifted out: fewer than eight.
        Some(last) => {
            let before = bounded::sub(STEP, bounded::sub(octets.len(), start));
            u64::from_le_bytes(*last) >> bounded::shift(bounded::mul(bounded::to(before), 8))
        }
        None => octets[start..].iter().rev().fold(0, |word, &octet| word << 8 | u64::from(octet)),
    }
}

/// Reads the first characters of eight octets, as many of the same length as there are. Returns how many code points
/// they are and how many octets; no code points where the first character is not UTF-8 (Unicode, table 3-7).
#[inline(always)]
fn step(word: u64, slots: &mut [u32; STEP]) -> (usize, usize) {
    let [a, b, c, d, e, f, g, h] = word.to_le_bytes().map(u32::from);
    let two = |lead: u32, second: u32| (lead & 0x1F) << 6 | second & 0x3F;
    let three = |lead: u32, second: u32, third: u32| (lead & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F;
    match a {
        0..=0x7F => {
            takes!("UTF-8: ASCII");
            *slots = [a, b, c, d, e, f, g, h];
            let count = swar::octets_before(word & swar::HIGH_BITS);
            (count, count)
        }
        0x80..=0xDF => {
            takes!("UTF-8: two octets");
            // Lanes of two octets, the leading one lowest. Bits are left where an octet is not of the form 110xxxxx or
            // 10xxxxxx.
            let foreign = (word & 0xC0E0_C0E0_C0E0_C0E0) ^ 0x80C0_80C0_80C0_80C0;
            // A leading octet with nothing above the lowest bit belongs to a character that one octet would hold. The
            // sum of its other bits and 7E has no eighth bit; it is 9C at most, so that nothing is carried.
            let more_bits = bounded::add(word & 0x001E_001E_001E_001E, 0x007E_007E_007E_007E);
            let too_long = !more_bits & 0x0080_0080_0080_0080;
            slots[..4].copy_from_slice(&[two(a, b), two(c, d), two(e, f), two(g, h)]);
            let octets = swar::octets_before(foreign | too_long) & !1;
            (octets / 2, octets)
        }
        0xE0..=0xEF => {
            takes!("UTF-8: three octets");
            // Two lanes of three octets, of which the leading one is lowest; the bit behind them ends the search.
            let foreign = (word & 0x0000_C0C0_F0C0_C0F0) ^ 0x0000_8080_E080_80E0 | 1 << 48;
            let units = [three(a, b, c), three(d, e, f)];
            // Neither too long for its value nor a surrogate.
            let is_good = |unit: u32| unit >= 0x800 && unit >> 11 != 0x1B;
            slots[..2].copy_from_slice(&units);
            let count = match (is_good(units[0]), is_good(units[1])) {
                (false, _) => 0,
                (true, is_second_good) => {
                    (swar::octets_before(foreign) / 3).min(bounded::add(1, usize::from(is_second_good)))
                }
            };
            (count, bounded::mul(count, 3))
        }
        lead => {
            takes!("UTF-8: four octets");
            slots[0] = (lead & 0x07) << 18 | (b & 0x3F) << 12 | (c & 0x3F) << 6 | d & 0x3F;
            let is_good = word & 0xC0C0_C0F8 == 0x8080_80F0 && matches!(slots[0], 0x1_0000..=0x10_FFFF);
            (usize::from(is_good), 4)
        }
    }
}

/// So many code points are written at a time: room for them is made without a call.
const PART: usize = 16;

/// Appends the octets of code points up to 10FFFF, in units of any width. Surrogates are written like all others.
pub(crate) fn write<T: Copy + Into<u32>>(text: &[T], output: &mut Growing<u8>) {
    for part in text.chunks(PART) {
        output.fill(|room: &mut [u8; PART * MOST + MOST]| {
            let mut size = 0;
            for &unit in part {
                let (octets, length) = encoded(unit.into());
                // Four octets in any case, of which the next code point overwrites those that do not belong to this
                // one. The mask changes nothing: the code points before it took four octets each at most.
                room[bounded::below::<{ PART * MOST }>(size)..][..MOST].copy_from_slice(&octets);
                size = bounded::add(size, length);
            }
            size
        });
    }
}

/// Appends the octets of one code point. In a loop it takes less time than [`write`] of one, as most are ASCII.
#[inline]
pub(crate) fn push(unit: u32, output: &mut Growing<u8>) {
    if let Ok(octet @ 0..0x80) = u8::try_from(unit) {
        return output.push(octet);
    }
    let (octets, length) = encoded(unit);
    output.extend_from_slice(bounded::first(&octets, length));
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

/// Up to four octets, UTF-8 or not: every first octet, and octets on both sides of each border of table 3-7.
#[cfg(test)]
pub(crate) fn near_characters() -> Vec<Vec<u8>> {
    let ends = [0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xF0];
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
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::taken;

    #[test]
    fn what_is_read_is_what_the_standard_library_reads() {
        let alone = near_characters();
        let between = |before: &[u8], after: &[u8]| -> Vec<Vec<u8>> {
            alone.iter().filter(|text| text.len() == 4).map(|text| [before, text, after].concat()).collect()
        };
        let others = [between(b"abcd", b"abcd"), between(b"\xC3\xBC", b"e"), between(b"\xE3\x81\x82", b"")].concat();
        for octets in alone.iter().cloned().chain(others) {
            let mut room = [0; 16 + STEP];
            let read = read(&octets, &mut room);
            let text = core::str::from_utf8(&octets).ok();
            let expected: Option<Vec<u32>> = text.map(|text| text.chars().map(u32::from).collect());
            assert_eq!(read.map(<[u32]>::to_vec), expected, "{octets:?}");
            if let Some(units) = expected {
                let (mut written, mut pushed) = (Growing::default(), Growing::default());
                write(&units, &mut written);
                units.iter().for_each(|&unit| push(unit, &mut pushed));
                assert_eq!((&*written, &*pushed), (&*octets, &*octets));
            }
        }
    }

    #[test]
    fn characters_are_read_by_their_length() {
        for (text, path) in [
            ("a", "UTF-8: ASCII"),
            ("ü", "UTF-8: two octets"),
            ("日", "UTF-8: three octets"),
            ("😀", "UTF-8: four octets"),
        ] {
            assert_eq!(taken(|| read(text.as_bytes(), &mut [0; 1 + STEP]).map(<[u32]>::len)), [path]);
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
