//! `jsonl`: one object of JSON in each line. A column is a key, or `a.b`: the key `b` in the object of the key `a`.
//!
//! ```text
//! {"id": 1, "host": "bücher.example"}
//!                   ^^^^^^^^^^^^^^^^
//! {"host": ["ü.example", null], "n": 1.0}
//!           ^^^^^^^^^^^  ^^^^
//! ```
//!
//! ```text
//! of each line with more than white space:
//!     each member of the object is verified, and noted if a column begins with its key
//!     of each column: at each object the longest key wins, and the rest of the name is sought inside
//!     a string is a value, and so is each string or null of a list; anything else is a fault
//! ```

use core::ops::Range;

use super::json::{JsonFault, JsonLevels, JsonMember, each_item, each_member, pass_space, units_of};
use super::values::{ColumnValues, FileFault, LineHint, RecordRow, Records, octets_of};
use crate::error::Error;
use crate::text::scan;
use crate::{bounded, memory};

/// Reads lines of JSON.
pub(crate) struct JsonLinesReader {
    names: Vec<Vec<u8>>,
    added: Vec<Vec<u8>>,
    /// For each column whether it was in a line.
    seen: Vec<bool>,
    /// The paths that are in the first object which has some.
    there: Vec<Vec<u8>>,
    has_object: bool,
    lines: usize,
    levels: JsonLevels,
    members: Vec<JsonMember>,
}

/// The value of a column in a line: a string, an array, or nothing.
type JsonSpan = Option<Range<usize>>;

/// A fault of a line, without its number.
enum OfLine {
    Json(JsonFault),
    Said(String),
    /// A new column is there already, besides these.
    Added(Vec<Vec<u8>>),
}

impl From<JsonFault> for OfLine {
    fn from(fault: JsonFault) -> Self {
        Self::Json(fault)
    }
}

impl From<Error> for OfLine {
    fn from(_: Error) -> Self {
        Self::Json(JsonFault::OutOfMemory)
    }
}

impl JsonLinesReader {
    pub(crate) fn new(names: Vec<Vec<u8>>, added: Vec<Vec<u8>>) -> Self {
        let seen = names.iter().map(|_| false).collect();
        Self {
            names,
            added,
            seen,
            there: Vec::new(),
            has_object: false,
            lines: 0,
            levels: JsonLevels::default(),
            members: Vec::new(),
        }
    }

    /// Reads whole lines, the last of which may have no end.
    pub(crate) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), FileFault> {
        let mut start = from;
        while start < octets.len() {
            let rest = bounded::rest(octets, start);
            let end = scan::line_feed(rest).map_or(octets.len(), |feed| bounded::add(bounded::add(start, feed), 1));
            self.lines = self.lines.saturating_add(1);
            self.take(bounded::first(octets, end), start, records).map_err(|fault| self.told(fault))?;
            start = end;
        }
        Ok(())
    }

    /// Ends the file, in which a column may be nowhere.
    pub(crate) fn finish(&mut self) -> Result<(), FileFault> {
        if !self.has_object || self.seen.iter().all(|&seen| seen) {
            return Ok(());
        }
        let found = self.names.iter().zip(&self.seen).filter_map(|(name, &seen)| seen.then_some(name));
        let mut there = core::mem::take(&mut self.there);
        for name in found {
            if !there.contains(name) {
                memory::push(&mut there, name.clone())?;
            }
        }
        Err(FileFault::Columns(there, LineHint::Nothing))
    }

    #[cold]
    fn told(&self, fault: OfLine) -> FileFault {
        let said = match fault {
            OfLine::Json(JsonFault::OutOfMemory) => return FileFault::OutOfMemory,
            OfLine::Json(JsonFault::NoJson) => "not a JSON object".into(),
            OfLine::Json(JsonFault::TooDeep) => "nested too deep".into(),
            OfLine::Said(said) => said,
            OfLine::Added(there) => return FileFault::Columns(there, LineHint::Nothing),
        };
        FileFault::Line(self.lines, said, LineHint::Nothing)
    }

    /// Takes the line from `start` on to the end of the octets.
    fn take(&mut self, octets: &[u8], start: usize, records: &mut Records) -> Result<(), OfLine> {
        if pass_space(octets, start) == octets.len() {
            return Ok(records.push_empty(octets.len(), None)?);
        }
        let mut members = core::mem::take(&mut self.members);
        members.clear();
        let (last, end) = self.members_of(octets, start, None, &mut members)?;
        if pass_space(octets, end) < octets.len() {
            return Err(OfLine::Json(JsonFault::NoJson));
        }
        if self.there.is_empty() {
            self.note_paths(octets, start)?;
        }
        self.has_object = true;
        let mut spans: Vec<JsonSpan> = memory::reserved(self.names.len())?;
        for column in 0..self.names.len() {
            let span = self.find(octets, column, &members)?;
            if let (Some(seen), true) = (self.seen.get_mut(column), span.is_some()) {
                *seen = true;
            }
            spans.push(span);
        }
        let row = records.rows.len();
        for (values, (span, name)) in records.columns.iter_mut().zip(spans.iter().zip(&self.names)) {
            let list = push_value(octets, span.clone(), values, &mut self.levels).map_err(|fault| match fault {
                OfLine::Said(_) => {
                    let name = String::from_utf8_lossy(name);
                    OfLine::Said(format!("the value of '{name}' is neither a string nor a list of strings"))
                }
                other => other,
            })?;
            values.end_row(row, list)?;
        }
        self.check_added(octets, start, &spans)?;
        // No value ends directly behind the brace that opens.
        let is_first = last == bounded::add(pass_space(octets, start), 1);
        self.members = members;
        memory::push(&mut records.rows, RecordRow { end: octets.len(), further: Some((last, is_first)) })?;
        Ok(())
    }

    /// Reads the members of an object, and notes those with which one of the paths begins: the names of all columns, or
    /// the one that is given.
    fn members_of(
        &mut self,
        octets: &[u8],
        start: usize,
        path: Option<&[u8]>,
        noted: &mut Vec<JsonMember>,
    ) -> Result<(usize, usize), OfLine> {
        let Self { names, levels, .. } = self;
        let begins = |key: &[u8], path: &[u8]| {
            path.strip_prefix(key).is_some_and(|rest| rest.first().is_none_or(|&octet| octet == b'.'))
        };
        let is_sought = |key: &[u8]| match path {
            Some(path) => begins(key, path),
            None => names.iter().any(|name| begins(key, name)),
        };
        let noted = core::cell::RefCell::new(noted);
        each_member(
            octets,
            start,
            levels,
            |member, _| {
                with_key(octets, &member.key, |key| {
                    if is_sought(key) { memory::push(&mut noted.borrow_mut(), member.clone()) } else { Ok(()) }
                })??;
                Ok(())
            },
            |key| {
                with_key(octets, key, |key| {
                    let is_there = is_sought(key) && noted.borrow().iter().any(|other| is_key(octets, other, key));
                    if is_there {
                        let key = String::from_utf8_lossy(key);
                        return Err(OfLine::Said(format!("two members are named '{key}'")));
                    }
                    Ok(())
                })?
            },
        )
    }

    /// Finds the value of a column, if it is there.
    fn find(&mut self, octets: &[u8], column: usize, members: &[JsonMember]) -> Result<JsonSpan, OfLine> {
        let name = self.names.get(column).cloned().unwrap_or_default();
        let (mut rest, mut inner) = (name.as_slice(), Vec::new());
        let mut is_outer = true;
        loop {
            let at_hand = if is_outer { members } else { inner.as_slice() };
            if let Some(found) = at_hand.iter().find(|member| is_key(octets, member, rest)) {
                return Ok(Some(found.value.clone()));
            }
            let mut cuts = rest.iter().enumerate().rev().filter(|&(_, &octet)| octet == b'.').map(|(cut, _)| cut);
            let found = cuts.find_map(|cut| {
                let key = bounded::first(rest, cut);
                at_hand.iter().find(|member| is_key(octets, member, key)).map(|member| (cut, member.value.clone()))
            });
            let Some((cut, value)) = found else { return Ok(None) };
            match octets.get(value.start) {
                Some(b'{') => {}
                Some(b'n') => return Ok(None),
                _ => {
                    let key = String::from_utf8_lossy(bounded::first(rest, cut));
                    return Err(OfLine::Said(format!("the value of '{key}' is not an object")));
                }
            }
            rest = bounded::rest(rest, bounded::add(cut, 1));
            let mut next = Vec::new();
            self.members_of(octets, value.start, Some(rest), &mut next)?;
            (inner, is_outer) = (next, false);
        }
    }

    /// Notes the paths of an object, and those of the objects in it.
    fn note_paths(&mut self, octets: &[u8], start: usize) -> Result<(), OfLine> {
        let Self { there, levels, .. } = self;
        let mut paths: Vec<Vec<u8>> = Vec::new();
        let mut outer = Vec::new();
        each_member(octets, start, levels, |member, _| Ok::<_, OfLine>(memory::push(&mut outer, member)?), |_| Ok(()))?;
        for member in outer {
            let key = with_key(octets, &member.key, memory::copied)??;
            let before = paths.len();
            if octets.get(member.value.start) == Some(&b'{') {
                let inside = |one: JsonMember, _: &mut JsonLevels| {
                    let mut path = memory::copied(&key)?;
                    memory::push(&mut path, b'.')?;
                    with_key(octets, &one.key, |key| memory::append(&mut path, key))??;
                    Ok::<_, OfLine>(memory::push(&mut paths, path)?)
                };
                each_member(octets, member.value.start, levels, inside, |_| Ok(()))?;
            }
            if paths.len() == before {
                memory::push(&mut paths, key)?;
            }
        }
        // The first one of several of a name stays.
        for path in paths {
            if !there.contains(&path) {
                memory::push(there, path)?;
            }
        }
        Ok(())
    }

    /// Refuses a line that has a column which is to be added.
    fn check_added(&mut self, octets: &[u8], start: usize, spans: &[JsonSpan]) -> Result<(), OfLine> {
        if self.added.is_empty() {
            return Ok(());
        }
        let Self { names, added, levels, .. } = self;
        let mut keys: Vec<Vec<u8>> = Vec::new();
        let note = |member: JsonMember, _: &mut JsonLevels| {
            with_key(octets, &member.key, |key| {
                let is_added = added.iter().any(|name| name == key) && !keys.iter().any(|other| other == key);
                if is_added { memory::push(&mut keys, memory::copied(key)?) } else { Ok(()) }
            })??;
            Ok::<_, OfLine>(())
        };
        each_member(octets, start, levels, note, |_| Ok(()))?;
        let found = names.iter().zip(spans).filter(|(name, span)| span.is_some() && added.contains(name));
        if keys.is_empty() && found.count() == 0 {
            return Ok(());
        }
        keys.retain(|key| !names.contains(key));
        keys.extend(names.iter().cloned());
        Err(OfLine::Added(keys))
    }
}

/// Appends a value, which is a string, a list or null. Returns the length of a list.
fn push_value(
    octets: &[u8],
    span: JsonSpan,
    values: &mut ColumnValues,
    levels: &mut JsonLevels,
) -> Result<Option<usize>, OfLine> {
    let Some(span) = span else { return values.push_null(0..0).map(|()| None).map_err(OfLine::from) };
    if octets.get(span.start) != Some(&b'[') {
        push_item(octets, span, values)?;
        return Ok(None);
    }
    let mut count = 0;
    each_item(octets, span.start, levels, |item| {
        count = bounded::add(count, 1);
        push_item(octets, item, values)
    })?;
    Ok(Some(count))
}

/// Appends a string or null.
fn push_item(octets: &[u8], span: Range<usize>, values: &mut ColumnValues) -> Result<(), OfLine> {
    let value = bounded::part(octets, span.clone());
    match value {
        [b'"', text @ .., b'"'] if !text.contains(&b'\\') => values.push(span, text)?,
        [b'"', text @ .., b'"'] => {
            let units = units_of(text)?;
            if units.iter().all(|&unit| char::from_u32(unit).is_some()) {
                values.push(span, &octets_of(&units)?)?;
            } else {
                values.push_undecoded(span, units)?;
            }
        }
        b"null" => values.push_null(span)?,
        _ => return Err(OfLine::Said(String::new())),
    }
    Ok(())
}

/// Works on the octets that a key stands for.
#[inline]
fn with_key<R>(octets: &[u8], key: &Range<usize>, work: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
    with_text(bounded::part(octets, key.clone()), work)
}

/// Works on the octets that a string stands for, which comes without its quotation marks.
#[inline]
pub(super) fn with_text<R>(text: &[u8], work: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
    Ok(if text.contains(&b'\\') { work(&octets_of(&units_of(text)?)?) } else { work(text) })
}

fn is_key(octets: &[u8], member: &JsonMember, key: &[u8]) -> bool {
    with_key(octets, &member.key, |own| own == key).unwrap_or(false)
}
