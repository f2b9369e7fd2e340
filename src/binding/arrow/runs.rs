//! One array of runs, converted: their values, each once. Texts stay in their runs; of other results, rows come out.

use std::sync::Arc;

use super::array::{KeyItems, Verified, with_keys};
use super::convert::{ArrayTask, as_it_came};
use super::dictionary::{array_of_values, rows_of_runs};
use super::field::Keys;
use super::legal::{NoResult, illegal};
use super::node::Node;
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
    let children = vec![Arc::new(as_it_came(of.array, &ends)?), Arc::new(values)];
    let offset = if verified.length == 0 { 0 } else { verified.offset };
    Ok(Node { offset, children, ..Node::of(verified.length, Vec::new()) })
}

/// The runs that the rows of an array lie in.
fn runs(py: Python<'_>, verified: &Verified<'_, '_>, ends: &Verified<'_, '_>, form: Keys) -> Result<Runs, NoResult> {
    let (ends, limit) = (ends.keys(form.size)?, form.limit());
    let rows = verified.offset..bounded::add(verified.offset, verified.length);
    py.detach(|| with_keys!(&ends, items => Runs::of(items, limit, rows, Pauses::while_released())))
}
