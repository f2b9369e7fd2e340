//! The order in which the encoder handles code points: by value, then by place. Keys hold the value above the place, so
//! that they sort as numbers, and no two are equal.
//!
//! Bounds: counts and places are below the number of keys.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// Sorts at most `N` keys: each goes to the place that the number of smaller ones tells. No branch depends on a key, and
/// the compiler makes vectors of it.
#[inline(always)]
pub(super) fn by_rank<const N: usize>(keys: &mut [u32]) {
    let mut all = [u32::MAX; N];
    all[..keys.len()].copy_from_slice(keys);
    let mut ranks = [0_u32; N];
    for &mut key in &mut *keys {
        for (rank, &other) in ranks.iter_mut().zip(&all) {
            *rank += u32::from(key < other);
        }
    }
    for (&key, &rank) in all.iter().zip(&ranks) {
        // The keys that fill up `all` have ranks beyond the slice.
        if let Some(slot) = keys.get_mut(usize::try_from(rank).unwrap_or(usize::MAX)) {
            *slot = key;
        }
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
        fn by_rank_sorts(keys in proptest::collection::hash_set(0..u32::MAX, 0..=16)) {
            let mut keys: Vec<u32> = keys.into_iter().collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            by_rank::<16>(&mut keys);
            prop_assert_eq!(keys, expected);
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
