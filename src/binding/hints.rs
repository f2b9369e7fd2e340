//! The words of messages of errors besides the facts, and notes on names.

use super::arguments;
use super::prelude::*;
use crate::UnicodeVersion;
use crate::hints::{self, Face, Fault};

/// Returns what the message of an error says besides its facts, which may be anything: whoever makes one gives them.
///
/// Args:
///     code: The code, a str.
///     offset: The offset, an int, or None.
///     text: The text, a str, or None.
///     codepoint: The code point that was given, an int, or None.
///     label_index: Which label, or None if the text is no domain name.
///     index: Which item, which is not asked.
///     unicode: The version of Unicode that refuses the character, or None.
///     in_shell: Whether the advice is worded for users of the command line.
///
/// Returns:
///     The reason, a phrase; what would help, a phrase; the length of what is too long, an int, or None; and the name
///     that was meant, a str, or None. They are empty if there is no such code or nothing is known.
#[allow(clippy::too_many_arguments, reason = "they are the facts of an error")]
#[pyfunction(signature = (code, offset, text, codepoint, label_index, index, unicode, /, *, in_shell = false))]
pub(super) fn error_words<'py>(
    code: &str,
    offset: &Object<'py>,
    text: &Object<'py>,
    codepoint: &Object<'py>,
    label_index: &Object<'py>,
    index: &Object<'py>,
    unicode: &Object<'py>,
    in_shell: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let kind = ErrorKind::ALL.iter().find(|kind| kind.code() == code);
    let fault = kind.map(|&kind| {
        let number = codepoint.extract().ok();
        let fault = Fault::new(kind, offset.extract().ok(), number, !label_index.is_none());
        let fault = fault.in_version(version_of(unicode));
        // No character of the text stands for a number that is no code point.
        let text = text.cast::<PyString>().ok().filter(|_| number.is_some() || codepoint.is_none());
        let Some(text) = text else { return Ok(fault) };
        with_str(text, |text| of_any_width!(text, units => fault.with_units(units)))
    });
    let face = if in_shell { Face::Shell } else { Face::Python };
    let advice = |fault: &Fault| fault.hint().map(|hint| hint.words(face).into_owned()).unwrap_or_default();
    let (fault, py) = (fault.transpose()?, index.py());
    let words = fault.as_ref().map(|fault| (fault.reason(), advice(fault))).unwrap_or_default();
    let [reason, hint] = <[String; 2]>::from(words).map(|words| string_of_text(py, &words).map(Bound::into_any));
    let length = fault.as_ref().and_then(Fault::length).map(|length| numbers(py, [length])).transpose()?;
    let meant = fault.as_ref().and_then(Fault::meant).map(|(_, meant)| string_of_text(py, &meant)).transpose()?;
    tuple_of(py, [reason?, hint?, or_none(py, length.map(|[length]| length)), or_none(py, meant.map(Bound::into_any))])
}

/// The version of Unicode that an error names, if it is one that there is.
fn version_of(number: &Object<'_>) -> Option<UnicodeVersion> {
    number.extract().ok().and_then(|(major, minor)| UnicodeVersion::of(major, minor))
}

/// Returns what a report says of a refusal, for people.
///
/// Args:
///     code: The code of an AceError, a str.
///     codepoint: Its code point, an int, or None.
///     unicode: Its version of Unicode, or None.
///
/// Returns:
///     The reason, with the rule that was broken, a str; it is empty if there is no such code.
#[pyfunction(signature = (code, codepoint, unicode, /))]
pub(super) fn report_message<'py>(code: &str, codepoint: &Object<'py>, unicode: &Object<'py>) -> PyResult<Text<'py>> {
    let kind = ErrorKind::ALL.iter().find(|kind| kind.code() == code);
    let message = kind.map(|&kind| Fault::message(kind, codepoint.extract().ok(), version_of(unicode)));
    string_of_text(codepoint.py(), &message.unwrap_or_default())
}

/// Returns whether a text that has `_` or `*` is a name of the profile DNS, and its A-labels are true ones.
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     A bool.
#[pyfunction(signature = (text, /))]
pub(super) fn is_of_dns(text: &Object<'_>) -> PyResult<bool> {
    Ok(hints::is_of_dns(&code_points(arguments::text("text", text)?)?))
}

/// Say what a name looks like if it looks like a mistake.
///
/// Args:
///     name: The name, a str, valid or not.
///
/// Returns:
///     A phrase with what may be meant, a str fit for one line; None if there is no known mistake.
#[pyfunction(signature = (name, /))]
pub(super) fn likely_mistake<'py>(name: &Object<'py>) -> PyResult<Option<Text<'py>>> {
    let found = hints::note(&code_points(arguments::text("name", name)?)?);
    found.map(|found| string_of_text(name.py(), &found)).transpose()
}
