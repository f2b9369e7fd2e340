//! Names inside text: what `acelabel.text` and `acelabel.email` call.
//!
//! The size of the module matters more here than a microsecond per call: one function does all work on texts, and its
//! options come as one number.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyString, PyTuple};

use super::arguments::{Optional, text, wrong_type};
use super::error::{Context, ace_error_value, no_memory, refused};
use super::list::{gathered, integers, tuple_of};
use super::profile::{self, chosen};
use super::text::{bytes_of_parts, released, string_of_octets, with_utf8};
use crate::error::{Error, ErrorKind};
use crate::text::{AUTHORITY_CONTINUES, Edits, Found, Mailbox, Rewriting, domain_start, find_from, mail_rules};
use crate::{bounded, memory};

mod options;

use options::Options;

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![
        wrap_pyfunction!(email_domain_start, module)?,
        wrap_pyfunction!(email_parts, module)?,
        wrap_pyfunction!(email_rules, module)?,
        wrap_pyfunction!(text_work, module)?,
    ])
}

/// Say where the domain of an address of e-mail begins.
///
/// Args:
///     address: The address, a str.
///
/// Returns:
///     The offset, an int.
///
/// Raises:
///     AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` or
///         `invalid_address_literal`.
#[pyfunction]
#[pyo3(signature = (address, /))]
fn email_domain_start(address: &Bound<'_, PyAny>) -> PyResult<usize> {
    let (_, character) = of_address(address, domain_start)?;
    Ok(character)
}

/// Divide an address of e-mail and judge its parts, except a domain that is a name.
///
/// Args:
///     address: The address, a str.
///
/// Returns:
///     Where its domain begins; the errors of its local part; those of an address literal, or None where the domain is
///     not one; those of its length; how many octets the domain may have in its other forms.
///
/// Raises:
///     AceError: `missing_at_sign` or `second_at_sign`.
#[pyfunction]
#[pyo3(signature = (address, /))]
fn email_parts<'py>(address: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, mailbox) = (address.py(), of_address(address, Mailbox::of)?);
    let address = text("address", address)?;
    let context = Context { text: Some(address), ..Context::default() };
    let errors = |errors: &[Error]| {
        let errors = errors.iter().map(|&error| ace_error_value(py, error, &context));
        Ok::<_, PyErr>(tuple_of(py, gathered(errors)?)?.into_any())
    };
    let literal = mailbox.literal.map(|error| errors(error.as_slice())).transpose()?;
    let numbers = integers(py, &[mailbox.start, mailbox.room].map(|number| bounded::to::<u64>(number)))?;
    let (local, too_long) = (errors(&mailbox.local_errors)?, errors(mailbox.too_long.as_slice())?);
    let literal = literal.unwrap_or_else(|| py.None().into_bound(py));
    tuple_of(py, [numbers.get_item(0)?, local, literal, too_long, numbers.get_item(1)?])
}

/// The rules for the domain of an address of e-mail.
///
/// Args:
///     profile: The rules of the caller, a Profile.
///
/// Returns:
///     The Profile that has the flags of RFC 5321 section 4.1.2 as well.
#[pyfunction]
#[pyo3(signature = (profile, /))]
fn email_rules<'py>(profile: Optional<'_, 'py>) -> PyResult<profile::Profile> {
    Ok(profile::Profile::of(mail_rules(chosen(&profile)?)))
}

/// The result of `work` on an address in UTF-8.
fn of_address<T: Send>(address: &Bound<'_, PyAny>, work: fn(&[u8]) -> Result<T, Error>) -> PyResult<T> {
    let (address, mut result) = (text("address", address)?, None);
    with_utf8(address, &mut |octets| {
        result = Some(released(address.py(), octets.len(), || work(octets)).map_err(|error| refused(error, address)));
        Ok(())
    })?;
    result.unwrap_or_else(|| Err(no_memory()))
}

/// Find or rewrite the names in a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: An int, the sum of: 1 to Unicode; 2 annotate; 4 isolate; 8 everywhere; 16, 32 and 64 the kinds that
///         count; 128 find; 256 the text is a piece, and bytes; 512 it is the last one; 1,024 it begins inside a word.
///     tlds: A callable that knows top-level domains, or None.
///     profile: The rules, a Profile.
///
/// Returns:
///     The new text, of the type of the old one; the same object where nothing changes. For 128 a list of int, three
///     for each name: where it begins, where it ends, and its kind (0 to 2, and 4 more if it is escaped, and 8 times
/// the
///     number of its code: 1 for `authority_continues`, and 2 and more for those of `error_codes`). For 256 a
///     list: how many octets are decided, whether they end inside a word, how many names are rewritten, and the new
///         octets. For
///     128 + 256 a list: the first two of these, and the three for each name.
#[pyfunction]
#[pyo3(signature = (text, options, tlds, profile, /))]
fn text_work<'py>(
    text: &Bound<'py, PyAny>,
    options: u32,
    tlds: &Bound<'py, PyAny>,
    profile: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (options, mut result) = (Options::of(options, tlds, &profile)?, None);
    let mut work = |octets: &[u8]| {
        result = if options.find { Some(found(text, octets, &options)?) } else { rewritten(text, octets, &options)? };
        Ok(())
    };
    if let Ok(octets) = text.cast::<PyBytes>() {
        work(octets.as_bytes())?;
    } else {
        with_utf8(text.cast::<PyString>().map_err(|_| wrong_type("text", "str or bytes", text))?, &mut work)?;
    }
    Ok(result.unwrap_or_else(|| text.clone()))
}

/// The names as a list of numbers.
fn found<'py>(text: &Bound<'py, PyAny>, octets: &[u8], options: &Options) -> PyResult<Bound<'py, PyAny>> {
    let (py, mut found) = (text.py(), Vec::new());
    let work = &mut |portion: &[u8], start, how: &Rewriting<'_>| find_from(portion, start, &how.sought, &mut found);
    let end = options.go_over(py, octets, work)?;
    let are_octets = octets.is_ascii() || text.is_instance_of::<PyBytes>();
    let numbers = released(py, octets.len(), || numbers_of(octets, &found, are_octets));
    let numbers = integers(py, &numbers.map_err(|_| no_memory())?)?;
    if options.is_piece {
        // The two numbers of the end, which a rewritten piece has as well.
        numbers.insert(0, u8::from(end.is_cut))?;
        numbers.insert(0, end.at)?;
    }
    Ok(numbers.into_any())
}

/// The new text, if it is another one.
fn rewritten<'py>(text: &Bound<'py, PyAny>, octets: &[u8], options: &Options) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (py, mut edits) = (text.py(), Edits::default());
    let end = options.go_over(py, octets, &mut |portion, start, how| how.edits_from(portion, start, &mut edits))?;
    if options.is_piece {
        let decided = bounded::first(octets, end.at);
        let numbers = [end.at, end.is_cut.into(), edits.count()].map(|number| bounded::to::<u64>(number));
        let result = integers(py, &numbers)?;
        result.append(applied(text, &edits, decided)?)?;
        return Ok(Some(result.into_any()));
    }
    // An object of a derived class has methods of its own, which nobody expects of a text.
    let is_plain = text.is_exact_instance_of::<PyString>() || text.is_exact_instance_of::<PyBytes>();
    if edits.is_empty() && is_plain { Ok(None) } else { applied(text, &edits, octets).map(Some) }
}

/// The new text, of the type of the old one.
fn applied<'py>(text: &Bound<'py, PyAny>, edits: &Edits, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let (py, size) = (text.py(), edits.size(octets.len()));
    let parts = &mut |write: &mut dyn FnMut(&[u8])| edits.apply(octets, write);
    if text.is_instance_of::<PyBytes>() {
        return Ok(bytes_of_parts(py, size, parts)?.into_any());
    }
    let output = released(py, size, || {
        let mut output = memory::reserved(size)?;
        parts(&mut |part| output.extend_from_slice(part));
        Ok::<_, Error>(output)
    });
    Ok(string_of_octets(py, output.map_err(|_| no_memory())?)?.into_any())
}

/// Three numbers for each name. Places are those of octets, or they become those of characters.
fn numbers_of(octets: &[u8], found: &[Found], are_octets: bool) -> Result<Vec<u64>, Error> {
    let mut numbers = memory::reserved(bounded::mul(found.len(), 3))?;
    let (mut octet, mut character) = (0_usize, 0_usize);
    let mut place_of = |place: usize| {
        let between = bounded::part(octets, octet..place);
        character = bounded::add(character, between.iter().filter(|&&octet| octet & 0xC0 != 0x80).count());
        octet = place;
        bounded::to(if are_octets { place } else { character })
    };
    for one in found {
        let kind = u64::from(one.kind.index()) | if one.is_escaped { 4 } else { 0 };
        numbers.extend([place_of(one.start), place_of(one.end), kind | number_of(one.code) << 3]);
    }
    Ok(numbers)
}

/// The number of a code: 0 for none.
fn number_of(code: Option<&str>) -> u64 {
    let Some(code) = code.filter(|&code| code != AUTHORITY_CONTINUES) else { return u64::from(code.is_some()) };
    ErrorKind::ALL.iter().position(|kind| kind.code() == code).map_or(0, |place| bounded::add(bounded::to(place), 2))
}
