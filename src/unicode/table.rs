//! The facts of every code point, as `tools/unicode_table.rs` takes them from ICU4X and writes them to `table.bin`.
//!
//! The file holds 256 packed facts of 32 bits, the number of a block of 128 code points for each such block of Unicode in
//! 16 bits, and the blocks: for each code point of a block the number of its facts, in 8 bits. Integers are
//! little-endian.
//!
//! Bounds: the compiler takes the file apart, and there are as many facts as an octet can number.
#![allow(clippy::indexing_slicing)]

const FILE: &[u8] = include_bytes!("table.bin");
const FACTS: usize = 256;
const BLOCKS: usize = 0x11_0000 >> SHIFT;
const NUMBERS: usize = FILE.len() - 4 * FACTS - 2 * BLOCKS;
/// Code points of a block: 2 to this power.
const SHIFT: u32 = 7;

static FACTS_OF: [u32; FACTS] = {
    let mut facts = [0; FACTS];
    let mut index = 0;
    while index < FACTS {
        let at = 4 * index;
        facts[index] = u32::from_le_bytes([FILE[at], FILE[at + 1], FILE[at + 2], FILE[at + 3]]);
        index += 1;
    }
    facts
};

static BLOCK_OF: [u16; BLOCKS] = {
    let mut blocks = [0; BLOCKS];
    let mut index = 0;
    while index < BLOCKS {
        let at = 4 * FACTS + 2 * index;
        blocks[index] = u16::from_le_bytes([FILE[at], FILE[at + 1]]);
        index += 1;
    }
    blocks
};

static NUMBER_OF: [u8; NUMBERS] = {
    let mut numbers = [0; NUMBERS];
    let mut index = 0;
    while index < NUMBERS {
        numbers[index] = FILE[4 * FACTS + 2 * BLOCKS + index];
        index += 1;
    }
    numbers
};

/// The packed facts of a code point, or nothing beyond U+10FFFF.
#[inline]
pub(super) fn lookup(code_point: u32) -> Option<u32> {
    let block = usize::try_from(code_point >> SHIFT).ok().and_then(|upper| BLOCK_OF.get(upper))?;
    let place = (usize::from(*block) << SHIFT) | usize::try_from(code_point & 0x7F).ok()?;
    NUMBER_OF.get(place).map(|&number| FACTS_OF[usize::from(number)])
}
