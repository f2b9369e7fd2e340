//! The columns of a file that are read, and what they become.

use crate::error::Error;
use crate::formats::records::LineEnds;
use crate::memory;

/// The fields of a report, in their order.
pub(crate) const REPORT: [&str; 5] = ["value", "code", "label_index", "offset", "message"];

/// The notation of values in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Plain,
    Csv,
    Json,
    Zeek,
    /// Lines of one value each.
    Lines(LineEnds),
}

/// The columns of a file, and what becomes of them.
#[derive(Default)]
pub(crate) struct FilePlan {
    /// The names of the columns, in octets as the file has them.
    pub(crate) columns: Vec<Vec<u8>>,
    /// The names of new columns of results: one for each column, or none.
    pub(crate) into: Vec<Vec<u8>>,
    /// The names of new columns of reports: likewise.
    pub(crate) reports: Vec<Vec<u8>>,
    /// The character that separates fields.
    pub(crate) delimiter: Vec<u8>,
}

impl FilePlan {
    /// The names of new columns, where each field of a report has one.
    pub(super) fn added(&self) -> Result<Vec<Vec<u8>>, Error> {
        let mut added = self.into.clone();
        for name in &self.reports {
            for field in REPORT {
                memory::push(&mut added, [name, b".".as_slice(), field.as_bytes()].concat())?;
            }
        }
        Ok(added)
    }
}
