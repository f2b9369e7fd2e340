//! Missing values of databases, which call a function for each row: no function of Python stands in between.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::Optional;
use super::domain::{to_ascii, to_unicode};
use super::functions;

functions!(to_ascii_or_none, to_unicode_or_none);

macro_rules! or_none {
    ($function:ident, $of:ident, $form:literal) => {
        #[doc = concat!("Convert a domain name to its ", $form, " form under UTS46, and None to None.")]
        ///
        /// Args:
        ///     domain: The name, a str or None.
        ///
        /// Returns:
        #[doc = concat!("    The ", $form, " form, a str; None for None.")]
        #[pyfunction]
        #[pyo3(signature = (domain, /))]
        fn $function<'py>(domain: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
            if domain.is_none() {
                return Ok(None);
            }
            $of(domain, Optional::LEFT_OUT, Optional::LEFT_OUT).map(Some)
        }
    };
}
or_none!(to_ascii_or_none, to_ascii, "ASCII");
or_none!(to_unicode_or_none, to_unicode, "Unicode");
