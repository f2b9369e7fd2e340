//! Decoding (sections 2.3 and 2.4.2): one walk over the octets, in which each form but the canonical one is refused by
//! its own name, so that nothing need be encoded again.

use super::base32::{self, character_of};
use super::marks::{ESCAPE, ESCAPED_ESCAPE, PREFIX, UNCOMPRESSED, has_prefix, is_ldh};
use super::rows::Rows;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::MAX_LABEL;
use crate::paths::takes;

/// Where the characters of a label go.
pub(super) trait RaceText {
    fn push(&mut self, character: char);
}

impl RaceText for String {
    #[inline(always)]
    fn push(&mut self, character: char) {
        self.push(character);
    }
}

/// Appends the text of a label to `text`. Inlined: its cold callers would keep the compiler from doing it by itself.
#[inline(always)]
pub(super) fn decode<T: Copy + Into<u32>>(label: &[T], text: &mut impl RaceText) -> Result<(), Error> {
    // Unlike a search, the union of all bits is taken many characters at a time.
    if label.iter().fold(0, |seen, &character| seen | character.into()) > 0x7F {
        let before = label.iter().take_while(|&&character| character.into() <= 0x7F).count();
        return Err(Error::new(ErrorKind::NonAscii, before));
    }
    let Some((prefix, body)) =
        label.split_at_checked(PREFIX.len()).filter(|_| has_prefix(label.iter().map(|&c| c.into())))
    else {
        return Err(Error::new(ErrorKind::NoPrefix, 0));
    };
    if label.len() > MAX_LABEL {
        return Err(Error::new(ErrorKind::LabelTooLong, MAX_LABEL));
    }
    let octets = base32::decode(body).map_err(|error| error.shifted(prefix.len()))?;
    match octets.parts() {
        (UNCOMPRESSED, octets) => {
            takes!("RACE: units read");
            read_units(octets, label.len(), text)
        }
        (0xD9..=0xDF, _) => Err(at_octet(ErrorKind::SurrogateRow, 0)),
        (row, octets) => {
            takes!("RACE: expanded");
            expand(row, octets, label.len(), text)
        }
    }
}

/// The text behind a header that names a row, none of surrogates. `end` is the length of the label.
fn expand(header: u8, octets: &[u8], end: usize, text: &mut impl RaceText) -> Result<(), Error> {
    let mut all_ldh = header == 0;
    let mut all_escaped = header != 0;
    // The header is octet 0.
    let mut octets = (1..).zip(octets.iter().copied());
    while let Some((at, octet)) = octets.next() {
        let (row, lower) = match octet {
            ESCAPED_ESCAPE if header == 0 => return Err(at_octet(ErrorKind::U0099InCompressedMode, at)),
            ESCAPE => match octets.next() {
                None => return Err(Error::new(ErrorKind::TrailingEscape, end)),
                Some((_, ESCAPED_ESCAPE)) => (header, ESCAPE),
                Some(_) if header == 0 => return Err(at_octet(ErrorKind::EscapeInRow0, at)),
                Some((_, lower)) => (0, lower),
            },
            lower => (header, lower),
        };
        // Of a text that lies in row 0 the header is 0.
        all_escaped &= row != header;
        let unit = u16::from_be_bytes([row, lower]);
        all_ldh = all_ldh && is_ldh(unit.into());
        text.push(char::from_u32(unit.into()).ok_or_else(|| at_octet(ErrorKind::Surrogate, at))?);
    }
    if all_escaped {
        return Err(at_octet(ErrorKind::AllEscaped, 0));
    }
    if all_ldh {
        return Err(Error::new(ErrorKind::AllStd13, 0));
    }
    Ok(())
}

/// The text behind the header `D8`: UTF-16BE that no compressed mode could hold. `end` is the length of the label.
fn read_units(octets: &[u8], end: usize, text: &mut impl RaceText) -> Result<(), Error> {
    let (units, rest) = octets.as_chunks();
    if !rest.is_empty() {
        return Err(Error::new(ErrorKind::D8OddLength, end));
    }
    let mut rows = Rows::new();
    units.iter().for_each(|&[row, _]| rows.add(row));
    if rows.header().is_some() {
        return Err(at_octet(ErrorKind::D8ButCompressible, 0));
    }
    let mut at: usize = 1;
    for character in char::decode_utf16(units.iter().map(|&unit| u16::from_be_bytes(unit))) {
        let character = character.map_err(|_| at_octet(ErrorKind::Surrogate, at))?;
        at = bounded::add(at, bounded::mul(character.len_utf16(), 2));
        text.push(character);
    }
    Ok(())
}

/// A fault of one octet, the header being octet 0: the first character of the label that holds bits of it.
#[cold]
fn at_octet(kind: ErrorKind, octet: usize) -> Error {
    Error::new(kind, character_of(octet)).shifted(PREFIX.len())
}
