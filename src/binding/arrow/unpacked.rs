//! Results that are no texts: what the octets stand for that were written in each row.

use super::array::{TextBuffers, TextColumn};
use super::convert::{NewColumn, booleans};
use super::node::Node;
use super::stop::NoResult;
use crate::batch::{ANSWERS, Bits, clear, ones};
use crate::binding::pauses::Pauses;

/// The array of the rows whose octets stand at these places of a column that was converted.
pub(super) fn node(
    length: usize,
    column: &TextColumn<'_>,
    converted: &NewColumn,
    place: impl Fn(usize) -> Option<usize>,
) -> Result<Node, NoResult> {
    let new = converted.texts.as_ref().map(|texts| texts.borrowed(&column.texts)).transpose()?;
    let texts: &TextBuffers<'_> = new.as_ref().unwrap_or(&column.texts);
    let validity = converted.validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let is_valid = |place: &usize| validity.is_none_or(|validity| validity.get(*place));
    answers(length, |row| place(row).filter(is_valid).and_then(|place| texts.row(place)))
}

fn answers<'a>(length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
    let (mut answers, mut validity) = (ones(length)?, ones(length)?);
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..length {
        pause(0)?;
        let octets = octets(row);
        if octets.is_none() {
            clear(&mut validity, row);
        }
        if octets != ANSWERS.get(1..) {
            clear(&mut answers, row);
        }
    }
    booleans(length, Some(answers), Some(validity))
}
