//! Decoded texts in the making. Up to 64 code points they lie on the stack: each in its place (`InOrder`), or in the
//! order of insertion with the place of each (`Shifted`). Longer ones are in `deferred`.
//!
//! Bounds: an insertion takes a digit of the input at least, so that a text has no more code points than the input has
//! octets, for which the caller chooses `N`; an index is at most the number of code points there are (rooms
//! `decoder` and `arrangement`).
#![expect(clippy::indexing_slicing)]

use crate::bounded;
use crate::error::{Error, ErrorKind};

/// A text in the making.
pub(super) trait Arrangement {
    fn empty() -> Self;

    /// Puts `literal` into the empty text, and returns whether all of it is ASCII. A function that also made the text
    /// would return a pair, and so copy the arrays.
    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error>;

    /// Puts a code point at an index of the text so far.
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind>;

    /// After the last insertion: how many code points there are, for a text that does not count them.
    #[inline(always)]
    fn end(&mut self, _length: usize) {}

    /// Hands the text to `finish`.
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error>;
}

/// A text of at most `N` code points, a power of two up to 64, with the place of each, in the order in which they came.
///
/// An insertion adds one to all places from its index on: the compiler makes vectors of sixteen places, and no branch
/// depends on the index.
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
        self.count = literal.len();
        Ok(widen(literal, &mut self.code_points))
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
        let index: u8 = bounded::to(index);
        let count: u8 = bounded::to(self.count);
        // All of them, as a loop to `count` would end in a mispredicted branch. Those not in use are below 64, too, and
        // are moved 64 times at most. The new place is selected like the others: were it written by itself, the vector
        // could not be read before all of it has left the store buffer.
        for (lane, place) in (0..).zip(&mut self.places) {
            let moved = bounded::add(*place, u8::from(*place >= index));
            *place = if lane == count { index } else { moved };
        }
        // The mask changes nothing: each code point took an octet of the input, which has at most `N`.
        self.code_points[bounded::below::<N>(self.count)] = code_point;
        self.count = bounded::add(self.count, 1);
        Ok(())
    }

    #[inline(always)]
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
        let mut placed = [0; N];
        // The compiler is told that the count is at most `N`, as it is, so that it asks once.
        let count = self.count.min(N);
        let (places, code_points) = (bounded::first(&self.places, count), bounded::first(&self.code_points, count));
        for (&place, &code_point) in places.iter().zip(code_points) {
            // A place is below the count, whatever the mask.
            placed[bounded::below::<N>(usize::from(place))] = code_point;
        }
        Ok(finish(bounded::first(&placed, count)))
    }
}

/// 0, 1, 2 and so on, up to 63 at most.
const fn first_places<const N: usize>() -> [u8; N] {
    let mut places = [0; N];
    let mut place = 0;
    while place < N {
        #[allow(clippy::as_conversions, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
        {
            places[place] = place as u8;
            place += 1;
        }
    }
    places
}

/// A text of at most `N` code points, a power of two, in order.
///
/// An insertion makes each slot anew, from the code point that was there or from its neighbour: the compiler makes
/// vectors of four code points, while the end of a move of memory, whose length varies, would be mispredicted.
pub(super) struct InOrder<const N: usize> {
    code_points: [u32; N],
    /// Known in the end: to count insertions takes 1 in 70 instructions of a label.
    length: usize,
}

impl<const N: usize> InOrder<N> {
    /// True if the new code point is selected in the vector, too. Stored by itself it would stall the next vector load
    /// (store forwarding). More than 16 code points have few insertions, for which a selection costs more than that.
    const SELECTS: bool = N <= 16;
}

impl<const N: usize> Arrangement for InOrder<N> {
    #[inline(always)]
    fn empty() -> Self {
        Self { code_points: [0; N], length: 0 }
    }

    #[inline(always)]
    fn begin(&mut self, literal: &[u8]) -> Result<bool, Error> {
        Ok(widen(literal, &mut self.code_points))
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) -> Result<(), ErrorKind> {
        let before = self.code_points;
        // The same, a place further on. What is moved out at the end was not in use.
        let mut moved = [0; N];
        for (moved, &code_point) in moved[1..].iter_mut().zip(&before) {
            *moved = code_point;
        }
        // Select by comparison: each slot takes one of two neighbours, and no branch depends on the index. The places
        // are signed, which vectors compare faster.
        let first_moved: i32 = bounded::to(index);
        for (place, slot) in (0..).zip(&mut self.code_points) {
            let number = bounded::below::<N>(bounded::index(place));
            let kept = if place < first_moved { before[number] } else { moved[number] };
            *slot = if Self::SELECTS && place == first_moved { code_point } else { kept };
        }
        if !Self::SELECTS {
            self.code_points[bounded::below::<N>(index)] = code_point;
        }
        Ok(())
    }

    #[inline(always)]
    fn end(&mut self, length: usize) {
        self.length = length;
    }

    #[inline(always)]
    fn finish<T>(&self, finish: impl FnOnce(&[u32]) -> T) -> Result<T, Error> {
        Ok(finish(bounded::first(&self.code_points, self.length)))
    }
}

/// Writes octets to as many slots, and says whether all are ASCII.
#[inline(always)]
fn widen<const N: usize>(octets: &[u8], slots: &mut [u32; N]) -> bool {
    let mut all = 0;
    for (slot, &octet) in slots.iter_mut().zip(octets) {
        *slot = u32::from(octet);
        all |= octet;
    }
    all.is_ascii()
}
