//! The common parts of Punycode and RACE: single calls, and lists.

use super::many::{self, Items, OnError};
use super::prelude::*;
use super::text::characters::SHORT;
use super::text::{Made, made};

/// A raw codec.
pub(super) trait Codec {
    /// The encoded form of a short text.
    fn encode<'py>(py: Python<'py>, text: &[u32]) -> Made<'py>;

    /// The same of a long one.
    fn encode_long(text: Str<'_>) -> Result<Vec<u8>, Error>;

    /// The text of a short encoded form.
    fn decode<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py>;

    /// The same of a long one. The interpreter is released where that takes long.
    fn decode_long<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py>;
}

#[inline(always)]
pub(super) fn encode<'py, C: Codec>(text: &Text<'py>) -> PyResult<Text<'py>> {
    let py = text.py();
    with_units(text, |units| C::encode(py, units), |units| encode_long::<C>(py, units))?
        .map_err(|error| refused(error, text))
}

#[cold]
#[inline(never)]
fn encode_long<'py, C: Codec>(py: Python<'py>, units: Str<'_>) -> Made<'py> {
    made(string_of_octets(py, released(py, units.len(), || C::encode_long(units))?))
}

#[inline(always)]
pub(super) fn decode<'py, C: Codec>(py: Python<'py>, encoded: &Encoded<'_, 'py>) -> PyResult<Text<'py>> {
    let decoded = encoded
        .with_octets(|octets| if octets.len() > SHORT { C::decode_long(py, octets) } else { C::decode(py, octets) })?;
    match decoded {
        Ok(text) => Ok(text),
        Err(error) => Err(refused(error, &encoded.text()?)),
    }
}

pub(super) fn encode_many<'py, C: Codec>(
    texts: &Object<'py>,
    errors: &Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    many::map("texts", texts, Items::Str, OnError::of(errors)?, |text| encode::<C>(text.cast()?).map(Some))
}

pub(super) fn decode_many<'py, C: Codec>(
    texts: &Object<'py>,
    errors: &Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    many::map("texts", texts, Items::StrOrOctets, OnError::of(errors)?, |encoded| {
        decode::<C>(encoded.py(), &Encoded::of("texts", encoded)?).map(Some)
    })
}

/// The functions for lists: their first sentences, and what the codec calls an encoded form.
macro_rules! lists {
    ($codec:ident, $encode:literal, $decode:literal, $form:literal) => {
        #[doc = $encode]
        ///
        /// The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.
        ///
        /// Args:
        ///     texts: An iterable of str: a list, a column of pandas or polars, an array of Arrow, or any other. A
        ///         missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives None. A single str is refused:
        ///         its items would be its characters.
        ///     errors: What to do with a text that cannot be encoded: "raise" raises its AceError, "null" puts None in
        ///         its place, "keep" puts the text itself.
        ///
        /// Returns:
        ///     A list with one item per text.
        ///
        /// Raises:
        ///     AceError: The same as for `encode`, if `errors` is "raise"; with the `index` of the text.
        ///     TypeError: An argument or an item is of another type.
        ///     ValueError: `errors` is not one of the three.
        #[pyfunction(signature = (texts, *, errors=LEFT_OUT), text_signature = "(texts, *, errors='raise')")]
        pub(super) fn encode_many<'py>(texts: &Object<'py>, errors: Optional<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
            codec::encode_many::<$codec>(texts, &errors)
        }

        #[doc = $decode]
        ///
        /// The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.
        ///
        /// Args:
        ///     texts: An iterable of str, or of ASCII bytes or bytearray: a list, a column of pandas or polars, an
        ///         array of Arrow, or any other. A missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives
        #[doc = concat!("        None. A single ", $form, " is refused.")]
        ///     errors: What to do with an item that cannot be decoded: "raise" raises its AceError, "null" puts None
        ///         in its place, "keep" puts the item itself.
        ///
        /// Returns:
        #[doc = concat!("    A list with one item per ", $form, ".")]
        ///
        /// Raises:
        ///     AceError: The same as for `decode`, if `errors` is "raise"; with the `index` of the item.
        ///     TypeError: An argument or an item is of another type.
        ///     ValueError: `errors` is not one of the three.
        #[pyfunction(signature = (texts, *, errors=LEFT_OUT), text_signature = "(texts, *, errors='raise')")]
        pub(super) fn decode_many<'py>(texts: &Object<'py>, errors: Optional<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
            codec::decode_many::<$codec>(texts, &errors)
        }
    };
}
pub(super) use lists;
