//! The facts that `acelabel.inspect` makes into an `Inspection` in Python; and names of scripts.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};

use super::arguments::{self, Optional};
use super::error::{name_error_value, refused};
use super::functions;
use super::list::{gathered, numbers, or_none, tuple_of};
use super::profile::chosen;
use super::text::characters::with_text;
use super::text::{ascii_string, released, string_of_octets, with_characters};
use crate::domain::look;
use crate::unicode::Script;
use crate::{Inspection, LabelError, LabelReport};

functions!(inspect_facts, script_name);

/// The script of a code point (UAX #24).
///
/// Args:
///     code_point: The code point, an int of 32 bits.
///
/// Returns:
///     The long name of the script, a str; "Unknown" for an int that is not a code point.
#[pyfunction]
#[pyo3(signature = (code_point, /))]
fn script_name(py: Python<'_>, code_point: u32) -> PyResult<Bound<'_, PyString>> {
    ascii_string(py, Script::of(code_point).name().as_bytes())
}

/// Look at a domain name and tell everything about it, in tuples.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile.
///
/// Returns:
///     The labels, each as where it begins and ends in `domain`, its A-label and U-label or None, its scripts, its
///     errors, its kind, and its problems if it passes undecoded; how many labels there are; the errors of the whole
///     name; its ASCII and Unicode form or None; whether it is bidirectional; whether it ends in a number; the error
///     that `to_ascii` raises, or None.
#[pyfunction]
#[pyo3(signature = (domain, profile, /))]
fn inspect_facts<'py>(domain: &Bound<'py, PyAny>, profile: Optional<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, domain, profile) = (domain.py(), arguments::text("domain", domain)?, chosen(&profile)?);
    let found = with_characters(domain, |name| {
        let name = name.storage();
        released(py, name.len(), || with_text!(name, name => look(name, profile)))
    })?;
    let found = found.map_err(|error| refused(error.error(), domain))?;
    let labels = found.labels.iter().map(|label| label_facts(domain, &found, label));
    let (labels, errors) = (tuple_of(py, gathered(labels)?)?, errors(domain, &found.errors)?);
    let Inspection { label_count, is_valid, is_bidi, ends_in_number, ascii, unicode, first_error: first, .. } = found;
    let (ascii, unicode) = is_valid.then(|| forms(py, ascii, unicode)).transpose()?.unzip();
    let first = first.filter(|_| !is_valid).map(|first| name_error_value(domain, first)).transpose()?;
    let [label_count] = numbers(py, [label_count])?;
    let [is_bidi, ends_in_number] = [is_bidi, ends_in_number].map(|flag| PyBool::new(py, flag).to_owned().into_any());
    let [ascii, unicode] = [ascii, unicode].map(|form| or_none(py, form));
    let (labels, errors, first) = (labels.into_any(), errors.into_any(), or_none(py, first));
    tuple_of(py, [labels, label_count, errors, ascii, unicode, is_bidi, ends_in_number, first])
}

type Text<'py> = Bound<'py, PyString>;

/// The ASCII and the Unicode form of a name. They are one object if they are the same.
fn forms(py: Python<'_>, ascii: String, unicode: Option<String>) -> PyResult<(Text<'_>, Text<'_>)> {
    let ascii = string_of_octets(py, ascii.into_bytes())?;
    let unicode = unicode.map_or_else(|| Ok(ascii.clone()), |unicode| string_of_octets(py, unicode.into_bytes()))?;
    Ok((ascii, unicode))
}

fn label_facts<'py>(
    domain: &Bound<'py, PyString>,
    found: &Inspection,
    label: &LabelReport,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    // `PyString::new` would panic where there is no memory.
    let string = |text: &str| PyString::from_bytes(py, text.as_bytes());
    let (alabel, ulabel) = match found.forms(label) {
        Some((ascii, unicode)) if ascii != unicode => (Some(string(ascii)?), Some(string(unicode)?)),
        forms => {
            let form = forms.map(|(ascii, _)| string(ascii)).transpose()?;
            (form.clone(), form)
        }
    };
    let scripts = tuple_of(py, gathered(label.scripts.iter().map(|script| string(script)))?)?;
    let (kind, range) = (string(label.kind.name())?, &label.range);
    let (problems, errors) = (errors(domain, &label.problems)?, errors(domain, &label.errors)?);
    let ([start, end], [alabel, ulabel]) =
        (numbers(py, [range.start, range.end])?, [alabel, ulabel].map(|form| or_none(py, form)));
    let (scripts, errors, kind, problems) =
        (scripts.into_any(), errors.into_any(), kind.into_any(), problems.into_any());
    tuple_of(py, [start, end, alabel, ulabel, scripts, errors, kind, problems])
}

fn errors<'py>(domain: &Bound<'py, PyString>, errors: &[LabelError]) -> PyResult<Bound<'py, PyTuple>> {
    tuple_of(domain.py(), gathered(errors.iter().map(|&error| name_error_value(domain, error)))?)
}
