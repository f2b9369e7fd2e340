//! The encoder for texts of at most 64 code points: order and ranks without memory of its own and almost without branches
//! that depend on the text, as mispredicted branches are most of the time of a label.
//!
//! Bounds: keys are `i32` that are not negative (lemma `keys_sort_by_value_and_place`). Ranks are below the number of
//! places (lemmas `keys_go_where_their_rank_is`, `ranks_of_four_bits_do_not_carry`, `ranks_are_bits_below`).
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::division::{quotient, small_quotient};
use super::encode::insertions;
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, Scalars};
use super::varint::Output;
use crate::bounded;
use crate::paths::takes;

/// More digits than an integer of Punycode takes in a short text: `0x110000 * 65 < 10**8`, and a digit that is not the
/// last divides by 10 at least (lemma `eight_digits_are_enough_for_labels`). Where other parameters need more, the text
/// is handled as a long one.
pub(super) const DIGITS: usize = 8;

/// A key of a short text: the code point, of 25 bits, above the six bits of its place. Keys sort as numbers by (value,
/// place), and no two are equal. None is negative as an `i32`, which vectors compare faster than `u32`.
const PLACE_BITS: u32 = 6;
const PLACE: i32 = (1 << PLACE_BITS) - 1;
const LARGEST_KEY: u32 = (1 << 25) - 1;

/// What fills up an array of keys: not below any of them.
const FILLER: i32 = i32::MAX;

/// The encoded form of a text of at most `N` code points, unless it does not fit or the text has a fault.
#[inline(always)]
pub(super) fn encode_short<'room, P: Parameters, R: Repertoire, const N: usize>(
    params: &P,
    text: &[u32],
    room: &'room mut [[u8; DIGITS]; N],
) -> Option<&'room [u8]> {
    let slots = room.as_flattened_mut();
    let mut keys = [FILLER; N];
    let mut basic = 0_usize;
    let mut handled = Handled::<N>::default();
    let mut all = 0_u32;
    for (place, &unit) in text.iter().enumerate() {
        let is_basic = unit < FIRST_NON_BASIC;
        // A partition without a branch: each unit is written to both arrays, and only the counters decide which of the
        // two is kept, as the next unit is written over the other. Both indices are at most `place`, hence below `N`.
        let code_point = (unit << PLACE_BITS).cast_signed();
        slots[bounded::below::<N>(basic)] = unit.to_le_bytes()[0];
        keys[bounded::below::<N>(bounded::sub(place, basic))] = code_point | i32::from(place.to_le_bytes()[0]);
        all |= unit;
        handled.begin(place, basic, is_basic);
        basic = bounded::add(basic, usize::from(is_basic));
    }
    let count = bounded::sub(text.len(), basic);
    // Behind the keys lies what a basic code point at the end of the text left there, unless the keys fill the array.
    if let Some(unused) = keys.get_mut(count) {
        *unused = FILLER;
    }
    // A surrogate has all bits of D800, so that few texts have to be searched for one.
    if all > LARGEST_KEY || all & 0xD800 == 0xD800 && text.iter().any(|&unit| R::refuses_as_surrogate(unit)) {
        return None;
    }
    match count {
        0 | 1 => {}
        2..=4 => sort_by_rank::<4>(&mut keys),
        5..=8 => sort_by_rank::<8>(&mut keys),
        9..=16 => sort_by_rank::<16>(&mut keys),
        _ => {
            takes!("sort of short keys by comparison");
            keys[..count].sort_unstable();
        }
    }
    let mut cursor = Cursor { slots, end: basic };
    if basic > 0 {
        cursor.put(params.delimiter());
    }
    let keys = keys.get_mut(..count)?;
    // The rank takes the place of the place, which is not asked for again. The ranks are found before the first delta is
    // written, as this loop, without calls and branches, overlaps with itself.
    for key in &mut *keys {
        *key = *key & !PLACE | handled.insert((*key & PLACE).cast_unsigned()).cast_signed();
    }
    let code_point = |key: i32| key.cast_unsigned() >> PLACE_BITS;
    if keys.first().is_some_and(|&key| code_point(key) < params.initial_n())
        || keys.last().is_some_and(|&key| code_point(key) > R::LARGEST)
    {
        return None;
    }
    let in_order = keys.iter().map(|&key| (code_point(key), (key & PLACE).cast_unsigned(), 0));
    // Lengths of short texts are small, and so are deltas of scalar values (lemma `eight_digits_are_enough_for_labels`).
    if R::LARGEST <= Scalars::LARGEST {
        insertions(params, in_order, basic, small_quotient, &mut cursor, &mut ());
    } else {
        insertions(params, in_order, basic, quotient, &mut cursor, &mut ());
    }
    let Cursor { slots, end } = cursor;
    slots.get(..end)
}

/// Sorts the first `N` keys by rank: each goes where the number of smaller ones tells. No branch depends on a key, and the
/// compiler makes vectors of it. Behind the keys there are only fillers, and they may be lost.
#[inline(always)]
fn sort_by_rank<const N: usize>(keys: &mut [i32]) {
    takes!(if N == 4 {
        "4 keys sorted by rank"
    } else if N == 8 {
        "8 keys sorted by rank"
    } else {
        "16 keys sorted by rank"
    });
    let Some(keys) = keys.first_chunk_mut::<N>() else { return };
    let mut ranks = [0_i32; N];
    for &key in &*keys {
        for (rank, &other) in ranks.iter_mut().zip(&*keys) {
            *rank = bounded::add(*rank, i32::from(key < other));
        }
    }
    let unsorted = *keys;
    for (&key, &rank) in unsorted.iter().zip(&ranks) {
        // A filler has the number of keys for its rank, and there is a filler only if that is below `N`.
        // (It is never negative. Without `max` the compiler narrows ranks to octets and compares key by key.)
        keys[bounded::below::<N>(bounded::index(rank.max(0)))] = key;
    }
}

/// The places of a text of at most `N` code points, 64 at most, that are handled already: a bit vector with rank.
///
/// Up to 16 places have four bits each, which hold the rank itself; more places have one bit each, and the rank is the
/// number of bits below.
#[derive(Default)]
struct Handled<const N: usize>(u64);

impl<const N: usize> Handled<N> {
    const HOLDS_RANKS: bool = N <= 16;

    /// Begins with the places of the basic code points, `before` of which lie before `place`.
    #[inline(always)]
    fn begin(&mut self, place: usize, before: usize, is_basic: bool) {
        let place = bounded::to::<u32>(place);
        if Self::HOLDS_RANKS {
            self.0 |= bounded::to::<u64>(before) << bounded::shift(bounded::mul(place, 4));
        } else {
            self.0 |= u64::from(is_basic) << bounded::shift(place);
        }
    }

    /// Adds a place and returns its rank: how many before it are handled.
    #[inline(always)]
    fn insert(&mut self, place: u32) -> u32 {
        if Self::HOLDS_RANKS {
            let shift = bounded::shift(bounded::mul(place, 4));
            let rank = (self.0 >> shift) & 0xF;
            // The rank of every place behind this one grows by one. None leaves its four bits: it is below `N`, as no
            // more than the 15 other places are handled before it.
            self.0 = bounded::add(self.0, 0x1111_1111_1111_1110 << shift);
            return u32::from(rank.to_le_bytes()[0]);
        }
        let bit = 1_u64 << bounded::shift(place);
        let rank = (self.0 & (bit - 1)).count_ones();
        self.0 |= bit;
        rank
    }
}

/// Writes while there is room, and counts on: whether all had room is asked once, at the end.
struct Cursor<'a> {
    slots: &'a mut [u8],
    end: usize,
}

impl Output for Cursor<'_> {
    #[inline(always)]
    fn put(&mut self, octet: u8) {
        if let Some(slot) = self.slots.get_mut(self.end) {
            *slot = octet;
        }
        self.end = bounded::add(self.end, 1);
    }
    fn refuse(&mut self) {
        // As if there was no room, so that the text is handled as a long one. Nothing written afterwards gets beyond.
        self.end = usize::MAX / 2;
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::PUNYCODE;
    use super::super::{Bootstring, ParameterError};
    use super::*;
    use crate::paths::taken;
    use proptest::prelude::*;

    #[test]
    fn keys_hold_integers_of_25_bits() -> Result<(), ParameterError> {
        let params = Bootstring::new(&PUNYCODE)?;
        for (integer, is_short) in [(0x80, true), (0x1FF_FFFF, true), (0x200_0000, false), (0x200_0001, false)] {
            let paths = taken(|| params.encode_code_points(&[integer]));
            assert_eq!(!paths.contains(&"encode: long"), is_short, "{integer:X}");
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn sort_by_rank_sorts(keys in proptest::collection::hash_set(0..FILLER, 0..=16)) {
            let mut keys: Vec<i32> = keys.into_iter().collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            keys.resize(16, FILLER);
            sort_by_rank::<16>(&mut keys);
            prop_assert_eq!(&keys[..expected.len()], expected);
        }
    }
}
