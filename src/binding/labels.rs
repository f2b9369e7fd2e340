//! `acelabel.labels`; `alabel` and `ulabel` of `acelabel` itself.

use super::either::{alike, refused_in, with_octets_of};
use super::memory::octets;
use super::prelude::*;
use super::profile::chosen;
use crate::label::{EscapeBase, Form, convert_label, escaped_octets, escaped_text, unescaped_octets, unescaped_text};
use crate::memory::Growing;

/// Makes other octets of octets, or refuses them.
type Escaping = fn(&[u8], EscapeBase) -> Result<Vec<u8>, Error>;

/// Write a label as it stands in a master file (RFC 1035 section 5.1, RFC 4343 section 2.1).
///
/// A backslash is put before `"`, `$`, `(`, `)`, `.`, `;`, `@` and `\`. An octet of UTF-8 that is not printing ASCII
/// becomes a backslash and three digits. `unescape` with the same base undoes it.
///
/// Args:
///     label: The label, a str, or bytes that may hold anything.
///     base: The base of the digits: 10 as in master files (RFC 4343 section 2.1), or 8 as in the API of Amazon
///         Route 53, where all escapes have digits (`\056` for a dot).
///
/// Returns:
///     The label in ASCII, of the type of `label`.
///
/// Raises:
///     AceError: `surrogate`.
///     TypeError: An argument is of another type.
///     ValueError: `base` is neither 10 nor 8.
#[pyfunction(signature = (label, /, *, base=LEFT_OUT), text_signature = "(label, /, *, base=10)")]
pub(super) fn escape<'py>(label: &Object<'py>, base: Optional<'_, 'py>) -> PyResult<Object<'py>> {
    converted("label", label, base_of(&base)?, [escaped_octets, escaped_text])
}

/// Resolve the escapes of a label, or of a name (RFC 1035 section 5.1).
///
/// `\` and three digits are an octet of UTF-8, `\` and any other character is that character.
///
/// In a name, an escaped dot is refused: without its backslash it would separate labels. A label alone may hold one.
///
/// Args:
///     text: The label or the name, a str, or bytes.
///     base: The base of the digits: 10 as in master files (RFC 4343 section 2.1), or 8 as in the API of Amazon
///         Route 53.
///
/// Returns:
///     The label or the name without escapes, of the type of `text`. Octets that come as bytes need not be UTF-8.
///
/// Raises:
///     AceError: `invalid_escape` (a backslash at the end, fewer than three digits, a digit beyond the base, or a
///         number beyond 255), `invalid_utf8` (the octets of a str are not UTF-8), `label_separator` (an escaped
///         separator in a name) or `surrogate`. The offset is that of the backslash.
///     TypeError: An argument is of another type.
///     ValueError: `base` is neither 10 nor 8.
#[pyfunction(signature = (text, /, *, base=LEFT_OUT), text_signature = "(text, /, *, base=10)")]
pub(super) fn unescape<'py>(text: &Object<'py>, base: Optional<'_, 'py>) -> PyResult<Object<'py>> {
    let of_text: Escaping = |octets, base| unescaped_text(octets, base).map(String::into_bytes);
    converted("text", text, base_of(&base)?, [unescaped_octets, of_text])
}

fn base_of(base: &Optional<'_, '_>) -> PyResult<EscapeBase> {
    let Some(base) = base.given() else { return Ok(EscapeBase::Decimal) };
    let number = base.extract::<i64>();
    match number {
        Ok(10) => Ok(EscapeBase::Decimal),
        Ok(8) => Ok(EscapeBase::Octal),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(base.py()) => {
            Err(wrong_type("base", "int", base))
        }
        _ => Err(PyValueError::new_err("argument 'base' must be 10 (master files) or 8 (the API of Route 53)")),
    }
}

/// The result of one of two works, by the type of the text: of `bytes`, and of a `str`.
fn converted<'py>(
    name: &str,
    text: &Object<'py>,
    base: EscapeBase,
    [of_octets, of_text]: [Escaping; 2],
) -> PyResult<Object<'py>> {
    let work = if text.is_instance_of::<PyBytes>() { of_octets } else { of_text };
    with_octets_of(name, text, |octets| {
        let made = released(text.py(), octets.len(), || work(octets, base));
        let refused = |error| refused_in(text, octets, LabelError::new(error, 0, None), None);
        made.map_err(refused).and_then(|made| alike(text, made))
    })
}

/// Convert one label to its A-label, or to lower case where it is ASCII (RFC 5890 section 2.3.2.1).
///
/// Args:
///     label: The label, a str. A U-label, an A-label or ASCII.
///     profile: The rules, a Profile or its name. The default is UTS46.
///
/// Returns:
///     The A-label or the ASCII label, a str.
///
/// Raises:
///     AceError: `label_separator` at a full stop (U+002E, U+3002, U+FF0E, U+FF61); else as for `to_ascii`, where the
///         label is the whole name.
#[pyfunction(signature = (label, *, profile=LEFT_OUT), text_signature = "(label, *, profile=_signatures.UTS46)")]
pub(super) fn alabel<'py>(label: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<Text<'py>> {
    label_form(arguments::text("label", label)?, chosen(&profile)?, Form::Ascii)
}

/// Convert one label to its U-label, or to lower case where it is ASCII without the prefix (RFC 5890 section 2.3.2.1).
///
/// Args:
///     label: The label, a str. A U-label, an A-label or ASCII.
///     profile: The rules, a Profile or its name. The default is UTS46.
///
/// Returns:
///     The U-label or the ASCII label, a str.
///
/// Raises:
///     AceError: As for `alabel`.
#[pyfunction(signature = (label, *, profile=LEFT_OUT), text_signature = "(label, *, profile=_signatures.UTS46)")]
pub(super) fn ulabel<'py>(label: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<Text<'py>> {
    label_form(arguments::text("label", label)?, chosen(&profile)?, Form::Unicode)
}

fn label_form<'py>(label: &Text<'py>, profile: &Profile, form: Form) -> PyResult<Text<'py>> {
    /// Room for the usual label, so that it is asked for once.
    const ROOM: usize = 64;
    let py = label.py();
    // A copy of its own: `with_characters` would take 4% more instructions.
    let convert = |label: Characters<'_>| {
        let (is_usual, label) = (matches!(label, Characters::Usual(_)), label.storage());
        // A `str` is made sooner of code points than of UTF-8, but they take more memory.
        if is_usual && form == Form::Unicode {
            let text = Growing::<u32>::reserved(ROOM);
            return with_text!(label, label => convert_label(label, profile, form, text)).map(|text| string(py, &text));
        }
        let convert = || with_text!(label, label => convert_label(label, profile, form, Growing::reserved(ROOM)));
        released(py, label.len(), || convert().and_then(octets)).map(|octets| string_of_octets(py, octets))
    };
    let converted = with_str(label, |text| text.characters(convert))??;
    // A label by itself is no label of a name.
    converted.unwrap_or_else(|error| Err(label_error(py, error, Some(label), None)))
}
