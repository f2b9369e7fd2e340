//! Ranks and insertion places: what keeps texts from costing n squared.
//!
//! Up to 64 code points the places of a text fit a few vectors ([`Shifted`]). Beyond, a bitmap with a Fenwick tree over
//! its blocks ([`Places`]) answers in O(log n), and at once in the word asked last, where easy texts mostly ask next.
//!
//! Bounds: every place is below the number of places the set was made for, so its word and the Fenwick nodes on its
//! way exist; counts never exceed that number, which fits `u32`.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::{Error, ErrorKind};
use crate::memory;

/// The bits of a word.
const WORD: usize = 64;

/// How many words share a node of the tree: so few nodes stay in the first cache for a million places.
const BLOCK: usize = 8;

/// A set of places.
pub(super) struct Places {
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

impl Places {
    /// The set of all places below `len`.
    pub(super) fn all(len: usize) -> Result<Self, Error> {
        let mut words = memory::filled(u64::MAX, len.div_ceil(WORD))?;
        if let Some(last) = words.last_mut() {
            *last >>= (WORD - len % WORD) % WORD;
        }
        Self::of(words)
    }

    /// The set of the places at which `text` holds what `is_member` is true of.
    pub(super) fn of_members<U: Copy>(text: &[U], is_member: impl Fn(U) -> bool) -> Result<Self, Error> {
        let word =
            |units: &[U]| (0..).zip(units).fold(0, |word, (bit, &unit)| word | u64::from(is_member(unit)) << bit);
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
    pub(super) fn insert(&mut self, place: usize) -> usize {
        self.go_to_word(place / WORD);
        let bit = 1_u64 << (place % WORD);
        let rank = self.before + (self.words[self.word] & (bit - 1)).count_ones();
        self.words[self.word] |= bit;
        self.pending = self.pending.wrapping_add(1);
        index(rank)
    }

    /// Removes the place that has `rank` of the set before it, and returns it. There must be one.
    #[inline]
    pub(super) fn take(&mut self, rank: usize) -> usize {
        let rank = u32::try_from(rank).unwrap_or(u32::MAX);
        self.go_to_rank(rank);
        let bit = nth_bit(self.words[self.word], rank - self.before);
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
                Some(number * WORD + index(bit))
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
                self.counts[node] = self.counts[node].wrapping_add(self.pending);
                node += lowest_bit(node);
            }
            self.pending = 0;
        }
    }

    /// How many of the set lie in the blocks before this one.
    fn count_before(&self, block: usize) -> u32 {
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

/// A text in the making.
pub(super) trait Arrangement {
    /// The empty text.
    fn empty() -> Self;

    /// Puts `literal` into the empty text, and says whether all of it is ASCII. (One function for both would move the
    /// text after it is made.)
    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error>;

    /// Puts a code point at an index of the text so far.
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind>;

    /// Hands the text to `finish`.
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error>;
}

/// 0, 1, 2 and so on, up to 63 at most.
const fn first_places<const N: usize>() -> [u8; N] {
    let mut places = [0; N];
    let mut place = 0;
    while place < N {
        #[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
        {
            places[place] = place as u8;
        }
        place += 1;
    }
    places
}

/// A text of at most `N` code points, 64 at most, with the place of each, in the order in which they came. An insertion
/// adds one to all places from its index on, which the compiler does sixteen at a time.
///
/// No place wraps: those in use are below 64, and those not in use start there and are moved 64 times at most.
pub(super) struct Shifted<const N: usize> {
    places: [u8; N],
    code_points: [u32; N],
    count: usize,
}

impl<const N: usize> Arrangement for Shifted<N> {
    #[inline(always)]
    fn empty() -> Self {
        Self { places: const { first_places() }, code_points: [0; N], count: 0 }
    }

    #[inline(always)]
    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
        let mut all = 0;
        for (slot, &basic) in self.code_points.iter_mut().zip(literal) {
            *slot = u32::from(basic);
            all |= basic;
        }
        self.count = literal.len();
        Ok(all.is_ascii())
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        for place in &mut self.places {
            *place = place.wrapping_add(u8::from(*place >= index));
        }
        self.places[self.count % N] = index;
        self.code_points[self.count % N] = code_point;
        self.count = self.count.wrapping_add(1);
        Ok(())
    }

    #[inline(always)]
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
        let mut placed = [0; N];
        let count = self.count.min(N);
        for (&place, &code_point) in self.places[..count].iter().zip(&self.code_points[..count]) {
            placed[usize::from(place) % N] = code_point;
        }
        Ok(finish(placed.get(..self.count).unwrap_or_default()))
    }
}

/// A text of at most `N` code points, in order. An insertion moves those behind it, four at a time.
pub(super) struct InOrder<const N: usize> {
    code_points: [u32; N],
    count: usize,
}

impl<const N: usize> Arrangement for InOrder<N> {
    #[inline(always)]
    fn empty() -> Self {
        Self { code_points: [0; N], count: 0 }
    }

    #[inline(always)]
    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
        let mut all = 0;
        for (slot, &basic) in self.code_points.iter_mut().zip(literal) {
            *slot = u32::from(basic);
            all |= basic;
        }
        self.count = literal.len();
        Ok(all.is_ascii())
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
        let index = u32::try_from(index).unwrap_or(u32::MAX).cast_signed();
        let before = self.code_points;
        let mut moved = [0; N];
        moved[1..].copy_from_slice(&before[..N - 1]);
        for (place, slot) in (0..).zip(&mut self.code_points) {
            let number = usize::try_from(place).unwrap_or(0) % N;
            *slot = if place < index { before[number] } else { moved[number] };
        }
        self.code_points[usize::try_from(index).unwrap_or(0) % N] = code_point;
        self.count = self.count.wrapping_add(1);
        Ok(())
    }

    #[inline(always)]
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
        Ok(finish(self.code_points.get(..self.count).unwrap_or_default()))
    }
}

#[inline(always)]
fn index(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

const fn lowest_bit(node: usize) -> usize {
    node & node.wrapping_neg()
}

/// The position of the bit of `word` that has `rank` set bits below it.
fn nth_bit(word: u64, rank: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH_BITS: u64 = ONES << 7;
    // The octets' counts, summed up from below, tell the octet; its bits are then dropped one by one.
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    let full = ((ONES * u64::from(rank)) | HIGH_BITS) - sums;
    let octet = ((full & HIGH_BITS) >> 7).wrapping_mul(ONES) >> 56;
    let below = (sums << 8) >> (8 * octet) & 0xFF;
    let mut rest = word >> (8 * octet);
    for _ in below..u64::from(rank) {
        rest &= rest.wrapping_sub(1);
    }
    index(rest.trailing_zeros() + u32::try_from(8 * octet).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fail(error: Error) -> TestCaseError {
        TestCaseError::fail(error.to_string())
    }

    proptest! {
        #[test]
        fn nth_bit_agrees_with_counting(word in any::<u64>(), sparse in any::<u64>()) {
            for word in [word, word & sparse, word | sparse, 1, u64::MAX, 1 << 63] {
                let set: Vec<usize> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
                for (rank, &bit) in (0..).zip(&set) {
                    prop_assert_eq!(nth_bit(word, rank), bit);
                }
            }
        }

        #[test]
        fn places_agree_with_a_list(order in Just((0..2500_usize).collect::<Vec<_>>()).prop_shuffle(), sorted in 0..2500_usize) {
            let mut order = order;
            order[..sorted].sort_unstable();
            let mut handled = Places::of_members(&vec![0; order.len()], |_: u32| false).map_err(fail)?;
            let mut mine: Vec<usize> = Vec::new();
            let mut ranks = Vec::new();
            for &place in &order {
                let rank = mine.iter().filter(|&&other| other < place).count();
                prop_assert_eq!(handled.insert(place), rank);
                mine.push(place);
                ranks.push(rank);
            }
            let mut free = Places::all(order.len()).map_err(fail)?;
            for (&place, &rank) in order.iter().zip(&ranks).rev() {
                prop_assert_eq!(free.take(rank), place);
            }
            prop_assert_eq!(free.iter().count(), 0);
        }
    }
}
