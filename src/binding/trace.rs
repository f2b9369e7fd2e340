//! `acelabel.punycode.Trace` and `TraceStep`: the steps of one run, for people to look at.

use std::fmt::Write;

use pyo3::exceptions::PyIndexError;
use pyo3::types::PySlice;

use super::arguments::beginning;
use super::prelude::*;
use crate::bootstring::shown::Shown;
use crate::bootstring::{self, Direction, Step};

/// The number of steps that a table shows at the beginning, and at the end.
const IN_TABLE: usize = 256;

/// The steps of one run of Bootstring (RFC 3492 sections 6.2 and 6.3).
///
/// An immutable sequence of TraceStep. `str()` gives the text of RFC 3492 section 7.2 (decoding) or 7.3 (encoding); a
/// notebook shows the object as a table. Both are shortened for long texts: of a text of more than 256 code points each
/// step shows the part around the code point inserted, and the table shows the first and the last 256 steps.
#[pyclass(frozen, module = "acelabel.punycode", sequence)]
pub(super) struct Trace {
    run: bootstring::Trace,
    input: Py<PyString>,
    /// The Bootstring whose run it is; none for `acelabel.punycode`.
    maker: Option<Py<PyAny>>,
}

impl Trace {
    /// The trace of a run, or the exception that refuses the input and carries the trace. `maker` is none for
    /// `acelabel.punycode`.
    pub(super) fn of<'py>(
        run: bootstring::Trace,
        input: &Text<'py>,
        maker: Option<&Object<'py>>,
    ) -> PyResult<Bound<'py, Self>> {
        let (py, maker) = (input.py(), maker.map(|maker| maker.clone().unbind()));
        let trace = Bound::new(py, Self { run, input: input.clone().unbind(), maker })?;
        let Some(error) = trace.get().error(py)? else { return Ok(trace) };
        let note = trace.get().note(py)?;
        let attach = py.import(intern!(py, "acelabel._errors"))?.getattr(intern!(py, "traced"))?;
        Err(PyErr::from_value(attach.call1((error, trace, note))?))
    }

    /// Returns what a traceback says below the error.
    fn note<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        const KEPT: usize = bootstring::Trace::KEPT;
        let count = self.run.steps().len();
        if self.run.direction() == Direction::Decode && length(self.input.bind(py)) > KEPT {
            return written(py, |note| write!(note, "No steps are kept of an input of more than {KEPT} octets."));
        }
        if count > 16 || self.run.is_shortened() {
            return written(py, |note| {
                write!(note, "The attribute `trace` of the error holds the {count} steps up to the fault.")
            });
        }
        self.shown(py, "The steps up to the fault:\n")
    }

    /// The steps and the fault, below a heading.
    fn shown<'py>(&self, py: Python<'py>, heading: &str) -> PyResult<Text<'py>> {
        let long = self.run.encoded().len();
        let Some(error) = self.error(py)? else {
            return written(py, |text| released(py, long, || write!(text, "{heading}{}", self.run)));
        };
        let errors = py.import(intern!(py, "acelabel._errors"))?;
        let message = errors.call_method1(intern!(py, "describe"), (error,))?;
        let message = message.cast::<PyString>()?.to_cow()?;
        written(py, |text| {
            released(py, long, || write!(text, "{heading}{}\nrefused: {message}", self.run.without_error()))
        })
    }

    /// The text after each step.
    fn texts(&self, py: Python<'_>) -> PyResult<Vec<Shown>> {
        released(py, self.run.encoded().len(), || self.run.texts()).map_err(|_| no_memory())
    }

    fn step_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (steps, mut pauses) = (list(py)?, Pauses::default());
        for (step, text) in self.run.steps().iter().zip(self.texts(py)?) {
            let whole = (!self.run.is_shortened()).then_some(text.code_points);
            steps.append(step_dict(py, step, self.run.digits(step), whole.as_deref())?)?;
            pauses.after(py, 0)?;
        }
        Ok(steps)
    }
}

#[pymethods]
impl Trace {
    /// "encode" or "decode".
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> &Text<'py> {
        match self.run.direction() {
            Direction::Encode => intern!(py, "encode"),
            Direction::Decode => intern!(py, "decode"),
        }
    }

    /// The input, a str: the text of an encoder, the encoded form of a decoder.
    #[getter]
    fn input(&self, py: Python<'_>) -> Py<PyString> {
        self.input.clone_ref(py)
    }

    /// The output, a str: the encoded form of an encoder, the text of a decoder. If the input is refused, it is empty
    /// (an encoder) or the text after the last step (a decoder).
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        match self.run.direction() {
            Direction::Encode => string_of_text(py, self.run.encoded()),
            Direction::Decode => string(py, self.run.text()),
        }
    }

    /// The literal part of the encoded form with its delimiter, a str; empty if there is none.
    #[getter]
    fn literal<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.run.literal())
    }

    /// Why the input is refused, an AceError; None if it is not refused.
    #[getter]
    fn error<'py>(&self, py: Python<'py>) -> PyResult<Option<Object<'py>>> {
        let context = Context { text: Some(self.input.bind(py)), ..Context::default() };
        self.run.error().map(|error| ace_error_value(py, error, &context)).transpose()
    }

    /// The steps in order, a tuple of TraceStep.
    #[getter]
    fn steps<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(slf.py(), (0..slf.get().__len__()).map(|index| TraceStep::at(slf, index)))
    }

    /// The attributes as a dict of what JSON knows.
    ///
    /// The size is linear in the number of steps: if the text has more than 256 code points, the code points of each
    /// step are None.
    ///
    /// Returns:
    ///     A dict with the keys direction, input, output, literal, steps (a list of dicts as of `TraceStep.to_dict`)
    ///     and error (a dict with the keys code, offset, codepoint, label_index and message, or None).
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = dict(py)?;
        facts.set_item(intern!(py, "direction"), self.direction(py))?;
        facts.set_item(intern!(py, "input"), &self.input)?;
        facts.set_item(intern!(py, "output"), self.output(py)?)?;
        facts.set_item(intern!(py, "literal"), self.literal(py)?)?;
        facts.set_item(intern!(py, "steps"), self.step_dicts(py)?)?;
        let errors = py.import(intern!(py, "acelabel._errors"))?;
        let error = self.error(py)?.map(|error| errors.call_method1(intern!(py, "facts"), (error,)));
        facts.set_item(intern!(py, "error"), error.transpose()?)?;
        Ok(facts)
    }

    fn __len__(&self) -> usize {
        self.run.steps().len()
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Object<'py>) -> PyResult<Object<'py>> {
        let (py, len) = (slf.py(), isize::try_from(slf.get().__len__())?);
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(len)?;
            let steps = (0..indices.slicelength).map(|count| {
                let behind_start = bounded::mul(bounded::to(count), indices.step);
                TraceStep::at(slf, bounded::index(bounded::add(indices.start, behind_start)))
            });
            return Ok(tuple_of(py, steps)?.into_any());
        }
        let index = index_of(index)?;
        let index = if index < 0 { bounded::add(index, len) } else { index };
        match usize::try_from(index) {
            Ok(place) if index < len => Ok(TraceStep::at(slf, place).into_pyobject(py)?.into_any()),
            _ => Err(PyIndexError::new_err("trace index out of range")),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        Ok(Self::steps(slf)?.as_any().try_iter()?.into_any())
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let is_same_maker = match (&self.maker, &other.maker) {
            (Some(maker), Some(of_other)) => maker.bind(py).eq(of_other)?,
            (maker, of_other) => maker.is_none() && of_other.is_none(),
        };
        Ok(self.run == other.run && is_same_maker && self.input.bind(py).as_any().eq(&other.input)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        tuple_of(py, [self.direction(py).clone().into_any(), self.input.bind(py).clone().into_any()])?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let module = py.import(intern!(py, "acelabel.punycode"))?.into_any();
        let maker = self.maker.as_ref().map_or(module, |maker| maker.bind(py).clone());
        let trace_of = maker.getattr(match self.run.direction() {
            Direction::Encode => intern!(py, "trace_encode"),
            Direction::Decode => intern!(py, "trace_decode"),
        })?;
        let again = py.import(intern!(py, "acelabel._errors"))?.getattr(intern!(py, "traced_again"))?;
        let parts = tuple_of(py, [trace_of, self.input.bind(py).clone().into_any()])?;
        tuple_of(py, [again, parts.into_any()])
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        self.shown(py, "")
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let refused = if self.run.error().is_some() { ", refused" } else { "" };
        let (count, plural) = (self.__len__(), if self.__len__() == 1 { "" } else { "s" });
        let (direction, encoded) = (self.direction(py).to_cow()?, self.run.encoded());
        written(py, |text| write!(text, "<Trace: {direction} {encoded:?}, {count} step{plural}{refused}>"))
    }

    /// The steps as a table of HTML, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let py = slf.py();
        let texts = list(py)?;
        let count = slf.get().__len__();
        for (index, shown) in slf.get().texts(py)?.into_iter().enumerate() {
            if index < IN_TABLE || bounded::add(index, IN_TABLE) >= count {
                let Shown { before, code_points, inserted, after } = shown;
                texts.append((index, before, string(py, &code_points)?, inserted, after))?;
            }
        }
        let name = if slf.get().maker.is_none() { intern!(py, "Punycode") } else { intern!(py, "Bootstring") };
        py.import(intern!(py, "acelabel._tables"))?.call_method1(intern!(py, "of_trace"), (slf, name, texts))
    }
}

fn index_of(index: &Object<'_>) -> PyResult<isize> {
    if !index.hasattr("__index__")? {
        let found = beginning(&index.get_type().name()?)?;
        return Err(PyTypeError::new_err(format!("trace indices must be integers or slices, not {found}")));
    }
    // An error of `__index__` goes through. An integer of any size is out of range like any other.
    let index = index.py().import("operator")?.call_method1("index", (index,))?;
    index.extract().map_err(|_| PyIndexError::new_err("trace index out of range"))
}

fn step_dict<'py>(py: Python<'py>, step: &Step, digits: &str, text: Option<&[u32]>) -> PyResult<Bound<'py, PyDict>> {
    let index = bounded::to(step.i);
    let numbers = integers(py, &[step.delta, step.bias.into(), step.n.into(), index])?;
    let text = text.map(|text| integers(py, text)).transpose()?;
    let facts = dict(py)?;
    facts.set_item(intern!(py, "delta"), numbers.get_item(0)?)?;
    facts.set_item(intern!(py, "digits"), string_of_text(py, digits)?)?;
    facts.set_item(intern!(py, "bias"), numbers.get_item(1)?)?;
    facts.set_item(intern!(py, "n"), numbers.get_item(2)?)?;
    facts.set_item(intern!(py, "i"), numbers.get_item(3)?)?;
    facts.set_item(intern!(py, "code_points"), text)?;
    Ok(facts)
}

/// One insertion of a Trace. An immutable value.
#[pyclass(frozen, module = "acelabel.punycode")]
pub(super) struct TraceStep {
    trace: Py<Trace>,
    index: usize,
}

impl TraceStep {
    fn at(trace: &Bound<'_, Trace>, index: usize) -> Self {
        Self { trace: trace.clone().unbind(), index }
    }

    fn run(&self) -> &bootstring::Trace {
        &self.trace.get().run
    }

    fn step(&self) -> Option<&Step> {
        // A step is made by its trace, from an index in range.
        bounded::some(self.run().steps().get(self.index))
    }

    fn digits_of_step(&self) -> &str {
        self.step().map_or("", |step| self.run().digits(step))
    }

    fn so_far(&self) -> PyResult<Vec<u32>> {
        self.run().so_far(bounded::add(self.index, 1)).map_err(|_| no_memory())
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
    fn digits<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.digits_of_step())
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
    fn code_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        integers(py, &self.so_far()?)
    }

    /// The text so far, the code point of this step included: a str.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string(py, &self.so_far()?)
    }

    /// The attributes as a dict of what JSON knows.
    ///
    /// Returns:
    ///     A dict with the keys delta, digits, bias, n, i and code_points.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self.step() {
            Some(step) => step_dict(py, step, self.digits_of_step(), Some(&self.so_far()?)),
            None => dict(py),
        }
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let same = self.trace.is(&other.trace);
        Ok(self.index == other.index && (same || self.trace.bind(py).eq(&other.trace)?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let [index] = numbers(py, [self.index])?;
        tuple_of(py, [self.trace.bind(py).clone().into_any(), index])?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let getitem = py.import(intern!(py, "operator"))?.getattr(intern!(py, "getitem"))?;
        let [index] = numbers(py, [self.index])?;
        let parts = tuple_of(py, [self.trace.bind(py).as_any(), &index])?;
        tuple_of(py, [getitem, parts.into_any()])
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let (delta, digits, bias, n, i) = (self.delta(), self.digits_of_step(), self.bias(), self.n(), self.i());
        written(py, |text| write!(text, "<TraceStep: delta {delta} {digits:?}, bias {bias}, U+{n:04X} at {i}>"))
    }
}
