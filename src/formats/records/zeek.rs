//! `zeek`: logs of Zeek as text. Lines of the header say what separates fields and lists, and name the fields; here it
//! is a bar.
//!
//! ```text
//! #separator |
//! #fields|ts|query|answers
//! #types|time|string|vector[string]
//! 1|bücher.example|ü.example,-
//!   ^^^^^^^^^^^^^^ ^^^^^^^^^ ^
//! ```

use core::ops::Range;
use std::sync::Arc;

use super::marks::ZeekMarks;
use super::values::{ColumnValues, FileFault, LineHint, Records, places_of};
use crate::error::Error;
use crate::text::scan;
use crate::{bounded, memory};

/// The types of the fields of a report, in their order.
const TYPES: [&str; 5] = ["string", "string", "count", "count", "string"];

/// The marks and fields that the header of a log tells.
pub(super) struct ZeekHeader {
    pub(super) marks: Arc<ZeekMarks>,
    pub(super) fields: Vec<Vec<u8>>,
}

impl Default for ZeekHeader {
    fn default() -> Self {
        let (separator, set_separator) = (b"\t".to_vec(), b",".to_vec());
        let (empty_field, unset_field) = (b"(empty)".to_vec(), b"-".to_vec());
        let marks = ZeekMarks { separator, set_separator, empty_field, unset_field };
        Self { marks: Arc::new(marks), fields: Vec::new() }
    }
}

impl ZeekHeader {
    /// Reads a line, which begins with `#`. Returns its key and its value.
    pub(super) fn take<'a>(&mut self, line: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Error> {
        let is_first = line.starts_with(b"#separator ");
        // The separator itself is not known before its own line.
        let separator = if is_first { b" ".as_slice() } else { &self.marks.separator };
        let (key, value) = parted(bounded::rest(line, 1), separator);
        if key == b"fields" {
            self.fields = split(value, &self.marks.separator)?;
        }
        let mut marks = ZeekMarks::clone(&self.marks);
        let mark = match key {
            b"separator" => &mut marks.separator,
            b"set_separator" => &mut marks.set_separator,
            b"empty_field" => &mut marks.empty_field,
            b"unset_field" => &mut marks.unset_field,
            _ => return Ok((key, value)),
        };
        if !value.is_empty() {
            *mark = unescaped(value)?;
            self.marks = Arc::new(marks);
        }
        Ok((key, value))
    }
}

/// Reads lines of a log.
pub(crate) struct ZeekReader {
    names: Vec<Vec<u8>>,
    added: Vec<Vec<u8>>,
    /// The number of columns that are added for results, and for reports.
    results: usize,
    reports: usize,
    header: ZeekHeader,
    types: Vec<Vec<u8>>,
    /// For each column the place of its field, and whether it is a list.
    asked: Vec<(usize, bool)>,
    lines: usize,
    /// Memory for the fields of a line.
    cells: Vec<Range<usize>>,
}

impl ZeekReader {
    pub(crate) fn new(names: Vec<Vec<u8>>, added: Vec<Vec<u8>>, results: usize, reports: usize) -> Self {
        let (header, types, asked) = (ZeekHeader::default(), Vec::new(), Vec::new());
        Self { names, added, results, reports, header, types, asked, lines: 0, cells: Vec::new() }
    }

    /// Reads whole lines, the last of which may have no end.
    pub(crate) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), FileFault> {
        memory::push(&mut records.marks, (0, self.header.marks.clone()))?;
        let mut start = from;
        while start < octets.len() {
            let rest = bounded::rest(octets, start);
            let end = scan::line_feed(rest).map_or(octets.len(), |feed| bounded::add(bounded::add(start, feed), 1));
            self.lines = self.lines.saturating_add(1);
            let line = bounded::part(octets, start..end);
            let body = line.iter().rposition(|octet| !b"\r\n".contains(octet)).map_or(0, |last| bounded::add(last, 1));
            let body = start..bounded::add(start, body);
            match octets.get(start).filter(|_| !body.is_empty()) {
                None => records.push_empty(end, Some(0))?,
                Some(b'#') => self.take_header(octets, body, end, records)?,
                Some(_) => self.take(octets, body, end, records)?,
            }
            start = end;
        }
        Ok(())
    }

    fn take_header(
        &mut self,
        octets: &[u8],
        body: Range<usize>,
        end: usize,
        records: &mut Records,
    ) -> Result<(), FileFault> {
        let line = bounded::part(octets, body.clone());
        let before = self.header.marks.clone();
        let (key, value) = self.header.take(line)?;
        if key == b"types" {
            self.types = split(value, &self.header.marks.separator)?;
        }
        if !Arc::ptr_eq(&before, &self.header.marks) {
            memory::push(&mut records.marks, (records.rows.len(), self.header.marks.clone()))?;
        }
        let more = self.words_added(key)?;
        let mut added = Vec::new();
        for word in more {
            memory::append(&mut added, &self.header.marks.separator)?;
            memory::append(&mut added, &word)?;
        }
        memory::push(&mut records.additions, (body.end, added))?;
        Ok(records.push_empty(end, Some(0))?)
    }

    /// The words that a line of the header gets. The line may have changed where columns are.
    fn words_added(&mut self, key: &[u8]) -> Result<Vec<Vec<u8>>, FileFault> {
        if self.header.fields.is_empty() || !matches!(key, b"fields" | b"types") {
            return Ok(Vec::new());
        }
        let Some(places) = places_of(&self.names, &self.added, &self.header.fields)? else {
            return Err(FileFault::Columns(core::mem::take(&mut self.header.fields), LineHint::Nothing));
        };
        let is_list = |place: &usize| {
            self.types.get(*place).is_some_and(|of| of.starts_with(b"set[") || of.starts_with(b"vector["))
        };
        self.asked = places.iter().map(|place| (*place, is_list(place))).collect();
        if key == b"fields" {
            return Ok(self.added.clone());
        }
        let mut words = Vec::new();
        let mut note = |kind: &str, is_list: bool| {
            let word = if is_list { format!("vector[{kind}]") } else { kind.into() };
            memory::push(&mut words, word.into_bytes())
        };
        for &(_, is_list) in self.asked.iter().take(self.results) {
            note("string", is_list)?;
        }
        for &(_, is_list) in self.asked.iter().take(self.reports) {
            TYPES.iter().try_for_each(|kind| note(kind, is_list))?;
        }
        Ok(words)
    }

    fn take(&mut self, octets: &[u8], body: Range<usize>, end: usize, records: &mut Records) -> Result<(), FileFault> {
        let mut cells = core::mem::take(&mut self.cells);
        cells.clear();
        each_part(octets, body.clone(), &self.header.marks.separator, |cell| memory::push(&mut cells, cell))?;
        if cells.len() != self.header.fields.len() {
            let said = format!("{} fields, but the header has {}", cells.len(), self.header.fields.len());
            return Err(FileFault::Line(self.lines, said, LineHint::Nothing));
        }
        let row = records.rows.len();
        for (values, &(place, is_list)) in records.columns.iter_mut().zip(&self.asked) {
            let cell = cells.get(place).cloned().unwrap_or_default();
            let list = self.push_cell(octets, cell, is_list, values)?;
            values.end_row(row, list)?;
        }
        self.cells = cells;
        Ok(records.push_row(end, Some((body.end, false)))?)
    }

    /// Appends the value of a field. One that is unset or empty is not converted. Returns the length of a list.
    fn push_cell(
        &self,
        octets: &[u8],
        cell: Range<usize>,
        is_list: bool,
        values: &mut ColumnValues,
    ) -> Result<Option<usize>, Error> {
        let text = bounded::part(octets, cell.clone());
        let marks = &self.header.marks;
        if text == marks.unset_field {
            return values.push_null(cell).map(|()| None);
        }
        let is_empty = text == marks.empty_field;
        if !is_list {
            let pushed = if is_empty { values.push_null(cell) } else { push_text(text, cell, values) };
            return pushed.map(|()| None);
        }
        let mut count = 0_usize;
        if !is_empty {
            each_part(octets, cell, &marks.set_separator, |item| {
                count = bounded::add(count, 1);
                let text = bounded::part(octets, item.clone());
                if text == marks.unset_field { values.push_null(item) } else { push_text(text, item, values) }
            })?;
        }
        Ok(Some(count))
    }
}

fn push_text(text: &[u8], place: Range<usize>, values: &mut ColumnValues) -> Result<(), Error> {
    if text.contains(&b'\\') { values.push(place, &unescaped(text)?) } else { values.push(place, text) }
}

/// Tells the parts of a range between separators, which have an octet at least.
pub(super) fn each_part(
    octets: &[u8],
    range: Range<usize>,
    separator: &[u8],
    mut tell: impl FnMut(Range<usize>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut start = range.start;
    loop {
        let rest = bounded::part(octets, start..range.end);
        let found = match separator {
            [one] => rest.iter().position(|octet| octet == one),
            _ => rest.windows(separator.len().max(1)).position(|part| part == separator),
        };
        let Some(place) = found else { return tell(start..range.end) };
        let end = bounded::add(start, place);
        tell(start..end)?;
        start = bounded::add(end, separator.len());
    }
}

/// The parts of a text before and behind the first separator.
fn parted<'a>(text: &'a [u8], separator: &[u8]) -> (&'a [u8], &'a [u8]) {
    match text.windows(separator.len().max(1)).position(|part| part == separator) {
        Some(place) => (bounded::first(text, place), bounded::rest(text, bounded::add(place, separator.len()))),
        None => (text, &[]),
    }
}

fn split(text: &[u8], separator: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let mut parts = Vec::new();
    each_part(text, 0..text.len(), separator, |part| {
        memory::push(&mut parts, memory::copied(bounded::part(text, part))?)
    })?;
    Ok(parts)
}

/// A text in which Zeek has written octets as `\xHH`.
pub(super) fn unescaped(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut octets = memory::reserved(text.len())?;
    let mut rest = text;
    while let [first, behind @ ..] = rest {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        let meant = match *rest {
            [b'\\', b'x', high, low, ..] => digit(high).zip(digit(low)),
            _ => None,
        };
        match meant {
            Some((high, low)) => {
                octets.push(bounded::to(high << 4 | low));
                rest = bounded::rest(rest, 4);
            }
            None => {
                octets.push(*first);
                rest = behind;
            }
        }
    }
    Ok(octets)
}

/// Appends a value. What would be taken for a mark or a control character is escaped.
pub(crate) fn write_value(text: &[u8], marks: &ZeekMarks, output: &mut Vec<u8>) -> Result<(), Error> {
    let is_mark = text == marks.unset_field || text == marks.empty_field;
    let first = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()).filter(|_| is_mark);
    let is_in = |mark: &[u8], character: &[u8]| mark.windows(character.len()).any(|part| part == character);
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            let mut room = [0; 4];
            let octets = character.encode_utf8(&mut room).as_bytes();
            let is_special = character < ' '
                || matches!(character, '\\' | '#' | '\x7F')
                || first == Some(character)
                || is_in(&marks.separator, octets)
                || is_in(&marks.set_separator, octets);
            if is_special {
                octets.iter().try_for_each(|octet| memory::append(output, format!("\\x{octet:02x}").as_bytes()))?;
            } else {
                memory::append(output, octets)?;
            }
        }
        memory::append(output, chunk.invalid())?;
    }
    Ok(())
}
