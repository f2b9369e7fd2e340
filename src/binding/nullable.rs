//! Missing values of databases, which call a function for each row: no function of Python stands in between.

use super::domain::{to_ascii, to_unicode};
use super::many::{Items, OnError, map};
use super::prelude::*;

/// Call a function for each text of a list, as the functions do whose names end in `_many`.
///
/// Args:
///     function: A function that takes a str, and returns what stands for it or raises AceError.
///     texts: An iterable of str and None.
///     errors: "raise", "null" or "keep", a str.
///
/// Returns:
///     A list of what the function returned, str and None.
#[pyfunction(signature = (function, texts, errors, /))]
pub(super) fn each_text<'py>(
    function: &Object<'py>,
    texts: &Object<'py>,
    errors: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let one = |text: &Object<'py>| function.call1((text,)).map(Some);
    map("texts", texts, Items::Str, OnError::of(&errors)?, one)
}

macro_rules! or_none {
    ($function:ident, $of:ident, $form:literal) => {
        #[doc = concat!("Convert a domain name to its ", $form, " form under UTS46, and None to None.")]
        ///
        /// Args:
        ///     domain: The name, a str or None.
        ///
        /// Returns:
        #[doc = concat!("    The ", $form, " form, a str; None for None.")]
        #[pyfunction(signature = (domain, /))]
        pub(super) fn $function<'py>(domain: &Object<'py>) -> PyResult<Option<Text<'py>>> {
            if domain.is_none() {
                return Ok(None);
            }
            $of(domain, LEFT_OUT, LEFT_OUT).map(Some)
        }
    };
}
or_none!(to_ascii_or_none, to_ascii, "ASCII");
or_none!(to_unicode_or_none, to_unicode, "Unicode");
