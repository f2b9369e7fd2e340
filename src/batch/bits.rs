//! Bitmaps: a bit for each row, the lowest bit of an octet first.

use core::ops::Range;

use crate::error::Error;
use crate::{bounded, memory};

/// Bits, the first of which may stand inside an octet. Where octets are missing, bits are 0.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a> {
    octets: &'a [u8],
    start: usize,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(octets: &'a [u8], start: usize) -> Self {
        Self { octets, start }
    }

    #[inline]
    pub(crate) fn get(self, row: usize) -> bool {
        let place = bounded::add(self.start, row);
        self.octets.get(place >> 3).is_some_and(|octet| octet.wrapping_shr(low(place)) & 1 == 1)
    }

    /// The bits of 64 rows.
    #[inline]
    fn word(self, row: usize) -> u64 {
        let place = bounded::add(self.start, row);
        let rest = self.octets.get(place >> 3..).unwrap_or_default();
        let mut nine = [0; 9];
        let count = rest.len().min(9);
        if let Some(to) = bounded::some(nine.get_mut(..count)) {
            to.copy_from_slice(bounded::first(rest, count));
        }
        let [first @ .., last] = nine;
        let shift = low(place);
        // Of the ninth octet the bits that the shift makes room for: none where the first row has the first bit.
        let upper = u64::from(last).checked_shl(bounded::sub(64, shift)).unwrap_or(0);
        u64::from_le_bytes(first).wrapping_shr(shift) | upper
    }

    /// The first row in the range whose bit is 0 and which passes a test.
    #[inline]
    pub(crate) fn first_clear(self, rows: Range<usize>, test: impl Fn(usize) -> bool) -> Option<usize> {
        let mut start = rows.start;
        while start < rows.end {
            let count = bounded::sub(rows.end, start).min(64);
            let mut clear = !self.word(start) & lowest(count);
            while clear != 0 {
                let row = bounded::add(start, bounded::index(clear.trailing_zeros()));
                if test(row) {
                    return Some(row);
                }
                clear &= bounded::sub(clear, 1);
            }
            start = bounded::add(start, count);
        }
        None
    }

    /// Returns how many of the first bits are 0.
    pub(crate) fn count_clear(self, count: usize) -> usize {
        let word = |start: usize| {
            let bits = bounded::sub(count, start).min(64);
            !self.word(start) & lowest(bits)
        };
        (0..count).step_by(64).fold(0_usize, |sum, start| bounded::add(sum, bounded::index(word(start).count_ones())))
    }

    /// So many bits, from the first bit of an octet on. Bits behind them are 0.
    pub(crate) fn copied(self, count: usize) -> Result<Vec<u8>, Error> {
        let size = count.div_ceil(8);
        let mut copy = memory::reserved(bounded::add(size, 8))?;
        for start in (0..count).step_by(64) {
            copy.extend_from_slice(&self.word(start).to_le_bytes());
        }
        cut(&mut copy, count);
        Ok(copy)
    }
}

/// So many bits that are 1.
pub(crate) fn ones(count: usize) -> Result<Vec<u8>, Error> {
    let mut bits = memory::filled(u8::MAX, count.div_ceil(8))?;
    cut(&mut bits, count);
    Ok(bits)
}

/// Leaves so many bits.
fn cut(octets: &mut Vec<u8>, count: usize) {
    octets.truncate(count.div_ceil(8));
    if let (Some(last), 1..) = (octets.last_mut(), low(count)) {
        *last &= !u8::MAX.wrapping_shl(low(count));
    }
}

/// Sets the bit of a row to 0.
#[inline]
pub(crate) fn clear(bits: &mut [u8], row: usize) {
    if let Some(octet) = bounded::some(bits.get_mut(row >> 3)) {
        *octet &= !1_u8.wrapping_shl(low(row));
    }
}

/// Sets the bit of a row to 1.
#[inline]
pub(crate) fn set(bits: &mut [u8], row: usize) {
    if let Some(octet) = bounded::some(bits.get_mut(row >> 3)) {
        *octet |= 1_u8.wrapping_shl(low(row));
    }
}

/// Appends a bit to so many.
#[inline]
pub(crate) fn push(bits: &mut Vec<u8>, count: usize, bit: bool) -> Result<(), Error> {
    if count.is_multiple_of(8) {
        memory::push(bits, 0)?;
    }
    if bit {
        set(bits, count);
    }
    Ok(())
}

/// Which bit of its octet: 0 to 7. So `wrapping_shl` and `wrapping_shr` by it are plain shifts.
#[inline(always)]
fn low(place: usize) -> u32 {
    bounded::to(place & 7)
}

/// The lowest `count` bits of a word, of which there is one at least.
#[inline(always)]
fn lowest(count: usize) -> u64 {
    u64::MAX >> bounded::below::<64>(bounded::sub(64, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_found_wherever_the_first_one_stands() {
        let octets: Vec<u8> = (0..40_u8).map(|octet| octet.wrapping_mul(0x6D).wrapping_add(0x35)).collect();
        // Where octets are missing, bits are 0.
        for (present, start) in
            [40, 9, 8, 1, 0].into_iter().flat_map(|present| (0..70).map(move |start| (present, start)))
        {
            let octets = bounded::first(&octets, present);
            let plain = |place: usize| octets.get(place / 8).is_some_and(|octet| octet >> (place % 8) & 1 == 1);
            let bits = Bits::new(octets, start);
            for count in [0, 1, 7, 8, 63, 64, 65, 130, 250] {
                let copy = bits.copied(count).unwrap_or_default();
                assert_eq!(copy.len(), count.div_ceil(8));
                let copied = Bits::new(&copy, 0);
                assert!(
                    (0..count).all(|row| copied.get(row) == plain(start + row) && bits.get(row) == copied.get(row))
                );
                assert!((count..copy.len() * 8).all(|row| !copied.get(row)));
                assert_eq!(bits.count_clear(count), (0..count).filter(|row| !plain(start + row)).count());
                let first = (1..count).find(|row| !plain(start + row) && row % 3 == 0);
                assert_eq!(bits.first_clear(1..count.max(1), |row| row % 3 == 0), first);
            }
        }
    }

    #[test]
    fn bits_are_set_and_cleared() {
        let mut bits = ones(11).unwrap_or_default();
        assert_eq!(bits, [0xFF, 0x07]);
        clear(&mut bits, 9);
        assert_eq!(bits, [0xFF, 0x05]);
        set(&mut bits, 9);
        assert_eq!(bits, [0xFF, 0x07]);
    }
}
