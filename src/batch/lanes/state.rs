//! The state of the decoder, for a text in each lane (RFC 3492 section 6.2).
//!
//! No branch depends on how many digits an integer has: the next four digits of all texts are compared with their
//! thresholds at once, and those up to the first one below its threshold are added up.
//!
//! Bounds: values of digits and of what is no digit are below 128, so that sums of their products fit (lemma
//! `digits_add_up_in_lanes`). A sum of 2**24 and more is left out.

use core::arch::x86_64::{
    __m256i, _mm256_andnot_si256, _mm256_cmpeq_epi32, _mm256_cmpgt_epi8, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epu8, _mm256_min_epi32, _mm256_min_epu8, _mm256_mullo_epi16, _mm256_mullo_epi32, _mm256_slli_epi32,
    _mm256_sllv_epi32, _mm256_srli_epi32, _mm256_srlv_epi32, _mm256_sub_epi8, _mm256_subs_epu8,
};

use super::arrange::{Insertions, PLACES};
use super::vector::{EXACT, LANES, adapted, add, and, any, less, or, quotient, splat, sub, threshold, vector};

/// The value of what is no digit, and of what is behind the digits of a text: above every threshold.
pub(super) const NO_DIGIT: u8 = 0x7F;

/// The state of the decoder, for a text in each lane. Masks are -1 or 0.
pub(super) struct State {
    /// The values of the digits that are left, the next one lowest in the first word.
    words: [__m256i; PLACES / 4],
    /// The index behind the last insertion.
    start: __m256i,
    n: __m256i,
    /// How long the text is with the next insertion.
    length: __m256i,
    bias: __m256i,
    /// How many digits are left.
    left: __m256i,
    /// How many integers were read.
    count: __m256i,
    /// A mask of the texts that are refused or left out.
    refused: __m256i,
}

impl State {
    /// The state before the first integer: of digits in words, the lengths of the texts with what is inserted first,
    /// and how many digits each has.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn new(digits: [[i32; LANES]; PLACES / 4], lengths: [i32; LANES], left: [i32; LANES]) -> Self {
        let words = digits.map(|digits| vector(digits));
        let (length, left) = (vector(lengths), vector(left));
        let zero = splat(0);
        Self { words, start: zero, n: splat(0x80), length, bias: splat(72), left, count: zero, refused: zero }
    }

    /// How many integers were read of each text, and a mask of those that are refused or left out.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn outcome(&self) -> (__m256i, __m256i) {
        (self.count, or(self.refused, self.are_active()))
    }

    /// A mask of the texts that have digits left.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn are_active(&self) -> __m256i {
        less(splat(0), self.left)
    }

    /// Reads the first integers: their thresholds are 1, 1 and then 26, their weights 1, 35, 1225 and then ten times
    /// that.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn read_first(&mut self, start: usize, insertions: &mut Insertions) {
        let low = Digits::read(self.words[0], splat(0x1A1A_0101));
        let high = Digits::read(self.words[1], splat(0x0000_1A1A));
        let goes_on = low.goes_on();
        let high = Digits { values: and(high.values, goes_on), own: and(high.own, goes_on), ..high };
        let low_sum = low.sum(splat(0x0A01_2301), splat(1225 << 16 | 1));
        let high_sum = high.sum(splat(0x0A01), splat(1));
        let delta = add(low_sum, _mm256_mullo_epi32(high_sum, splat(122_500)));
        let is_wrong = or(and(goes_on, high.goes_on()), or(low.have_no_digit(), high.have_no_digit()));
        let more = high.count();
        self.insert(delta, quotient(delta, splat(700)), add(low.count(), more), is_wrong, (start, insertions));
        self.take(low.count());
        self.take(more);
    }

    /// Reads the next integer of each text.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn read_next(&mut self, start: usize, insertions: &mut Insertions) {
        // Four thresholds in the octets of each lane: `k - bias`, not below 0, then not below 1 and not above 26.
        let bias = or(self.bias, _mm256_slli_epi32::<8>(self.bias));
        let bias = or(bias, _mm256_slli_epi32::<16>(bias));
        let distances = _mm256_subs_epu8(splat((144_u32 << 24 | 108 << 16 | 72 << 8 | 36).cast_signed()), bias);
        let thresholds = _mm256_max_epu8(_mm256_min_epu8(distances, splat(0x1A1A_1A1A)), splat(0x0101_0101));
        let digits = Digits::read(self.words[0], thresholds);
        // Each weight is the one before, times `36 - t`.
        let factors = _mm256_sub_epi8(splat(0x2424_2424), thresholds);
        let pairs = or(and(_mm256_slli_epi32::<8>(factors), splat(0xFF00_FF00_u32.cast_signed())), splat(0x0001_0001));
        let octet = |vector| and(vector, splat(0xFF));
        let third = _mm256_mullo_epi16(octet(factors), octet(_mm256_srli_epi32::<8>(factors)));
        let mut delta = digits.sum(pairs, or(_mm256_slli_epi32::<16>(third), splat(1)));
        let mut is_wrong = digits.have_no_digit();
        let goes_on = and(digits.goes_on(), self.are_active());
        if any(goes_on) {
            let fifth = and(octet(self.words[1]), goes_on);
            let weight = _mm256_mullo_epi16(octet(_mm256_srli_epi32::<16>(factors)), _mm256_srli_epi32::<24>(factors));
            delta = add(delta, _mm256_mullo_epi32(fifth, _mm256_mullo_epi32(third, weight)));
            // (What is no digit is not below a threshold.)
            let ends = less(fifth, threshold(180, self.bias));
            is_wrong = or(is_wrong, _mm256_andnot_si256(ends, goes_on));
        }
        let count = digits.count();
        self.insert(delta, _mm256_srli_epi32::<1>(delta), sub(count, goes_on), is_wrong, (start, insertions));
        self.take(count);
        if any(goes_on) {
            self.take(and(goes_on, splat(1)));
        }
    }

    /// What follows from a delta, which came from so many digits (RFC 3492 section 6.2).
    #[inline]
    #[target_feature(enable = "avx2")]
    fn insert(
        &mut self,
        delta: __m256i,
        scaled: __m256i,
        digits: __m256i,
        is_wrong: __m256i,
        (start, insertions): (usize, &mut Insertions),
    ) {
        let is_active = self.are_active();
        let sum = add(self.start, delta);
        let turns = quotient(sum, self.length);
        let index = sub(sum, _mm256_mullo_epi32(turns, self.length));
        self.n = add(self.n, turns);
        insertions.put(start, self.n, index);
        self.start = add(index, splat(1));
        self.bias = adapted(scaled, self.length);
        self.length = add(self.length, splat(1));
        self.count = sub(self.count, is_active);
        self.left = sub(self.left, digits);
        let is_large = or(less(splat(EXACT - 1), sum), less(splat(0x10_FFFF), self.n));
        let is_surrogate = _mm256_cmpeq_epi32(_mm256_srli_epi32::<11>(self.n), splat(0xD800 >> 11));
        let is_refused = or(or(is_wrong, less(self.left, splat(0))), or(is_large, is_surrogate));
        self.refused = or(self.refused, and(is_active, is_refused));
    }

    /// Goes on behind so many digits, four at most.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn take(&mut self, count: __m256i) {
        let bits = _mm256_slli_epi32::<3>(_mm256_min_epi32(count, splat(4)));
        let back = sub(splat(32), bits);
        // (A shift by 32 bits gives 0.)
        let mut next = splat(i32::from_le_bytes([NO_DIGIT; 4]));
        for word in self.words.iter_mut().rev() {
            let moved = or(_mm256_srlv_epi32(*word, bits), _mm256_sllv_epi32(next, back));
            next = *word;
            *word = moved;
        }
    }
}

/// Up to four digits of an integer in each lane, the first one lowest.
struct Digits {
    /// Their values, 0 for what is behind the last digit.
    values: __m256i,
    /// All bits of the octets of the digits.
    own: __m256i,
    /// 80 in each octet that is below its threshold.
    ends: __m256i,
}

impl Digits {
    /// The digits up to the first one that is below its threshold.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn read(word: __m256i, thresholds: __m256i) -> Self {
        let ends = _mm256_cmpgt_epi8(thresholds, word);
        // The lowest bit that is set, up by an octet, less 1: all bits of the octets up to it. Where none is set, all
        // bits.
        let first = and(and(ends, sub(splat(0), ends)), splat(0x0101_0101));
        let own = sub(_mm256_slli_epi32::<8>(first), splat(1));
        Self { values: and(word, own), own, ends }
    }

    /// A mask of the lanes in which no digit is below its threshold.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn goes_on(&self) -> __m256i {
        _mm256_cmpeq_epi32(self.ends, splat(0))
    }

    /// A mask of the lanes in which a value is not one of a digit.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn have_no_digit(&self) -> __m256i {
        less(splat(0), and(self.values, splat(0x4040_4040)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn count(&self) -> __m256i {
        let ones = splat(0x0101_0101);
        _mm256_madd_epi16(_mm256_maddubs_epi16(and(self.own, ones), ones), splat(0x0001_0001))
    }

    /// The sum of the values, times the weights of each in its pair, and of each pair.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum(&self, weights: __m256i, weights_of_pairs: __m256i) -> __m256i {
        _mm256_madd_epi16(_mm256_maddubs_epi16(self.values, weights), weights_of_pairs)
    }
}
