//! `acelabel.zone`.

use super::domain::on_error;
use super::either::{applied_or_same, refused_in, with_octets_of};
use super::files::{FilePieces, PiecesHow, are_letters, label_index, list_of_problems};
use super::prelude::*;
use super::profile::chosen_or;
use crate::OnError;
use crate::files::Format;
use crate::text::{Edits, Reached};
use crate::zone::{ZoneProgress, ZoneRefusals, ZoneRewriting};

/// So many octets are taken at a time, so that Python hears signals in between.
const PORTION: usize = 1 << 22;

/// Rewrite a master file: every label that is not ASCII becomes its A-label, everything else stays as it is.
///
/// Args:
///     text: The file, a str, or bytes of UTF-8.
///     profile: The rules for labels, a Profile. The default is DNS.
///     errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.
///     escapes: What becomes of escapes of UTF-8 in an ASCII label: "keep" leaves them; "utf8" reads `\195\188`, as
///         servers write `ü`, as the letter, if the label has no other escapes.
///
/// Returns:
///     The new file, of the type of the old one. If nothing changes, it is the same object.
///
/// Raises:
///     AceError: If `errors` is "raise": for a label as `acelabel.alabel`; `invalid_escape` or `invalid_utf8` in a
///         label that is not ASCII; `unbalanced` at a quotation mark or parenthesis without counterpart. The offset is
///         that in the file, in characters of a str or octets of bytes; `label_index` is the number of the label in
///         its name.
///     TypeError: An argument is of another type.
///     ValueError: `errors` or `escapes` is none of the two.
#[pyfunction(signature = (text, *, profile=LEFT_OUT, errors=LEFT_OUT, escapes=LEFT_OUT))]
#[pyo3(text_signature = "(text, *, profile=_signatures.DNS, errors='raise', escapes='keep')")]
pub(super) fn to_ascii<'py>(
    text: &Object<'py>,
    profile: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
    escapes: Optional<'_, 'py>,
) -> PyResult<Object<'py>> {
    let (profile, on_error) = (chosen_or(&profile, &Profile::DNS)?, on_error(&errors)?);
    let escapes_are_letters = are_letters(&escapes)?;
    converted(text, &ZoneRewriting { profile, on_error, to_unicode: false, escapes_are_letters })
}

/// Rewrite a master file: every A-label becomes its U-label, everything else stays as it is.
///
/// Args:
///     text: The file, a str, or bytes of UTF-8.
///     profile: The rules for labels, a Profile. The default is DNS, which leaves an A-label that is not valid.
///     errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.
///
/// Returns:
///     The new file, of the type of the old one. If nothing changes, it is the same object.
///
/// Raises:
///     AceError: If `errors` is "raise": for a label as `acelabel.ulabel`, and `unbalanced`, with offsets as for
///         `to_ascii`.
///     TypeError: An argument is of another type.
///     ValueError: `errors` is none of the two.
#[pyfunction(signature = (text, *, profile=LEFT_OUT, errors=LEFT_OUT))]
#[pyo3(text_signature = "(text, *, profile=_signatures.DNS, errors='raise')")]
pub(super) fn to_unicode<'py>(
    text: &Object<'py>,
    profile: Optional<'_, 'py>,
    errors: Optional<'_, 'py>,
) -> PyResult<Object<'py>> {
    let (profile, on_error) = (chosen_or(&profile, &Profile::DNS)?, on_error(&errors)?);
    converted(text, &ZoneRewriting { profile, on_error, to_unicode: true, escapes_are_letters: false })
}

fn converted<'py>(text: &Object<'py>, how: &ZoneRewriting<'_>) -> PyResult<Object<'py>> {
    let (mut edits, mut refusals) = (Edits::default(), ZoneRefusals::of(how.on_error));
    with_octets_of("text", text, |zone| {
        in_portions(text, zone, |progress, end, is_last| {
            progress.edits(zone, end, is_last, how, &mut edits, &mut refusals)
        })?;
        applied_or_same(text, &edits, zone)
    })
}

/// Goes over a file. Python hears signals in between.
fn in_portions(
    text: &Object<'_>,
    zone: &[u8],
    mut work: impl FnMut(&mut ZoneProgress, usize, bool) -> Result<(), LabelError> + Send,
) -> PyResult<()> {
    let (mut progress, mut end) = (ZoneProgress::default(), 0_usize);
    loop {
        end = end.saturating_add(PORTION).min(zone.len());
        let is_last = end == zone.len();
        let worked = released(text.py(), zone.len(), || work(&mut progress, end, is_last));
        worked.map_err(|error| refused_in(text, zone, error, label_index(error)))?;
        if is_last {
            return Ok(());
        }
        text.py().check_signals()?;
    }
}

/// List every label of a master file that `to_ascii` or `to_unicode` refuses, and every mark without counterpart.
///
/// >>> from acelabel import zone
/// >>> zone.problems("büro A 192.0.2.1\nbü_ro A 192.0.2.2\n")
/// [Problem(line=2, offset=19, code='std3_disallowed', label_index=0, codepoint=95)]
///
/// Args:
///     text: The file, a str, or bytes of UTF-8.
///     to: "ascii" for what `to_ascii` refuses, "unicode" for what `to_unicode` refuses.
///     profile: The rules for labels, a Profile. The default is DNS, which leaves an A-label that is not valid.
///     escapes: As for `to_ascii`; "unicode" leaves escapes of UTF-8 in either case.
///
/// Returns:
///     A list of Problem, in the order of the file; a mark that nothing closes comes last.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: `to` or `escapes` is none of the two.
#[pyfunction(signature = (text, to=LEFT_OUT, *, profile=LEFT_OUT, escapes=LEFT_OUT))]
#[pyo3(text_signature = "(text, to='ascii', *, profile=_signatures.DNS, escapes='keep')")]
pub(super) fn problems<'py>(
    text: &Object<'py>,
    to: Optional<'_, 'py>,
    profile: Optional<'_, 'py>,
    escapes: Optional<'_, 'py>,
) -> PyResult<Object<'py>> {
    let to_unicode = to.given().map_or(Ok(false), is_to_unicode)?;
    let (profile, escapes_are_letters) = (chosen_or(&profile, &Profile::DNS)?, are_letters(&escapes)?);
    let how = &ZoneRewriting { profile, on_error: OnError::Keep, to_unicode, escapes_are_letters };
    with_octets_of("text", text, |zone| {
        let mut found = Vec::new();
        in_portions(text, zone, |progress, end, is_last| {
            progress.edits(zone, end, is_last, how, &mut Edits::default(), &mut ZoneRefusals::Listed(&mut found))
        })?;
        let mut so_far = Reached::default();
        let are_octets = zone.is_ascii() || text.is_instance_of::<PyBytes>();
        list_of_problems(text.py(), &found, |octet| if are_octets { octet } else { so_far.count_to(zone, octet) })
    })
}

/// Reads the argument `to`.
fn is_to_unicode(to: &Object<'_>) -> PyResult<bool> {
    choice("to", &[("ascii", false), ("unicode", true)], to).copied()
}

/// Rewrites a master file that comes in pieces: what comes out does not depend on where it is cut.
///
/// It is the `acelabel.files.Rewriter` of "zone". At most the last word of a piece is held back. Threads may share a
/// rewriter: their pieces are taken one after another.
///
/// Args:
///     to: "ascii" for what `to_ascii` does, "unicode" for what `to_unicode` does.
///     profile: The rules for labels, a Profile. The default is DNS.
///     errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.
///     escapes: As for `to_ascii`; "unicode" leaves escapes of UTF-8 in either case.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: `to`, `errors` or `escapes` is none of the two.
#[pyclass(frozen, extends = FilePieces, name = "Rewriter", module = "acelabel.zone")]
pub(super) struct ZonePieces;

#[pymethods]
impl ZonePieces {
    #[new]
    #[pyo3(signature = (to, *, profile=LEFT_OUT, errors=LEFT_OUT, escapes=LEFT_OUT))]
    #[pyo3(text_signature = "(to, *, profile=_signatures.DNS, errors='raise', escapes='keep')")]
    fn new(
        to: &Object<'_>,
        profile: Optional<'_, '_>,
        errors: Optional<'_, '_>,
        escapes: Optional<'_, '_>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let to_unicode = is_to_unicode(to)?;
        let (profile, on_error) = (*chosen_or(&profile, &Profile::DNS)?, on_error(&errors)?);
        let escapes_are_letters = are_letters(&escapes)?;
        let how = PiecesHow { format: Format::Zone, to_unicode, profile, on_error, escapes_are_letters };
        Ok(PyClassInitializer::from(FilePieces::of(how)).add_subclass(Self))
    }
}
