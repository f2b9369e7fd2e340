//! The struct that a report is: the form, and why there is none, or why it is no other.

use std::ffi::CString;
use std::sync::Arc;

use pyo3::prelude::*;

use super::node::{Buffer, Node, Type};
use super::stop::Stop;
use crate::batch::{Bits, Fault, Remarked, Work, set};
use crate::bounded;
use crate::memory;

/// The type of a report on forms of this type.
pub(super) fn type_of(value: Type, name: CString, work: Work) -> Type {
    let value = Type { name: c"value".into(), ..value };
    let mut children = vec![value];
    let code = if tells_code_points(work) { c"reason" } else { c"code" };
    let fields = [(c"u", code), (c"i", c"label_index"), (c"l", c"offset"), (c"i", c"codepoint")];
    let count = if tells_code_points(work) { fields.len() } else { 3 };
    children.extend(fields.into_iter().take(count).map(|(format, name)| Type::of(format, name.into())));
    Type { children, ..Type::of(c"+s", name) }
}

/// Whether reports tell which character is at fault.
const fn tells_code_points(work: Work) -> bool {
    matches!(work, Work::Display(_))
}

/// Why rows are refused, or not shown in Unicode, as the buffers of columns.
struct Reasons {
    validity: Vec<u8>,
    ends: Vec<i32>,
    codes: Vec<u8>,
    label_indices: Vec<i32>,
    offsets: Vec<i64>,
    /// Nothing where they are not told. (A code point is the same in 32 bits with a sign.)
    code_points: Vec<u32>,
    /// Which rows have a code point.
    have_code_points: Vec<u8>,
    /// The first row whose end is not written.
    next: usize,
}

impl Reasons {
    fn of(length: usize, remarks: &[Remarked], work: Work) -> Result<Self, Stop> {
        let told = if tells_code_points(work) { length } else { 0 };
        let mut reasons = Self {
            validity: memory::filled(0, length.div_ceil(8))?,
            ends: memory::filled(0, bounded::add(length, 1))?,
            codes: Vec::new(),
            label_indices: memory::filled(0, length)?,
            offsets: memory::filled(0, length)?,
            code_points: memory::filled(0, told)?,
            have_code_points: memory::filled(0, told.div_ceil(8))?,
            next: 0,
        };
        remarks.iter().try_for_each(|remarked| reasons.add(remarked))?;
        reasons.end_until(length)?;
        Ok(reasons)
    }

    /// Writes the ends of rows up to this one.
    fn end_until(&mut self, row: usize) -> Result<(), Stop> {
        let end = i32::try_from(self.codes.len()).map_err(|_| Fault::TooLong)?;
        bounded::present(self.ends.get_mut(self.next..=row)).fill(end);
        self.next = bounded::add(row, 1);
        Ok(())
    }

    fn add(&mut self, Remarked { row, remark }: &Remarked) -> Result<(), Stop> {
        self.end_until(*row)?;
        memory::append(&mut self.codes, remark.code().as_bytes())?;
        set(&mut self.validity, *row);
        if let (Some(label_index), Some(offset)) = (self.label_indices.get_mut(*row), self.offsets.get_mut(*row)) {
            // (Where the whole name is at fault, the label is 0.)
            *label_index = remark.label_index().map_or(Ok(0), i32::try_from).map_err(|_| Fault::TooLong)?;
            *offset = bounded::to(remark.offset());
        }
        if let (Some(slot), Some(code_point)) = (self.code_points.get_mut(*row), remark.code_point()) {
            *slot = code_point;
            set(&mut self.have_code_points, *row);
        }
        Ok(())
    }
}

/// A report: the forms, and what there is to tell of rows, in their order.
pub(super) fn node(py: Python<'_>, value: Node, remarks: &[Remarked], work: Work) -> Result<Node, Stop> {
    let length = value.length;
    let reasons = py.detach(|| Reasons::of(length, remarks, work))?;
    let child = |validity: &Buffer, null_count: usize, buffers: &[Buffer]| {
        let buffers = [validity].into_iter().chain(buffers).cloned().collect();
        Arc::new(Node { null_count, ..Node::of(length, buffers) })
    };
    let nulls = |bits: &[u8]| Bits::new(bits, 0).count_clear(length);
    let (without, without_code_point) = (nulls(&reasons.validity), nulls(&reasons.have_code_points));
    let [validity, have_code_points] = [reasons.validity, reasons.have_code_points].map(Buffer::of);
    let mut children = vec![
        Arc::new(value),
        child(&validity, without, &[Buffer::of(reasons.ends), Buffer::of(reasons.codes)]),
        child(&validity, without, &[Buffer::of(reasons.label_indices)]),
        child(&validity, without, &[Buffer::of(reasons.offsets)]),
    ];
    if tells_code_points(work) {
        children.push(child(&have_code_points, without_code_point, &[Buffer::of(reasons.code_points)]));
    }
    Ok(Node { children, ..Node::of(length, vec![Buffer::ABSENT]) })
}
