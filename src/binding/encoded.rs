//! Encoded forms, which may come as octets, too.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::text::{string, with_octets};

/// An encoded form: a `str`, or `bytes` or `bytearray` that should be ASCII.
pub(super) enum Encoded<'a, 'py> {
    Str(Borrowed<'a, 'py, PyString>),
    Bytes(Borrowed<'a, 'py, PyBytes>),
    ByteArray(Borrowed<'a, 'py, PyByteArray>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Encoded<'a, 'py> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            Ok(Self::Str(text))
        } else if let Ok(bytes) = object.cast::<PyBytes>() {
            Ok(Self::Bytes(bytes))
        } else if let Ok(array) = object.cast::<PyByteArray>() {
            Ok(Self::ByteArray(array))
        } else {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected str, bytes or bytearray, not {found}")))
        }
    }
}

impl<'py> Encoded<'_, 'py> {
    /// Works on one octet for each character. A `bytearray` is copied, as other threads may change it.
    #[inline(always)]
    pub(super) fn with_octets<R>(&self, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
        match self {
            Self::Str(text) => with_octets(text, work),
            Self::Bytes(bytes) => Ok(work(bytes.as_bytes())),
            Self::ByteArray(array) => Ok(work(&array.to_vec())),
        }
    }

    /// What an error quotes: octets are read as Latin-1, so that offsets agree.
    #[cold]
    pub(super) fn text(&self) -> PyResult<Bound<'py, PyString>> {
        let (octets, py) = match self {
            Self::Str(text) => return Ok((**text).clone()),
            Self::Bytes(bytes) => (bytes.as_bytes().to_vec(), bytes.py()),
            Self::ByteArray(array) => (array.to_vec(), array.py()),
        };
        string(py, &octets.iter().map(|&octet| u32::from(octet)).collect::<Vec<_>>())
    }
}
