//! Texts that lie in memory of this crate as a column, and a column as texts one behind the other.

use core::ffi::c_void;
use std::sync::Arc;

use super::Column;
use super::array::{TextBuffers, TextColumn, Verified};
use super::import::Source;
use super::node::{Buffer, Node, Type};
use crate::batch::Texts;
use crate::binding::prelude::*;
use crate::formats::records::ColumnValues;

/// The values of a column of a file, which share the memory of their owner.
pub(crate) fn column_of_values<T: Send + Sync + 'static>(
    owner: &Arc<T>,
    values: impl FnOnce(&T) -> Option<&ColumnValues>,
) -> Option<Column> {
    let values = values(owner)?;
    let buffer = |start: *const c_void, count: usize| {
        if count == 0 { Buffer::empty() } else { Buffer::foreign(start, owner.clone()) }
    };
    let (offsets, data, validity) = (values.offsets(), values.data(), values.validity());
    let is_valid = if values.nulls() == 0 { Buffer::ABSENT } else { buffer(validity.as_ptr().cast(), validity.len()) };
    let offsets = if values.count() == 0 { Buffer::empty() } else { buffer(offsets.as_ptr().cast(), offsets.len()) };
    let buffers = vec![is_valid, offsets, buffer(data.as_ptr().cast(), data.len())];
    let node = Node { null_count: values.nulls(), ..Node::of(values.count(), buffers) };
    let of = Arc::new(Type::of(c"U", Arc::default()));
    Some(Column { of, chunks: Arc::new(vec![Arc::new(node)]), length: values.count() })
}

/// Copies the texts of a column, and a bit for each that is not null, if any is.
pub(crate) fn read_texts(column: &Object<'_>) -> PyResult<(Texts<i64>, Option<Vec<u8>>)> {
    let (py, mut source) = (column.py(), Source::of(column)?);
    if source.field.keys.is_some() || source.field.runs.is_some() {
        return Err(wrong_type("results", "a column of texts without dictionaries and runs", column));
    }
    let (mut texts, mut valid) = (Texts { offsets: vec![0], data: Vec::new() }, Vec::new());
    let mut array = source.next(py)?;
    while let Some(chunk) = array {
        array = source.next(py)?;
        let verified = Verified::array_of(py, &chunk, &source.field)?;
        let column = verified.column(source.field.layout)?;
        // One array of the usual layout is copied as a whole.
        if let (TextBuffers::Large(offsets, data), [0], None) = (&column.texts, texts.offsets.as_slice(), &array) {
            let validity = column.validity.map(|validity| validity.copied(column.length)).transpose();
            return whole(offsets, data).and_then(|texts| Ok((texts, validity?))).map_err(|_| no_memory());
        }
        append(&column, &mut texts, &mut valid).map_err(|_| no_memory())?;
    }
    Ok((texts, Some(packed(&valid).map_err(|_| no_memory())?)))
}

/// A copy of all texts of an array.
fn whole(offsets: &[i64], data: &[u8]) -> Result<Texts<i64>, Error> {
    let mut copy = if offsets.is_empty() { memory::filled(0, 1)? } else { memory::copied(offsets)? };
    let (first, last) = (offsets.first().copied().unwrap_or(0), offsets.last().copied().unwrap_or(0));
    // Wrapping: an offset that another thread has changed names no text when it is asked for.
    copy.iter_mut().for_each(|offset| *offset = offset.wrapping_sub(first));
    let range = usize::try_from(first).unwrap_or(usize::MAX)..usize::try_from(last).unwrap_or(0);
    Ok(Texts { offsets: copy, data: memory::copied(data.get(range).unwrap_or_default())? })
}

fn append(column: &TextColumn<'_>, texts: &mut Texts<i64>, valid: &mut Vec<bool>) -> Result<(), Error> {
    for row in 0..column.length {
        let text = column.texts.row(row).filter(|_| column.is_valid(row));
        memory::append(&mut texts.data, text.unwrap_or_default())?;
        memory::push(&mut texts.offsets, bounded::to(texts.data.len()))?;
        memory::push(valid, text.is_some())?;
    }
    Ok(())
}

/// A bit for each flag, the lowest first.
pub(super) fn packed(flags: &[bool]) -> Result<Vec<u8>, Error> {
    let octet = |eight: &[bool]| eight.iter().rev().fold(0, |octet, &flag| octet << 1 | u8::from(flag));
    memory::collected(flags.chunks(8).map(octet), flags.len().div_ceil(8))
}
