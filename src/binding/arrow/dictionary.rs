//! One array of a dictionary, converted: its values, each once, and then its keys.

use std::sync::Arc;

use pyo3::prelude::*;

use super::array::{Column, KeyItems, Texts, Verified};
use super::convert::{Converted, Foreign, NewTexts, Stop, as_it_came, booleans, new_node, texts};
use super::field::{Field, Keys};
use super::node::{Buffer, Node};
use super::report;
use crate::batch::{
    self, Bits, Fault, Key, Mode, Offset, Refused, Strings, Task, Unique, ViewTexts, Views, clear, gather, ones,
    remapped, unique, verify,
};
use crate::error::Error;
use crate::memory;

/// An array of keys.
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

    /// The rows whose values are refused, in their order.
    fn refused_rows(&self, values: &[Refused], count: usize) -> Result<Vec<Refused>, Error> {
        let mut rows = Vec::new();
        if values.is_empty() {
            return Ok(rows);
        }
        let mut places = memory::filled(None, count)?;
        for refused in values {
            if let Some(place) = places.get_mut(refused.row) {
                *place = Some(refused.refusal);
            }
        }
        let refusal = |row: usize| places.get(self.value(row)?).copied().flatten();
        for (row, refusal) in (0..self.length).filter_map(|row| Some((row, refusal(row)?))) {
            memory::push(&mut rows, Refused { row, refusal })?;
        }
        Ok(rows)
    }

    fn verify(&self, keys: Keys, values: usize) -> Result<(), Fault> {
        let bits = u32::try_from(keys.size.saturating_mul(8).saturating_sub(1)).unwrap_or(0);
        let limit = if keys.is_signed { values.min(1_usize.checked_shl(bits).unwrap_or(usize::MAX)) } else { values };
        with_keys!(&self.keys, items => verify(items, self.validity, limit))
    }

    /// The keys of the values that stay.
    fn remapped(&self, unique: &Unique) -> Result<(Buffer, Vec<u8>), Error> {
        fn buffer<K: Key>((keys, validity): (Vec<K>, Vec<u8>)) -> (Buffer, Vec<u8>) {
            (Buffer::of(keys), validity)
        }
        with_keys!(&self.keys, items => remapped(items, self.validity, unique).map(buffer))
    }
}

/// Converts an array of a dictionary.
pub(super) fn array_of_keys(
    py: Python<'_>,
    array: &Foreign,
    field: &Field,
    task: Task<'_>,
    threads: Option<usize>,
    form: Keys,
) -> Result<Node, Stop> {
    let verified = Verified::array_of(py, array, field)?;
    let values = verified.values(field)?;
    let column = values.column(field.layout)?;
    let keyed = Keyed { keys: verified.keys(form.size)?, validity: verified.validity()?, length: verified.length() };
    keyed.verify(form, column.length)?;
    // A value that is refused is of no interest where no key names it.
    let mode = if matches!(task.mode, Mode::Null | Mode::Keep) { task.mode } else { Mode::Report };
    let converted = texts(py, &column, Task { mode, ..task }, threads);
    let converted = converted.map_err(|stop| Stop::Python(stop.exception(py, 0)))?;
    let refused = keyed.refused_rows(&converted.refused, column.length)?;
    match (task.mode, refused.first()) {
        (Mode::Raise, Some(first)) => Err(refusal(&keyed, &column, first)?),
        (Mode::Verdict, _) => verdicts(&keyed, &column, &refused),
        (Mode::Report, _) => {
            report::node(dictionary_node(array, &verified, &values, &keyed, &column, converted)?, &refused)
        }
        _ => dictionary_node(array, &verified, &values, &keyed, &column, converted),
    }
}

/// The refusal of a row.
fn refusal(keyed: &Keyed<'_>, column: &Column<'_>, first: &Refused) -> Result<Stop, Error> {
    let text = keyed.value(first.row).and_then(|value| column.row(value));
    Ok(Stop::Fault(Fault::Refused(first.row, first.refusal), memory::copied(text.unwrap_or_default())?))
}

/// Which rows are accepted.
fn verdicts(keyed: &Keyed<'_>, column: &Column<'_>, refused: &[Refused]) -> Result<Node, Stop> {
    let (mut accepted, mut validity) = (ones(keyed.length)?, ones(keyed.length)?);
    refused.iter().for_each(|refused| clear(&mut accepted, refused.row));
    for row in 0..keyed.length {
        let is_valid = |value| column.validity.is_none_or(|validity| validity.get(value));
        if !keyed.value(row).is_some_and(is_valid) {
            clear(&mut validity, row);
        }
    }
    booleans(keyed.length, Some(accepted), Some(validity))
}

fn dictionary_node(
    array: &Foreign,
    verified: &Verified<'_, '_>,
    values: &Verified<'_, '_>,
    keyed: &Keyed<'_>,
    column: &Column<'_>,
    converted: Converted,
) -> Result<Node, Stop> {
    let mut node = as_it_came(array, verified)?;
    let Some(new) = converted.texts else {
        node.dictionary = Some(Arc::new(as_it_came(array, values)?));
        return Ok(node);
    };
    let validity = converted.validity.as_deref().map(|bits| Bits::new(bits, 0)).or(column.validity);
    let (unique, new) = made_unique(column, new, validity)?;
    let count = unique.firsts.len();
    if !unique.is_all() {
        let (keys, validity) = keyed.remapped(&unique)?;
        node.null_count = Bits::new(&validity, 0).count_clear(keyed.length);
        node.offset = 0;
        node.buffers = vec![Buffer::validity(Some(validity)), keys];
    }
    node.dictionary = Some(Arc::new(new_node(array, values, count, new, None)?));
    Ok(node)
}

/// The values that stay, each once and none of them null.
fn made_unique(column: &Column<'_>, new: NewTexts, validity: Option<Bits<'_>>) -> Result<(Unique, NewTexts), Fault> {
    Ok(match new {
        NewTexts::Small(texts) => {
            let (unique, texts) = unique_strings(texts, validity)?;
            (unique, NewTexts::Small(texts))
        }
        NewTexts::Large(texts) => {
            let (unique, texts) = unique_strings(texts, validity)?;
            (unique, NewTexts::Large(texts))
        }
        NewTexts::Views(texts) => {
            let (unique, texts) = unique_views(column, texts, validity)?;
            (unique, NewTexts::Views(texts))
        }
    })
}

fn unique_strings<O: Offset>(
    texts: batch::Texts<O>,
    validity: Option<Bits<'_>>,
) -> Result<(Unique, batch::Texts<O>), Fault> {
    let strings = Strings { offsets: &texts.offsets, data: &texts.data, validity };
    let unique = unique(&strings)?;
    let fewer = if unique.is_all() { None } else { Some(gather(&strings, &unique.firsts)?) };
    Ok((unique, fewer.unwrap_or(texts)))
}

fn unique_views(
    column: &Column<'_>,
    texts: ViewTexts,
    validity: Option<Bits<'_>>,
) -> Result<(Unique, ViewTexts), Fault> {
    let of_column = if let Texts::Views(_, buffers) = &column.texts { buffers.as_slice() } else { &[] };
    let most = of_column.len().saturating_add(texts.buffers.len());
    let buffers = of_column.iter().copied().chain(texts.buffers.iter().map(Vec::as_slice));
    let buffers = memory::collected(buffers, most)?;
    let unique = unique(&Views { views: &texts.views, buffers: &buffers, validity })?;
    let of = |&value: &u32| usize::try_from(value).ok().and_then(|value| texts.views.get(value)).copied();
    let views = memory::collected(unique.firsts.iter().filter_map(of), unique.firsts.len())?;
    Ok((unique, ViewTexts { views, buffers: texts.buffers }))
}
