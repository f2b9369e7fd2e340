//! Labels: `alabel` and `ulabel` of `acelabel` itself.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::{self, Optional};
use super::error::{Context, ace_error};
use super::functions;
use super::memory::octets;
use super::profile::chosen;
use super::text::characters::{Characters, with_text};
use super::text::{released, string, string_of_octets, with_characters};
use crate::Profile;
use crate::label::{Form, convert_label};
use crate::memory::Growing;

functions!(alabel, ulabel);

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
#[pyfunction]
#[pyo3(signature = (label, *, profile=Optional::LEFT_OUT), text_signature = "(label, *, profile=_signatures.UTS46)")]
fn alabel<'py>(label: &Bound<'py, PyAny>, profile: Optional<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
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
#[pyfunction]
#[pyo3(signature = (label, *, profile=Optional::LEFT_OUT), text_signature = "(label, *, profile=_signatures.UTS46)")]
fn ulabel<'py>(label: &Bound<'py, PyAny>, profile: Optional<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    label_form(arguments::text("label", label)?, chosen(&profile)?, Form::Unicode)
}

fn label_form<'py>(label: &Bound<'py, PyString>, profile: &Profile, form: Form) -> PyResult<Bound<'py, PyString>> {
    /// Room for the usual label, so that it is asked for once.
    const ROOM: usize = 64;
    let py = label.py();
    let converted = with_characters(label, |label| {
        let (is_usual, label) = (matches!(label, Characters::Usual(_)), label.storage());
        // A `str` is made sooner of code points than of UTF-8, but they take more memory.
        if is_usual && form == Form::Unicode {
            let text = Growing::<u32>::reserved(ROOM);
            return with_text!(label, label => convert_label(label, profile, form, text)).map(|text| string(py, &text));
        }
        let convert = || with_text!(label, label => convert_label(label, profile, form, Growing::reserved(ROOM)));
        released(py, label.len(), || convert().and_then(octets)).map(|octets| string_of_octets(py, octets))
    })?;
    // A label by itself is no label of a name.
    let context = |unit| Context { text: Some(label), codepoint: unit, ..Context::default() };
    converted.unwrap_or_else(|error| Err(ace_error(py, error.error(), &context(error.code_point()))))
}
