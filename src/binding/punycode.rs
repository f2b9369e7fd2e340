//! `acelabel.punycode`.

use super::codec::{self, Codec};
use super::prelude::*;
use super::text::{Made, made, string_of_decoded};
use super::trace::Trace;
use crate::punycode::{self, shared};

/// Encode a text as Punycode (RFC 3492 sections 5 and 6.3).
///
/// This is the raw codec: no prefix `xn--`, no dots, no limit of length.
///
/// Args:
///     text: The text, a str.
///     case_flags: Mixed-case annotation (appendix A): an iterable of one bool for each character of `text`. The flag
///         of an ASCII letter forces the case of the letter. The flag of a character beyond ASCII is the case of the
///         last digit of its delta. At most one item more than `text` has characters is read.
///
/// Returns:
///     The encoded form, an ASCII str.
///
/// Raises:
///     AceError: `surrogate` at a lone surrogate.
///     ValueError: `case_flags` has another length than `text`.
///     TypeError: `case_flags` holds an item that is not a bool.
#[pyfunction(signature = (text, /, *, case_flags=None))]
pub(super) fn encode<'py>(text: &Object<'py>, case_flags: Option<&Object<'py>>) -> PyResult<Text<'py>> {
    let text = arguments::text("text", text)?;
    let Some(flags) = case_flags else { return codec::encode::<Punycode>(text) };
    let (py, flags) = (text.py(), flags_of(flags, length(text))?);
    let units = code_points(text)?;
    let encoded = released(py, units.len(), || punycode::encode_octets_with_case(&units, &flags));
    string_of_octets(py, encoded.map_err(|error| refused(error, text))?)
}

/// One flag for each of so many characters. No more than one item too many is read, and nothing is believed of the
/// number of items before.
fn flags_of(case_flags: &Object<'_>, count: usize) -> PyResult<Vec<bool>> {
    let (py, mut flags, mut pauses) = (case_flags.py(), Vec::new(), Pauses::default());
    for flag in iterable("case_flags", "an iterable of bool", case_flags)?.take(bounded::add(count, 1)) {
        let flag = flag?;
        let value = flag.extract::<bool>().map_err(|error| {
            if error.is_instance_of::<PyTypeError>(py) { wrong_item(flags.len(), "bool", &flag) } else { error }
        });
        memory::push(&mut flags, value?).map_err(|_| no_memory())?;
        pauses.after(py, 0)?;
    }
    if flags.len() == count {
        return Ok(flags);
    }
    Err(PyValueError::new_err("case_flags needs one flag for each character of text"))
}

pub(super) struct Punycode;

impl Codec for Punycode {
    #[inline(always)]
    fn encode<'py>(py: Python<'py>, text: &[u32]) -> Made<'py> {
        let mut outcome = Err(memory::refused());
        shared::encode(text, &mut |encoded| outcome = made(ascii_string(py, encoded)))?;
        outcome
    }

    fn encode_long(text: Str<'_>) -> Result<Vec<u8>, Error> {
        of_any_width!(text, units => punycode::encode_units(units))
    }

    #[inline]
    fn decode<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py> {
        punycode::decode_with(octets, |text| made(string(py, text)))?
    }

    #[cold]
    fn decode_long<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py> {
        made(string_of_decoded(py, released(py, octets.len(), || punycode::decode_long(octets))?))
    }
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
///     AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `surrogate` or `code_point_too_large`.
#[pyfunction(signature = (encoded, /))]
pub(super) fn decode<'py>(encoded: &Object<'py>) -> PyResult<Text<'py>> {
    codec::decode::<Punycode>(encoded.py(), &Encoded::of("encoded", encoded)?)
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
#[pyfunction(signature = (encoded, /))]
pub(super) fn decode_with_case<'py>(encoded: &Object<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
    let (text, flags) = encoded.read(py, punycode::decode_with_case)?;
    tuple_of(py, [string(py, &text)?.into_any(), list_of(py, flags)?.into_any()])
}

codec::lists!(Punycode, "Encode many texts as Punycode.", "Decode many Punycode forms.", "form");

/// Encode a text as Punycode and keep every step (RFC 3492 section 7.3).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     A Trace; its str() is the text of section 7.3.
///
/// Raises:
///     AceError: As for `encode`. Its attribute `trace` is the Trace up to the fault.
#[pyfunction(signature = (text, /))]
pub(super) fn trace_encode<'py>(text: &Object<'py>) -> PyResult<Bound<'py, Trace>> {
    let text = arguments::text("text", text)?;
    let units = code_points(text)?;
    let run = released(text.py(), units.len(), || punycode::trace_encode(&units));
    Trace::of(run.map_err(|error| refused(error, text))?, text, None)
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
///     AceError: As for `decode`. Its attribute `trace` is the Trace up to the fault.
#[pyfunction(signature = (encoded, /))]
pub(super) fn trace_decode<'py>(encoded: &Object<'py>) -> PyResult<Bound<'py, Trace>> {
    let (py, encoded) = (encoded.py(), Encoded::of("encoded", encoded)?);
    Trace::of(encoded.read(py, punycode::trace_decode)?, &encoded.text()?, None)
}
