//! `acelabel.punycode`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString};

use super::encoded::Encoded;
use super::error::refused;
use super::many::{self, OnError};
use super::text::{ascii_string, code_points, string, with_code_points};
use super::trace::Trace;
use crate::punycode;

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
///     case_flags: Mixed-case annotation (appendix A): one bool for each character of `text`. The flag of an ASCII
///         letter forces its case; that of a character beyond ASCII is the case of the last digit of its delta.
///
/// Returns:
///     The encoded form, an ASCII str.
///
/// Raises:
///     AceError: `surrogate` at a lone surrogate.
///     ValueError: `case_flags` has another length than `text`.
#[pyfunction]
#[pyo3(signature = (text, /, *, case_flags=None))]
fn encode<'py>(text: &Bound<'py, PyString>, case_flags: Option<Vec<bool>>) -> PyResult<Bound<'py, PyString>> {
    let Some(flags) = case_flags else { return encode_plain(text) };
    let units = code_points(text)?;
    if flags.len() != units.len() {
        return Err(PyValueError::new_err("case_flags needs one flag for each character of text"));
    }
    match punycode::encode_with_case(&units, &flags) {
        Ok(encoded) => ascii_string(text.py(), encoded.as_bytes()),
        Err(error) => Err(refused(error, text)),
    }
}

#[inline(always)]
fn encode_plain<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    with_code_points(text, |units| punycode::encode_with(units, |encoded| ascii_string(py, encoded)))?
        .unwrap_or_else(|error| Err(refused(error, text)))
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
///     AceError: `non_basic`, `invalid_digit`, `truncated`, `overflow`, `surrogate` or `code_point_too_large`.
#[pyfunction]
#[pyo3(signature = (encoded, /))]
fn decode<'py>(py: Python<'py>, encoded: Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    decode_plain(py, &encoded)
}

#[inline(always)]
fn decode_plain<'py>(py: Python<'py>, encoded: &Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    match encoded.with_octets(|octets| punycode::decode_with(octets, |text| string(py, text)))? {
        Ok(text) => text,
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
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
fn decode_with_case<'py>(py: Python<'py>, encoded: Encoded<'_, 'py>) -> PyResult<(Bound<'py, PyString>, Vec<bool>)> {
    match encoded.with_octets(punycode::decode_with_case)? {
        Ok((text, flags)) => Ok((string(py, &text)?, flags)),
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
}

/// Encode many texts as Punycode.
///
/// Args:
///     texts: An iterable of str (a single str is refused, as it would be taken apart).
///     errors: What becomes of a text that cannot be encoded: "raise" raises its AceError, "null" puts None, "keep"
///         puts the text as it is.
///
/// Returns:
///     A list with one item for each text.
///
/// Raises:
///     AceError: As for `encode`, if `errors` is "raise".
///     ValueError: `errors` is none of the three.
#[pyfunction]
#[pyo3(signature = (texts, *, errors=OnError::Raise), text_signature = "(texts, *, errors='raise')")]
fn encode_many<'py>(texts: &Bound<'py, PyAny>, errors: OnError) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    many::map(texts, errors, |text| encode_plain(text.cast::<PyString>()?).map(Some))
}

/// Decode many Punycode forms.
///
/// Args:
///     texts: An iterable of str, or ASCII bytes or bytearray (a single one is refused).
///     errors: What becomes of a form that cannot be decoded: "raise" raises its AceError, "null" puts None, "keep"
///         puts the form as it is.
///
/// Returns:
///     A list with one item for each form.
///
/// Raises:
///     AceError: As for `decode`, if `errors` is "raise".
///     ValueError: `errors` is none of the three.
#[pyfunction]
#[pyo3(signature = (texts, *, errors=OnError::Raise), text_signature = "(texts, *, errors='raise')")]
fn decode_many<'py>(texts: &Bound<'py, PyAny>, errors: OnError) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    many::map(texts, errors, |encoded| decode_plain(encoded.py(), &encoded.extract()?).map(Some))
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
///     AceError: As for `encode`.
#[pyfunction]
#[pyo3(signature = (text, /))]
fn trace_encode(text: &Bound<'_, PyString>) -> PyResult<Trace> {
    match punycode::trace_encode(&code_points(text)?) {
        Ok(trace) => Ok(Trace::from(trace)),
        Err(error) => Err(refused(error, text)),
    }
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
///     AceError: As for `decode`.
#[pyfunction]
#[pyo3(signature = (encoded, /))]
fn trace_decode(encoded: Encoded<'_, '_>) -> PyResult<Trace> {
    match encoded.with_octets(punycode::trace_decode)? {
        Ok(trace) => Ok(Trace::from(trace)),
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
}
