//! UTF-8 to basic code points and keys of all others, eight octets at a step, whatever text they belong to.
//!
//! Bounds: the texts of a batch have less than 1024 characters, so that a place has ten bits and a key 31 (lemma
//! `keys_of_a_batch_have_31_bits`).

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_shuffle_epi8, _mm256_andnot_si256, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_movemask_ps, _mm256_permutevar8x32_epi32, _mm256_slli_epi32, _mm256_srli_epi32,
    _mm256_xor_si256,
};

use super::chunks;
use super::inputs::{Inputs, OCTETS};
use super::vector::{LANES, add, and, any, array, less, load, or, select, splat, store, sub, widen};
use crate::{bounded, swar};

/// A key is a code point above the bits of its place among the characters of all texts of a batch. Keys sort as numbers
/// by (value, place), and no two are equal.
pub(super) const PLACE_BITS: i32 = 10;
pub(super) const PLACE: i32 = (1 << PLACE_BITS) - 1;

/// What the octets of a batch are.
pub(super) struct Characters {
    /// Of what is not basic, in the order of the texts. (Octets that are not UTF-8 may all begin a character.)
    keys: [i32; OCTETS + LANES],
    /// All basic code points, in the order of the texts.
    pub(super) literal: [u8; OCTETS + 16],
    /// What lies before and in each eight octets.
    words: [Word; OCTETS / 8 + 1],
}

#[derive(Clone, Copy, Default)]
struct Word {
    /// How many keys and basic code points lie before these octets.
    keys: u16,
    basics: u16,
    /// Which of the octets begin a key, and which are basic.
    are_keys: u8,
    are_basic: u8,
}

/// For each set of eight things, the numbers of its members, each in an octet, and 80 behind them.
#[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
const MEMBERS: [u64; 256] = {
    let mut members = [swar::HIGH_BITS; 256];
    let mut set = 0;
    while set < 256 {
        let (mut number, mut shift) = (0, 0);
        while number < 8 {
            if set >> number & 1 == 1 {
                members[set] = members[set] & !(0xFF << shift) | (number as u64) << shift;
                shift += 8;
            }
            number += 1;
        }
        set += 1;
    }
    members
};

impl Characters {
    pub(super) const NONE: Self = Self {
        keys: [0; OCTETS + LANES],
        literal: [0; OCTETS + 16],
        words: [Word { keys: 0, basics: 0, are_keys: 0, are_basic: 0 }; OCTETS / 8 + 1],
    };

    /// Reads the octets of texts. Says whether each text is UTF-8.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn read(&mut self, texts: &Inputs) -> bool {
        let (mut keys, mut basics) = (0_usize, 0_usize);
        let mut faults = Faults { wrong: splat(0), left: splat(0) };
        let count = texts.len().div_ceil(8);
        for number in 0..count {
            let start = bounded::mul(number, 8);
            let word = u64::from_le_bytes(texts.chunk(start));
            // What follows each octet: three octets of what is not ASCII belong to it at most.
            let behind = [1, 2, 3].map(|by| u64::from_le_bytes(texts.chunk(bounded::add(start, by))));
            let octet = widen(word);
            let values = faults.character(octet, behind);
            let are_keys = set_of(less(splat(0xBF), octet));
            let are_basic = set_of(less(octet, splat(0x80)));
            self.put(Word { keys: bounded::to(keys), basics: bounded::to(basics), are_keys, are_basic }, number);
            // The place of an octet is the number of characters before it.
            let continues = word & swar::HIGH_BITS & !(word << 1);
            let begins = (continues ^ swar::HIGH_BITS) >> 7;
            let before = swar::running_sums(begins) << 8;
            let places = add(splat(bounded::to(bounded::add(keys, basics))), widen(before));
            let all = or(_mm256_slli_epi32::<PLACE_BITS>(values), places);
            // Those that are meant move to the front; what lies behind them is overwritten.
            let moved = _mm256_permutevar8x32_epi32(all, widen(members(are_keys)));
            store(&mut self.keys, keys, moved);
            chunks::put(&mut self.literal, basics, chosen(word, members(are_basic)).to_le_bytes());
            keys = bounded::add(keys, bounded::index(are_keys.count_ones()));
            basics = bounded::add(basics, bounded::index(are_basic.count_ones()));
        }
        self.put(Word { keys: bounded::to(keys), basics: bounded::to(basics), are_keys: 0, are_basic: 0 }, count);
        // A text whose last character goes on in the next text begins there with what continues a character.
        faults.are_none() && texts.starts().all(|start| texts.chunk::<1>(start)[0] & 0xC0 != 0x80)
    }

    #[inline(always)]
    fn put(&mut self, word: Word, number: usize) {
        chunks::put(&mut self.words, number, [word]);
    }

    /// How many keys and basic code points lie before an octet.
    #[inline]
    #[target_feature(enable = "popcnt")]
    pub(super) fn before(&self, octet: usize) -> (usize, usize) {
        let word = bounded::at(&self.words, octet / 8);
        let below = |set: u8| bounded::index((set & !(u8::MAX << (octet % 8))).count_ones());
        (
            bounded::add(usize::from(word.keys), below(word.are_keys)),
            bounded::add(usize::from(word.basics), below(word.are_basic)),
        )
    }

    /// Eight keys.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn keys(&self, start: usize) -> __m256i {
        load(&self.keys, start)
    }
}

/// The faults of UTF-8 (Unicode, table 3-7).
struct Faults {
    /// Bits, where a character is not what its first octet announces.
    wrong: __m256i,
    /// How many octets are announced and not there; negative for octets that nothing announced.
    left: __m256i,
}

impl Faults {
    /// The value of the character that begins with each of eight octets, of which the next ones are behind. Any value
    /// where none begins or a basic code point stands.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn character(&mut self, octet: __m256i, behind: [u64; 3]) -> __m256i {
        let [second, third, fourth] = behind.map(|word| widen(word));
        let six = |octet| and(octet, splat(0x3F));
        let (two, three, four) = (less(splat(0xBF), octet), less(splat(0xDF), octet), less(splat(0xEF), octet));
        let low = or(_mm256_slli_epi32::<6>(six(second)), six(third));
        let of_two = or(_mm256_slli_epi32::<6>(and(octet, splat(0x1F))), six(second));
        let of_three = or(_mm256_slli_epi32::<12>(and(octet, splat(0x0F))), low);
        // (Four bits, of which a character has three: F8 to FF give what is beyond all code points.)
        let high = or(_mm256_slli_epi32::<18>(and(octet, splat(0x0F))), _mm256_slli_epi32::<6>(low));
        let value = select(four, or(high, six(fourth)), select(three, of_three, of_two));

        let too_low = select(four, splat(0xFFFF), select(three, splat(0x7FF), splat(0x7F)));
        let is_in_range = _mm256_andnot_si256(less(splat(0x10_FFFF), value), less(too_low, value));
        let is_surrogate = _mm256_cmpeq_epi32(_mm256_srli_epi32::<11>(value), splat(0xD800 >> 11));
        let foreign = |octet| _mm256_xor_si256(and(octet, splat(0xC0)), splat(0x80));
        let foreign = or(foreign(second), or(and(three, foreign(third)), and(four, foreign(fourth))));
        let is_out_of_range = _mm256_andnot_si256(is_in_range, splat(-1));
        self.wrong = or(self.wrong, and(two, or(foreign, or(is_surrogate, is_out_of_range))));

        let continues = _mm256_andnot_si256(two, less(splat(0x7F), octet));
        // (Masks are -1.)
        self.left = sub(self.left, sub(add(two, add(three, four)), continues));
        value
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn are_none(&self) -> bool {
        !any(self.wrong) && array(self.left).iter().fold(0, |sum, &left| bounded::add(sum, left)) == 0
    }
}

/// The lanes whose mask is set.
#[inline]
#[target_feature(enable = "avx2")]
fn set_of(mask: __m256i) -> u8 {
    _mm256_movemask_ps(_mm256_castsi256_ps(mask)).to_le_bytes()[0]
}

#[inline(always)]
fn members(set: u8) -> u64 {
    bounded::at(&MEMBERS, usize::from(set))
}

/// The octets of a word with these numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn chosen(word: u64, numbers: u64) -> u64 {
    let vector = |word: u64| _mm_cvtsi64_si128(word.cast_signed());
    _mm_cvtsi128_si64(_mm_shuffle_epi8(vector(word), vector(numbers))).cast_unsigned()
}
