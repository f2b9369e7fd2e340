//! The order in which the encoder handles code points: by value, then by place. In a short text keys hold the value above
//! the place, so that they sort as numbers, and no two are equal. In a long text the places alone are sorted, which takes
//! half the memory.
//!
//! Bounds: counts are at most the number of places.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::Error;
use crate::memory;

/// What fills up an array of keys: not below any of them.
pub(super) const FILLER: i32 = i32::MAX;

/// Sorts the first `N` of the keys: each goes where the number of smaller ones tells. No branch depends on a key, and the
/// compiler makes vectors of it. Behind the keys there are only fillers, and they may be lost.
#[inline(always)]
pub(super) fn by_rank<const N: usize>(keys: &mut [i32]) {
    let Some(keys) = keys.first_chunk_mut::<N>() else { return };
    let mut ranks = [0_i32; N];
    for &key in &*keys {
        for (rank, &other) in ranks.iter_mut().zip(&*keys) {
            *rank = rank.wrapping_add(i32::from(key < other));
        }
    }
    let unsorted = *keys;
    for (&key, &rank) in unsorted.iter().zip(&ranks) {
        // The rank of a filler is the number of keys, and there is a filler only if that is below `N`.
        keys[usize::try_from(rank).unwrap_or(0) % N] = key;
    }
}

/// From here on sorting by digits is faster than by comparison.
const MANY: usize = 1024;

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Sorts places, which are in order already, by the value at each.
pub(super) fn by_value(places: &mut Vec<u32>, value: impl Fn(u32) -> u32) -> Result<(), Error> {
    if places.len() < MANY {
        return by_comparison(places, value);
    }
    if places.is_sorted_by_key(|&place| value(place)) {
        return Ok(());
    }
    let all = places.iter().fold(0, |all, &place| all | value(place));
    let mut sorted = memory::filled(0, places.len())?;
    let mut shift = 0;
    while shift < u32::BITS && all >> shift != 0 {
        by_digit(places, &mut sorted, |place| usize::try_from(value(place) >> shift).unwrap_or(0) % DIGITS);
        core::mem::swap(places, &mut sorted);
        shift += DIGIT_BITS;
    }
    Ok(())
}

fn by_comparison(places: &mut [u32], value: impl Fn(u32) -> u32) -> Result<(), Error> {
    let keys = places.iter().map(|&place| u64::from(value(place)) << 32 | u64::from(place));
    let mut keys = memory::collected(keys, places.len())?;
    keys.sort_unstable();
    for (place, key) in places.iter_mut().zip(keys) {
        *place = u32::try_from(key & u64::from(u32::MAX)).unwrap_or(0);
    }
    Ok(())
}

/// One stable pass of radix sort.
fn by_digit(places: &[u32], sorted: &mut [u32], digit: impl Fn(u32) -> usize) {
    let mut next = [0_usize; DIGITS];
    for &place in places {
        next[digit(place)] += 1;
    }
    let mut start = 0;
    for slot in &mut next {
        start += core::mem::replace(slot, start);
    }
    for &place in places {
        let slot = &mut next[digit(place)];
        sorted[*slot] = place;
        *slot += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn by_rank_sorts(keys in proptest::collection::hash_set(0..FILLER, 0..=16)) {
            let mut keys: Vec<i32> = keys.into_iter().collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            keys.resize(16, FILLER);
            by_rank::<16>(&mut keys);
            prop_assert_eq!(&keys[..expected.len()], expected);
        }

        #[test]
        fn by_value_sorts(values in proptest::collection::vec(any::<u32>(), 0..3000), mask in any::<u32>()) {
            let value = |place: u32| values[usize::try_from(place).unwrap_or(0)] & mask;
            let mut places: Vec<u32> = (0..).zip(&values).map(|(place, _)| place).collect();
            let mut expected = places.clone();
            expected.sort_by_key(|&place| value(place));
            prop_assert_eq!(by_value(&mut places, value), Ok(()));
            prop_assert_eq!(places, expected);
        }
    }
}
