//! `acelabel.race`.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString};

use super::encoded::Encoded;
use super::error::{Context, ace_error, refused};
use super::many::{self, OnError};
use super::text::{ascii_string, code_points, string, with_code_points};
use crate::{Error, race};

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![
        wrap_pyfunction!(encode, module)?,
        wrap_pyfunction!(decode, module)?,
        wrap_pyfunction!(mode, module)?,
        wrap_pyfunction!(encode_domain, module)?,
        wrap_pyfunction!(decode_domain, module)?,
        wrap_pyfunction!(encode_many, module)?,
        wrap_pyfunction!(decode_many, module)?,
    ])
}

/// Encode one label as RACE (draft-ietf-idn-race-03 section 2.2).
///
/// Args:
///     text: The text of the label, a str.
///
/// Returns:
///     The label, an ASCII str that begins with "bq--", in lower case.
///
/// Raises:
///     AceError: `empty`, `lone_surrogate`, `all_std13`, `u0099_in_compressed_mode` or `too_long`.
#[pyfunction]
#[pyo3(signature = (text, /))]
fn encode<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    encode_plain(text)
}

#[inline(always)]
fn encode_plain<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    with_code_points(text, |units| race::encode_with(units, |label| ascii_string(py, label)))?
        .unwrap_or_else(|error| Err(refused(error, text)))
}

/// Decode one RACE label (draft-ietf-idn-race-03 section 2.4), strictly: each text has one label.
///
/// Args:
///     label: The label: a str, or ASCII bytes or bytearray. ASCII letters are taken in either case.
///
/// Returns:
///     The text, a str.
///
/// Raises:
///     AceError: `non_ascii`, `no_prefix`, `label_too_long`, `bad_base32_char`, `bad_base32_length`,
///         `nonzero_padding`, `too_short`, `too_long`, `d8_odd_length`, `d8_but_compressible`, `surrogate_row`,
///         `u0099_in_compressed_mode`, `trailing_escape`, `escape_in_row0`, `all_escaped`, `all_std13` or
///         `lone_surrogate`.
#[pyfunction]
#[pyo3(signature = (label, /))]
fn decode<'py>(py: Python<'py>, label: Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    decode_plain(py, &label)
}

#[inline(always)]
fn decode_plain<'py>(py: Python<'py>, label: &Encoded<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    match label.with_octets(|octets| race::decode_with(octets, |text| string(py, text)))? {
        Ok(text) => text,
        Err(error) => Err(refused(error, &label.text()?)),
    }
}

/// The mode in which a label is encoded (draft-ietf-idn-race-03 section 2.2).
///
/// Args:
///     text: The text of the label, a str.
///
/// Returns:
///     "one_row", "two_row" or "uncompressed".
///
/// Raises:
///     AceError: As for `encode`.
#[pyfunction]
#[pyo3(signature = (text, /))]
fn mode(text: &Bound<'_, PyString>) -> PyResult<&'static str> {
    match race::mode_code_points(&code_points(text)?) {
        Ok(mode) => Ok(mode.name()),
        Err(error) => Err(refused(error, text)),
    }
}

/// Encode the labels of a domain name that need it.
///
/// Args:
///     domain: The name, a str; its labels are separated by U+002E. Labels of ASCII letters, digits and hyphens alone
///         are left as they are.
///
/// Returns:
///     The name, an ASCII str.
///
/// Raises:
///     AceError: As for `encode`, and `ace_prefix_in_input`; with `label_index`, and the offset in the whole name.
#[pyfunction]
#[pyo3(signature = (domain, /))]
fn encode_domain<'py>(domain: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let units = code_points(domain)?;
    match race::encode_domain_code_points(&units) {
        Ok(name) => ascii_string(domain.py(), name.as_bytes()),
        Err(error) => Err(refused_in_domain(error, domain, &units)),
    }
}

/// Decode the labels of a domain name that begin with "bq--".
///
/// Args:
///     domain: The name, a str; its labels are separated by U+002E. Labels without the prefix are left as they are.
///
/// Returns:
///     The name, a str. It has as many labels as `domain`.
///
/// Raises:
///     AceError: As for `decode`, and `label_separator` and `ace_prefix_in_input` where the text of a label would be
///         read as several labels or as RACE again; with `label_index`, and the offset in the whole name.
#[pyfunction]
#[pyo3(signature = (domain, /))]
fn decode_domain<'py>(domain: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let units = code_points(domain)?;
    match race::decode_domain_code_points(&units) {
        Ok(name) => string(domain.py(), &name),
        Err(error) => Err(refused_in_domain(error, domain, &units)),
    }
}

/// Encode many labels as RACE.
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

/// Decode many RACE labels.
///
/// Args:
///     texts: An iterable of str, or ASCII bytes or bytearray (a single one is refused).
///     errors: What becomes of a label that cannot be decoded: "raise" raises its AceError, "null" puts None, "keep"
///         puts the label as it is.
///
/// Returns:
///     A list with one item for each label.
///
/// Raises:
///     AceError: As for `decode`, if `errors` is "raise".
///     ValueError: `errors` is none of the three.
#[pyfunction]
#[pyo3(signature = (texts, *, errors=OnError::Raise), text_signature = "(texts, *, errors='raise')")]
fn decode_many<'py>(texts: &Bound<'py, PyAny>, errors: OnError) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    many::map(texts, errors, |label| decode_plain(label.py(), &label.extract()?).map(Some))
}

fn refused_in_domain(error: Error, domain: &Bound<'_, PyString>, units: &[u32]) -> PyErr {
    let full_stops = units.iter().take(error.offset()).filter(|&&unit| unit == u32::from('.')).count();
    ace_error(domain.py(), error, &Context { text: Some(domain), label_index: Some(full_stops), ..Context::default() })
}
