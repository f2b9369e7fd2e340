//! `acelabel.race`.

use core::fmt::Write;

use super::codec::{self, Codec};
use super::prelude::*;
use super::text::{Made, made};
use crate::label::NameOutput;
use crate::memory::Growing;
use crate::race::{self, Group};

/// Encode one label as RACE (draft-ietf-idn-race-03 section 2.2).
///
/// Args:
///     text: The text of the label, a str.
///
/// Returns:
///     The label, an ASCII str that begins with "bq--", in lower case.
///
/// Raises:
///     AceError: `empty`, `surrogate`, `all_std13`, `u0099_in_compressed_mode` or `label_too_long`.
#[pyfunction(signature = (text, /))]
pub(super) fn encode<'py>(text: &Object<'py>) -> PyResult<Text<'py>> {
    codec::encode::<Race>(arguments::text("text", text)?)
}

pub(super) struct Race;

impl Codec for Race {
    #[inline]
    fn encode<'py>(py: Python<'py>, text: &[u32]) -> Made<'py> {
        race::encode_with(text, |label| made(ascii_string(py, label)))?
    }

    /// A text of more than 64 characters has no label, so this refuses it.
    fn encode_long(text: Str<'_>) -> Result<Vec<u8>, Error> {
        of_any_width!(text, units => race::encode_units(units, <[u8]>::to_vec))
    }

    #[inline]
    fn decode<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py> {
        race::decode_with(octets, |text| made(string(py, text)))?
    }

    /// Octets of which there are more than a label has are refused.
    #[cold]
    fn decode_long<'py>(py: Python<'py>, octets: &[u8]) -> Made<'py> {
        made(string(py, &released(py, octets.len(), || race::decode_with(octets, <[u32]>::to_vec))?))
    }
}

/// Decode one RACE label (draft-ietf-idn-race-03 section 2.4), strictly: each text has one label.
///
/// Args:
///     label: The label: a str, or ASCII bytes or bytearray. ASCII letters are taken in either case.
///
/// Returns:
///     The text, a str.
///
/// Raises:
///     AceError: `non_ascii`, `no_prefix`, `label_too_long`, `bad_base32_char`, `bad_base32_length`,
///         `nonzero_padding`, `too_short`, `d8_odd_length`, `d8_but_compressible`, `surrogate_row`,
///         `u0099_in_compressed_mode`, `trailing_escape`, `escape_in_row0`, `all_escaped`, `all_std13` or
///         `surrogate`.
#[pyfunction(signature = (label, /))]
pub(super) fn decode<'py>(label: &Object<'py>) -> PyResult<Text<'py>> {
    codec::decode::<Race>(label.py(), &Encoded::of("label", label)?)
}

/// The mode in which a label is encoded (draft-ietf-idn-race-03 section 2.2).
///
/// Args:
///     text: The text of the label, a str.
///
/// Returns:
///     "one_row", "two_row" or "uncompressed".
///
/// Raises:
///     AceError: As for `encode`.
#[pyfunction(signature = (text, /))]
pub(super) fn mode<'py>(text: &Object<'py>) -> PyResult<Text<'py>> {
    let (py, text) = (text.py(), arguments::text("text", text)?);
    let mode = with_code_points(text, |units| released(py, units.len(), || race::mode_code_points(units)))?;
    let mode = mode.map_err(|error| refused(error, text))?;
    ascii_string(py, mode.name().as_bytes())
}

/// Encode the labels of a domain name that need it.
///
/// Args:
///     domain: The name, a str; its labels are separated by U+002E. Labels of ASCII letters, digits and hyphens alone
///         are left as they are.
///
/// Returns:
///     The name, an ASCII str.
///
/// Raises:
///     AceError: As for `encode`, and `ace_prefix_in_input`; with `label_index`, and the offset in the whole name.
#[pyfunction(signature = (domain, /))]
pub(super) fn encode_domain<'py>(domain: &Object<'py>) -> PyResult<Text<'py>> {
    convert_domain(arguments::text("domain", domain)?, |units, name| {
        race::encode_domain_units(units, &mut |octet| name.push(octet))
    })
}

/// Decode the labels of a domain name that begin with "bq--".
///
/// Args:
///     domain: The name, a str; its labels are separated by U+002E. Labels without the prefix are left as they are.
///
/// Returns:
///     The name, a str. It has as many labels as `domain`.
///
/// Raises:
///     AceError: As for `decode`, and `label_separator` and `ace_prefix_in_input` where the text of a label would be
///         read as several labels or as RACE again; with `label_index`, and the offset in the whole name.
#[pyfunction(signature = (domain, /))]
pub(super) fn decode_domain<'py>(domain: &Object<'py>) -> PyResult<Text<'py>> {
    convert_domain(arguments::text("domain", domain)?, |units, name| {
        race::decode_domain_units(units, &mut |unit| name.push_kept(core::iter::once(unit)))
    })
}

codec::lists!(Race, "Encode many labels as RACE.", "Decode many RACE labels.", "label");

/// Explain how a text is encoded, or how a label is decoded (draft-ietf-idn-race-03 sections 2.2 to 2.5).
///
/// Args:
///     text_or_label: The text of one label, a str; or a label, a str that begins with "bq--" in either letter case.
///         A domain name is no label: as a text it is encoded as a whole.
///
/// Returns:
///     An Explanation: the mode, the rows, the octets of each character and the groups of Base32.
///
/// Raises:
///     AceError: As for `decode` if the input begins with "bq--", else as for `encode`.
#[pyfunction(signature = (text_or_label, /))]
pub(super) fn explain(text_or_label: &Object<'_>) -> PyResult<Explanation> {
    let text_or_label = arguments::text("text_or_label", text_or_label)?;
    let py = text_or_label.py();
    let explain = |units: &[u32]| released(py, units.len(), || race::explain_code_points(units));
    with_code_points(text_or_label, explain)?.map(Explanation).map_err(|error| refused(error, text_or_label))
}

/// The name that `convert` writes, label by label, in octets.
fn convert_domain<'py>(
    domain: &Text<'py>,
    convert: fn(&[u32], &mut Growing<u8>) -> Result<(), Error>,
) -> PyResult<Text<'py>> {
    let py = domain.py();
    let convert = |units: &[u32]| {
        released(py, units.len(), || {
            let mut name = Growing::default();
            let written = convert(units, &mut name).and_then(|()| name.finished());
            written.map_err(|error| (error, full_stops_before(units, error.offset())))
        })
    };
    with_code_points(domain, convert)?.map_or_else(
        |(error, label_index)| {
            let context = Context { text: Some(domain), label_index: Some(label_index), ..Context::default() };
            Err(ace_error(py, error, &context))
        },
        |name| string_of_octets(py, name),
    )
}

/// Returns how many full stops stand before a place: the index of the label that it is in.
fn full_stops_before(units: &[u32], place: usize) -> usize {
    units.iter().take(place).filter(|&&unit| unit == u32::from('.')).count()
}

/// The steps by which one text is written as a label of RACE (draft-ietf-idn-race-03 sections 2.2 to 2.5).
///
/// An immutable value. `str()` is a report; a notebook shows the object as a table.
#[pyclass(frozen, eq, hash, module = "acelabel.race")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Explanation(race::Explanation);

#[pymethods]
impl Explanation {
    /// The text, a str.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.text())
    }

    /// The label, an ASCII str in lower case that begins with "bq--".
    #[getter]
    fn label<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.label())
    }

    /// The mode: "one_row", "two_row" or "uncompressed" (section 2.4.1).
    #[getter]
    fn mode<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.0.mode().name())
    }

    /// The rows of the text, which are the upper octets of its UTF-16 units: a tuple of int, each row once.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.rows())
    }

    /// The octets before Base32, bytes: the header, and the text behind it.
    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes(py, self.0.octets())
    }

    /// Each character and its octets: a tuple of pairs of a str and bytes.
    #[getter]
    fn characters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = list(py)?;
        for (character, octets) in self.character_octets() {
            let (character, octets) = (string(py, &[character.into()])?.into_any(), bytes(py, octets)?.into_any());
            pairs.append(tuple_of(py, [character, octets])?)?;
        }
        tuple_of(py, pairs)
    }

    /// The groups of Base32 (section 2.5): a tuple of pairs of up to five bytes and a str of up to eight characters.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = list(py)?;
        for Group { octets, characters } in self.0.groups() {
            let (octets, characters) = (bytes(py, octets)?.into_any(), string_of_text(py, characters)?.into_any());
            pairs.append(tuple_of(py, [octets, characters])?)?;
        }
        tuple_of(py, pairs)
    }

    /// The attributes as a dict of what JSON knows: octets as lists of int.
    ///
    /// Returns:
    ///     A dict with the keys text, label, mode, rows, octets, characters and groups.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let tables = slf.py().import(intern!(slf.py(), "acelabel._tables"))?;
        tables.call_method1(intern!(slf.py(), "facts_of_explanation"), (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let explain = py.import(intern!(py, "acelabel.race"))?.getattr(intern!(py, "explain"))?;
        tuple_of(py, [explain, tuple_of(py, [self.label(py)?])?.into_any()])
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        written(py, |text| write!(text, "{}", self.0))
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        written(py, |text| write!(text, "<Explanation: {} {}>", self.0.label(), self.0.mode().name()))
    }

    /// The characters, their octets and the groups of Base32 as a table of HTML, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let tables = slf.py().import(intern!(slf.py(), "acelabel._tables"))?;
        tables.call_method1(intern!(slf.py(), "of_explanation"), (slf,))
    }
}

impl Explanation {
    /// Each character and its octets.
    fn character_octets(&self) -> impl Iterator<Item = (char, &[u8])> {
        self.0.characters().map(|(character, octets)| (character, bounded::part(self.0.octets(), octets)))
    }
}
