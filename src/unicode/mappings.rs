//! The mapping of UTS #46, which `tools/unicode_table.rs` takes from ICU4X and writes to `mappings.bin`.
//!
//! The file holds the number of a block of 128 code points for each such block of Unicode, how many blocks there are,
//! and the blocks: for each code point of a block a place and, as the highest bit, whether nameprep maps it alike, all
//! of this in 16 bits; and then, in 32 bits, the places: how many code points it is mapped to, and which. At place 0
//! there is nothing. Integers are little-endian.
#![allow(clippy::as_conversions)]

use super::stages::{BLOCKS, IN_NAMEPREP, SHIFT, halves, place, words};

const FILE: &[u8] = include_bytes!("mappings.bin");
const PLACES: usize = (halves::<1>(FILE, 2 * BLOCKS)[0] as usize) << SHIFT;
const PLACES_AT: usize = 2 * BLOCKS + 2;
const TEXTS_AT: usize = PLACES_AT + 2 * PLACES;
const TEXTS: usize = (FILE.len() - TEXTS_AT) / 4;

static BLOCK_OF: [u16; BLOCKS] = halves(FILE, 0);
static PLACE_OF: [u16; PLACES] = halves(FILE, PLACES_AT);
static TEXT_AT: [u32; TEXTS] = words(FILE, TEXTS_AT);

/// Returns what UTS #46 maps a code point to, where it is mapped, and to nothing that composes with what stands around
/// it: starters whose `NFC_Quick_Check` is yes.
#[inline]
#[must_use]
pub(crate) fn mapping(code_point: u32) -> Option<&'static [u32]> {
    text_at(place_of(code_point)? & !IN_NAMEPREP)
}

/// As [`mapping`], where nameprep maps the code point to the same text and leaves that text unchanged.
#[inline]
#[must_use]
pub(crate) fn nameprep_mapping(code_point: u32) -> Option<&'static [u32]> {
    let place = place_of(code_point).filter(|place| place & IN_NAMEPREP != 0)?;
    text_at(place & !IN_NAMEPREP)
}

#[inline]
fn place_of(code_point: u32) -> Option<u16> {
    PLACE_OF.get(place(&BLOCK_OF, code_point)?).copied()
}

#[inline]
fn text_at(place: u16) -> Option<&'static [u32]> {
    let (length, text) = TEXT_AT.get(usize::from(place)..)?.split_first()?;
    text.get(..usize::try_from(*length).ok()?).filter(|text| !text.is_empty())
}
