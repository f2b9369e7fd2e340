//! Columns of texts, converted piece by piece and by several threads: what lies beneath a column of Arrow, as slices.
//!
//! Rows that are their own form are found by a scan and never looked at one by one. The others are converted into
//! memory of their piece, which is copied to the output once all earlier pieces have been (`engine`).
//! A column in which nothing changes has no result: it is its own.

mod bits;
mod cells;
mod dictionary;
mod engine;
mod fault;
mod pause;
mod piece;
mod proven;
mod report;
mod runs;
mod strings;
#[cfg(test)]
mod tests;
mod view;
mod views;

pub(crate) use bits::{Bits, clear, ones};
pub(crate) use cells::{CellColumn, CellItems, Cells, Packed};
pub(crate) use dictionary::{Key, Unique, gather, remapped, unique, verify};
pub(crate) use engine::{Job, LEAST_ROWS_FOR_THREADS, Layout, Outcome};
pub(crate) use fault::ColumnFault;
pub(crate) use pause::filled;
pub(crate) use piece::Remarked;
pub(crate) use report::{Reasons, SparseTexts};
pub(crate) use runs::Runs;
pub(crate) use strings::{Strings, Texts};
pub(crate) use view::View;
pub(crate) use views::{ViewTexts, Views};
