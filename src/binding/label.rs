//! Labels: `alabel` and `ulabel` of `acelabel` itself.

use super::memory::octets;
use super::prelude::*;
use super::profile::chosen;
use crate::label::{Form, convert_label};
use crate::memory::Growing;

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
    converted.unwrap_or_else(|error| Err(label_error(py, error, Some(label), None)))
}
