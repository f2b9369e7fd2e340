//! `lines`: one name on each line, which may be empty. A line feed ends a line, and a carriage return before it belongs
//! to the end; or NUL ends it, and nothing else.
//!
//! ```text
//! bücher.example
//! ^^^^^^^^^^^^^^
//! ```

use super::search::any_of;
use super::values::{Records, octets_of};
use crate::error::Error;
use crate::text::{Kind, scan};
use crate::{bounded, memory};

/// The ends of lines, and the results that they may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineEnds {
    /// A line feed or NUL.
    pub(crate) end: u8,
    /// True if a result may have several lines.
    pub(crate) are_texts: bool,
}

impl LineEnds {
    /// Lines of a file of text.
    pub(crate) const FEEDS: Self = Self { end: b'\n', are_texts: false };

    /// Returns whether a line of this text would be read as another one.
    pub(crate) fn change(self, text: &[u8]) -> bool {
        !self.are_texts && (text.contains(&self.end) || (self.end == b'\n' && text.ends_with(b"\r")))
    }

    /// The place behind the last end of a line, or 0.
    pub(crate) fn behind_last(self, octets: &[u8]) -> usize {
        let last = match self.end {
            b'\n' => scan::last_line_feed(octets),
            end => octets.iter().rposition(|&octet| octet == end),
        };
        last.map_or(0, |place| bounded::add(place, 1))
    }
}

/// Reads lines.
pub(crate) struct LinesReader {
    ends: LineEnds,
    lines: usize,
}

impl LinesReader {
    pub(crate) const fn new(ends: LineEnds) -> Self {
        Self { ends, lines: 0 }
    }

    pub(super) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), Error> {
        let mut start = from;
        while start < octets.len() {
            let end = any_of(octets, start, [self.ends.end]).unwrap_or(octets.len());
            let line = bounded::part(octets, start..end);
            let is_longer = self.ends.end == b'\n' && line.ends_with(b"\r");
            let name = bounded::first(line, bounded::sub(line.len(), usize::from(is_longer)));
            self.lines = self.lines.saturating_add(1);
            records.push_name(self.lines, Kind::Bare, start..bounded::add(start, name.len()), name, start)?;
            start = bounded::add(end, 1);
        }
        Ok(())
    }
}

impl Records {
    /// The same of lines that are no file: their code points, which may be those of octets that are not UTF-8.
    pub(crate) fn of_lines(lines: &[Vec<u32>]) -> Result<Self, Error> {
        let mut records = Self::of(1, lines.len(), 0)?;
        let Some(values) = records.columns.first_mut() else { return Ok(records) };
        for (units, number) in lines.iter().zip(1..) {
            if units.iter().all(|&unit| char::from_u32(unit).is_some()) {
                values.push(0..0, &octets_of(units)?)?;
            } else {
                values.push_undecoded(0..0, memory::copied(units)?)?;
            }
            memory::push(&mut records.rows, 0)?;
            memory::push(&mut records.names, (number, 1, Kind::Bare))?;
        }
        Ok(records)
    }
}
