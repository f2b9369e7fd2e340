//! Feeds, which watchers of certificates and of traffic write: texts that are looked up, each of which may hold names.
//! A line that should hold one, and holds none, has a null.
//!
//! ```text
//! urls:         http://ü.example/x and other words
//!               ^^^^^^^^^^^^^^^^^^
//! certstream:   as for every work; heartbeats are passed over
//! zeek:         {"ts":1,"query":"ü.example","san.dns":["a.example"]}
//!                                ^^^^^^^^^              ^^^^^^^^^
//!               and logs as text, of which the header names the fields
//! ```

use core::ops::Range;

use super::certstream::{is_heartbeat, names_of};
use super::json::{JsonFault, JsonLevels, each_item, each_member, pass_space, units_with_halves};
use super::search::each_line;
use super::values::{Records, octets_of, units};
use super::zeek::{ZeekHeader, each_part, unescaped};
use crate::error::Error;
use crate::text::Kind;
use crate::{bounded, memory};

/// The fields that hold names: of dns.log, http.log, ssl.log and x509.log.
const FIELDS: [&[u8]; 4] = [b"query", b"host", b"server_name", b"san.dns"];
/// Those that every event has one of.
const OF_EVENTS: [&[u8]; 4] = [b"ts", b"uid", b"fuid", b"id"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeedKind {
    Urls,
    Certificates,
    Zeek,
}

/// Reads lines of a feed.
pub(crate) struct FeedReader {
    kind: FeedKind,
    lines: usize,
    levels: JsonLevels,
    header: ZeekHeader,
}

/// Texts, each with its place.
type PlacedTexts = Vec<(Range<usize>, Vec<u32>)>;
/// The texts of a line; nothing of a line that is to hold none, such as a comment.
type FeedTexts = Option<PlacedTexts>;

impl FeedReader {
    pub(crate) fn new(kind: FeedKind) -> Self {
        Self { kind, lines: 0, levels: JsonLevels::default(), header: ZeekHeader::default() }
    }

    pub(super) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), Error> {
        each_line(octets, from, |begin, end| {
            self.lines = self.lines.saturating_add(1);
            let line = bounded::first(octets, end);
            let texts = match self.texts_of(line, begin) {
                Err(JsonFault::OutOfMemory) => return Err(memory::refused()),
                Err(JsonFault::NoJson | JsonFault::TooDeep) => Some(Vec::new()),
                Ok(texts) => texts,
            };
            let Some(texts) = texts else { return Ok(()) };
            if texts.is_empty() {
                records.push_text(self.lines, begin..end, None, begin)?;
            }
            texts.into_iter().try_for_each(|(place, text)| records.push_text(self.lines, place, Some(text), begin))
        })
    }

    fn texts_of(&mut self, line: &[u8], begin: usize) -> Result<FeedTexts, JsonFault> {
        let rest = bounded::rest(line, begin);
        if rest.trim_ascii().is_empty() {
            return Ok(None);
        }
        match (self.kind, rest.first()) {
            (FeedKind::Urls, _) => first_word(line, begin),
            (FeedKind::Certificates, _) => {
                let places = names_of(line, begin, &mut self.levels)?;
                let texts = strings(line, places)?;
                let is_passed = texts.is_empty() && is_heartbeat(line, begin, &mut self.levels)?;
                Ok((!is_passed).then_some(texts))
            }
            (FeedKind::Zeek, Some(b'#')) => self.header.take(rest).map(|_| None).map_err(JsonFault::from),
            (FeedKind::Zeek, Some(b'{')) => self.of_event(line, begin),
            (FeedKind::Zeek, _) => Ok(self.of_row(line, begin)?),
        }
    }

    /// The texts of an event in JSON. One without a name has no such field there.
    fn of_event(&mut self, line: &[u8], begin: usize) -> Result<FeedTexts, JsonFault> {
        let (mut values, mut is_event) = ([const { None }; FIELDS.len()], false);
        let is_sought = |key: &[u8]| Ok::<_, JsonFault>(FIELDS.contains(&key) || OF_EVENTS.contains(&key));
        let (_, end) = each_member(line, begin, &mut self.levels, is_sought, |member| {
            let key = bounded::part(line, member.key);
            is_event |= OF_EVENTS.contains(&key);
            let fields = FIELDS.iter().zip(&mut values).filter(|(field, _)| **field == key);
            fields.for_each(|(_, value)| *value = Some(member.value.clone()));
            Ok(())
        })?;
        if pass_space(line, end) != line.len() {
            return Err(JsonFault::NoJson);
        }
        let (mut texts, mut is_there) = (Vec::new(), false);
        for value in values.into_iter().flatten() {
            let mut items = Vec::new();
            match bounded::part(line, value.clone()) {
                b"null" | b"\"\"" => {}
                [b'[', ..] => each_item(line, value.start, &mut self.levels, |item| {
                    memory::push(&mut items, item).map_err(JsonFault::from)
                })?,
                _ => memory::push(&mut items, value)?,
            }
            is_there |= !items.is_empty();
            texts.extend(strings(line, items)?);
        }
        Ok((!texts.is_empty() || is_there || !is_event).then_some(texts))
    }

    /// The texts of an event in a log as text.
    fn of_row(&self, line: &[u8], begin: usize) -> Result<FeedTexts, Error> {
        let ZeekHeader { marks, fields } = &self.header;
        let mut cells = Vec::new();
        each_part(line, begin..line.len(), &marks.separator, |cell| memory::push(&mut cells, cell))?;
        let (mut texts, mut is_there) = (Vec::new(), false);
        for name in FIELDS {
            let Some((_, cell)) = fields.iter().zip(&cells).rfind(|(field, _)| *field == name) else { continue };
            is_there = true;
            each_part(line, cell.clone(), &marks.set_separator, |item| {
                let text = bounded::part(line, item.clone());
                if text == marks.empty_field || text == marks.unset_field {
                    return Ok(());
                }
                memory::push(&mut texts, (item, units(&unescaped(text)?)?))
            })?;
        }
        Ok((!texts.is_empty() || !is_there).then_some(texts))
    }
}

/// The first word of a line that is no comment.
fn first_word(line: &[u8], begin: usize) -> Result<FeedTexts, JsonFault> {
    let rest = bounded::rest(line, begin);
    let start = bounded::add(begin, bounded::sub(rest.len(), rest.trim_ascii_start().len()));
    let rest = bounded::rest(line, start);
    if rest.starts_with(b"#") {
        return Ok(None);
    }
    let word = bounded::first(rest, rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()));
    let mut texts = Vec::new();
    memory::push(&mut texts, (start..bounded::add(start, word.len()), units(word)?))?;
    Ok(Some(texts))
}

/// Those of these values that are strings.
fn strings(line: &[u8], places: Vec<Range<usize>>) -> Result<PlacedTexts, Error> {
    let mut texts = Vec::new();
    for place in places {
        if let [b'"', text @ .., b'"'] = bounded::part(line, place.clone()) {
            memory::push(&mut texts, (place, units_with_halves(text)?))?;
        }
    }
    Ok(texts)
}

impl Records {
    /// Appends a text, or a null, as `push_name` does a name.
    fn push_text(
        &mut self,
        line: usize,
        place: Range<usize>,
        text: Option<Vec<u32>>,
        begin: usize,
    ) -> Result<(), Error> {
        let Some(values) = self.columns.first_mut() else { return Ok(()) };
        let (column, end) = (bounded::add(bounded::sub(place.start, begin), 1), place.end);
        match text {
            None => values.push_null(place)?,
            Some(units) if units.iter().all(|&unit| char::from_u32(unit).is_some()) => {
                values.push(place, &octets_of(&units)?)?;
            }
            Some(units) => values.push_undecoded(place, units)?,
        }
        memory::push(&mut self.names, (line, column, Kind::Bare))?;
        memory::push(&mut self.rows, end)
    }
}
