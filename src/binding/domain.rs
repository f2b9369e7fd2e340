//! Labels and domain names: the functions of `acelabel` itself.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString};

use super::characters::{Characters, Storage, with_text};
use super::error::{Context, ace_error, name_error};
use super::many;
use super::memory::{Memory, with_memory, write, write_anew};
use super::profile::Chosen;
use super::text::{ascii_string, octets_are, string, string_of_octets, with_characters};
use crate::domain::{Spelled, are_spelled_alike, spelled};
use crate::label::{Discard, Form, convert_label};
use crate::{LabelError, OnError, Profile, is_plain};

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![
        wrap_pyfunction!(to_ascii, module)?,
        wrap_pyfunction!(to_unicode, module)?,
        wrap_pyfunction!(to_ascii_many, module)?,
        wrap_pyfunction!(to_unicode_many, module)?,
        wrap_pyfunction!(alabel, module)?,
        wrap_pyfunction!(ulabel, module)?,
        wrap_pyfunction!(is_valid, module)?,
        wrap_pyfunction!(canonical, module)?,
        wrap_pyfunction!(same_name, module)?,
    ])
}

/// What becomes of a label that is refused.
impl<'a, 'py> FromPyObject<'a, 'py> for OnError {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match &*object.cast::<PyString>()?.to_cow()? {
            "raise" => Ok(Self::Raise),
            "keep" => Ok(Self::Keep),
            other => Err(PyValueError::new_err(format!("errors must be 'raise' or 'keep', not {other:?}"))),
        }
    }
}

/// Whether a name is its own form in every profile.
#[inline(always)]
fn is_plain_str(name: &Bound<'_, PyString>) -> PyResult<bool> {
    // A subclass has methods of its own, so it is not what a caller who expects a `str` is given.
    Ok(name.is_exact_instance_of::<PyString>() && octets_are(name, is_plain)?)
}

#[inline(always)]
fn convert<'py>(
    domain: &Bound<'py, PyString>,
    profile: &Profile,
    form: Form,
    on_error: OnError,
) -> PyResult<Bound<'py, PyString>> {
    if is_plain_str(domain)? {
        return Ok(domain.clone());
    }
    convert_fully(domain, profile, form, on_error)?.map_err(|error| name_error(domain, error))
}

#[inline(never)]
fn convert_fully<'py>(
    domain: &Bound<'py, PyString>,
    profile: &Profile,
    form: Form,
    on_error: OnError,
) -> PyResult<Result<Bound<'py, PyString>, LabelError>> {
    let py = domain.py();
    let converted = with_characters(domain, |name| match name {
        Characters::Usual(name) => with_memory(|Memory { ascii, text, scratch }| {
            // A label that is kept may hold anything.
            if form == Form::Ascii && on_error == OnError::Raise {
                write(&name, profile, form, on_error, scratch, ascii).map(|()| ascii_string(py, ascii))
            } else {
                write(&name, profile, form, on_error, scratch, text).map(|()| string(py, text))
            }
        }),
        Characters::Long(name) => {
            write_anew(name, profile, form, on_error, Vec::new()).map(|octets| string_of_octets(py, octets))
        }
    })?;
    converted.map_or_else(|error| Ok(Err(error)), |form| form.map(Ok))
}

/// Convert a domain name to its ASCII form: A-labels, and ASCII labels in lower case.
///
/// The labels are separated by any of U+002E, U+3002, U+FF0E and U+FF61 and joined by U+002E; a dot at the end stays. A
/// label that is an A-label already is proven. The rules are those of the profile: UTS #46 section 4.2, RFC 5891 section 4
/// or RFC 3490 section 4. The result is its own ASCII form.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile; UTS46 if left out.
///     errors: What becomes of a label that cannot be converted: "raise" raises its AceError, "keep" leaves the label as
///         it stands and converts the others.
///
/// Returns:
///     The ASCII form, a str (with `errors="keep"` ASCII but for the labels kept). A plain lower-case ASCII name is
///     returned as the object that it is.
///
/// Raises:
///     AceError: The first problem, if `errors` is "raise": `empty_domain`, `domain_too_long`, `empty_label`,
///         `label_too_long`, `label_separator`, `hyphen_start_end`, `hyphen_3_4`, `leading_combiner`, `not_nfc`,
///         `disallowed_codepoint`, `surrogate`, `std3_disallowed`, `unassigned`, `contextj`, `contexto`, `bidi_rule_1` to
///         `bidi_rule_6`, `invalid_alabel` or `non_canonical_alabel`; with `label_index`, and `offset` in `domain`.
///     ValueError: `errors` is none of the two.
#[pyfunction]
#[pyo3(
    signature = (domain, *, profile=Chosen::DEFAULT, errors=OnError::Raise),
    text_signature = "(domain, *, profile=..., errors='raise')"
)]
fn to_ascii<'py>(
    domain: &Bound<'py, PyString>,
    profile: Chosen<'_, 'py>,
    errors: OnError,
) -> PyResult<Bound<'py, PyString>> {
    convert(domain, profile.get(), Form::Ascii, errors)
}

/// Convert a domain name to its Unicode form: U-labels, and ASCII labels in lower case.
///
/// A name is accepted where `to_ascii` accepts it, and the ASCII form of the result is that of the name. The rules are
/// those of the profile: UTS #46 section 4.3, RFC 5891 section 5 or RFC 3490 section 4.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile; UTS46 if left out.
///     errors: What becomes of a label that cannot be converted: "raise" raises its AceError, "keep" leaves the label as
///         it stands and converts the others.
///
/// Returns:
///     The Unicode form, a str. A plain lower-case ASCII name is returned as the object that it is.
///
/// Raises:
///     AceError: As for `to_ascii`.
///     ValueError: `errors` is none of the two.
#[pyfunction]
#[pyo3(
    signature = (domain, *, profile=Chosen::DEFAULT, errors=OnError::Raise),
    text_signature = "(domain, *, profile=..., errors='raise')"
)]
fn to_unicode<'py>(
    domain: &Bound<'py, PyString>,
    profile: Chosen<'_, 'py>,
    errors: OnError,
) -> PyResult<Bound<'py, PyString>> {
    convert(domain, profile.get(), Form::Unicode, errors)
}

/// Convert many domain names to their ASCII forms.
///
/// Args:
///     domains: An iterable of str (a single str is refused, as it would be taken apart).
///     profile: The rules, a Profile; UTS46 if left out.
///     errors: What becomes of a name that cannot be converted: "raise" raises its AceError, "null" puts None, "keep"
///         puts what `to_ascii` with `errors="keep"` returns.
///
/// Returns:
///     A list with one item for each name.
///
/// Raises:
///     AceError: As for `to_ascii`, if `errors` is "raise".
///     ValueError: `errors` is none of the three.
#[pyfunction]
#[pyo3(
    signature = (domains, *, profile=Chosen::DEFAULT, errors=many::OnError::Raise),
    text_signature = "(domains, *, profile=..., errors='raise')"
)]
fn to_ascii_many<'py>(
    domains: &Bound<'py, PyAny>,
    profile: Chosen<'_, 'py>,
    errors: many::OnError,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    convert_many(domains, profile.get(), Form::Ascii, errors)
}

/// Convert many domain names to their Unicode forms.
///
/// Args:
///     domains: An iterable of str (a single str is refused, as it would be taken apart).
///     profile: The rules, a Profile; UTS46 if left out.
///     errors: What becomes of a name that cannot be converted: "raise" raises its AceError, "null" puts None, "keep"
///         puts what `to_unicode` with `errors="keep"` returns.
///
/// Returns:
///     A list with one item for each name.
///
/// Raises:
///     AceError: As for `to_ascii`, if `errors` is "raise".
///     ValueError: `errors` is none of the three.
#[pyfunction]
#[pyo3(
    signature = (domains, *, profile=Chosen::DEFAULT, errors=many::OnError::Raise),
    text_signature = "(domains, *, profile=..., errors='raise')"
)]
fn to_unicode_many<'py>(
    domains: &Bound<'py, PyAny>,
    profile: Chosen<'_, 'py>,
    errors: many::OnError,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    convert_many(domains, profile.get(), Form::Unicode, errors)
}

fn convert_many<'py>(
    domains: &Bound<'py, PyAny>,
    profile: &Profile,
    form: Form,
    errors: many::OnError,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    let on_error = match errors {
        many::OnError::Keep => OnError::Keep,
        many::OnError::Raise | many::OnError::Null => OnError::Raise,
    };
    many::map(domains, errors, |domain| match errors {
        many::OnError::Null => convert_or_null(domain.cast()?, profile, form),
        many::OnError::Raise | many::OnError::Keep => convert(domain.cast()?, profile, form, on_error).map(Some),
    })
}

fn convert_or_null<'py>(
    domain: &Bound<'py, PyString>,
    profile: &Profile,
    form: Form,
) -> PyResult<Option<Bound<'py, PyString>>> {
    if is_plain_str(domain)? {
        return Ok(Some(domain.clone()));
    }
    Ok(convert_fully(domain, profile, form, OnError::Raise)?.ok())
}

/// Convert one label to its A-label, or to lower case where it is ASCII (RFC 5890 section 2.3.2.1).
///
/// Args:
///     label: The label, a str. A U-label, an A-label or ASCII.
///     profile: The rules, a Profile; UTS46 if left out.
///
/// Returns:
///     The A-label or the ASCII label, a str.
///
/// Raises:
///     AceError: `label_separator` at a full stop (U+002E, U+3002, U+FF0E, U+FF61); else as for `to_ascii`, where the
///         label is the whole name.
#[pyfunction]
#[pyo3(signature = (label, *, profile=Chosen::DEFAULT), text_signature = "(label, *, profile=...)")]
fn alabel<'py>(label: &Bound<'py, PyString>, profile: Chosen<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    label_form(label, profile.get(), Form::Ascii)
}

/// Convert one label to its U-label, or to lower case where it is ASCII without the prefix (RFC 5890 section 2.3.2.1).
///
/// Args:
///     label: The label, a str. A U-label, an A-label or ASCII.
///     profile: The rules, a Profile; UTS46 if left out.
///
/// Returns:
///     The U-label or the ASCII label, a str.
///
/// Raises:
///     AceError: As for `alabel`.
#[pyfunction]
#[pyo3(signature = (label, *, profile=Chosen::DEFAULT), text_signature = "(label, *, profile=...)")]
fn ulabel<'py>(label: &Bound<'py, PyString>, profile: Chosen<'_, 'py>) -> PyResult<Bound<'py, PyString>> {
    label_form(label, profile.get(), Form::Unicode)
}

fn label_form<'py>(label: &Bound<'py, PyString>, profile: &Profile, form: Form) -> PyResult<Bound<'py, PyString>> {
    let py = label.py();
    let converted =
        with_characters(label, |label| with_text!(label.storage(), label => convert_label(label, profile, form)))?;
    let octets = converted.map_err(|error| {
        // A label by itself is no label of a name.
        let context = Context { text: Some(label), codepoint: error.code_point(), label_index: None };
        ace_error(py, error.error(), &context)
    })?;
    string_of_octets(py, octets.into_bytes())
}

/// Say whether a domain name is valid: whether `to_ascii` accepts it.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile; UTS46 if left out.
///
/// Returns:
///     A bool.
#[pyfunction]
#[pyo3(signature = (domain, *, profile=Chosen::DEFAULT), text_signature = "(domain, *, profile=...)")]
fn is_valid(domain: &Bound<'_, PyString>, profile: Chosen<'_, '_>) -> PyResult<bool> {
    if is_plain_str(domain)? {
        return Ok(true);
    }
    with_characters(domain, |name| match name {
        Characters::Usual(name) => with_memory(|Memory { ascii, scratch, .. }| {
            write(&name, profile.get(), Form::Ascii, OnError::Raise, scratch, ascii).is_ok()
        }),
        Characters::Long(name) => {
            write_anew(name, profile.get(), Form::Ascii, OnError::Raise, Discard::default()).is_ok()
        }
    })
}

/// Find the one spelling of a domain name by which names are compared and looked up.
///
/// Args:
///     domain: The name, a str.
///
/// Returns:
///     Its ASCII form under the profile DNS without the dot at the end, an ASCII str.
///
/// Raises:
///     AceError: As for `to_ascii` with the profile DNS.
#[pyfunction]
#[pyo3(signature = (domain))]
fn canonical<'py>(domain: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = domain.py();
    let (profile, form, on_error) = (&Profile::DNS, Form::Ascii, OnError::Raise);
    let without_root = |name: &[u8]| name.strip_suffix(b".").map_or(name.len(), <[u8]>::len);
    let spelling = with_characters(domain, |name| match name {
        Characters::Usual(name) => with_memory(|Memory { ascii, scratch, .. }| {
            write(&name, profile, form, on_error, scratch, ascii)
                .map(|()| ascii_string(py, ascii.get(..without_root(ascii)).unwrap_or_default()))
        }),
        Characters::Long(name) => write_anew(name, profile, form, on_error, Vec::new()).map(|mut ascii: Vec<u8>| {
            ascii.truncate(without_root(&ascii));
            string_of_octets(py, ascii)
        }),
    })?;
    spelling.unwrap_or_else(|error| Err(name_error(domain, error)))
}

/// Say whether two spellings name the same domain.
///
/// A-labels and U-labels, letter case, the four separators and the dot at the end make no difference. Labels that are
/// not valid under the profile DNS are the same where they are equal.
///
/// Args:
///     a: A name, a str.
///     b: A name, a str.
///
/// Returns:
///     A bool.
#[pyfunction]
#[pyo3(signature = (a, b))]
fn same_name(a: &Bound<'_, PyString>, b: &Bound<'_, PyString>) -> PyResult<bool> {
    with_characters(a, |a| {
        with_characters(b, |b| are_spelled_alike(&mut *labels_of(a.storage()), &mut *labels_of(b.storage())))
    })?
}

fn labels_of<'a>(name: Storage<'a>) -> Box<dyn Spelled + 'a> {
    with_text!(name, name => spelled(name))
}
