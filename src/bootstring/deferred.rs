//! A decoded text of any length.
//!
//! Insertions are made where they belong as long as that moves little; from then on they are kept, and their places
//! found in the end, from the last insertion to the first.
//!
//! Code points come in ascending order, and the indices of one code point ascend, too. So each code point is kept once,
//! as a run, and of an index the gap from the one before it, of which most fit an octet. Bit 31 of a code point is kept
//! for each insertion: decoding with annotation marks upper case there, and a sequence of any integers may have it.
//!
//! Bounds: a text has at most `MOST` code points, which fits `u32`, but for a literal part into which nothing is
//! inserted. A gap has at most five groups of seven bits, which together are the gap. All of it is proved of the bodies
//! in the room `deferred`.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::arrangement::Arrangement;
use super::rank_select::RankSelect;
use crate::error::{Error, ErrorKind};
use crate::paths::takes;
use crate::{bounded, memory};

/// A text of at most `MOST` code points.
pub(crate) struct Deferred<const MOST: u32> {
    text: Vec<u32>,
    /// The number of code points that may still be moved.
    allowance: usize,
    /// The number of insertions that are kept.
    kept: usize,
    /// The insertions of one code point each.
    runs: Vec<InsertionRun>,
    /// Within each run, how many places lie between an index and the next one: seven bits in an octet, the highest
    /// first. All octets but the first of a gap have the highest bit set, so that gaps are read from the last to the
    /// first.
    gaps: Vec<u8>,
    /// The highest bits of what is inserted, from the lowest bit of the first word on.
    highest_bits: Vec<u64>,
}

/// Insertions of one code point.
struct InsertionRun {
    /// The code point but for its highest bit.
    value: u32,
    count: u32,
    /// The index of the last one.
    last: u32,
}

const HIGHEST_BIT: u32 = 1 << 31;

/// The most code points: places have 32 bits.
pub(crate) const MOST: u32 = u32::MAX;

/// So many code points may be moved in any case, and so many more for each insertion, so that all moves together are
/// linear in the length of the text.
const ALLOWANCE: usize = 16384;
const ALLOWANCE_EACH: usize = 64;

impl<const MOST: u32> Arrangement for Deferred<MOST> {
    fn empty() -> Self {
        Self {
            text: Vec::new(),
            allowance: ALLOWANCE,
            kept: 0,
            runs: Vec::new(),
            gaps: Vec::new(),
            highest_bits: Vec::new(),
        }
    }

    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
        self.text = memory::collected(literal.iter().map(|&basic| u32::from(basic)), literal.len())?;
        Ok(literal.is_ascii())
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
        let place = u32::try_from(index).map_err(|_| ErrorKind::Overflow)?;
        if self.len() >= bounded::index(MOST) {
            return Err(ErrorKind::Overflow);
        }
        if self.kept == 0 {
            let moved = bounded::sub(self.text.len(), index);
            if moved <= self.allowance {
                self.allowance = self.allowance - moved + ALLOWANCE_EACH;
                self.text.try_reserve(1).map_err(|_| ErrorKind::OutOfMemory)?;
                self.text.insert(index, code_point);
                return Ok(());
            }
        }
        self.keep(place, code_point).map_err(Error::kind)
    }

    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
        if self.kept == 0 {
            return Ok(finish(&self.text));
        }
        Ok(finish(&self.written()?))
    }
}

impl<const MOST: u32> Deferred<MOST> {
    fn keep(&mut self, index: u32, code_point: u32) -> Result<(), Error> {
        takes!("insertion kept");
        let bit = self.kept % 64;
        if bit == 0 {
            memory::push(&mut self.highest_bits, 0)?;
        }
        if let Some(word) = bounded::some(self.highest_bits.last_mut()) {
            *word |= u64::from(code_point >> 31) << bit;
        }
        self.kept += 1;
        let value = code_point & !HIGHEST_BIT;
        let Some(run) = self.runs.last_mut().filter(|run| run.value == value) else {
            return memory::push(&mut self.runs, InsertionRun { value, count: 1, last: index });
        };
        // Modulo 2**32: where integers of a run differ in bit 31, their indices need not ascend. `InReverse` takes the
        // gap back in the same way.
        let gap = index.wrapping_sub(run.last).wrapping_sub(1);
        (run.count, run.last) = (run.count + 1, index);
        put_gap(&mut self.gaps, gap)
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len() + self.kept
    }

    /// A code point that is as large as the largest, or ASCII where all are. Nothing of a literal part is larger than
    /// what is inserted.
    #[cfg(all(feature = "python", not(feature = "abi3")))]
    pub(crate) fn largest(&self) -> u32 {
        let in_order = self.text.iter().fold(0x7F, |largest: u32, &code_point| largest.max(code_point));
        self.runs.last().map_or(in_order, |run| run.value.max(in_order))
    }

    /// Writes all code points, narrowed, to a text that is as long.
    pub(crate) fn write<U: Copy>(&self, text: &mut [U], narrow: impl Fn(u32) -> U) -> Result<(), Error> {
        if self.kept == 0 {
            for (slot, &code_point) in text.iter_mut().zip(&self.text) {
                *slot = narrow(code_point);
            }
            return Ok(());
        }
        let in_reverse = InReverse { runs: &self.runs, gaps: &self.gaps, value: 0, index: 0, left: 0 };
        let insertions = (0..self.kept).rev().zip(in_reverse).map(|(number, (value, index))| {
            let is_high = self.highest_bits[number / 64] >> (number % 64) & 1 == 1;
            (narrow(if is_high { value | HIGHEST_BIT } else { value }), bounded::index(index))
        });
        place(self.text.iter().map(|&code_point| narrow(code_point)), insertions, text)
    }

    pub(crate) fn into_code_points(self) -> Result<Vec<u32>, Error> {
        if self.kept == 0 { Ok(self.text) } else { self.written() }
    }

    fn written(&self) -> Result<Vec<u32>, Error> {
        let mut text = memory::filled(0, self.len())?;
        self.write(&mut text, |code_point| code_point)?;
        Ok(text)
    }
}

/// The insertions kept, the last one first: code points but for their highest bits, and indices.
struct InReverse<'a> {
    /// The runs and gaps still to come.
    runs: &'a [InsertionRun],
    gaps: &'a [u8],
    /// The code point, the index told last, and how many more of the run there are.
    value: u32,
    index: u32,
    left: u32,
}

impl Iterator for InReverse<'_> {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        if self.left == 0 {
            let (run, before) = self.runs.split_last()?;
            self.runs = before;
            (self.value, self.index, self.left) = (run.value, run.last, run.count);
        } else {
            // Modulo 2**32, as the gap was kept.
            self.index = self.index.wrapping_sub(take_gap(&mut self.gaps)).wrapping_sub(1);
        }
        self.left -= 1;
        Some((self.value, self.index))
    }
}

#[inline]
fn put_gap(gaps: &mut Vec<u8>, gap: u32) -> Result<(), Error> {
    let seven_bits = |shift: u32| (gap >> shift).to_le_bytes()[0] & 0x7F;
    // The seven bits that hold the highest one; a gap of 0 has none.
    let mut shift = gap.max(1).ilog2() / 7 * 7;
    memory::push(gaps, seven_bits(shift))?;
    while shift > 0 {
        shift -= 7;
        memory::push(gaps, seven_bits(shift) | 0x80)?;
    }
    Ok(())
}

#[inline]
fn take_gap(gaps: &mut &[u8]) -> u32 {
    let mut gap = 0;
    let mut shift = 0;
    while let Some((&octet, rest)) = bounded::some(gaps.split_last()) {
        *gaps = rest;
        gap |= u32::from(octet & 0x7F) << shift;
        shift += 7;
        if octet & 0x80 == 0 {
            break;
        }
    }
    gap
}

/// The items `first`, into which each of `insertions` puts a value at an index, one after another.
pub(super) fn in_places<T: Copy + Default>(first: &[T], insertions: &[(T, usize)]) -> Result<Vec<T>, Error> {
    let mut text = memory::filled(T::default(), first.len() + insertions.len())?;
    place(first.iter().copied(), insertions.iter().rev().copied(), &mut text)?;
    Ok(text)
}

/// The last insertion stands where it was made; the one before it, where it was made among the places left; and so on.
/// The first items take the places that are left in the end.
fn place<T>(
    first: impl Iterator<Item = T>,
    insertions_in_reverse: impl Iterator<Item = (T, usize)>,
    text: &mut [T],
) -> Result<(), Error> {
    let mut free = RankSelect::all(text.len())?;
    for (value, index) in insertions_in_reverse {
        text[free.take(index)] = value;
    }
    for (place, value) in free.iter().zip(first) {
        text[place] = value;
    }
    Ok(())
}

/// Texts of which the insertions are kept sooner than long ones need.
#[cfg(test)]
pub(super) mod sooner {
    use super::*;

    /// Every insertion is kept but those at the end before the first of another kind.
    pub(in super::super) struct Moved(Deferred<MOST>);

    impl Arrangement for Moved {
        fn empty() -> Self {
            Self(Deferred::empty())
        }

        fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
            self.0.begin(literal)
        }

        fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
            self.0.allowance = 0;
            self.0.insert(index, code_point)
        }

        fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
            self.0.finish(finish)
        }
    }

    /// Every insertion is kept.
    pub(in super::super) struct Kept(Deferred<MOST>);

    impl Arrangement for Kept {
        fn empty() -> Self {
            Self(Deferred::empty())
        }

        fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
            self.0.begin(literal)
        }

        fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
            self.0.keep(bounded::to(index), code_point).map_err(Error::kind)
        }

        fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
            self.0.finish(finish)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_code_point_more_than_places_can_be_told_apart_by_overflows() {
        let mut text = Deferred::<5>::empty();
        assert_eq!(text.begin(b"abc"), Ok(true));
        assert_eq!(text.insert(3, 0x80), Ok(()));
        assert_eq!(text.insert(0, 0x81), Ok(()));
        assert_eq!(text.insert(0, 0x82), Err(ErrorKind::Overflow));
        assert_eq!(text.into_code_points(), Ok(vec![0x81, 0x61, 0x62, 0x63, 0x80]));
    }

    #[test]
    fn an_index_that_32_bits_cannot_hold_overflows() {
        if let Ok(index) = usize::try_from(1_u64 << 32) {
            assert_eq!(Deferred::<MOST>::empty().insert(index, 0x80), Err(ErrorKind::Overflow));
        }
    }

    #[test]
    fn gaps_come_back_in_reverse() {
        let gaps = [0, 1, 127, 128, 129, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, u32::MAX];
        let mut octets = Vec::new();
        for &gap in &gaps {
            assert_eq!(put_gap(&mut octets, gap), Ok(()));
        }
        let mut rest = octets.as_slice();
        assert!(gaps.iter().rev().all(|&gap| take_gap(&mut rest) == gap) && rest.is_empty());
    }

    #[test]
    fn integers_that_differ_in_the_highest_bit_only_are_told_apart() {
        let mut text = Deferred::<MOST>::empty();
        text.allowance = 0;
        assert_eq!(text.begin(b"a"), Ok(true));
        for (index, value) in [(0, 0x80), (2, 0x80), (1, 0x8000_0080), (0, 0xFFFF_FFFF)] {
            assert_eq!(text.insert(index, value), Ok(()));
        }
        assert_eq!(text.into_code_points(), Ok(vec![0xFFFF_FFFF, 0x80, 0x8000_0080, 0x61, 0x80]));
    }

    #[test]
    fn a_long_literal_part_alone_is_no_matter_of_places() {
        let mut text = Deferred::<2>::empty();
        assert_eq!(text.begin(b"abc"), Ok(true));
        assert_eq!(text.insert(3, 0x80), Err(ErrorKind::Overflow));
        assert_eq!(text.into_code_points().map(|text| text.len()), Ok(3));
    }
}
