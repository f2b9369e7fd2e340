//! Texts that are a `str` or `bytes` of UTF-8, and give what they are.

use super::prelude::*;
use super::text::bytes_of_parts;
use crate::label::characters;
use crate::text::Edits;

/// Works with the octets of the argument of this name, in UTF-8 in which a surrogate has three octets.
pub(super) fn with_octets_of<T>(name: &str, text: &Object<'_>, work: impl FnOnce(&[u8]) -> PyResult<T>) -> PyResult<T> {
    match text.cast::<PyBytes>() {
        Ok(octets) => work(octets.as_bytes()),
        Err(_) => with_utf8(text.cast::<PyString>().map_err(|_| wrong_type(name, "str or bytes", text))?, work),
    }
}

/// The new text, of the type of the old one, which has these octets.
pub(super) fn applied<'py>(text: &Object<'py>, edits: &Edits, octets: &[u8]) -> PyResult<Object<'py>> {
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

/// The same; the text itself where nothing changes and it is not of a derived class, which has methods of its own.
pub(super) fn applied_or_same<'py>(text: &Object<'py>, edits: &Edits, octets: &[u8]) -> PyResult<Object<'py>> {
    let is_plain = text.is_exact_instance_of::<PyString>() || text.is_exact_instance_of::<PyBytes>();
    if edits.is_empty() && is_plain { Ok(text.clone()) } else { applied(text, edits, octets) }
}

/// Octets as an object of the type of a text.
pub(super) fn alike<'py>(text: &Object<'py>, octets: Vec<u8>) -> PyResult<Object<'py>> {
    if text.is_instance_of::<PyBytes>() {
        return Ok(bytes(text.py(), &octets)?.into_any());
    }
    Ok(string_of_octets(text.py(), octets)?.into_any())
}

/// The error of a text, with an offset that counts its octets, as one that counts what the text has. Octets are quoted
/// as Latin-1, so that offsets agree.
#[cold]
pub(super) fn refused_in(text: &Object<'_>, octets: &[u8], error: LabelError, label_index: Option<usize>) -> PyErr {
    let make = || {
        if error.kind() == ErrorKind::OutOfMemory {
            return Err(no_memory());
        }
        let (offset, quoted) = match text.cast::<PyString>() {
            Ok(text) => (characters(bounded::first(octets, error.offset())), text.clone()),
            Err(_) => (error.offset(), PyString::from_encoded_object(text, Some(c"latin-1"), None)?),
        };
        let context = Context { text: Some(&quoted), codepoint: error.code_point(), label_index };
        Ok(ace_error(text.py(), error.error().at(offset), &context))
    };
    make().unwrap_or_else(|failure| failure)
}
