//! Arrays that are made: texts in each layout, and booleans.

use std::borrow::Cow;

use super::array::TextBuffers;
use super::legal::NoResult;
use super::node::{Buffer, Node};
use crate::batch::{self, Outcome, ViewTexts};
use crate::binding::prelude::*;

pub(super) enum NewTexts {
    Small(batch::Texts<i32>),
    Large(batch::Texts<i64>),
    Views(ViewTexts),
}

impl NewTexts {
    /// The texts where they lie, given those that came.
    pub(super) fn borrowed<'a>(&'a self, came: &TextBuffers<'a>) -> Result<TextBuffers<'a>, Error> {
        let came = if let TextBuffers::Views(_, buffers) = came { buffers.as_slice() } else { &[] };
        Ok(match self {
            Self::Small(texts) => TextBuffers::Small(Cow::Borrowed(&texts.offsets), &texts.data),
            Self::Large(texts) => TextBuffers::Large(Cow::Borrowed(&texts.offsets), &texts.data),
            Self::Views(texts) => TextBuffers::Views(Cow::Borrowed(&texts.views), texts.all(came)?),
        })
    }
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
