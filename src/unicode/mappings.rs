//! What UTS #46 maps code points to, as `tools/unicode_table.rs` takes it from ICU4X and writes it to `mappings.bin`.
//!
//! The file holds the number of a block of 128 code points for each such block of Unicode, how many blocks there are, and
//! the blocks: for each code point of a block a place and, as the highest bit, whether nameprep maps it alike, all of this
//! in 16 bits; and then, in 32 bits, the places: how many code points it is mapped to, and which. At place 0 there is
//! nothing. Integers are little-endian.
//!
//! Bounds: the compiler takes the file apart, and would not let an index or a sum go too far.
#![allow(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)]

const FILE: &[u8] = include_bytes!("mappings.bin");
const BLOCKS: usize = 0x11_0000 >> SHIFT;
/// Code points of a block: 2 to this power.
const SHIFT: u32 = 7;
const PLACES: usize = (half(BLOCKS) as usize) << SHIFT;
/// Where the texts begin, in 16 bits.
const TEXTS_AT: usize = BLOCKS + 1 + PLACES;
const TEXTS: usize = (FILE.len() - 2 * TEXTS_AT) / 4;

static BLOCK_OF: [u16; BLOCKS] = halves(0);
static PLACE_OF: [u16; PLACES] = halves(BLOCKS + 1);
static TEXT_AT: [u32; TEXTS] = {
    let mut texts = [0; TEXTS];
    let mut index = 0;
    while index < TEXTS {
        let at = TEXTS_AT + 2 * index;
        texts[index] = half(at) as u32 | (half(at + 1) as u32) << 16;
        index += 1;
    }
    texts
};

const fn half(index: usize) -> u16 {
    u16::from_le_bytes([FILE[2 * index], FILE[2 * index + 1]])
}

const fn halves<const N: usize>(from: usize) -> [u16; N] {
    let mut halves = [0; N];
    let mut index = 0;
    while index < N {
        halves[index] = half(from + index);
        index += 1;
    }
    halves
}

/// What UTS #46 maps a code point to, where it is mapped, and to nothing that composes with what stands around it:
/// starters whose `NFC_Quick_Check` is yes.
#[inline]
#[must_use]
pub fn mapping(code_point: u32) -> Option<&'static [u32]> {
    text_at(place_of(code_point)? & !IN_NAMEPREP)
}

/// The same of nameprep, where it maps the code point to the same, and to what it leaves alone.
#[inline]
#[must_use]
pub fn nameprep_mapping(code_point: u32) -> Option<&'static [u32]> {
    let place = place_of(code_point).filter(|place| place & IN_NAMEPREP != 0)?;
    text_at(place & !IN_NAMEPREP)
}

/// The bit of a place that says that nameprep maps alike.
const IN_NAMEPREP: u16 = 1 << 15;

#[inline]
fn place_of(code_point: u32) -> Option<u16> {
    let block = usize::try_from(code_point >> SHIFT).ok().and_then(|upper| BLOCK_OF.get(upper))?;
    let place = (usize::from(*block) << SHIFT) | usize::try_from(code_point & 0x7F).ok()?;
    PLACE_OF.get(place).copied()
}

#[inline]
fn text_at(place: u16) -> Option<&'static [u32]> {
    let (length, text) = TEXT_AT.get(usize::from(place)..)?.split_first()?;
    text.get(..usize::try_from(*length).ok()?).filter(|text| !text.is_empty())
}
