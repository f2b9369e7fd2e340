//! `acelabel.zone`.

use std::sync::{Mutex, PoisonError};

use super::domain::on_error;
use super::either::{applied_or_same, refused_in, with_octets_of};
use super::files::{label_index, list_of_problems};
use super::prelude::*;
use super::profile::chosen_or;
use crate::OnError;
use crate::text::{Edits, Reached};
use crate::zone::{ZoneProgress, ZoneRefusals, ZoneRewriter, ZoneRewriting};

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

/// Returns whether escapes of UTF-8 are read as letters.
fn are_letters(escapes: &Optional<'_, '_>) -> PyResult<bool> {
    let Some(escapes) = escapes.given() else { return Ok(false) };
    choice("escapes", &[("keep", false), ("utf8", true)], escapes).copied()
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
/// At most the last word of a piece is held back. Threads may share a rewriter: their pieces are taken one after
/// another.
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
#[pyclass(frozen, name = "Rewriter", module = "acelabel.zone")]
pub(super) struct ZonePieces {
    to_unicode: bool,
    profile: Profile,
    on_error: OnError,
    escapes_are_letters: bool,
    rewriter: Mutex<ZoneRewriter>,
}

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
    ) -> PyResult<Self> {
        let to_unicode = is_to_unicode(to)?;
        let (profile, on_error) = (*chosen_or(&profile, &Profile::DNS)?, on_error(&errors)?);
        let escapes_are_letters = are_letters(&escapes)?;
        Ok(Self { to_unicode, profile, on_error, escapes_are_letters, rewriter: Mutex::default() })
    }

    /// The number of names that were rewritten so far, an int.
    #[getter]
    fn count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|rewriter, _| rewriter.count()))
    }

    /// The number of places so far that were left, an int: names with a label that is refused, is not a valid A-label
    /// or has escapes beyond ASCII that are never read as letters, and marks without counterpart.
    #[getter]
    fn kept(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|rewriter, _| rewriter.kept()))
    }

    /// The number of names so far with a label that was left and that `escapes="utf8"` would read, an int.
    #[getter]
    fn escaped(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|rewriter, _| rewriter.escaped()))
    }

    /// The number of words that are no names, quoted strings and comments so far that are not ASCII, an int. They stay.
    #[getter]
    fn others(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|rewriter, _| rewriter.others()))
    }

    /// The line of the last refusal in its file, counted from 1, an int; None if nothing was refused.
    #[getter]
    fn refused_line(&self, py: Python<'_>) -> Option<usize> {
        py.detach(|| self.with(|rewriter, _| rewriter.refused_line()))
    }

    /// Everything refused that the last call of `feed` or `finish` left, with `errors="keep"`: a list of Problem.
    /// Offsets count octets from the beginning of the file.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let copied = py.detach(|| self.with(|rewriter, _| memory::copied(rewriter.problems())));
        list_of_problems(py, &copied.map_err(|_| no_memory())?, |octet| octet)
    }

    /// Take a piece of the file. If this raises, the piece was not taken, and another one can be given.
    ///
    /// Args:
    ///     piece: The piece, bytes of UTF-8, cut anywhere.
    ///
    /// Returns:
    ///     What is decided with it, bytes.
    ///
    /// Raises:
    ///     AceError: As for `to_ascii` or `to_unicode`. The offset counts octets from the beginning of the file.
    ///     TypeError: `piece` is not bytes.
    fn feed<'py>(&self, piece: &Object<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let octets = piece.cast::<PyBytes>().map_err(|_| wrong_type("piece", "bytes", piece))?.as_bytes();
        self.work(piece.py(), |rewriter, how, output| rewriter.feed(octets, how, output))
    }

    /// End the file. Afterwards another one can begin, also if this raises; the counts go on.
    ///
    /// Returns:
    ///     The rest, bytes.
    ///
    /// Raises:
    ///     AceError: As for `feed`.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.work(py, ZoneRewriter::finish)
    }
}

impl ZonePieces {
    /// Works with the rewriter, whose thread must not hold the interpreter: another one may wait for it.
    fn with<R>(&self, work: impl FnOnce(&mut ZoneRewriter, &ZoneRewriting<'_>) -> R) -> R {
        let Self { ref profile, to_unicode, on_error, escapes_are_letters, .. } = *self;
        let how = ZoneRewriting { profile, to_unicode, on_error, escapes_are_letters };
        work(&mut self.rewriter.lock().unwrap_or_else(PoisonError::into_inner), &how)
    }

    fn work<'py>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut ZoneRewriter, &ZoneRewriting<'_>, &mut Vec<u8>) -> Result<(), LabelError> + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut output = Vec::new();
        let worked = py.detach(|| self.with(|rewriter, how| work(rewriter, how, &mut output)));
        worked.map_err(|error| label_error(py, error, None, label_index(error)))?;
        bytes(py, &output)
    }
}
