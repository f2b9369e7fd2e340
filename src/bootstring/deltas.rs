//! The main loop of the encoder (RFC 3492 section 6.3), from insertions to deltas.
//!
//! Bounds: a delta is from 0 to 2**64 - 1 (room `encoder`).

use super::bias::adapt;
use super::division::{quotient, small_quotient};
use super::params::Parameters;
use super::varint::{self, Output};
use super::{Observer, Step};
use crate::bounded;

/// A code point, the index at which it is inserted into the text so far, and its place in the whole text.
pub(super) type Insertion = (u32, u32, u32);

/// The main loop of section 6.3: one delta for each insertion. `are_small` promises that every delta and every length
/// may be handed to `small_quotient`. It ends early where memory is refused, or an integer has too many digits.
///
/// No delta overflows: a text has less than 2**32 code points and an index is below its length, so that a delta is at
/// most `(2**32 - 1) * (2**32 - 1) + (2**32 - 1)`. No other delta leads to the same insertion (lemma
/// `the_delta_is_unique`).
#[inline(always)]
pub(super) fn insertions<P: Parameters, O: Observer>(
    params: &P,
    in_order: impl Iterator<Item = Insertion>,
    basic: usize,
    are_small: bool,
    output: &mut impl Output,
    observer: &mut O,
) {
    let mut bias = params.initial_bias();
    let mut n = params.initial_n();
    let mut i = 0_u64;
    let mut length: u64 = bounded::to(basic);
    let mut first = true;
    for (code_point, index, place) in in_order {
        if output.is_refused() {
            return;
        }
        let target = u64::from(index);
        length = bounded::add(length, 1);
        // `turns` is how often the decoder's state passes the end of the text, so how far n goes on. Code points
        // ascend, and so do the indices of one code point (lemma `ranks_of_one_code_point_ascend`).
        let turns = u64::from(bounded::sub(code_point, n));
        let delta = bounded::sub(bounded::add(bounded::mul(turns, length), target), i);
        if let Some(most) = params.most_digits()
            && varint::is_longer(params, delta, bias, most)
        {
            return output.exceed(place);
        }
        let start = output.end();
        varint::write(params, delta, bias, are_small, output);
        if O::ANNOTATES
            && let Some(octet) = output.last()
        {
            *octet = observer.annotated(bounded::index(place), *octet);
        }
        let by_length = |delta| if are_small { small_quotient(delta, length) } else { quotient(delta, length) };
        bias = adapt(params, delta, by_length, first);
        if O::LOOKS {
            observer.step(Step { delta, digits: start..output.end(), bias, n: code_point, i: bounded::index(index) });
        }
        n = code_point;
        i = bounded::add(target, 1);
        first = false;
    }
}
