//! `acelabel.compat.idna`.

mod arguments;
mod refusal;
mod tables;

use core::ffi::CStr;

use pyo3::exceptions::{PyDeprecationWarning, PyIndexError};

use super::arguments::{index, text};
use super::prelude::*;
use crate::compat::{self, Options};
use crate::is_plain;
use crate::label::{MAX_LABEL, MAX_NAME};
use arguments::{Flag, NO, YES, ends_of, label_of, name_of, with_label, with_name};
use refusal::{answer, refused};

pub(super) use tables::{code_point_runs, uts46_rows};

/// Encode a domain name: each label as its A-label (RFC 5891 section 4).
///
/// Args:
///     s: The name: a str, or ASCII octets.
///     strict: Whether only U+002E separates labels. If False, U+3002, U+FF0E and U+FF61 separate labels, too.
///     uts46: Whether the name is mapped first, as `uts46_remap` does.
///     std3_rules: The argument `std3_rules` of `uts46_remap`.
///     transitional: Has no effect except a DeprecationWarning.
///
/// Returns:
///     The name, ASCII bytes. ASCII labels keep their letter case. A separator at the end becomes a full stop.
///
/// Raises:
///     IDNAError: The first problem; see docs/migration.md for the codes.
#[pyfunction(signature = (s, strict=NO, uts46=NO, std3_rules=NO, transitional=NO))]
#[pyo3(text_signature = "(s, strict=False, uts46=False, std3_rules=False, transitional=False)")]
pub(super) fn encode<'py>(
    s: &Object<'py>,
    strict: Flag,
    uts46: Flag,
    std3_rules: Flag,
    transitional: Flag,
) -> PyResult<Bound<'py, PyBytes>> {
    warn_transitional(s.py(), transitional)?;
    let name = name_of(s, "invalid_ascii/encode")?;
    if let Some(plain) = plain_octets(&name)? {
        return Ok(plain);
    }
    let options = Options { strict: strict.0, uts46: uts46.0, std3_rules: std3_rules.0 };
    let encoded = with_name(&name, |units| compat::encode(units, options))?;
    bytes(s.py(), &encoded)
}

/// The octets of a name that is its own encoded form, whatever the options are.
#[inline(always)]
fn plain_octets<'py>(name: &Text<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    with_str(name, |text| text.octets().filter(|octets| is_plain(octets)).map(|octets| bytes(name.py(), octets)))?
        .transpose()
}

/// Decode a domain name: each label as its U-label (RFC 5891 section 5).
///
/// Args:
///     s: The name: a str, or ASCII octets.
///     strict: Whether only U+002E separates labels. If False, U+3002, U+FF0E and U+FF61 separate labels, too.
///     uts46: Whether the name is mapped first, as `uts46_remap` does.
///     std3_rules: The argument `std3_rules` of `uts46_remap`.
///     display: Whether a label that begins with "xn--" and is not an A-label is returned in lower case. Other
///         problems raise.
///
/// Returns:
///     The name, a str. ASCII labels are in lower case. A separator at the end becomes a full stop.
///
/// Raises:
///     IDNAError: The first problem; see docs/migration.md for the codes.
#[pyfunction(signature = (s, strict=NO, uts46=NO, std3_rules=NO, display=NO))]
#[pyo3(text_signature = "(s, strict=False, uts46=False, std3_rules=False, display=False)")]
pub(super) fn decode<'py>(
    s: &Object<'py>,
    strict: Flag,
    uts46: Flag,
    std3_rules: Flag,
    display: Flag,
) -> PyResult<Text<'py>> {
    let name = name_of(s, "invalid_ascii")?;
    if name.is_exact_instance_of::<PyString>() && with_str(&name, |text| text.octets().is_some_and(is_plain))? {
        return Ok(name);
    }
    let options = Options { strict: strict.0, uts46: uts46.0, std3_rules: std3_rules.0 };
    let decoded = with_name(&name, |units| compat::decode(units, options, display.0))?;
    string(s.py(), &decoded)
}

/// Convert a label to its A-label (RFC 5891 section 4).
///
/// Args:
///     label: The label, a str.
///
/// Returns:
///     The A-label, ASCII bytes. An ASCII label is checked and returned unchanged, letter case included.
///
/// Raises:
///     IDNAError: The first problem; see docs/migration.md for the codes.
#[pyfunction]
pub(super) fn alabel<'py>(label: &Object<'py>) -> PyResult<Bound<'py, PyBytes>> {
    let label = text("label", label)?;
    let mut output = Vec::new();
    with_label(label, |units| compat::alabel(units, &mut output))?;
    bytes(label.py(), &output)
}

/// Convert a label to its U-label (RFC 5891 section 5).
///
/// Args:
///     label: The label: a str, or ASCII bytes or bytearray.
///
/// Returns:
///     The U-label, a str: the decoded text of an A-label, another ASCII label in lower case, other text unchanged.
///
/// Raises:
///     IDNAError: The first problem; see docs/migration.md for the codes.
#[pyfunction]
pub(super) fn ulabel<'py>(label: &Object<'py>) -> PyResult<Text<'py>> {
    let text = label_of(label, "ascii", "invalid_ascii")?;
    match answer(label.py(), with_code_points(&text, compat::ulabel)?)? {
        Some(converted) => string(label.py(), &converted),
        None => Ok(text),
    }
}

/// Map and normalize a domain name (UTS #46 section 4, nontransitional).
///
/// Args:
///     domain: The name, a str.
///     std3_rules: Whether ASCII other than letters, digits, hyphens and full stops is refused, before and after
///         mapping.
///     transitional: Has no effect except a DeprecationWarning.
///
/// Returns:
///     The name, a str in Normalization Form C.
///
/// Raises:
///     InvalidCodepoint: `uts46_disallowed` or `uts46_std3`.
///     IDNAError: `input_too_long`.
#[pyfunction(signature = (domain, std3_rules=YES, transitional=NO))]
#[pyo3(text_signature = "(domain, std3_rules=True, transitional=False)")]
pub(super) fn uts46_remap<'py>(domain: &Object<'py>, std3_rules: Flag, transitional: Flag) -> PyResult<Text<'py>> {
    let domain = text("domain", domain)?;
    let py = domain.py();
    warn_transitional(py, transitional)?;
    string(py, &with_name(domain, |units| compat::remap(units, std3_rules.0))?)
}

/// Check a label against all the rules of IDNA2008 except the length of its A-label (RFC 5891 section 4.2).
///
/// Args:
///     label: The label: a str, or UTF-8 bytes or bytearray.
///
/// Raises:
///     IDNAError: The first problem, in this order: `input_too_long` (more than 1,024 characters or octets),
///         `invalid_utf8`, `empty_label`, `label_too_long` (more than 254 characters), `not_nfc`, `hyphen_3_4`,
///         `hyphen_start_end`, `leading_combiner`, then from left to right `disallowed_codepoint`, `contextj` and
///         `contexto`, then `bidi_rule_1` to `bidi_rule_6`.
#[pyfunction]
pub(super) fn check_label(label: &Object<'_>) -> PyResult<()> {
    let text = label_of(label, "utf-8", "invalid_utf8")?;
    answer(label.py(), with_code_points(&text, compat::check_label)?)
}

/// Check a label against the Bidi Rule (RFC 5893 section 2).
///
/// Args:
///     label: The label, a str.
///     check_ltr: Whether labels without right-to-left characters are checked too.
///
/// Returns:
///     True.
///
/// Raises:
///     IDNABidiError: `bidi_unknown_direction` for a character that is not assigned, or `bidi_rule_1` to `bidi_rule_6`.
///     IDNAError: `input_too_long`.
#[pyfunction(signature = (label, check_ltr=NO), text_signature = "(label, check_ltr=False)")]
pub(super) fn check_bidi(label: &Object<'_>, check_ltr: Flag) -> PyResult<bool> {
    let label = text("label", label)?;
    let check = |units: &[u32]| compat::check_directions(units).and_then(|()| compat::check_bidi(units, check_ltr.0));
    with_label(label, check).map(|()| true)
}

/// Check that a label is in Normalization Form C.
///
/// Args:
///     label: The label, a str.
///
/// Raises:
///     IDNAError: `not_nfc` or `input_too_long`.
#[pyfunction]
pub(super) fn check_nfc(label: &Object<'_>) -> PyResult<()> {
    let label = text("label", label)?;
    with_label(label, compat::check_nfc)
}

/// Check the hyphens of a label of any size (RFC 5891 section 4.2.3.1).
///
/// Args:
///     label: The label, a str.
///
/// Returns:
///     True.
///
/// Raises:
///     IDNAError: `hyphen_3_4` or `hyphen_start_end`.
#[pyfunction]
pub(super) fn check_hyphen_ok(label: &Object<'_>) -> PyResult<bool> {
    let label = text("label", label)?;
    answer(label.py(), with_code_points(&ends_of(label)?, compat::check_hyphens)?).map(|()| true)
}

/// Check that a label of any size does not begin with a combining mark (RFC 5891 section 4.2.3.2).
///
/// Args:
///     label: The label, a str.
///
/// Returns:
///     True.
///
/// Raises:
///     IDNAError: `leading_combiner`.
#[pyfunction]
pub(super) fn check_initial_combiner(label: &Object<'_>) -> PyResult<bool> {
    let label = text("label", label)?;
    with_code_points(&ends_of(label)?, compat::check_initial_combiner)?
        .map(|()| true)
        .map_err(|refusal| refused(label.py(), refusal.code, Some((label, 0))))
}

/// Returns whether RFC 5892 appendix A.1 or A.2 allows a joiner in its place.
///
/// Args:
///     label: The label, a str.
///     pos: The index of the joiner; a negative one counts from the end.
///
/// Returns:
///     A bool; False if the character is not a joiner.
///
/// Raises:
///     IDNAError: `input_too_long`.
///     IndexError: The label does not have this index.
///     ValueError: The character before the joiner has no name, for example because it is not assigned.
#[pyfunction]
pub(super) fn valid_contextj(label: &Object<'_>, pos: &Object<'_>) -> PyResult<bool> {
    context_allows(label, pos, ErrorKind::ContextJ)
}

/// Returns whether RFC 5892 appendix A.3 to A.9 allows a character in its place.
///
/// Args:
///     label: The label, a str.
///     pos: The index of the character; a negative one counts from the end.
///     exception: Has no effect.
///
/// Returns:
///     A bool; False if none of these rules is about the character.
///
/// Raises:
///     IDNAError: `input_too_long`.
///     IndexError: The label does not have this index.
#[pyfunction(signature = (label, pos, exception=NO), text_signature = "(label, pos, exception=False)")]
pub(super) fn valid_contexto(label: &Object<'_>, pos: &Object<'_>, exception: Flag) -> PyResult<bool> {
    let Flag(_) = exception;
    context_allows(label, pos, ErrorKind::ContextO)
}

fn context_allows(label: &Object<'_>, pos: &Object<'_>, class: ErrorKind) -> PyResult<bool> {
    let (label, pos) = (text("label", label)?, index("pos", pos)?);
    let size = length(label);
    answer(label.py(), compat::check_label_size(size))?;
    let place = if pos < 0 { size.checked_sub(pos.unsigned_abs()) } else { Some(pos.unsigned_abs()) };
    let Some(place) = place.filter(|&place| place < size) else {
        return Err(PyIndexError::new_err("the label has no such index"));
    };
    with_code_points(label, |units| {
        if class == ErrorKind::ContextJ && compat::joins_nameless(units, place) {
            return Err(PyValueError::new_err("the code point before the joiner has no name"));
        }
        Ok(compat::context_allows(units, place, class))
    })?
}

/// Returns whether a label has at most 63 characters or octets.
///
/// Args:
///     label: The label, str or bytes.
///
/// Returns:
///     A bool.
#[pyfunction]
pub(super) fn valid_label_length(label: &Object<'_>) -> PyResult<bool> {
    Ok(label.len()? <= MAX_LABEL)
}

/// Returns whether a domain name has at most 253 characters or octets, or 254 with the dot of the root.
///
/// Args:
///     domain: The name, str or bytes.
///     trailing_dot: Whether it ends with that dot.
///
/// Returns:
///     A bool.
#[pyfunction]
pub(super) fn valid_string_length(domain: &Object<'_>, trailing_dot: Flag) -> PyResult<bool> {
    Ok(domain.len()? <= bounded::add(MAX_NAME, usize::from(trailing_dot.0)))
}

/// In the package's own words, for filters of warnings go by the beginning of a message.
const TRANSITIONAL: &CStr = c"Transitional processing is deprecated in UTS #46 and has no effect. \
    The transitional argument will be removed in a future version.";

fn warn_transitional(py: Python<'_>, transitional: Flag) -> PyResult<()> {
    if transitional.0 {
        return PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), TRANSITIONAL, 1);
    }
    Ok(())
}
