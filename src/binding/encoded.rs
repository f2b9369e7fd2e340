//! Encoded forms, which may come as octets, too.
#![forbid(unsafe_code)]

use super::prelude::*;
use super::text::with_octets;

/// An encoded form: a `str`, or `bytes` or `bytearray` that should be ASCII.
pub(super) enum Encoded<'a, 'py> {
    Str(Borrowed<'a, 'py, PyString>),
    Bytes(Borrowed<'a, 'py, PyBytes>),
    /// A copy of a `bytearray`, which other threads may change. The work and the error see the same octets.
    Copy(Bound<'py, PyBytes>),
}

impl<'a, 'py> Encoded<'a, 'py> {
    /// The argument of this name as an encoded form.
    #[inline(always)]
    pub(super) fn of(name: &str, object: &'a Object<'py>) -> PyResult<Self> {
        match object.as_borrowed().cast::<PyString>() {
            Ok(text) => Ok(Self::Str(text)),
            Err(_) => Self::of_octets(name, object.as_borrowed()),
        }
    }

    /// Out of line, so that a `str` is handed on in registers.
    #[inline(never)]
    fn of_octets(name: &str, object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            Ok(Self::Bytes(bytes))
        } else if let Ok(array) = object.cast::<PyByteArray>() {
            Ok(Self::Copy(copied(&array)?))
        } else {
            Err(wrong_type(name, "str, bytes or bytearray", &object))
        }
    }
}

impl<'py> Encoded<'_, 'py> {
    /// Works on one octet for each character.
    #[inline(always)]
    pub(super) fn with_octets<R>(&self, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
        match self {
            Self::Str(text) => with_octets(text, work),
            Self::Bytes(bytes) => Ok(work(bytes.as_bytes())),
            Self::Copy(bytes) => Ok(work(bytes.as_bytes())),
        }
    }

    /// The result of work on the octets, with the interpreter released where they are many. A refusal quotes the form.
    pub(super) fn read<R: Send>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&[u8]) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let read = self.with_octets(|octets| released(py, octets.len(), || work(octets)))?;
        read.or_else(|error| Err(refused(error, &self.text()?)))
    }

    /// Returns what an error quotes: octets are read as Latin-1, so that offsets agree.
    #[cold]
    pub(super) fn text(&self) -> PyResult<Text<'py>> {
        match self {
            Self::Str(text) => Ok((**text).clone()),
            Self::Bytes(bytes) => PyString::from_encoded_object(bytes, Some(c"latin-1"), None),
            Self::Copy(bytes) => PyString::from_encoded_object(bytes, Some(c"latin-1"), None),
        }
    }
}

/// The octets of an array as they are now. `to_vec` would end the process where there is no memory.
#[cold]
fn copied<'py>(array: &Bound<'py, PyByteArray>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(array.py().get_type::<PyBytes>().call1((array,))?.cast_into()?)
}
