//! The facts of every code point, as `tools/unicode_table.rs` takes them from ICU4X and writes them to `table.bin`.
//!
//! The file holds 256 packed facts of 32 bits, the classes in text that go with them, of 8 bits, the number of a block
//! of 128 code points for each such block of Unicode in 16 bits, and the blocks: for each code point of a block the
//! number of its facts, in 8 bits. Integers are little-endian.
//!
//! Bounds: there are 256 facts, as many as an octet can number, and a block for each code point (lemma
//! `code_points_have_places_in_blocks`); all other integers have the block behind those.
#![allow(clippy::as_conversions, clippy::indexing_slicing)]

use super::props::{
    BidiClass, ContextScript, DerivedProperty, Facts, Gathered, JoiningType, Props, Quick, Uts46Status,
};
use super::stages::{BLOCKS, SHIFT, halves, octets, words};
use super::text_class::TextClass;
use crate::bounded;

const FILE: &[u8] = include_bytes!("table.bin");
const FACTS: usize = 256;
const BLOCKS_AT: usize = 5 * FACTS;
const NUMBERS_AT: usize = BLOCKS_AT + 2 * BLOCKS;

/// The number of blocks in the file. The block of integers that are not code points follows them.
const IN_FILE: usize = (FILE.len() - NUMBERS_AT) >> SHIFT;
/// Room for blocks, a power of two, so that the number of a block is masked: a comparison would be a branch.
const ROOM: usize = (IN_FILE + 1).next_power_of_two();
/// The number of the facts of what is no code point. The file leaves it free.
const NUMBER_OF_NONE: u8 = u8::MAX;

/// The facts by their number.
static FACTS_OF: [Gathered; FACTS] = {
    let (packed, mut facts, mut number) = (words::<FACTS>(FILE, 0), [Gathered(0); FACTS], 0);
    while number < FACTS {
        facts[number] = Gathered::of_props(Props(packed[number]));
        number += 1;
    }
    assert!(packed[NUMBER_OF_NONE as usize] == 0, "no facts of the file have the last number");
    facts[NUMBER_OF_NONE as usize] = Gathered::of_props(NONE);
    facts
};
/// The class in text by the number of the facts.
static TEXT_CLASS_OF: [TextClass; FACTS] = {
    let (packed, mut classes, mut number) = (octets::<FACTS>(FILE, 4 * FACTS), [TextClass::Ends; FACTS], 0);
    while number < FACTS {
        classes[number] = TextClass::unpacked(packed[number]);
        number += 1;
    }
    classes
};
/// The number of the block of each 128 code points, and of the one of what is no code point.
static BLOCK_OF: [u16; BLOCKS + 1] = {
    let (of_file, mut blocks) = (halves::<BLOCKS>(FILE, BLOCKS_AT), [IN_FILE as u16; BLOCKS + 1]);
    blocks.split_at_mut(BLOCKS).0.copy_from_slice(&of_file);
    blocks
};
static NUMBER_OF: [[u8; 1 << SHIFT]; ROOM] = {
    let (of_file, _) = FILE.split_at(NUMBERS_AT).1.as_chunks();
    let mut numbers = [[NUMBER_OF_NONE; 1 << SHIFT]; ROOM];
    numbers.split_at_mut(IN_FILE).0.copy_from_slice(of_file);
    numbers
};

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
        facts_of(code_point).props()
    }
}

impl Gathered {
    #[inline]
    pub(crate) fn of(text: impl Iterator<Item = u32>) -> Self {
        text.fold(Self::default(), |mut gathered, code_point| {
            gathered.add(code_point);
            gathered
        })
    }

    #[inline]
    pub(crate) fn add(&mut self, code_point: u32) {
        self.0 |= facts_of(code_point).0;
    }
}

impl TextClass {
    /// The class of a code point.
    #[inline]
    pub(crate) fn of(code_point: u32) -> Self {
        TEXT_CLASS_OF[usize::from(number_of(code_point))]
    }
}

#[inline]
fn facts_of(code_point: u32) -> Gathered {
    FACTS_OF[usize::from(number_of(code_point))]
}

/// The number of the facts of a code point.
#[inline]
fn number_of(code_point: u32) -> u8 {
    let block = BLOCK_OF[bounded::index(code_point >> SHIFT).min(BLOCKS)];
    NUMBER_OF[bounded::below::<ROOM>(block.into())][bounded::index(code_point & 0x7F)]
}

#[cfg(test)]
mod tests {
    use super::super::stages::place;
    use super::*;

    #[test]
    fn the_facts_are_those_of_the_file_and_none_beyond_the_last_code_point() {
        const PACKED: [u32; FACTS] = words(FILE, 0);
        static BLOCKS_OF_FILE: [u16; BLOCKS] = halves(FILE, BLOCKS_AT);
        static NUMBERS: [u8; FILE.len() - NUMBERS_AT] = octets(FILE, NUMBERS_AT);
        for code_point in 0..0x11_0000 {
            let number = place(&BLOCKS_OF_FILE, code_point).map(|place| NUMBERS[place]);
            assert_eq!(Some(Props::of(code_point)), number.map(|number| Props(PACKED[usize::from(number)])));
        }
        for integer in [0x11_0000, 0x11_007F, 0x11_0080, 0x1FF_FFFF, u32::MAX] {
            assert_eq!(Props::of(integer), NONE, "{integer:X}");
        }
    }
}
