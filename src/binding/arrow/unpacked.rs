//! Results that are no texts, as arrays: booleans, structs, and lists of structs for the names inside texts.

use core::ffi::CStr;
use std::ffi::CString;
use std::sync::Arc;

use super::legal::NoResult;
use super::node::{Buffer, Node, Type, buffers_of};
use crate::batch::{Bits, CellColumn, CellItems, Cells};
use crate::binding::prelude::*;
use crate::works::{CellType, Work};

/// The type of what a work gives.
pub(super) fn type_of(work: Work, name: Arc<CString>) -> Type {
    match work {
        Work::Below => Type::of(c"b", name),
        Work::Find => {
            let item = type_of_structs(work.fields(), Arc::new(c"item".to_owned()));
            Type { children: vec![item], ..Type::of(c"+l", name) }
        }
        _ => type_of_structs(work.fields(), name),
    }
}

pub(super) fn type_of_structs(fields: &[(&CStr, CellType)], name: Arc<CString>) -> Type {
    let field = |&(name, of): &(&CStr, CellType)| {
        let format = match of {
            CellType::Text => c"u",
            CellType::Int32 => c"i",
            CellType::Int64 => c"l",
            CellType::Float64 => c"g",
            CellType::Bool => c"b",
        };
        Type::of(format, Arc::new(name.to_owned()))
    };
    Type { children: fields.iter().map(field).collect(), ..Type::of(c"+s", name) }
}

/// The array of all rows.
pub(super) fn node(work: Work, cells: Cells) -> Node {
    let Cells { columns, validity, ends, rows } = cells;
    let count = columns.first().map_or(0, |column| column.count);
    let mut children: Vec<_> = columns.into_iter().map(|column| Arc::new(child(column))).collect();
    match work {
        Work::Below => children.pop().and_then(Arc::into_inner).unwrap_or_else(|| Node::of(0, Vec::new())),
        Work::Find => {
            let item = Node { children, ..Node::of(count, vec![Buffer::ABSENT]) };
            Node { children: vec![Arc::new(item)], ..Node::valid(rows, Some(validity), vec![Buffer::of(ends)]) }
        }
        _ => Node { children, ..Node::valid(rows, Some(validity), Vec::new()) },
    }
}

fn child(CellColumn { items, validity, count, .. }: CellColumn) -> Node {
    let buffers = match items {
        CellItems::Texts(texts) => buffers_of(texts),
        CellItems::Int32(items) => vec![Buffer::of(items)],
        CellItems::Int64(items) => vec![Buffer::of(items)],
        CellItems::Float64(items) => vec![Buffer::of(items)],
        CellItems::Bool(items) => vec![Buffer::of(items)],
    };
    let validity = Some(validity).filter(|bits| Bits::new(bits, 0).count_clear(count) > 0);
    Node::valid(count, validity, buffers)
}

/// The array of the rows whose results are at these places, if there are any.
pub(super) fn chosen(
    work: Work,
    found: Option<&Cells>,
    places: impl ExactSizeIterator<Item = Option<usize>>,
) -> Result<Node, NoResult> {
    let nothing = Cells::default();
    let found = found.unwrap_or(&nothing);
    Ok(node(work, found.chosen::<NoResult>(work, places, Pauses::while_released())?))
}
