//! `acelabel.bootstring.Bootstring`.

use core::fmt::Write;

use pyo3::types::PyInt;

use super::list::made_again;
use super::prelude::*;
use super::text::string_of_decoded;
use super::trace::Trace;
use crate::bootstring::params::{Integers, Scalars};
use crate::bootstring::{self, MAX_DIGITS, Settings};

/// An instance of Bootstring (RFC 3492 sections 3, 4 and 6) with parameters of one's own.
///
/// Immutable and hashable; equal to any other instance with the same parameters. Basic code points are ASCII.
///
/// Section 4 allows parameters that make encoded forms very long: with `tmax = base - 1` an integer takes about
/// `delta / (base - 1)` digits, with `tmin = 0` the first one `initial_bias / base` or more. `max_digits` is the limit
/// for each code point. The default is enough for all parameters with `tmax <= base - 2`, if tmin is 1 or more or
/// initial_bias is less than 66 * base.
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
///     max_digits: How many digits an encoder writes for one code point at most, an int from 1, or None for any number.
///
/// Raises:
///     ValueError: A constraint of RFC 3492 section 4 does not hold, or max_digits is 0; the message names it.
#[pyclass(frozen, eq, hash, module = "acelabel.bootstring")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Bootstring(bootstring::Bootstring);

#[pymethods]
impl Bootstring {
    #[new]
    #[pyo3(signature = (*, digits, delimiter, tmin, tmax, skew, damp, initial_bias, initial_n, max_digits=LEFT_OUT))]
    #[pyo3(text_signature = "(*, digits, delimiter, tmin, tmax, skew, damp, initial_bias, initial_n, max_digits=66)")]
    #[allow(clippy::too_many_arguments, reason = "they are the parameters of section 4, given by name")]
    fn new(
        digits: &Object<'_>,
        delimiter: &Object<'_>,
        tmin: &Object<'_>,
        tmax: &Object<'_>,
        skew: &Object<'_>,
        damp: &Object<'_>,
        initial_bias: &Object<'_>,
        initial_n: &Object<'_>,
        max_digits: Optional<'_, '_>,
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
            max_digits: limit(&max_digits)?,
        };
        Self::of(&settings)
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
    ///         least initial_n, `too_long` at one that takes more digits than max_digits.
    #[pyo3(signature = (text, /))]
    fn encode<'py>(&self, text: &Object<'py>) -> PyResult<Text<'py>> {
        let (py, text) = (text.py(), arguments::text("text", text)?);
        let encode = |units: Str<'_>| {
            released(py, units.len(), || of_any_width!(units, units => self.0.encode_units::<Scalars, _>(units)))
        };
        let short = |units: &[u32]| self.0.encode_with::<Scalars>(units).map(String::into_bytes);
        let encoded = with_units(text, short, encode)?.map_err(|error| refused(error, text))?;
        string_of_octets(py, encoded)
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
    ///     AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, `surrogate` or
    ///         `code_point_too_large`.
    #[pyo3(signature = (encoded, /))]
    fn decode<'py>(&self, encoded: &Object<'py>) -> PyResult<Text<'py>> {
        let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
        string_of_decoded(py, encoded.read(py, |octets| self.0.decode_long::<Scalars>(octets))?)
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
    ///     AceError: `code_point_too_large` at an integer outside 0..2**32 - 1, `below_initial_n` and `too_long` as for
    ///         `encode`.
    #[pyo3(signature = (code_points, /))]
    fn encode_code_points<'py>(&self, code_points: &Object<'py>) -> PyResult<Text<'py>> {
        let py = code_points.py();
        let GivenIntegers { units, too_large } = GivenIntegers::of(code_points)?;
        let encode = || self.0.encode_units::<Integers, _>(&units);
        let refused = match (released(py, units.len(), encode), too_large) {
            (Ok(encoded), None) => return string_of_octets(py, encoded),
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
    ///     AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, or `code_point_too_large`
    ///         past 2**32 - 1.
    #[pyo3(signature = (encoded, /))]
    fn decode_code_points<'py>(&self, encoded: &Object<'py>) -> PyResult<Bound<'py, PyList>> {
        let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
        integers(py, &encoded.read(py, |octets| self.0.decode_code_points(octets))?)
    }

    /// Encode a text and keep every step (RFC 3492 section 7.3).
    ///
    /// Args:
    ///     text: The text, a str.
    ///
    /// Returns:
    ///     A `acelabel.punycode.Trace`; its str() is the text of section 7.3.
    ///
    /// Raises:
    ///     AceError: As for `encode`. Its attribute `trace` is the Trace up to the fault.
    #[pyo3(signature = (text, /))]
    fn trace_encode<'py>(slf: &Bound<'py, Self>, text: &Object<'py>) -> PyResult<Bound<'py, Trace>> {
        let text = arguments::text("text", text)?;
        let units = code_points(text)?;
        let bootstring = &slf.get().0;
        let run = released(slf.py(), units.len(), || bootstring.trace_encode(&units));
        Trace::of(run.map_err(|error| refused(error, text))?, text, Some(slf))
    }

    /// Decode to a text and keep every step (RFC 3492 section 7.2).
    ///
    /// Args:
    ///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
    ///
    /// Returns:
    ///     A `acelabel.punycode.Trace`; its str() is the text of section 7.2.
    ///
    /// Raises:
    ///     AceError: As for `decode`. Its attribute `trace` is the Trace up to the fault.
    #[pyo3(signature = (encoded, /))]
    fn trace_decode<'py>(slf: &Bound<'py, Self>, encoded: &Object<'py>) -> PyResult<Bound<'py, Trace>> {
        let encoded = Encoded::of("encoded", encoded)?;
        let bootstring = &slf.get().0;
        let run = encoded.read(slf.py(), |octets| bootstring.trace_decode(octets))?;
        Trace::of(run, &encoded.text()?, Some(slf))
    }

    /// An instance that differs in some parameters.
    ///
    /// Args:
    ///     parameters: The parameters that differ, by name: any of those of the constructor.
    ///
    /// Returns:
    ///     A new Bootstring.
    ///
    /// Raises:
    ///     TypeError: There is no such parameter, or its value has the wrong type.
    ///     ValueError: A constraint of RFC 3492 section 4 does not hold, or max_digits is 0; the message names it.
    #[pyo3(
        signature = (**parameters),
        text_signature = "($self, *, digits=..., delimiter=..., tmin=..., tmax=..., skew=..., damp=..., \
            initial_bias=..., initial_n=..., max_digits=...)"
    )]
    fn replace<'py>(&self, py: Python<'py>, parameters: Option<&Bound<'py, PyDict>>) -> PyResult<Object<'py>> {
        let keywords = self.keywords(py)?;
        if let Some(parameters) = parameters {
            keywords.update(parameters.as_mapping())?;
        }
        py.get_type::<Self>().call((), Some(&keywords))
    }

    /// The digits in the order of their values, a str.
    #[getter]
    fn digits<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.settings().digits)
    }

    /// The delimiter, a str of one character.
    #[getter]
    fn delimiter<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        written(py, |text| text.write_char(self.0.settings().delimiter))
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

    /// Returns what keeps the bias low for small deltas, an int.
    #[getter]
    fn skew(&self) -> u32 {
        self.0.settings().skew
    }

    /// Returns what scales the first delta down, an int.
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

    /// Returns how many digits an encoder writes for one code point at most, an int; None for any number.
    #[getter]
    fn max_digits(&self) -> Option<u32> {
        self.0.settings().max_digits
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        made_again(&py.get_type::<Self>(), self.keywords(py)?)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let (digits, delimiter) = (self.digits(py)?.repr()?, self.delimiter(py)?.repr()?);
        let (digits, delimiter) = (digits.to_cow()?, delimiter.to_cow()?);
        written(py, |repr| {
            write!(repr, "Bootstring(digits={digits}, delimiter={delimiter}")?;
            self.numbers().iter().try_for_each(|(name, value)| write!(repr, ", {name}={value}"))?;
            match self.max_digits() {
                Some(most) => write!(repr, ", max_digits={most})"),
                None => repr.write_str(", max_digits=None)"),
            }
        })
    }
}

impl Bootstring {
    fn of(settings: &Settings<'_>) -> PyResult<Self> {
        bootstring::Bootstring::new(settings).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The arguments that make an equal instance.
    fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (keywords, numbers) = (dict(py)?, self.numbers());
        keywords.set_item(intern!(py, "digits"), self.digits(py)?)?;
        keywords.set_item(intern!(py, "delimiter"), self.delimiter(py)?)?;
        for ((name, _), value) in numbers.iter().zip(integers(py, &numbers.map(|(_, value)| value))?.iter()) {
            keywords.set_item(ascii_string(py, name.as_bytes())?, value)?;
        }
        keywords.set_item(intern!(py, "max_digits"), self.max_digits())?;
        Ok(keywords)
    }

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

/// Adds `PUNYCODE`, the instance with the parameters of RFC 3492 section 5.
pub(super) fn add_punycode(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PUNYCODE", Bootstring::of(&crate::punycode::SETTINGS)?)
}

fn number(name: &str, value: &Object<'_>) -> PyResult<u32> {
    let integer = value.cast::<PyInt>().map_err(|_| wrong_type(name, "int", value))?;
    integer
        .extract()
        .map_err(|_| PyValueError::new_err(format!("the parameters violate a constraint: 0 <= {name} < 2**32")))
}

fn limit(max_digits: &Optional<'_, '_>) -> PyResult<Option<u32>> {
    match max_digits.given() {
        None => Ok(Some(MAX_DIGITS)),
        Some(none) if none.is_none() => Ok(None),
        Some(value) if value.is_instance_of::<PyInt>() => number("max_digits", value).map(Some),
        Some(other) => Err(wrong_type("max_digits", "int or None", other)),
    }
}

fn scalars(name: &str, text: &Object<'_>) -> PyResult<String> {
    let text = arguments::text(name, text)?;
    let units = with_units(text, first_scalars, |units| of_any_width!(units, units => first_scalars(units)))?;
    units.ok_or_else(|| {
        PyValueError::new_err(format!("the parameters violate a constraint: {name}: basic (ASCII) code points"))
    })
}

/// The first characters, and one more than there are basic code points, which are then not distinct.
fn first_scalars<U: Copy + Into<u32>>(units: &[U]) -> Option<String> {
    units.iter().take(129).map(|&unit| char::from_u32(unit.into())).collect()
}

fn single(delimiter: &str) -> PyResult<char> {
    let mut characters = delimiter.chars();
    match (characters.next(), characters.next()) {
        (Some(delimiter), None) => Ok(delimiter),
        _ => Err(PyValueError::new_err("the parameters violate a constraint: the delimiter is one code point")),
    }
}

/// The integers of an iterable, up to the first that 32 bits cannot hold. Nothing is believed of their number before.
struct GivenIntegers {
    units: Vec<u32>,
    too_large: Option<usize>,
}

impl GivenIntegers {
    fn of(code_points: &Object<'_>) -> PyResult<Self> {
        let (mut units, mut pauses) = (Vec::new(), Pauses::default());
        for item in iterable("code_points", "an iterable of int", code_points)? {
            let item = item?;
            let Ok(integer) = item.cast::<PyInt>() else { return Err(wrong_item(units.len(), "int", &item)) };
            match integer.extract() {
                Ok(unit) => memory::push(&mut units, unit).map_err(|_| no_memory())?,
                Err(_) => return Ok(Self { too_large: Some(units.len()), units }),
            }
            pauses.after(code_points.py(), 0)?;
        }
        Ok(Self { units, too_large: None })
    }
}
