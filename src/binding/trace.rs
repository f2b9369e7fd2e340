//! `acelabel.punycode.Trace` and `TraceStep`: the steps of one run, for people to look at.

use std::fmt::Write;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::text::string;
use crate::bootstring;

/// The steps of one run of Punycode (RFC 3492 sections 6.2 and 6.3).
///
/// A sequence of TraceStep. `str()` gives the text of RFC 3492 section 7.2 (decoding) or 7.3 (encoding); in a notebook
/// it shows itself as a table.
#[pyclass(frozen, eq, module = "acelabel.punycode", sequence)]
#[derive(PartialEq)]
pub(super) struct Trace(Arc<bootstring::Trace>);

impl From<bootstring::Trace> for Trace {
    fn from(trace: bootstring::Trace) -> Self {
        Self(Arc::new(trace))
    }
}

#[pymethods]
impl Trace {
    /// "encode" or "decode".
    #[getter]
    fn direction(&self) -> &'static str {
        match self.0.direction() {
            bootstring::Direction::Encode => "encode",
            bootstring::Direction::Decode => "decode",
        }
    }

    /// What went in: the text of an encoder, the encoded form of a decoder.
    #[getter]
    fn input<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        match self.0.direction() {
            bootstring::Direction::Encode => string(py, self.0.text()),
            bootstring::Direction::Decode => Ok(PyString::new(py, self.0.encoded())),
        }
    }

    /// What came out: the encoded form of an encoder, the text of a decoder.
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        match self.0.direction() {
            bootstring::Direction::Encode => Ok(PyString::new(py, self.0.encoded())),
            bootstring::Direction::Decode => string(py, self.0.text()),
        }
    }

    /// The literal part of the encoded form with its delimiter; empty if there is none.
    #[getter]
    fn literal(&self) -> &str {
        self.0.literal()
    }

    /// The steps, in order.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.__len__()).map(|index| TraceStep { trace: Arc::clone(&self.0), index }))
    }

    fn __len__(&self) -> usize {
        self.0.steps().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.steps(py)?.as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.steps(py)?.as_any().try_iter()?.into_any())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Trace: {} {:?}, {} steps>", self.direction(), self.0.encoded(), self.__len__())
    }

    /// The steps as a table of HTML, for notebooks.
    fn _repr_html_(&self) -> String {
        let mut html = String::from(
            "<table><thead><tr><th>delta</th><th>digits</th><th>bias after</th><th>n</th><th>i</th><th>text so far</th>\
             </tr></thead><tbody>",
        );
        for index in 0..self.__len__() {
            html.push_str(&self.html_row(index));
        }
        html.push_str("</tbody></table>");
        html
    }
}

impl Trace {
    fn html_row(&self, index: usize) -> String {
        let mut row = String::new();
        if let Some(step) = self.0.steps().get(index) {
            let (delta, bias, n, i) = (step.delta, step.bias, step.n, step.i);
            let digits = self.0.digits(step);
            let _infallible = write!(row, "<tr><td>{delta}</td><td><code>{digits}</code></td><td>{bias}</td>");
            let _infallible = write!(row, "<td>U+{n:04X}</td><td>{i}</td><td>");
            for code_point in self.0.so_far(index.saturating_add(1)) {
                let _infallible = write!(row, "&#x{code_point:X};");
            }
            row.push_str("</td></tr>");
        }
        row
    }
}

/// One insertion of a Trace.
#[pyclass(frozen, eq, module = "acelabel.punycode")]
#[derive(PartialEq)]
pub(super) struct TraceStep {
    trace: Arc<bootstring::Trace>,
    index: usize,
}

impl TraceStep {
    fn step(&self) -> Option<&bootstring::Step> {
        self.trace.steps().get(self.index)
    }

    fn so_far(&self) -> Vec<u32> {
        self.trace.so_far(self.index.saturating_add(1))
    }
}

#[pymethods]
impl TraceStep {
    /// The delta, an int.
    #[getter]
    fn delta(&self) -> u64 {
        self.step().map_or(0, |step| step.delta)
    }

    /// The digits that stand for the delta, a str.
    #[getter]
    fn digits(&self) -> &str {
        self.step().map_or("", |step| self.trace.digits(step))
    }

    /// The bias after the delta, an int.
    #[getter]
    fn bias(&self) -> u32 {
        self.step().map_or(0, |step| step.bias)
    }

    /// The code point inserted, an int.
    #[getter]
    fn n(&self) -> u32 {
        self.step().map_or(0, |step| step.n)
    }

    /// The index at which it is inserted into the text so far, an int.
    #[getter]
    fn i(&self) -> usize {
        self.step().map_or(0, |step| step.i)
    }

    /// The code points of the text so far, this one included: a list of int.
    #[getter]
    fn code_points(&self) -> Vec<u32> {
        self.so_far()
    }

    /// The text so far, the code point of this step included: a str.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.so_far())
    }

    fn __repr__(&self) -> String {
        let (delta, digits, bias, n, i) = (self.delta(), self.digits(), self.bias(), self.n(), self.i());
        format!("<TraceStep: delta {delta} {digits:?}, bias {bias}, U+{n:04X} at {i}>")
    }
}
