//! `acelabel.race.Explanation`: how a label of RACE comes about, for people to look at.

use core::fmt::{self, Write};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use super::html;
use super::list::{dict, integers, list, tuple_of};
use super::text::{bytes, string, string_of_text, written};
use crate::bounded;
use crate::race::{self, Group, Hex};

/// How one text is written as a label of RACE (draft-ietf-idn-race-03 sections 2.2 to 2.5).
///
/// An immutable value. `str()` is a report; a notebook shows the object as a table.
#[pyclass(frozen, eq, hash, module = "acelabel.race")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Explanation(race::Explanation);

impl From<race::Explanation> for Explanation {
    fn from(explanation: race::Explanation) -> Self {
        Self(explanation)
    }
}

#[pymethods]
impl Explanation {
    /// The text, a str.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_of_text(py, self.0.text())
    }

    /// The label, an ASCII str in lower case that begins with "bq--".
    #[getter]
    fn label<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_of_text(py, self.0.label())
    }

    /// The mode: "one_row", "two_row" or "uncompressed" (section 2.4.1).
    #[getter]
    fn mode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_of_text(py, self.0.mode().name())
    }

    /// The rows of the text, which are the upper octets of its UTF-16 units: a tuple of int, each row once.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, integers(py, &self.0.rows())?)
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
            pairs
                .append(tuple_of(py, [string(py, &[character.into()])?.into_any(), bytes(py, octets)?.into_any()])?)?;
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
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = dict(py)?;
        facts.set_item(intern!(py, "text"), self.text(py)?)?;
        facts.set_item(intern!(py, "label"), self.label(py)?)?;
        facts.set_item(intern!(py, "mode"), self.mode(py)?)?;
        facts.set_item(intern!(py, "rows"), integers(py, &self.0.rows())?)?;
        facts.set_item(intern!(py, "octets"), integers(py, self.0.octets())?)?;
        facts.set_item(intern!(py, "characters"), self.character_dicts(py)?)?;
        facts.set_item(intern!(py, "groups"), self.group_dicts(py)?)?;
        Ok(facts)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let explain = py.import(intern!(py, "acelabel.race"))?.getattr(intern!(py, "explain"))?;
        tuple_of(py, [explain, tuple_of(py, [self.label(py)?])?.into_any()])
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        written(py, |text| write!(text, "{}", self.0))
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        written(py, |text| write!(text, "<Explanation: {} {}>", self.0.label(), self.0.mode().name()))
    }

    /// The characters, their octets and the groups of Base32 as a table of HTML, for notebooks.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = html::characters(self.0.text().chars().map(u32::from), None);
        let (label, mode) = (self.0.label(), self.0.mode().name());
        written(py, |table| {
            let caption = format_args!("RACE: {text} is <code>{label}</code>, {mode}");
            html::begin(table, &caption, &["", "octets", "Base32"])?;
            self.html_rows(table)?;
            table.write_str(html::END)
        })
    }
}

impl Explanation {
    /// Each character and its octets.
    fn character_octets(&self) -> impl Iterator<Item = (char, &[u8])> {
        self.0.characters().map(|(character, octets)| (character, bounded::part(self.0.octets(), octets)))
    }

    fn character_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = list(py)?;
        for (character, octets) in self.character_octets() {
            let facts = dict(py)?;
            facts.set_item(intern!(py, "character"), string(py, &[character.into()])?)?;
            facts.set_item(intern!(py, "octets"), integers(py, octets)?)?;
            list.append(facts)?;
        }
        Ok(list)
    }

    fn group_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = list(py)?;
        for group in self.0.groups() {
            let facts = dict(py)?;
            facts.set_item(intern!(py, "octets"), integers(py, group.octets)?)?;
            facts.set_item(intern!(py, "characters"), string_of_text(py, group.characters)?)?;
            list.append(facts)?;
        }
        Ok(list)
    }

    fn html_rows(&self, table: &mut impl Write) -> fmt::Result {
        let header = bounded::first(self.0.octets(), 1);
        write!(table, "<tr><td>header</td><td>{}</td><td></td></tr>", Hex(header))?;
        for (character, octets) in self.character_octets() {
            let shown = html::characters([u32::from(character)].into_iter(), None);
            write!(table, "<tr><td>{shown}</td><td>{}</td><td></td></tr>", Hex(octets))?;
        }
        for group in self.0.groups() {
            let (octets, characters) = (Hex(group.octets), group.characters);
            write!(table, "<tr><td>group</td><td>{octets}</td><td><code>{characters}</code></td></tr>")?;
        }
        Ok(())
    }
}
