//! The order in which the encoder handles code points: by value, then by place. Keys hold the value above the place, so
//! that they sort as numbers, and no two are equal.
//!
//! Bounds: counts and places are below the number of keys.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

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

/// Sorts keys whose places are in order already, so that only the values above bit 32 count.
pub(super) fn by_value(keys: &mut Vec<u64>) {
    if keys.len() < MANY {
        keys.sort_unstable();
        return;
    }
    if keys.is_sorted() {
        return;
    }
    let highest = keys.iter().fold(0, |all, key| all | key);
    let mut sorted = vec![0; keys.len()];
    let mut shift = 32;
    while shift < 64 && highest >> shift != 0 {
        by_digit(keys, &mut sorted, shift);
        core::mem::swap(keys, &mut sorted);
        shift += DIGIT_BITS;
    }
}

/// One stable pass of radix sort.
fn by_digit(keys: &[u64], sorted: &mut [u64], shift: u32) {
    let digit = |key: u64| usize::try_from(key >> shift).unwrap_or(0) % DIGITS;
    let mut next = [0_usize; DIGITS];
    for &key in keys {
        next[digit(key)] += 1;
    }
    let mut start = 0;
    for slot in &mut next {
        start += core::mem::replace(slot, start);
    }
    for &key in keys {
        let slot = &mut next[digit(key)];
        sorted[*slot] = key;
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
            let mut keys: Vec<u64> = (0..).zip(values).map(|(place, value)| u64::from(value & mask) << 32 | place).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            by_value(&mut keys);
            prop_assert_eq!(keys, expected);
        }
    }
}
