//! Files that come in pieces of any size, read as batches of whole records.
//!
//! ```text
//! put the piece behind what is held
//! read all records that are complete: values of columns, and where they stand
//! the octets of these are the batch, and the rest is held
//! what comes out does not depend on where the file is cut, but for where batches end
//! ```

use std::sync::Arc;

use super::batch::FileBatch;
use super::plan::{FilePlan, Notation};
use crate::error::Error;
use crate::formats::Format;
use crate::formats::records::{
    CertificatesReader, CsvColumns, CsvReader, FeedKind, FeedReader, FileFault, JsonLinesReader, LineEnds, LinesReader,
    NamesReader, PlacesReader, Records, TextReader, ZeekReader,
};
use crate::text::SoughtNames;
use crate::zone::ZoneNames;
use crate::{bounded, memory};

/// More is not reserved for a batch before it is read.
const MOST_RESERVED: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The kind of a file whose records are read.
#[derive(Clone)]
pub(crate) enum FileKind {
    Csv {
        has_header: bool,
    },
    JsonLines,
    Zeek,
    /// Names alone, which are one column: those of a format of lines, of lines of one name, text, a master file or JSON
    /// of CertStream.
    Names(Format),
    Lines(LineEnds),
    Text(SoughtNames),
    Zone,
    Certificates,
    /// The same of a feed: texts that are looked up, of which nothing is written.
    Feed(FeedKind),
}

enum Reader {
    Csv(CsvReader),
    JsonLines(JsonLinesReader),
    Zeek(ZeekReader),
    Names(NamesReader),
}

/// Reads a file that comes in pieces.
pub(crate) struct FileReader {
    reader: Reader,
    notation: Notation,
    plan: Arc<FilePlan>,
    /// The octets of a record that is not complete.
    held: Vec<u8>,
    /// True if the beginning of the file was read.
    has_begun: bool,
    /// The octets of the file before those that are held. Saturating.
    octets: usize,
    /// The number of rows of the last batch, and of the octets of the values of a column.
    usual: (usize, usize),
}

impl FileReader {
    pub(crate) fn new(kind: FileKind, plan: FilePlan) -> Result<Self, Error> {
        let (names, added) = (plan.columns.clone(), plan.added()?);
        let (results, reports) = (plan.into.len(), plan.reports.len());
        let (reader, notation) = match kind {
            FileKind::Csv { has_header } => {
                let delimiter = plan.delimiter.clone();
                let columns = CsvColumns { delimiter, has_header, names, added, results };
                (Reader::Csv(CsvReader::new(columns)), Notation::Csv)
            }
            // A report is one member of the object.
            FileKind::JsonLines => {
                let added = [plan.into.as_slice(), &plan.reports].concat();
                (Reader::JsonLines(JsonLinesReader::new(names, added)), Notation::Json)
            }
            FileKind::Zeek => (Reader::Zeek(ZeekReader::new(names, added, results, reports)), Notation::Zeek),
            FileKind::Names(format) => (Reader::Names(NamesReader::Places(PlacesReader::new(format))), Notation::Plain),
            FileKind::Lines(ends) => (Reader::Names(NamesReader::Lines(LinesReader::new(ends))), Notation::Lines(ends)),
            FileKind::Text(sought) => (Reader::Names(NamesReader::Text(TextReader::new(sought))), Notation::Plain),
            FileKind::Zone => (Reader::Names(NamesReader::Zone(ZoneNames::default())), Notation::Plain),
            FileKind::Certificates => {
                (Reader::Names(NamesReader::Certificates(CertificatesReader::default())), Notation::Json)
            }
            FileKind::Feed(kind) => (Reader::Names(NamesReader::Feed(FeedReader::new(kind))), Notation::Plain),
        };
        let plan = Arc::new(plan);
        Ok(Self { reader, notation, plan, held: Vec::new(), has_begun: false, octets: 0, usual: (0, 0) })
    }

    /// Takes a piece. Returns the records that are complete with it.
    ///
    /// # Errors
    ///
    /// A fault of the file; after one, nothing more is to be read.
    pub(crate) fn feed(&mut self, piece: &[u8]) -> Result<FileBatch, FileFault> {
        self.read(piece, false)
    }

    /// Ends the file. Returns the last record, if it has no end.
    ///
    /// # Errors
    ///
    /// As for [`feed`](Self::feed).
    pub(crate) fn finish(&mut self) -> Result<FileBatch, FileFault> {
        let batch = self.read(&[], true)?;
        if let Reader::JsonLines(reader) = &mut self.reader {
            reader.finish()?;
        }
        Ok(batch)
    }

    fn read(&mut self, piece: &[u8], is_last: bool) -> Result<FileBatch, FileFault> {
        let searched = self.held.len();
        memory::append(&mut self.held, piece)?;
        let column_count = self.plan.columns.len().max(1);
        let (rows, octets) = self.usual;
        let mut records = Records::of(column_count, rows, octets)?;
        if !self.has_begun && !is_last && BYTE_ORDER_MARK.starts_with(&self.held) {
            return self.batch(0, records);
        }
        let from = if !self.has_begun && self.held.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        records.start = from;
        let end = if is_last {
            self.held.len()
        } else {
            let ends = if let Notation::Lines(ends) = self.notation { ends } else { LineEnds::FEEDS };
            match ends.behind_last(bounded::rest(&self.held, searched)) {
                0 => 0,
                behind => bounded::add(searched, behind),
            }
        };
        let lines = bounded::first(&self.held, end);
        let read = match &mut self.reader {
            // A field may have ends of lines.
            Reader::Csv(reader) => reader.read(&self.held, from, is_last, &mut records)?,
            _ if end == 0 => return self.batch(0, records),
            Reader::JsonLines(reader) => reader.read(lines, from, &mut records).map(|()| end)?,
            Reader::Zeek(reader) => reader.read(lines, from, &mut records).map(|()| end)?,
            Reader::Names(reader) => reader.read(lines, from, is_last, &mut records)?,
        };
        self.has_begun |= read > 0;
        self.batch(read, records)
    }

    /// The batch of the first octets that are held.
    fn batch(&mut self, end: usize, records: Records) -> Result<FileBatch, FileFault> {
        // A long record that is not complete is not copied for each of its pieces.
        let octets = if end == 0 {
            Vec::new()
        } else {
            let rest = memory::copied(bounded::rest(&self.held, end))?;
            let mut octets = core::mem::replace(&mut self.held, rest);
            octets.truncate(end);
            octets
        };
        let (start, most) = (self.octets, records.columns.iter().map(|values| values.data().len()).max());
        // A batch is about as long as the one before it, unless that was a record as long as the file.
        let with_room = |count: usize| bounded::add(count, count / 16).min(MOST_RESERVED);
        self.usual = (with_room(records.rows.len()), with_room(most.unwrap_or(0)));
        self.octets = self.octets.saturating_add(end);
        Ok(FileBatch { octets, start, records, notation: self.notation, plan: self.plan.clone() })
    }
}
