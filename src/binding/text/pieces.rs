//! Slices in pieces of fixed lengths.
//!
//! The end of a loop over a short slice comes as a surprise to the processor, which costs it more than the rest of the
//! loop. A piece of fixed length needs no loop.
//!
//! Bounds: each piece lies within the slice, and each place of the slice in a piece (lemma
//! `pieces_lie_within_the_slice`). That `direct.rs` leaves no slot unwritten rests on it.
#![forbid(unsafe_code)]

use crate::bounded;

/// Hands over all of a slice in pieces of one length, each with its place. The last overlaps the one before it, so
/// `work` sees some items twice.
#[inline(always)]
pub(in crate::binding) fn in_pieces<T>(slice: &[T], mut work: impl FnMut(usize, &[T])) {
    if let Some(last) = slice.last_chunk::<8>() {
        for (index, eight) in slice.as_chunks::<8>().0.iter().enumerate() {
            work(bounded::mul(index, 8), eight);
        }
        work(bounded::sub(slice.len(), 8), last);
    } else if let (Some(first), Some(last)) = (slice.first_chunk::<4>(), slice.last_chunk::<4>()) {
        work(0, first);
        work(bounded::sub(slice.len(), 4), last);
    } else {
        slice.chunks(1).enumerate().for_each(|(index, one)| work(index, one));
    }
}
