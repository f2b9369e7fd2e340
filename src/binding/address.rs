//! `acelabel.email`.

use super::inspect::facts_of;
use super::prelude::*;
use super::profile::{self, chosen};
use crate::address::{AddressForm, AddressInspection, domain_start, inspected, is_literal, mail_rules};
use crate::domain::look;
use crate::label::{Form, Scratch};
use crate::memory::Growing;

/// Convert the domain of an address to its ASCII form, as `acelabel.to_ascii` does.
///
/// Args:
///     address: The address, a str.
///     profile: The rules, a Profile or its name. Without STD3 rules it refuses the forbidden domain code points of
///         the URL Standard and the specials of RFC 5322 section 3.2.3 all the same; of IDNA2003, the STD3 rules hold.
///
/// Returns:
///     The address with the ASCII form of its domain, a str. The local part is as it was, ASCII or not.
///
/// Raises:
///     AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` (a control character, a
///         lone surrogate, white space in front, or quotation marks around a part of the local part),
///         `invalid_address_literal` (the domain begins with a bracket, but is not text in brackets), or as for
///         `acelabel.to_ascii`; with `label_index` in the domain, and `offset` in the whole address.
///
/// >>> from acelabel import email
/// >>> email.to_ascii('"a b"@Bücher.example')
/// '"a b"@xn--bcher-kva.example'
#[pyfunction(signature = (address, *, profile=LEFT_OUT), text_signature = "(address, *, profile=_signatures.UTS46)")]
pub(super) fn to_ascii<'py>(address: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<Text<'py>> {
    converted(address, || Ok(AddressForm { profile: chosen(&profile)?, form: Form::Ascii, is_key: false }))
}

/// Convert the domain of an address to its Unicode form, as `acelabel.to_unicode` does.
///
/// Args:
///     address: The address, a str.
///     profile: The rules, a Profile or its name, as for `to_ascii`.
///
/// Returns:
///     The address with the Unicode form of its domain, a str.
///
/// Raises:
///     AceError: As for `to_ascii`.
///
/// >>> from acelabel import email
/// >>> email.to_unicode("xn--post@xn--bcher-kva.example")
/// 'xn--post@bücher.example'
#[pyfunction(signature = (address, *, profile=LEFT_OUT), text_signature = "(address, *, profile=_signatures.UTS46)")]
pub(super) fn to_unicode<'py>(address: &Object<'py>, profile: Optional<'_, 'py>) -> PyResult<Text<'py>> {
    converted(address, || Ok(AddressForm { profile: chosen(&profile)?, form: Form::Unicode, is_key: false }))
}

/// Find the one spelling of an address by which addresses are compared and looked up.
///
/// Args:
///     address: The address, a str.
///
/// Returns:
///     The address with the `acelabel.canonical` spelling of its domain, a str. The local part is as it was, letter
///     case and normalization included, as the host that delivers to it alone knows which ones it treats alike (RFC
///     5321 section 2.4, RFC 6531 section 3.3). An IP address in brackets is as it was, too.
///
/// Raises:
///     AceError: As for `to_ascii` with the profile DNS.
///
/// >>> from acelabel import email
/// >>> email.canonical("A@bücher.example.")
/// 'A@xn--bcher-kva.example'
#[pyfunction(signature = (address))]
pub(super) fn canonical<'py>(address: &Object<'py>) -> PyResult<Text<'py>> {
    converted(address, || Ok(AddressForm::KEY))
}

/// Say whether two addresses have the same `canonical` spelling.
///
/// Args:
///     one: An address, a str.
///     other: An address, a str.
///
/// Returns:
///     A bool.
///
/// Raises:
///     AceError: As for `canonical`, of the first address that is refused; `index` is 0 or 1.
///
/// >>> from acelabel import email
/// >>> email.same_address("a@BÜCHER.example", "a@xn--bcher-kva.example."), email.same_address("a@b.c", "A@b.c")
/// (True, False)
#[pyfunction(signature = (one, other))]
pub(super) fn same_address(one: &Object<'_>, other: &Object<'_>) -> PyResult<bool> {
    let py = one.py();
    let one = canonical(one).map_err(|error| at_index(py, error, 0))?;
    let other = canonical(other).map_err(|error| at_index(py, error, 1))?;
    one.as_any().eq(&other)
}

/// Say whether mail to an address needs the extension SMTPUTF8 (RFC 6531): its local part is not ASCII.
///
/// A domain does not need it, as it has an ASCII form.
///
/// Args:
///     address: The address, a str. A domain that is a name is not looked at.
///
/// Returns:
///     A bool.
///
/// Raises:
///     AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` or
///         `invalid_address_literal`, as for `to_ascii`.
#[pyfunction(signature = (address))]
pub(super) fn needs_smtputf8(address: &Object<'_>) -> PyResult<bool> {
    with_parts(arguments::text("address", address)?, |octets, (start, _)| Ok(!bounded::first(octets, start).is_ascii()))
}

/// The rules for the domain of an address of e-mail.
///
/// Args:
///     profile: The rules of the caller, a Profile.
///
/// Returns:
///     The Profile that has the flags of RFC 5321 section 4.1.2 as well.
#[pyfunction(signature = (profile, /))]
pub(super) fn email_rules<'py>(profile: Optional<'_, 'py>) -> PyResult<profile::Profile> {
    Ok(profile::Profile(mail_rules(chosen(&profile)?)))
}

/// Look at an address, and tell everything about it but what follows from it.
///
/// Args:
///     address: The address, a str.
///     rules: The rules for its domain, as `email_rules` makes them.
///
/// Returns:
///     Where the domain begins, or None where there is no `@` or more than one; the errors of the local part; those of
///     an address literal; those of the whole; the domain and what `inspect_facts` tells of it, or None and None
///     where it is not a name.
#[pyfunction(signature = (address, rules, /))]
pub(super) fn email_facts<'py>(address: &Object<'py>, rules: Optional<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, rules, address) = (address.py(), chosen(&rules)?, arguments::text("address", address)?);
    let units = code_points(address)?;
    let found = with_utf8(address, |octets| {
        let look = |_, start| look(bounded::rest(&units, start), rules);
        released(py, octets.len(), || inspected(octets, look)).map_err(|error| refused(error.error(), address))
    })?;
    let AddressInspection { domain, local_errors, domain_errors, errors, start, .. } = found;
    let of_literal = if domain.is_none() { domain_errors.as_slice() } else { &[] };
    let [local, literal, whole] = [&local_errors, of_literal, &errors].map(|errors| values(address, errors));
    let facts = domain.map(|domain| {
        let name = string(py, bounded::rest(&units, start.unwrap_or_default()))?;
        facts_of(&name, domain).map(|facts| (name, facts))
    });
    let (name, facts) = facts.transpose()?.unzip();
    let start = start.map(|start| numbers(py, [start])).transpose()?.map(|[start]| start);
    tuple_of(py, [or_none(py, start), local?, literal?, whole?, or_none(py, name), or_none(py, facts)])
}

fn values<'py>(address: &Text<'py>, errors: &[Error]) -> PyResult<Object<'py>> {
    let context = Context { text: Some(address), ..Context::default() };
    let errors = errors.iter().map(|&error| ace_error_value(address.py(), error, &context));
    tuple_of(address.py(), gathered(errors)?).map(Bound::into_any)
}

/// Works with an address in UTF-8, in which a surrogate has three octets, and with the place where its domain begins,
/// in octets and in characters.
fn with_parts<R>(address: &Text<'_>, work: impl FnOnce(&[u8], (usize, usize)) -> PyResult<R>) -> PyResult<R> {
    with_utf8(address, |octets| {
        let parts = released(address.py(), octets.len(), || domain_start(octets));
        work(octets, parts.map_err(|error| refused(error, address))?)
    })
}

/// An address with another form of its domain; an address literal has one form, for which no profile is asked.
fn converted<'a, 'py>(address: &Object<'py>, form: impl FnOnce() -> PyResult<AddressForm<'a>>) -> PyResult<Text<'py>> {
    let address = arguments::text("address", address)?;
    with_parts(address, |octets, parts| {
        let domain = bounded::rest(octets, parts.0);
        let form = if is_literal(domain) { None } else { Some(form()?) };
        let output = form.filter(|form| !form.leaves(domain)).map(|form| written_form(address, octets, parts, &form));
        match output.transpose()? {
            Some(output) if output != octets => string_of_octets(address.py(), output),
            _ => same(address, octets),
        }
    })
}

fn written_form(
    address: &Text<'_>,
    octets: &[u8],
    (start, characters): (usize, usize),
    form: &AddressForm<'_>,
) -> PyResult<Vec<u8>> {
    let (before, domain) = octets.split_at(start);
    let (before, scratch, mut output) = ((before, characters), &mut Scratch::default(), Growing::default());
    let written = match core::str::from_utf8(domain) {
        Ok(domain) => released(address.py(), domain.len(), || form.write(before, domain, scratch, &mut output)),
        // It has a surrogate.
        Err(_) => {
            let write = |units: &[u32]| form.write(before, bounded::rest(units, characters), scratch, &mut output);
            with_code_points(address, write)?
        }
    };
    written.map_err(|error| name_error(address, error))?;
    output.finished().map_err(|_| no_memory())
}

/// The address itself, unless it is of a derived class, which has methods of its own.
fn same<'py>(address: &Text<'py>, octets: &[u8]) -> PyResult<Text<'py>> {
    if address.is_exact_instance_of::<PyString>() {
        return Ok(address.clone());
    }
    string_of_octets(address.py(), memory::copied(octets).map_err(|_| no_memory())?)
}
