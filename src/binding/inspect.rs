//! What `acelabel.inspect` is told: facts, which Python makes into an `Inspection`.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString, PyTuple};

use super::characters::with_text;
use super::error::name_error;
use super::profile::Chosen;
use super::text::{string_of_octets, with_characters};
use crate::LabelError;
use crate::domain::{Finding, Findings, look};

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![wrap_pyfunction!(inspect_facts, module)?])
}

/// Look at a domain name and tell everything about it, in tuples.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile.
///
/// Returns:
///     The labels, each as where it begins and ends in `domain`, its A-label and U-label or None, its scripts, and its
///     errors; how many labels there are; the errors of the whole name; its ASCII and Unicode form or None; whether it is
///     bidirectional.
#[pyfunction]
#[pyo3(signature = (domain, profile, /))]
fn inspect_facts<'py>(domain: &Bound<'py, PyString>, profile: Chosen<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    let found = with_characters(domain, |name| with_text!(name.storage(), name => look(name, profile.get())))?;
    let labels = found.labels.iter().map(|label| label_facts(domain, &found, label));
    let labels = PyTuple::new(py, labels.collect::<PyResult<Vec<_>>>()?)?;
    let errors = errors(domain, &found.errors)?;
    let Findings { label_count, is_valid, is_bidi, ascii, unicode, .. } = found;
    if !is_valid {
        return (labels, label_count, errors, py.None(), py.None(), is_bidi).into_pyobject(py);
    }
    let ascii = string_of_octets(py, ascii.into_bytes())?;
    let unicode = unicode.map_or_else(|| Ok(ascii.clone()), |unicode| string_of_octets(py, unicode.into_bytes()))?;
    (labels, label_count, errors, ascii, unicode, is_bidi).into_pyobject(py)
}

fn label_facts<'py>(domain: &Bound<'py, PyString>, found: &Findings, label: &Finding) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    let scripts = PyTuple::new(py, &label.scripts)?;
    let errors = errors(domain, &label.errors)?;
    let forms = found.forms(label);
    let alabel = forms.map(|(ascii, _)| PyString::new(py, ascii));
    let ulabel = match forms {
        Some((ascii, unicode)) if ascii != unicode => Some(PyString::new(py, unicode)),
        _ => alabel.clone(),
    };
    (label.range.start, label.range.end, alabel, ulabel, scripts, errors).into_pyobject(py)
}

fn errors<'py>(domain: &Bound<'py, PyString>, errors: &[LabelError]) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    PyTuple::new(py, errors.iter().map(|&error| name_error(domain, error).into_value(py)))
}
