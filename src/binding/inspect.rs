//! The facts that `acelabel.inspect` makes into an `Inspection` in Python; and names of scripts.

use super::error::name_error_value;
use super::prelude::*;
use super::profile::chosen;
use crate::domain::look;
use crate::unicode::Script;
use crate::{Inspection, LabelReport, MappedCharacter};

/// The script of a code point (UAX #24).
///
/// Args:
///     code_point: The code point, an int of 32 bits.
///
/// Returns:
///     The long name of the script, a str; "Unknown" for an int that is not a code point.
#[pyfunction(signature = (code_point, /))]
pub(super) fn script_name(py: Python<'_>, code_point: u32) -> PyResult<Text<'_>> {
    ascii_string(py, Script::of(code_point).name().as_bytes())
}

/// Tell the facts about a code point that decide where it may stand.
///
/// Args:
///     character: The character, a str of one character, or the code point, an int.
///     profile: The rules, a Profile or its name.
///
/// Returns:
///     The status, the text in its place or None, the derived property, Bidi_Class and Joining_Type.
///
/// Raises:
///     ValueError: `character` is a str of another length, or not a code point.
#[pyfunction(signature = (character, profile, /))]
pub(super) fn code_point_facts<'py>(
    character: &Object<'py>,
    profile: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, profile) = (character.py(), chosen(&profile)?);
    let found = crate::code_point(code_point_of(character)?, profile);
    let to = found.to.map(|to| string_of_text(py, &to)).transpose()?;
    let [status, idna2008, bidi, joining] = [found.status.name(), found.idna2008, found.bidi, found.joining]
        .map(|name| string_of_text(py, name).map(Bound::into_any));
    tuple_of(py, [status?, or_none(py, to), idna2008?, bidi?, joining?])
}

fn code_point_of(character: &Object<'_>) -> PyResult<u32> {
    if let Ok(text) = character.cast::<PyString>() {
        let unit = with_code_points(text, |units| if let [unit] = units { Some(*unit) } else { None })?;
        return unit.ok_or_else(|| {
            let size = length(text);
            PyValueError::new_err(format!(
                "argument 'character' must be one character, not {size}: pass them one by one"
            ))
        });
    }
    let number = arguments::index_or("character", "str or int", character)?;
    let unit = u32::try_from(number).ok().filter(|&unit| unit <= char::MAX.into());
    unit.ok_or_else(|| {
        PyValueError::new_err(format!("argument 'character' must be a code point from 0 to 0x10FFFF, not {number}"))
    })
}

/// Look at a domain name and tell everything about it, in tuples.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile or its name.
///
/// Returns:
///     The labels, each as where it begins and ends in `domain`, its A-label and U-label or None, its scripts, its
///     errors, its kind, its problems if it passes undecoded, and the characters that are mapped, each as its offset,
///     code point, kind and text; how many labels there are; the errors of the whole
///     name; its ASCII and Unicode form or None; whether it is bidirectional; whether it ends in a number; the error
///     that `to_ascii` raises, or None.
#[pyfunction(signature = (domain, profile, /))]
pub(super) fn inspect_facts<'py>(domain: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, domain, profile) = (domain.py(), arguments::text("domain", domain)?, chosen(&profile)?);
    // A copy of the name takes less of the module than a copy of the walk for each storage of a `str`.
    let name = code_points(domain)?;
    let found = released(py, name.len(), || look(name.as_slice(), profile));
    facts_of(domain, found.map_err(|error| refused(error.error(), domain))?)
}

/// The same of a name that was looked at.
pub(super) fn facts_of<'py>(domain: &Text<'py>, found: Inspection) -> PyResult<Bound<'py, PyTuple>> {
    let py = domain.py();
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

/// The ASCII and the Unicode form of a name. They are one object if they are the same.
fn forms(py: Python<'_>, ascii: String, unicode: Option<String>) -> PyResult<(Text<'_>, Text<'_>)> {
    let ascii = string_of_octets(py, ascii.into_bytes())?;
    let unicode = unicode.map_or_else(|| Ok(ascii.clone()), |unicode| string_of_octets(py, unicode.into_bytes()))?;
    Ok((ascii, unicode))
}

fn label_facts<'py>(domain: &Text<'py>, found: &Inspection, label: &LabelReport) -> PyResult<Bound<'py, PyTuple>> {
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
    let mapped = tuple_of(py, gathered(label.mapped.iter().map(|mapped| mapping(py, mapped)))?)?.into_any();
    let ([start, end], [alabel, ulabel]) =
        (numbers(py, [range.start, range.end])?, [alabel, ulabel].map(|form| or_none(py, form)));
    let (scripts, errors, kind, problems) =
        (scripts.into_any(), errors.into_any(), kind.into_any(), problems.into_any());
    tuple_of(py, [start, end, alabel, ulabel, scripts, errors, kind, problems, mapped])
}

fn mapping<'py>(py: Python<'py>, mapped: &MappedCharacter) -> PyResult<Bound<'py, PyTuple>> {
    let [offset, code_point] = numbers(py, [mapped.offset, bounded::index(mapped.code_point)])?;
    let texts = (string_of_text(py, mapped.kind.name())?, string_of_text(py, &mapped.to)?);
    tuple_of(py, [offset, code_point, texts.0.into_any(), texts.1.into_any()])
}

fn errors<'py>(domain: &Text<'py>, errors: &[LabelError]) -> PyResult<Bound<'py, PyTuple>> {
    tuple_of(domain.py(), gathered(errors.iter().map(|&error| name_error_value(domain, error)))?)
}
