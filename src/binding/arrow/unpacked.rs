//! Results that are no texts: what the octets stand for that were written in each row.

use std::ffi::CString;
use std::sync::Arc;

use super::array::{TextBuffers, TextColumn};
use super::convert::{NewColumn, booleans};
use super::node::{Buffer, Node, Type};
use super::stop::NoResult;
use crate::batch::{ANSWERS, Bits, ColumnFault, Texts, Work, clear, ones};
use crate::binding::pauses::Pauses;
use crate::error::Error;
use crate::{bounded, memory};

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
    if work == Work::Host { hosts(length, octets) } else { answers(length, octets) }
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

/// The type of hosts. Their texts are those of a report: they have offsets of 32 bits.
pub(super) fn type_of(name: Arc<CString>) -> Type {
    let fields = [(c"u", c"kind"), (c"u", c"ascii"), (c"u", c"unicode"), (c"i", c"port")];
    let children = fields.map(|(format, name)| Type::of(format, Arc::new(name.to_owned()))).into();
    Type { children, ..Type::of(c"+s", name) }
}

/// The children of an array of hosts.
struct Hosts {
    texts: [Texts<i32>; 3],
    ports: Vec<i32>,
    have_ports: Vec<u8>,
    validity: Vec<u8>,
}

impl Hosts {
    /// Adds the host of the next row.
    fn add(&mut self, row: usize, octets: Option<&[u8]>) -> Result<(), NoResult> {
        if octets.is_none() {
            clear(&mut self.validity, row);
        }
        let mut parts = octets.unwrap_or_default().split(|&octet| octet == 0);
        let mut part = || parts.next().unwrap_or_default();
        let (kind, port, ascii, unicode) = (part(), part(), part(), part());
        let port = bounded::utf8(port).parse::<u16>().ok();
        if port.is_none() {
            clear(&mut self.have_ports, row);
        }
        self.ports.push(i32::from(port.unwrap_or_default()));
        for (texts, text) in self.texts.iter_mut().zip([kind, ascii, unicode]) {
            memory::append(&mut texts.data, text)?;
            texts.offsets.push(i32::try_from(texts.data.len()).map_err(|_| ColumnFault::TooLong)?);
        }
        Ok(())
    }

    fn node(self, length: usize) -> Node {
        let bits = |bits: Vec<u8>| (Bits::new(&bits, 0).count_clear(length), Buffer::of(bits));
        let (validity, have_ports) = (bits(self.validity), bits(self.have_ports));
        let child = |(null_count, validity): &(usize, Buffer), buffers: Vec<Buffer>| {
            let buffers = [vec![validity.clone()], buffers].concat();
            Arc::new(Node { null_count: *null_count, ..Node::of(length, buffers) })
        };
        let texts = self.texts.map(|texts| child(&validity, vec![Buffer::of(texts.offsets), Buffer::of(texts.data)]));
        let children = texts.into_iter().chain([child(&have_ports, vec![Buffer::of(self.ports)])]).collect();
        Node { children, null_count: validity.0, ..Node::of(length, vec![validity.1]) }
    }
}

fn hosts<'a>(length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
    let mut hosts = Hosts {
        texts: [no_texts(length)?, no_texts(length)?, no_texts(length)?],
        ports: memory::reserved(length)?,
        have_ports: ones(length)?,
        validity: ones(length)?,
    };
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..length {
        let octets = octets(row);
        hosts.add(row, octets)?;
        pause(octets.map_or(0, <[u8]>::len))?;
    }
    Ok(hosts.node(length))
}

/// Room for so many texts.
fn no_texts(count: usize) -> Result<Texts<i32>, Error> {
    let mut offsets = memory::reserved(bounded::add(count, 1))?;
    offsets.push(0);
    Ok(Texts { offsets, data: Vec::new() })
}
