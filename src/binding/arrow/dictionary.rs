//! One array of a dictionary, converted: its values, each once, and then its keys.

use std::borrow::Cow;
use std::sync::Arc;

use super::array::{Foreign, KeyItems, TextBuffers, TextColumn, Verified, with_keys};
use super::convert::{ArrayTask, array_of_texts, as_it_came, cells, new_node, texts};
use super::field::Keys;
use super::legal::NoResult;
use super::new::{NewColumn, NewTexts, booleans, nulls};
use super::node::{Buffer, Node};
use super::{legal, report, unpacked};
use crate::batch::{
    self, Bits, ColumnFault, Key, Remarked, Runs, Strings, Unique, ViewTexts, Views, clear, filled, gather, ones,
    remapped, unique, verify,
};
use crate::binding::prelude::*;
use crate::works::{Remark, RowMode, RowRefusal, RowTask};

struct Keyed<'a> {
    keys: KeyItems<'a>,
    validity: Option<Bits<'a>>,
    length: usize,
}

impl<'a> Keyed<'a> {
    /// The keys of an array, verified.
    fn of(py: Python<'_>, array: &Verified<'_, 'a>, form: Keys, values: &TextColumn<'_>) -> Result<Self, NoResult> {
        let keyed = Self { keys: array.keys(form.size)?, validity: array.validity()?, length: array.length };
        let (limit, validity) = (values.length.min(form.limit()), keyed.validity);
        let pause = Pauses::while_released::<NoResult>();
        py.detach(|| with_keys!(&keyed.keys, items => verify(items, validity, limit, pause)))?;
        Ok(keyed)
    }

    /// The value of a row; nothing for null.
    fn value(&self, row: usize) -> Option<usize> {
        if self.validity.is_some_and(|validity| !validity.get(row)) {
            return None;
        }
        with_keys!(&self.keys, items => items.get(row).map(|key| key.place()))
    }

    /// The end of the work on a column that has a row which is refused.
    fn refused(&self, row: usize, refusal: RowRefusal, column: &TextColumn<'_>) -> Result<(), NoResult> {
        let text = self.value(row).and_then(|value| column.texts.row(value));
        // There is none where the caller changed the column meanwhile.
        Err(NoResult::ColumnFault(ColumnFault::Refused(row, refusal), memory::copied(text.unwrap_or_default())?))
    }

    /// Returns what is told of rows, unless the first that is refused ends the work.
    fn told(
        &self,
        py: Python<'_>,
        values: &[Remarked],
        column: &TextColumn<'_>,
        mode: RowMode,
    ) -> Result<Vec<Remarked>, NoResult> {
        let remarks = py.detach(|| self.remarks(values, column.length))?;
        py.check_signals()?;
        if let (RowMode::Raise, Some(&Remarked { row, remark: Remark::Refused(why) })) = (mode, remarks.first()) {
            self.refused(row, why, column)?;
        }
        Ok(remarks)
    }

    /// Returns what a report tells of rows, in their order, given what it tells of values.
    fn remarks(&self, values: &[Remarked], count: usize) -> Result<Vec<Remarked>, NoResult> {
        let (mut rows, mut pause) = (Vec::new(), Pauses::while_released::<NoResult>());
        if values.is_empty() {
            return Ok(rows);
        }
        let mut places = filled(None, count, &mut pause)?;
        for remarked in values {
            bounded::put(&mut places, remarked.row, Some(remarked.remark));
            pause(0)?;
        }
        for row in 0..self.length {
            if let Some(remark) = self.value(row).and_then(|value| places.get(value).copied().flatten()) {
                memory::push(&mut rows, Remarked { row, remark })?;
            }
            pause(0)?;
        }
        Ok(rows)
    }

    /// The places of the values of all rows, and which rows are not null.
    fn values(&self, valid: Option<Bits<'_>>) -> Result<(Vec<u32>, Vec<u8>), NoResult> {
        let (mut places, mut validity) = (memory::reserved(self.length)?, ones(self.length)?);
        let mut pause = Pauses::while_released::<NoResult>();
        for row in 0..self.length {
            pause(0)?;
            let place = self.value(row).filter(|&value| valid.is_none_or(|valid| valid.get(value)));
            if place.is_none() {
                clear(&mut validity, row);
            }
            places.push(place.map_or(Ok(Unique::NULL), u32::try_from).map_err(|_| ColumnFault::TooLong)?);
        }
        Ok((places, validity))
    }

    /// The keys of the values that stay.
    fn remapped(&self, unique: &Unique) -> Result<(Buffer, Vec<u8>), NoResult> {
        fn buffer<K: Key>((keys, validity): (Vec<K>, Vec<u8>)) -> (Buffer, Vec<u8>) {
            (Buffer::of(keys), validity)
        }
        let pause = Pauses::while_released();
        with_keys!(&self.keys, items => remapped(items, self.validity, unique, pause).map(buffer))
    }
}

/// Converts texts of an array or keys; an `Enum` becomes texts.
pub(super) fn array_of_values(of: ArrayTask<'_, '_>, verified: &Verified<'_, '_>) -> Result<Node, NoResult> {
    let Some(form) = of.field.keys else { return array_of_texts(of, verified) };
    let values = verified.values(of.field)?;
    let column = values.column(of.field.layout)?;
    let keyed = Keyed::of(of.py, verified, form, &column)?;
    converted_keys(of, &values, &keyed, &column, Some(verified).filter(|_| !form.is_enum))
}

/// Converts texts or keys that runs have, each once, to rows.
pub(super) fn rows_of_runs(of: ArrayTask<'_, '_>, verified: &Verified<'_, '_>, runs: &Runs) -> Result<Node, NoResult> {
    let Some(form) = of.field.keys else {
        let column = verified.column(of.field.layout)?;
        return converted_runs(of, verified, &column, runs, Some);
    };
    let values = verified.values(of.field)?;
    let column = values.column(of.field.layout)?;
    let keyed = Keyed::of(of.py, verified, form, &column).map_err(|stop| stop.at(|run| runs.start(run)))?;
    converted_runs(of, &values, &column, runs, |run| keyed.value(run))
}

/// Converts values, each once, and then the rows of runs that name them.
fn converted_runs(
    of: ArrayTask<'_, '_>,
    values: &Verified<'_, '_>,
    column: &TextColumn<'_>,
    runs: &Runs,
    place: impl Fn(usize) -> Option<usize> + Send,
) -> Result<Node, NoResult> {
    let (keys, validity) = of.py.detach(|| runs.expanded::<NoResult>(place, Pauses::while_released()))?;
    let (length, validity) = (keys.len(), Some(Bits::new(&validity, 0)));
    let keyed = Keyed { keys: KeyItems::Four(Cow::Owned(keys)), validity, length };
    converted_keys(of, values, &keyed, column, None)
}

/// Converts values, each once, and then the keys that name them: to keys as those that came, or to texts.
fn converted_keys(
    of: ArrayTask<'_, '_>,
    values: &Verified<'_, '_>,
    keyed: &Keyed<'_>,
    column: &TextColumn<'_>,
    came: Option<&Verified<'_, '_>>,
) -> Result<Node, NoResult> {
    let ArrayTask { py, array, task, threads, .. } = of;
    if task.work.is_packed() {
        let found = cells(py, column, of_values(task), threads).map_err(|stop| fault_of_values(py, stop))?;
        keyed.told(py, &found.remarks, column, task.mode)?;
        let places = (0..keyed.length).map(|row| keyed.value(row));
        return py.detach(|| unpacked::chosen(task.work, found.output.as_ref(), places));
    }
    let converted = texts(py, column, of_values(task), threads).map_err(|stop| fault_of_values(py, stop))?;
    let remarks = keyed.told(py, &converted.remarks, column, task.mode)?;
    if task.mode == RowMode::Verdict {
        return py.detach(|| verdicts(keyed, column, &remarks));
    }
    let node = match came {
        Some(verified) => node_of_keys(py, array, [verified, values], keyed, column, converted)?,
        None => node_of_texts(py, array, values, keyed, column, converted)?,
    };
    if task.mode == RowMode::Report { report::node(py, node, &remarks, task.work) } else { Ok(node) }
}

/// The task for values. One that is refused is of no interest where no key names it.
fn of_values(task: RowTask<'_>) -> RowTask<'_> {
    let mode = if matches!(task.mode, RowMode::Null | RowMode::Keep) { task.mode } else { RowMode::Report };
    RowTask { mode, ..task }
}

/// A fault of values.
fn fault_of_values(py: Python<'_>, stop: NoResult) -> NoResult {
    match stop {
        NoResult::ColumnFault(fault, _) => NoResult::Python(legal::fault(py, fault, "value", 0)),
        python @ NoResult::Python(_) => python,
    }
}

/// Which rows are accepted.
fn verdicts(keyed: &Keyed<'_>, column: &TextColumn<'_>, refused: &[Remarked]) -> Result<Node, NoResult> {
    let (mut accepted, mut validity) = (ones(keyed.length)?, ones(keyed.length)?);
    refused.iter().for_each(|refused| clear(&mut accepted, refused.row));
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..keyed.length {
        pause(0)?;
        if !keyed.value(row).is_some_and(|value| column.is_valid(value)) {
            clear(&mut validity, row);
        }
    }
    booleans(keyed.length, Some(accepted), Some(validity))
}

fn node_of_keys(
    py: Python<'_>,
    array: &Foreign,
    [verified, values]: [&Verified<'_, '_>; 2],
    keyed: &Keyed<'_>,
    column: &TextColumn<'_>,
    converted: NewColumn,
) -> Result<Node, NoResult> {
    let mut node = as_it_came(array, verified)?;
    let Some(texts) = converted.output else {
        node.dictionary = Some(Arc::new(as_it_came(array, values)?));
        return Ok(node);
    };
    let validity = converted.validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let unique = py.detach(|| unique_values(column, &texts, validity))?;
    py.check_signals()?;
    if unique.is_all() {
        node.dictionary = Some(Arc::new(new_node(array, values, column.length, texts, None)?));
        return Ok(node);
    }
    let (texts, (keys, validity)) =
        py.detach(|| Ok::<_, NoResult>((chosen(texts, &unique.firsts)?, keyed.remapped(&unique)?)))?;
    node.null_count = Bits::new(&validity, 0).count_clear(keyed.length);
    node.offset = 0;
    node.buffers = vec![Buffer::of(validity), keys];
    node.dictionary = Some(Arc::new(new_node(array, values, unique.firsts.len(), texts, None)?));
    Ok(node)
}

/// An array of the texts that keys name.
fn node_of_texts(
    py: Python<'_>,
    array: &Foreign,
    values: &Verified<'_, '_>,
    keyed: &Keyed<'_>,
    column: &TextColumn<'_>,
    NewColumn { output, validity, .. }: NewColumn,
) -> Result<Node, NoResult> {
    if matches!(column.texts, TextBuffers::Null) {
        return Ok(nulls(keyed.length));
    }
    let valid_values = validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let (texts, validity) = py.detach(|| {
        let (rows, validity) = keyed.values(valid_values)?;
        let texts = output.map_or_else(|| copied(column), Ok)?;
        Ok::<_, NoResult>((chosen(texts, &rows)?, validity))
    })?;
    new_node(array, values, keyed.length, texts, Some(validity))
}

fn unique_values(column: &TextColumn<'_>, new: &NewTexts, validity: Option<Bits<'_>>) -> Result<Unique, NoResult> {
    let pause = Pauses::while_released();
    match new {
        NewTexts::Small(batch::Texts { offsets, data }) => unique(&Strings { offsets, data, validity }, pause),
        NewTexts::Large(batch::Texts { offsets, data }) => unique(&Strings { offsets, data, validity }, pause),
        NewTexts::Views(texts) => {
            let came = if let TextBuffers::Views(_, buffers) = &column.texts { buffers.as_slice() } else { &[] };
            unique(&Views { views: &texts.views, buffers: &texts.all(came)?, validity }, pause)
        }
    }
}

/// The texts of values, which a result may own.
fn copied(column: &TextColumn<'_>) -> Result<NewTexts, Error> {
    Ok(match &column.texts {
        TextBuffers::Null => NewTexts::Views(ViewTexts::default()),
        TextBuffers::Small(offsets, data) => {
            NewTexts::Small(batch::Texts { offsets: memory::copied(offsets)?, data: memory::copied(data)? })
        }
        TextBuffers::Large(offsets, data) => {
            NewTexts::Large(batch::Texts { offsets: memory::copied(offsets)?, data: memory::copied(data)? })
        }
        TextBuffers::Views(views, _) => {
            NewTexts::Views(ViewTexts { views: memory::copied(views)?, ..ViewTexts::default() })
        }
    })
}

/// Some of the texts, in this order; an empty one where there is none.
fn chosen(texts: NewTexts, places: &[u32]) -> Result<NewTexts, NoResult> {
    let mut pause = Pauses::while_released::<NoResult>();
    Ok(match texts {
        NewTexts::Small(batch::Texts { offsets, data }) => {
            NewTexts::Small(gather(&Strings { offsets: &offsets, data: &data, validity: None }, places, pause)?)
        }
        NewTexts::Large(batch::Texts { offsets, data }) => {
            NewTexts::Large(gather(&Strings { offsets: &offsets, data: &data, validity: None }, places, pause)?)
        }
        NewTexts::Views(texts) => {
            let mut views = memory::reserved(places.len())?;
            for &place in places {
                views.push(texts.views.get(bounded::index(place)).copied().unwrap_or_default());
                pause(0)?;
            }
            NewTexts::Views(ViewTexts { views, ..texts })
        }
    })
}
