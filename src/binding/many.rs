//! Lists of texts: one pass, and three answers to a text that is refused.
//!
//! Nothing is reserved for items that have not come, so no length that an iterable gives is believed.

use pyo3::PyTypeInfo;
use pyo3::basic::CompareOp;
use pyo3::types::{PyFloat, PyIterator};

use super::arguments::{beginning, type_error};
use super::pauses::ITEM;
use super::prelude::*;

/// The treatment of a text that is refused.
#[derive(Clone, Copy)]
pub(super) enum OnError {
    Raise,
    Null,
    Keep,
}

impl OnError {
    #[inline(always)]
    pub(super) fn of(errors: &Optional<'_, '_>) -> PyResult<Self> {
        Self::among(errors, true)
    }

    /// The same where a text can be kept, or not.
    #[inline(always)]
    pub(super) fn among(errors: &Optional<'_, '_>, can_keep: bool) -> PyResult<Self> {
        let Some(errors) = errors.given() else { return Ok(Self::Raise) };
        let all = [("raise", Self::Raise), ("null", Self::Null), ("keep", Self::Keep)];
        choice("errors", bounded::first(&all, if can_keep { 3 } else { 2 }), errors).copied()
    }
}

/// The types that the items may have.
#[derive(Clone, Copy)]
pub(super) enum Items {
    Str,
    StrOrOctets,
}

impl Items {
    fn expected(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::StrOrOctets => "str, bytes or bytearray",
        }
    }

    /// Puts the value of a scalar of Arrow in the place of an item. Returns its length; `None` for a missing value.
    #[inline(always)]
    fn unwrap_and_measure(self, item: &mut Object<'_>, index: usize) -> PyResult<Option<usize>> {
        self.length(item).map_or_else(|| replace(item, index, self), |length| Ok(Some(length)))
    }

    /// The length of an item; `None` for an item of another type.
    #[inline(always)]
    fn length(self, item: &Object<'_>) -> Option<usize> {
        match (item.cast::<PyString>(), self) {
            (Ok(text), _) => Some(length(text)),
            (Err(_), Self::Str) => None,
            (Err(_), Self::StrOrOctets) => octets(item),
        }
    }
}

fn octets(item: &Object<'_>) -> Option<usize> {
    match item.cast::<PyBytes>() {
        Ok(bytes) => Some(bytes.as_bytes().len()),
        Err(_) => item.cast::<PyByteArray>().ok().map(PyByteArrayMethods::len),
    }
}

/// Applies a codec to each item of the argument of this name. A codec returns `None` to refuse an item whose error is
/// not needed.
pub(super) fn map<'py, R: PyTypeInfo>(
    name: &str,
    texts: &Object<'py>,
    items: Items,
    errors: OnError,
    codec: impl Fn(&Object<'py>) -> PyResult<Option<Bound<'py, R>>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = texts.py();
    let converted = list(py)?;
    let mut pauses = Pauses::default();
    for (index, item) in iterate(name, texts, items)?.enumerate() {
        let mut item = item?;
        let Some(length) = items.unwrap_and_measure(&mut item, index)? else {
            converted.append(py.None())?;
            pauses.after(py, 0)?;
            continue;
        };
        match codec(&item) {
            Ok(Some(result)) => converted.append(result)?,
            Ok(None) => converted.append(py.None())?,
            Err(error) => converted.append(refused(error, item, index, errors)?)?,
        }
        pauses.after(py, length)?;
    }
    Ok(converted)
}

/// So much work is done at once while other threads run: some milliseconds.
const BATCH: usize = 1 << 18;

/// Works on the texts of the argument of this name, with `None` for a missing value, batch by batch.
pub(super) fn in_batches<'py>(
    name: &str,
    texts: &Object<'py>,
    text_of: impl Fn(&Text<'py>) -> PyResult<String>,
    mut work: impl FnMut(&[Option<String>]) -> PyResult<()>,
) -> PyResult<()> {
    let (mut batch, mut size) = (Vec::new(), 0);
    for (index, item) in iterate(name, texts, Items::Str)?.enumerate() {
        let mut item = item?;
        let length = Items::Str.unwrap_and_measure(&mut item, index)?;
        let text = length.map(|_| text_of(item.cast()?)).transpose()?;
        memory::push(&mut batch, text).map_err(|_| no_memory())?;
        size = bounded::add(bounded::add(size, ITEM), length.unwrap_or(0));
        if size >= BATCH {
            work(&batch)?;
            texts.py().check_signals()?;
            (batch, size) = (Vec::new(), 0);
        }
    }
    work(&batch)
}

/// The items of the argument of this name, which is not a single text.
pub(super) fn iterate<'py>(name: &str, texts: &Object<'py>, items: Items) -> PyResult<Bound<'py, PyIterator>> {
    let (py, class) = (texts.py(), texts.get_type());
    let expected = format!("an iterable of {}", items.expected());
    if texts.is_instance_of::<PyString>() || octets(texts).is_some() {
        let found = class.name()?;
        return Err(type_error(py, &format!("argument '{name}' must be {expected}, not a single {found}")));
    }
    // A DataFrame of pandas would be read as the names of its columns. pandas itself need not be imported for this.
    if class.hasattr(intern!(py, "columns"))? && class.hasattr(intern!(py, "iloc"))? {
        let found = beginning(&class.name()?)?;
        let message = format!("argument '{name}' must be {expected}, not {found}: pass one of its columns");
        return Err(type_error(py, &message));
    }
    let iterator = iterable(name, &expected, texts)?;
    // As in `list`, an error of `__len__` is raised, except the TypeError of an iterable without a length. The length
    // itself is not used.
    match texts.len() {
        Err(error) if !error.is_instance_of::<PyTypeError>(py) => Err(error),
        _ => Ok(iterator),
    }
}

/// Replaces a scalar of Arrow by its value, and returns the length; `None` for a missing value.
#[cold]
fn replace(item: &mut Object<'_>, index: usize, items: Items) -> PyResult<Option<usize>> {
    if item.is_none() {
        return Ok(None);
    }
    if let Some(as_py) = item.getattr_opt("as_py")? {
        let value = as_py.call0()?;
        if let Some(length) = items.length(&value) {
            *item = value;
            return Ok(Some(length));
        }
        if is_missing(&value)? {
            return Ok(None);
        }
    }
    if is_missing(item)? { Ok(None) } else { Err(wrong_item(index, items.expected(), item)) }
}

/// Returns whether an item is None, NaN or NaT, which are not equal to themselves, or `pandas.NA`, which compares as
/// itself.
fn is_missing(item: &Object<'_>) -> PyResult<bool> {
    if let Ok(number) = item.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let differs =
        item.rich_compare(item, CompareOp::Ne).and_then(|differs| Ok(differs.is(item) || differs.is_truthy()?));
    match differs {
        // Arrays of several items compare as arrays, which are neither true nor false.
        Err(error) if error.is_instance_of::<PyValueError>(item.py()) => Ok(false),
        Err(error) if error.is_instance_of::<PyTypeError>(item.py()) => Ok(false),
        differs => Ok(item.is_none() || differs?),
    }
}

/// Returns what takes the place of an item that was refused.
#[cold]
fn refused<'py>(error: PyErr, item: Object<'py>, index: usize, errors: OnError) -> PyResult<Option<Object<'py>>> {
    let py = item.py();
    // An `AceError` is a `UnicodeError`. Any other exception, such as a MemoryError, does not refuse the text.
    if !error.is_instance_of::<PyUnicodeError>(py) {
        return Err(error);
    }
    match errors {
        OnError::Raise => Err(at_index(py, error, index)),
        OnError::Null => Ok(None),
        OnError::Keep => Ok(Some(item)),
    }
}
