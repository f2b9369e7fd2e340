//! The rank of each place of a short text: how many of the places before it are handled already. A rank is read, not
//! counted, as the ranks of all places behind are kept up to date at once.
//!
//! Bounds: a rank is below the number of places, 16 or 64 (room `ranks`, lemma
//! `a_rank_of_four_bits_may_grow`).
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::bounded;

pub(super) trait Ranks: Default {
    /// Begins with a place, before which there are so many basic code points. Places come in their order.
    fn begin(&mut self, place: u32, before: usize);

    /// Handles a place, and returns its rank.
    fn handle(&mut self, place: u32) -> u32;
}

/// The ranks of up to 16 places, in four bits each.
#[derive(Default)]
pub(super) struct Nibbles(u64);

impl Ranks for Nibbles {
    #[inline(always)]
    fn begin(&mut self, place: u32, before: usize) {
        // No place has begun twice, so that its four bits are free.
        self.0 |= bounded::to::<u64>(before) << bounded::shift(bounded::mul(place, 4));
    }

    #[inline(always)]
    fn handle(&mut self, place: u32) -> u32 {
        let shift = bounded::shift(bounded::mul(place, 4));
        let rank = (self.0 >> shift) & 0xF;
        // The rank of every place behind this one grows by one. None leaves its four bits: it is below 16, as no more
        // than the 15 other places are handled before it.
        self.0 = bounded::add(self.0, 0x1111_1111_1111_1110 << shift);
        u32::from(rank.to_le_bytes()[0])
    }
}

/// The ranks of up to `N` places, at most 64, in an octet each. `Octets<16>` in place of `Nibbles` would be slower, by
/// 1.15 for public suffixes: a vector load is not forwarded from the octet stores of `begin`.
pub(super) struct Octets<const N: usize>([u8; N]);

/// The numbers that are added to the ranks of all places when one of them is handled: from `PLACES - place` on, 0 for
/// each place before it, and 1 from it on.
const STEPS: [u8; 2 * PLACES] = {
    let mut steps = [0; 2 * PLACES];
    let mut index = PLACES;
    while index < steps.len() {
        steps[index] = 1;
        index += 1;
    }
    steps
};

/// The most places.
const PLACES: usize = 64;

impl<const N: usize> Default for Octets<N> {
    #[inline(always)]
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Ranks for Octets<N> {
    #[inline(always)]
    fn begin(&mut self, place: u32, before: usize) {
        self.0[bounded::below::<N>(bounded::index(place))] = bounded::to(before);
    }

    #[inline(always)]
    fn handle(&mut self, place: u32) -> u32 {
        let place = bounded::below::<PLACES>(bounded::index(place));
        let rank = self.0[bounded::below::<N>(place)];
        // The compiler makes vectors of sixteen. The rank of the place itself, too, grows: it is not asked for again.
        for (rank, &step) in self.0.iter_mut().zip(&STEPS[PLACES - place..]) {
            *rank = bounded::add(*rank, step);
        }
        u32::from(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The ranks that these places have when they are handled in this order, and those of the definition.
    fn ranks_of<K: Ranks>(is_basic: &[bool], order: &[usize]) -> (Vec<u32>, Vec<usize>) {
        let mut ranks = K::default();
        let mut handled = is_basic.to_vec();
        for place in 0..is_basic.len() {
            ranks.begin(bounded::to(place), is_basic[..place].iter().filter(|&&basic| basic).count());
        }
        let each = order.iter().filter(|&&place| !is_basic[place]);
        each.map(|&place| {
            let expected = handled[..place].iter().filter(|&&is_handled| is_handled).count();
            handled[place] = true;
            (ranks.handle(bounded::to(place)), expected)
        })
        .unzip()
    }

    fn texts(most: usize) -> impl Strategy<Value = (Vec<bool>, Vec<usize>)> {
        proptest::collection::vec(any::<bool>(), 0..=most).prop_flat_map(|is_basic| {
            (Just(is_basic.clone()), Just((0..is_basic.len()).collect::<Vec<_>>()).prop_shuffle())
        })
    }

    fn are_alike((ranks, expected): (Vec<u32>, Vec<usize>)) {
        assert!(ranks.iter().map(|&rank| bounded::index(rank)).eq(expected.iter().copied()), "{ranks:?} {expected:?}");
    }

    proptest! {
        #[test]
        fn nibbles_hold_ranks((is_basic, order) in texts(16)) {
            are_alike(ranks_of::<Nibbles>(&is_basic, &order));
            are_alike(ranks_of::<Octets<16>>(&is_basic, &order));
        }

        #[test]
        fn octets_hold_ranks((is_basic, order) in texts(64)) {
            are_alike(ranks_of::<Octets<64>>(&is_basic, &order));
        }
    }
}
