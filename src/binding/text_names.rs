//! Names inside text: what `acelabel.text` calls.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyList, PyString, PyTuple};

use super::arguments::{text, wrong_type};
use super::characters::Storage;
use super::error::{no_memory, refused};
use super::list::integers;
use super::text::{bytes, bytes_of_parts, released, string_of_octets, with_characters, with_code_points};
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::text::{Edits, Found, Rewriter, domain_start, find_from};
use crate::utf8;

mod options;

use options::{Options, PORTION};

pub(super) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>> {
    Ok(vec![
        wrap_pyfunction!(email_domain_start, module)?,
        wrap_pyfunction!(text_find, module)?,
        wrap_pyfunction!(text_rewritten, module)?,
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
///     AceError: `missing_at_sign`, `second_at_sign` or `empty_local_part`.
#[pyfunction]
#[pyo3(signature = (address, /))]
fn email_domain_start(address: &Bound<'_, PyAny>) -> PyResult<usize> {
    let address = text("address", address)?;
    let start = |units: &[u32]| released(address.py(), units.len(), || domain_start(units.iter().copied()));
    with_code_points(address, start)?.map_err(|error| refused(error, address))
}

/// Find the names in a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: A tuple of to_unicode, annotate, isolate and everywhere, which are bool; of kinds, an iterable of str or
///         None; of tlds, a set, a callable or None; and of the profile.
///
/// Returns:
///     A list of int, three for each name: where it begins, where it ends, and its kind (0 to 2, and 4 more if it is
///     escaped).
#[pyfunction]
#[pyo3(signature = (text, options, /))]
fn text_find<'py>(text: &Bound<'py, PyAny>, options: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyList>> {
    let (py, options, mut numbers) = (text.py(), Options::of(options)?, Vec::new());
    with_octets(text, &mut |octets| {
        let mut found = Vec::new();
        options.go_over(py, octets, &mut |portion, start, how| find_from(portion, start, &how.sought, &mut found))?;
        let are_octets = octets.is_ascii() || text.is_instance_of::<PyBytes>();
        let made = released(py, octets.len(), || numbers_of(octets, &found, are_octets));
        numbers = made.map_err(|_| no_memory())?;
        Ok(())
    })?;
    integers(py, &numbers)
}

/// Rewrite the names in a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: As for `text_find`.
///
/// Returns:
///     The new text, of the type of the old one; the same object where nothing changes.
#[pyfunction]
#[pyo3(signature = (text, options, /))]
fn text_rewritten<'py>(text: &Bound<'py, PyAny>, options: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let (py, options, mut rewritten) = (text.py(), Options::of(options)?, None);
    with_octets(text, &mut |octets| {
        let mut edits = Edits::default();
        options.go_over(py, octets, &mut |portion, start, how| how.edits_from(portion, start, &mut edits))?;
        // An object of a derived class has methods of its own, which nobody expects of a text.
        let is_plain = text.is_exact_instance_of::<PyString>() || text.is_exact_instance_of::<PyBytes>();
        if !edits.is_empty() || !is_plain {
            rewritten = Some(applied(text, &edits, octets)?);
        }
        Ok(())
    })?;
    Ok(rewritten.unwrap_or_else(|| text.clone()))
}

/// The new text, of the type of the old one.
fn applied<'py>(text: &Bound<'py, PyAny>, edits: &Edits, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let (py, size) = (text.py(), edits.size(octets.len()));
    if text.is_instance_of::<PyBytes>() {
        let parts = &mut |write: &mut dyn FnMut(&[u8])| edits.apply(octets, write);
        return Ok(bytes_of_parts(py, size, parts)?.into_any());
    }
    let output = released(py, size, || {
        let mut output = memory::reserved(size)?;
        edits.apply(octets, |part| output.extend_from_slice(part));
        Ok::<_, Error>(output)
    });
    Ok(string_of_octets(py, output.map_err(|_| no_memory())?)?.into_any())
}

/// Rewrites text that comes in pieces: what `acelabel.text.Rewriter` calls.
///
/// Args:
///     options: As for `text_find`.
#[pyclass(module = "acelabel._native")]
pub(super) struct TextRewriter {
    rewriter: Rewriter,
    options: Options,
}

#[pymethods]
impl TextRewriter {
    #[new]
    #[pyo3(signature = (options, /))]
    fn new(options: &Bound<'_, PyTuple>) -> PyResult<Self> {
        Ok(Self { rewriter: Rewriter::default(), options: Options::of(options)? })
    }

    /// Take a piece.
    ///
    /// Args:
    ///     piece: The piece, bytes.
    ///
    /// Returns:
    ///     What is decided with it, bytes.
    #[pyo3(signature = (piece, /))]
    fn feed<'py>(&mut self, piece: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let octets = piece.cast::<PyBytes>().map_err(|_| wrong_type("piece", "bytes", piece))?.as_bytes();
        let Self { rewriter, options } = self;
        let (py, mut output) = (piece.py(), Vec::new());
        for portion in octets.chunks(PORTION) {
            options.with(py, portion.len(), &mut |how| rewriter.feed(portion, how, &mut output))?;
            py.check_signals()?;
        }
        bytes(py, &output)
    }

    /// How many names were rewritten.
    #[getter]
    fn count(&self) -> usize {
        self.rewriter.count()
    }

    /// End the text. Afterwards another one can begin.
    ///
    /// Returns:
    ///     The rest, bytes.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Self { rewriter, options } = self;
        let mut output = Vec::new();
        options.with(py, 0, &mut |how| rewriter.finish(how, &mut output))?;
        bytes(py, &output)
    }
}

/// Works on the octets of `bytes`, or on those of a `str` in UTF-8, in which a surrogate has the three octets of its
/// number.
fn with_octets(text: &Bound<'_, PyAny>, work: &mut dyn FnMut(&[u8]) -> PyResult<()>) -> PyResult<()> {
    if let Ok(octets) = text.cast::<PyBytes>() {
        return work(octets.as_bytes());
    }
    let py = text.py();
    let text = text.cast::<PyString>().map_err(|_| wrong_type("text", "str or bytes", text))?;
    with_characters(text, |characters| match characters.storage() {
        Storage::Utf8(text) => work(text.as_bytes()),
        storage => work(&released(py, storage.len(), || octets_of(&storage)).map_err(|_| no_memory())?),
    })?
}

fn octets_of(storage: &Storage<'_>) -> Result<Vec<u8>, Error> {
    let mut octets = Growing::default();
    match storage {
        Storage::Utf8(text) => octets.extend_from_slice(text.as_bytes()),
        #[cfg(not(feature = "abi3"))]
        Storage::Latin1(units) => write_widened(units, &mut octets),
        #[cfg(not(feature = "abi3"))]
        Storage::Ucs2(units) => write_widened(units, &mut octets),
        Storage::Ucs4(units) => utf8::write(units, &mut octets),
    }
    octets.finished()
}

#[cfg(not(feature = "abi3"))]
fn write_widened<T: Copy + Into<u32>>(units: &[T], octets: &mut Growing<u8>) {
    let mut room = [0; 256];
    for part in units.chunks(room.len()) {
        for (slot, &unit) in room.iter_mut().zip(part) {
            *slot = unit.into();
        }
        utf8::write(room.get(..part.len()).unwrap_or_default(), octets);
    }
}

/// Three numbers for each name. Places are those of octets, or they become those of characters.
fn numbers_of(octets: &[u8], found: &[Found], are_octets: bool) -> Result<Vec<u64>, Error> {
    let mut numbers = memory::reserved(found.len().saturating_mul(3))?;
    let (mut octet, mut character) = (0_usize, 0_usize);
    let mut place_of = |place: usize| {
        let between = octets.get(octet..place).unwrap_or_default();
        character = character.saturating_add(between.iter().filter(|&&octet| octet & 0xC0 != 0x80).count());
        octet = place;
        u64::try_from(if are_octets { place } else { character }).unwrap_or_default()
    };
    for one in found {
        let kind = u64::from(one.kind.index()) | if one.is_escaped { 4 } else { 0 };
        numbers.extend([place_of(one.start), place_of(one.end), kind]);
    }
    Ok(numbers)
}
