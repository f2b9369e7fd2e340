//! Vectors of eight lanes, and what Punycode computes of each lane: a quotient, the adapted bias, the digit of a value.
//!
//! Bounds: a quotient of floating-point numbers is exact where both operands are below 2**24 (lemma
//! `quotients_of_floats_are_exact`). Bias adaptation scales down three times at most (lemma
//! `deltas_are_scaled_down_at_once`).

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpgt_epi32,
    _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_cvttps_epi32, _mm256_div_ps, _mm256_extract_epi32,
    _mm256_extract_epi64, _mm256_mullo_epi16, _mm256_or_si256, _mm256_set1_epi32, _mm256_setr_epi32,
    _mm256_setr_epi64x, _mm256_sub_epi32, _mm256_testz_si256,
};

use super::chunks;
use crate::bounded;
/// So many numbers are in a vector.
pub(super) const LANES: usize = 8;

/// Dividends and divisors of [`quotient`] are below it.
pub(super) const EXACT: i32 = 1 << 24;

/// Eight numbers from an index on. (The compiler makes one instruction of the eight, as it does in [`store`].)
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(numbers: &[i32], start: usize) -> __m256i {
    vector(chunks::get(numbers, start))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn vector(numbers: [i32; LANES]) -> __m256i {
    let [a, b, c, d, e, f, g, h] = numbers;
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}

/// Writes eight numbers from an index on.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store(numbers: &mut [i32], start: usize, vector: __m256i) {
    chunks::put(numbers, start, array(vector));
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn array(vector: __m256i) -> [i32; LANES] {
    [
        _mm256_extract_epi32::<0>(vector),
        _mm256_extract_epi32::<1>(vector),
        _mm256_extract_epi32::<2>(vector),
        _mm256_extract_epi32::<3>(vector),
        _mm256_extract_epi32::<4>(vector),
        _mm256_extract_epi32::<5>(vector),
        _mm256_extract_epi32::<6>(vector),
        _mm256_extract_epi32::<7>(vector),
    ]
}

/// 32 octets from an index on.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_octets(octets: &[u8], start: usize) -> __m256i {
    let octets: [u8; 32] = chunks::get(octets, start);
    let (words, _) = octets.as_chunks();
    let word = |index: usize| i64::from_le_bytes(bounded::at(words, index));
    _mm256_setr_epi64x(word(0), word(1), word(2), word(3))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn octets(vector: __m256i) -> [u8; 32] {
    let words = [
        _mm256_extract_epi64::<0>(vector),
        _mm256_extract_epi64::<1>(vector),
        _mm256_extract_epi64::<2>(vector),
        _mm256_extract_epi64::<3>(vector),
    ];
    let mut octets = [0; 32];
    for (eight, word) in octets.as_chunks_mut().0.iter_mut().zip(words) {
        *eight = word.to_le_bytes();
    }
    octets
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn splat(number: i32) -> __m256i {
    _mm256_set1_epi32(number)
}

/// The octets of a word, each in a lane, the lowest first.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn widen(word: u64) -> __m256i {
    _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(word.cast_signed()))
}

/// The number of each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn numbers() -> __m256i {
    vector([0, 1, 2, 3, 4, 5, 6, 7])
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sub(a: __m256i, b: __m256i) -> __m256i {
    _mm256_sub_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn and(a: __m256i, b: __m256i) -> __m256i {
    _mm256_and_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn or(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(a, b)
}

/// All bits of each lane in which the first number is less, or none: -1 or 0.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn less(a: __m256i, b: __m256i) -> __m256i {
    _mm256_cmpgt_epi32(b, a)
}

/// `yes` where the bits of the mask are set, else `no`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
    _mm256_blendv_epi8(no, yes, mask)
}

/// Whether a bit of any lane is set.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn any(mask: __m256i) -> bool {
    _mm256_testz_si256(mask, mask) == 0
}

/// `a / b`, for numbers that are not negative and below [`EXACT`]; any number else.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn quotient(a: __m256i, b: __m256i) -> __m256i {
    _mm256_cvttps_epi32(_mm256_div_ps(_mm256_cvtepi32_ps(a), _mm256_cvtepi32_ps(b)))
}

/// Bias adaptation (RFC 3492 section 6.1) with the numbers of section 5, of deltas that are halved or damped already.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn adapted(delta: __m256i, length: __m256i) -> __m256i {
    // (A delta is scaled down while it is above 455.)
    const ONCE: i32 = 455;
    const TWICE: i32 = 456 * 35 - 1;
    const THRICE: i32 = 456 * 35 * 35 - 1;
    let delta = add(delta, quotient(delta, length));
    let (once, twice, thrice) = (less(splat(ONCE), delta), less(splat(TWICE), delta), less(splat(THRICE), delta));
    let divisor = select(once, splat(35), splat(1));
    let divisor = select(thrice, splat(35 * 35 * 35), select(twice, splat(35 * 35), divisor));
    // Masks are -1. Products are below 2**15, so that the lower halves are multiplied alone, in half the time.
    let times = sub(splat(0), add(once, add(twice, thrice)));
    let k = _mm256_mullo_epi16(times, splat(36));
    let delta = quotient(delta, divisor);
    let product = _mm256_mullo_epi16(delta, splat(36));
    add(k, quotient(product, add(delta, splat(38))))
}

/// The threshold of the digit at position `k` (RFC 3492 section 6.2).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn threshold(k: i32, bias: __m256i) -> __m256i {
    use core::arch::x86_64::{_mm256_max_epi32, _mm256_min_epi32};
    _mm256_max_epi32(_mm256_min_epi32(sub(splat(k), bias), splat(26)), splat(1))
}

/// The digit of each value (RFC 3492 section 5).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn digit(value: __m256i) -> __m256i {
    add(value, select(less(value, splat(26)), splat(0x61), splat(0x30 - 26)))
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use super::*;
    use crate::bootstring::formulas;
    use crate::bounded;

    fn each_divisor() -> impl Iterator<Item = i32> {
        (1..=512).chain([700, 35 * 35, 35 * 35 * 35])
    }

    #[target_feature(enable = "avx2")]
    fn check_quotients() {
        for divisor in each_divisor() {
            let mut multiple = 0;
            while multiple < EXACT {
                let next = multiple.saturating_add(divisor);
                let near = [multiple, next, next.saturating_add(divisor)];
                let least = near.map(|multiple| multiple.saturating_sub(1).max(0));
                let most = near.map(|multiple| multiple.min(EXACT.saturating_sub(1)));
                let dividends = [least[0], most[0], least[1], most[1], least[2], most[2], 0, 0]
                    .map(|dividend| dividend.min(EXACT.saturating_sub(1)));
                let expected = dividends.map(|dividend| dividend.checked_div(divisor).unwrap_or(0));
                assert_eq!(array(quotient(vector(dividends), splat(divisor))), expected, "{divisor}");
                multiple = near[2];
            }
        }
    }

    /// Around every multiple there is, for every divisor that is used.
    #[test]
    fn quotients_are_exact() {
        run(check_quotients);
    }

    #[target_feature(enable = "avx2")]
    fn check_biases() {
        let deltas = (0..1 << 12).chain((12..23).flat_map(|bits| {
            let around = 1_i32 << bits;
            (0..64).map(move |more| around.saturating_sub(32).saturating_add(more))
        }));
        let borders = [456, 456 * 35, 456 * 35 * 35].into_iter().flat_map(|border: i32| {
            (0..130).map(move |more| (border / 2).saturating_sub(65).saturating_add(more)).chain([border])
        });
        for delta in deltas.chain(borders) {
            for first in (1..=65).step_by(LANES) {
                let lengths = [0, 1, 2, 3, 4, 5, 6, 7].map(|more| bounded::add(first, more));
                let formula = |length: i32| {
                    formulas::adapted((36, 1, 26, 38), delta.unsigned_abs().into(), length.unsigned_abs().into())
                };
                let expected = lengths.map(|length| i32::try_from(formula(length)));
                assert_eq!(array(adapted(splat(delta), vector(lengths))).map(Ok), expected, "{delta} {first}");
            }
        }
    }

    #[test]
    fn biases_are_those_of_the_rfc() {
        run(check_biases);
    }

    #[target_feature(enable = "avx2")]
    fn check_digits_and_thresholds() {
        let digits = array(digit(vector([0, 1, 25, 26, 27, 34, 35, 2])));
        assert_eq!(digits.map(|digit| digit.to_le_bytes()[0]), *b"abz0189c");
        // RFC 3492 section 6.2: `k <= bias + tmin`, `k >= bias + tmax`, and between them.
        let biases = vector([0, 10, 46, 47, 70, 71, 72, 200]);
        assert_eq!(array(threshold(72, biases)), [26, 26, 26, 25, 2, 1, 1, 1]);
    }

    #[test]
    fn digits_and_thresholds_are_those_of_the_rfc() {
        run(check_digits_and_thresholds);
    }
}
