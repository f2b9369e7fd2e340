//! A link of a document, and who receives it.

use core::ops::Range;

use crate::error::Error;

/// A link.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DocumentLink {
    /// Where its text stands.
    pub(crate) text: Range<usize>,
    /// The text as it is seen.
    pub(crate) label: String,
    /// Where its target stands.
    pub(crate) target: Range<usize>,
    /// The target as it is read.
    pub(crate) url: String,
}

/// Receives links.
pub(crate) type OnLink<'a> = dyn FnMut(DocumentLink) -> Result<(), Error> + 'a;
