//! The order in which the encoder handles the code points of a long text: by value, then by place. The places alone are
//! sorted, which takes half the memory of sorting both.
//!
//! Bounds: counts are at most the number of places, and each digit has slots of its own among them (lemma
//! `digits_have_slots_of_their_own`).
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::Error;
use crate::paths::takes;
use crate::{bounded, memory};

/// From so many places on sorting by digits is faster than by comparison.
const MANY: usize = 1024;

/// Two passes sort code points of Unicode, three sort 32 bits.
const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Sorts places, which are in order already, by the value at each.
pub(super) fn by_value(places: &mut Vec<u32>, value: impl Fn(u32) -> u32) -> Result<(), Error> {
    if places.len() < MANY {
        takes!("long sort by comparison");
        return by_comparison(places, value);
    }
    if places.is_sorted_by_key(|&place| value(place)) {
        takes!("no sort");
        return Ok(());
    }
    takes!("radix sort");
    // Digits that are zero in all values need no pass.
    let all = places.iter().fold(0, |all, &place| all | value(place));
    let mut sorted = memory::filled(0, places.len())?;
    let mut shift = 0;
    while shift < u32::BITS && all >> shift != 0 {
        by_digit(places, &mut sorted, |place| bounded::index(value(place) >> shift) % DIGITS);
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
        *place = bounded::to(key & u64::from(u32::MAX));
    }
    Ok(())
}

/// One pass of a radix sort. It is stable, so that passes from the lowest digit to the highest sort by all of them.
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
        fn by_value_sorts(values in proptest::collection::vec(any::<u32>(), 0..3000), mask in any::<u32>()) {
            let value = |place: u32| values[bounded::index(place)] & mask;
            let mut places: Vec<u32> = (0..).zip(&values).map(|(place, _)| place).collect();
            let mut expected = places.clone();
            expected.sort_by_key(|&place| value(place));
            prop_assert_eq!(by_value(&mut places, value), Ok(()));
            prop_assert_eq!(places, expected);
        }
    }

    /// The lower digits are the same in all values.
    #[test]
    fn values_that_differ_in_their_highest_digit_alone_are_sorted() {
        let value = |place: u32| (place * 7919 % 1009) << 22;
        let mut places: Vec<u32> = (0..2000).collect();
        assert_eq!(by_value(&mut places, value), Ok(()));
        assert!(places.is_sorted_by_key(|&place| (value(place), place)));
    }
}
