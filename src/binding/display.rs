//! `acelabel.display`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyList, PyString, PyTuple};

use super::arguments::{self, iterable, wrong_item};
use super::error::{at_index, name_error, no_memory};
use super::list::{gathered, list_of, tuple_of};
use super::pauses::Pauses;
use super::text::{ascii_string, length, released, string_of_text, with_code_points};
use crate::display::{
    self, Finding, Looked, Policy, Reason, ShownLabel, report_beside, to_display_beside, watched_name,
};
use crate::error::Error;
use crate::label::LabelError;
use crate::memory;
use crate::security::RestrictionLevel;

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![wrap_pyfunction!(shown, module)?, wrap_pyfunction!(shown_labels, module)?])
}

/// A name as a `String`. A lone surrogate becomes U+FFFD, which no label holds either.
fn name_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    let name = with_code_points(text, |units| -> Result<String, Error> {
        let mut name = String::new();
        for &unit in units {
            let character = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            name.try_reserve(character.len_utf8()).map_err(|_| memory::refused())?;
            name.push(character);
        }
        Ok(name)
    })?;
    name.map_err(|_| no_memory())
}

/// A policy as `acelabel.display` packs it: a bit for each reason whose rule is asked, in their order; the number of
/// the level, from 16 on; and two flags.
pub(super) fn policy_of(packed: u32) -> PyResult<Policy> {
    const LEVELS: [RestrictionLevel; 6] = [
        RestrictionLevel::AsciiOnly,
        RestrictionLevel::SingleScript,
        RestrictionLevel::HighlyRestrictive,
        RestrictionLevel::ModeratelyRestrictive,
        RestrictionLevel::MinimallyRestrictive,
        RestrictionLevel::Unrestricted,
    ];
    let level = usize::try_from(packed >> 16 & 7).ok().and_then(|level| LEVELS.get(level).copied());
    let restriction = level.ok_or_else(|| PyValueError::new_err("there are six levels of restriction"))?;
    let (listed_characters, tld_exceptions) = (packed & 1 << 19 != 0, packed & 1 << 20 != 0);
    let policy = Policy { restriction, listed_characters, tld_exceptions, ..Policy::LOOKALIKE_AWARE };
    let asked = Reason::ALL.into_iter().zip(0_u32..).map(|(reason, place)| (reason, packed >> place & 1 != 0));
    Ok(asked.fold(policy, |policy, (reason, is_asked)| policy.with_rule(reason, is_asked)))
}

/// Show a name: each label in Unicode where no rule objects, else as an A-label.
///
/// Args:
///     name: The name, a str.
///     policy: The rules, packed into an int.
///     watchlist: A Watchlist or None.
///
/// Returns:
///     What is shown, a str; `name` itself where that is the same.
#[pyfunction]
#[pyo3(signature = (name, policy, watchlist, /))]
fn shown<'py>(
    name: &Bound<'py, PyAny>,
    policy: u32,
    watchlist: Option<&Bound<'py, Watchlist>>,
) -> PyResult<Bound<'py, PyString>> {
    let text = arguments::text("name", name)?;
    let (py, policy, name) = (text.py(), policy_of(policy)?, name_of(text)?);
    let none = display::Watchlist::default();
    let watchlist = watchlist.map_or(&none, |watchlist| &watchlist.get().0);
    let shown = released(py, name.len(), || to_display_beside(&name, &policy, watchlist)).map_err(|_| no_memory())?;
    // An object of a derived class has methods of its own, which nobody expects of what is shown.
    if shown == name && !name.contains(char::REPLACEMENT_CHARACTER) && text.is_exact_instance_of::<PyString>() {
        Ok(text.clone())
    } else {
        string_of_text(py, &shown)
    }
}

/// Show a name, label by label.
///
/// Args:
///     name: The name, a str.
///     policy: The rules, packed into an int.
///     watchlist: A Watchlist or None.
///
/// Returns:
///     A list with a tuple for each label, at most the first 127: its ASCII form, its Unicode form, and either None,
///     None and None or the reason why it is not shown in Unicode, the place of the character at fault, in characters,
///     and that character's code point or None.
#[pyfunction]
#[pyo3(signature = (name, policy, watchlist, /))]
fn shown_labels<'py>(
    name: &Bound<'py, PyAny>,
    policy: u32,
    watchlist: Option<&Bound<'py, Watchlist>>,
) -> PyResult<Bound<'py, PyList>> {
    let text = arguments::text("name", name)?;
    let (py, policy, name) = (text.py(), policy_of(policy)?, name_of(text)?);
    let none = display::Watchlist::default();
    let watchlist = watchlist.map_or(&none, |watchlist| &watchlist.get().0);
    let labels = released(py, name.len(), || report_beside(&name, &policy, watchlist)).map_err(|_| no_memory())?;
    let labels = gathered(labels.iter().map(|label| facts(py, label)))?;
    list_of(py, labels)
}

fn facts<'py>(py: Python<'py>, label: &ShownLabel) -> PyResult<Bound<'py, PyTuple>> {
    let none = || py.None().into_bound(py);
    let [reason, offset, code_point] = match label.finding {
        None => [none(), none(), none()],
        Some(Finding { reason, offset, code_point }) => [
            ascii_string(py, reason.code().as_bytes())?.into_any(),
            offset.into_pyobject(py)?.into_any(),
            code_point.map_or_else(|| Ok(none()), |unit| unit.into_pyobject(py).map(Bound::into_any))?,
        ],
    };
    let ascii = label.ascii().map_err(|_| no_memory())?;
    let [ascii, unicode] = [&ascii, &label.unicode].map(|form| string_of_text(py, form));
    tuple_of(py, [ascii?.into_any(), unicode?.into_any(), reason, offset, code_point])
}

/// The name in an item of a watchlist, or the error of an item without an index.
fn watched_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    let item = name_of(text)?;
    match watched_name(&item) {
        Ok(name) => {
            let mut watched = String::new();
            watched.try_reserve_exact(name.len()).map_err(|_| no_memory())?;
            watched.push_str(name);
            Ok(watched)
        }
        Err(error) => Err(name_error(text, of_given(text, error)?)),
    }
}

/// The error of a text in which each lone surrogate was U+FFFD, as that of the text as it was given.
#[cold]
fn of_given(text: &Bound<'_, PyString>, error: LabelError) -> PyResult<LabelError> {
    if error.code_point() != Some(char::REPLACEMENT_CHARACTER.into()) {
        return Ok(error);
    }
    with_code_points(text, |units| error.blaming(units.get(error.offset()).copied()))
}

/// Names, of which look-alikes are looked up. It is built once, and any number of threads may use it.
///
/// Args:
///     names: The names, in either form: an iterable of str. White space around a name, `*.` before it and one final
///         dot are left out.
///
/// Raises:
///     TypeError: `names` is not an iterable of str.
///     AceError: An item is not a domain name, such as a URL, an address or an empty str. `index` is its index; `code`
///         and `offset` are those of `to_ascii` with the profile DNS; `std3_disallowed` for another `*`.
#[pyclass(frozen, module = "acelabel._native")]
pub(super) struct Watchlist(pub(super) display::Watchlist);

#[pymethods]
impl Watchlist {
    #[new]
    #[pyo3(signature = (names, /))]
    fn new(names: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, mut watched, mut pauses) = (names.py(), Vec::new(), Pauses::default());
        if names.is_instance_of::<PyString>() {
            return Err(arguments::wrong_type("names", "an iterable of str", names));
        }
        for (index, name) in iterable("names", "an iterable of str", names)?.enumerate() {
            let name = name?;
            let text = name.cast::<PyString>().map_err(|_| wrong_item(index, "str", &name))?;
            memory::push(&mut watched, watched_of(text).map_err(|error| at_index(py, error, index))?)
                .map_err(|_| no_memory())?;
            pauses.after(py, length(text))?;
        }
        let build = || {
            let mut watchlist = display::Watchlist::default();
            watched.iter().try_for_each(|name| watchlist.add(name)).map(|()| watchlist)
        };
        released(py, usize::MAX, build).map(Self).map_err(|_| no_memory())
    }

    /// The watched name that a name, or a name above it, looks like.
    ///
    /// A watched name, and what lies below it, looks like none. In a text with a character that no name holds, such as
    /// a URL, the names are looked up that it holds.
    ///
    /// Args:
    ///     name: The name, a str, in either form.
    ///
    /// Returns:
    ///     The watched name, a str; None where there is none; False where the text is more than a name, and no name was
    ///     found in it.
    #[pyo3(signature = (name, /))]
    fn target<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let text = arguments::text("name", name)?;
        let (py, name) = (text.py(), name_of(text)?);
        match released(py, name.len(), || self.0.looked(&name)).map_err(|_| no_memory())? {
            Looked::Like(target) => string_of_text(py, target).map(|target| Some(target.into_any())),
            Looked::Unlike => Ok(None),
            Looked::NoName => Ok(Some(PyBool::new(py, false).to_owned().into_any())),
        }
    }

    /// The number of names.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The names.
    ///
    /// Returns:
    ///     A tuple of str, without what is left out of them.
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, gathered(self.0.names().map(|name| string_of_text(py, name)))?)
    }
}
