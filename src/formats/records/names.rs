//! The names of formats of lines, whose syntax says where they stand, as the values of one column.

use super::values::Records;
use crate::error::Error;
use crate::formats::{Format, Places};
use crate::text::scan;
use crate::{bounded, memory};

/// The names that are of interest: lines without such a name need not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    #[default]
    All,
    /// Those that are not ASCII.
    BeyondAscii,
    /// Those with a label that has the prefix of A-labels.
    Prefix,
}

/// Reads the lines of a format.
pub(crate) struct NamesReader {
    format: Format,
    wanted: Wanted,
    places: Places,
    lines: usize,
}

impl NamesReader {
    pub(crate) fn new(format: Format, wanted: Wanted) -> Self {
        Self { format, wanted, places: Places::default(), lines: 0 }
    }

    /// Reads whole lines, the last of which may have no end. A name is a row, which ends where the line of the next
    /// one begins.
    pub(crate) fn read(&mut self, octets: &[u8], records: &mut Records) -> Result<(), Error> {
        let sought = match self.wanted {
            _ if self.format.goes_over_lines() => |text: &[u8]| (!text.is_empty()).then_some(0),
            Wanted::All => |text: &[u8]| (!text.is_empty()).then_some(0),
            Wanted::BeyondAscii => scan::beyond_ascii,
            Wanted::Prefix => scan::prefix,
        };
        let mut start = 0_usize;
        while let Some(place) = sought(bounded::rest(octets, start)).map(|place| bounded::add(start, place)) {
            let begin = scan::last_line_feed(bounded::part(octets, start..place))
                .map_or(start, |feed| bounded::add(bounded::add(start, feed), 1));
            let feed = scan::line_feed(bounded::rest(octets, place));
            let end = feed.map_or(octets.len(), |feed| bounded::add(place, feed));
            self.lines = self.lines.saturating_add(scan::line_feeds(bounded::part(octets, start..begin)));
            self.take(octets, begin, end, records)?;
            self.lines = self.lines.saturating_add(usize::from(feed.is_some()));
            start = bounded::add(end, 1).min(octets.len());
        }
        self.lines = self.lines.saturating_add(scan::line_feeds(bounded::rest(octets, start)));
        // The last name has all that is behind it.
        if let Some(end) = records.rows.last_mut() {
            *end = octets.len();
        } else {
            records.start = octets.len();
        }
        Ok(())
    }

    /// Takes the names of the line from `begin` to `end`.
    fn take(&mut self, octets: &[u8], begin: usize, end: usize, records: &mut Records) -> Result<(), Error> {
        let line = bounded::part(octets, begin..end);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let number = self.lines.saturating_add(1);
        let Records { columns, rows, names, start, .. } = records;
        let Some(values) = columns.first_mut() else { return Ok(()) };
        for place in self.format.places_in(line, &mut self.places)? {
            match rows.last_mut() {
                Some(end) => *end = begin,
                None => *start = begin,
            }
            let name = bounded::part(line, place.range.clone());
            let [from, to] = [place.range.start, place.range.end].map(|offset| bounded::add(begin, offset));
            values.push(from..to, name)?;
            memory::push(names, (number, place.kind))?;
            memory::push(rows, octets.len())?;
        }
        Ok(())
    }
}
