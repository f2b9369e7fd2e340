//! `acelabel.bootstring.Bootstring`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyInt, PyString, PyTuple};

use super::encoded::Encoded;
use super::error::{Context, ace_error, refused};
use super::text::{ascii_string, code_points, string};
use crate::bootstring::params::Scalars;
use crate::bootstring::{self, Settings};
use crate::{Error, ErrorKind};

/// An instance of Bootstring (RFC 3492 sections 3, 4 and 6) with parameters of one's own.
///
/// Immutable and hashable; equal to any other instance with the same parameters. Basic code points are ASCII.
///
/// Section 4 allows parameters that make encoded forms very long: with `tmax = base - 1` an integer takes about
/// `delta / (base - 1)` digits, with `tmin = 0` the first one `initial_bias / base` or more.
///
/// Args:
///     digits: The digits in the order of their values: a str of distinct ASCII characters. Its length is the base.
///     delimiter: The character between the literal part and the integers: a str of one ASCII character, no digit.
///     tmin: The smallest threshold, an int from 0.
///     tmax: The largest threshold, an int from tmin to base - 1.
///     skew: An int from 1.
///     damp: An int from 2.
///     initial_bias: The bias before the first delta, an int; initial_bias mod base is at most base - tmin.
///     initial_n: The code point at which insertion begins, an int. Code points below it that are not basic cannot be
///         encoded.
///
/// Raises:
///     ValueError: A constraint of RFC 3492 section 4 does not hold; the message names it.
#[pyclass(frozen, eq, hash, module = "acelabel.bootstring")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Bootstring(bootstring::Bootstring);

#[pymethods]
impl Bootstring {
    #[new]
    #[pyo3(signature = (*, digits, delimiter, tmin, tmax, skew, damp, initial_bias, initial_n))]
    #[allow(clippy::too_many_arguments, reason = "they are the parameters of section 4, given by name")]
    fn new(
        digits: &Bound<'_, PyString>,
        delimiter: &Bound<'_, PyString>,
        tmin: &Bound<'_, PyInt>,
        tmax: &Bound<'_, PyInt>,
        skew: &Bound<'_, PyInt>,
        damp: &Bound<'_, PyInt>,
        initial_bias: &Bound<'_, PyInt>,
        initial_n: &Bound<'_, PyInt>,
    ) -> PyResult<Self> {
        let digits = scalars("digits", digits)?;
        let settings = Settings {
            digits: &digits,
            delimiter: single(&scalars("delimiter", delimiter)?)?,
            tmin: number("tmin", tmin)?,
            tmax: number("tmax", tmax)?,
            skew: number("skew", skew)?,
            damp: number("damp", damp)?,
            initial_bias: number("initial_bias", initial_bias)?,
            initial_n: number("initial_n", initial_n)?,
        };
        bootstring::Bootstring::new(&settings).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Encode a text (RFC 3492 section 6.3).
    ///
    /// Args:
    ///     text: The text, a str.
    ///
    /// Returns:
    ///     The encoded form, an ASCII str.
    ///
    /// Raises:
    ///     AceError: `surrogate` at a lone surrogate, `below_initial_n` at a character that is neither ASCII nor at
    ///         least initial_n.
    #[pyo3(signature = (text, /))]
    fn encode<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
        match self.0.encode_with::<Scalars>(&code_points(text)?) {
            Ok(encoded) => ascii_string(text.py(), encoded.as_bytes()),
            Err(error) => Err(refused(error, text)),
        }
    }

    /// Decode to a text (RFC 3492 section 6.2).
    ///
    /// Args:
    ///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
    ///
    /// Returns:
    ///     The text, a str.
    ///
    /// Raises:
    ///     AceError: `non_basic`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, `surrogate` or
    ///         `code_point_too_large`.
    #[pyo3(signature = (encoded, /))]
    fn decode<'py>(&self, py: Python<'py>, encoded: Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
        match encoded.with_octets(|octets| self.0.decode_with::<Scalars>(octets))? {
            Ok(text) => string(py, &text),
            Err(error) => Err(refused(error, &encoded.text()?)),
        }
    }

    /// Encode a sequence of integers (RFC 3492 section 6.3).
    ///
    /// Args:
    ///     code_points: An iterable of int from 0 to 2**32 - 1; surrogates are as good as any.
    ///
    /// Returns:
    ///     The encoded form, an ASCII str.
    ///
    /// Raises:
    ///     AceError: `code_point_too_large` at an integer outside 0..2**32 - 1, `below_initial_n` as for `encode`.
    #[pyo3(signature = (code_points, /))]
    fn encode_code_points<'py>(&self, code_points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        let py = code_points.py();
        let Integers { units, too_large } = Integers::of(code_points)?;
        let refused = match (self.0.encode_code_points(&units), too_large) {
            (Ok(encoded), None) => return ascii_string(py, encoded.as_bytes()),
            (Err(error), _) => error,
            (Ok(_), Some(offset)) => Error::new(ErrorKind::CodePointTooLarge, offset),
        };
        Err(ace_error(py, refused, &Context { codepoint: units.get(refused.offset()).copied(), ..Context::default() }))
    }

    /// Decode to a list of integers (RFC 3492 section 6.2).
    ///
    /// Args:
    ///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
    ///
    /// Returns:
    ///     A list of int from 0 to 2**32 - 1.
    ///
    /// Raises:
    ///     AceError: `non_basic`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, or `code_point_too_large`
    ///         past 2**32 - 1.
    #[pyo3(signature = (encoded, /))]
    fn decode_code_points(&self, encoded: Encoded<'_, '_>) -> PyResult<Vec<u32>> {
        match encoded.with_octets(|octets| self.0.decode_code_points(octets))? {
            Ok(units) => Ok(units),
            Err(error) => Err(refused(error, &encoded.text()?)),
        }
    }

    /// The digits in the order of their values, a str.
    #[getter]
    fn digits(&self) -> &str {
        self.0.settings().digits
    }

    /// The delimiter, a str of one character.
    #[getter]
    fn delimiter(&self) -> char {
        self.0.settings().delimiter
    }

    /// The smallest threshold, an int.
    #[getter]
    fn tmin(&self) -> u32 {
        self.0.settings().tmin
    }

    /// The largest threshold, an int.
    #[getter]
    fn tmax(&self) -> u32 {
        self.0.settings().tmax
    }

    /// What keeps the bias low for small deltas, an int.
    #[getter]
    fn skew(&self) -> u32 {
        self.0.settings().skew
    }

    /// What scales the first delta down, an int.
    #[getter]
    fn damp(&self) -> u32 {
        self.0.settings().damp
    }

    /// The bias before the first delta, an int.
    #[getter]
    fn initial_bias(&self) -> u32 {
        self.0.settings().initial_bias
    }

    /// The code point at which insertion begins, an int.
    #[getter]
    fn initial_n(&self) -> u32 {
        self.0.settings().initial_n
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let Settings { digits, delimiter, .. } = self.0.settings();
        let keywords = [("digits", digits.to_owned()), ("delimiter", delimiter.to_string())].into_py_dict(py)?;
        for (name, value) in self.numbers() {
            keywords.set_item(name, value)?;
        }
        Ok((PyTuple::empty(py), keywords))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Settings { digits, delimiter, .. } = self.0.settings();
        let quoted = |text: &str| PyString::new(py, text).repr().map(|repr| repr.to_string());
        let numbers = self.numbers().map(|(name, value)| format!(", {name}={value}")).concat();
        let delimiter = quoted(delimiter.encode_utf8(&mut [0; 4]))?;
        Ok(format!("Bootstring(digits={}, delimiter={delimiter}{numbers})", quoted(digits)?))
    }
}

impl Bootstring {
    fn numbers(&self) -> [(&'static str, u32); 6] {
        let Settings { tmin, tmax, skew, damp, initial_bias, initial_n, .. } = self.0.settings();
        [
            ("tmin", tmin),
            ("tmax", tmax),
            ("skew", skew),
            ("damp", damp),
            ("initial_bias", initial_bias),
            ("initial_n", initial_n),
        ]
    }
}

fn number(name: &str, value: &Bound<'_, PyInt>) -> PyResult<u32> {
    value
        .extract()
        .map_err(|_| PyValueError::new_err(format!("the parameters violate a constraint: 0 <= {name} < 2**32")))
}

fn scalars(name: &str, text: &Bound<'_, PyString>) -> PyResult<String> {
    let units = code_points(text)?.into_iter().map(char::from_u32).collect::<Option<String>>();
    units.ok_or_else(|| {
        PyValueError::new_err(format!("the parameters violate a constraint: {name}: basic (ASCII) code points"))
    })
}

fn single(delimiter: &str) -> PyResult<char> {
    let mut characters = delimiter.chars();
    match (characters.next(), characters.next()) {
        (Some(delimiter), None) => Ok(delimiter),
        _ => Err(PyValueError::new_err("the parameters violate a constraint: the delimiter is one code point")),
    }
}

/// The integers of an iterable, up to the first that 32 bits cannot hold.
struct Integers {
    units: Vec<u32>,
    too_large: Option<usize>,
}

impl Integers {
    fn of(code_points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut units = Vec::with_capacity(code_points.len().unwrap_or(0));
        for item in code_points.try_iter()? {
            match item?.cast::<PyInt>()?.extract() {
                Ok(unit) => units.push(unit),
                Err(_) => return Ok(Self { too_large: Some(units.len()), units }),
            }
        }
        Ok(Self { units, too_large: None })
    }
}
