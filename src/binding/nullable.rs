//! Missing values of databases, which call a function for each row: no function of Python stands in between.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::Optional;
use super::domain::{to_ascii, to_unicode};
use super::functions;

functions!(to_ascii_or_none, to_unicode_or_none);

type Answer<'py> = PyResult<Option<Bound<'py, PyString>>>;

/// Convert a domain name to its ASCII form under UTS46, as `to_ascii` does, and None to None.
///
/// Args:
///     domain: The name, a str or None.
///
/// Returns:
///     The ASCII form, a str; None for None.
#[pyfunction]
#[pyo3(signature = (domain, /))]
fn to_ascii_or_none<'py>(domain: &Bound<'py, PyAny>) -> Answer<'py> {
    if domain.is_none() {
        return Ok(None);
    }
    to_ascii(domain, Optional::LEFT_OUT, Optional::LEFT_OUT).map(Some)
}

/// Convert a domain name to its Unicode form under UTS46, as `to_unicode` does, and None to None.
///
/// Args:
///     domain: The name, a str or None.
///
/// Returns:
///     The Unicode form, a str; None for None.
#[pyfunction]
#[pyo3(signature = (domain, /))]
fn to_unicode_or_none<'py>(domain: &Bound<'py, PyAny>) -> Answer<'py> {
    if domain.is_none() {
        return Ok(None);
    }
    to_unicode(domain, Optional::LEFT_OUT, Optional::LEFT_OUT).map(Some)
}
