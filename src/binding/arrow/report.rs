//! The struct that a report is: the form, and why there is none, or why it is no other.

use std::sync::Arc;

use super::legal::NoResult;
use super::node::{Buffer, Node, Type, buffers_of};
use super::unpacked::type_of_structs;
use crate::batch::{Bits, Reasons, Remarked, SparseTexts};
use crate::binding::prelude::*;
use crate::hints::Fault;
use crate::works::{Remark, Work};

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
    let nulls = |bits: &[u8]| Bits::new(bits, 0).count_clear(length);
    let bitmaps = [reasons.validity, reasons.have_labels, reasons.have_code_points];
    let [without, without_label, without_code_point] = bitmaps.each_ref().map(|bits| nulls(bits));
    let [validity, have_labels, have_code_points] = bitmaps.map(Buffer::of);
    let codes = buffers_of(reasons.codes);
    let last = if work.tells_code_points() {
        child(length, &have_code_points, without_code_point, &[Buffer::of(reasons.code_points)])
    } else {
        child(length, &validity, without, &py.detach(|| messages(length, remarks, &codes))?)
    };
    let children = vec![
        Arc::new(value),
        child(length, &validity, without, &codes),
        child(length, &have_labels, without_label, &[Buffer::of(reasons.label_indices)]),
        child(length, &validity, without, &[Buffer::of(reasons.offsets)]),
        last,
    ];
    Ok(Node { children, ..Node::of(length, vec![Buffer::ABSENT]) })
}

fn child(length: usize, validity: &Buffer, null_count: usize, buffers: &[Buffer]) -> Arc<Node> {
    let buffers = [validity].into_iter().chain(buffers).cloned().collect();
    Arc::new(Node { null_count, ..Node::of(length, buffers) })
}

/// The buffers of the words on rows that are refused. If none is, they are those of the codes, which cost nothing.
fn messages(length: usize, remarks: &[Remarked], codes: &[Buffer]) -> Result<Vec<Buffer>, NoResult> {
    if remarks.is_empty() {
        return Ok(codes.to_vec());
    }
    let mut pause = Pauses::while_released::<NoResult>();
    let mut messages = SparseTexts::of(length, &mut pause)?;
    // A reason often follows the same one.
    let (mut of, mut message) = (None, String::new());
    for Remarked { row, remark } in remarks {
        if let Remark::Refused(refusal) = remark {
            let why = (refusal.error.kind(), refusal.code_point, refusal.error.unicode());
            if of.replace(why) != Some(why) {
                message = Fault::message(why.0, why.1, why.2);
            }
            messages.add(*row, &message)?;
        }
        pause(0)?;
    }
    Ok(buffers_of(messages.finished()?))
}
