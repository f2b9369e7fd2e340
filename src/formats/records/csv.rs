//! `csv` and `tsv`: the fields of columns, with any separator (RFC 4180, read as strictly as Python's `csv` does).
//!
//! ```text
//! id,host,note
//! 1,bücher.example,"a, b"
//!   ^^^^^^^^^^^^^^
//! 2,"ü.example",
//!   ^^^^^^^^^^^
//! ```
//!
//! ```text
//! at the beginning of a field: a quotation mark begins a quoted field, everything else a plain one
//! in a plain field: the next separator or end of a line ends it, and quotation marks are characters of it
//! in a quoted field: the next quotation mark that is not doubled ends it; what is then no separator or end is a fault
//! at the end of a line: the record is complete, and its fields are counted
//! where the octets end within a record: the next piece goes on at that octet
//! ```

use core::ops::Range;

use super::search::{MarkedOctets, any_of};
use super::values::{FileFault, Further, LineHint, Records, places_of};
use crate::error::Error;
use crate::text::scan;
use crate::{bounded, memory};

/// The most octets of a field: a quotation mark that is never closed must not make a field of the whole file.
const LONGEST_FIELD: usize = 1 << 24;

/// The columns of a table that are asked for, and how it is written.
pub(crate) struct CsvColumns {
    /// One character.
    pub(crate) delimiter: Vec<u8>,
    pub(crate) has_header: bool,
    pub(crate) names: Vec<Vec<u8>>,
    /// The names of new columns, of which the first `results` are those of results.
    pub(crate) added: Vec<Vec<u8>>,
    pub(crate) results: usize,
}

impl CsvColumns {
    /// Returns where a record gets new fields, if it does.
    fn further(&self, end: usize) -> Further {
        (!self.added.is_empty()).then_some((end, false))
    }
}

/// Reads records of a table.
pub(crate) struct CsvReader {
    columns: CsvColumns,
    /// For each column that is asked for the place of its field, as soon as the first record is read.
    asked: Option<Vec<usize>>,
    /// The number of fields of the first record.
    width: usize,
    /// The ends of lines before the octets at hand.
    lines: usize,
    open: OpenRecord,
    /// Memory for the ends of the fields of a record.
    ends: Vec<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Start,
    Plain,
    Quoted,
    /// Behind the second quotation mark.
    Closed,
}

/// A field with its quotation marks.
#[derive(Clone, Default)]
struct CsvField {
    range: Range<usize>,
    /// The number of quotation marks that are doubled.
    doubled: usize,
}

/// The record that is read, as far as it is read.
#[derive(Default)]
struct OpenRecord {
    fields: Vec<CsvField>,
    /// The number of fields, of which not all are kept.
    count: usize,
    field: CsvField,
    inside: Inside,
    at: usize,
}

impl OpenRecord {
    fn begin(&mut self, start: usize) {
        self.fields.clear();
        (self.count, self.field, self.inside, self.at) =
            (0, CsvField { range: start..start, doubled: 0 }, Inside::Start, start);
    }

    /// Ends a field, behind which the next one begins.
    fn end_field(&mut self, end: usize, next: usize, most: usize) -> Result<(), Error> {
        self.count = bounded::add(self.count, 1);
        let range = self.field.range.start..end;
        let field = core::mem::replace(&mut self.field, CsvField { range: next..next, doubled: 0 });
        (self.inside, self.at) = (Inside::Start, next);
        // A record with too many fields is refused, and they need not be kept.
        if self.count <= most { memory::push(&mut self.fields, CsvField { range, ..field }) } else { Ok(()) }
    }

    /// The octets of the field so far, without what quotes.
    fn length(&self) -> usize {
        self.at.saturating_sub(self.field.range.start).saturating_sub(self.field.doubled)
    }
}

/// The end of a record: of its last field, and of its line.
type RecordEnd = (usize, usize);

impl CsvReader {
    pub(crate) fn new(columns: CsvColumns) -> Self {
        Self { columns, asked: None, width: usize::MAX, lines: 0, open: OpenRecord::default(), ends: Vec::new() }
    }

    /// Reads all records that are complete, or all there are. Returns where they end: from there on the octets are to
    /// be given again, with more behind them.
    pub(crate) fn read(
        &mut self,
        octets: &[u8],
        from: usize,
        is_last: bool,
        records: &mut Records,
    ) -> Result<usize, FileFault> {
        let mut start = from;
        if self.open.at == 0 {
            self.open.begin(start);
        }
        loop {
            if self.open.at == start && self.asked.is_some() && self.columns.delimiter.len() == 1 {
                start = self.read_usual(octets, start, records)?;
                self.open.begin(start);
            }
            let Some((body, end)) = self.next(octets, start, is_last)? else { break };
            self.take(octets, start..body, end, records)?;
            start = end;
            self.open.begin(start);
        }
        if is_last && self.asked.is_none() && self.columns.has_header {
            return Err(FileFault::Columns(Vec::new(), LineHint::Empty));
        }
        self.lines = self.lines.saturating_add(ends_of_lines(bounded::first(octets, start)));
        self.open.move_back(start);
        Ok(start)
    }

    /// Reads records up to one in which something is unusual: marks that are doubled, another number of fields, an
    /// empty line, a fault, the end of the octets. Returns where that one begins. `next` would read the same, octet by
    /// octet.
    fn read_usual(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<usize, FileFault> {
        let (mut start, mut field) = (from, from);
        let delimiter = self.columns.delimiter.first().copied().unwrap_or(b',');
        let mut marks = MarkedOctets::new(octets, from, [delimiter, b'\n', b'\r', b'"']);
        self.ends.clear();
        while let Some(at) = marks.next() {
            let octet = octets.get(at).copied().unwrap_or_default();
            if octet == b'"' {
                if at != field {
                    continue;
                }
                let Some(quote) = any_of(octets, bounded::add(at, 1), [b'"']) else { break };
                let behind = bounded::add(quote, 1);
                if !octets.get(behind).is_some_and(|&next| next == delimiter || next == b'\n' || next == b'\r') {
                    break;
                }
                marks.seek(behind);
                continue;
            }
            if bounded::sub(at, field) > LONGEST_FIELD {
                break;
            }
            memory::push(&mut self.ends, at)?;
            field = bounded::add(at, 1);
            if octet == delimiter {
                continue;
            }
            if octet == b'\r' {
                match octets.get(field) {
                    Some(b'\n') => {
                        field = bounded::add(field, 1);
                        marks.seek(field);
                    }
                    Some(_) => {}
                    None => break,
                }
            }
            if self.ends.len() != self.width || at == start {
                break;
            }
            self.take_usual(octets, start, records)?;
            records.push_row(field, self.columns.further(at))?;
            start = field;
            self.ends.clear();
        }
        Ok(start)
    }

    /// Takes the values of a record whose fields end at `ends`.
    #[inline]
    fn take_usual(&self, octets: &[u8], start: usize, records: &mut Records) -> Result<(), Error> {
        for (values, &place) in records.columns.iter_mut().zip(self.asked.iter().flatten()) {
            let end_before = place.checked_sub(1).and_then(|before| self.ends.get(before));
            let begin = end_before.map_or(start, |&end| bounded::add(end, 1));
            let range = begin..bounded::present(self.ends.get(place).copied());
            match content(octets, &range) {
                [] => values.push_null(range)?,
                text => values.push(range, text)?,
            }
        }
        Ok(())
    }

    /// The end of the record that begins at `start`, unless more octets are needed.
    fn next(&mut self, octets: &[u8], start: usize, is_last: bool) -> Result<Option<RecordEnd>, FileFault> {
        loop {
            let at = self.open.at;
            match self.open.inside {
                Inside::Start => match octets.get(at) {
                    None if !is_last || (at == start && self.open.count == 0) => return Ok(None),
                    Some(b'"') => (self.open.inside, self.open.at) = (Inside::Quoted, bounded::add(at, 1)),
                    _ => self.open.inside = Inside::Plain,
                },
                Inside::Plain => {
                    let first = self.columns.delimiter.first().copied().unwrap_or(b',');
                    self.open.at = any_of(octets, at, [first, b'\n', b'\r']).unwrap_or(octets.len());
                    self.check_length(octets)?;
                    match self.end_of_field(octets, is_last)? {
                        Ending::Field => {}
                        Ending::Record(end) => return Ok(Some(end)),
                        Ending::Open => return Ok(None),
                        // The first octet of a longer separator.
                        Ending::Other => self.open.at = bounded::add(self.open.at, 1),
                    }
                }
                Inside::Quoted => {
                    if !self.pass_quoted(octets, is_last)? {
                        return Ok(None);
                    }
                }
                Inside::Closed => match self.end_of_field(octets, is_last)? {
                    Ending::Field => {}
                    Ending::Record(end) => return Ok(Some(end)),
                    Ending::Open => return Ok(None),
                    Ending::Other => {
                        let delimiter = String::from_utf8_lossy(&self.columns.delimiter);
                        let said = format!("'{delimiter}' expected after '\"'");
                        return Err(self.fault(octets, start, at, said));
                    }
                },
            }
        }
    }

    /// Reads a quoted field up to its second quotation mark. Returns whether there is one.
    fn pass_quoted(&mut self, octets: &[u8], is_last: bool) -> Result<bool, FileFault> {
        let quote = any_of(octets, self.open.at, [b'"']);
        self.open.at = quote.unwrap_or(octets.len());
        // The first quotation mark is not counted.
        if self.open.length() > bounded::add(LONGEST_FIELD, 1) {
            return Err(self.too_long(octets));
        }
        let Some(quote) = quote else {
            let start = self.open.fields.first().map_or(self.open.field.range.start, |field| field.range.start);
            let said = "unexpected end of data";
            // The last line counts, though it may have no end.
            let last = octets.strip_suffix(b"\n").unwrap_or(octets);
            let last = last.strip_suffix(b"\r").unwrap_or(last);
            return if is_last { Err(self.fault(octets, start, last.len(), said.into())) } else { Ok(false) };
        };
        let behind = bounded::add(quote, 1);
        match octets.get(behind) {
            Some(b'"') => {
                self.open.field.doubled = bounded::add(self.open.field.doubled, 1);
                self.open.at = bounded::add(behind, 1);
            }
            None if !is_last => return Ok(false),
            _ => (self.open.inside, self.open.at) = (Inside::Closed, behind),
        }
        Ok(true)
    }

    /// Ends the field at the octet that is next, if that is a separator or the end of a line.
    fn end_of_field(&mut self, octets: &[u8], is_last: bool) -> Result<Ending, FileFault> {
        let at = self.open.at;
        let rest = bounded::rest(octets, at);
        let end = match rest {
            [] if is_last => at,
            [] => return Ok(Ending::Open),
            [b'\r'] if !is_last => return Ok(Ending::Open),
            [b'\r', b'\n', ..] => bounded::add(at, 2),
            [b'\r' | b'\n', ..] => bounded::add(at, 1),
            _ if rest.starts_with(&self.columns.delimiter) => {
                self.open.end_field(at, bounded::add(at, self.columns.delimiter.len()), self.width)?;
                return Ok(Ending::Field);
            }
            _ if !is_last && self.columns.delimiter.starts_with(rest) => return Ok(Ending::Open),
            _ => return Ok(Ending::Other),
        };
        self.open.end_field(at, end, self.width)?;
        Ok(Ending::Record((at, end)))
    }

    fn check_length(&self, octets: &[u8]) -> Result<(), FileFault> {
        if self.open.length() > LONGEST_FIELD { Err(self.too_long(octets)) } else { Ok(()) }
    }

    #[cold]
    fn too_long(&self, octets: &[u8]) -> FileFault {
        let start = self.open.field.range.start;
        self.fault(
            octets,
            start,
            bounded::add(start, LONGEST_FIELD),
            format!("field larger than field limit ({LONGEST_FIELD})"),
        )
    }

    /// A fault at a place in a record that begins at `start`.
    #[cold]
    fn fault(&self, octets: &[u8], start: usize, at: usize, said: String) -> FileFault {
        FileFault::Line(self.line_at(octets, at), said, self.hint(octets, start))
    }

    /// The number of the line of a place.
    #[cold]
    fn line_at(&self, octets: &[u8], at: usize) -> usize {
        let before = ends_of_lines(octets.get(..at).unwrap_or(octets));
        self.lines.saturating_add(before).saturating_add(1)
    }

    /// Returns what the line at this place tells.
    #[cold]
    fn hint(&self, octets: &[u8], start: usize) -> LineHint {
        let line = octets.get(start..).unwrap_or_default();
        let end = any_of(line, 0, [b'\n', b'\r']).unwrap_or(line.len());
        let line = String::from_utf8_lossy(bounded::first(line, end));
        if line.trim().is_empty() {
            return LineHint::Empty;
        }
        let is_right = line.contains(&*String::from_utf8_lossy(&self.columns.delimiter));
        let other = [';', '\t', ',', '|'].into_iter().find(|&other| !is_right && line.contains(other));
        other.map_or(LineHint::Nothing, LineHint::Separator)
    }

    /// Takes a record: its octets without the end of its line, and where that ends.
    fn take(&mut self, octets: &[u8], body: Range<usize>, end: usize, records: &mut Records) -> Result<(), FileFault> {
        let is_first = self.asked.is_none();
        if is_first {
            self.find_columns(octets, &body)?;
        }
        if is_first && self.columns.has_header {
            let mut added = Vec::new();
            for name in &self.columns.added {
                memory::append(&mut added, &self.columns.delimiter)?;
                write_cell(name, false, &self.columns.delimiter, &mut added)?;
            }
            memory::push(&mut records.additions, (body.end, added))?;
            records.start = end;
            return Ok(());
        }
        if body.is_empty() && self.width != 1 {
            return Ok(records.push_empty(end, None)?);
        }
        if self.open.count != self.width {
            let first = if self.columns.has_header { "header" } else { "first row" };
            let said = format!("{} fields, but the {first} has {}", self.open.count, self.width);
            return Err(FileFault::Line(self.line_at(octets, body.end), said, LineHint::Nothing));
        }
        let row = records.rows.len();
        for (values, &place) in records.columns.iter_mut().zip(self.asked.iter().flatten()) {
            let Some(CsvField { range, doubled }) = bounded::some(self.open.fields.get(place)).cloned() else {
                continue;
            };
            match content(octets, &range) {
                [] => values.push_null(range)?,
                text if doubled == 0 => values.push(range, text)?,
                text => {
                    let text = without_doubles(text)?;
                    values.push(range, &text)?;
                }
            }
            values.end_row(row, None)?;
        }
        Ok(records.push_row(end, self.columns.further(body.end))?)
    }

    /// Finds the columns by the first record.
    fn find_columns(&mut self, octets: &[u8], body: &Range<usize>) -> Result<(), FileFault> {
        let fields = if body.is_empty() && self.columns.has_header { &[] } else { self.open.fields.as_slice() };
        let mut there = Vec::new();
        for (field, number) in fields.iter().zip(1_usize..) {
            let name = if self.columns.has_header {
                let name = content(octets, &field.range);
                if field.doubled == 0 { memory::copied(name)? } else { without_doubles(name)? }
            } else {
                number.to_string().into_bytes()
            };
            memory::push(&mut there, name)?;
        }
        let CsvColumns { names, added, results, has_header, .. } = &self.columns;
        // Without a header a new column is a number, too.
        let next = |name: &Vec<u8>, number: usize| *has_header || name == number.to_string().as_bytes();
        let mut numbers = (bounded::add(there.len(), 1)..).take(*results);
        let are_next = added.iter().zip(&mut numbers).all(|(name, number)| next(name, number));
        let Some(asked) = places_of(names, added, &there)?.filter(|_| are_next) else {
            return Err(FileFault::Columns(there, self.hint(octets, body.start)));
        };
        (self.asked, self.width) = (Some(asked), there.len());
        Ok(())
    }
}

impl OpenRecord {
    /// The octets before a place are gone.
    fn move_back(&mut self, by: usize) {
        let moved = |place: usize| place.saturating_sub(by);
        for CsvField { range, .. } in self.fields.iter_mut().chain([&mut self.field]) {
            *range = moved(range.start)..moved(range.end);
        }
        self.at = moved(self.at);
    }
}

enum Ending {
    Field,
    Record(RecordEnd),
    /// More octets are needed.
    Open,
    /// It does not end here.
    Other,
}

/// A field without the marks that quote it; those in it are still doubled.
fn content<'a>(octets: &'a [u8], range: &Range<usize>) -> &'a [u8] {
    let field = bounded::part(octets, range.clone());
    field.strip_prefix(b"\"").map_or(field, |rest| rest.strip_suffix(b"\"").unwrap_or(rest))
}

/// A copy of a text in which marks are doubled.
fn without_doubles(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut copy = memory::reserved(text.len())?;
    let mut rest = text;
    while let Some(quote) = any_of(rest, 0, [b'"']) {
        copy.extend_from_slice(bounded::first(rest, bounded::add(quote, 1)));
        rest = rest.get(bounded::add(quote, 2)..).unwrap_or_default();
    }
    copy.extend_from_slice(rest);
    Ok(copy)
}

/// The number of ends of lines: CR LF, LF or CR.
fn ends_of_lines(octets: &[u8]) -> usize {
    let feeds = scan::count_of_line_feeds(octets);
    if any_of(octets, 0, [b'\r']).is_none() {
        return feeds;
    }
    // A block has at most 255, as for line feeds.
    let next = octets.get(1..).unwrap_or_default();
    let returns = octets.chunks(0xFF).zip(next.chunks(0xFF)).map(|(block, next)| {
        let is_lone = |(&one, &next): (&u8, &u8)| u8::from(one == b'\r') & u8::from(next != b'\n');
        usize::from(block.iter().zip(next).fold(0_u8, |sum, pair| sum.wrapping_add(is_lone(pair))))
    });
    let last = usize::from(octets.last() == Some(&b'\r'));
    bounded::add(bounded::add(feeds, returns.sum()), last)
}

/// Appends a field: in quotation marks if it was, unless it is empty, and where it has to be.
pub(crate) fn write_cell(text: &[u8], is_quoted: bool, delimiter: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
    let first = delimiter.first().copied().unwrap_or(b',');
    let must_be = || match any_of(text, 0, [first, b'"', b'\r', b'\n']) {
        None => false,
        Some(_) if delimiter.len() < 2 => true,
        Some(_) => {
            let has_delimiter = text.windows(delimiter.len()).any(|part| part == delimiter);
            has_delimiter || any_of(text, 0, [b'"', b'\r', b'\n']).is_some()
        }
    };
    if (!is_quoted || text.is_empty()) && !must_be() {
        return memory::append(output, text);
    }
    output.try_reserve(bounded::add(bounded::mul(text.len(), 2), 2)).map_err(|_| memory::refused())?;
    output.push(b'"');
    let mut parts = text.split(|&octet| octet == b'"');
    output.extend_from_slice(parts.next().unwrap_or_default());
    for part in parts {
        output.extend_from_slice(b"\"\"");
        output.extend_from_slice(part);
    }
    output.push(b'"');
    Ok(())
}
