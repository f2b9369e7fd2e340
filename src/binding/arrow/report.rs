//! The struct that a report is: the form, and why there is none, or why it is no other.

use std::sync::Arc;

use super::legal::NoResult;
use super::node::{Buffer, Node, Type};
use super::unpacked::type_of_structs;
use crate::batch::{Bits, Reasons, Remarked};
use crate::binding::prelude::*;
use crate::works::Work;

/// The type of a report on forms of this type.
pub(super) fn type_of(value: Type, work: Work) -> Type {
    let mut report = type_of_structs(work.fields_of_report(), value.name.clone());
    report.children.insert(0, Type { name: Arc::new(c"value".to_owned()), ..value });
    report
}

/// A report: the forms, and what there is to tell of rows, in their order.
pub(super) fn node(py: Python<'_>, value: Node, remarks: &[Remarked], work: Work) -> Result<Node, NoResult> {
    let length = value.length;
    let reasons = py.detach(|| Reasons::of::<NoResult>(length, remarks, work, Pauses::while_released()))?;
    let child = |validity: &Buffer, null_count: usize, buffers: &[Buffer]| {
        let buffers = [validity].into_iter().chain(buffers).cloned().collect();
        Arc::new(Node { null_count, ..Node::of(length, buffers) })
    };
    let nulls = |bits: &[u8]| Bits::new(bits, 0).count_clear(length);
    let bitmaps = [reasons.validity, reasons.have_labels, reasons.have_code_points];
    let [without, without_label, without_code_point] = bitmaps.each_ref().map(|bits| nulls(bits));
    let [validity, have_labels, have_code_points] = bitmaps.map(Buffer::of);
    let mut children = vec![
        Arc::new(value),
        child(&validity, without, &[Buffer::of(reasons.ends), Buffer::of(reasons.codes)]),
        child(&have_labels, without_label, &[Buffer::of(reasons.label_indices)]),
        child(&validity, without, &[Buffer::of(reasons.offsets)]),
    ];
    if work.tells_code_points() {
        children.push(child(&have_code_points, without_code_point, &[Buffer::of(reasons.code_points)]));
    }
    Ok(Node { children, ..Node::of(length, vec![Buffer::ABSENT]) })
}
