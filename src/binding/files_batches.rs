//! Files in pieces for the command line: values of columns as columns of Arrow, and the file with results in it.

use std::sync::{Arc, Mutex, PoisonError};

use super::arguments::{exception, text};
use super::arrow::{Column, column_of_values, read_texts};
use super::prelude::*;
use super::text_names::sought_names;
use crate::files::{Answers, FileBatch, FileKind, FilePlan, FileReader, Format, RefusalReport};
use crate::formats::records::{ColumnValues, FeedKind, FileFault, LineEnds, LineHint};
use crate::hints::suspect;
use crate::text::{Kind, scan};
use pyo3::exceptions::PyLookupError;

/// Reads the records of a file that comes in pieces. What comes out does not depend on where it is cut, but for where
/// batches end.
///
/// Args:
///     format: "csv", "jsonl", "zeek"; or what has one column of names: "lines", "text", "zone", "certstream", or the
///         name of a format of `acelabel.files`.
///     columns: The names of the columns, a list of str; of a format of `acelabel.files` none.
///     into: The names of new columns of results, one for each column or none.
///     reports: The names of new columns of reports, likewise.
///     delimiter: The character that separates fields of CSV, a str.
///     header: Whether CSV begins with a header, a bool. Without it, columns are numbers from 1.
///     null: Of "lines", whether NUL ends a line, a bool. Else it is a line feed, or a carriage return and a line feed.
///     are_texts: Of "lines", whether a result may have several lines, a bool. Else such a result is refused.
///     feed: Whether lines of "urls", "certstream" or "zeek" are those of a feed: the texts that are looked up, or one
///         None for a line that should have some.
///     sought: Of "text", what is sought: a tuple of `kinds`, the ASCII forms of `tlds` as a set or None, `everywhere`,
///         `defanged` and `profile`, as columns of texts take it.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: There is no such format, the delimiter is no character that can be one, or there are not as many new
///         columns as columns.
#[pyclass(frozen, name = "FileReader", module = "acelabel._native")]
pub(super) struct RecordPieces(Mutex<FileReader>);

#[pymethods]
impl RecordPieces {
    #[new]
    #[pyo3(signature = (
        format, columns=None, *, into=None, reports=None, delimiter=None, header=true, null=false, are_texts=false,
        feed=false, sought=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        format: &Object<'_>,
        columns: Option<&Object<'_>>,
        into: Option<&Object<'_>>,
        reports: Option<&Object<'_>>,
        delimiter: Option<&Object<'_>>,
        header: bool,
        null: bool,
        are_texts: bool,
        feed: bool,
        sought: Option<&Object<'_>>,
    ) -> PyResult<Self> {
        let kind = kind_of(format, header, ends(null, are_texts), feed, sought)?;
        let names = |name: &str, given: Option<&Object<'_>>| given.map_or(Ok(Vec::new()), |given| octets(name, given));
        let delimiter = delimiter.map_or(Ok(b",".to_vec()), |delimiter| encoded("delimiter", delimiter))?;
        let is_one = core::str::from_utf8(&delimiter).is_ok_and(|text| text.chars().count() == 1);
        if !is_one || matches!(*delimiter, [b'"' | b'\r' | b'\n' | 0]) {
            return Err(PyValueError::new_err(
                "argument 'delimiter' must be one character that neither ends nor quotes",
            ));
        }
        let columns = names("columns", columns)?;
        let (into, reports) = (names("into", into)?, names("reports", reports)?);
        if ![&into, &reports].iter().all(|new| new.is_empty() || new.len() == columns.len()) {
            return Err(PyValueError::new_err("there must be one new column for each column, or none"));
        }
        let plan = FilePlan { columns, into, reports, delimiter };
        Ok(Self(Mutex::new(FileReader::new(kind, plan).map_err(|_| no_memory())?)))
    }

    /// Take a piece of the file. After an error nothing more is to be read.
    ///
    /// Args:
    ///     piece: The piece, bytes, cut anywhere.
    ///
    /// Returns:
    ///     The records that are complete with it, a FileBatch.
    ///
    /// Raises:
    ///     LookupError: A column is not there once, or a new one is there. It has the names of all that are there, and
    ///         what the header tells of that: None, an empty str where it is empty, or what seems to separate fields.
    ///     TypeError: `piece` is not bytes.
    ///     ValueError: The file is faulty: the line, what is wrong, and what the line tells of it.
    fn feed(&self, piece: &Object<'_>) -> PyResult<FileRecords> {
        let octets = piece.cast::<PyBytes>().map_err(|_| wrong_type("piece", "bytes", piece))?.as_bytes();
        self.read(piece.py(), |reader| reader.feed(octets))
    }

    /// End the file.
    ///
    /// Returns:
    ///     The last record, if it has no end, as a FileBatch.
    ///
    /// Raises:
    ///     LookupError: As for `feed`.
    ///     ValueError: As for `feed`.
    fn finish(&self, py: Python<'_>) -> PyResult<FileRecords> {
        self.read(py, FileReader::finish)
    }
}

/// The kind of a file, by the name of its format and what is said of it.
fn kind_of(
    format: &Object<'_>,
    has_header: bool,
    ends: LineEnds,
    is_feed: bool,
    sought: Option<&Object<'_>>,
) -> PyResult<FileKind> {
    if is_feed {
        return Ok(FileKind::Feed(*choice("format", &FEEDS, format)?));
    }
    let sought = sought.map(sought_names).transpose()?;
    let kind_of = |format| match format {
        Format::Text => sought.clone().map(FileKind::Text),
        Format::Zone => Some(FileKind::Zone),
        format => Some(FileKind::Names(format)),
    };
    let others = Format::ALL.iter().map(|&format| (format.name(), kind_of(format)));
    let own = [
        ("csv", FileKind::Csv { has_header }),
        ("jsonl", FileKind::JsonLines),
        ("zeek", FileKind::Zeek),
        ("lines", FileKind::Lines(ends)),
        ("certstream", FileKind::Certificates),
    ];
    let kinds: Vec<_> = own.into_iter().map(|(name, kind)| (name, Some(kind))).chain(others).collect();
    let kind = choice("format", &kinds, format)?.clone();
    kind.ok_or_else(|| PyValueError::new_err("argument 'sought' is needed for text"))
}

const FEEDS: [(&str, FeedKind); 3] =
    [("urls", FeedKind::Urls), ("certstream", FeedKind::Certificates), ("zeek", FeedKind::Zeek)];

fn ends(null: bool, are_texts: bool) -> LineEnds {
    LineEnds { end: if null { 0 } else { b'\n' }, are_texts }
}

impl RecordPieces {
    fn read(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&mut FileReader) -> Result<FileBatch, FileFault> + Send,
    ) -> PyResult<FileRecords> {
        // The thread must not hold the interpreter: another one may wait for it.
        let batch = py.detach(|| read(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)));
        Ok(FileRecords(Arc::new(batch.map_err(|fault| fault_of(py, fault))?)))
    }
}

#[cold]
fn fault_of(py: Python<'_>, fault: FileFault) -> PyErr {
    let hint = |hint: LineHint| match hint {
        LineHint::Nothing => Ok(py.None().into_bound(py)),
        LineHint::Empty => string_of_text(py, "").map(Bound::into_any),
        LineHint::Separator(one) => string_of_text(py, one.encode_utf8(&mut [0; 4])).map(Bound::into_any),
    };
    let made = match fault {
        FileFault::OutOfMemory => Err(no_memory()),
        FileFault::Line(line, said, told) => hint(told).and_then(|told| {
            let parts =
                [numbers(py, [line])?.into_iter().next(), Some(string_of_text(py, &said)?.into_any()), Some(told)];
            py.get_type::<PyValueError>().call1(tuple_of(py, parts.into_iter().flatten())?)
        }),
        FileFault::Columns(there, told) => hint(told).and_then(|told| {
            let there = gathered(there.iter().map(|name| decoded(py, name)))?;
            py.get_type::<PyLookupError>().call1((list_of(py, there)?, told))
        }),
    };
    raised(made)
}

/// Octets as a `str`, with `surrogateescape`.
fn decoded<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Object<'py>> {
    Ok(string(py, &crate::formats::records::units(octets).map_err(|_| no_memory())?)?.into_any())
}

/// The octets of a `str`, with `surrogateescape`.
fn encoded(name: &str, given: &Object<'_>) -> PyResult<Vec<u8>> {
    crate::formats::records::octets_of(&code_points(text(name, given)?)?).map_err(|_| no_memory())
}

fn octets(name: &str, given: &Object<'_>) -> PyResult<Vec<Vec<u8>>> {
    gathered(iterable(name, "an iterable of str", given)?.map(|one| encoded(name, &one?)))
}

/// Whole records of a file.
#[pyclass(frozen, name = "FileBatch", module = "acelabel._native")]
pub(super) struct FileRecords(Arc<FileBatch>);

#[pymethods]
impl FileRecords {
    /// The number of records, an int; of a format of `acelabel.files` that of names.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Make a batch of lines that are no file.
    ///
    /// Args:
    ///     lines: The lines, a list of str, which may hold what ends a line.
    ///     null: As for FileReader.
    ///     are_texts: As for FileReader.
    ///
    /// Returns:
    ///     A FileBatch.
    #[staticmethod]
    #[pyo3(signature = (lines, *, null, are_texts))]
    fn of_lines(lines: &Object<'_>, null: bool, are_texts: bool) -> PyResult<Self> {
        let lines = iterable("lines", "a list of str", lines)?;
        let lines = gathered(lines.map(|line| code_points(text("lines", &line?)?)))?;
        let batch = FileBatch::of_lines(&lines, ends(null, are_texts)).map_err(|_| no_memory())?;
        Ok(Self(Arc::new(batch)))
    }

    /// The number of lines of the file that the records have, an int.
    #[getter]
    fn lines(&self, py: Python<'_>) -> usize {
        py.detach(|| self.0.lines())
    }

    /// The whole line of a name, a str, without what ends it.
    fn line<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Object<'py>> {
        decoded(py, self.0.line(row))
    }

    /// The number of lines that cannot be read, and stay, an int: those of "certstream" that are no objects of JSON.
    #[getter]
    fn unread(&self) -> usize {
        self.0.unread()
    }

    /// The names of "text" that stay whatever the work is: a list of tuples of the number of the line, an int; the
    /// reason, a str: "escaped", "defanged" or "authority_continues"; and the name as it stands, bytes.
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.0.left().iter().map(|(line, why, name)| {
            let [line] = numbers(py, [*line])?;
            tuple_of(py, [line, string_of_text(py, why)?.into_any(), bytes(py, name)?.into_any()])
        });
        list_of(py, gathered(rows)?)
    }

    /// Hand over the values of a column, the items of lists one by one. A value is null where there is none, or it is
    /// not UTF-8.
    ///
    /// Args:
    ///     column: Which of the columns that were asked for, an int.
    ///
    /// Returns:
    ///     A Column.
    fn column(&self, column: usize) -> PyResult<Column> {
        column_of_values(&self.0, |batch| batch.columns().get(column)).ok_or_else(no_column)
    }

    /// The same as a list of str and None.
    ///
    /// Args:
    ///     column: Which of the columns that were asked for, an int.
    ///     all: Whether a value that is not UTF-8 is a str, too, in the form of `surrogateescape`, a bool.
    ///
    /// Returns:
    ///     The list.
    #[pyo3(signature = (column, *, all=false))]
    fn texts<'py>(&self, py: Python<'py>, column: usize, all: bool) -> PyResult<Bound<'py, PyList>> {
        let values = self.values(column)?;
        let text = |index| values.get(index).map(|text| text_of(py, text).map(Bound::into_any));
        let texts = (0..values.count()).map(|index| match text(index) {
            None if all => value_of(py, values, index),
            found => found.transpose().map(|text| or_none(py, text)),
        });
        list_of(py, gathered(texts)?)
    }

    /// Count the values of a column in so many first rows.
    fn count(&self, column: usize, rows: usize) -> PyResult<usize> {
        Ok(self.values(column)?.count_in(rows.min(self.0.rows())))
    }

    /// Say which values are refused: those that are not UTF-8, and those that have no result.
    ///
    /// Args:
    ///     column: Which of the columns that were asked for, an int.
    ///     results: The results for its values, as for `written`.
    ///
    /// Returns:
    ///     A list of tuples: the place among the values, the row, the place in the list or None, and the value.
    fn refused<'py>(&self, py: Python<'py>, column: usize, results: &Object<'py>) -> PyResult<Bound<'py, PyList>> {
        let (values, answers) = (self.values(column)?, self.answers(column, results)?);
        let places = py.detach(|| self.0.refused(column, &answers)).map_err(|_| no_memory())?;
        let rows = values.rows_of(places.iter().copied());
        let tuples = places.iter().zip(rows).map(|(&place, (row, item))| {
            let [index, row] = numbers(py, [place, row])?;
            let item = item.map(|item| numbers(py, [item])).transpose()?.map(|[item]| item);
            tuple_of(py, [index, row, or_none(py, item), value_of(py, values, place)?])
        });
        list_of(py, gathered(tuples)?)
    }

    /// Find the values of a column that may be worth a note.
    ///
    /// Args:
    ///     column: Which of the columns that were asked for, an int.
    ///     mark: "race", "mistake", "prefix", "dot" or "no_name".
    ///     before: The place among the values before which they are looked at, an int; None for all.
    ///
    /// Returns:
    ///     A list of str, with all that are worth it.
    #[pyo3(signature = (column, mark, before=None))]
    fn notable<'py>(
        &self,
        py: Python<'py>,
        column: usize,
        mark: &Object<'py>,
        before: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (values, is_notable) = (self.values(column)?, *choice("mark", &MARKS, mark)?);
        let count = values.count().min(before.unwrap_or(usize::MAX));
        let found = py.detach(|| notable(values, count, is_notable)).map_err(|_| no_memory())?;
        let found = found.iter().filter_map(|&place| values.get(place));
        list_of(py, gathered(found.map(|text| text_of(py, text)))?)
    }

    /// Where names stand: a list of tuples of int, the line and the octet in it, counted from 1, the places of the
    /// first octet and behind the last one in the file, and a str, the kind.
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values = self.values(0)?;
        let names = self.0.names().iter().enumerate().map(|(index, (line, column, kind))| {
            let place = self.0.place(values, index);
            let [line, column, start, end] = numbers(py, [*line, *column, place.start, place.end])?;
            tuple_of(py, [line, column, start, end, string_of_text(py, Kind::name(*kind))?.into_any()])
        });
        list_of(py, gathered(names)?)
    }

    /// Return the records with results in the place of values, or with new columns.
    ///
    /// Args:
    ///     results: For each column its results, one for each value: an object with `__arrow_c_stream__` or
    ///         `__arrow_c_array__`, or a list of str and None. None leaves a name of a format of `acelabel.files` as
    ///         it is. Results of lines may be bytes, too.
    ///     reports: For each column a list of tuples about values that are refused, in order: the place among the
    ///         values, code, label_index, offset and message.
    ///     keep: Whether a value that is not UTF-8 is kept, a bool. Else it has no result.
    ///     rows: How many of the first rows are written, an int; None for all.
    ///
    /// Returns:
    ///     The octets, bytes.
    ///
    /// Raises:
    ///     ValueError: There are not as many results as values.
    #[pyo3(signature = (results, reports=None, *, keep=false, rows=None))]
    fn written<'py>(
        &self,
        py: Python<'py>,
        results: &Object<'py>,
        reports: Option<&Object<'py>>,
        keep: bool,
        rows: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let results = gathered(iterable("results", "a list of columns", results)?)?;
        let mut answers = gathered(results.iter().zip(0..).map(|(results, column)| self.answers(column, results)))?;
        if let Some(reports) = reports {
            let reports = iterable("reports", "a list of lists", reports)?;
            for (answers, of_column) in answers.iter_mut().zip(reports) {
                answers.reports = gathered(of_column?.try_iter()?.map(|row| report_of(&row?)))?;
            }
        }
        let mut output = Vec::new();
        py.detach(|| self.0.write(&answers, keep, rows, &mut output)).map_err(|_| no_memory())?;
        bytes(py, &output)
    }
}

#[cold]
fn no_column() -> PyErr {
    PyValueError::new_err("there is no such column")
}

impl FileRecords {
    fn values(&self, column: usize) -> PyResult<&ColumnValues> {
        self.0.columns().get(column).ok_or_else(no_column)
    }

    /// The results of a column, of a column of Arrow or a list.
    fn answers(&self, column: usize, results: &Object<'_>) -> PyResult<Answers> {
        let answers = match results.cast::<PyList>() {
            Ok(results) => answers_of(results)?,
            Err(_) => {
                let (texts, validity) = read_texts(results)?;
                Answers { offsets: texts.offsets, data: texts.data, validity, ..Answers::default() }
            }
        };
        if answers.count() == self.values(column)?.count() {
            return Ok(answers);
        }
        let message = format!("there are {} results for {} values", answers.count(), self.values(column)?.count());
        Err(exception(&results.py().get_type::<PyValueError>(), &message))
    }
}

fn append_result(result: &Object<'_>, data: &mut Vec<u8>) -> PyResult<()> {
    let mut append = |octets: &[u8]| memory::append(data, octets).map_err(|_| no_memory());
    match result.cast::<PyBytes>() {
        Ok(octets) => append(octets.as_bytes()),
        Err(_) => with_utf8(text("results", result)?, append),
    }
}

fn answers_of(results: &Bound<'_, PyList>) -> PyResult<Answers> {
    let (mut answers, mut bits) = (Answers::default(), Vec::new());
    answers.offsets.push(0);
    for (place, result) in results.iter().enumerate() {
        if place % 8 == 0 {
            memory::push(&mut bits, 0_u8).map_err(|_| no_memory())?;
        }
        if !result.is_none() {
            append_result(&result, &mut answers.data)?;
            if let Some(octet) = bits.last_mut() {
                *octet |= 1 << (place % 8);
            }
        }
        memory::push(&mut answers.offsets, bounded::to(answers.data.len())).map_err(|_| no_memory())?;
    }
    answers.validity = Some(bits);
    Ok(answers)
}

fn report_of(row: &Object<'_>) -> PyResult<(usize, RefusalReport)> {
    let (place, code, label_index, offset, message) = row.extract()?;
    Ok((place, RefusalReport { code, label_index, offset, message }))
}

fn text_of<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Text<'py>> {
    string_of_octets(py, memory::copied(octets).map_err(|_| no_memory())?)
}

/// A value as a `str`, or None.
fn value_of<'py>(py: Python<'py>, values: &ColumnValues, place: usize) -> PyResult<Object<'py>> {
    if let Some(text) = values.get(place) {
        return Ok(text_of(py, text)?.into_any());
    }
    let undecoded = values.undecoded();
    let found = undecoded.binary_search_by_key(&place, |(place, _)| *place).ok().and_then(|found| undecoded.get(found));
    Ok(or_none(py, found.map(|(_, units)| string(py, units)).transpose()?))
}

/// A search for what may be worth a note, from a place on.
#[derive(Clone, Copy)]
struct NoteSearch {
    find: fn(&[u8], usize) -> Option<usize>,
    /// True if it is only made beside a value that is not ASCII.
    is_beside: bool,
}

impl NoteSearch {
    const fn new(find: fn(&[u8], usize) -> Option<usize>) -> Self {
        Self { find, is_beside: false }
    }
}

const MARKS: [(&str, NoteSearch); 5] = [
    ("race", NoteSearch::new(|text, start| found(text, start, scan::race))),
    ("mistake", NoteSearch { find: suspect, is_beside: true }),
    ("prefix", NoteSearch::new(|text, start| found(text, start, scan::prefix))),
    ("dot", NoteSearch::new(|text, start| found(text, start, |rest| rest.iter().position(|&octet| octet == b'.')))),
    (
        "no_name",
        NoteSearch::new(|text, start| found(text, start, |rest| rest.iter().position(|&octet| is_in_no_name(octet)))),
    ),
];

fn found(text: &[u8], start: usize, find: fn(&[u8]) -> Option<usize>) -> Option<usize> {
    find(text.get(start..)?).map(|place| bounded::add(start, place))
}

/// Returns whether an octet of ASCII is in no name: all but letters, digits and `*+-._`, and a backslash of an escape.
const fn is_in_no_name(octet: u8) -> bool {
    !matches!(octet, b'\n' | b'\r' | b'*' | b'+' | b'-' | b'.' | b'\\' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
        && octet < 0x80
}

/// The places of the values among the first ones in which something is found. All are looked at together, and again
/// each by itself where something is found, which may begin in the value before.
fn notable(values: &ColumnValues, count: usize, search: NoteSearch) -> Result<Vec<usize>, Error> {
    let (mut places, data, offsets) = (Vec::new(), values.data(), values.offsets());
    if search.is_beside && data.is_ascii() {
        return Ok(places);
    }
    let (mut start, mut next) = (0, 0_usize);
    while let Some(place) = (search.find)(data, start) {
        let rest = offsets.get(next..).unwrap_or_default();
        let behind = rest.partition_point(|&offset| usize::try_from(offset).is_ok_and(|offset| offset <= place));
        // The first offset is 0, so that one at least is not behind the place.
        let index = bounded::sub(bounded::add(next, behind), 1);
        if index >= count {
            break;
        }
        if values.get(index).is_some_and(|text| (search.find)(text, 0).is_some()) {
            memory::push(&mut places, index)?;
        }
        next = bounded::add(index, 1);
        start = offsets.get(next).and_then(|&offset| usize::try_from(offset).ok()).unwrap_or(data.len());
    }
    Ok(places)
}
