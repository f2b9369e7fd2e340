//! Names that a rewrite or a search of the command left, as Python asks for them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::options::FedPiece;
use crate::binding::prelude::*;
use crate::text::{Done, Leaving, LeftNames, Rewriting, Start};

/// Counts the names that `text_piece` leaves, over all pieces that come with it.
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
        let mut names = self.locked();
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
        list_of(py, gathered(self.locked().endings(why).map(|ending| string_of_text(py, ending)))?)
    }

    /// The number of lines that have what may be of a name, and no name that is found, an int.
    #[getter]
    fn lines(&self) -> usize {
        self.locked().lines()
    }

    /// The number of lines that are not UTF-8, an int: of those with letters beside what is not.
    #[getter]
    fn not_utf8(&self) -> usize {
        self.locked().not_utf8()
    }

    /// True if a line is Latin-1, in a text of which nothing was rewritten or found, a bool.
    #[getter]
    fn is_latin_1(&self) -> bool {
        self.locked().is_latin_1()
    }

    /// True if names are left that `everywhere` would read, a bool.
    #[getter]
    fn in_tails(&self) -> bool {
        self.locked().in_tails()
    }
}

impl TextLeft {
    /// Looks at a portion of a text of which this was done.
    pub(super) fn feed(
        &self,
        text: &[u8],
        start: Start,
        end: usize,
        done: &Done<'_>,
        how: &Rewriting<'_>,
    ) -> Result<(), Error> {
        self.locked().feed(text, start, end, done, how)
    }

    /// Ends a text with its last piece.
    pub(super) fn end_of(left: Option<&Self>, piece: FedPiece) {
        if let Some(left) = left.filter(|_| piece.is_last) {
            left.locked().end();
        }
    }

    fn locked(&self) -> MutexGuard<'_, LeftNames> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
