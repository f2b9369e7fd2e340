//! The functions of rooms that are not public and that fuzz/ calls. They exist under `--cfg fuzzing` alone.

use crate::batch::{Bits, ColumnFault, Job, Layout, Reasons, Strings, View, Views};
use crate::compat::{Options, Refusal};
use crate::display::Policy;
use crate::files::{Answers, FileKind, FilePlan, FileReader, Format};
use crate::formats::records::{FileFault, LineEnds};
use crate::label::Form;
use crate::text::SoughtNames;
use crate::works::{Against, RowMode, RowTask, Work};
use crate::{Profile, compat};
use core::ops::Range;

/// A text, or nothing where the row is null.
pub type Row = Option<Vec<u8>>;

/// The entry of a report about a row, besides its form: the code, the label, the offset and, of display, the code
/// point.
pub type Told = Option<(String, i32, i64, Option<u32>)>;

/// The rows of a result, and what a report tells of each, if there is one.
pub type Found = (Vec<Row>, Vec<Told>);

/// The work on a column.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// True if its texts are raw Punycode, or code points to be encoded, and not names.
    pub is_punycode: bool,
    pub to_unicode: bool,
    /// True if a text that is refused is kept or null. Without it, the column is refused.
    pub keep: Option<bool>,
    /// True if names are shown, by [`Policy::LOOKALIKE_AWARE`].
    pub is_display: bool,
    /// True if a report is made: what is refused is null.
    pub is_report: bool,
}

/// Returns what becomes of a column of texts whose offsets, octets and validity bits may be anything, or why it is
/// refused: `refused` for a text, `fault` for the column.
///
/// # Errors
///
/// As said.
pub fn column(
    offsets: &[i32],
    data: &[u8],
    validity: Option<&[u8]>,
    how: How,
    threads: usize,
) -> Result<Found, &'static str> {
    let strings = Strings { offsets, data, validity: validity.map(|octets| Bits::new(octets, 3)) };
    rows(&strings, how, threads, |texts, row| {
        Strings { offsets: &texts.offsets, data: &texts.data, validity: None }.row(row).map(<[u8]>::to_vec)
    })
}

/// The same of a column with views, which may be anything, too.
///
/// # Errors
///
/// As said.
pub fn column_of_views(
    views: &[[u8; 16]],
    buffers: &[&[u8]],
    validity: Option<&[u8]>,
    how: How,
    threads: usize,
) -> Result<Found, &'static str> {
    let views: Vec<View> = views.iter().map(|&octets| View::from(octets)).collect();
    let views = Views { views: &views, buffers, validity: validity.map(|octets| Bits::new(octets, 3)) };
    rows(&views, how, threads, |texts, row| {
        let all: Vec<&[u8]> = buffers.iter().copied().chain(texts.buffers.iter().map(Vec::as_slice)).collect();
        texts.views.get(row).and_then(|view| view.text(&all)).map(<[u8]>::to_vec)
    })
}

/// Converts a column, and reads the rows of the result, or of the column where it is its own.
fn rows<L: Layout>(
    column: &L,
    how: How,
    threads: usize,
    read: impl Fn(&L::Output, usize) -> Row,
) -> Result<Found, &'static str> {
    let mode = match how.keep {
        _ if how.is_report => RowMode::Report,
        Some(true) => RowMode::Keep,
        Some(false) => RowMode::Null,
        None => RowMode::Raise,
    };
    let work = match (how.is_punycode, how.to_unicode) {
        _ if how.is_display => Work::Display(Policy::LOOKALIKE_AWARE),
        (true, true) => Work::PunycodeDecode,
        (true, false) => Work::PunycodeEncode,
        (false, true) => Work::Name(Form::Unicode),
        (false, false) => Work::Name(Form::Ascii),
    };
    let task = RowTask { work, profile: &Profile::UTS46, mode, against: Against::Nothing };
    let mut job = Job::new(column, task, threads);
    let name = |fault| if matches!(fault, ColumnFault::Refused(..)) { "refused" } else { "fault" };
    while job.step().map_err(name)? {}
    let outcome = job.finished();
    let is_valid = |row| match &outcome.validity {
        Some(bits) => Bits::new(bits, 0).get(row),
        None => column.validity().is_none_or(|validity| validity.get(row)),
    };
    let text = |row| match &outcome.output {
        Some(output) => read(output, row),
        None => column.row(row).map(<[u8]>::to_vec),
    };
    let count = column.count();
    let rows = (0..count).map(|row| text(row).filter(|_| is_valid(row))).collect();
    if !how.is_report {
        return Ok((rows, Vec::new()));
    }
    let reasons = Reasons::of::<ColumnFault>(count, &outcome.remarks, work, |_| Ok(())).map_err(name)?;
    Ok((rows, (0..count).map(|row| told(&reasons, row, count)).collect()))
}

/// Returns what a report of so many rows tells of one.
fn told(reasons: &Reasons, row: usize, count: usize) -> Told {
    let [valid, pointed] = [&reasons.validity, &reasons.have_code_points].map(|bits| Bits::new(bits, 0));
    assert!(valid.count_clear(count) <= count && pointed.count_clear(count) <= count);
    let &[start, end] = reasons.codes.offsets.get(row..)?.first_chunk()?;
    let code = reasons.codes.data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
    let code_point = reasons.code_points.get(row).copied().filter(|_| pointed.get(row));
    let (label_index, offset) = (*reasons.label_indices.get(row)?, *reasons.offsets.get(row)?);
    valid.get(row).then(|| (String::from_utf8_lossy(code).into_owned(), label_index, offset, code_point))
}

fn options([strict, uts46, std3_rules]: [bool; 3]) -> Options {
    Options { strict, uts46, std3_rules }
}

/// `acelabel.compat.idna.encode`, or the code of its error and the place in question.
///
/// # Errors
///
/// As said.
pub fn compat_encode(name: &[u32], flags: [bool; 3]) -> Result<Vec<u8>, (&'static str, Option<usize>)> {
    compat::check_name_size(name.len()).and_then(|()| compat::encode(name, options(flags))).map_err(said)
}

/// `acelabel.compat.idna.decode`, alike.
///
/// # Errors
///
/// As said.
pub fn compat_decode(name: &[u32], flags: [bool; 3], display: bool) -> Result<Vec<u32>, (&'static str, Option<usize>)> {
    compat::check_name_size(name.len()).and_then(|()| compat::decode(name, options(flags), display)).map_err(said)
}

/// The code, and the place where it lies within the text in question.
fn said(refusal: Refusal) -> (&'static str, Option<usize>) {
    let place = refusal.found.map(|(text, place)| if place < text.len() { place } else { usize::MAX });
    (refusal.code, place)
}

/// A file of records, how it is read and what is written.
#[derive(Clone, Copy, Debug)]
pub struct RecordsHow {
    /// The number of the kind, below [`RECORD_KINDS`].
    pub kind: usize,
    /// The format of lines, for names of such files.
    pub format: Format,
    /// True if results go into new columns or members, and into reports.
    pub adds: bool,
    pub reports: bool,
    /// True if a table has no header, text has names everywhere, or NUL ends lines.
    pub is_other: bool,
}

/// The number of kinds of files.
pub const RECORD_KINDS: usize = 9;
/// Those with columns are the first ones; the others have names alone.
pub const TABLES: usize = 4;
/// That of lines, each with an end.
pub const LINES: usize = 4;

/// A file with results, and the values that its columns had, each with its place.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    pub octets: Vec<u8>,
    pub values: Vec<(Range<usize>, Vec<u8>)>,
}

/// Returns what a file in pieces becomes if each value in UTF-8 has this result, or has none. Values that are not UTF-8
/// are kept.
///
/// # Errors
///
/// The fault of the file, in words.
pub fn records(how: RecordsHow, pieces: &[&[u8]], result: Option<&[u8]>) -> Result<Written, String> {
    let fault = |fault: FileFault| format!("{fault:?}");
    let (kind, plan) = file(how);
    let mut reader = FileReader::new(kind, plan).map_err(|error| fault(error.into()))?;
    let mut written = Written { octets: Vec::new(), values: Vec::new() };
    for piece in pieces.iter().map(Some).chain([None]) {
        let batch = match piece {
            Some(piece) => reader.feed(piece),
            None => reader.finish(),
        }
        .map_err(fault)?;
        let mut answers = Vec::new();
        for values in batch.columns() {
            let mut of_column = Answers { offsets: vec![0], ..Answers::default() };
            for index in 0..values.count() {
                of_column.data.extend_from_slice(result.unwrap_or_default());
                of_column.offsets.push(i64::try_from(of_column.data.len()).unwrap_or(i64::MAX));
                if let Some(text) = values.get(index) {
                    written.values.push((batch.place(values, index), text.to_vec()));
                }
            }
            of_column.validity = result.is_none().then(|| vec![0; values.count().div_ceil(8)]);
            answers.push(of_column);
        }
        batch.write(&answers, true, None, &mut written.octets).map_err(|error| fault(error.into()))?;
    }
    written.values.sort_by_key(|(place, _)| (place.start, place.end));
    Ok(written)
}

fn file(how: RecordsHow) -> (FileKind, FilePlan) {
    let named = |names: &[&str]| names.iter().map(|name| name.as_bytes().to_vec()).collect();
    let mut plan = FilePlan { delimiter: b",".to_vec(), ..FilePlan::default() };
    let has_header = !how.is_other;
    let kind = match how.kind {
        0 => FileKind::Csv { has_header },
        1 => {
            plan.delimiter = "\u{b6}".as_bytes().to_vec();
            FileKind::Csv { has_header }
        }
        2 => FileKind::JsonLines,
        3 => FileKind::Zeek,
        LINES => FileKind::Lines(LineEnds { end: if how.is_other { 0 } else { b'\n' }, are_texts: how.adds }),
        5 => {
            let (everywhere, defanged) = (how.is_other, how.is_other);
            FileKind::Text(SoughtNames { profile: Profile::UTS46, kinds: [true; 3], tlds: None, everywhere, defanged })
        }
        6 => FileKind::Zone,
        7 => FileKind::Certificates,
        _ => FileKind::Names(how.format),
    };
    if how.kind < TABLES {
        let columns = if how.kind < 2 && how.is_other { ["1", "2"] } else { ["a", "b"] };
        plan.columns = named(&columns);
        plan.into = if how.adds { named(&["c", "d"]) } else { Vec::new() };
        plan.reports = if how.reports { named(&["e", "f"]) } else { Vec::new() };
    }
    (kind, plan)
}
