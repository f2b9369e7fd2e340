//! Ranks and insertion places in O(log n): what keeps long texts from costing n squared.
//!
//! Bounds: every place is below the number of places the set was made for, so its word and the Fenwick nodes on its
//! way exist; counts never exceed that number, which fits `u32`.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// A set of places `0..len`: a bitmap, and a Fenwick tree that counts the bits of its words.
pub(super) struct Places {
    words: Vec<u64>,
    /// Node `k` (1-based) counts the bits of the `k & -k` words that end at word `k - 1`.
    counts: Vec<u32>,
}

const WORD: usize = 64;

impl Places {
    /// The set of those places below `len` that `holds` is true of.
    pub(super) fn new(len: usize, holds: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0_u64; len.div_ceil(WORD)];
        for place in (0..len).filter(|&place| holds(place)) {
            words[place / WORD] |= 1 << (place % WORD);
        }
        let mut counts = vec![0_u32; words.len() + 1];
        for (index, word) in words.iter().enumerate() {
            let node = index + 1;
            counts[node] += word.count_ones();
            let parent = node + lowest_bit(node);
            if parent < counts.len() {
                counts[parent] += counts[node];
            }
        }
        Self { words, counts }
    }

    /// Adds a place that is not in the set and returns how many of the set lie before it.
    pub(super) fn insert(&mut self, place: usize) -> usize {
        let bit = 1_u64 << (place % WORD);
        let word = place / WORD;
        let mut rank = (self.words[word] & (bit - 1)).count_ones();
        self.words[word] |= bit;
        let mut node = word;
        while node > 0 {
            rank += self.counts[node];
            node -= lowest_bit(node);
        }
        let mut node = word + 1;
        while node < self.counts.len() {
            self.counts[node] += 1;
            node += lowest_bit(node);
        }
        usize::try_from(rank).unwrap_or(usize::MAX)
    }

    /// Removes the place that has `rank` of the set before it, and returns it. There must be one.
    pub(super) fn take(&mut self, rank: usize) -> usize {
        let mut rest = u32::try_from(rank).unwrap_or(u32::MAX);
        let mut node = 0;
        let mut step = (self.counts.len() - 1).checked_ilog2().map_or(0, |log| 1_usize << log);
        while step > 0 {
            let next = node + step;
            if next < self.counts.len() {
                if self.counts[next] <= rest {
                    rest -= self.counts[next];
                    node = next;
                } else {
                    self.counts[next] -= 1;
                }
            }
            step /= 2;
        }
        let bit = nth_bit(self.words[node], rest);
        self.words[node] &= !(1 << bit);
        node * WORD + bit
    }

    /// The places of the set, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(index * WORD + usize::try_from(bit).unwrap_or(0))
            })
        })
    }
}

const fn lowest_bit(node: usize) -> usize {
    node & node.wrapping_neg()
}

/// The position of the bit of `word` that has `rank` set bits below it.
fn nth_bit(word: u64, rank: u32) -> usize {
    let mut rest = word;
    for _ in 0..rank {
        rest &= rest.wrapping_sub(1);
    }
    usize::try_from(rest.trailing_zeros()).unwrap_or(0)
}
