//! The facts of every code point, as `tools/unicode_table.rs` takes them from ICU4X and writes them to `table.bin`.
//!
//! The file holds 256 packed facts of 32 bits, the number of a block of 128 code points for each such block of Unicode
//! in 16 bits, and the blocks: for each code point of a block the number of its facts, in 8 bits. Integers are
//! little-endian.
//!
//! Bounds: there are as many facts as an octet can number (lemma `an_octet_is_an_index_of_256`).
#![allow(clippy::indexing_slicing)]

use super::props::{
    BidiClass, ContextScript, DerivedProperty, Facts, Gathered, JoiningType, Props, Quick, Uts46Status,
};
use super::stages::{BLOCKS, halves, octets, place, words};

const FILE: &[u8] = include_bytes!("table.bin");
const FACTS: usize = 256;
const NUMBERS_AT: usize = 4 * FACTS + 2 * BLOCKS;

/// The facts by their number, each as a word of [`Gathered`].
static FACTS_OF: [u64; FACTS] = {
    let (packed, mut facts, mut number) = (words::<FACTS>(FILE, 0), [0; FACTS], 0);
    while number < FACTS {
        facts[number] = Gathered::word_of(Props(packed[number]));
        number += 1;
    }
    facts
};
static BLOCK_OF: [u16; BLOCKS] = halves(FILE, 4 * FACTS);
static NUMBER_OF: [u8; FILE.len() - NUMBERS_AT] = octets(FILE, NUMBERS_AT);

/// The facts of an integer above U+10FFFF: every rule refuses it.
const NONE: Props = Props::packed(&Facts {
    combining_class: 0,
    bidi_class: BidiClass::L,
    joining_type: JoiningType::NonJoining,
    derived_property: DerivedProperty::Disallowed,
    uts46_status: Uts46Status::Disallowed,
    nfc_quick: Quick::Yes,
    context_script: ContextScript::Other,
    flags: Props::NOT_PREPARED,
});

impl Props {
    /// The facts of a code point. An integer beyond U+10FFFF is disallowed by every rule.
    #[inline]
    #[must_use]
    pub(crate) fn of(code_point: u32) -> Self {
        Self(Gathered::of_word(facts_of(code_point)).bits)
    }
}

impl Gathered {
    #[inline]
    pub(crate) fn of(text: impl Iterator<Item = u32>) -> Self {
        Self::of_word(text.fold(0, |word, code_point| word | facts_of(code_point)))
    }
}

/// The facts of a code point as a word of [`Gathered`].
#[inline]
fn facts_of(code_point: u32) -> u64 {
    let number = place(&BLOCK_OF, code_point).and_then(|place| NUMBER_OF.get(place));
    number.map_or(const { Gathered::word_of(NONE) }, |&number| FACTS_OF[usize::from(number)])
}
