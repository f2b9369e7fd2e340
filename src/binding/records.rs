//! Records: those of the command line, with the code of each refusal and without an exception; and rows of databases,
//! which call a function for each, so that no function of Python stands in between.

use super::arguments::quoted;
use super::codec::Codec;
use super::domain::{convert_or_refuse, to_ascii, to_unicode};
use super::many::{Items, OnError, map};
use super::prelude::*;
use super::profile::chosen;
use super::punycode::Punycode;
use super::race::Race;
use super::text::{Made, with_octets};
use crate::label::Form;

/// Convert many records. A refusal costs no exception, only its code.
///
/// Args:
///     records: The records, a list of str.
///     codec: "to_ascii", "to_unicode", "punycode_encode", "punycode_decode", "race_encode" or "race_decode".
///     profile: The rules of domain names, a Profile; UTS46 if left out.
///
/// Returns:
///     A list with a str for each record, None for each one that is refused; and the places and the codes of the
///     refusals, in order.
///
/// Raises:
///     ValueError: There is no such codec.
#[pyfunction(signature = (records, codec, profile=LEFT_OUT), text_signature = "(records, codec, profile=...)")]
pub(super) fn convert_records<'py>(
    records: &Object<'py>,
    codec: &Object<'py>,
    profile: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyTuple>> {
    let records = records.cast::<PyList>().map_err(|_| wrong_type("records", "list", records))?;
    let (convert, profile) = (codec_of(codec)?, chosen(&profile)?);
    let (py, mut pauses, mut last) = (records.py(), Pauses::default(), None);
    let (results, codes, mut places) = (list(py)?, list(py)?, Vec::new());
    for (place, record) in records.iter().enumerate() {
        let record = record.cast::<PyString>().map_err(|_| wrong_item(place, "str", &record))?;
        let converted = convert(record, profile)?;
        if let Err(kind) = converted {
            memory::push(&mut places, u64::try_from(place)?).map_err(|_| no_memory())?;
            codes.append(code_of(kind, &mut last, py)?)?;
        }
        results.append(converted.ok())?;
        pauses.after(py, length(record))?;
    }
    tuple_of(py, [results, integers(py, &places)?, codes])
}

/// The code as an object. A list is mostly refused for one reason, so the object made last is likely to do again.
fn code_of<'py>(kind: ErrorKind, last: &mut Option<(ErrorKind, Text<'py>)>, py: Python<'py>) -> PyResult<Text<'py>> {
    match last {
        Some((same, code)) if *same == kind => Ok(code.clone()),
        _ => Ok(last.insert((kind, ascii_string(py, kind.code().as_bytes())?)).1.clone()),
    }
}

/// The result or why the record is refused; an exception of Python is neither.
type Refusable<'py> = PyResult<Result<Text<'py>, ErrorKind>>;
type Convert = for<'py> fn(&Text<'py>, &Profile) -> Refusable<'py>;

fn codec_of(name: &Object<'_>) -> PyResult<Convert> {
    let name = arguments::text("codec", name)?;
    // A text with lone surrogates is not one of the codecs.
    match name.to_cow().as_deref().unwrap_or_default() {
        "to_ascii" => Ok(|name, profile| convert_or_refuse(name, profile, Form::Ascii)),
        "to_unicode" => Ok(|name, profile| convert_or_refuse(name, profile, Form::Unicode)),
        "punycode_encode" => Ok(encoded::<Punycode>),
        "punycode_decode" => Ok(decoded::<Punycode>),
        "race_encode" => Ok(encoded::<Race>),
        "race_decode" => Ok(decoded::<Race>),
        _ => Err(PyValueError::new_err(format!("there is no codec {}", quoted(name)?))),
    }
}

fn encoded<'py, C: Codec>(text: &Text<'py>, _: &Profile) -> Refusable<'py> {
    refusable(with_code_points(text, |units| C::encode(text.py(), units))?)
}

fn decoded<'py, C: Codec>(form: &Text<'py>, _: &Profile) -> Refusable<'py> {
    refusable(with_octets(form, |octets| C::decode(form.py(), octets))?)
}

fn refusable(made: Made<'_>) -> Refusable<'_> {
    match made.map_err(Error::kind) {
        // Want of memory says nothing about the record.
        Err(ErrorKind::OutOfMemory) => Err(no_memory()),
        Err(kind) => Ok(Err(kind)),
        Ok(text) => Ok(Ok(text)),
    }
}

/// Call a function for each text of a list, as the functions do whose names end in `_many`.
///
/// Args:
///     function: A function that takes a str, and returns what stands for it or raises AceError.
///     texts: An iterable of str and None.
///     errors: "raise", "null" or "keep", a str.
///
/// Returns:
///     A list of what the function returned, str and None.
#[pyfunction(signature = (function, texts, errors, /))]
pub(super) fn each_text<'py>(
    function: &Object<'py>,
    texts: &Object<'py>,
    errors: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let one = |text: &Object<'py>| function.call1((text,)).map(Some);
    map("texts", texts, Items::Str, OnError::of(&errors)?, one)
}

macro_rules! or_none {
    ($function:ident, $of:ident, $form:literal) => {
        #[doc = concat!("Convert a domain name to its ", $form, " form under UTS46, and None to None.")]
        ///
        /// Args:
        ///     domain: The name, a str or None.
        ///
        /// Returns:
        #[doc = concat!("    The ", $form, " form, a str; None for None.")]
        #[pyfunction(signature = (domain, /))]
        pub(super) fn $function<'py>(domain: &Object<'py>) -> PyResult<Option<Text<'py>>> {
            if domain.is_none() {
                return Ok(None);
            }
            $of(domain, LEFT_OUT, LEFT_OUT).map(Some)
        }
    };
}
or_none!(to_ascii_or_none, to_ascii, "ASCII");
or_none!(to_unicode_or_none, to_unicode, "Unicode");
