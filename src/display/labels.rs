//! The labels of a name in Unicode, and their text in either form.

use crate::domain::{Conversion, convert_name};
use crate::error::Error;
use crate::label::{Form, Input, LabelOutput, NameOutput, PREFIX, Scratch};
use crate::memory::Growing;
use crate::{OnError, Profile, bounded, memory, punycode, utf8};

/// The processing of URLs: UTS #46, nontransitional, labels of any length and with hyphens anywhere.
pub(crate) const PROFILE: &Profile = &Profile::WHATWG.verifying();

/// Names of so many octets are read at once, into memory that is not asked for.
const SHORT: usize = 64;

pub(crate) struct Room([u32; SHORT + utf8::STEP]);

impl Default for Room {
    fn default() -> Self {
        Self([0; SHORT + utf8::STEP])
    }
}

/// The Unicode form of a name, in which labels that are not valid stay.
#[derive(Default)]
pub(crate) struct Labels<'a> {
    /// The name, if it is short and not ASCII.
    name: &'a str,
    units: &'a [u32],
    /// The number of `units` that are the form as given: all of them, unless `apart` holds a converted form.
    same: usize,
    is_apart: bool,
    apart: Growing<u32>,
    /// Where labels begin that are not valid, but for those that are ASCII.
    invalid: Growing<usize>,
}

/// A label, and where it begins in the name.
pub(crate) struct NamePart<'a> {
    pub(crate) text: &'a [u32],
    /// The same as UTF-8, where that is known.
    pub(crate) given: Option<&'a str>,
    pub(crate) start: usize,
    /// True if it is not ASCII and not valid.
    pub(crate) is_invalid: bool,
}

impl<'a> Labels<'a> {
    pub(crate) fn of(name: &'a str, room: &'a mut Room) -> Result<Self, Error> {
        Self::under(PROFILE, name, room)
    }

    /// The form under another profile, which maps, too.
    pub(crate) fn under(profile: &Profile, name: &'a str, room: &'a mut Room) -> Result<Self, Error> {
        let conversion = Conversion { profile, form: Form::Unicode, on_error: OnError::Keep };
        let mut labels = Self::default();
        let short = if name.len() <= SHORT { utf8::read(name.as_bytes(), &mut room.0) } else { None };
        let long =
            if short.is_some() { Vec::new() } else { memory::collected(name.chars().map(u32::from), name.len())? };
        match short.filter(|_| !name.is_ascii()) {
            Some(units) => (labels.name, labels.units) = (name, units),
            // Room for the usual name, so that it is asked for once.
            None => (labels.is_apart, labels.apart) = (true, Growing::reserved(name.len().min(256))),
        }
        // Code points in any case, as a second copy of the conversion would be large.
        let converted = convert_name(short.unwrap_or(&long), conversion, &mut Scratch::default(), &mut labels);
        converted.map_err(|error| error.error())?;
        Ok(labels)
    }

    pub(crate) fn text(&self) -> &[u32] {
        if self.is_apart { &self.apart } else { bounded::first(self.units, self.same) }
    }

    fn given(&self) -> Option<&'a str> {
        (!self.is_apart && self.same == self.units.len()).then_some(self.name)
    }

    /// Appends a text: where it is as it stands in the name, by its size alone.
    fn push(&mut self, text: &[u32]) {
        if !self.is_apart {
            if bounded::rest(self.units, self.same).starts_with(text) {
                self.same = bounded::add(self.same, text.len());
                return;
            }
            self.stand_apart();
        }
        self.apart.extend_from_slice(text);
    }

    #[cold]
    fn stand_apart(&mut self) {
        self.is_apart = true;
        self.apart.reserve_exact(bounded::add(self.units.len(), SHORT));
        self.apart.extend_from_slice(bounded::first(self.units, self.same));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = NamePart<'_>> {
        let mut invalid = self.invalid.iter().peekable();
        let (mut given, mut start, all) = (self.given(), 0, self.text());
        all.split(|&unit| unit == DOT).map(move |text| {
            let end = bounded::add(start, text.len());
            let label = if end == all.len() { given } else { given.and_then(|rest| rest.split('.').next()) };
            given = given.zip(label).and_then(|(rest, label)| rest.get(bounded::add(label.len(), 1)..));
            let part = NamePart { text, given: label, start, is_invalid: invalid.next_if_eq(&&start).is_some() };
            start = bounded::add(end, 1);
            part
        })
    }

    /// The last label, the root aside, and where it begins.
    pub(crate) fn tld(&self) -> (usize, &[u32]) {
        let all = self.text();
        let end = all.iter().rposition(|&unit| unit != DOT).map_or(0, |last| bounded::add(last, 1));
        let body = bounded::first(all, end);
        let start = body.iter().rposition(|&unit| unit == DOT).map_or(0, |dot| bounded::add(dot, 1));
        (start, bounded::rest(body, start))
    }

    /// The code points without a final dot.
    pub(crate) fn body(&self) -> &[u32] {
        let text = self.text();
        text.strip_suffix(&[DOT]).unwrap_or(text)
    }

    /// The name in Unicode, but for the labels that are not valid.
    pub(crate) fn with_invalid_in_ascii(&self) -> Result<String, Error> {
        let mut shown = Growing::reserved(usual_room(self.text().len()));
        for part in self.iter() {
            if part.start > 0 {
                shown.push(b'.');
            }
            if part.is_invalid || part.text.is_ascii() {
                write_ascii_form(part.text, &mut shown)?;
            } else {
                utf8::write(part.text, &mut shown);
            }
        }
        shown.finished().map(bounded::utf8_string)
    }

    /// Returns whether a label is not ASCII and not valid.
    pub(crate) fn has_invalid(&self) -> bool {
        !self.invalid.is_empty()
    }

    pub(crate) fn is_invalid(&self, start: usize) -> bool {
        self.invalid.binary_search(&start).is_ok()
    }
}

pub(crate) const DOT: u32 = 0x2E;

/// Text that comes as UTF-8 is ASCII, or stays as it came.
impl LabelOutput for Labels<'_> {
    fn push_utf8(&mut self, text: &str) {
        if text.is_ascii() {
            return self.push_ascii(text.as_bytes());
        }
        self.invalid.push(self.size());
        text.chars().for_each(|character| self.push(&[character.into()]));
    }
    fn push_ascii(&mut self, text: &[u8]) {
        if self.is_apart {
            self.apart.push_ascii(text);
        } else {
            text.iter().for_each(|&octet| self.push(&[octet.into()]));
        }
    }
    fn push_separator(&mut self) {
        self.push(&[DOT]);
    }
    fn push_text(&mut self, text: &[u32]) {
        self.push(text);
    }
}

impl NameOutput for Labels<'_> {
    const KEEPS_RECORDS: bool = false;

    fn push_kept(&mut self, text: impl Iterator<Item = u32>) {
        let start = self.size();
        text.for_each(|unit| self.push(&[unit]));
        if !bounded::rest(self.text(), start).is_ascii() {
            self.invalid.push(start);
        }
    }
    fn size(&self) -> usize {
        self.text().len()
    }
    fn cut(&mut self, size: usize) {
        self.same = self.same.min(size);
        self.apart.truncate(size);
        let kept = self.invalid.partition_point(|&start| start < size);
        self.invalid.truncate(kept);
    }
    fn make_room(&mut self, done: usize, all: usize) {
        if self.is_apart {
            self.apart.make_room(done, all);
        }
    }
    fn is_refused(&self) -> bool {
        self.apart.is_refused() || self.invalid.is_refused()
    }
}

/// Returns whether a character is a space or a control of ASCII, which no valid label has: it might pass for the end of
/// the name, or change the line that the name stands in.
pub(crate) const fn is_unseen(unit: u32) -> bool {
    unit <= 0x20 || unit == 0x7F
}

/// A label in ASCII: where it is not ASCII its characters as Punycode behind the prefix, and spaces and controls as
/// URLs write them, though no profile accepts that.
pub(crate) fn write_ascii_form(label: &[u32], output: &mut Growing<u8>) -> Result<(), Error> {
    if label.is_ascii() {
        output.reserve(label.len());
        label.iter().filter_map(|&unit| u8::try_from(unit).ok()).for_each(|octet| write_seen(octet, output));
        return Ok(());
    }
    punycode::shared::encode(label, &mut |payload| {
        output.reserve(bounded::add(PREFIX.len(), payload.len()));
        output.extend_from_slice(PREFIX.as_bytes());
        if payload.iter().any(|&octet| is_unseen(octet.into())) {
            payload.iter().for_each(|&octet| write_seen(octet, output));
        } else {
            output.extend_from_slice(payload);
        }
    })
}

fn write_seen(octet: u8, output: &mut Growing<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    if is_unseen(octet.into()) {
        let digit = |half: u8| bounded::at(DIGITS, bounded::below::<16>(half.into()));
        output.extend_from_slice(&[b'%', digit(octet >> 4), digit(octet & 0xF)]);
    } else {
        output.push(octet);
    }
}

pub(crate) fn code_points(text: &str) -> Result<Vec<u32>, Error> {
    memory::collected(text.chars().map(u32::from), text.len())
}

/// Code points are written by eight, for which there must be room for so many octets.
const ROOM_TO_WRITE: usize = 36;

/// Room for the form of a usual name, so that it is asked for once.
pub(crate) fn usual_room(size: usize) -> usize {
    bounded::add(size, bounded::add(size.min(64), ROOM_TO_WRITE))
}

/// Scalar values as a string.
pub(crate) fn text_of(label: &[u32]) -> Result<String, Error> {
    let mut text = Growing::reserved(usual_room(label.len()));
    utf8::write(label, &mut text);
    text.finished().map(bounded::utf8_string)
}

pub(crate) fn owned(text: &str) -> Result<String, Error> {
    memory::copied(text.as_bytes()).map(bounded::utf8_string)
}
