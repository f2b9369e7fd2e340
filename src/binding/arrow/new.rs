//! Arrays that are made: texts in each layout, and booleans.

use super::legal::NoResult;
use super::node::{Buffer, Node};
use crate::batch::{self, Outcome, ViewTexts};

pub(super) enum NewTexts {
    Small(batch::Texts<i32>),
    Large(batch::Texts<i64>),
    Views(ViewTexts),
}

/// The result of converting the texts of an array.
pub(super) type NewColumn = Outcome<NewTexts>;

/// An array of booleans: which rows are true, or all of them; and which are valid.
pub(super) fn booleans(length: usize, bits: Option<Vec<u8>>, validity: Option<Vec<u8>>) -> Result<Node, NoResult> {
    let bits = bits.map_or_else(|| batch::ones(length), Ok)?;
    Ok(Node::valid(length, validity, vec![Buffer::of(bits)]))
}

/// An array of so many nulls, of no type but `null`.
pub(super) fn nulls(length: usize) -> Node {
    Node { null_count: length, ..Node::of(length, Vec::new()) }
}
