//! Results that are no texts: what the octets stand for that were written in each row. Names inside texts are lists of
//! structs.

use core::ffi::CStr;
use core::str::FromStr;
use std::ffi::CString;
use std::sync::Arc;

use super::array::{TextBuffers, TextColumn};
use super::legal::NoResult;
use super::new::{NewColumn, booleans};
use super::node::{Buffer, Node, Type, buffers_of};
use crate::batch::{ANSWERS, Bits, ColumnFault, Texts, Work, clear, ones};
use crate::binding::prelude::*;
use crate::text::Kind;

/// The array of the rows whose octets stand at these places of a column that was converted.
pub(super) fn node(
    work: Work,
    length: usize,
    column: &TextColumn<'_>,
    converted: &NewColumn,
    place: impl Fn(usize) -> Option<usize>,
) -> Result<Node, NoResult> {
    let new = converted.output.as_ref().map(|texts| texts.borrowed(&column.texts)).transpose()?;
    let texts: &TextBuffers<'_> = new.as_ref().unwrap_or(&column.texts);
    let validity = converted.validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let is_valid = |place: &usize| validity.is_none_or(|validity| validity.get(*place));
    let octets = |row| place(row).filter(is_valid).and_then(|place| texts.row(place));
    match work {
        Work::Below => answers(length, octets),
        Work::Find => lists(length, octets),
        _ => structs(work, length, octets),
    }
}

fn answers<'a>(length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
    let (mut answers, mut validity) = (ones(length)?, ones(length)?);
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..length {
        pause(0)?;
        let octets = octets(row);
        if octets.is_none() {
            clear(&mut validity, row);
        }
        if octets != ANSWERS.get(1..) {
            clear(&mut answers, row);
        }
    }
    booleans(length, Some(answers), Some(validity))
}

/// The fields of the structs of a work, in the order in which a row has them: their formats and names. Texts are those
/// of a report: they have offsets of 32 bits.
const fn fields(work: Work) -> &'static [(&'static CStr, &'static CStr)] {
    match work {
        Work::Lookalike => &[(c"u", c"target"), (c"u", c"how"), (c"g", c"score"), (c"l", c"start"), (c"l", c"end")],
        _ => &[(c"u", c"kind"), (c"u", c"ascii"), (c"u", c"unicode"), (c"i", c"port")],
    }
}

/// The type of what a work gives.
pub(super) fn type_of(work: Work, name: Arc<CString>) -> Type {
    match work {
        Work::Below => Type::of(c"b", name),
        Work::Find => type_of_lists(name),
        _ => type_of_structs(fields(work), name),
    }
}

pub(super) fn type_of_structs(fields: &[(&'static CStr, &CStr)], name: Arc<CString>) -> Type {
    let field = |&(format, name): &(&'static CStr, &CStr)| Type::of(format, Arc::new(name.to_owned()));
    Type { children: fields.iter().map(field).collect(), ..Type::of(c"+s", name) }
}

struct Child {
    items: Fields,
    validity: Vec<u8>,
}

enum Fields {
    Texts(Texts<i32>),
    Ports(Vec<i32>),
    Places(Vec<i64>),
    Scores(Vec<f64>),
}

impl Child {
    /// Room for so many rows.
    fn of(format: &CStr, length: usize) -> Result<Self, Error> {
        let items = match format.to_bytes() {
            b"u" => {
                let mut offsets = memory::reserved(bounded::add(length, 1))?;
                offsets.push(0);
                Fields::Texts(Texts { offsets, data: Vec::new() })
            }
            b"i" => Fields::Ports(memory::reserved(length)?),
            b"l" => Fields::Places(memory::reserved(length)?),
            _ => Fields::Scores(memory::reserved(length)?),
        };
        Ok(Self { items, validity: ones(length)? })
    }

    /// Adds the field of the next row.
    fn add(&mut self, row: usize, octets: Option<&[u8]>) -> Result<(), NoResult> {
        let text = octets.unwrap_or_default();
        let is_there = match &mut self.items {
            Fields::Texts(texts) => {
                memory::append(&mut texts.data, text)?;
                texts.offsets.push(i32::try_from(texts.data.len()).map_err(|_| ColumnFault::TooLong)?);
                octets.is_some()
            }
            Fields::Ports(ports) => add_number(ports, text),
            Fields::Places(places) => add_number(places, text),
            Fields::Scores(scores) => {
                let hundredths = bounded::utf8(text).parse::<u8>().ok();
                scores.push(f64::from(hundredths.unwrap_or_default()) / 100.0);
                hundredths.is_some()
            }
        };
        if !is_there {
            clear(&mut self.validity, row);
        }
        Ok(())
    }

    fn node(self, length: usize) -> Node {
        let buffers = match self.items {
            Fields::Texts(texts) => buffers_of(texts),
            Fields::Ports(ports) => vec![Buffer::of(ports)],
            Fields::Places(places) => vec![Buffer::of(places)],
            Fields::Scores(scores) => vec![Buffer::of(scores)],
        };
        Node::valid(length, Some(self.validity), buffers)
    }
}

/// Adds the number that a text is, or returns that it is none.
fn add_number<T: FromStr + Default>(numbers: &mut Vec<T>, text: &[u8]) -> bool {
    let number = bounded::utf8(text).parse().ok();
    let is_number = number.is_some();
    numbers.push(number.unwrap_or_default());
    is_number
}

fn structs<'a>(work: Work, length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
    let mut children = memory::reserved(fields(work).len())?;
    for (format, _) in fields(work) {
        children.push(Child::of(format, length)?);
    }
    let (mut validity, mut pause) = (ones(length)?, Pauses::while_released::<NoResult>());
    for row in 0..length {
        let octets = octets(row);
        if octets.is_none() {
            clear(&mut validity, row);
        }
        let mut parts = octets.map(|octets| octets.split(|&octet| octet == 0));
        for child in &mut children {
            child.add(row, parts.as_mut().and_then(Iterator::next))?;
        }
        pause(octets.map_or(0, <[u8]>::len))?;
    }
    let children = children.into_iter().map(|child| Arc::new(child.node(length))).collect();
    Ok(Node { children, ..Node::valid(length, Some(validity), Vec::new()) })
}

/// The type of the lists. Its fields are those of `acelabel.text.Found`.
fn type_of_lists(name: Arc<CString>) -> Type {
    let fields = [
        (c"l", c"start"),
        (c"l", c"end"),
        (c"u", c"kind"),
        (c"u", c"name"),
        (c"b", c"is_escaped"),
        (c"u", c"code"),
        (c"b", c"is_defanged"),
    ];
    Type { children: vec![type_of_structs(&fields, Arc::new(c"item".to_owned()))], ..Type::of(c"+l", name) }
}

/// The names of all rows.
struct Names {
    places: [Vec<i64>; 2],
    /// Kinds, names and codes.
    texts: [Texts<i32>; 3],
    /// Which are escaped, which are defanged, and which have a code.
    bits: [Vec<u8>; 3],
}

impl Names {
    fn count(&self) -> usize {
        let [starts, _] = &self.places;
        starts.len()
    }

    fn add(&mut self, mut rest: &[u8]) -> Result<(), NoResult> {
        while !rest.is_empty() {
            let count = self.count();
            let [start, end, kind, is_escaped, is_defanged, code, size] = [(); 7].map(|()| before_nul(&mut rest));
            let kind = Kind::NAMES.get(number(kind)).copied().unwrap_or_default().as_bytes();
            let (name, behind) = rest.split_at_checked(number(size)).unwrap_or_default();
            rest = behind;
            for (places, place) in self.places.iter_mut().zip([start, end]) {
                memory::push(places, bounded::to(number(place)))?;
            }
            for (texts, text) in self.texts.iter_mut().zip([kind, name, code]) {
                memory::append(&mut texts.data, text)?;
                let end = i32::try_from(texts.data.len()).map_err(|_| ColumnFault::TooLong)?;
                memory::push(&mut texts.offsets, end)?;
            }
            for (bits, bit) in self.bits.iter_mut().zip([is_escaped == b"1", is_defanged == b"1", !code.is_empty()]) {
                push(bits, count, bit)?;
            }
        }
        Ok(())
    }

    fn node(self) -> Node {
        let count = self.count();
        let Self { places: [starts, ends], texts: [kinds, names, codes], bits: [escaped, defanged, coded] } = self;
        let plain = |buffers| Arc::new(Node::valid(count, None, buffers));
        let children = vec![
            plain(vec![Buffer::of(starts)]),
            plain(vec![Buffer::of(ends)]),
            plain(buffers_of(kinds)),
            plain(buffers_of(names)),
            plain(vec![Buffer::of(escaped)]),
            Arc::new(Node::valid(count, Some(coded), buffers_of(codes))),
            plain(vec![Buffer::of(defanged)]),
        ];
        Node { children, ..Node::of(count, vec![Buffer::ABSENT]) }
    }
}

/// The part before the next NUL, which is taken away with it.
fn before_nul<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let mut parts = rest.splitn(2, |&octet| octet == 0);
    let part = parts.next().unwrap_or_default();
    *rest = parts.next().unwrap_or_default();
    part
}

/// The number that a part is.
fn number(part: &[u8]) -> usize {
    bounded::present(bounded::utf8(part).parse().ok())
}

/// Appends a bit to so many.
fn push(bits: &mut Vec<u8>, count: usize, bit: bool) -> Result<(), Error> {
    if count.is_multiple_of(8) {
        memory::push(bits, u8::MAX)?;
    }
    if !bit {
        clear(bits, count);
    }
    Ok(())
}

fn lists<'a>(length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
    let nothing = || -> Result<_, Error> { Ok(Texts { offsets: memory::filled(0, 1)?, data: Vec::new() }) };
    let texts = [nothing()?, nothing()?, nothing()?];
    let mut names = Names { places: Default::default(), texts, bits: Default::default() };
    let (mut ends, mut validity) = (memory::reserved(bounded::add(length, 1))?, ones(length)?);
    ends.push(0);
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..length {
        let octets = octets(row);
        if octets.is_none() {
            clear(&mut validity, row);
        }
        names.add(octets.unwrap_or_default())?;
        ends.push(i32::try_from(names.count()).map_err(|_| ColumnFault::TooLong)?);
        pause(octets.map_or(0, <[u8]>::len))?;
    }
    let children = vec![Arc::new(names.node())];
    Ok(Node { children, ..Node::valid(length, Some(validity), vec![Buffer::of(ends)]) })
}
