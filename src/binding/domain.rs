//! Domain names: the functions of `acelabel` itself.

use super::many;
use super::memory::{Memory, octets, with_memory};
use super::prelude::*;
use super::profile::{chosen, chosen_or};
use crate::OnError;
use crate::domain::{
    Conversion, Spelled, are_spelled_alike, ascii_ends_in_number, is_own_form, length_without_root, spelled,
};
use crate::label::{Discard, Form};
use crate::memory::Growing;

/// Returns what becomes of a label that is refused.
#[inline(always)]
pub(super) fn on_error(errors: &Optional<'_, '_>) -> PyResult<OnError> {
    let Some(errors) = errors.given() else { return Ok(OnError::Raise) };
    choice("errors", &[("raise", OnError::Raise), ("keep", OnError::Keep)], errors).copied()
}

/// Returns whether a name is its own form under a profile, as far as one scan can tell.
#[inline(always)]
fn is_plain_str(domain: &Text<'_>, name: Str<'_>, profile: &Profile) -> bool {
    // A subclass has methods of its own, so it is not what a caller who expects a `str` is given.
    domain.is_exact_instance_of::<PyString>() && name.octets().is_some_and(|name| is_own_form(name, profile))
}

#[inline(always)]
fn convert<'py>(domain: &Text<'py>, conversion: Conversion<'_>) -> PyResult<Text<'py>> {
    with_str(domain, |name| {
        if is_plain_str(domain, name, conversion.profile) {
            return Ok(domain.clone());
        }
        convert_or_raise(domain, name, conversion)
    })?
}

/// Not inlined, so that a plain name has no large frame to make.
#[inline(never)]
fn convert_or_raise<'py>(domain: &Text<'py>, name: Str<'_>, conversion: Conversion<'_>) -> PyResult<Text<'py>> {
    convert_fully(domain.py(), name, conversion)?.map_err(|error| name_error(domain, error))
}

/// A form of a name, or why there is none; an exception of Python is neither.
type ConvertedName<'py> = PyResult<Result<Text<'py>, LabelError>>;

#[inline(never)]
fn convert_fully<'py>(py: Python<'py>, name: Str<'_>, conversion: Conversion<'_>) -> ConvertedName<'py> {
    // A label that is kept may hold anything.
    let is_ascii = conversion.form == Form::Ascii && conversion.on_error == OnError::Raise;
    let converted = name.characters(|name| match name {
        Characters::Usual(name) if is_ascii => {
            with_memory(|Memory { ascii, .. }| name.form(conversion, ascii).map(|ascii| ascii_string(py, ascii)))
        }
        Characters::Usual(name) => {
            with_memory(|Memory { text, .. }| name.form(conversion, text).map(|text| string(py, text)))
        }
        Characters::Long(name) => long_form(py, &name, conversion).map(|octets| string_of_octets(py, octets)),
    })?;
    converted.map_or_else(|error| Ok(Err(error)), |form| form.map(Ok))
}

/// Works on the ASCII form of a name.
#[inline(always)]
pub(super) fn with_ascii_form<R>(
    py: Python<'_>,
    name: Characters<'_>,
    profile: &Profile,
    work: impl FnOnce(&[u8]) -> R,
) -> Result<R, LabelError> {
    let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
    match name {
        Characters::Usual(name) => {
            with_memory(|Memory { ascii, .. }| name.form(conversion, ascii).map(|ascii| work(ascii)))
        }
        Characters::Long(name) => long_form(py, &name, conversion).map(|ascii| work(&ascii)),
    }
}

/// The form of a long name, made with the interpreter released.
fn long_form(py: Python<'_>, name: &Storage<'_>, conversion: Conversion<'_>) -> Result<Vec<u8>, LabelError> {
    released(py, name.len(), || name.form(conversion, Growing::default()).and_then(octets))
}

/// Convert a domain name to its ASCII form: A-labels, and ASCII labels in lower case.
///
/// The labels are separated by U+002E, U+3002, U+FF0E or U+FF61 and joined by U+002E. A dot at the end stays; under
/// UTS #46, so does one in front of a last label that is mapped to nothing. If a label is already an A-label, it is
/// verified. The profile decides the rules: UTS #46 section 4.2, RFC 5891 section 4 or RFC 3490 section 4. The ASCII
/// form of the result is the result itself.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile or its name. The default is UTS46.
///     errors: What becomes of a label that is refused: "raise" raises its AceError. "keep" converts the other labels
///         and leaves this one, with its ASCII letters in lower case (RFC 4343 section 3). It leaves the whole record
///         exactly as it came if a label that is refused holds a character that no name holds: White_Space, ASCII
///         other than letters, digits, `-`, `_` and `*`, or what UTS #46 maps to a text with one of these. An escape
///         of a zone file (RFC 1035 section 5.1) is part of a name. Under IDNA2008, which maps nothing, a label that
///         is not ASCII keeps its capitals.
///
/// Returns:
///     The ASCII form, a str (with `errors="keep"` ASCII except for what is kept). A plain lower-case ASCII name is
///     returned as the object that it is.
///
/// Raises:
///     AceError: The first problem, if `errors` is "raise": `empty_domain`, `domain_too_long`, `empty_label`,
///         `label_too_long`, `label_separator`, `hyphen_start_end`, `hyphen_3_4`, `leading_combiner`, `not_nfc`,
///         `disallowed_codepoint`, `ignored_codepoint`, `compatibility_codepoint`, `surrogate`, `std3_disallowed`,
///         `unassigned`, `contextj`, `contexto`, `bidi_rule_1` to `bidi_rule_6`, `invalid_alabel` or
///         `non_canonical_alabel`; with `label_index`, and `offset` in `domain`.
///     ValueError: `errors` is none of the two.
#[pyfunction(signature = (domain, *, profile=LEFT_OUT, errors=LEFT_OUT))]
#[pyo3(text_signature = "(domain, *, profile=_signatures.UTS46, errors='raise')")]
pub(super) fn to_ascii<'py>(
    domain: &Object<'py>,
    profile: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
) -> PyResult<Text<'py>> {
    let (domain, profile, on_error) = (arguments::text("domain", domain)?, chosen(&profile)?, on_error(&errors)?);
    convert(domain, Conversion { profile, form: Form::Ascii, on_error })
}

/// Convert a domain name to its Unicode form: U-labels, and ASCII labels in lower case.
///
/// A name is accepted where `to_ascii` accepts it, and the ASCII form of the result is that of the name. The rules are
/// those of the profile: UTS #46 section 4.3, RFC 5891 section 5 or RFC 3490 section 4.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile or its name. The default is UTS46.
///     errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves what `to_ascii`
///         with `errors="keep"` leaves and converts the other labels.
///
/// Returns:
///     The Unicode form, a str. A plain lower-case ASCII name is returned as the object that it is.
///
/// Raises:
///     AceError: As for `to_ascii`.
///     ValueError: `errors` is none of the two.
#[pyfunction(signature = (domain, *, profile=LEFT_OUT, errors=LEFT_OUT))]
#[pyo3(text_signature = "(domain, *, profile=_signatures.UTS46, errors='raise')")]
pub(super) fn to_unicode<'py>(
    domain: &Object<'py>,
    profile: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
) -> PyResult<Text<'py>> {
    let (domain, profile, on_error) = (arguments::text("domain", domain)?, chosen(&profile)?, on_error(&errors)?);
    convert(domain, Conversion { profile, form: Form::Unicode, on_error })
}

/// A function for many names.
macro_rules! many_names {
    ($many:ident, $one:literal, $form:ident, $name:literal) => {
        #[doc = concat!("Convert many domain names to their ", $name, " forms.")]
        ///
        /// The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.
        ///
        /// Args:
        ///     domains: An iterable of names: a list, a column of pandas or polars, an array of Arrow, or any other. A
        ///         name is a str or a scalar of Arrow that holds one. A missing value (None, NaN, NaT, `pandas.NA` or a
        ///         null of Arrow) gives None. A single str is refused: its items would be its characters.
        ///     profile: The rules, a Profile or its name. The default is UTS46.
        ///     errors: What to do with a name that cannot be converted: "raise" raises its AceError, "null" puts None
        #[doc = concat!("        in its place, \"keep\" puts what `", $one, "` with `errors=\"keep\"` returns.")]
        ///
        /// Returns:
        ///     A list of str and None, with one item per name.
        ///
        /// Raises:
        #[doc = concat!("    AceError: The same as for `", $one, "`, if `errors` is \"raise\";")]
        ///         with the `index` of the name.
        ///     TypeError: An argument or an item is of another type.
        ///     ValueError: `errors` is not one of the three.
        #[pyfunction(signature = (domains, *, profile=LEFT_OUT, errors=LEFT_OUT))]
        #[pyo3(text_signature = "(domains, *, profile=_signatures.UTS46, errors='raise')")]
        pub(super) fn $many<'py>(
            domains: &Object<'py>,
            profile: Optional<'_, 'py>,
            errors: Optional<'_, 'py>,
        ) -> PyResult<Bound<'py, PyList>> {
            convert_many(domains, chosen(&profile)?, Form::$form, many::OnError::of(&errors)?)
        }
    };
}
many_names!(to_ascii_many, "to_ascii", Ascii, "ASCII");
many_names!(to_unicode_many, "to_unicode", Unicode, "Unicode");

fn convert_many<'py>(
    domains: &Object<'py>,
    profile: &Profile,
    form: Form,
    errors: many::OnError,
) -> PyResult<Bound<'py, PyList>> {
    let on_error = if matches!(errors, many::OnError::Keep) { OnError::Keep } else { OnError::Raise };
    many::map("domains", domains, many::Items::Str, errors, |domain| match errors {
        many::OnError::Null => convert_or_refuse(domain.cast()?, profile, form).map(Result::ok),
        many::OnError::Raise | many::OnError::Keep => {
            convert(domain.cast()?, Conversion { profile, form, on_error }).map(Some)
        }
    })
}

/// Converts a name; a refusal is its kind, not an exception.
pub(super) fn convert_or_refuse<'py>(
    domain: &Text<'py>,
    profile: &Profile,
    form: Form,
) -> PyResult<Result<Text<'py>, ErrorKind>> {
    let converted = with_str(domain, |name| {
        if is_plain_str(domain, name, profile) {
            return Ok(Ok(domain.clone()));
        }
        convert_fully(domain.py(), name, Conversion { profile, form, on_error: OnError::Raise })
    })??;
    match converted {
        // Want of memory says nothing about the name.
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(name_error(domain, error)),
        converted => Ok(converted.map_err(LabelError::kind)),
    }
}

/// Say whether a domain name is valid: whether `to_ascii` accepts it.
///
/// Args:
///     domain: The name, a str.
///     profile: The rules, a Profile or its name. The default is UTS46.
///
/// Returns:
///     A bool.
#[pyfunction(signature = (domain, *, profile=LEFT_OUT), text_signature = "(domain, *, profile=_signatures.UTS46)")]
pub(super) fn is_valid(domain: &Object<'_>, profile: Optional<'_, '_>) -> PyResult<bool> {
    let (py, domain, profile) = (domain.py(), arguments::text("domain", domain)?, chosen(&profile)?);
    let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
    let long = |name: Storage<'_>| released(py, name.len(), || name.form(conversion, Discard::default()).map(|_| ()));
    let converted = with_str(domain, |name| {
        if is_plain_str(domain, name, profile) {
            return Ok(Ok(()));
        }
        name.characters(|name| match name {
            Characters::Usual(name) => with_memory(|Memory { ascii, .. }| name.form(conversion, ascii).map(|_| ())),
            Characters::Long(name) => long(name),
        })
    })??;
    match converted {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(name_error(domain, error)),
        converted => Ok(converted.is_ok()),
    }
}

/// Find the one spelling of a domain name by which names are compared and looked up.
///
/// Args:
///     domain: The name, a str.
///
/// Returns:
///     Its ASCII form under the profile DNS without a final dot, an ASCII str. The name of the root is ".".
///
/// Raises:
///     AceError: As for `to_ascii` with the profile DNS.
#[pyfunction(signature = (domain))]
pub(super) fn canonical<'py>(domain: &Object<'py>) -> PyResult<Text<'py>> {
    let domain = arguments::text("domain", domain)?;
    let spelling = with_characters(domain, |name| {
        with_ascii_form(domain.py(), name, &Profile::DNS, |ascii| {
            ascii_string(domain.py(), bounded::first(ascii, length_without_root(ascii)))
        })
    })?;
    spelling.unwrap_or_else(|error| Err(name_error(domain, error)))
}

/// Say whether a domain name ends in a number in its ASCII form.
///
/// The URL Standard reads an IPv4 address in such a name ("ends in a number checker"), and so do most resolvers:
/// `127.0.0.1`, `１２７.１`, `127。0。0。1`, `0x7f.1`, `2130706433`. It fails where the number is none (`1.2.3.08`).
///
/// Args:
///     name: The name, a str.
///     profile: The rules by which the name is converted first, a Profile. The default is WHATWG.
///
/// Returns:
///     A bool.
///
/// Raises:
///     AceError: As for `to_ascii` with that profile.
#[pyfunction(signature = (name, *, profile=LEFT_OUT), text_signature = "(name, *, profile=_signatures.WHATWG)")]
pub(super) fn ends_in_number<'py>(name: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<bool> {
    let name = arguments::text("name", name)?;
    let profile = chosen_or(&profile, &Profile::WHATWG)?;
    let ends = with_characters(name, |text| with_ascii_form(name.py(), text, profile, ascii_ends_in_number))?;
    ends.map_err(|error| name_error(name, error))
}

/// Say whether two spellings name the same domain.
///
/// A-labels and U-labels, letter case, the four separators and the dot at the end make no difference. Labels that are
/// not valid under the profile DNS are the same where they differ in the case of ASCII letters alone (RFC 4343 section
/// 3). So a record that is more than a name is compared label by label, too: whether it is a name is not asked.
///
/// Args:
///     a: A name, a str.
///     b: A name, a str.
///
/// Returns:
///     A bool.
#[pyfunction(signature = (a, b))]
pub(super) fn same_name(a: &Object<'_>, b: &Object<'_>) -> PyResult<bool> {
    let (py, a, b) = (a.py(), arguments::text("a", a)?, arguments::text("b", b)?);
    let refused = |error| ace_error(py, error, &Context::default());
    // The stable ABI copies out four octets for each character, which are too many for two texts at once.
    if cfg!(feature = "abi3")
        && let (Ok(a), Ok(b)) = (a.to_str(), b.to_str())
    {
        let compare = || are_spelled_alike(spelled(a), spelled(b));
        return released(py, bounded::add(a.len(), b.len()), compare).map_err(refused);
    }
    let alike = with_characters(a, |a| {
        with_characters(b, |b| {
            let (a, b) = (a.storage(), b.storage());
            released(py, bounded::add(a.len(), b.len()), || are_spelled_alike(labels_of(&a), labels_of(&b)))
        })
    })??;
    alike.map_err(refused)
}

fn labels_of<'a>(name: &Storage<'a>) -> Spelled<'a> {
    with_text!(*name, name => spelled(name))
}
