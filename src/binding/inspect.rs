//! What `acelabel.inspect` is told: facts, which Python makes into an `Inspection`.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString, PyTuple};

use super::error::name_error;
use super::profile::Chosen;
use super::text::{Characters, with_characters};
use crate::{LabelError, LabelReport, inspect, inspect_code_points};

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
    let found = with_characters(domain, |name| match name {
        Characters::Ascii(name) => inspect(name, profile.get()),
        Characters::CodePoints(units) => inspect_code_points(units, profile.get()),
    })?;
    let labels = found.labels.into_iter().map(|label| label_facts(domain, label)).collect::<PyResult<Vec<_>>>()?;
    let labels = PyTuple::new(py, labels)?;
    let errors = errors(domain, &found.errors)?;
    (labels, found.label_count, errors, found.ascii, found.unicode, found.is_bidi).into_pyobject(py)
}

fn label_facts<'py>(domain: &Bound<'py, PyString>, label: LabelReport) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    let scripts = PyTuple::new(py, label.scripts)?;
    let errors = errors(domain, &label.errors)?;
    (label.range.start, label.range.end, label.alabel, label.ulabel, scripts, errors).into_pyobject(py)
}

fn errors<'py>(domain: &Bound<'py, PyString>, errors: &[LabelError]) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
    PyTuple::new(py, errors.iter().map(|&error| name_error(domain, error).into_value(py)))
}
