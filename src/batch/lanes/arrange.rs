//! Decoded code points in the order of their text, as UTF-8.
//!
//! Bounds: a place is below 64, whatever the indices are (lemma `places_of_a_short_text_are_below_64`).

use core::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_cmpeq_epi8, _mm256_max_epu8, _mm256_set1_epi8, _mm256_slli_epi32,
    _mm256_srli_epi32, _mm256_sub_epi8,
};

use super::chunks;
use super::inputs::{Forms, ROWS};
use super::vector::{LANES, and, less, load_octets, octets, or, select, splat, store};
use crate::bounded;

/// A longer text is left out: the place of each code point is an octet of one vector.
pub(super) const PLACES: usize = 32;

/// So many code points are written at a step, so that fewer branches depend on the text. What is written behind the
/// last one means nothing.
const STEP: usize = 4;

const NUMBERS: [u8; PLACES] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31,
];

/// The number of each octet of a vector.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn numbers() -> __m256i {
    load_octets(&NUMBERS, 0)
}

/// So many texts are decoded side by side: one vector of them waits for itself most of the time, so that another goes
/// through the same steps meanwhile.
pub(super) const SIDE_BY_SIDE: usize = 2 * LANES;

/// What is inserted into texts that are decoded side by side, an insertion of each in a row.
pub(super) struct Insertions {
    /// UTF-8, the first octet lowest.
    characters: [i32; SIDE_BY_SIDE * (PLACES + STEP)],
    indices: [i32; SIDE_BY_SIDE * (PLACES + STEP)],
}

impl Insertions {
    pub(super) const NONE: Self =
        Self { characters: [0; SIDE_BY_SIDE * (PLACES + STEP)], indices: [0; SIDE_BY_SIDE * (PLACES + STEP)] };

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn put(&mut self, start: usize, code_points: __m256i, indices: __m256i) {
        store(&mut self.characters, start, utf8(code_points));
        store(&mut self.indices, start, indices);
    }

    #[inline(always)]
    fn get(&self, row: usize, lane: usize) -> (i32, i32) {
        let number = bounded::add(bounded::mul(row, SIDE_BY_SIDE), lane);
        (bounded::at(&self.characters, number), bounded::at(&self.indices, number))
    }
}

/// The UTF-8 of code points that are not basic, the first octet lowest.
#[inline]
#[target_feature(enable = "avx2")]
fn utf8(code_point: __m256i) -> __m256i {
    let six = |bits| and(bits, splat(0x3F));
    let lowest = six(code_point);
    let second = six(_mm256_srli_epi32::<6>(code_point));
    let third = six(_mm256_srli_epi32::<12>(code_point));
    let two = or(splat(0x80C0), or(_mm256_srli_epi32::<6>(code_point), _mm256_slli_epi32::<8>(lowest)));
    let three = or(_mm256_slli_epi32::<8>(second), _mm256_slli_epi32::<16>(lowest));
    let three = or(splat(0x80_80E0), or(_mm256_srli_epi32::<12>(code_point), three));
    let four = or(_mm256_slli_epi32::<16>(second), _mm256_slli_epi32::<24>(lowest));
    let four = or(or(_mm256_srli_epi32::<18>(code_point), _mm256_slli_epi32::<8>(third)), four);
    let four = or(splat(0x8080_80F0_u32.cast_signed()), four);
    select(less(code_point, splat(0x800)), two, select(less(code_point, splat(0x1_0000)), three, four))
}

/// Texts as characters in UTF-8, the first octet lowest.
pub(super) struct Decoded {
    texts: [[i32; 2 * PLACES]; ROWS],
    /// How many characters each text has; of those that are left out, none.
    lengths: [Option<u8>; ROWS],
}

impl Decoded {
    pub(super) const NONE: Self = Self { texts: [[0; 2 * PLACES]; ROWS], lengths: [None; ROWS] };

    #[inline(always)]
    pub(super) fn leave_out(&mut self, number: usize) {
        chunks::put(&mut self.lengths, number, [None]);
    }

    /// Arranges a text: octets that begin with its literal part of `basic` code points, and what is inserted in a lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn arrange(
        &mut self,
        number: usize,
        literal: [u8; PLACES],
        basic: usize,
        (insertions, lane, count): (&Insertions, usize, usize),
    ) {
        let splat = |octet: usize| _mm256_set1_epi8(bounded::to::<u8>(octet).cast_signed());
        // As `Shifted` in `bootstring/arrangement.rs`: of each code point, in the order of their insertion, its place.
        let mut places = numbers();
        let mut slot = splat(basic);
        for row in 0..count {
            let (_, index) = insertions.get(row, lane);
            let index = splat(bounded::index(index));
            // Each mask is -1.
            let is_moved = _mm256_cmpeq_epi8(_mm256_max_epu8(places, index), places);
            let is_inserted = _mm256_cmpeq_epi8(slot, numbers());
            places = select(is_inserted, index, _mm256_sub_epi8(places, is_moved));
            slot = _mm256_add_epi8(slot, _mm256_set1_epi8(1));
        }
        let mut padded = [0x3F; PLACES + STEP];
        chunks::put(&mut padded, 0, octets(places));
        let place = |slot: usize| bounded::below::<{ 2 * PLACES }>(usize::from(bounded::at(&padded, slot)));
        // A slot that is not in use has a place behind the text.
        let Some(text) = bounded::some(self.texts.get_mut(number)) else { return };
        for start in (0..basic).step_by(STEP) {
            for slot in start..bounded::add(start, STEP) {
                chunks::put(text, place(slot), [i32::from(bounded::at(&literal, slot))]);
            }
        }
        for start in (0..count).step_by(STEP) {
            for row in start..bounded::add(start, STEP) {
                let (character, _) = insertions.get(row, lane);
                chunks::put(text, place(bounded::add(basic, row)), [character]);
            }
        }
        chunks::put(&mut self.lengths, number, [Some(bounded::to(bounded::add(basic, count)))]);
    }

    /// Writes the first texts.
    #[inline]
    #[target_feature(enable = "lzcnt")]
    pub(super) fn write(&self, count: usize, forms: &mut Forms) {
        for (text, length) in self.texts.iter().zip(self.lengths).take(count) {
            let Some(length) = length else {
                forms.end(None);
                continue;
            };
            let mut end = forms.len();
            for start in (0..usize::from(length)).step_by(STEP) {
                let characters: [i32; STEP] = chunks::get(text, start);
                for (place, character) in (start..).zip(characters) {
                    // The highest octet of a character is not zero, but for U+0000.
                    let unused = (character | 1).leading_zeros() / 8;
                    let size = if place < usize::from(length) { bounded::sub(4, unused) } else { 0 };
                    end = forms.put(end, character.to_le_bytes(), bounded::index(size));
                }
            }
            forms.end(Some(end));
        }
    }
}
