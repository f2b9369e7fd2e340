//! Names that a rewrite or a search of the command left, as Python asks for them.

use pyo3::exceptions::PyRuntimeError;
use std::sync::{Mutex, MutexGuard, TryLockError};

use crate::binding::prelude::*;
use crate::text::{Leaving, LeftNames};

/// Counts the names that `text_piece` leaves, over all pieces that come with it. While it does, whoever asks it, such
/// as a callable that knows top-level domains, gets a RuntimeError.
///
/// Args:
///     work: "ascii" or "unicode" for a rewrite to this form, "find" for a search.
///
/// Raises:
///     ValueError: `work` is none of these.
#[pyclass(frozen, module = "acelabel._native")]
pub(crate) struct TextLeft {
    names: Mutex<LeftNames>,
}

#[pymethods]
impl TextLeft {
    #[new]
    #[pyo3(signature = (work, /))]
    fn new(work: &Object<'_>) -> PyResult<Self> {
        let works = [("ascii", Leaving::ToAscii), ("unicode", Leaving::ToUnicode), ("find", Leaving::Search)];
        Ok(Self { names: Mutex::new(LeftNames::of(*choice("work", &works, work)?)) })
    }

    /// The reasons for which names are left, most names first: a list of the kind, the reason, the number of names and
    /// the first of them, bytes. The reason is a code, or "kind", "defanged", "escaped", "in_unicode", "not_shown",
    /// "no_form", "no_local_part" or "no_tld".
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut names = self.taken()?;
        let rows = names.reasons().iter().map(|one| {
            let [kind, why] = [one.kind.name(), one.why.name()].map(|word| string_of_text(py, word));
            let [count] = numbers(py, [one.count])?;
            tuple_of(py, [kind?.into_any(), why?.into_any(), count, bytes(py, &one.first)?.into_any()])
        });
        list_of(py, gathered(rows)?)
    }

    /// The most frequent top-level domains of the bare names that are left for a reason.
    ///
    /// Args:
    ///     why: The reason, a str: "no_tld" or "in_unicode".
    ///
    /// Returns:
    ///     A list of str, the most frequent one first. All of them may be top-level domains: they are letters of ASCII,
    ///     or none of them are.
    #[pyo3(signature = (why, /))]
    fn endings<'py>(&self, py: Python<'py>, why: &str) -> PyResult<Bound<'py, PyList>> {
        list_of(py, gathered(self.taken()?.endings(why).map(|ending| string_of_text(py, ending)))?)
    }

    /// The number of lines that have what may be of a name, and no name that is found, an int.
    #[getter]
    fn lines(&self) -> PyResult<usize> {
        Ok(self.taken()?.lines())
    }

    /// The number of lines that are not UTF-8, an int: of those with letters beside what is not.
    #[getter]
    fn not_utf8(&self) -> PyResult<usize> {
        Ok(self.taken()?.not_utf8())
    }

    /// True if a line is Latin-1, in a text of which nothing was rewritten or found, a bool.
    #[getter]
    fn is_latin_1(&self) -> PyResult<bool> {
        Ok(self.taken()?.is_latin_1())
    }

    /// True if names are left that `everywhere` would read, a bool.
    #[getter]
    fn in_tails(&self) -> PyResult<bool> {
        Ok(self.taken()?.in_tails())
    }
}

impl TextLeft {
    /// The counts, for as long as they are held. To wait for them could be to wait for oneself.
    pub(super) fn taken(&self) -> PyResult<MutexGuard<'_, LeftNames>> {
        match self.names.try_lock() {
            Ok(names) => Ok(names),
            Err(TryLockError::Poisoned(names)) => Ok(names.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the callable in 'tlds' uses the object that calls it"))
            }
        }
    }
}
