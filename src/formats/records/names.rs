//! Names as the values of one column, each a row, from all that is not a table.
//!
//! ```text
//! 192.0.2.1 büro ü.example     a format of lines, whose syntax says where names stand
//!           ^^^^ ^^^^^^^^^
//! see https://ü.example/ ü     text
//!             ^^^^^^^^^
//! büro IN MX 10 ü.example.     a master file
//! ^^^^          ^^^^^^^^^^
//! ü.example                    lines of one name
//! ^^^^^^^^^
//! ```

use super::certstream::CertificatesReader;
use super::feeds::FeedReader;
use super::lines::LinesReader;
use super::text::TextReader;
use super::values::Records;
use crate::error::Error;
use crate::formats::{Format, Places};
use crate::text::{Kind, scan};
use crate::zone::ZoneNames;
use crate::{bounded, memory};

/// Reads names.
pub(crate) enum NamesReader {
    Places(PlacesReader),
    Lines(LinesReader),
    Text(TextReader),
    Zone(ZoneNames),
    Certificates(CertificatesReader),
    Feed(FeedReader),
}

impl NamesReader {
    /// Reads octets, whose last line has no end only where they are the last ones. Returns how many are done.
    pub(crate) fn read(
        &mut self,
        octets: &[u8],
        from: usize,
        is_last: bool,
        records: &mut Records,
    ) -> Result<usize, Error> {
        match self {
            Self::Places(reader) => reader.read(octets, records)?,
            Self::Text(reader) => reader.read(octets, records)?,
            Self::Certificates(reader) => reader.read(octets, from, records)?,
            Self::Feed(reader) => reader.read(octets, from, records)?,
            Self::Lines(reader) => reader.read(octets, from, records)?,
            Self::Zone(names) => {
                let done = names.each(octets, is_last, |line, name| {
                    let begin = scan::last_line_feed(bounded::first(octets, name.start));
                    let begin = begin.map_or(0, |feed| bounded::add(feed, 1));
                    let text = bounded::part(octets, name.clone());
                    records.push_name(line, Kind::Bare, name, text, begin)
                })?;
                records.end_names(done);
                return Ok(done);
            }
        }
        records.end_names(octets.len());
        Ok(octets.len())
    }
}

impl Records {
    /// Appends a name as a row: the number of its line, its kind, its place, its text, and where its line begins. The
    /// row before ends there.
    pub(super) fn push_name(
        &mut self,
        line: usize,
        kind: Kind,
        place: core::ops::Range<usize>,
        text: &[u8],
        begin: usize,
    ) -> Result<(), Error> {
        let Some(values) = self.columns.first_mut() else { return Ok(()) };
        match self.rows.last_mut() {
            Some(end) => *end = begin,
            None => self.start = begin,
        }
        let (end, column) = (place.end, bounded::add(bounded::sub(place.start, begin), 1));
        values.push(place, text)?;
        memory::push(&mut self.names, (line, column, kind))?;
        memory::push(&mut self.rows, end)
    }

    /// Gives all that is behind the last name to it.
    fn end_names(&mut self, end: usize) {
        match self.rows.last_mut() {
            Some(last) => *last = end,
            None => self.start = end,
        }
    }
}

/// Reads the lines of a format.
pub(crate) struct PlacesReader {
    format: Format,
    places: Places,
    lines: usize,
}

impl PlacesReader {
    pub(crate) fn new(format: Format) -> Self {
        Self { format, places: Places::default(), lines: 0 }
    }

    fn read(&mut self, octets: &[u8], records: &mut Records) -> Result<(), Error> {
        let mut start = 0_usize;
        while start < octets.len() {
            let feed = scan::line_feed(bounded::rest(octets, start));
            let end = feed.map_or(octets.len(), |feed| bounded::add(start, feed));
            self.take(octets, start, end, records)?;
            self.lines = self.lines.saturating_add(usize::from(feed.is_some()));
            start = bounded::add(end, 1);
        }
        Ok(())
    }

    /// Takes the names of the line from `begin` to `end`.
    fn take(&mut self, octets: &[u8], begin: usize, end: usize, records: &mut Records) -> Result<(), Error> {
        let line = bounded::part(octets, begin..end);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let number = self.lines.saturating_add(1);
        for place in self.format.places_in(line, &mut self.places)? {
            let name = bounded::part(line, place.range.clone());
            let [from, to] = [place.range.start, place.range.end].map(|offset| bounded::add(begin, offset));
            records.push_name(number, place.kind, from..to, name, begin)?;
        }
        Ok(())
    }
}
