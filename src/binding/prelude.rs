//! The words of nearly every file of the binding.

pub(super) use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeError, PyValueError};
pub(super) use pyo3::intern;
pub(super) use pyo3::prelude::*;
pub(super) use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

pub(super) use super::arguments::{self, LEFT_OUT, Optional, choice, iterable, wrong_item, wrong_type};
pub(super) use super::encoded::Encoded;
pub(super) use super::error::{
    Context, ace_error, ace_error_value, at_index, label_error, name_error, no_memory, raised, refused,
};
pub(super) use super::list::{dict, gathered, integers, list, list_of, numbers, or_none, tuple_of};
pub(super) use super::pauses::{Pauses, released};
pub(super) use super::text::characters::{Characters, Storage, Str, of_any_width, with_text};
pub(super) use super::text::{
    ascii_string, bytes, code_points, length, string, string_of_octets, string_of_text, with_characters,
    with_code_points, with_str, with_units, with_utf8, written,
};
pub(super) use crate::{Error, ErrorKind, LabelError, Profile, bounded, memory};

/// Any object of Python.
pub(super) type Object<'py> = Bound<'py, PyAny>;

/// A `str`.
pub(super) type Text<'py> = Bound<'py, PyString>;
