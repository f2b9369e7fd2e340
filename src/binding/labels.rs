//! `acelabel.labels`.

use super::either::{alike, refused_in, with_octets_of};
use super::prelude::*;
use crate::label::{EscapeBase, escaped_octets, escaped_text, unescaped_octets, unescaped_text};

/// Makes other octets of octets, or refuses them.
type Escaping = fn(&[u8], EscapeBase) -> Result<Vec<u8>, Error>;

/// Write a label as it stands in a master file (RFC 1035 section 5.1, RFC 4343 section 2.1).
///
/// A backslash is put before `"`, `$`, `(`, `)`, `.`, `;`, `@` and `\`. An octet of UTF-8 that is not printing ASCII
/// becomes a backslash and three decimal digits. `unescape` undoes it.
///
/// Args:
///     label: The label, a str, or bytes that may hold anything.
///
/// Returns:
///     The label in ASCII, of the type of `label`.
///
/// Raises:
///     AceError: `surrogate`.
///     TypeError: `label` is of another type.
#[pyfunction(signature = (label, /))]
pub(super) fn escape<'py>(label: &Object<'py>) -> PyResult<Object<'py>> {
    let of_text: Escaping = |octets, _| escaped_text(octets);
    converted("label", label, EscapeBase::Decimal, [|octets, _| escaped_octets(octets), of_text])
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
