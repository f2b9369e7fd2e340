//! Pairs of a text and what it was converted to in this call: a log repeats the names that it has.
//!
//! ```text
//! slot = slots[hash of the text]           leads to the last pair whose text has this hash
//! is that this text, octet by octet?  hit     its form is appended; that earns credits, of names three
//! else                                miss    costs a credit; without any nothing is looked up any more
//!     copy the text behind the pairs       all pairs are forgotten where there is no room for one more
//!     convert the copy                     so that a pair is of what was converted, whatever another thread makes
//!                                          of the column meanwhile
//!     no refusal, no remark?               append the form to the copy, and let the slot lead to both
//! ```
//!
//! A form depends on the text alone, as a call has one task. A hit earns as many credits as misses take the time
//! that it saves, so that a column with fewer hits takes no longer than without pairs, but for the first credits.

use crate::bounded;
use crate::memory::{self, Growing};
use crate::works::{RowResult, taken};

/// Longer texts and forms are no pair, so that an octet tells a length.
const LONGEST: usize = 255;

/// The bits of the place of a pair. The others of a slot are those of the hash, so that most misses read no pair.
const PLACES: u32 = 20;

/// The most octets of a pair.
const ROOM: usize = 2 * LONGEST + 2;

/// So many misses are paid for from the beginning.
const CREDITS: usize = 1_024;

/// The pairs of one thread; without slots there is none.
#[derive(Default)]
pub(super) struct Proven {
    /// Where pairs begin, by the hashes of their texts. Their number is a power of two.
    slots: Vec<u32>,
    /// Of each pair the lengths, the text and the form. The first is of the empty text, which is never looked up.
    pairs: Vec<u8>,
    /// The most octets of all pairs, so that a slot has room for their places.
    most: usize,
    credits: usize,
    /// So many misses are paid for by a hit.
    earned: usize,
}

impl Proven {
    /// With so many slots. Without memory for them there is none.
    #[cold]
    pub(super) fn new(slots: usize, earned: usize) -> Self {
        let credits = if slots == 0 { 0 } else { CREDITS };
        match (memory::filled(0, slots), memory::filled(0, 2)) {
            (Ok(slots), Ok(pairs)) => Self { slots, pairs, most: 1 << PLACES, credits, earned },
            _ => Self::default(),
        }
    }

    /// Returns whether there is credit left.
    #[inline(always)]
    pub(super) const fn is_in_use(&self) -> bool {
        self.credits > 0
    }

    /// Appends the form of a text: that of a pair, or what `convert` appends. Texts without pairs shall not pay for
    /// what this takes on the stack.
    #[inline(never)]
    pub(super) fn form_of(
        &mut self,
        text: &[u8],
        output: &mut Growing<u8>,
        mut convert: impl FnMut(&[u8], &mut Growing<u8>) -> RowResult,
    ) -> RowResult {
        let (..=LONGEST, Some(hash)) = (text.len(), hash(text)) else { return convert(text, output) };
        if let Some(form) = self.known(hash, text) {
            output.extend_from_slice(form);
            self.credits = self.credits.saturating_add(self.earned);
            return taken(output, None);
        }
        self.credits = bounded::sub(self.credits, 1);
        let (start, Some(place)) = (output.len(), self.copy(text)) else { return convert(text, output) };
        let converted = convert(bounded::rest(&self.pairs, bounded::add(place, 2)), output);
        let form = output.get(start..).filter(|_| matches!(converted, Ok(None)));
        self.prove(hash, place, form);
        converted
    }

    /// The form of a text that has a pair.
    #[inline(always)]
    fn known(&self, hash: u32, text: &[u8]) -> Option<&[u8]> {
        let slot = bounded::at(&self.slots, self.slot(hash));
        if (slot ^ hash) >= 1 << PLACES {
            return None;
        }
        let pair = bounded::rest(&self.pairs, bounded::index(slot & bounded::sub(1 << PLACES, 1)));
        let ([of_text, of_form], rest) = pair.split_first_chunk()?;
        let (of, rest) = rest.split_at_checked(usize::from(*of_text))?;
        if of == text { rest.get(..usize::from(*of_form)) } else { None }
    }

    fn slot(&self, hash: u32) -> usize {
        bounded::index(hash) & bounded::sub(self.slots.len(), 1)
    }

    /// Copies a text behind the pairs. Returns where its pair begins.
    fn copy(&mut self, text: &[u8]) -> Option<usize> {
        if bounded::add(self.pairs.len(), ROOM) > self.most {
            self.pairs.truncate(2);
            self.slots.fill(0);
        }
        let place = self.pairs.len();
        self.pairs.try_reserve(ROOM).ok()?;
        self.pairs.extend_from_slice(&[bounded::to(text.len()), 0]);
        self.pairs.extend_from_slice(text);
        Some(place)
    }

    /// Makes a pair of a copy and its form, or drops the copy.
    fn prove(&mut self, hash: u32, place: usize, form: Option<&[u8]>) {
        match form.and_then(|form| Some((form, u8::try_from(form.len()).ok()?))) {
            Some((form, length)) => {
                bounded::put(&mut self.pairs, bounded::add(place, 1), length);
                self.pairs.extend_from_slice(form);
                let slot = self.slot(hash);
                bounded::put(&mut self.slots, slot, (hash >> PLACES << PLACES) | bounded::to::<u32>(place));
            }
            None => self.pairs.truncate(place),
        }
    }
}

/// A hash of a text that has eight octets at least. Nobody gains by foreseeing it: the last text takes a slot.
#[inline(always)]
fn hash(text: &[u8]) -> Option<u32> {
    let eights = text.as_chunks::<8>().0.iter().chain([text.last_chunk()?]);
    // Modulo the size of a word: bits that are lost were multiplied into others before.
    let folded = |hash: u64, eight: &[u8; 8]| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(*eight)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    // The last octets of a text are in the highest bits alone, which so choose the slot.
    Some(bounded::to::<u32>(eights.fold(0, folded) >> 32).swap_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::works::{Failure, Remark};

    const GOOD: fn() -> RowResult = || Ok(None);

    /// Appends the form of a text: the text in capitals. `ends` says how its conversion ends. Returns how often it was
    /// converted.
    fn conversions(proven: &mut Proven, text: &str, ends: fn() -> RowResult) -> usize {
        let (mut count, mut output) = (0_usize, Growing::default());
        output.extend_from_slice(b"before ");
        let form = proven.form_of(text.as_bytes(), &mut output, |text, output| {
            count = count.saturating_add(1);
            output.extend_from_slice(&text.to_ascii_uppercase());
            ends()
        });
        assert_eq!(form.is_ok(), ends().is_ok());
        assert_eq!(&*output, ["before ", &text.to_uppercase()].concat().as_bytes());
        count
    }

    #[test]
    fn a_text_that_is_not_too_short_or_long_is_converted_once() {
        let mut proven = Proven::new(4, 3);
        for (length, again) in [(0, 1), (7, 1), (8, 0), (9, 0), (255, 0), (256, 1)] {
            let text = "a".repeat(length);
            assert_eq!([(); 3].map(|()| conversions(&mut proven, &text, GOOD)), [1, again, again], "{length}");
        }
    }

    #[test]
    fn neither_a_refusal_nor_a_remark_is_proven() {
        let mut proven = Proven::new(4, 3);
        let ends: [fn() -> RowResult; 2] =
            [|| Err(Failure::Nothing), || Ok(Some(Remark::Refused(memory::refused().into())))];
        for ends in ends {
            assert_eq!([(); 3].map(|()| conversions(&mut proven, "some text", ends)), [1; 3]);
            assert_eq!(proven.pairs.len(), 2);
        }
        assert_eq!([(); 2].map(|()| conversions(&mut proven, "some text", GOOD)), [1, 0]);
    }

    /// They have the same slot, and the same bits of the hash in it.
    #[test]
    fn texts_are_told_apart_by_their_octets() {
        let mut proven = Proven::new(4, 3);
        let bits = |text: &str| hash(text.as_bytes()).map(|hash| (hash >> PLACES, hash & 3));
        let other = (0..1_000_000).map(|number| format!("{number:08}")).find(|other| bits(other) == bits("some text"));
        let texts = ["some text", other.as_deref().unwrap_or_default()];
        assert_eq!(texts[1].len(), 8);
        let counts = [0, 1, 0, 0, 1, 1].map(|index| conversions(&mut proven, texts.get(index).unwrap_or(&""), GOOD));
        assert_eq!(counts, [1, 1, 1, 0, 1, 0]);
    }

    #[test]
    fn all_pairs_are_forgotten_where_there_is_no_room() {
        let mut proven = Proven::new(1 << 10, 3);
        proven.most = ROOM + 2 + 22;
        let counts =
            [0, 0, 1, 1, 0, 2, 0, 2].map(|number: u8| conversions(&mut proven, &format!("some text{number}"), GOOD));
        assert_eq!(counts, [1, 0, 1, 0, 0, 1, 1, 0]);
        assert!(proven.pairs.capacity() < 2_000);
    }

    #[test]
    fn a_hit_pays_for_misses() {
        for (hits, earned) in [(0, 3), (1, 3), (5, 3), (5, 1)] {
            let mut proven = Proven::new(4, earned);
            assert_eq!(conversions(&mut proven, "some text", GOOD), 1);
            assert_eq!((0..hits).map(|_| conversions(&mut proven, "some text", GOOD)).sum::<usize>(), 0);
            let misses = (0..).take_while(|number| {
                proven.is_in_use() && conversions(&mut proven, &format!("{number:08}"), GOOD) == 1
            });
            assert_eq!(misses.count(), 1_023 + earned * hits);
        }
        assert!(!Proven::new(0, 3).is_in_use());
    }
}
