//! The facts of UTS #39 of every code point, as `tools/unicode_table.rs` writes them to `security.bin`.
//!
//! The file holds, in 16 bits each, how many blocks of facts, facts, sets of scripts, scripts and blocks of places
//! there are; the number of a block of facts and then of a block of places for each 128 code points of Unicode; the
//! blocks of facts: for each code point the number of its facts; and those of places: for each code point the place of
//! its skeleton, 0 where it is its own. Then come the sets, of three words of 64 bits each, the codes of the scripts,
//! of four letters, the facts, and the skeletons: how many code points, and which, all of 32 bits. Integers are
//! little-endian.
#![allow(clippy::as_conversions)]

use super::security::Security;
use super::stages::{BLOCKS, SHIFT, halves, octets, place, place_of_four, words};
use crate::bounded;

const FILE: &[u8] = include_bytes!("security.bin");
const COUNTS: [u16; 5] = halves(FILE, 0);
const FACT_BLOCKS: usize = (COUNTS[0] as usize) << SHIFT;
const FACTS: usize = COUNTS[1] as usize;
const SETS: usize = COUNTS[2] as usize;
const SCRIPTS: usize = COUNTS[3] as usize;
const PLACES: usize = (COUNTS[4] as usize) << SHIFT;

const FACT_BLOCK_OF_AT: usize = 2 * COUNTS.len();
const BLOCK_OF_AT: usize = FACT_BLOCK_OF_AT + 2 * BLOCKS;
const FACT_NUMBERS_AT: usize = BLOCK_OF_AT + 2 * BLOCKS;
const PLACES_AT: usize = FACT_NUMBERS_AT + 2 * FACT_BLOCKS;
const SETS_AT: usize = PLACES_AT + 2 * PLACES;
const NAMES_AT: usize = SETS_AT + 24 * SETS;
const FACTS_AT: usize = NAMES_AT + 4 * SCRIPTS;
const TEXTS_AT: usize = FACTS_AT + 4 * FACTS;

static FACT_BLOCK_OF: [u16; BLOCKS] = halves(FILE, FACT_BLOCK_OF_AT);
static BLOCK_OF: [u16; BLOCKS] = halves(FILE, BLOCK_OF_AT);
static FACT_NUMBER_OF: [u16; FACT_BLOCKS] = halves(FILE, FACT_NUMBERS_AT);
static PLACE_OF: [u16; PLACES] = halves(FILE, PLACES_AT);
static SET_WORDS: [u32; 6 * SETS] = words(FILE, SETS_AT);
const NAMES: [u8; 4 * SCRIPTS] = octets(FILE, NAMES_AT);
static FACTS_OF: [u32; FACTS] = words(FILE, FACTS_AT);
static TEXTS: [u32; (FILE.len() - TEXTS_AT) / 4] = words(FILE, TEXTS_AT);

/// The facts of U+10FFFF.
const NO_CHARACTER: u32 = {
    let [block] = halves(FILE, FACT_BLOCK_OF_AT + 2 * (BLOCKS - 1));
    let [number] = halves(FILE, FACT_NUMBERS_AT + 2 * (((block as usize + 1) << SHIFT) - 1));
    let [facts] = words(FILE, FACTS_AT + 4 * number as usize);
    facts
};

impl Security {
    /// The facts of a code point. An integer beyond U+10FFFF has those of U+10FFFF, which is no character either.
    #[inline]
    pub(crate) fn of(code_point: u32) -> Self {
        let Some(place) = place(&FACT_BLOCK_OF, code_point) else { return Self(NO_CHARACTER) };
        Self(bounded::at(&FACTS_OF, bounded::at(&FACT_NUMBER_OF, place).into()))
    }
}

/// The skeleton of a code point that is no Hangul syllable, in NFD; nothing where it is the code point.
#[inline]
pub(crate) fn skeleton_of(code_point: u32) -> Option<&'static [u32]> {
    let place = *PLACE_OF.get(place(&BLOCK_OF, code_point)?)?;
    let (length, text) = TEXTS.get(usize::from(place)..)?.split_first()?;
    if place == 0 { None } else { text.get(..usize::try_from(*length).ok()?) }
}

/// A word of the set of one script.
const fn bit(script: usize, word: usize) -> u32 {
    if script / 32 == word { 1 << (script % 32) } else { 0 }
}

/// A set of scripts, as bits by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Scripts([u32; 6]);

impl Scripts {
    /// The set of all scripts.
    pub(crate) const ALL: Self = Self([u32::MAX; 6]);
    pub(crate) const NONE: Self = Self([0; 6]);

    /// The augmented script set of a code point (UTS #39 section 5.1).
    #[inline]
    pub(crate) fn of(facts: Security) -> Self {
        let at = bounded::mul(bounded::index(facts.script_set()), 6);
        Self(bounded::present(SET_WORDS.get(at..).and_then(<[u32]>::first_chunk).copied()))
    }

    /// The set of one script, by its code.
    pub(crate) const fn named(code: [u8; 4]) -> Self {
        match place_of_four(&NAMES, code) {
            Some(script) => {
                Self([bit(script, 0), bit(script, 1), bit(script, 2), bit(script, 3), bit(script, 4), bit(script, 5)])
            }
            None => Self::NONE,
        }
    }

    /// The number of sets.
    pub(crate) const SETS: usize = SETS;

    /// For each set, by its number, which of some scripts it has: bit n for the one at n. None for the set of all
    /// scripts.
    pub(crate) const fn sets_with(scripts: &[Self]) -> [u32; SETS] {
        const WORDS: [u32; 6 * SETS] = words(FILE, SETS_AT);
        // The set of all scripts, which comes first, is passed over.
        const BEHIND_ALL: usize = Security::ALL_SCRIPTS as usize + 1;
        let mut bits = [0; SETS];
        let (mut slots, mut sets) = (bits.split_at_mut(BEHIND_ALL).1, WORDS.as_chunks().0.split_at(BEHIND_ALL).1);
        while let ([slot, other_slots @ ..], [set, other_sets @ ..]) = (&mut *slots, sets) {
            let (mut bit, mut rest) = (1, scripts);
            while let [script, others @ ..] = rest {
                if Self(*set).meets(*script) {
                    *slot |= bit;
                }
                (bit, rest) = (bit << 1, others);
            }
            (slots, sets) = (other_slots, other_sets);
        }
        bits
    }

    /// Returns what is in both sets.
    #[inline]
    pub(crate) fn intersection(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        Self(words)
    }

    /// Returns what is in one of the sets or in both.
    pub(crate) const fn union(self, other: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [g, h, i, j, k, l] = other.0;
        Self([a | g, b | h, c | i, d | j, e | k, f | l])
    }

    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        let [a, b, c, d, e, f] = self.0;
        let [g, h, i, j, k, l] = other.0;
        a & g | b & h | c & i | d & j | e & k | f & l != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether one script alone is in it.
    pub(crate) fn is_one(self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() == 1
    }

    /// Returns whether it is the set of all scripts.
    pub(crate) fn is_all(self) -> bool {
        // Unassigned code points have `Zzzz` alone, and no other set but that of all has it.
        self.meets(const { Self::named(*b"Zzzz") }) && !self.is_one()
    }

    fn has(self, script: usize) -> bool {
        self.0.get(script / 32).is_some_and(|word| word >> (script % 32) & 1 != 0)
    }

    /// The codes of its scripts (ISO 15924), in alphabetical order.
    pub(crate) fn codes(self) -> impl Iterator<Item = &'static str> {
        let named = NAMES.as_chunks::<4>().0.iter().enumerate().filter(move |(script, _)| self.has(*script));
        named.filter_map(|(_, code)| core::str::from_utf8(code).ok())
    }
}
