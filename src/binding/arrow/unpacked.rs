//! Results that are no texts: what the octets stand for that were written in each row.

use core::ffi::CStr;
use core::str::FromStr;
use std::ffi::CString;
use std::sync::Arc;

use super::array::{TextBuffers, TextColumn};
use super::convert::{NewColumn, booleans};
use super::found;
use super::legal::NoResult;
use super::node::{Buffer, Node, Type};
use crate::batch::{ANSWERS, Bits, ColumnFault, Texts, Work, clear, ones};
use crate::binding::prelude::*;

/// The array of the rows whose octets stand at these places of a column that was converted.
pub(super) fn node(
    work: Work,
    length: usize,
    column: &TextColumn<'_>,
    converted: &NewColumn,
    place: impl Fn(usize) -> Option<usize>,
) -> Result<Node, NoResult> {
    let new = converted.texts.as_ref().map(|texts| texts.borrowed(&column.texts)).transpose()?;
    let texts: &TextBuffers<'_> = new.as_ref().unwrap_or(&column.texts);
    let validity = converted.validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let is_valid = |place: &usize| validity.is_none_or(|validity| validity.get(*place));
    let octets = |row| place(row).filter(is_valid).and_then(|place| texts.row(place));
    match work {
        Work::Below => answers(length, octets),
        Work::Find => found::lists(length, octets),
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
        Work::Find => found::type_of(name),
        _ => type_of_structs(fields(work), name),
    }
}

pub(super) fn type_of_structs(fields: &[(&'static CStr, &CStr)], name: Arc<CString>) -> Type {
    let field = |&(format, name): &(&'static CStr, &CStr)| Type::of(format, Arc::new(name.to_owned()));
    Type { children: fields.iter().map(field).collect(), ..Type::of(c"+s", name) }
}

/// A field of structs, row by row.
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
            Fields::Texts(texts) => vec![Buffer::of(texts.offsets), Buffer::of(texts.data)],
            Fields::Ports(ports) => vec![Buffer::of(ports)],
            Fields::Places(places) => vec![Buffer::of(places)],
            Fields::Scores(scores) => vec![Buffer::of(scores)],
        };
        with_validity(self.validity, length, buffers)
    }
}

/// Adds the number that a text is, or returns that it is none.
fn add_number<T: FromStr + Default>(numbers: &mut Vec<T>, text: &[u8]) -> bool {
    let number = bounded::utf8(text).parse().ok();
    let is_number = number.is_some();
    numbers.push(number.unwrap_or_default());
    is_number
}

pub(super) fn with_validity(validity: Vec<u8>, length: usize, buffers: Vec<Buffer>) -> Node {
    let null_count = Bits::new(&validity, 0).count_clear(length);
    Node { null_count, ..Node::of(length, [vec![Buffer::of(validity)], buffers].concat()) }
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
    Ok(Node { children, ..with_validity(validity, length, Vec::new()) })
}
