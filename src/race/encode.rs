//! Encoding (sections 2.2 and 2.4): a first pass over the text finds its rows and what forbids it, a second writes the
//! octets.

use super::base32::{self, BLOCK, Base32Octets};
use super::marks::{ESCAPE, ESCAPED_ESCAPE, PREFIX, UNCOMPRESSED, is_ldh};
use super::rows::{Mode, Rows};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::paths::takes;

/// A label on the stack.
pub(super) struct RaceLabel {
    ascii: [u8; PREFIX.len() + BLOCK],
    len: usize,
}

impl RaceLabel {
    fn of(octets: &Base32Octets) -> Self {
        let mut ascii = [0; PREFIX.len() + BLOCK];
        let (prefix, block) = ascii.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(&PREFIX);
        let len = bounded::add(PREFIX.len(), base32::encode(octets, block));
        Self { ascii, len }
    }

    /// The label.
    pub(super) fn as_bytes(&self) -> &[u8] {
        bounded::first(&self.ascii, self.len)
    }

    /// The label as text.
    pub(super) fn as_str(&self) -> &str {
        bounded::ascii(self.as_bytes())
    }
}

/// The label of a text. Inlined: the callers for texts of other widths would keep the compiler from doing it by itself.
#[inline(always)]
pub(super) fn encode(text: impl Iterator<Item = u32> + Clone) -> Result<RaceLabel, Error> {
    let survey = RowSurvey::of(text.clone())?;
    let header = survey.rows.header();
    let mut octets = Base32Octets::new(header.unwrap_or(UNCOMPRESSED));
    match (header, survey.u0099) {
        (Some(_), Some(offset)) => return Err(Error::new(ErrorKind::U0099InCompressedMode, offset)),
        (Some(row), None) => {
            takes!("RACE: compressed");
            write(&mut octets, text, |octets, code_point| compress(row, octets, code_point))?;
        }
        (None, _) => {
            takes!("RACE: uncompressed");
            write(&mut octets, text, keep)?;
        }
    }
    Ok(RaceLabel::of(&octets))
}

/// The mode of a text.
pub(super) fn mode(text: impl Iterator<Item = u32>) -> Result<Mode, Error> {
    RowSurvey::of(text).map(|survey| survey.rows.mode())
}

/// The findings of the first pass.
struct RowSurvey {
    rows: Rows,
    /// The offset of the first U+0099.
    u0099: Option<usize>,
}

impl RowSurvey {
    fn of(text: impl Iterator<Item = u32>) -> Result<Self, Error> {
        let mut survey = Self { rows: Rows::new(), u0099: None };
        let mut is_empty = true;
        let mut is_all_ldh = true;
        for (offset, code_point) in text.enumerate() {
            is_empty = false;
            is_all_ldh = is_all_ldh && is_ldh(code_point);
            let [_, row, ..] = code_point.to_le_bytes();
            match code_point {
                0xD800..=0xDFFF => return Err(Error::new(ErrorKind::Surrogate, offset)),
                0x0099 => {
                    survey.u0099 = survey.u0099.or(Some(offset));
                    survey.rows.add(row);
                }
                0..=0xFFFF => survey.rows.add(row),
                // The rows of a pair are two, whichever they are, and that decides (lemma
                // `a_surrogate_pair_is_never_of_one_row`).
                0x1_0000..=0x10_FFFF => {
                    survey.rows.add(0xD8);
                    survey.rows.add(0xDC);
                }
                _ => return Err(Error::new(ErrorKind::CodePointTooLarge, offset)),
            }
        }
        if is_empty {
            return Err(Error::new(ErrorKind::Empty, 0));
        }
        if is_all_ldh {
            return Err(Error::new(ErrorKind::AllStd13, 0));
        }
        Ok(survey)
    }
}

/// Writes what `write_one` makes of each code point, as far as there is room.
fn write(
    octets: &mut Base32Octets,
    text: impl Iterator<Item = u32>,
    write_one: impl Fn(&mut Base32Octets, u32) -> Option<()>,
) -> Result<(), Error> {
    for (offset, code_point) in text.enumerate() {
        write_one(octets, code_point).ok_or_else(|| Error::new(ErrorKind::LabelTooLong, offset))?;
    }
    Ok(())
}

/// One character of the compressed modes. It lies in `header`'s row or in row 00 and is not U+0099.
fn compress(header: u8, octets: &mut Base32Octets, code_point: u32) -> Option<()> {
    let [lower, row, ..] = code_point.to_le_bytes();
    if row != header {
        octets.push(ESCAPE)?;
        return octets.push(lower);
    }
    octets.push(lower)?;
    if lower == ESCAPE { octets.push(ESCAPED_ESCAPE) } else { Some(()) }
}

/// One character of the uncompressed mode: UTF-16BE as it is.
fn keep(octets: &mut Base32Octets, code_point: u32) -> Option<()> {
    let [upper, lower] = match u16::try_from(code_point) {
        Ok(unit) => unit.to_be_bytes(),
        Err(_) => {
            let [upper, lower, low_surrogate @ ..] = surrogate_pair(code_point);
            octets.push(upper)?;
            octets.push(lower)?;
            low_surrogate
        }
    };
    octets.push(upper)?;
    octets.push(lower)
}

/// The UTF-16BE octets of a code point from U+10000 to U+10FFFF (room `race`).
fn surrogate_pair(code_point: u32) -> [u8; 4] {
    let beyond_bmp = bounded::sub(code_point, 0x1_0000);
    (0xD800_DC00 | beyond_bmp >> 10 << 16 | beyond_bmp & 0x3FF).to_be_bytes()
}
