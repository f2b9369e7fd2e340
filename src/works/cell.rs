//! A field of a result that is no text, as a piece has it: the octets of a row are its cells, one behind another.

use super::fields::CellType;
use crate::bounded;
use crate::memory::Growing;

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Absent,
    Text(&'a [u8]),
    /// Of 32 or 64 bits, as the type of the field says.
    Integer(i64),
    Float(f64),
    Bool(bool),
}

impl<'a> Cell<'a> {
    /// A number of characters, rows or octets.
    pub(crate) fn count(number: usize) -> Self {
        Self::Integer(bounded::to(number))
    }

    /// A text that there may be.
    pub(crate) fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Absent, |text| Self::Text(text.as_bytes()))
    }

    /// Appends the cell: whether it is there, the eight octets of a number or of a length, and the text.
    pub(crate) fn write(self, output: &mut Growing<u8>) {
        let number = match self {
            Self::Absent => return output.push(0),
            Self::Text(text) => bounded::to(text.len()),
            Self::Integer(number) => number.cast_unsigned(),
            Self::Float(number) => number.to_bits(),
            Self::Bool(is_so) => is_so.into(),
        };
        // At once: each call asks for room.
        let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
        output.extend_from_slice(&[1, a, b, c, d, e, f, g, h]);
        if let Self::Text(text) = self {
            output.extend_from_slice(text);
        }
    }

    /// Takes the cell of a field of a type away from the beginning of the rest of a row.
    pub(crate) fn read(rest: &mut &'a [u8], of: CellType) -> Self {
        let Some((1, behind)) = rest.split_first() else {
            *rest = rest.get(1..).unwrap_or_default();
            return Self::Absent;
        };
        let (number, behind) = behind.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let number = u64::from_le_bytes(*number);
        *rest = behind;
        match of {
            CellType::Text => {
                let (text, behind) = behind.split_at_checked(bounded::to(number)).unwrap_or_default();
                *rest = behind;
                Self::Text(text)
            }
            CellType::Int32 | CellType::Int64 => Self::Integer(number.cast_signed()),
            CellType::Float64 => Self::Float(f64::from_bits(number)),
            CellType::Bool => Self::Bool(number == 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_were_written() {
        let cells = [
            (Cell::Text(b"a\0b"), CellType::Text),
            (Cell::Absent, CellType::Int64),
            (Cell::Text(b""), CellType::Text),
            (Cell::Integer(-7), CellType::Int64),
            (Cell::Integer(65_535), CellType::Int32),
            (Cell::Float(0.93), CellType::Float64),
            (Cell::Bool(true), CellType::Bool),
            (Cell::Bool(false), CellType::Bool),
            (Cell::Absent, CellType::Text),
        ];
        let mut octets = Growing::default();
        cells.iter().for_each(|(cell, _)| cell.write(&mut octets));
        let mut rest = &*octets;
        for (cell, of) in cells {
            assert_eq!(Cell::read(&mut rest, of), cell);
        }
        assert!(rest.is_empty());
        assert_eq!(Cell::read(&mut rest, CellType::Text), Cell::Absent);
    }

    #[test]
    fn octets_that_end_early_are_read_to_their_end() {
        for of in [CellType::Text, CellType::Int32, CellType::Float64, CellType::Bool] {
            let mut rest: &[u8] = &[1, 9, 0, 0];
            let _ = Cell::read(&mut rest, of);
            assert!(rest.is_empty());
        }
    }
}
