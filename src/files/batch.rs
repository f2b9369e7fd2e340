//! Whole records of a file, and the same with results in the place of values.
//!
//! ```text
//! for each row, in the order of the file:
//!     where results take the place of values: each value whose result differs is written anew, in its notation
//!     else: the new fields are written behind the last one
//! all other octets are copied
//! ```

use core::ops::Range;
use std::sync::Arc;

use super::plan::{FilePlan, Notation, REPORT};
use crate::error::Error;
use crate::formats::records::{
    ColumnValues, NO_MARKS, Records, ZeekMarks, octets_of, units, write_cell, write_string, write_units, write_value,
};
use crate::text::{Kind, scan};
use crate::{bounded, memory};

/// Whole records of a file.
pub(crate) struct FileBatch {
    pub(super) octets: Vec<u8>,
    /// The octets of the file before these.
    pub(super) start: usize,
    pub(super) records: Records,
    pub(super) notation: Notation,
    pub(super) plan: Arc<FilePlan>,
}

/// The results for the values of a column, one for each.
#[derive(Default)]
pub(crate) struct Answers {
    /// One more than there are results.
    pub(crate) offsets: Vec<i64>,
    pub(crate) data: Vec<u8>,
    /// A bit for each result: whether there is one. All have one without it.
    pub(crate) validity: Option<Vec<u8>>,
    /// The reports on values that are refused, by their places.
    pub(crate) reports: Vec<(usize, RefusalReport)>,
}

/// A report on a value that is refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefusalReport {
    pub(crate) code: Option<String>,
    pub(crate) label_index: Option<u64>,
    pub(crate) offset: Option<u64>,
    pub(crate) message: Option<String>,
}

impl Answers {
    #[inline]
    pub(crate) fn is_valid(&self, index: usize) -> bool {
        let bit = |bits: &Vec<u8>| bits.get(index / 8).is_some_and(|octet| octet >> (index % 8) & 1 == 1);
        self.validity.as_ref().is_none_or(bit)
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        if !self.is_valid(index) {
            return None;
        }
        let [start, end] = *self.offsets.get(index..)?.first_chunk()?;
        self.data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    pub(crate) fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }
}

/// A value to be written.
#[derive(Clone, Copy)]
enum FieldAnswer<'a> {
    Nothing,
    Text(&'a [u8]),
    /// One that is not UTF-8.
    Units(&'a [u32]),
    Number(u64),
}

/// A value that changes.
struct ValueEdit<'a> {
    place: Range<usize>,
    answer: FieldAnswer<'a>,
    /// True if it is the only one of a list.
    is_alone: bool,
}

/// The octets that are written so far.
struct Copying<'a> {
    octets: &'a [u8],
    /// So many octets are done.
    done: usize,
    additions: core::iter::Peekable<core::slice::Iter<'a, (usize, Vec<u8>)>>,
    output: &'a mut Vec<u8>,
}

impl Copying<'_> {
    /// Copies what is before a place, with what is added there.
    fn copy_to(&mut self, place: usize) -> Result<(), Error> {
        while let Some((at, added)) = self.additions.next_if(|(at, _)| *at <= place) {
            memory::append(self.output, bounded::part(self.octets, self.done..*at))?;
            memory::append(self.output, added)?;
            self.done = *at;
        }
        memory::append(self.output, bounded::part(self.octets, self.done..place))?;
        self.done = place;
        Ok(())
    }
}

impl FileBatch {
    pub(crate) fn columns(&self) -> &[ColumnValues] {
        &self.records.columns
    }

    pub(crate) fn rows(&self) -> usize {
        self.records.rows.len()
    }

    /// Returns where a value stands in the file, in octets.
    pub(crate) fn place(&self, values: &ColumnValues, index: usize) -> Range<usize> {
        let Range { start, end } = values.place(index);
        self.start.saturating_add(start)..self.start.saturating_add(end)
    }

    /// The number of lines that cannot be read, and stay.
    pub(crate) const fn unread(&self) -> usize {
        self.records.unread
    }

    /// The names of a text that stay whatever the work is: the number of the line, the reason, and the name.
    pub(crate) fn left(&self) -> &[(usize, &'static str, Vec<u8>)] {
        &self.records.left
    }

    /// The number of lines of the file that these octets are.
    pub(crate) fn lines(&self) -> usize {
        let is_open = self.octets.last().is_some_and(|&octet| octet != b'\n');
        bounded::add(scan::count_of_line_feeds(&self.octets), is_open.into())
    }

    /// The whole line of a name, without what ends it.
    pub(crate) fn line(&self, row: usize) -> &[u8] {
        let place = self.records.columns.first().map_or(0..0, |values| values.place(row));
        let begin = scan::last_line_feed(bounded::first(&self.octets, place.start));
        let begin = begin.map_or(0, |feed| bounded::add(feed, 1));
        let line = bounded::rest(&self.octets, begin);
        super::without_end(bounded::first(line, scan::line_feed(line).unwrap_or(line.len())))
    }

    /// The lines, the octets in them and the kinds of names.
    pub(crate) fn names(&self) -> &[(usize, usize, Kind)] {
        &self.records.names
    }

    /// The places of values of a column that are refused: those that are not UTF-8, those without a result, and lines
    /// of which the result would be read as another one.
    pub(crate) fn refused(&self, column: usize, answers: &Answers) -> Result<Vec<usize>, Error> {
        let mut refused = Vec::new();
        let Some(values) = self.records.columns.get(column) else { return Ok(refused) };
        let mut undecoded = values.undecoded().iter().map(|(index, _)| *index).peekable();
        let bits = |bits: &[u8], place: usize| bits.get(place).copied().unwrap_or_default();
        for place in 0..values.count().div_ceil(8) {
            let answered = answers.validity.as_ref().map_or(u8::MAX, |validity| bits(validity, place));
            let lost = bits(values.validity(), place) & !answered;
            let first = bounded::mul(place, 8);
            let behind = bounded::add(first, 8);
            if lost == 0 && undecoded.peek().is_none_or(|&index| index >= behind) {
                continue;
            }
            for index in first..behind {
                if lost >> (index % 8) & 1 == 1 || undecoded.next_if_eq(&index).is_some() {
                    memory::push(&mut refused, index)?;
                }
            }
        }
        self.refuse_ends(answers, &mut refused)?;
        Ok(refused)
    }

    /// Appends the first rows, or all there are, with the results of each column. A value that is not UTF-8 is kept or
    /// has no result.
    pub(crate) fn write(
        &self,
        answers: &[Answers],
        keep: bool,
        rows: Option<usize>,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Records { rows: all, further, start, additions, .. } = &self.records;
        let (count, end) = match rows {
            Some(0) => (0, *start),
            Some(count) => (count, all.get(count.saturating_sub(1)).map_or(self.octets.len(), |&end| end)),
            None => (all.len(), self.octets.len()),
        };
        output.try_reserve(bounded::add(end, end / 8)).map_err(|_| memory::refused())?;
        if let (Notation::Lines(ends), Some(answers)) = (self.notation, answers.first()) {
            return self.write_lines(ends, answers, keep, count, output);
        }
        let additions = additions.iter().peekable();
        let mut copying = Copying { octets: &self.octets, done: 0, additions, output };
        let mut cursors: Vec<ColumnCursor<'_>> = memory::reserved(answers.len())?;
        for (values, answers) in self.records.columns.iter().zip(answers) {
            cursors.push(ColumnCursor { values, answers, keep, next: 0, undecoded: 0, reported: 0 });
        }
        let mut edits = Vec::new();
        for row in 0..count.min(all.len()) {
            if self.plan.into.is_empty() {
                self.replace(&cursors, row, end, &mut edits, &mut copying)?;
            }
            if let Some((place, is_first)) = further.get(row).copied().flatten().filter(|_| self.adds()) {
                copying.copy_to(place)?;
                if self.notation == Notation::Json {
                    self.add_members(&cursors, row, is_first, copying.output)?;
                } else {
                    self.add_fields(&cursors, row, copying.output)?;
                }
            }
            cursors.iter_mut().for_each(|cursor| cursor.pass(row));
        }
        copying.copy_to(end)
    }

    /// Returns whether records get new fields.
    fn adds(&self) -> bool {
        !self.plan.into.is_empty() || !self.plan.reports.is_empty()
    }

    /// Writes the values of a row that change. `edits` is memory for them.
    #[inline]
    fn replace<'a>(
        &self,
        cursors: &[ColumnCursor<'a>],
        row: usize,
        end: usize,
        edits: &mut Vec<ValueEdit<'a>>,
        copying: &mut Copying<'_>,
    ) -> Result<(), Error> {
        for cursor in cursors {
            let list = cursor.values.list(row);
            for index in (cursor.next..).take(list.unwrap_or(1)) {
                if let Some((place, answer)) = cursor.changed(index) {
                    memory::push(edits, ValueEdit { place, answer, is_alone: list == Some(1) })?;
                }
            }
        }
        if edits.len() > 1 {
            edits.sort_unstable_by_key(|edit| edit.place.start);
        }
        for edit in edits.drain(..) {
            // A name of a file that has names alone stays where it has no result.
            let is_kept = self.plan.columns.is_empty() && matches!(edit.answer, FieldAnswer::Nothing);
            if !is_kept && edit.place.end <= end {
                copying.copy_to(edit.place.start)?;
                self.write_at(row, &edit, copying.output)?;
                copying.done = edit.place.end;
            }
        }
        Ok(())
    }

    /// Writes a value in the place of an old one.
    fn write_at(&self, row: usize, edit: &ValueEdit<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let ValueEdit { place, answer, is_alone } = edit;
        match (self.notation, *answer) {
            (Notation::Csv, FieldAnswer::Text(text)) if !text.is_empty() => {
                let is_quoted = self.octets.get(place.start) == Some(&b'"');
                write_cell(text, is_quoted, &self.plan.delimiter, output)
            }
            // Readers pass over an empty line, and at the end of a file there is none.
            (Notation::Csv, _) if !self.adds() && self.is_line(place) => memory::append(output, b"\"\""),
            (Notation::Zeek, FieldAnswer::Text([])) if *is_alone => {
                memory::append(output, &self.marks(row).empty_field)
            }
            (_, answer) => self.write_answer(row, answer, output),
        }
    }

    /// Returns whether a field is all that its line has.
    fn is_line(&self, place: &Range<usize>) -> bool {
        let before = self.octets.get(..place.start).unwrap_or_default();
        let begins = matches!(before, [] | [.., b'\n' | b'\r'] | b"\xEF\xBB\xBF");
        begins && matches!(self.octets.get(place.end), None | Some(b'\n' | b'\r'))
    }

    fn marks(&self, row: usize) -> &ZeekMarks {
        let marks = &self.records.marks;
        let after = marks.partition_point(|(first, _)| *first <= row);
        let found = marks.get(after.saturating_sub(1)).or(marks.first());
        found.map_or(&NO_MARKS, |(_, marks)| marks)
    }

    fn write_answer(&self, row: usize, answer: FieldAnswer<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let room;
        let text = match answer {
            FieldAnswer::Nothing => {
                return match self.notation {
                    Notation::Json => memory::append(output, b"null"),
                    Notation::Zeek => memory::append(output, &self.marks(row).unset_field),
                    Notation::Csv | Notation::Plain | Notation::Lines(_) => Ok(()),
                };
            }
            FieldAnswer::Number(number) => return memory::append(output, number.to_string().as_bytes()),
            FieldAnswer::Units(units) if self.notation == Notation::Json => return write_units(units, output),
            FieldAnswer::Units(units) => {
                room = octets_of(units)?;
                &room
            }
            FieldAnswer::Text(text) => text,
        };
        match self.notation {
            Notation::Plain | Notation::Lines(_) => memory::append(output, text),
            Notation::Csv => write_cell(text, false, &self.plan.delimiter, output),
            Notation::Zeek => write_value(text, self.marks(row), output),
            Notation::Json => write_string(&String::from_utf8_lossy(text), output),
        }
    }

    fn add_members(
        &self,
        cursors: &[ColumnCursor<'_>],
        row: usize,
        is_first: bool,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut comma: &[u8] = if is_first { b"" } else { b"," };
        let mut name = |name: &[u8], output: &mut Vec<u8>| {
            memory::append(output, comma)?;
            comma = b",";
            write_units(&units(name)?, output)?;
            memory::push(output, b':')
        };
        for (cursor, new) in cursors.iter().zip(&self.plan.into) {
            name(new, output)?;
            cursor.each_of_row(row, b"[", b",", b"]", output, |index, output| {
                self.write_answer(row, cursor.result(index), output)
            })?;
        }
        for (cursor, new) in cursors.iter().zip(&self.plan.reports) {
            name(new, output)?;
            cursor.each_of_row(row, b"[", b",", b"]", output, |index, output| {
                for (field, key) in REPORT.iter().enumerate() {
                    let mark: &[u8] = if field == 0 { b"{\"" } else { b",\"" };
                    memory::append(output, mark)?;
                    memory::append(output, key.as_bytes())?;
                    memory::append(output, b"\":")?;
                    self.write_answer(row, cursor.told(index, field), output)?;
                }
                memory::push(output, b'}')
            })?;
        }
        Ok(())
    }

    fn add_fields(&self, cursors: &[ColumnCursor<'_>], row: usize, output: &mut Vec<u8>) -> Result<(), Error> {
        let of_zeek = self.notation == Notation::Zeek;
        let (separator, between, empty) = if of_zeek {
            let marks = self.marks(row);
            (&marks.separator, &marks.set_separator, &marks.empty_field)
        } else {
            (&self.plan.delimiter, &self.plan.delimiter, &self.plan.delimiter)
        };
        let add = |cursor: &ColumnCursor<'_>, field: Option<usize>, output: &mut Vec<u8>| {
            memory::append(output, separator)?;
            let start = output.len();
            cursor.each_of_row(row, b"", between, b"", output, |index, output| {
                let answer = field.map_or_else(|| cursor.result(index), |field| cursor.told(index, field));
                self.write_answer(row, answer, output)
            })?;
            // A list without items, or with one that is empty.
            let is_empty = output.len() == start && cursor.values.list(row).is_some();
            if is_empty { memory::append(output, empty) } else { Ok(()) }
        };
        for (cursor, _) in cursors.iter().zip(&self.plan.into) {
            add(cursor, None, output)?;
        }
        for (cursor, _) in cursors.iter().zip(&self.plan.reports) {
            (0..REPORT.len()).try_for_each(|field| add(cursor, Some(field), output))?;
        }
        Ok(())
    }
}

/// The way through the values of a column.
struct ColumnCursor<'a> {
    values: &'a ColumnValues,
    answers: &'a Answers,
    keep: bool,
    /// The value that is next.
    next: usize,
    /// The number of values that are not UTF-8, and of reports, before it.
    undecoded: usize,
    reported: usize,
}

impl<'a> ColumnCursor<'a> {
    /// The place and the result of a value of the row that is next, if that differs.
    #[inline]
    fn changed(&self, index: usize) -> Option<(Range<usize>, FieldAnswer<'a>)> {
        let old = self.values.get(index);
        if old.is_none() {
            let is_lost = !self.keep && self.undecoded_at(index).is_some();
            return is_lost.then(|| (self.values.place(index), FieldAnswer::Nothing));
        }
        let new = self.answers.get(index);
        (new != old).then(|| (self.values.place(index), new.map_or(FieldAnswer::Nothing, FieldAnswer::Text)))
    }

    /// A value of the row that is next, if it is not UTF-8.
    fn undecoded_at(&self, index: usize) -> Option<&'a [u32]> {
        let rest = self.values.undecoded().get(self.undecoded..).unwrap_or_default();
        let found = rest.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        rest.get(found).map(|(_, units)| units.as_slice())
    }

    /// The result of a value of the row that is next.
    fn result(&self, index: usize) -> FieldAnswer<'a> {
        match self.undecoded_at(index) {
            Some(units) if self.keep => FieldAnswer::Units(units),
            Some(_) => FieldAnswer::Nothing,
            None => self.answers.get(index).map_or(FieldAnswer::Nothing, FieldAnswer::Text),
        }
    }

    /// A field of the report on a value of the row that is next.
    fn told(&self, index: usize, field: usize) -> FieldAnswer<'a> {
        let rest = self.answers.reports.get(self.reported..).unwrap_or_default();
        let found = rest.binary_search_by_key(&index, |(index, _)| *index).ok().and_then(|place| rest.get(place));
        let Some((_, report)) = found else {
            return if field == 0 { self.result(index) } else { FieldAnswer::Nothing };
        };
        let text = |text: &'a Option<String>| {
            text.as_ref().map_or(FieldAnswer::Nothing, |text| FieldAnswer::Text(text.as_bytes()))
        };
        let number = |number: Option<u64>| number.map_or(FieldAnswer::Nothing, FieldAnswer::Number);
        match field {
            1 => text(&report.code),
            2 => number(report.label_index),
            3 => number(report.offset),
            4 => text(&report.message),
            _ => FieldAnswer::Nothing,
        }
    }

    /// Writes each value of the row that is next; those of a list between marks.
    fn each_of_row(
        &self,
        row: usize,
        begin: &[u8],
        between: &[u8],
        end: &[u8],
        output: &mut Vec<u8>,
        mut write: impl FnMut(usize, &mut Vec<u8>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(count) = self.values.list(row) else { return write(self.next, output) };
        memory::append(output, begin)?;
        for place in 0..count {
            if place > 0 {
                memory::append(output, between)?;
            }
            write(bounded::add(self.next, place), output)?;
        }
        memory::append(output, end)
    }

    /// Passes the row that is next.
    fn pass(&mut self, row: usize) {
        self.next = bounded::add(self.next, self.values.list(row).unwrap_or(1));
        let undecoded = self.values.undecoded();
        while undecoded.get(self.undecoded).is_some_and(|(index, _)| *index < self.next) {
            self.undecoded = bounded::add(self.undecoded, 1);
        }
        while self.answers.reports.get(self.reported).is_some_and(|(index, _)| *index < self.next) {
            self.reported = bounded::add(self.reported, 1);
        }
    }
}
