//! Files of records: the values of columns, and where they stand. A format is a reader, and a writer of one value.
//!
//! Each format is one file, whose head marks the places in lines of the format. Names of the formats of places are the
//! values of one column, too (`names`).

mod certstream;
mod csv;
mod feeds;
mod json;
mod jsonl;
mod lines;
mod marks;
mod names;
mod search;
mod text;
mod values;
mod zeek;

pub(crate) use certstream::CertificatesReader;
pub(crate) use csv::{CsvColumns, CsvReader, write_cell};
pub(crate) use feeds::{FeedKind, FeedReader};
pub(crate) use json::{write_string, write_units};
pub(crate) use jsonl::JsonLinesReader;
pub(crate) use lines::{LineEnds, LinesReader};
pub(crate) use marks::{NO_MARKS, ZeekMarks};
pub(crate) use names::{NamesReader, PlacesReader};
pub(crate) use text::TextReader;
pub(crate) use values::{ColumnValues, FileFault, LineHint, Records, octets_of, units};
pub(crate) use zeek::{ZeekReader, write_value};
