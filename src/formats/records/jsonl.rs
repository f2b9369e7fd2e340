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
use super::values::{ColumnValues, FileFault, LineHint, Records, octets_of};
use crate::error::Error;
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
    /// Memory for the members of a line, and for the places of columns.
    members: Vec<JsonMember>,
    spans: Vec<JsonSpan>,
}

/// The value of a column in a line: a string, an array, or nothing.
type JsonSpan = Option<Range<usize>>;

/// A fault of a line, without its number.
enum OfLine {
    Json(JsonFault),
    Said(String),
    /// A value is neither a string nor a list of strings.
    NeitherText,
    /// A new column is there already, besides these.
    Added(Vec<Vec<u8>>),
}

impl OfLine {
    /// The same about the value of a column.
    #[cold]
    fn of(self, name: &[u8]) -> Self {
        let Self::NeitherText = self else { return self };
        let name = String::from_utf8_lossy(name);
        Self::Said(format!("the value of '{name}' is neither a string nor a list of strings"))
    }
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
            spans: Vec::new(),
        }
    }

    /// Reads whole lines, the last of which may have no end.
    pub(crate) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), FileFault> {
        let mut start = from;
        while start < octets.len() {
            self.lines = self.lines.saturating_add(1);
            start = self.take(octets, start, records).map_err(|fault| self.told(fault))?;
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
            OfLine::NeitherText => String::new(),
            OfLine::Added(there) => return FileFault::Columns(there, LineHint::Nothing),
        };
        FileFault::Line(self.lines, said, LineHint::Nothing)
    }

    /// Takes the line that begins at `start`. Returns where it ends.
    fn take(&mut self, octets: &[u8], start: usize, records: &mut Records) -> Result<usize, OfLine> {
        let begin = pass_space(octets, start);
        if let Some(end) = end_of_line(octets, begin) {
            records.push_empty(end, None)?;
            return Ok(end);
        }
        let mut members = core::mem::take(&mut self.members);
        members.clear();
        let (last, end) = {
            let names = &self.names;
            let is_sought = |key: &[u8]| names.iter().any(|name| begins(key, name));
            members_of(octets, begin, &mut self.levels, &is_sought, &mut members)?
        };
        let end = end_of_line(octets, pass_space(octets, end)).ok_or(JsonFault::NoJson)?;
        if self.there.is_empty() {
            self.note_paths(octets, begin)?;
        }
        self.has_object = true;
        let mut spans = core::mem::take(&mut self.spans);
        spans.clear();
        for (name, seen) in self.names.iter().zip(&mut self.seen) {
            let span = find(octets, name, &members, &mut self.levels)?;
            *seen |= span.is_some();
            memory::push(&mut spans, span)?;
        }
        let row = records.rows.len();
        for (values, (span, name)) in records.columns.iter_mut().zip(spans.iter().zip(&self.names)) {
            let list = push_value(octets, span.clone(), values, &mut self.levels).map_err(|fault| fault.of(name))?;
            values.end_row(row, list)?;
        }
        self.check_added(octets, begin, &spans)?;
        (self.members, self.spans) = (members, spans);
        // No value ends directly behind the brace that opens.
        let further = (last, last == bounded::add(begin, 1));
        records.push_row(end, (!self.added.is_empty()).then_some(further))?;
        Ok(end)
    }

    /// Notes the paths of an object, and those of the objects in it.
    fn note_paths(&mut self, octets: &[u8], start: usize) -> Result<(), OfLine> {
        let Self { there, levels, .. } = self;
        let mut paths: Vec<Vec<u8>> = Vec::new();
        let mut outer = Vec::new();
        each_member(octets, start, levels, |_| Ok(true), |member| Ok::<_, OfLine>(memory::push(&mut outer, member)?))?;
        for member in outer {
            let key = with_key(octets, &member.key, memory::copied)??;
            let before = paths.len();
            if octets.get(member.value.start) == Some(&b'{') {
                let inside = |one: JsonMember| {
                    let mut path = memory::copied(&key)?;
                    memory::push(&mut path, b'.')?;
                    with_key(octets, &one.key, |key| memory::append(&mut path, key))??;
                    Ok::<_, OfLine>(memory::push(&mut paths, path)?)
                };
                each_member(octets, member.value.start, levels, |_| Ok(true), inside)?;
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
        let note = |key: &[u8]| {
            with_meant(key, |key| {
                let is_added = added.iter().any(|name| name == key) && !keys.iter().any(|other| other == key);
                if is_added { memory::push(&mut keys, memory::copied(key)?) } else { Ok(()) }
            })??;
            Ok::<_, OfLine>(false)
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

/// Returns whether a path begins with a key.
#[inline]
fn begins(key: &[u8], path: &[u8]) -> bool {
    path.strip_prefix(key).is_some_and(|rest| rest.first().is_none_or(|&octet| octet == b'.'))
}

/// Reads the members of an object, and notes those whose keys are sought.
#[inline]
fn members_of(
    octets: &[u8],
    start: usize,
    levels: &mut JsonLevels,
    is_sought: &impl Fn(&[u8]) -> bool,
    noted: &mut Vec<JsonMember>,
) -> Result<(usize, usize), OfLine> {
    let noted = core::cell::RefCell::new(noted);
    let wants = |key: &[u8]| {
        with_meant(key, |key| {
            let is_wanted = is_sought(key);
            if is_wanted && noted.borrow().iter().any(|other| is_key(octets, other, key)) {
                let key = String::from_utf8_lossy(key);
                return Err(OfLine::Said(format!("two members are named '{key}'")));
            }
            Ok(is_wanted)
        })?
    };
    each_member(octets, start, levels, wants, |member| Ok(memory::push(&mut noted.borrow_mut(), member)?))
}

/// Finds the value of a column among the members of an object, or inside them.
fn find(octets: &[u8], name: &[u8], members: &[JsonMember], levels: &mut JsonLevels) -> Result<JsonSpan, OfLine> {
    let (mut rest, mut inner, mut is_outer) = (name, Vec::new(), true);
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
        members_of(octets, value.start, levels, &|key: &[u8]| begins(key, rest), &mut next)?;
        (inner, is_outer) = (next, false);
    }
}

/// The place behind the line feed at a place, or the end of the octets.
fn end_of_line(octets: &[u8], at: usize) -> Option<usize> {
    match octets.get(at) {
        None => Some(octets.len()),
        Some(b'\n') => Some(bounded::add(at, 1)),
        Some(_) => None,
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
        _ => return Err(OfLine::NeitherText),
    }
    Ok(())
}

/// Works on the octets that a key of a member stands for.
fn with_key<R>(octets: &[u8], key: &Range<usize>, work: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
    with_meant(bounded::part(octets, key.clone()), work)
}

/// Works on the octets that the octets of a key or a string stand for.
#[inline]
pub(super) fn with_meant<R>(key: &[u8], work: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
    Ok(if key.contains(&b'\\') { work(&octets_of(&units_of(key)?)?) } else { work(key) })
}

#[inline]
fn is_key(octets: &[u8], member: &JsonMember, key: &[u8]) -> bool {
    with_key(octets, &member.key, |own| own == key).unwrap_or(false)
}
