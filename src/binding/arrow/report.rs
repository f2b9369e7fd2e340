//! The struct that a report is: the form, and why there is none.

use std::ffi::CString;
use std::sync::Arc;

use pyo3::prelude::*;

use super::node::{Buffer, Node, Type};
use super::stop::Stop;
use crate::batch::{Bits, Fault, Refused, set};
use crate::bounded;
use crate::memory;

/// The type of a report on forms of this type.
pub(super) fn type_of(value: Type, name: CString) -> Type {
    let value = Type { name: c"value".into(), ..value };
    let mut children = vec![value];
    for (format, name) in [(c"u", c"code"), (c"i", c"label_index"), (c"l", c"offset")] {
        children.push(Type::of(format, name.into()));
    }
    Type { children, ..Type::of(c"+s", name) }
}

/// Why rows are refused, as the buffers of three columns.
struct Reasons {
    validity: Vec<u8>,
    ends: Vec<i32>,
    codes: Vec<u8>,
    label_indices: Vec<i32>,
    offsets: Vec<i64>,
    /// The first row whose end is not written.
    next: usize,
}

impl Reasons {
    fn of(length: usize, refused: &[Refused]) -> Result<Self, Stop> {
        let mut reasons = Self {
            validity: memory::filled(0, length.div_ceil(8))?,
            ends: memory::filled(0, bounded::add(length, 1))?,
            codes: Vec::new(),
            label_indices: memory::filled(0, length)?,
            offsets: memory::filled(0, length)?,
            next: 0,
        };
        refused.iter().try_for_each(|refused| reasons.add(refused))?;
        reasons.end_until(length)?;
        Ok(reasons)
    }

    /// Writes the ends of rows up to this one.
    fn end_until(&mut self, row: usize) -> Result<(), Stop> {
        let end = i32::try_from(self.codes.len()).map_err(|_| Fault::TooLong)?;
        self.ends.get_mut(self.next..=row).unwrap_or_default().fill(end);
        self.next = bounded::add(row, 1);
        Ok(())
    }

    fn add(&mut self, Refused { row, refusal }: &Refused) -> Result<(), Stop> {
        self.end_until(*row)?;
        memory::append(&mut self.codes, refusal.error.kind().code().as_bytes())?;
        set(&mut self.validity, *row);
        if let (Some(label_index), Some(offset)) = (self.label_indices.get_mut(*row), self.offsets.get_mut(*row)) {
            *label_index = refusal.label_index.and_then(|index| index.try_into().ok()).unwrap_or(0);
            *offset = bounded::to(refusal.error.offset());
        }
        Ok(())
    }
}

/// A report: the forms, and the refusals in the order of their rows.
pub(super) fn node(py: Python<'_>, value: Node, refused: &[Refused]) -> Result<Node, Stop> {
    let length = value.length;
    let reasons = py.detach(|| Reasons::of(length, refused))?;
    let null_count = Bits::new(&reasons.validity, 0).count_clear(length);
    let validity = Buffer::of(reasons.validity);
    let child = |buffers: &[Buffer]| {
        let buffers = [validity.clone()].into_iter().chain(buffers.iter().cloned()).collect();
        Arc::new(Node { null_count, ..Node::of(length, buffers) })
    };
    let children = vec![
        Arc::new(value),
        child(&[Buffer::of(reasons.ends), Buffer::of(reasons.codes)]),
        child(&[Buffer::of(reasons.label_indices)]),
        child(&[Buffer::of(reasons.offsets)]),
    ];
    Ok(Node { children, ..Node::of(length, vec![Buffer::ABSENT]) })
}
