//! Punycode to texts, many at a time (RFC 3492 section 6.2): a text in each lane, an integer of each at a step.
//!
//! Few integers have many digits: six are read of the first one of a text, and five of the others. A text with an
//! integer of more digits is left out, as is every text that is refused, so that the decoder of one text tells why.

use core::arch::x86_64::{
    _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_sub_epi8,
};

use super::arrange::{self, Insertions, PLACES, SIDE_BY_SIDE};
use super::chunks;
use super::inputs::{Forms, Inputs, OCTETS, ROWS};
use super::state::{NO_DIGIT, State};
use super::vector::{self, LANES, and, any, array, load_octets, or, select, store};
use crate::bounded;

/// Octets are looked at in blocks of a word of bits.
const BLOCK: usize = 64;
const BLOCKS: usize = OCTETS.div_ceil(BLOCK);

/// A decoder's memory, used again for each batch.
pub(super) struct Decoder {
    /// The values of all octets as digits.
    values: [u8; BLOCKS * BLOCK + PLACES],
    /// Which octets are delimiters, 64 in a word.
    delimiters: [u64; BLOCKS + 2],
    parts: [Parts; ROWS],
    /// The numbers of the texts by how many digits they have, so that those of a step end at about the same time.
    order: [u8; ROWS + SIDE_BY_SIDE],
    insertions: Insertions,
    decoded: arrange::Decoded,
}

/// The parts of a text.
#[derive(Clone, Copy, Default)]
struct Parts {
    /// Where the text begins, and how long its literal part is.
    start: u16,
    basic: u8,
    /// Where the digits begin, and how many there are.
    digits: u16,
    count: u8,
}

impl Decoder {
    pub(super) const NEW: Self = Self {
        values: [0; BLOCKS * BLOCK + PLACES],
        delimiters: [0; BLOCKS + 2],
        parts: [Parts { start: 0, basic: 0, digits: 0, count: 0 }; ROWS],
        order: [0; ROWS + SIDE_BY_SIDE],
        insertions: Insertions::NONE,
        decoded: arrange::Decoded::NONE,
    };

    /// Decodes texts. None has a form where an octet is not ASCII.
    #[target_feature(enable = "avx2,lzcnt")]
    pub(super) fn decode(&mut self, texts: &Inputs, forms: &mut Forms) {
        if !self.look_up(texts) {
            return;
        }
        self.split(texts);
        for start in (0..texts.count()).step_by(SIDE_BY_SIDE) {
            let numbers: [u8; SIDE_BY_SIDE] = chunks::get(&self.order, start);
            let count = bounded::sub(texts.count(), start).min(SIDE_BY_SIDE);
            let outcome = self.run(numbers);
            for (lane, &number) in bounded::first(&numbers, count).iter().enumerate() {
                self.arrange(texts, number, lane, &outcome);
            }
        }
        self.decoded.write(texts.count(), forms);
    }

    #[inline(always)]
    fn parts(&self, number: u8) -> Parts {
        bounded::at(&self.parts, usize::from(number))
    }

    /// The value of each octet as a digit (RFC 3492 section 5). Says whether all are ASCII.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look_up(&mut self, texts: &Inputs) -> bool {
        let splat = |octet: u8| _mm256_set1_epi8(octet.cast_signed());
        // (As signed numbers, octets that are not ASCII are below all others.)
        let between = |octets, first: u8, last: u8| {
            let (below, above) = (splat(bounded::sub(first, 1)), splat(bounded::add(last, 1)));
            and(_mm256_cmpgt_epi8(octets, below), _mm256_cmpgt_epi8(above, octets))
        };
        let mut all = splat(0);
        for (number, start) in (0..texts.len()).step_by(BLOCK).enumerate() {
            let mut delimiters = 0_u64;
            for (half, start) in [start, bounded::add(start, 32)].into_iter().enumerate() {
                let octets = load_octets(texts.octets(), start);
                all = or(all, octets);
                let lower = or(octets, splat(0x20));
                let letters = select(between(lower, b'a', b'z'), _mm256_sub_epi8(lower, splat(b'a')), splat(NO_DIGIT));
                let numbers = _mm256_sub_epi8(octets, splat(b'0' - 26));
                let values = select(between(octets, b'0', b'9'), numbers, letters);
                chunks::put(&mut self.values, start, vector::octets(values));
                let mask = _mm256_movemask_epi8(_mm256_cmpeq_epi8(octets, splat(b'-'))).cast_unsigned();
                delimiters |= u64::from(mask) << bounded::shift(bounded::to(bounded::mul(half, 32)));
            }
            chunks::put(&mut self.delimiters, number, [delimiters, 0]);
        }
        _mm256_movemask_epi8(all) == 0
    }

    /// Splits each text at its last delimiter, and orders the texts.
    #[inline]
    #[target_feature(enable = "lzcnt")]
    fn split(&mut self, texts: &Inputs) {
        // How many texts have so many digits; then, where those with so many go.
        let mut slots = [0_u8; BLOCK + 1];
        for (number, start) in texts.starts().enumerate() {
            let length = bounded::sub(texts.end(number), start);
            let [low, high]: [u64; 2] = chunks::get(&self.delimiters, start / BLOCK);
            let shift = bounded::to::<u32>(start % BLOCK);
            let delimiters = (low >> shift) | (high << 1) << bounded::sub(63, shift);
            let own = u64::MAX.checked_shr(bounded::to(bounded::sub(BLOCK, length))).unwrap_or(0);
            let end = bounded::sub(64, bounded::index((delimiters & own).leading_zeros()));
            // A delimiter with nothing before it delimits nothing.
            let (basic, digits) = if end <= 1 { (0, 0) } else { (bounded::sub(end, 1), end) };
            let count = bounded::sub(length, digits);
            let parts = Parts {
                start: bounded::to(start),
                basic: bounded::to(basic),
                digits: bounded::to(bounded::add(start, digits)),
                count: bounded::to(count),
            };
            chunks::put(&mut self.parts, number, [parts]);
            let others = bounded::at(&slots, count);
            chunks::put(&mut slots, count, [bounded::add(others, 1)]);
        }
        let mut next = 0;
        for slot in &mut slots {
            let count = *slot;
            *slot = next;
            next = bounded::add(next, count);
        }
        for number in 0..texts.count() {
            let count = usize::from(bounded::at(&self.parts, number).count);
            let slot = bounded::at(&slots, count);
            chunks::put(&mut self.order, usize::from(slot), [bounded::to(number)]);
            chunks::put(&mut slots, count, [bounded::add(slot, 1)]);
        }
    }

    /// Decodes the digits of texts.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn run(&mut self, numbers: [u8; SIDE_BY_SIDE]) -> Outcome {
        let mut low = self.begin(chunks::get(&numbers, 0));
        let mut high = self.begin(chunks::get(&numbers, LANES));
        low.read_first(0, &mut self.insertions);
        high.read_first(LANES, &mut self.insertions);
        // Each step takes a digit at least.
        for row in 1..PLACES {
            if !any(or(low.are_active(), high.are_active())) {
                break;
            }
            let start = bounded::mul(row, SIDE_BY_SIDE);
            low.read_next(start, &mut self.insertions);
            high.read_next(bounded::add(start, LANES), &mut self.insertions);
        }
        let mut outcome = Outcome { counts: [0; SIDE_BY_SIDE], refused: [0; SIDE_BY_SIDE] };
        for (state, start) in [(low, 0), (high, LANES)] {
            let (counts, refused) = state.outcome();
            store(&mut outcome.counts, start, counts);
            store(&mut outcome.refused, start, refused);
        }
        outcome
    }

    /// The state before the first integer of each text.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn begin(&self, numbers: [u8; LANES]) -> State {
        let (mut words, mut lengths, mut left) = ([[0; LANES]; PLACES / 4], [0; LANES], [0; LANES]);
        for (lane, number) in numbers.into_iter().enumerate() {
            let parts = self.parts(number);
            chunks::put(&mut lengths, lane, [bounded::add(i32::from(parts.basic), 1)]);
            chunks::put(&mut left, lane, [i32::from(parts.count)]);
            let is_own = _mm256_cmpgt_epi8(_mm256_set1_epi8(parts.count.cast_signed()), arrange::numbers());
            let values = load_octets(&self.values, usize::from(parts.digits));
            let values = select(is_own, values, _mm256_set1_epi8(NO_DIGIT.cast_signed()));
            for (word, values) in words.iter_mut().zip(array(values)) {
                chunks::put(word, lane, [values]);
            }
        }
        State::new(words, lengths, left)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn arrange(&mut self, texts: &Inputs, number: u8, lane: usize, outcome: &Outcome) {
        let parts = self.parts(number);
        let (number, basic) = (usize::from(number), usize::from(parts.basic));
        let count = bounded::index(bounded::at(&outcome.counts, lane));
        if bounded::at(&outcome.refused, lane) != 0 || bounded::add(basic, count) > PLACES {
            return self.decoded.leave_out(number);
        }
        let literal = texts.chunk(usize::from(parts.start));
        self.decoded.arrange(number, literal, basic, (&self.insertions, lane, count));
    }
}

/// What became of texts: how many integers each has, and whether it is refused or left out.
struct Outcome {
    counts: [i32; SIDE_BY_SIDE],
    refused: [i32; SIDE_BY_SIDE],
}
