//! A set of places with *rank* (how many members lie before a place) and *select* (the member that has so many before
//! it): what keeps texts of more than 64 code points from costing n squared.
//!
//! Over the words of a bitmap stands a binary tree, so that both take O(log n). Its nodes are numbered level by level
//! from the root, which is 1, and the words after them: the children of `k` are `2k` and `2k + 1`. A node keeps how
//! many of the set lie below its left child. Which child a way goes to decides no branch: in random texts it cannot be
//! predicted. In the word asked last, where easy texts mostly ask next, no tree is needed.
//!
//! Bounds: every place is below the number of places the set was made for, so its word and the nodes above that exist
//! (lemmas `places_have_words`, `words_have_nodes`, `left_counts_find_the_word`); counts never exceed that number,
//! which fits `u32`.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::Error;
use crate::paths::takes;
use crate::{bounded, memory, swar};

/// The bits of a word.
const WORD: usize = 64;

/// A set of places.
pub(super) struct RankSelect {
    words: Vec<u64>,
    /// For each node, how many of the set lie below its left child, but for `pending`. There is no node 0.
    left: Vec<u32>,
    /// The number of the first word in the tree.
    first: usize,
    /// The word asked for last.
    word: usize,
    /// The number of places of the set in the words before it.
    before: u32,
    /// The number of its bits (modulo 2**32) since the tree was last updated: those gained less those lost.
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
        let first = words.len().next_power_of_two();
        let left = memory::filled(0, (first + words.len()).div_ceil(2))?;
        let mut set = Self { words, left, first, word: 0, before: 0, pending: 0 };
        for word in 0..set.words.len() {
            set.add(word, set.words[word].count_ones());
        }
        Ok(set)
    }

    /// Adds a place that is not in the set and returns how many of the set lie before it.
    #[inline]
    pub(super) fn insert(&mut self, place: u32) -> u32 {
        let place = bounded::index(place);
        self.go_to_word(place / WORD);
        let bit = 1_u64 << (place % WORD);
        let rank = self.before + (self.words[self.word] & (bit - 1)).count_ones();
        self.words[self.word] |= bit;
        rank
    }

    /// Removes the place that has `rank` of the set before it, and returns it. There must be one.
    #[inline]
    pub(super) fn take(&mut self, rank: usize) -> usize {
        let rank = bounded::to(rank);
        self.go_to_rank(rank);
        let bit = select(self.words[self.word], rank - self.before);
        self.words[self.word] &= !(1 << bit);
        self.word * WORD + bit
    }

    /// The places of the set, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                // By lemma `the_lowest_bit_is_dropped`.
                rest &= rest - 1;
                Some(number * WORD + bounded::index(bit))
            })
        })
    }

    /// Goes to a word, which gains a place.
    #[inline]
    fn go_to_word(&mut self, word: usize) {
        if word == self.word {
            self.pending = self.pending.wrapping_add(1);
        } else {
            self.tell_tree();
            (self.word, self.before) = (word, self.gain(word));
        }
    }

    /// Goes to the word that holds the place with `rank` of the set before it, and loses it.
    #[inline]
    fn go_to_rank(&mut self, rank: u32) {
        if rank >= self.before && rank - self.before < self.words[self.word].count_ones() {
            self.pending = self.pending.wrapping_sub(1);
        } else {
            self.tell_tree();
            (self.word, self.before) = self.lose(rank);
        }
    }

    fn tell_tree(&mut self) {
        if self.pending != 0 {
            self.add(self.word, self.pending);
            self.pending = 0;
        }
    }

    /// Tells the nodes above a word what its bits have gained (modulo 2**32: it may be a loss, but the sums are counts
    /// all the same).
    fn add(&mut self, word: usize, gain: u32) {
        let mut node = self.first + word;
        while node != 1 {
            let is_right = bounded::to(node % 2);
            node /= 2;
            let gained = bounded::mul(gain, bounded::sub(1, is_right));
            self.left[node] = self.left[node].wrapping_add(gained);
        }
    }

    /// Tells the nodes above a word that it gains a place, and returns how many of the set lie in the words before it.
    fn gain(&mut self, word: usize) -> u32 {
        takes!("rank by the tree");
        let mut before = 0;
        let mut node = self.first + word;
        while node != 1 {
            let is_right = bounded::to(node % 2);
            node /= 2;
            let left = &mut self.left[node];
            before = bounded::add(before, bounded::mul(*left, is_right));
            *left = bounded::add(*left, bounded::sub(1, is_right));
        }
        before
    }

    /// The word that holds the place with `rank` of the set before it, and how many lie before that word. The nodes
    /// above are told that it loses the place.
    fn lose(&mut self, rank: u32) -> (usize, u32) {
        takes!("select by the tree");
        let mut rest = rank;
        let mut node = 1;
        // Words have numbers that are no node's.
        while let Some(left) = self.left.get_mut(node) {
            let is_right = u32::from(*left <= rest);
            rest = bounded::sub(rest, bounded::mul(*left, is_right));
            *left = bounded::sub(*left, bounded::sub(1, is_right));
            node = bounded::add(bounded::mul(node, 2), bounded::index(is_right));
        }
        (node - self.first, rank - rest)
    }
}

/// The position of the bit of `word` that has `rank` set bits below it. There must be one.
///
/// Bounds: the octet and the rank in it are below 8 (lemma `select_finds_the_octet`).
fn select(word: u64, rank: u32) -> usize {
    let sums = swar::running_sums(swar::bit_counts(word));
    // The octets before the one in question are those with no more bits up to their ends than `rank`. Nothing is
    // borrowed from the next octet: each has its highest bit set, and a sum is at most 64.
    let ends_before = bounded::sub(swar::splat(rank.to_le_bytes()[0]) | swar::HIGH_BITS, sums) & swar::HIGH_BITS;
    let octet = swar::sum(ends_before >> 7);
    let before = (sums << 8) >> (8 * octet) & 0xFF;
    let bits = (word >> (8 * octet)).to_le_bytes()[0];
    let bit = SELECTED[usize::from(bits)][bounded::index(u64::from(rank) - before)];
    bounded::index(8 * octet) + usize::from(bit)
}

/// The position of the bit of each octet that has so many set bits below it; 0 where there is none.
static SELECTED: [[u8; 8]; 256] = {
    let mut selected = [[0; 8]; 256];
    let mut octet = 0;
    while octet != 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit != 8 {
            if octet >> bit & 1 == 1 {
                selected[octet][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        octet += 1;
    }
    selected
};

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

    /// Eight places in one word, in neighbouring ones, and in words that are further and further apart.
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
    fn the_tree_finds_each_word() -> Result<(), Error> {
        // Levels that are full, and one word more.
        for len in [64, 65, 128, 129, 1_024, 1_025, 50_000, 262_144, 262_145, 300_000] {
            let mut set = RankSelect::all(len)?;
            for word in 0..len.div_ceil(WORD) {
                let first = bounded::to::<u32>(word * WORD);
                let last = (first + 63).min(bounded::to::<u32>(len) - 1);
                for rank in [first, last] {
                    assert_eq!(set.lose(rank), (word, first), "{len} {rank}");
                    assert_eq!(set.gain(word), first, "{len}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_rank_in_the_word_of_the_last_one_is_not_asked_of_the_tree() {
        let mut set = RankSelect::all(50_000).ok();
        let mut paths = |rank| taken(|| set.as_mut().map(|set| set.take(rank)));
        for (rank, expected) in [
            (63, &[][..]),
            (63, &["select by the tree"]),
            (100, &[]),
            (63, &[]),
            (123, &[]),
            (123, &["select by the tree"]),
            (62, &["select by the tree"]),
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
