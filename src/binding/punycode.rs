//! `acelabel.punycode`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyList, PyString, PyTuple};

use super::arguments::{self, Optional, iterable, wrong_item};
use super::error::{no_memory, refused};
use super::list::{list_of, tuple_of};
use super::many::{self, Items, OnError};
use super::pauses::Pauses;
use super::text::characters::{Units, of_any_width};
use super::encoded::Encoded;
use super::text::{
    Made, SHORT, ascii_string, code_points, length, made, released, string, string_of_decoded, string_of_octets,
    with_units,
};
use super::trace::Trace;
use crate::bounded;
use crate::punycode::{self, shared};
use crate::{Error, memory};

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![
        wrap_pyfunction!(encode, module)?,
        wrap_pyfunction!(decode, module)?,
        wrap_pyfunction!(decode_with_case, module)?,
        wrap_pyfunction!(encode_many, module)?,
        wrap_pyfunction!(decode_many, module)?,
        wrap_pyfunction!(trace_encode, module)?,
        wrap_pyfunction!(trace_decode, module)?,
    ])
}

/// Encode a text as Punycode (RFC 3492 sections 5 and 6.3).
///
/// This is the raw codec: no prefix `xn--`, no dots, no limit of length.
///
/// Args:
///     text: The text, a str.
///     case_flags: Mixed-case annotation (appendix A): an iterable of one bool for each character of `text`. The flag
///         of an ASCII letter forces the case of the letter. The flag of a character beyond ASCII is the case of the
///         last digit of its delta. At most one item more than `text` has characters is read.
///
/// Returns:
///     The encoded form, an ASCII str.
///
/// Raises:
///     AceError: `surrogate` at a lone surrogate.
///     ValueError: `case_flags` has another length than `text`.
///     TypeError: `case_flags` holds an item that is not a bool.
#[pyfunction]
#[pyo3(signature = (text, /, *, case_flags=None))]
fn encode<'py>(text: &Bound<'py, PyAny>, case_flags: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyString>> {
    let text = arguments::text("text", text)?;
    let Some(flags) = case_flags else { return encode_plain(text) };
    let (py, flags) = (text.py(), flags_of(flags, length(text))?);
    let units = code_points(text)?;
    match released(py, units.len(), || punycode::encode_octets_with_case(&units, &flags)) {
        Ok(encoded) => string_of_octets(py, encoded),
        Err(error) => Err(refused(error, text)),
    }
}

/// One flag for each of so many characters. No more than one item too many is read, and nothing is believed of the
/// number of items before.
fn flags_of(case_flags: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<bool>> {
    let (py, mut flags, mut pauses) = (case_flags.py(), Vec::new(), Pauses::default());
    for flag in iterable("case_flags", "an iterable of bool", case_flags)?.take(bounded::add(count, 1)) {
        let flag = flag?;
        let value = flag.extract::<bool>().map_err(|error| {
            if error.is_instance_of::<PyTypeError>(py) { wrong_item(flags.len(), "bool", &flag) } else { error }
        });
        memory::push(&mut flags, value?).map_err(|_| no_memory())?;
        pauses.after(py, 0)?;
    }
    if flags.len() == count {
        return Ok(flags);
    }
    Err(PyValueError::new_err("case_flags needs one flag for each character of text"))
}

/// Returns what is made of the outcome of a codec that hands it over.
#[inline(always)]
pub(super) fn handed_over<'py, T: ?Sized>(
    codec: impl FnOnce(&mut dyn FnMut(&T)) -> Result<(), Error>,
    make: impl Fn(&T) -> PyResult<Bound<'py, PyString>>,
) -> Made<'py> {
    let mut outcome = Err(memory::refused());
    codec(&mut |text| outcome = made(make(text)))?;
    outcome
}

#[inline(always)]
fn encode_plain<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    let short = |units: &[u32]| handed_over(|make| shared::encode(units, make), |encoded| ascii_string(py, encoded));
    with_units(text, short, |units| encode_long(py, units))?.map_err(|error| refused(error, text))
}

#[cold]
#[inline(never)]
fn encode_long<'py>(py: Python<'py>, units: Units<'_>) -> Made<'py> {
    let encoded = released(py, units.len(), || of_any_width!(units, units => punycode::encode_units(units)))?;
    made(string_of_octets(py, encoded))
}

/// Decode Punycode to a text (RFC 3492 sections 5 and 6.2).
///
/// This is the raw codec: no prefix `xn--`, no dots, no limit of length. Digits are accepted in either letter case.
///
/// Args:
///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
///
/// Returns:
///     The text, a str.
///
/// Raises:
///     AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `surrogate` or `code_point_too_large`.
#[pyfunction]
#[pyo3(signature = (encoded, /))]
fn decode<'py>(encoded: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    decode_plain(encoded.py(), &Encoded::of("encoded", encoded)?)
}

#[inline(always)]
fn decode_plain<'py>(py: Python<'py>, encoded: &Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    let decoded = encoded.with_octets(|octets| {
        if octets.len() > SHORT {
            return decode_long(py, octets);
        }
        punycode::decode_with(octets, |text| made(string(py, text)))?
    })?;
    match decoded {
        Ok(text) => Ok(text),
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
}

#[cold]
#[inline(never)]
fn decode_long<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py> {
    let decoded = released(py, octets.len(), || punycode::decode_long(octets))?;
    made(string_of_decoded(py, decoded))
}

/// Decode Punycode with its mixed-case annotation (RFC 3492 appendix A).
///
/// Args:
///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
///
/// Returns:
///     The text, a str, and one bool for each of its characters: for ASCII whether it is an upper-case letter, for
///     all others whether the last digit of its delta is.
///
/// Raises:
///     AceError: As for `decode`.
#[pyfunction]
#[pyo3(signature = (encoded, /))]
fn decode_with_case<'py>(encoded: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
    match encoded.with_octets(|octets| released(py, octets.len(), || punycode::decode_with_case(octets)))? {
        Ok((text, flags)) => tuple_of(py, [string(py, &text)?.into_any(), list_of(py, flags)?.into_any()]),
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
}

/// Encode many texts as Punycode.
///
/// The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.
///
/// Args:
///     texts: An iterable of str: a list, a column of pandas or polars, an array of Arrow, or any other. A missing
///         value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives None. A single str is refused: its items would
///         be its characters.
///     errors: What to do with a text that cannot be encoded: "raise" raises its AceError, "null" puts None in its
///         place, "keep" puts the text itself.
///
/// Returns:
///     A list with one item per text.
///
/// Raises:
///     AceError: The same as for `encode`, if `errors` is "raise"; with the `index` of the text.
///     TypeError: An argument or an item is of another type.
///     ValueError: `errors` is not one of the three.
#[pyfunction]
#[pyo3(signature = (texts, *, errors=Optional::LEFT_OUT), text_signature = "(texts, *, errors='raise')")]
fn encode_many<'py>(texts: &Bound<'py, PyAny>, errors: Optional<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
    many::map("texts", texts, Items::Str, OnError::of(&errors)?, |text| {
        encode_plain(text.cast::<PyString>()?).map(Some)
    })
}

/// Decode many Punycode forms.
///
/// The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.
///
/// Args:
///     texts: An iterable of str, or of ASCII bytes or bytearray: a list, a column of pandas or polars, an array of
///         Arrow, or any other. A missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives None. A single
///         form is refused.
///     errors: What to do with a form that cannot be decoded: "raise" raises its AceError, "null" puts None in its
///         place, "keep" puts the form itself.
///
/// Returns:
///     A list with one item per form.
///
/// Raises:
///     AceError: The same as for `decode`, if `errors` is "raise"; with the `index` of the form.
///     TypeError: An argument or an item is of another type.
///     ValueError: `errors` is not one of the three.
#[pyfunction]
#[pyo3(signature = (texts, *, errors=Optional::LEFT_OUT), text_signature = "(texts, *, errors='raise')")]
fn decode_many<'py>(texts: &Bound<'py, PyAny>, errors: Optional<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
    many::map("texts", texts, Items::StrOrOctets, OnError::of(&errors)?, |encoded| {
        decode_plain(encoded.py(), &Encoded::of("texts", encoded)?).map(Some)
    })
}

/// Encode a text as Punycode and keep every step (RFC 3492 section 7.3).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     A Trace; its str() is the text of section 7.3.
///
/// Raises:
///     AceError: As for `encode`. Its attribute `trace` is the Trace up to the fault.
#[pyfunction]
#[pyo3(signature = (text, /))]
fn trace_encode<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Trace>> {
    let text = arguments::text("text", text)?;
    let units = code_points(text)?;
    Trace::of(released(text.py(), units.len(), || punycode::trace_encode(&units)), text, None)
}

/// Decode Punycode and keep every step (RFC 3492 section 7.2).
///
/// Args:
///     encoded: The encoded form: a str, or ASCII bytes or bytearray.
///
/// Returns:
///     A Trace; its str() is the text of section 7.2.
///
/// Raises:
///     AceError: As for `decode`. Its attribute `trace` is the Trace up to the fault.
#[pyfunction]
#[pyo3(signature = (encoded, /))]
fn trace_decode<'py>(encoded: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Trace>> {
    let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
    let run = encoded.with_octets(|octets| released(py, octets.len(), || punycode::trace_decode(octets)))?;
    Trace::of(run, &encoded.text()?, None)
}
