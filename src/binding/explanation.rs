//! `acelabel.race.Explanation`: how a label of RACE comes about, for people to look at.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use super::html;
use crate::race;

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
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The label, an ASCII str in lower case that begins with "bq--".
    #[getter]
    fn label(&self) -> &str {
        self.0.label()
    }

    /// The mode: "one_row", "two_row" or "uncompressed" (section 2.4.1).
    #[getter]
    fn mode(&self) -> &'static str {
        self.0.mode().name()
    }

    /// The rows of the text, which are the upper octets of its UTF-16 units: a tuple of int, each row once.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rows())
    }

    /// The octets before Base32, bytes: the header, and the text behind it.
    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.octets())
    }

    /// Each character and its octets: a tuple of pairs of a str and bytes.
    #[getter]
    fn characters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let octets_of =
            |octets| PyBytes::new(py, self.0.octets().get::<std::ops::Range<usize>>(octets).unwrap_or_default());
        let pairs: Vec<_> = self.0.characters().map(|(character, octets)| (character, octets_of(octets))).collect();
        PyTuple::new(py, pairs)
    }

    /// The groups of Base32 (section 2.5): a tuple of pairs of up to five bytes and a str of up to eight characters.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs: Vec<_> = self.0.groups().map(|group| (PyBytes::new(py, group.octets), group.characters)).collect();
        PyTuple::new(py, pairs)
    }

    /// The attributes as a dict of what JSON knows: octets as lists of int.
    ///
    /// Returns:
    ///     A dict with the keys text, label, mode, rows, octets, characters and groups.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        facts.set_item("text", self.text())?;
        facts.set_item("label", self.label())?;
        facts.set_item("mode", self.mode())?;
        facts.set_item("rows", self.0.rows().iter().map(|&row| u32::from(row)).collect::<Vec<_>>())?;
        facts.set_item("octets", numbers(self.0.octets()))?;
        facts.set_item("characters", self.character_dicts(py)?)?;
        facts.set_item("groups", self.group_dicts(py)?)?;
        Ok(facts)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("acelabel.race")?.getattr("explain")?, (self.label().to_owned(),)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {} {}>", self.label(), self.mode())
    }

    /// The characters, their octets and the groups of Base32 as a table of HTML, for notebooks.
    fn _repr_html_(&self) -> String {
        let text = html::characters(self.text().chars().map(u32::from), None);
        let caption = format!("RACE: {text} is <code>{}</code>, {}", self.label(), self.mode());
        let mut table = String::new();
        let _infallible = html::begin(&mut table, &caption, &["", "octets", "Base32"]);
        self.html_rows(&mut table);
        table + html::END
    }
}

impl Explanation {
    fn character_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (character, octets) in self.0.characters() {
            let facts = PyDict::new(py);
            facts.set_item("character", character)?;
            facts.set_item("octets", numbers(self.0.octets().get(octets).unwrap_or_default()))?;
            list.append(facts)?;
        }
        Ok(list)
    }

    fn group_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for group in self.0.groups() {
            let facts = PyDict::new(py);
            facts.set_item("octets", numbers(group.octets))?;
            facts.set_item("characters", group.characters)?;
            list.append(facts)?;
        }
        Ok(list)
    }

    fn html_rows(&self, table: &mut String) {
        let hex = |octets: &[u8]| octets.iter().map(|octet| format!("{octet:02X}")).collect::<Vec<_>>().join(" ");
        let header = self.0.octets().get(..1).unwrap_or_default();
        let _infallible = write!(table, "<tr><td>header</td><td>{}</td><td></td></tr>", hex(header));
        for (character, octets) in self.0.characters() {
            let shown = html::characters([u32::from(character)].into_iter(), None);
            let octets = hex(self.0.octets().get(octets).unwrap_or_default());
            let _infallible = write!(table, "<tr><td>{shown}</td><td>{octets}</td><td></td></tr>");
        }
        for group in self.0.groups() {
            let (octets, characters) = (hex(group.octets), group.characters);
            let _infallible =
                write!(table, "<tr><td>group</td><td>{octets}</td><td><code>{characters}</code></td></tr>");
        }
    }
}

/// Octets as numbers: a list of `u8` would become bytes.
fn numbers(octets: &[u8]) -> Vec<u32> {
    octets.iter().map(|&octet| u32::from(octet)).collect()
}
