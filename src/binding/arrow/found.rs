//! Lists of the names inside texts: what was written in each row, as structs.

use std::ffi::CString;
use std::sync::Arc;

use super::legal::NoResult;
use super::node::{Buffer, Node, Type};
use super::unpacked::{type_of_structs, with_validity};
use crate::batch::{ColumnFault, Texts, clear, ones};
use crate::binding::prelude::*;
use crate::text::Kind;

/// The type of the lists. Its fields are those of `acelabel.text.Found`.
pub(super) fn type_of(name: Arc<CString>) -> Type {
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

    /// Adds the names of a row.
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

    /// The array of structs.
    fn node(self) -> Node {
        let count = self.count();
        let Self { places: [starts, ends], texts: [kinds, names, codes], bits: [escaped, defanged, coded] } = self;
        let plain = |buffers| Arc::new(Node::of(count, [vec![Buffer::ABSENT], buffers].concat()));
        let texts = |texts: Texts<i32>| vec![Buffer::of(texts.offsets), Buffer::of(texts.data)];
        let children = vec![
            plain(vec![Buffer::of(starts)]),
            plain(vec![Buffer::of(ends)]),
            plain(texts(kinds)),
            plain(texts(names)),
            plain(vec![Buffer::of(escaped)]),
            Arc::new(with_validity(coded, count, texts(codes))),
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

/// An array of lists.
pub(super) fn lists<'a>(length: usize, octets: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Node, NoResult> {
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
    Ok(Node { children, ..with_validity(validity, length, vec![Buffer::of(ends)]) })
}
