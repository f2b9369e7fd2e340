//! One array of runs, converted: their values, each once. Texts stay in their runs; of other results, rows come out.

use std::sync::Arc;

use super::array::{KeyItems, Verified, with_keys};
use super::convert::{ArrayTask, as_it_came};
use super::dictionary::{array_of_values, rows_of_runs};
use super::field::Keys;
use super::legal::{NoResult, illegal};
use super::node::{Buffer, Node};
use crate::batch::Runs;
use crate::binding::prelude::*;
use crate::works::RowMode;

/// Converts an array of runs, whose ends have this form.
pub(super) fn array_of_runs(of: ArrayTask<'_, '_>, verified: &Verified<'_, '_>, form: Keys) -> Result<Node, NoResult> {
    let [ends, values] = verified.runs(of.field)?;
    let runs = runs(of.py, verified, &ends, form)?;
    if values.length < ends.length {
        return Err(illegal(of.py, "its runs have too few values").into());
    }
    let [ends, values] = [ends, values].map(|child| child.part(runs.range()));
    if ends.validity()?.is_some() {
        return Err(illegal(of.py, "a run end is null").into());
    }
    if of.task.makes_no_texts() || of.task.mode == RowMode::Report {
        return rows_of_runs(of, &values, &runs);
    }
    // Each value is that of a row, so that none is refused which is in no row.
    let values = array_of_values(of, &values).map_err(|stop| stop.at(|run| runs.start(run)))?;
    let ends =
        if (verified.offset, ends.offset) == (0, 0) { as_it_came(of.array, &ends)? } else { new_ends(&runs, form)? };
    Ok(Node { children: vec![Arc::new(ends), Arc::new(values)], ..Node::of(verified.length, Vec::new()) })
}

/// The ends of runs, counted from the first row. Readers like arrow-rs do not heed an offset of an array of ends.
fn new_ends(runs: &Runs, form: Keys) -> Result<Node, Error> {
    let ends = match form.size {
        2 => Buffer::of(runs.ends::<u16>()?),
        4 => Buffer::of(runs.ends::<u32>()?),
        _ => Buffer::of(runs.ends::<u64>()?),
    };
    Ok(Node::valid(runs.range().len(), None, vec![ends]))
}

/// The runs that the rows of an array lie in.
fn runs(py: Python<'_>, verified: &Verified<'_, '_>, ends: &Verified<'_, '_>, form: Keys) -> Result<Runs, NoResult> {
    let (ends, limit) = (ends.keys(form.size)?, form.limit());
    let rows = verified.offset..bounded::add(verified.offset, verified.length);
    py.detach(|| with_keys!(&ends, items => Runs::of(items, limit, rows, Pauses::while_released())))
}
