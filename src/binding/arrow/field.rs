//! The type of a column on its way in.
#![allow(unsafe_code)]

use core::ffi::{CStr, c_char};
use std::ffi::CString;
use std::sync::Arc;

use super::legal::{illegal, name_of_other, unsuited};
use super::structs::{ArrowSchema, inner, of_runs};
use crate::binding::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextFormat {
    Small,
    Large,
    Views,
    Null,
}

impl TextFormat {
    pub(super) const fn format(self) -> &'static CStr {
        match self {
            Self::Small => c"u",
            Self::Large => c"U",
            Self::Views => c"vu",
            Self::Null => c"n",
        }
    }

    fn of(format: &[u8]) -> Option<Self> {
        [Self::Small, Self::Large, Self::Views, Self::Null].into_iter().find(|own| own.format().to_bytes() == format)
    }
}

/// The keys of a dictionary: their format, size, and whether they have a sign.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) format: &'static CStr,
    pub(super) size: usize,
    pub(super) is_signed: bool,
    /// True if they are of an `Enum` of polars: a type with a fixed list of values, to which results do not belong.
    pub(super) is_enum: bool,
}

impl Keys {
    fn of(format: &[u8]) -> Option<Self> {
        const ALL: [(&CStr, usize); 8] =
            [(c"c", 1), (c"C", 1), (c"s", 2), (c"S", 2), (c"i", 4), (c"I", 4), (c"l", 8), (c"L", 8)];
        let &(format, size) = ALL.iter().find(|(own, _)| own.to_bytes() == format)?;
        Some(Self { format, size, is_signed: format.to_bytes().iter().all(u8::is_ascii_lowercase), is_enum: false })
    }

    /// Returns the least number that no key has.
    pub(super) fn limit(&self) -> usize {
        let bits = bounded::mul(self.size, 8);
        let bits = bounded::to(bounded::sub(bits, usize::from(self.is_signed)));
        1_usize.checked_shl(bits).unwrap_or(usize::MAX)
    }
}

/// The type of a column that came.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) layout: TextFormat,
    pub(super) keys: Option<Keys>,
    /// The type of the column where its keys are those of other values than texts: it may have none of them.
    pub(super) others: Option<String>,
    /// The ends of runs, where the column has runs of these texts or keys.
    pub(super) runs: Option<Keys>,
    pub(super) name: Arc<CString>,
}

impl Field {
    pub(super) fn of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Self> {
        let (runs, texts) = if schema.dictionary.is_null() && format_of(py, schema)? == b"+r" {
            // SAFETY: The pointers are believed to be those of structs which the schema holds.
            let [ends, values] = unsafe { of_runs(py, schema.n_children, schema.children) }?;
            (Some(run_ends_of(py, ends)?), values)
        } else {
            (None, schema)
        };
        let (layout, keys, others) = texts_of(py, texts, if runs.is_some() { "runs of " } else { "" })?;
        // SAFETY: The pointer is NULL or, as is believed, that of a text that ends with NUL.
        let name = unsafe { schema.name.as_ref().map(|name| CStr::from_ptr(name)) };
        let name = name.filter(|name| name.to_str().is_ok()).unwrap_or_default();
        let copy = memory::copied(name.to_bytes_with_nul()).map_err(|_| no_memory())?;
        Ok(Self { layout, keys, others, runs, name: Arc::new(CString::from_vec_with_nul(copy).unwrap_or_default()) })
    }
}

/// The layout of texts or of the values of keys; the keys; and the type of the column where the values are no texts.
fn texts_of(
    py: Python<'_>,
    schema: &ArrowSchema,
    of_runs: &str,
) -> PyResult<(TextFormat, Option<Keys>, Option<String>)> {
    // SAFETY: The pointer is NULL or, as is believed, that of a struct which the schema holds.
    let Some(values) = unsafe { inner(py, schema.dictionary) }? else {
        let layout = layout_of(py, schema)?.map_err(|other| unsuited(py, &format!("{of_runs}{other}")))?;
        return Ok((layout, None, None));
    };
    if !values.dictionary.is_null() {
        return Err(unsuited(py, &format!("{of_runs}dictionaries of other values")));
    }
    let keys = Some(keys_of(py, schema)?);
    Ok(match layout_of(py, values)? {
        Ok(layout) => (layout, keys, None),
        Err(other) => (TextFormat::Null, keys, Some(format!("{of_runs}dictionaries of {other}"))),
    })
}

fn keys_of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Keys> {
    let keys = Keys::of(&format_of(py, schema)?).filter(|_| schema.n_children == 0);
    let keys = keys.ok_or_else(|| illegal(py, "keys are not integers"))?;
    let is_enum = metadata_of(py, schema, &[b"_PL_ENUM_VALUES", b"_PL_ENUM_VALUES2"])?.is_some();
    Ok(Keys { is_enum, ..keys })
}

fn run_ends_of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Keys> {
    let ends = Keys::of(&format_of(py, schema)?).filter(|ends| ends.is_signed && ends.size > 1);
    let ends = ends.filter(|_| schema.n_children == 0 && schema.dictionary.is_null());
    ends.ok_or_else(|| illegal(py, "run ends are not integers of 16, 32 or 64 bits"))
}

/// Returns what the metadata of a type say under the first of these keys that is there.
fn metadata_of<'a>(py: Python<'_>, schema: &'a ArrowSchema, keys: &[&[u8]]) -> PyResult<Option<&'a [u8]>> {
    if schema.metadata.is_null() {
        return Ok(None);
    }
    // SAFETY: As is believed, the pointer is that of metadata, which the schema holds.
    unsafe { value_of(schema.metadata, keys) }.ok_or_else(|| illegal(py, "a length in the metadata is negative"))
}

/// Returns the value of the first of these keys that is in metadata; nothing where a length is negative.
///
/// # Safety
///
/// The pointer is that of metadata: the number of pairs, and for each a key and a value, each with its length.
unsafe fn value_of<'a>(metadata: *const c_char, keys: &[&[u8]]) -> Option<Option<&'a [u8]>> {
    let mut rest: *const u8 = metadata.cast();
    // SAFETY: See above: as many octets follow as each length says, which need not be aligned.
    let mut number = |skipped: usize| unsafe {
        rest = rest.add(skipped);
        let number = rest.cast::<i32>().read_unaligned();
        rest = rest.add(size_of::<i32>());
        Some((usize::try_from(number).ok()?, rest))
    };
    let (count, _) = number(0)?;
    let mut skipped = 0;
    for _ in 0..count {
        let (size, key) = number(skipped)?;
        // SAFETY: See above.
        let key = unsafe { core::slice::from_raw_parts(key, size) };
        let (size, value) = number(size)?;
        if keys.contains(&key) {
            // SAFETY: See above.
            return Some(Some(unsafe { core::slice::from_raw_parts(value, size) }));
        }
        skipped = size;
    }
    Some(None)
}

/// The layout of a type of texts, or the name of another type.
fn layout_of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Result<TextFormat, String>> {
    let format = format_of(py, schema)?;
    let Some(layout) = TextFormat::of(&format) else {
        return Ok(Err(name_of_other(&format, metadata_of(py, schema, &[b"ARROW:extension:name"])?)));
    };
    if schema.n_children != 0 { Err(illegal(py, "a type of texts has children")) } else { Ok(Ok(layout)) }
}

/// A format as far as it is of interest.
fn format_of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Vec<u8>> {
    const MOST: usize = 32;
    if schema.format.is_null() {
        return Err(illegal(py, "a format is NULL"));
    }
    // SAFETY: As is believed, the text ends with NUL: no octet behind that is read.
    let octets = (0..MOST).map(|place| unsafe { *schema.format.cast::<u8>().add(place) });
    Ok(octets.take_while(|&octet| octet != 0).collect())
}
