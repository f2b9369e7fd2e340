//! The encoder for texts of at most 64 code points: order and ranks without memory of its own and almost without
//! branches that depend on the text, as mispredicted branches are most of the time of a label.
//!
//! Bounds: all octets have room (lemma `eight_digits_are_enough_for_labels`).
#![expect(clippy::indexing_slicing)]

use super::deltas::{Insertion, insertions};
use super::keys::{self, FILLER, LARGEST_CODE_POINT, PLACE_BITS, PLACE_MASK};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, Scalars};
use super::ranks::Ranks;
use super::varint::{FIRST_DIGITS, Output};
use crate::bounded;

/// As many digits as an integer of Punycode takes in a short text at most: `0x110000 * 65 < 10**8`, and a digit that is
/// not the last divides by 10 at least (lemma `eight_digits_are_enough_for_labels`). Where other parameters need more,
/// the text is handled as a long one.
pub(super) const DIGITS: usize = FIRST_DIGITS;

/// The encoded form of a text of at most `N` code points, unless it does not fit or the text has a fault.
#[inline(always)]
pub(super) fn encode_short<'room, P: Parameters, R: Repertoire, K: Ranks, const N: usize>(
    params: &P,
    text: &[u32],
    room: &'room mut [[u8; DIGITS]; N],
) -> Option<&'room [u8]> {
    let slots = room.as_flattened_mut();
    let mut keys = [FILLER; N];
    let mut basic = 0_usize;
    let mut ranks = K::default();
    let mut all = 0_u32;
    // That places are below `N` tells the compiler that none has to be cut to fit.
    for (place, &unit) in (0..bounded::to::<u32>(N)).zip(text) {
        let is_basic = unit < FIRST_NON_BASIC;
        // A partition without a branch: each unit is written to both arrays, and only the counters decide which of the
        // two is kept, as the next unit is written over the other. Both indices are at most `place`, hence below `N`.
        // A code point of more than 25 bits loses some of them: its text is refused below.
        let code_point_bits = (unit << PLACE_BITS).cast_signed();
        slots[bounded::below::<N>(basic)] = unit.to_le_bytes()[0];
        keys[bounded::below::<N>(bounded::sub(bounded::index(place), basic))] = code_point_bits | place.cast_signed();
        all |= unit;
        ranks.begin(place, basic);
        basic = bounded::add(basic, usize::from(is_basic));
    }
    let count = bounded::sub(text.len(), basic);
    // A basic code point at the end of the text was written after the keys, too: a filler replaces it. Where all places
    // have keys, nothing is after them.
    if let Some(unused) = keys.get_mut(count) {
        *unused = FILLER;
    }
    // A surrogate has all bits of D800, so that few texts have to be searched for one.
    if all > LARGEST_CODE_POINT || all & 0xD800 == 0xD800 && text.iter().any(|&unit| R::refuses_as_surrogate(unit)) {
        return None;
    }
    keys::sort(&mut keys, count);
    let mut cursor = Cursor { slots, end: basic };
    if basic > 0 {
        cursor.put(params.delimiter());
    }
    let keys = keys.get_mut(..count)?;
    let code_point = |key: i32| key.cast_unsigned() >> PLACE_BITS;
    if keys.first().is_some_and(|&key| code_point(key) < params.initial_n())
        || keys.last().is_some_and(|&key| code_point(key) > R::LARGEST)
    {
        return None;
    }
    let in_order = Sorted { keys: keys.iter(), ranks };
    // Lengths of short texts are small, and so are deltas of scalar values (lemma
    // `eight_digits_are_enough_for_labels`).
    let are_small = R::LARGEST <= Scalars::LARGEST;
    insertions(params, in_order, basic, are_small, &mut cursor, &mut ());
    let Cursor { slots, end } = cursor;
    slots.get(..end)
}

/// The insertions of sorted keys, in an iterator of its own: a closure would be called, not inlined.
struct Sorted<'a, K> {
    keys: core::slice::Iter<'a, i32>,
    ranks: K,
}

impl<K: Ranks> Iterator for Sorted<'_, K> {
    type Item = Insertion;
    #[inline(always)]
    fn next(&mut self) -> Option<Insertion> {
        let key = self.keys.next()?.cast_unsigned();
        // The place is asked for by observers only, of which there is none here.
        Some((key >> PLACE_BITS, self.ranks.handle(key & PLACE_MASK.cast_unsigned()), 0))
    }
}

/// Writes while there is room, and counts on: whether all had room is asked once, at the end.
struct Cursor<'a> {
    slots: &'a mut [u8],
    end: usize,
}

impl Output for Cursor<'_> {
    #[inline(always)]
    fn put(&mut self, octet: u8) {
        if let Some(slot) = self.slots.get_mut(self.end) {
            *slot = octet;
        }
        self.end = bounded::add(self.end, 1);
    }
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [u8; DIGITS]> {
        self.slots.get_mut(self.end..)?.first_chunk_mut()
    }
    #[inline(always)]
    fn keep(&mut self, count: usize) {
        self.end = bounded::add(self.end, count);
    }
    fn refuse(&mut self) {
        // As if there was no room, so that the text is handled as a long one. Nothing written afterwards gets beyond.
        self.end = usize::MAX / 2;
    }
    fn exceed(&mut self, _: u32) {
        // Places are known to the engine for long texts.
        self.refuse();
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode_long::encode_long;
    use super::super::params::{Integers, PUNYCODE};
    use super::super::{Bootstring, ParameterError};
    use crate::bounded::ascii_string;
    use crate::paths::taken;

    #[test]
    fn keys_hold_integers_of_25_bits() -> Result<(), ParameterError> {
        let params = Bootstring::new(&PUNYCODE)?;
        for (integer, is_short) in [(0x80, true), (0x1FF_FFFF, true), (0x200_0000, false), (0x200_0001, false)] {
            let paths = taken(|| params.encode_code_points(&[integer]));
            assert_eq!(!paths.contains(&"encode: long"), is_short, "{integer:X}");
        }
        Ok(())
    }

    /// Only deltas of scalar values are small.
    #[test]
    fn large_deltas_are_written() -> Result<(), ParameterError> {
        let params = Bootstring::new(&PUNYCODE)?;
        let text = [vec![0x61; 40], vec![0x80, 0x1FF_FFFF]].concat();
        let expected = encode_long::<_, Integers, _>(&params, &text, &mut ()).map(ascii_string);
        assert_eq!(params.encode_code_points(&text), expected);
        Ok(())
    }
}
