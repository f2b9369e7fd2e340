//! One array of a dictionary, converted: its values, each once, and then its keys.

use std::sync::Arc;

use super::array::{Foreign, KeyItems, TextBuffers, TextColumn, Verified};
use super::convert::{as_it_came, new_node, texts};
use super::field::{Field, Keys};
use super::legal::NoResult;
use super::new::{NewColumn, NewTexts, booleans};
use super::node::{Buffer, Node};
use super::{legal, report, unpacked};
use crate::batch::{
    self, Bits, ColumnFault, Key, Remark, Remarked, RowMode, RowRefusal, RowTask, Strings, Unique, ViewTexts, Views,
    clear, filled, gather, ones, remapped, unique, verify,
};
use crate::binding::prelude::*;

struct Keyed<'a> {
    keys: KeyItems<'a>,
    validity: Option<Bits<'a>>,
    length: usize,
}

/// Does the same with keys of any width.
macro_rules! with_keys {
    ($keys:expr, $items:ident => $work:expr) => {
        match $keys {
            KeyItems::One($items) => $work,
            KeyItems::Two($items) => $work,
            KeyItems::Four($items) => $work,
            KeyItems::Eight($items) => $work,
        }
    };
}

impl Keyed<'_> {
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

    fn verify(&self, keys: Keys, values: usize) -> Result<(), NoResult> {
        let bits = bounded::to(bounded::sub(bounded::mul(keys.size, 8), 1));
        let limit = if keys.is_signed { values.min(1_usize.checked_shl(bits).unwrap_or(usize::MAX)) } else { values };
        with_keys!(&self.keys, items => verify(items, self.validity, limit, Pauses::while_released()))
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

pub(super) fn array_of_keys(
    py: Python<'_>,
    array: &Foreign,
    field: &Field,
    task: RowTask<'_>,
    threads: Option<usize>,
    form: Keys,
) -> Result<Node, NoResult> {
    let verified = Verified::array_of(py, array, field)?;
    let values = verified.values(field)?;
    let column = values.column(field.layout)?;
    let keyed = Keyed { keys: verified.keys(form.size)?, validity: verified.validity()?, length: verified.length };
    py.detach(|| keyed.verify(form, column.length))?;
    let converted = converted_values(py, &column, task, threads)?;
    let remarks = py.detach(|| keyed.remarks(&converted.remarks, column.length))?;
    py.check_signals()?;
    match (task.mode, remarks.first()) {
        (RowMode::Raise, Some(&Remarked { row, remark: Remark::Refused(why) })) => keyed.refused(row, why, &column)?,
        _ if task.makes_no_texts() => return py.detach(|| told(&keyed, &column, &converted, &remarks, task)),
        _ => {}
    }
    let node = if form.is_enum {
        node_of_texts(py, array, &values, &keyed, &column, converted)?
    } else {
        node_of_keys(py, array, [&verified, &values], &keyed, &column, converted)?
    };
    if task.mode == RowMode::Report { report::node(py, node, &remarks, task.work) } else { Ok(node) }
}

/// Converts the values. One that is refused is of no interest where no key names it.
fn converted_values(
    py: Python<'_>,
    column: &TextColumn<'_>,
    task: RowTask<'_>,
    threads: Option<usize>,
) -> Result<NewColumn, NoResult> {
    let mode = if matches!(task.mode, RowMode::Null | RowMode::Keep) { task.mode } else { RowMode::Report };
    texts(py, column, RowTask { mode, ..task }, threads).map_err(|stop| match stop {
        NoResult::ColumnFault(fault, _) => NoResult::Python(legal::fault(py, fault, "value", 0)),
        python @ NoResult::Python(_) => python,
    })
}

/// The array of a result that is no text.
fn told(
    keyed: &Keyed<'_>,
    column: &TextColumn<'_>,
    converted: &NewColumn,
    remarks: &[Remarked],
    task: RowTask<'_>,
) -> Result<Node, NoResult> {
    if task.mode == RowMode::Verdict {
        return verdicts(keyed, column, remarks);
    }
    unpacked::node(task.work, keyed.length, column, converted, |row| keyed.value(row))
}

/// Which rows are accepted.
fn verdicts(keyed: &Keyed<'_>, column: &TextColumn<'_>, refused: &[Remarked]) -> Result<Node, NoResult> {
    let (mut accepted, mut validity) = (ones(keyed.length)?, ones(keyed.length)?);
    refused.iter().for_each(|refused| clear(&mut accepted, refused.row));
    let mut pause = Pauses::while_released::<NoResult>();
    for row in 0..keyed.length {
        pause(0)?;
        let is_valid = |value| column.validity.is_none_or(|validity| validity.get(value));
        if !keyed.value(row).is_some_and(is_valid) {
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
