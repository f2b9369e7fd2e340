//! `acelabel.race.Explanation`: how a label of RACE comes about, for people to look at.

use core::fmt::Write;

use super::prelude::*;
use crate::race::{self, Group};

/// The steps by which one text is written as a label of RACE (draft-ietf-idn-race-03 sections 2.2 to 2.5).
///
/// An immutable value. `str()` is a report; a notebook shows the object as a table.
#[pyclass(frozen, eq, hash, module = "acelabel.race")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Explanation(pub(super) race::Explanation);

#[pymethods]
impl Explanation {
    /// The text, a str.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.text())
    }

    /// The label, an ASCII str in lower case that begins with "bq--".
    #[getter]
    fn label<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.label())
    }

    /// The mode: "one_row", "two_row" or "uncompressed" (section 2.4.1).
    #[getter]
    fn mode<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.mode().name())
    }

    /// The rows of the text, which are the upper octets of its UTF-16 units: a tuple of int, each row once.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.rows())
    }

    /// The octets before Base32, bytes: the header, and the text behind it.
    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes(py, self.0.octets())
    }

    /// Each character and its octets: a tuple of pairs of a str and bytes.
    #[getter]
    fn characters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = list(py)?;
        for (character, octets) in self.character_octets() {
            let (character, octets) = (string(py, &[character.into()])?.into_any(), bytes(py, octets)?.into_any());
            pairs.append(tuple_of(py, [character, octets])?)?;
        }
        tuple_of(py, pairs)
    }

    /// The groups of Base32 (section 2.5): a tuple of pairs of up to five bytes and a str of up to eight characters.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = list(py)?;
        for Group { octets, characters } in self.0.groups() {
            let (octets, characters) = (bytes(py, octets)?.into_any(), string_of_text(py, characters)?.into_any());
            pairs.append(tuple_of(py, [octets, characters])?)?;
        }
        tuple_of(py, pairs)
    }

    /// The attributes as a dict of what JSON knows: octets as lists of int.
    ///
    /// Returns:
    ///     A dict with the keys text, label, mode, rows, octets, characters and groups.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let tables = slf.py().import(intern!(slf.py(), "acelabel._tables"))?;
        tables.call_method1(intern!(slf.py(), "facts_of_explanation"), (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let explain = py.import(intern!(py, "acelabel.race"))?.getattr(intern!(py, "explain"))?;
        tuple_of(py, [explain, tuple_of(py, [self.label(py)?])?.into_any()])
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        written(py, |text| write!(text, "{}", self.0))
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        written(py, |text| write!(text, "<Explanation: {} {}>", self.0.label(), self.0.mode().name()))
    }

    /// The characters, their octets and the groups of Base32 as a table of HTML, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let tables = slf.py().import(intern!(slf.py(), "acelabel._tables"))?;
        tables.call_method1(intern!(slf.py(), "of_explanation"), (slf,))
    }
}

impl Explanation {
    /// Each character and its octets.
    fn character_octets(&self) -> impl Iterator<Item = (char, &[u8])> {
        self.0.characters().map(|(character, octets)| (character, bounded::part(self.0.octets(), octets)))
    }
}
