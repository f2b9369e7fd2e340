//! The keys of a short text and their order, found almost without branches that depend on the text: a comparison of two
//! code points can hardly be predicted.
//!
//! Bounds: keys are `i32` that are not negative (room `short`), and there are 64 at most. A key goes to a place of its
//! own (room `keys`, lemma `keys_go_where_their_rank_is`).
#![expect(clippy::indexing_slicing)]

use crate::paths::takes;
use crate::{bounded, swar};

/// A key is an `i32` with the place of a code point in these lowest bits, and the code point above them: keys sort by
/// (code point, place), and no two are equal. Vectors compare `i32` faster than `u32`.
pub(super) const PLACE_BITS: u32 = 6;
pub(super) const PLACE_MASK: i32 = (1 << PLACE_BITS) - 1;
/// The largest code point of a key, so that no key is negative.
pub(super) const LARGEST_CODE_POINT: u32 = (1 << 25) - 1;

/// The filler of an array of keys: not below any of them.
pub(super) const FILLER: i32 = i32::MAX;

/// Sorts the first `count` keys. Behind them there are only fillers.
#[inline(always)]
pub(super) fn sort<const N: usize>(keys: &mut [i32; N], count: usize) {
    match count {
        0 | 1 => {}
        2..=4 => by_rank::<4, 1>(keys),
        5..=8 => by_rank::<8, 2>(keys),
        9..=16 => by_rank::<16, 4>(keys),
        // Counted, each of sixty equal letters would wait for the one before it: 1.6 times the time.
        _ if keys[..count].is_sorted() => {
            takes!("short keys in order");
        }
        _ if share_a_block(&keys[..count]) => by_counting(keys, count),
        _ => {
            takes!("short keys sorted by comparison");
            keys[..count].sort_unstable();
        }
    }
}

/// Sorts the first `N` keys by rank: each goes where the number of smaller ones tells. No branch depends on a key, and
/// the compiler makes vectors of it, one for each four keys. Behind the keys there are only fillers, and they may be
/// lost.
///
/// Not inlined: of keys that it has just seen written, the compiler makes 300 scalar instructions for eight of them.
#[inline(never)]
fn by_rank<const N: usize, const FOURS: usize>(keys: &mut [i32]) {
    takes!(if N == 4 {
        "4 keys sorted by rank"
    } else if N == 8 {
        "8 keys sorted by rank"
    } else {
        "16 keys sorted by rank"
    });
    // There are 16 keys at least.
    let Some(keys) = keys.first_chunk_mut::<N>() else { return };
    let unsorted = *keys;
    let mut ranks = [[0_i32; 4]; FOURS];
    for &key in &unsorted {
        for (ranks, others) in ranks.iter_mut().zip(unsorted.as_chunks::<4>().0) {
            for (rank, &other) in ranks.iter_mut().zip(others) {
                // Vectors compare to -1. An addition of 1 takes two instructions more.
                *rank = bounded::sub(*rank, if key < other { -1 } else { 0 });
            }
        }
    }
    for (&key, &rank) in unsorted.iter().zip(ranks.as_flattened()) {
        // A filler has the number of keys for its rank, and there is a filler only if that is below `N`.
        keys[bounded::below::<N>(bounded::index(rank))] = key;
    }
}

/// So many low bits tell the code points of most scripts apart.
const BLOCK_BITS: u32 = 7;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Returns whether the code points of all keys have the same bits above those of a block.
#[inline(always)]
fn share_a_block(keys: &[i32]) -> bool {
    let (all, any) = keys.iter().fold((-1, 0), |(all, any), &key| (all & key, any | key));
    (all ^ any) >> (PLACE_BITS + BLOCK_BITS) == 0
}

/// Sorts the first `count` keys, which share a block, by counting. Keys of one code point keep their order, which is
/// that of their places. Long labels of one script take 0.7 of the time that they take with a sort by comparison.
#[inline(always)]
fn by_counting<const N: usize>(keys: &mut [i32; N], count: usize) {
    takes!("short keys sorted by counting");
    let in_block = |key: i32| bounded::index(key >> PLACE_BITS) % BLOCK;
    let mut starts = [0_u8; BLOCK];
    for &key in &keys[..count] {
        let counted = &mut starts[in_block(key)];
        *counted = bounded::add(*counted, 1);
    }
    // Each count becomes the number of keys of smaller code points, eight counts at a step. `before` is kept apart, so
    // that the next step waits for an addition only, and not for the multiplication.
    let mut before = 0;
    for eight in starts.as_chunks_mut::<8>().0 {
        let sums = swar::running_sums(u64::from_le_bytes(*eight));
        *eight = bounded::add(sums << 8, bounded::mul(before, swar::splat(1))).to_le_bytes();
        before = bounded::add(before, sums >> 56);
    }
    let unsorted = *keys;
    for &key in &unsorted[..count] {
        let start = &mut starts[in_block(key)];
        keys[bounded::below::<N>(usize::from(*start))] = key;
        *start = bounded::add(*start, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::taken;
    use proptest::prelude::*;

    /// Sorted, and what tells how.
    fn sorted(keys: &[i32]) -> (Vec<i32>, Vec<&'static str>) {
        let mut room = [FILLER; 64];
        room[..keys.len()].copy_from_slice(keys);
        let paths = taken(|| sort(&mut room, keys.len()));
        (room[..keys.len()].to_vec(), paths)
    }

    /// Keys of these code points, at places in order.
    fn keys_of(code_points: &[i32]) -> Vec<i32> {
        (0..).zip(code_points).map(|(place, code_point)| code_point << PLACE_BITS | place).collect()
    }

    proptest! {
        #[test]
        fn keys_are_sorted(
            code_points in proptest::collection::vec(0..0x200_0000, 0..=64),
            in_block in proptest::collection::vec(0..0x80, 0..=64),
            block in 0..0x200_0000 >> BLOCK_BITS,
        ) {
            let in_block: Vec<i32> = in_block.into_iter().map(|unit| block << BLOCK_BITS | unit).collect();
            for code_points in [code_points, in_block] {
                let keys = keys_of(&code_points);
                let mut expected = keys.clone();
                expected.sort_unstable();
                prop_assert_eq!(sorted(&keys).0, expected);
            }
        }
    }

    #[test]
    fn keys_are_sorted_by_counting_where_they_share_a_block() {
        for (first, last, path) in [
            (0x400, 0x47F, "short keys sorted by counting"),
            (0x47F, 0x480, "short keys sorted by comparison"),
            (0x400, 0x500, "short keys sorted by comparison"),
        ] {
            let code_points: Vec<i32> = (0..32).map(|place| if place % 2 == 0 { last } else { first }).collect();
            let keys = keys_of(&code_points);
            let expected = keys.iter().skip(1).step_by(2).chain(keys.iter().step_by(2)).copied().collect();
            assert_eq!(sorted(&keys), (expected, vec![path]), "{first:X} {last:X}");
        }
    }

    /// 64 keys, nearly all of one code point, the first and the last of its block: no count exceeds an octet.
    #[test]
    fn as_many_keys_as_there_may_be_are_counted() {
        for (code_point, other) in [(0x400, 0x401), (0x407, 0x47F), (0x408, 0x409), (0x47E, 0x47F), (0x47F, 0x400)] {
            let mut code_points = [code_point; 64];
            code_points[if other < code_point { 63 } else { 0 }] = other;
            let keys = keys_of(&code_points);
            let mut expected = keys.clone();
            expected.sort_unstable();
            assert_eq!(sorted(&keys), (expected, vec!["short keys sorted by counting"]), "{code_point:X}");
        }
    }

    #[test]
    fn keys_in_order_are_not_sorted() {
        for code_point in [0x400, 0x10_FFFF] {
            let keys = keys_of(&[code_point; 17]);
            assert_eq!(sorted(&keys), (keys.clone(), vec!["short keys in order"]));
            let swapped = [&keys[1..2], &keys[..1], &keys[2..]].concat();
            assert_eq!(sorted(&swapped).1, ["short keys sorted by counting"]);
        }
    }
}
