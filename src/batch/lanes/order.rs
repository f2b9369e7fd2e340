//! The order in which code points are inserted, and the index of each (RFC 3492 section 6.3).
//!
//! As in `bootstring/encode_short.rs` keys are sorted by rank: each goes where the number of smaller ones tells. What
//! is compared for that tells the index, too: the place of a code point, less those before it that are inserted later.
//!
//! Bounds: a key that is less belongs to the same text, so that ranks are below 16 and indices are not negative (lemma
//! `indices_are_places_less_those_inserted_later`).

use core::arch::x86_64::{__m256i, _mm256_permutevar8x32_epi32};

use super::chunks;
use super::read::Characters;
use super::vector::{LANES, add, and, array, less, numbers, select, splat, sub};
use crate::bounded;

/// What fills up a vector of keys: above all of them.
const FILLER: i32 = i32::MAX;

/// The keys of one text in ascending order, each with its index for its place. What is behind them means nothing.
///
/// `before` is how many characters lie before the text.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eight(characters: &Characters, start: usize, count: usize, before: usize) -> [i32; 8] {
    let keys = keys(characters, start, count, before);
    let mut ranked = Ranked::new(0);
    ranked.compare_own(keys);
    let mut sorted = [0; 8];
    ranked.place(keys, &mut sorted);
    sorted
}

/// The same of up to sixteen keys.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sixteen(characters: &Characters, start: usize, count: usize, before: usize) -> [i32; 16] {
    let low = keys(characters, start, count, before);
    let high = keys(characters, bounded::add(start, LANES), bounded::sub(count, LANES), before);
    let (mut of_low, mut of_high) = (Ranked::new(0), Ranked::new(8));
    of_low.compare_own(low);
    of_low.compare_later(low, high);
    of_high.compare_earlier(high, low);
    of_high.compare_own(high);
    let mut sorted = [0; 16];
    of_high.place(high, &mut sorted);
    of_low.place(low, &mut sorted);
    sorted
}

/// Keys with places within their text.
#[inline]
#[target_feature(enable = "avx2")]
fn keys(characters: &Characters, start: usize, count: usize, before: usize) -> __m256i {
    let keys = sub(characters.keys(start), splat(bounded::to(before)));
    select(less(numbers(), splat(bounded::to(count))), keys, splat(FILLER))
}

/// What is known of eight keys.
struct Ranked {
    /// How many keys are less.
    ranks: __m256i,
    /// How many keys lie before each and are greater: those that are inserted later.
    later: __m256i,
}

impl Ranked {
    /// Of keys before which so many others lie.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(before: i32) -> Self {
        Self { ranks: splat(0), later: add(numbers(), splat(before)) }
    }

    /// Compares keys with one another.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn compare_own(&mut self, keys: __m256i) {
        for number in 0..8 {
            let is_less = less(lane(keys, number), keys);
            self.ranks = sub(self.ranks, is_less);
            self.later = add(self.later, and(is_less, less(splat(number), numbers())));
        }
    }

    /// Compares keys with those before them.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn compare_earlier(&mut self, keys: __m256i, others: __m256i) {
        for number in 0..8 {
            let is_less = less(lane(others, number), keys);
            self.ranks = sub(self.ranks, is_less);
            self.later = add(self.later, is_less);
        }
    }

    /// Compares keys with those behind them.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn compare_later(&mut self, keys: __m256i, others: __m256i) {
        for number in 0..8 {
            self.ranks = sub(self.ranks, less(lane(others, number), keys));
        }
    }

    /// Puts each key, with its index, where it belongs.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn place<const N: usize>(&self, keys: __m256i, sorted: &mut [i32; N]) {
        for (rank, key) in array(self.ranks).into_iter().zip(array(sub(keys, self.later))) {
            // A filler has the number of keys for its rank, and there is a filler only if that is below `N`.
            chunks::put(sorted, bounded::below::<N>(bounded::index(rank)), [key]);
        }
    }
}

/// A number in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn lane(vector: __m256i, number: i32) -> __m256i {
    _mm256_permutevar8x32_epi32(vector, splat(number))
}
