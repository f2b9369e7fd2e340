//! Strings across the border: a `str` as code points, code points as a `str`, and the octets of an encoded form.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// What stands for a character beyond ASCII among the octets of an encoded form: each codec refuses it where it is.
const NOT_ASCII: u8 = 0xFF;

/// The code points of a `str`, lone surrogates included.
///
/// By way of a temporary `bytes`: `PyString::to_str` would leave a UTF-8 copy in the caller's object.
pub(super) fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    let octets = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?.cast_into::<PyBytes>()?;
    let (units, _) = octets.as_bytes().as_chunks::<4>();
    Ok(units.iter().map(|&unit| u32::from_le_bytes(unit)).collect())
}

/// A `str` of these code points, lone surrogates included.
pub(super) fn string<'py>(py: Python<'py>, code_points: &[u32]) -> PyResult<Bound<'py, PyString>> {
    let octets: Vec<u8> = code_points.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let text = PyBytes::new(py, &octets).call_method1("decode", ("utf-32-le", "surrogatepass"))?;
    Ok(text.cast_into::<PyString>()?)
}

/// An encoded form: a `str`, or `bytes` or `bytearray` that should be ASCII.
pub(super) enum Encoded<'a, 'py> {
    Str(Borrowed<'a, 'py, PyString>),
    Octets(Vec<u8>, Python<'py>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Encoded<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            Ok(Self::Str(text))
        } else if let Ok(bytes) = object.cast::<PyBytes>() {
            Ok(Self::Octets(bytes.as_bytes().to_vec(), object.py()))
        } else if let Ok(array) = object.cast::<PyByteArray>() {
            Ok(Self::Octets(array.to_vec(), object.py()))
        } else {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected str, bytes or bytearray, not {found}")))
        }
    }
}

impl<'py> Encoded<'_, 'py> {
    /// One octet for each character.
    pub(super) fn octets(&self) -> PyResult<Vec<u8>> {
        match self {
            Self::Octets(octets, _) => Ok(octets.clone()),
            Self::Str(text) => Ok(code_points(text)?.into_iter().map(octet).collect()),
        }
    }

    /// What an error quotes: octets are read as Latin-1, so that offsets agree.
    pub(super) fn text(&self) -> PyResult<Bound<'py, PyString>> {
        match self {
            Self::Str(text) => Ok((**text).clone()),
            Self::Octets(octets, py) => string(*py, &octets.iter().map(|&octet| u32::from(octet)).collect::<Vec<_>>()),
        }
    }
}

fn octet(code_point: u32) -> u8 {
    u8::try_from(code_point).ok().filter(u8::is_ascii).unwrap_or(NOT_ASCII)
}
