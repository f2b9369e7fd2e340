//! A set of places with *rank* (how many members lie before a place) and *select* (the member that has so many before
//! it): what keeps texts of more than 64 code points from costing n squared.
//!
//! A bitmap with a Fenwick tree over its blocks answers both in O(log n), and at once in the word asked last, where easy
//! texts mostly ask next.
//!
//! Bounds: every place is below the number of places the set was made for, so its word and the Fenwick nodes on its
//! way exist (lemmas `places_have_words_and_blocks`, `fenwick_nodes_cover_blocks`); counts never exceed that number,
//! which fits `u32`.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::Error;
use crate::paths::takes;
use crate::{bounded, memory, swar};

/// The bits of a word.
const WORD: usize = 64;

/// How many words share a node of the tree: so few nodes stay in the first cache for a million places.
const BLOCK: usize = 8;

/// A set of places.
pub(super) struct RankSelect {
    words: Vec<u64>,
    /// Node `k` (1-based) counts the bits of the `k & -k` blocks that end at block `k - 1`, but for `pending`.
    counts: Vec<u32>,
    /// The word asked for last.
    word: usize,
    /// How many of the set lie in the words before it.
    before: u32,
    /// What the bits of its block have gained (modulo 2**32) since the tree last heard of it.
    pending: u32,
}

impl RankSelect {
    /// The set of all places below `len`.
    pub(super) fn all(len: usize) -> Result<Self, Error> {
        let mut words = memory::filled(u64::MAX, len.div_ceil(WORD))?;
        if let Some(last) = words.last_mut() {
            // The bits behind the last place. There are none, and not 64, where the places fill the word.
            *last >>= (WORD - len % WORD) % WORD;
        }
        Self::of(words)
    }

    /// The set of the places at which `text` holds what `is_member` is true of.
    pub(super) fn of_members(text: &[u32], is_member: impl Fn(u32) -> bool) -> Result<Self, Error> {
        let word =
            |units: &[u32]| (0..).zip(units).fold(0, |word, (bit, &unit)| word | u64::from(is_member(unit)) << bit);
        Self::of(memory::collected(text.chunks(WORD).map(word), text.len().div_ceil(WORD))?)
    }

    fn of(words: Vec<u64>) -> Result<Self, Error> {
        let mut counts = memory::filled(0_u32, words.len().div_ceil(BLOCK) + 1)?;
        for (block, words) in words.chunks(BLOCK).enumerate() {
            let node = block + 1;
            counts[node] += words.iter().map(|word| word.count_ones()).sum::<u32>();
            let parent = node + lowest_bit(node);
            if parent < counts.len() {
                counts[parent] += counts[node];
            }
        }
        Ok(Self { words, counts, word: 0, before: 0, pending: 0 })
    }

    /// Adds a place that is not in the set and returns how many of the set lie before it.
    #[inline]
    pub(super) fn insert(&mut self, place: u32) -> u32 {
        let place = bounded::index(place);
        self.go_to_word(place / WORD);
        let bit = 1_u64 << (place % WORD);
        let rank = self.before + (self.words[self.word] & (bit - 1)).count_ones();
        self.words[self.word] |= bit;
        // Modulo 2**32, as the tree adds it: a gain may be negative.
        self.pending = self.pending.wrapping_add(1);
        rank
    }

    /// Removes the place that has `rank` of the set before it, and returns it. There must be one.
    #[inline]
    pub(super) fn take(&mut self, rank: usize) -> usize {
        let rank = bounded::to(rank);
        self.go_to_rank(rank);
        let bit = select(self.words[self.word], rank - self.before);
        self.words[self.word] &= !(1 << bit);
        self.pending = self.pending.wrapping_sub(1);
        self.word * WORD + bit
    }

    /// The places of the set, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(number * WORD + bounded::index(bit))
            })
        })
    }

    #[inline]
    fn go_to_word(&mut self, word: usize) {
        if word != self.word {
            self.tell_tree();
            self.before = self.count_before(word / BLOCK);
            self.word = word / BLOCK * BLOCK;
            while self.word < word {
                self.step();
            }
        }
    }

    #[inline]
    fn go_to_rank(&mut self, rank: u32) {
        if rank < self.before || rank - self.before >= self.here() {
            self.tell_tree();
            let (block, before) = self.find_block(rank);
            (self.word, self.before) = (block * BLOCK, before);
            while rank - self.before >= self.here() {
                self.step();
            }
        }
    }

    /// How many of the set lie in the word.
    fn here(&self) -> u32 {
        self.words[self.word].count_ones()
    }

    /// Goes on to the next word of the block.
    fn step(&mut self) {
        self.before += self.here();
        self.word += 1;
    }

    fn tell_tree(&mut self) {
        if self.pending != 0 {
            let mut node = self.word / BLOCK + 1;
            while node < self.counts.len() {
                // (Modulo 2**32: what is pending may be a loss. The sum is a count all the same.)
                self.counts[node] = self.counts[node].wrapping_add(self.pending);
                node += lowest_bit(node);
            }
            self.pending = 0;
        }
    }

    /// How many of the set lie in the blocks before this one.
    fn count_before(&self, block: usize) -> u32 {
        takes!("rank by the tree");
        let mut count = 0;
        let mut node = block;
        while node > 0 {
            count += self.counts[node];
            node -= lowest_bit(node);
        }
        count
    }

    /// The block that holds the place with `rank` of the set before it, and how many lie before that block.
    fn find_block(&self, rank: u32) -> (usize, u32) {
        takes!("select by the tree");
        let mut rest = rank;
        let mut node = 0;
        let mut step = (self.counts.len() - 1).checked_ilog2().map_or(0, |log| 1_usize << log);
        while step > 0 {
            if let Some(&count) = self.counts.get(node + step)
                && count <= rest
            {
                rest -= count;
                node += step;
            }
            step /= 2;
        }
        (node, rank - rest)
    }
}

/// The lowest bit set of a number of a node: how many blocks the node counts.
const fn lowest_bit(node: usize) -> usize {
    // Two's complement: the negative has all bits above that one inverted. (It wraps, as a number without sign does.)
    node & node.wrapping_neg()
}

/// The position of the bit of `word` that has `rank` set bits below it. There must be one.
///
/// Bounds: the octet is below 8, and what is taken from a word fits (lemmas `select_finds_the_octet`,
/// `the_lowest_bit_is_dropped`).
fn select(word: u64, rank: u32) -> usize {
    let sums = swar::running_sums(swar::bit_counts(word));
    // The octets before the one in question are those with no more bits up to their ends than `rank`. Nothing is borrowed
    // from the next octet: each has its highest bit set, and a sum is at most 64.
    let ends_before = bounded::sub(swar::splat(rank.to_le_bytes()[0]) | swar::HIGH_BITS, sums) & swar::HIGH_BITS;
    let octet = swar::sum(ends_before >> 7);
    let before = (sums << 8) >> (8 * octet) & 0xFF;
    // The lower bits of that octet are dropped one by one: there are seven at most.
    let mut rest = word >> (8 * octet);
    for _ in before..u64::from(rank) {
        rest = bounded::sub(rest, 1) & rest;
    }
    bounded::index(u64::from(rest.trailing_zeros()) + 8 * octet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::taken;
    use proptest::prelude::*;

    fn fail(error: Error) -> TestCaseError {
        TestCaseError::fail(error.to_string())
    }

    /// Hands over every order of `items`.
    fn each_permutation(items: &mut Vec<usize>, chosen: &mut Vec<usize>, work: &mut impl FnMut(&[usize])) {
        if items.is_empty() {
            return work(chosen);
        }
        for index in 0..items.len() {
            chosen.push(items.remove(index));
            each_permutation(items, chosen, work);
            items.insert(index, chosen.pop().unwrap_or_default());
        }
    }

    fn how_many_before(place: usize, places: &[usize]) -> usize {
        places.iter().filter(|&&other| other < place).count()
    }

    /// Eight places in one word, in neighbouring ones, in one block, and in blocks of their own.
    #[test]
    fn rank_and_select_in_every_order_of_eight_places_at_every_distance() {
        for distance in [1, 63, 64, 65, 513] {
            let mut places: Vec<usize> = (0..8).map(|number| number * distance).collect();
            let mut text = vec![0_u32; 7 * distance + 1];
            places.iter().for_each(|&place| text[place] = 1);
            each_permutation(&mut places, &mut Vec::new(), &mut |order| {
                let mut handled = RankSelect::of_members(&text, |_| false).ok();
                let mut free = RankSelect::of_members(&text, |unit| unit == 1).ok();
                for (number, &place) in order.iter().enumerate() {
                    let rank = handled.as_mut().map(|handled| handled.insert(bounded::to(place)));
                    assert_eq!(rank, Some(bounded::to(how_many_before(place, &order[..number]))), "{order:?}");
                    let left = how_many_before(place, &order[number..]);
                    assert_eq!(free.as_mut().map(|free| free.take(left)), Some(place), "{order:?}");
                }
            });
        }
    }

    #[test]
    fn the_tree_finds_each_block() {
        let set = RankSelect::all(50_000).ok();
        for block in 0..50_000_usize.div_ceil(WORD * BLOCK) {
            let first = bounded::to::<u32>(block * WORD * BLOCK);
            for rank in [first, first + 1, (first + bounded::to::<u32>(WORD * BLOCK) - 1).min(49_999)] {
                assert_eq!(set.as_ref().map(|set| set.find_block(rank)), Some((block, first)), "{rank}");
            }
        }
    }

    #[test]
    fn a_rank_in_the_word_of_the_last_one_is_not_asked_of_the_tree() {
        let mut set = RankSelect::all(50_000).ok();
        let mut paths = |rank| taken(|| set.as_mut().map(|set| set.go_to_rank(rank)));
        for (rank, expected) in [
            (63, &[][..]),
            (64, &["select by the tree"]),
            (100, &[]),
            (64, &[]),
            (127, &[]),
            (63, &["select by the tree"]),
        ] {
            assert_eq!(paths(rank), expected, "{rank}");
        }
    }

    proptest! {
        #[test]
        fn select_agrees_with_counting(word in any::<u64>(), sparse in any::<u64>()) {
            for word in [word, word & sparse, word | sparse, 1, u64::MAX, 1 << 63] {
                let set: Vec<usize> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
                for (rank, &bit) in (0..).zip(&set) {
                    prop_assert_eq!(select(word, rank), bit);
                }
            }
        }

        #[test]
        fn rank_and_select_agree_with_a_list(order in Just((0..2500_usize).collect::<Vec<_>>()).prop_shuffle(), sorted in 0..2500_usize) {
            let mut order = order;
            order[..sorted].sort_unstable();
            let mut handled = RankSelect::of_members(&vec![0; order.len()], |_| false).map_err(fail)?;
            let mut mine: Vec<usize> = Vec::new();
            let mut ranks = Vec::new();
            for &place in &order {
                let rank = mine.iter().filter(|&&other| other < place).count();
                prop_assert_eq!(handled.insert(bounded::to(place)), bounded::to::<u32>(rank));
                mine.push(place);
                ranks.push(rank);
            }
            let mut free = RankSelect::all(order.len()).map_err(fail)?;
            for (&place, &rank) in order.iter().zip(&ranks).rev() {
                prop_assert_eq!(free.take(rank), place);
            }
            prop_assert_eq!(free.iter().count(), 0);
        }
    }
}
