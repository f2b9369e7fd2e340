//! `acelabel.arrow`: columns of texts through the Arrow C data and C stream interface.
//!
//! The structs of the interface are written by hand: [`import`] reads what came and believes of it only what cannot be
//! known, [`export`] gives away what was made, and [`structs`] gives back what was held. They alone follow pointers.

mod array;
mod convert;
mod dictionary;
mod export;
mod field;
mod import;
mod legal;
mod new;
mod node;
mod report;
mod runs;
mod structs;
#[cfg(test)]
mod tests;
mod texts;
mod unpacked;

use core::ffi::CStr;
use std::sync::Arc;

use pyo3::exceptions::PyAttributeError;

use self::array::{Foreign, Verified};
use self::convert::ArrayTask;
use self::field::Field;
use self::import::Source;
use self::legal::NoResult;
use self::node::{Buffer, Node, Type};
pub(super) use self::texts::{column_of_values, read_texts};
use super::arguments::text;
use super::host::is_bare;
use super::many::OnError;
use super::prelude::*;
use super::profile::chosen;
use super::text_names::sought_in_column;
use super::{clients, display, registry, relation};
use crate::host::Reading;
use crate::works::{Against, RowMode, RowTask, Work, work_named};

/// A column that a function of `acelabel.arrow` returns.
///
/// To read its values, pass it to a library that takes Arrow data: `pyarrow.chunked_array(column)`,
/// `polars.Series(column)` or `pandas.Series.from_arrow(column)`. It never changes. As long as it shares memory with
/// the input, it keeps the input alive.
#[pyclass(frozen, module = "acelabel.arrow")]
pub(super) struct Column {
    of: Arc<Type>,
    chunks: Arc<Vec<Arc<Node>>>,
    length: usize,
}

#[pymethods]
impl Column {
    /// Hand over the type (the Arrow PyCapsule interface).
    ///
    /// Returns:
    ///     A capsule named "arrow_schema".
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        export::schema(&self.of).map_err(|_| no_memory())?.into_capsule(py)
    }

    /// The method that hands over the column as one array (the Arrow PyCapsule interface). A column of several chunks
    /// has none, so that whoever asks for this method first turns to `__arrow_c_stream__`.
    #[getter]
    fn __arrow_c_array__<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let py = slf.py();
        if slf.get().chunks.len() > 1 {
            let message = "a column of several chunks has no '__arrow_c_array__', only '__arrow_c_stream__'";
            return Err(PyAttributeError::new_err(message));
        }
        slf.getattr(intern!(py, "_one_array"))
    }

    /// Hand over the column as one array.
    ///
    /// Args:
    ///     requested_schema: The type that is wanted, a capsule or None. The column is handed over as it is all the
    ///         same.
    ///
    /// Returns:
    ///     A tuple of two capsules, named "arrow_schema" and "arrow_array".
    #[pyo3(signature = (requested_schema=None))]
    fn _one_array<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Object<'py>>,
    ) -> PyResult<(Object<'py>, Object<'py>)> {
        let _ = requested_schema;
        let array = match self.chunks.first() {
            None => export::array(&Arc::new(nothing(&self.of))),
            Some(chunk) => export::array(chunk),
        };
        Ok((self.__arrow_c_schema__(py)?, array.map_err(|_| no_memory())?.into_capsule(py)?))
    }

    /// Hand over the column chunk by chunk (the Arrow PyCapsule interface).
    ///
    /// Args:
    ///     requested_schema: The type that is wanted, a capsule or None. The column is handed over as it is all the
    ///         same.
    ///
    /// Returns:
    ///     A capsule named "arrow_array_stream".
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let _ = requested_schema;
        export::stream(self.of.clone(), self.chunks.clone()).map_err(|_| no_memory())?.into_capsule(py)
    }

    /// Refuse to be iterated over: without this method pandas would make one value of the whole column.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        let message = "a Column has no Python values: use pyarrow.chunked_array(column), polars.Series(column) or \
                       pandas.Series.from_arrow(column)";
        Err(PyTypeError::new_err(message))
    }

    /// Returns how many rows there are.
    fn __len__(&self) -> usize {
        self.length
    }

    fn __repr__(&self) -> String {
        let format = self.of.format.to_string_lossy();
        format!("<acelabel.arrow.Column of {} rows in {} chunks, format '{format}'>", self.length, self.chunks.len())
    }
}

/// An array of no rows.
fn nothing(of: &Type) -> Node {
    let count = match of.format.to_bytes() {
        b"n" | b"+r" => 0,
        b"+s" => 1,
        b"u" | b"U" | b"vu" => 3,
        _ => 2,
    };
    let buffers = (0..count).map(|index| if index == 0 { Buffer::ABSENT } else { Buffer::empty() });
    Node {
        children: of.children.iter().map(|child| Arc::new(nothing(child))).collect(),
        dictionary: of.dictionary.as_deref().map(|values| Arc::new(nothing(values))),
        ..Node::of(0, buffers.collect())
    }
}

/// Convert a column.
///
/// Args:
///     work: What to do, a str: the name of a function of `acelabel.arrow`.
///     column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
///     profile: The rules, a Profile or its name.
///     errors: "raise", "null" or "keep".
///     threads: How many threads there may be, an int, or None.
///
/// Returns:
///     A Column.
#[pyfunction(signature = (work, column, profile, errors, threads, /))]
pub(super) fn arrow_convert<'py>(
    work: &Object<'py>,
    column: &Object<'py>,
    profile: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
    threads: &Object<'py>,
) -> PyResult<Column> {
    let (work, mode) = work_of(work, |work| {
        !matches!(work, Work::Display(_)) && !is_of_urls(*work) && !is_related(*work) && !is_in_text(*work)
    })?;
    let mode = mode.map_or_else(|| OnError::among(&errors, !work.is_packed()).map(mode_of), Ok)?;
    let task = RowTask { work, profile: chosen(&profile)?, mode, against: Against::Nothing };
    converted(column, task, count_of(threads)?)
}

/// Read the hosts of the URLs of a column.
///
/// Args:
///     work: What to do, a str: "url_host", "url_host_report" or "host".
///     column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
///     bare: Whether a row may also be a host without a scheme, a bool.
///     errors: "raise", "null" or, where the result is a text, "keep".
///     threads: How many threads there may be, an int, or None.
///
/// Returns:
///     A Column.
#[pyfunction(signature = (work, column, bare, errors, threads, /))]
pub(super) fn arrow_urls<'py>(
    work: &Object<'py>,
    column: &Object<'py>,
    bare: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
    threads: &Object<'py>,
) -> PyResult<Column> {
    let (work, mode) = work_of(work, |work| is_of_urls(*work))?;
    let reading = if is_bare(&bare)? { Reading::Bare } else { Reading::Url(None) };
    let work = if work.is_packed() { Work::Host(reading) } else { Work::UrlHost(reading) };
    let mode = mode.map_or_else(|| OnError::among(&errors, !work.is_packed()).map(mode_of), Ok)?;
    let task = RowTask { work, profile: &Profile::WHATWG, mode, against: Against::Nothing };
    converted(column, task, count_of(threads)?)
}

const fn is_of_urls(work: Work) -> bool {
    matches!(work, Work::UrlHost(_) | Work::Host(_))
}

/// Show the names of a column.
///
/// Args:
///     work: What to do, a str: "to_display" or "display_report".
///     column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
///     policy: The rules, a Policy or its name.
///     watchlist: A Watchlist or None.
///     threads: How many threads there may be, an int, or None.
///
/// Returns:
///     A Column.
#[pyfunction(signature = (work, column, policy, watchlist, threads, /))]
pub(super) fn arrow_display<'py>(
    work: &Object<'py>,
    column: &Object<'py>,
    policy: Optional<'_, 'py>,
    watchlist: Optional<'_, 'py>,
    threads: &Object<'py>,
) -> PyResult<Column> {
    let (_, mode) = work_of(work, |work| matches!(work, Work::Display(_)))?;
    let (policy, watchlist) = (display::chosen(&policy)?, display::watched(&watchlist)?);
    let against = watchlist.map_or(Against::Nothing, Against::Watchlist);
    // The profile decides which names are looked at: all that are not plain.
    let (work, mode) = (Work::Display(policy), mode.unwrap_or(RowMode::Keep));
    let task = RowTask { work, profile: &Profile::WHATWG, mode, against };
    converted(column, task, count_of(threads)?)
}

/// Hold the names of a column against others.
///
/// Args:
///     work: What to do, a str: "is_below", "registrable", "registrable_report", "suffix_parts", "lookalikes",
///         "clients_agreed", "registry_check" or "registry_index".
///     column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
///     others: For "is_below" a tuple of the arguments of the function for one name: `zone`, `equal` and `profile`. For
///         "clients_agreed" one of `among` and `url`. For "lookalikes" a Watchlist, for the others a Rules of
///         acelabel.registry or acelabel.suffix.
///     errors: "raise", "null" or, where the result is a text, "keep". "lookalikes" and "registry_check" refuse no row.
///     threads: How many threads there may be, an int, or None.
///
/// Returns:
///     A Column.
#[pyfunction(signature = (work, column, others, errors, threads, /))]
pub(super) fn arrow_related<'py>(
    work: &Object<'py>,
    column: &Object<'py>,
    others: &Object<'py>,
    errors: Optional<'_, 'py>,
    threads: &Object<'py>,
) -> PyResult<Column> {
    let (work, mode) = work_of(work, |work| is_related(*work))?;
    let mode = mode.map_or_else(|| OnError::among(&errors, !work.is_packed()).map(mode_of), Ok)?;
    let (task, threads) =
        (RowTask { work, profile: &Profile::DNS, mode, against: Against::Nothing }, count_of(threads)?);
    if work == Work::Below {
        let (zone, profile) = relation::zone_of(others)?;
        return converted(column, RowTask { profile: &profile, against: Against::Zone(&zone), ..task }, threads);
    }
    let (work, against) = match work {
        Work::Agreed(_) => clients::asked_in_column(others)?,
        Work::Lookalike => (work, Against::Watchlist(display::watchlist_of(others)?)),
        Work::RegistryCheck | Work::RegistryIndex => (work, Against::Registry(registry::rules_of(others)?)),
        _ => (work, Against::Suffixes(relation::rules_of(others)?)),
    };
    converted(column, RowTask { work, against, ..task }, threads)
}

const fn is_related(work: Work) -> bool {
    use Work::{Agreed, Below, Lookalike, Registrable, RegistryCheck, RegistryIndex, SuffixParts};
    matches!(work, Agreed(_) | Below | Registrable | SuffixParts | Lookalike | RegistryCheck | RegistryIndex)
}

/// Find or rewrite the names inside the texts of a column.
///
/// Args:
///     work: What to do, a str: "text_find", "text_to_ascii" or "text_to_unicode".
///     column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
///     sought: A tuple of `kinds`, the ASCII forms of `tlds` as a set or None, `everywhere`, `defanged`, `profile` and
///         `format`.
///     threads: How many threads there may be, an int, or None.
///
/// Returns:
///     A Column.
#[pyfunction(signature = (work, column, sought, threads, /))]
pub(super) fn arrow_text<'py>(
    work: &Object<'py>,
    column: &Object<'py>,
    sought: &Object<'py>,
    threads: &Object<'py>,
) -> PyResult<Column> {
    let (work, mode) = work_of(work, |work| is_in_text(*work))?;
    let (mode, threads) = (mode.unwrap_or(RowMode::Keep), count_of(threads)?);
    let (names, file) = sought_in_column(sought)?;
    names.with(|sought| {
        let against = file.map_or(Against::Sought(sought), Against::File);
        converted(column, RowTask { work, profile: sought.profile, mode, against }, threads)
    })
}

/// Check what `arrow_text` is given as `sought`.
///
/// Args:
///     sought: The tuple.
///
/// Raises:
///     TypeError: A part of it has another type.
///     ValueError: There is no such kind, profile or format; or the format has no such option.
#[pyfunction(signature = (sought, /))]
pub(super) fn arrow_text_options(sought: &Object<'_>) -> PyResult<()> {
    sought_in_column(sought).map(drop)
}

const fn is_in_text(work: Work) -> bool {
    matches!(work, Work::Text(_) | Work::Find)
}

/// The work of the function with a name, if it is of these.
fn work_of(name: &Object<'_>, is_of: fn(&Work) -> bool) -> PyResult<(Work, Option<RowMode>)> {
    let found = text("work", name)?.to_cow().ok().and_then(|name| work_named(&name));
    found.filter(|(work, _)| is_of(work)).ok_or_else(|| PyValueError::new_err("argument 'work' is not a function"))
}

/// Converts a column, one array after another.
fn converted(column: &Object<'_>, task: RowTask<'_>, threads: Option<usize>) -> PyResult<Column> {
    let (py, mut source) = (column.py(), Source::of(column)?);
    let (mut chunks, mut length) = (Vec::new(), 0_usize);
    while let Some(array) = source.next(py)? {
        let array: Foreign = Arc::new(array);
        let of = ArrayTask { py, array: &array, field: &source.field, task, threads };
        let chunk = converted_array(of).map_err(|stop| stop.exception(py, length))?;
        // Saturating, as chunks of nulls take no memory.
        length = length.saturating_add(chunk.length);
        memory::push(&mut chunks, Arc::new(chunk)).map_err(|_| no_memory())?;
        py.check_signals()?;
    }
    Ok(Column { of: Arc::new(type_of(source.field, task.work, task.mode)), chunks: Arc::new(chunks), length })
}

fn converted_array(of: ArrayTask<'_, '_>) -> Result<Node, NoResult> {
    let verified = Verified::array_of(of.py, of.array, of.field)?;
    match of.field.runs {
        Some(ends) => runs::array_of_runs(of, &verified, ends),
        None => dictionary::array_of_values(of, &verified),
    }
}

fn mode_of(errors: OnError) -> RowMode {
    match errors {
        OnError::Raise => RowMode::Raise,
        OnError::Null => RowMode::Null,
        OnError::Keep => RowMode::Keep,
    }
}

/// Returns how many threads there may be; nothing for None.
fn count_of(threads: &Object<'_>) -> PyResult<Option<usize>> {
    let py = threads.py();
    if threads.is_none() {
        return Ok(None);
    }
    let number = threads.extract::<isize>().or_else(|error| match error {
        error if error.is_instance_of::<PyTypeError>(py) => Err(wrong_type("threads", "int or None", threads)),
        error if error.is_instance_of::<PyOverflowError>(py) => Ok(if threads.gt(0)? { isize::MAX } else { 0 }),
        error => Err(error),
    })?;
    match usize::try_from(number) {
        Ok(count @ 1..) => Ok(Some(count)),
        _ => Err(PyValueError::new_err("argument 'threads' must be at least 1")),
    }
}

/// The type of the result. Metadata is not taken over: a type that lists its values there would no longer be true.
fn type_of(field: Field, work: Work, mode: RowMode) -> Type {
    match (mode, field.runs) {
        (RowMode::Verdict, _) => Type::of(c"b", field.name),
        _ if work.is_packed() => unpacked::type_of(work, field.name),
        // Rows come out of runs.
        (RowMode::Report, Some(_)) => report::type_of(Type::of(field.layout.format(), field.name), work),
        (RowMode::Report, None) => report::type_of(type_of_texts(field), work),
        (_, Some(ends)) => type_of_runs(ends.format, type_of_texts(field)),
        (_, None) => type_of_texts(field),
    }
}

/// The type of texts or of a dictionary of them.
fn type_of_texts(field: Field) -> Type {
    let text = |name| Type::of(field.layout.format(), name);
    match field.keys {
        Some(keys) if !keys.is_enum => {
            Type { dictionary: Some(Box::new(text(Arc::default()))), ..Type::of(keys.format, field.name) }
        }
        _ => text(field.name),
    }
}

/// The type of runs that have values of a type.
fn type_of_runs(ends: &'static CStr, values: Type) -> Type {
    let named = |name: &CStr| Arc::new(name.to_owned());
    let name = values.name.clone();
    let children = vec![Type::of(ends, named(c"run_ends")), Type { name: named(c"values"), ..values }];
    Type { children, ..Type::of(c"+r", name) }
}
