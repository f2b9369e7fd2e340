//! Texts to Punycode, many at a time (RFC 3492 section 6.3).
//!
//! The bias of an integer depends on the delta before it, and not on its digits. So the texts of a batch are read and
//! ordered first; then all deltas are known, from them all biases, and from both all digits, eight integers at a step
//! whatever text they belong to. In the end they are written, text by text.
//!
//! The first integer of a text is mostly large, and its thresholds are known: it has six digits at most, where the
//! others have five. A text with an integer that has more is left out, as is one of more than 16 code points that are
//! not basic.
//!
//! Bounds: a delta is below 2**27 (lemma `deltas_of_a_batch_fit`). Those of 2**22 and more are left out.

use core::arch::x86_64::{__m256i, _mm256_andnot_si256, _mm256_mullo_epi32, _mm256_slli_epi32, _mm256_srli_epi32};

use super::chunks;
use super::inputs::{Forms, Inputs, OCTETS, ROWS};
use super::order;
use super::read::{Characters, PLACE, PLACE_BITS};
use super::vector::{
    LANES, adapted, add, and, any, array, digit, less, load, or, quotient, select, splat, store, sub, threshold,
};
use crate::bounded;

/// More than there are integers: each takes two octets of UTF-8 at least. Vectors are written whole.
const INTEGERS: usize = OCTETS / 2 + 3 * LANES;

/// Deltas from here on are left out.
const LARGE: i32 = 1 << 22;

/// What is counted for an integer that is left out: more digits than a text of this length has.
const LEFT_OUT: i32 = 128;

/// An encoder's memory, used again for each batch.
pub(super) struct Encoder {
    characters: Characters,
    texts: [Beginning; ROWS + 1],
    /// Code points in the order of their insertion, text by text, above the bits of their indices. The first one means
    /// nothing: each is looked at with the one before it.
    insertions: [i32; INTEGERS],
    /// How long the text is with each.
    lengths: [i32; INTEGERS],
    deltas: [i32; INTEGERS],
    biases: [i32; INTEGERS],
    /// The digits of each integer but the first of a text: four octets, and the fifth, which few have.
    digits: [i32; INTEGERS],
    fifths: [i32; INTEGERS],
    counts: [i32; INTEGERS],
    /// The first deltas, a number for each text, and the lengths of the texts with them.
    first_deltas: [i32; ROWS],
    first_lengths: [i32; ROWS],
    first_digits: [[i32; 2]; ROWS],
    first_counts: [i32; ROWS],
}

/// Where a text begins.
#[derive(Clone, Copy, Default)]
struct Beginning {
    /// Among the basic code points.
    basic: u16,
    /// Among the integers.
    integer: u16,
    /// It has more code points that are not basic than are sorted here.
    is_left_out: bool,
}

impl Encoder {
    pub(super) const NEW: Self = Self {
        characters: Characters::NONE,
        texts: [Beginning { basic: 0, integer: 0, is_left_out: false }; ROWS + 1],
        insertions: [0; INTEGERS],
        lengths: [0; INTEGERS],
        deltas: [0; INTEGERS],
        biases: [0; INTEGERS],
        digits: [0; INTEGERS],
        fifths: [0; INTEGERS],
        counts: [0; INTEGERS],
        first_deltas: [0; ROWS],
        first_lengths: [0; ROWS],
        first_digits: [[0; 2]; ROWS],
        first_counts: [0; ROWS],
    };

    /// Encodes texts. None has a form where one of them is not UTF-8.
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn encode(&mut self, texts: &Inputs, forms: &mut Forms) {
        if !self.characters.read(texts) {
            return;
        }
        let count = self.order(texts);
        self.find_deltas(count);
        self.find_first_deltas(texts.count());
        self.find_biases(count);
        self.write_first_digits(texts.count());
        self.write_digits(count);
        for number in 0..texts.count() {
            self.write(number, forms);
        }
    }

    /// Orders the code points of each text. Returns how many integers there are.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn order(&mut self, texts: &Inputs) -> usize {
        let (mut keys, mut basics, mut integer) = (0, 0, 0);
        for number in 0..texts.count() {
            let (keys_end, basics_end) = self.characters.before(texts.end(number));
            let (count, before) = (bounded::sub(keys_end, keys), bounded::add(keys, basics));
            let length: i32 = bounded::to(bounded::add(bounded::sub(basics_end, basics), 1));
            let is_left_out = count > 16;
            let text = Beginning { basic: bounded::to(basics), integer: bounded::to(integer), is_left_out };
            chunks::put(&mut self.texts, number, [text]);
            chunks::put(&mut self.first_lengths, number, [length]);
            let first = bounded::add(integer, 1);
            if count <= 8 {
                chunks::put(&mut self.insertions, first, order::eight(&self.characters, keys, count, before));
            } else if !is_left_out {
                chunks::put(&mut self.insertions, first, order::sixteen(&self.characters, keys, count, before));
                let lengths = [8, 9, 10, 11, 12, 13, 14, 15].map(|more| bounded::add(length, more));
                chunks::put(&mut self.lengths, bounded::add(integer, LANES), lengths);
            }
            let lengths = [0, 1, 2, 3, 4, 5, 6, 7].map(|more| bounded::add(length, more));
            chunks::put(&mut self.lengths, integer, lengths);
            // What was written behind the last integer of this text is written over by the next one.
            integer = bounded::add(integer, if is_left_out { 0 } else { count });
            (keys, basics) = (keys_end, basics_end);
        }
        let end = Beginning { basic: bounded::to(basics), integer: bounded::to(integer), is_left_out: false };
        chunks::put(&mut self.texts, texts.count(), [end]);
        integer
    }

    /// The deltas of all integers but the first of each text.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn find_deltas(&mut self, count: usize) {
        for start in (0..count).step_by(LANES) {
            let before = load(&self.insertions, start);
            let insertions = load(&self.insertions, bounded::add(start, 1));
            let code_point = |insertion| _mm256_srli_epi32::<PLACE_BITS>(insertion);
            let index = |insertion| and(insertion, splat(PLACE));
            let turns = sub(code_point(insertions), code_point(before));
            // The state of the decoder is behind the insertion before.
            let steps = sub(sub(index(insertions), index(before)), splat(1));
            store(&mut self.deltas, start, add(_mm256_mullo_epi32(turns, load(&self.lengths, start)), steps));
        }
    }

    /// The deltas of the first integers, from the initial state of the decoder on.
    #[inline(always)]
    fn find_first_deltas(&mut self, count: usize) {
        for number in 0..count {
            let integer = usize::from(bounded::at(&self.texts, number).integer);
            let insertion = bounded::at(&self.insertions, bounded::add(integer, 1));
            let length = bounded::at(&self.first_lengths, number);
            // (Modulo 2**32: where a text has no integer, this is one of another text or none.)
            let delta =
                (insertion >> PLACE_BITS).wrapping_sub(0x80).wrapping_mul(length).wrapping_add(insertion & PLACE);
            chunks::put(&mut self.first_deltas, number, [delta]);
            // It has digits of its own. These here are not looked at, and shall not be many.
            chunks::put(&mut self.deltas, integer, [0]);
        }
    }

    /// The biases of all integers but the first of each text.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn find_biases(&mut self, count: usize) {
        for start in (0..count).step_by(LANES) {
            let delta = _mm256_srli_epi32::<1>(load(&self.deltas, start));
            let bias = adapted(delta, load(&self.lengths, start));
            store(&mut self.biases, bounded::add(start, 1), bias);
        }
    }

    /// The digits of the first integers, and the biases of the second ones.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn write_first_digits(&mut self, count: usize) {
        for start in (0..count).step_by(LANES) {
            let delta = load(&self.first_deltas, start);
            let biases = adapted(quotient(delta, splat(700)), load(&self.first_lengths, start));
            let mut integers = Integers::new(delta);
            let low = integers.digits([1, 1, 26, 26].map(|t| splat(t)));
            let mut high = integers.digit(splat(26));
            high = or(high, _mm256_slli_epi32::<8>(integers.digit(splat(26))));
            store(&mut self.first_counts, start, integers.counts(delta));
            let digits = array(low).into_iter().zip(array(high));
            let texts = start..bounded::add(start, LANES).min(count);
            for (number, ((low, high), bias)) in texts.zip(digits.zip(array(biases))) {
                chunks::put(&mut self.first_digits, number, [[low, high]]);
                let second = bounded::add(usize::from(bounded::at(&self.texts, number).integer), 1);
                chunks::put(&mut self.biases, second, [bias]);
            }
        }
    }

    /// The digits of all integers but the first of each text.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn write_digits(&mut self, count: usize) {
        for start in (0..count).step_by(LANES) {
            let delta = load(&self.deltas, start);
            let bias = load(&self.biases, start);
            let mut integers = Integers::new(delta);
            let four = integers.digits([36, 72, 108, 144].map(|k| threshold(k, bias)));
            store(&mut self.digits, start, four);
            if any(integers.unended) {
                store(&mut self.fifths, start, integers.digit(threshold(180, bias)));
            }
            store(&mut self.counts, start, integers.counts(delta));
        }
    }

    /// Writes the form of a text.
    #[inline(always)]
    fn write(&self, number: usize, forms: &mut Forms) {
        let text = bounded::at(&self.texts, number);
        let next = bounded::at(&self.texts, bounded::add(number, 1));
        let basic = usize::from(text.basic)..usize::from(next.basic);
        let start = forms.len();
        // Blocks of 16 octets, of which nearly always one is enough.
        for (block, at) in basic.clone().step_by(16).enumerate() {
            let place = bounded::add(start, bounded::mul(block, 16));
            forms.put::<16>(place, chunks::get(&self.characters.literal, at), 0);
        }
        let mut end = bounded::add(start, basic.len());
        end = forms.put(end, *b"-", usize::from(!basic.is_empty()));
        let digits_start = end;
        let integers = usize::from(text.integer)..usize::from(next.integer);
        if !integers.is_empty() {
            let [low, high] = bounded::at(&self.first_digits, number);
            let count = bounded::at(&self.first_counts, number);
            end = forms.put(end, octets(low, high), bounded::index(count));
        }
        let rest = bounded::add(integers.start, 1)..integers.end;
        for first in rest.clone().step_by(4) {
            // Four at a step, whose last ones may belong to the next text, so that fewer branches depend on the text.
            let digits: [i32; 4] = chunks::get(&self.digits, first);
            let fifths: [i32; 4] = chunks::get(&self.fifths, first);
            let counts: [i32; 4] = chunks::get(&self.counts, first);
            for (integer, ((low, high), count)) in (first..).zip(digits.into_iter().zip(fifths).zip(counts)) {
                let count = if integer < rest.end { bounded::index(count) } else { 0 };
                end = forms.put(end, octets(low, high), count);
            }
        }
        let is_left_out = text.is_left_out || bounded::sub(end, digits_start) >= bounded::index(LEFT_OUT);
        forms.end((!is_left_out).then_some(end));
    }
}

/// The octets of two words.
#[inline(always)]
fn octets(low: i32, high: i32) -> [u8; 8] {
    let [a, b, c, d] = low.to_le_bytes();
    let [e, f, g, h] = high.to_le_bytes();
    [a, b, c, d, e, f, g, h]
}

/// Eight integers that are written digit by digit (RFC 3492 section 3.3).
struct Integers {
    /// What is left of each.
    rest: __m256i,
    /// How many digits each has so far.
    count: __m256i,
    /// Those whose last digit is not written yet: a mask.
    unended: __m256i,
}

impl Integers {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(values: __m256i) -> Self {
        Self { rest: values, count: splat(0), unended: splat(-1) }
    }

    /// The next digit of each. What is written behind the last one of an integer means nothing.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn digit(&mut self, threshold: __m256i) -> __m256i {
        let is_last = less(self.rest, threshold);
        let divisor = sub(splat(36), threshold);
        let rest = quotient(sub(self.rest, threshold), divisor);
        let value = select(is_last, self.rest, sub(self.rest, _mm256_mullo_epi32(rest, divisor)));
        self.rest = rest;
        self.count = sub(self.count, self.unended);
        self.unended = _mm256_andnot_si256(is_last, self.unended);
        digit(value)
    }

    /// The next four digits, the first in the lowest octet.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn digits(&mut self, thresholds: [__m256i; 4]) -> __m256i {
        let [a, b, c, d] = thresholds.map(|threshold| self.digit(threshold));
        let low = or(a, _mm256_slli_epi32::<8>(b));
        or(low, or(_mm256_slli_epi32::<16>(c), _mm256_slli_epi32::<24>(d)))
    }

    /// How many digits each value has.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn counts(&self, values: __m256i) -> __m256i {
        let is_in_range = and(less(splat(-1), values), less(values, splat(LARGE)));
        select(_mm256_andnot_si256(self.unended, is_in_range), self.count, splat(LEFT_OUT))
    }
}
