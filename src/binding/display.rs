//! `acelabel.display`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyList, PyString, PyTuple};

use super::arguments::{self, iterable, wrong_item};
use super::error::no_memory;
use super::list::{gathered, list_of, tuple_of};
use super::pauses::Pauses;
use super::text::{ascii_string, length, released, string_of_text, with_code_points};
use crate::display::{self, Finding, Policy, Reason, ShownLabel, report_beside, to_display_beside};
use crate::error::Error;
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

/// Names, of which look-alikes are looked up. It is built once, and any number of threads may use it.
///
/// Args:
///     names: The names, in either form: an iterable of str.
///
/// Raises:
///     TypeError: `names` is not an iterable of str.
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
            memory::push(&mut watched, name_of(text)?).map_err(|_| no_memory())?;
            pauses.after(py, length(text))?;
        }
        let built = released(py, usize::MAX, || display::Watchlist::new(&watched));
        Ok(Self(built.map_err(|_| no_memory())?))
    }

    /// The watched name that a name, or a name above it, looks like.
    ///
    /// A watched name, and what lies below it, looks like none.
    ///
    /// Args:
    ///     name: The name, a str, in either form.
    ///
    /// Returns:
    ///     The watched name as it was given, a str; None where there is none.
    #[pyo3(signature = (name, /))]
    fn target<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = arguments::text("name", name)?;
        let name = name_of(text)?;
        let target = released(text.py(), name.len(), || self.0.lookup(&name)).map_err(|_| no_memory())?;
        target.map(|target| string_of_text(text.py(), target)).transpose()
    }

    /// The number of names.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The names.
    ///
    /// Returns:
    ///     A tuple of str, as they were given.
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, gathered(self.0.names().map(|name| string_of_text(py, name)))?)
    }
}
