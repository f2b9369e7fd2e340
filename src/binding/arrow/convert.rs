//! One array of a column, converted.

use super::array::{Foreign, TextBuffers, TextColumn, Verified};
use super::field::Field;
use super::legal::NoResult;
use super::new::{NewColumn, NewTexts, booleans};
use super::node::{Buffer, Node, buffers_of};
use super::{report, unpacked};
use crate::batch::{self, Cells, ColumnFault, Job, Outcome, Packed, Strings, ViewTexts, Views};
use crate::binding::prelude::*;
use crate::works::{RowMode, RowTask};

/// The work on an array: what came, of which type, and what to do.
#[derive(Clone, Copy)]
pub(super) struct ArrayTask<'py, 'a> {
    pub(super) py: Python<'py>,
    pub(super) array: &'a Foreign,
    pub(super) field: &'a Field,
    pub(super) task: RowTask<'a>,
    pub(super) threads: Option<usize>,
}

/// Converts texts of an array.
pub(super) fn array_of_texts(
    ArrayTask { py, array, field, task, threads }: ArrayTask<'_, '_>,
    verified: &Verified<'_, '_>,
) -> Result<Node, NoResult> {
    let column = verified.column(field.layout)?;
    if task.work.is_packed() {
        let found = cells(py, &column, task, threads)?.output;
        return match found {
            Some(found) => Ok(unpacked::node(task.work, found)),
            // All rows are null.
            None => py.detach(|| unpacked::chosen(task.work, None, (0..column.length).map(|_| None))),
        };
    }
    let mut converted = texts(py, &column, task, threads)?;
    match task.mode {
        RowMode::Verdict => booleans(column.length, converted.validity, column_validity(&column)?),
        RowMode::Report => {
            let remarks = core::mem::take(&mut converted.remarks);
            report::node(py, text_node(array, verified, &column, converted)?, &remarks, task.work)
        }
        RowMode::Raise | RowMode::Null | RowMode::Keep => text_node(array, verified, &column, converted),
    }
}

pub(super) fn texts(
    py: Python<'_>,
    column: &TextColumn<'_>,
    task: RowTask<'_>,
    threads: Option<usize>,
) -> Result<NewColumn, NoResult> {
    let validity = column.validity;
    Ok(match &column.texts {
        TextBuffers::Null => NewColumn { output: None, validity: None, remarks: Vec::new(), octets: 0 },
        TextBuffers::Small(offsets, data) => {
            converted(run(py, &Strings { offsets, data, validity }, task, threads)?, NewTexts::Small)
        }
        TextBuffers::Large(offsets, data) => {
            converted(run(py, &Strings { offsets, data, validity }, task, threads)?, NewTexts::Large)
        }
        TextBuffers::Views(views, buffers) => {
            let mut outcome = run(py, &Views { views, buffers, validity }, task, threads)?;
            let octets = outcome.octets;
            if let Some(texts) = &mut outcome.output {
                py.detach(|| texts.collect::<NoResult>(buffers, octets, Pauses::while_released()))?;
            }
            converted(outcome, NewTexts::Views)
        }
    })
}

/// The same where the result is no text.
pub(super) fn cells(
    py: Python<'_>,
    column: &TextColumn<'_>,
    task: RowTask<'_>,
    threads: Option<usize>,
) -> Result<Outcome<Cells>, NoResult> {
    let (validity, work) = (column.validity, task.work);
    match &column.texts {
        TextBuffers::Null => Ok(Outcome { output: None, validity: None, remarks: Vec::new(), octets: 0 }),
        TextBuffers::Small(offsets, data) => {
            run(py, &Packed { layout: Strings { offsets, data, validity }, work }, task, threads)
        }
        TextBuffers::Large(offsets, data) => {
            run(py, &Packed { layout: Strings { offsets, data, validity }, work }, task, threads)
        }
        TextBuffers::Views(views, buffers) => {
            run(py, &Packed { layout: Views { views, buffers, validity }, work }, task, threads)
        }
    }
}

fn converted<T>(outcome: Outcome<T>, texts: impl FnOnce(T) -> NewTexts) -> NewColumn {
    let Outcome { output, validity, remarks, octets } = outcome;
    Outcome { output: output.map(texts), validity, remarks, octets }
}

/// Returns how many processors there are. Python is asked, which may have been told to use fewer.
fn processors(py: Python<'_>) -> PyResult<usize> {
    let os = py.import(intern!(py, "os"))?;
    let count = match os.getattr_opt(intern!(py, "process_cpu_count"))? {
        Some(count) => count,
        None => os.getattr(intern!(py, "cpu_count"))?,
    };
    Ok(count.call0()?.extract::<Option<usize>>()?.unwrap_or(1))
}

/// Does all steps of the work. Between them Python hears signals.
fn run<L: batch::Layout>(
    py: Python<'_>,
    layout: &L,
    task: RowTask<'_>,
    threads: Option<usize>,
) -> Result<Outcome<L::Output>, NoResult> {
    let threads = match threads {
        _ if layout.count() < batch::LEAST_ROWS_FOR_THREADS => 1,
        Some(threads) => threads,
        None => processors(py)?,
    };
    let mut job = Job::new(layout, task, threads);
    loop {
        match py.detach(|| job.step()) {
            Ok(true) => py.check_signals()?,
            Ok(false) => return Ok(job.finished()),
            Err(fault @ ColumnFault::Refused(row, _)) => {
                // There is no text where the caller changed the column meanwhile.
                return Err(NoResult::ColumnFault(fault, memory::copied(layout.row(row).unwrap_or_default())?));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
}

/// An array as it came.
pub(super) fn as_it_came(array: &Foreign, verified: &Verified<'_, '_>) -> Result<Node, NoResult> {
    let length = verified.length;
    // Where there are no rows, what lies before offsets, texts or keys is not theirs: it may be NULL.
    let count = if length == 0 { verified.count.min(3) } else { verified.count };
    let buffers = (0..count).map(|index| match (length, index) {
        (1.., _) => verified.shared(index, array),
        (0, 0) => Buffer::ABSENT,
        (0, _) => Buffer::empty(),
    });
    // Without buffers, all rows are null.
    let without_validity = if verified.count == 0 { length } else { 0 };
    Ok(Node {
        length,
        // pyarrow does not take an offset where there are no rows.
        offset: if length == 0 { 0 } else { verified.offset },
        null_count: verified.validity()?.map_or(without_validity, |validity| validity.count_clear(length)),
        buffers: memory::collected(buffers, count)?,
        children: Vec::new(),
        dictionary: None,
    })
}

/// Which rows of a column are valid, if any is not.
fn column_validity(column: &TextColumn<'_>) -> Result<Option<Vec<u8>>, Error> {
    match (&column.texts, column.validity) {
        (TextBuffers::Null, _) => memory::filled(0, column.length.div_ceil(8)).map(Some),
        (_, validity) => validity.map(|validity| validity.copied(column.length)).transpose(),
    }
}

fn text_node(
    array: &Foreign,
    verified: &Verified<'_, '_>,
    column: &TextColumn<'_>,
    converted: NewColumn,
) -> Result<Node, NoResult> {
    let Some(texts) = converted.output else { return as_it_came(array, verified) };
    let validity = converted.validity.map_or_else(|| column_validity(column), |validity| Ok(Some(validity)))?;
    new_node(array, verified, column.length, texts, validity)
}

pub(super) fn new_node(
    array: &Foreign,
    verified: &Verified<'_, '_>,
    length: usize,
    texts: NewTexts,
    validity: Option<Vec<u8>>,
) -> Result<Node, NoResult> {
    let buffers = match texts {
        NewTexts::Small(texts) => buffers_of(texts),
        NewTexts::Large(texts) => buffers_of(texts),
        NewTexts::Views(texts) => buffers_of_views(array, verified, texts)?,
    };
    Ok(Node::valid(length, validity, buffers))
}

/// The buffers that came, and those that were made, behind the validity.
fn buffers_of_views(array: &Foreign, verified: &Verified<'_, '_>, texts: ViewTexts) -> Result<Vec<Buffer>, NoResult> {
    let came = if texts.are_all_own { 0 } else { verified.variadic_sizes()?.len() };
    let mut sizes = memory::copied(bounded::first(&verified.variadic_sizes()?, came))?;
    let mut buffers = memory::reserved(bounded::add(bounded::add(came, texts.buffers.len()), 3))?;
    buffers.push(Buffer::of(texts.views));
    buffers.extend((2..).take(came).map(|index| verified.shared(index, array)));
    for buffer in texts.buffers {
        memory::push(&mut sizes, bounded::to(buffer.len()))?;
        buffers.push(Buffer::of(buffer));
    }
    buffers.push(Buffer::of(sizes));
    Ok(buffers)
}
