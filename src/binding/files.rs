//! `acelabel.files`.

use std::sync::{Mutex, PoisonError};

use super::domain::on_error;
use super::either::with_octets_of;
use super::prelude::*;
use super::profile::chosen_or;
use crate::OnError;
use crate::files::{FileRewriter, FileRewriting, Format, find};
use crate::label::LineError;
use crate::text::Reached;

/// The formats of files.
///
/// Returns:
///     A name and a description, two str, of each.
#[pyfunction]
pub(super) fn formats(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Format::ALL.iter().map(|format| (format.name(), format.about())))
}

fn format_of(format: &Object<'_>) -> PyResult<Format> {
    let formats: Vec<_> = Format::ALL.iter().map(|&format| (format.name(), format)).collect();
    choice("format", &formats, format).copied()
}

/// Returns whether escapes of UTF-8 are read as letters.
pub(super) fn are_letters(escapes: &Optional<'_, '_>) -> PyResult<bool> {
    let Some(escapes) = escapes.given() else { return Ok(false) };
    choice("escapes", &[("keep", false), ("utf8", true)], escapes).copied()
}

/// Find where names stand in a file.
///
/// Args:
///     data: The file, a str or bytes.
///     format: The name of its format, a str.
///
/// Returns:
///     Bytes, 24 for each name, which the module `struct` reads as `<QQQ`: where it begins and ends, in characters of a
///     str or in bytes, and the number of its kind.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: There is no such format.
#[pyfunction(signature = (data, format, /))]
pub(super) fn places<'py>(data: &Object<'py>, format: &Object<'py>) -> PyResult<Bound<'py, PyBytes>> {
    let format = format_of(format)?;
    with_octets_of("data", data, |file| {
        let py = data.py();
        let are_octets = file.is_ascii() || data.is_instance_of::<PyBytes>();
        let facts = released(py, file.len(), || {
            let found = find(file, format)?;
            let mut facts = memory::reserved(bounded::mul(found.len(), 24))?;
            let mut so_far = Reached::default();
            for place in found {
                let ends = [place.range.start, place.range.end];
                let [start, end] = ends.map(|at| if are_octets { at } else { so_far.count_to(file, at) });
                let numbers = [start, end, usize::from(place.kind.index())].map(bounded::to::<u64>);
                facts.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
            }
            Ok::<_, Error>(facts)
        });
        bytes(py, &facts.map_err(|_| no_memory())?)
    })
}

/// Problems as a list of `acelabel.files.Problem`, with the offset for each octet of the file.
pub(super) fn list_of_problems<'py>(
    py: Python<'py>,
    problems: &[LineError],
    offset_of: impl FnMut(usize) -> usize + Send,
) -> PyResult<Object<'py>> {
    let facts = py.detach(|| facts_of(problems, offset_of)).map_err(|_| no_memory())?;
    py.import(intern!(py, "acelabel.files"))?.getattr(intern!(py, "_problems"))?.call1((integers(py, &facts)?,))
}

/// Five numbers for each problem, of which the last two are one more than meant, and 0 for none.
fn facts_of(problems: &[LineError], mut offset_of: impl FnMut(usize) -> usize) -> Result<Vec<u64>, Error> {
    let mut facts = memory::reserved(bounded::mul(problems.len(), 5))?;
    for &LineError { line, error } in problems {
        let code = ErrorKind::ALL.iter().position(|&kind| kind == error.kind()).unwrap_or_default();
        let index = label_index(error).map_or(0, |index| bounded::add(index, 1));
        let code_point = error.code_point().map_or(0, |unit| bounded::add(bounded::to(unit), 1));
        facts.extend([line, offset_of(error.offset()), code, index, code_point].map(bounded::to::<u64>));
    }
    Ok(facts)
}

/// A mark without counterpart is not in a label.
pub(super) fn label_index(error: LabelError) -> Option<usize> {
    (error.kind() != ErrorKind::Unbalanced).then(|| error.label_index())
}

/// Rewrites a file that comes in pieces: its names get the other form, and everything else stays as it is.
///
/// The format says where names stand. What comes out does not depend on where the file is cut; at most the last line of
/// a piece is held back. Threads may share a rewriter: their pieces are taken one after another. A process that is
/// forked while a thread feeds it must make another one.
///
/// Args:
///     format: The name of the format, a str: one of `FORMATS`. Of "text", every kind of name counts where names
///         usually stand; `acelabel.text.Rewriter` has more options.
///     work: "to_ascii": names that are not ASCII become ASCII. "to_unicode": names with A-labels become Unicode.
///     profile: The rules for names, a Profile or its name. The default is UTS46, and DNS for "zone".
///     errors: What becomes of a name that is refused: "raise" raises its AceError, "keep" leaves it as it is. Of
///         "text", names that are refused always stay.
///     escapes: Of "zone", as for `acelabel.zone.to_ascii`.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: `format`, `work`, `errors` or `escapes` is none of these.
#[pyclass(frozen, subclass, name = "Rewriter", module = "acelabel.files")]
pub(super) struct FilePieces {
    how: PiecesHow,
    state: Mutex<State>,
}

/// The same as [`FileRewriting`], with a profile of its own.
#[derive(Clone, Copy)]
pub(super) struct PiecesHow {
    pub(super) format: Format,
    pub(super) to_unicode: bool,
    pub(super) profile: Profile,
    pub(super) on_error: OnError,
    pub(super) escapes_are_letters: bool,
}

#[derive(Default)]
struct State {
    rewriter: FileRewriter,
    refused_line: Option<usize>,
}

#[pymethods]
impl FilePieces {
    #[new]
    #[pyo3(signature = (format, work, *, profile=LEFT_OUT, errors=LEFT_OUT, escapes=LEFT_OUT))]
    #[pyo3(text_signature = "(format, work, *, profile=_signatures.UTS46, errors='raise', escapes='keep')")]
    fn new(
        format: &Object<'_>,
        work: &Object<'_>,
        profile: Optional<'_, '_>,
        errors: Optional<'_, '_>,
        escapes: Optional<'_, '_>,
    ) -> PyResult<Self> {
        let (format, to_unicode) =
            (format_of(format)?, *choice("work", &[("to_ascii", false), ("to_unicode", true)], work)?);
        let usual = if format == Format::Zone { &Profile::DNS } else { &Profile::UTS46 };
        let (profile, on_error) = (*chosen_or(&profile, usual)?, on_error(&errors)?);
        let escapes_are_letters = are_letters(&escapes)?;
        Ok(Self::of(PiecesHow { format, to_unicode, profile, on_error, escapes_are_letters }))
    }

    /// The number of names that were rewritten so far, an int.
    #[getter]
    fn count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|state, _| state.rewriter.counts().rewritten))
    }

    /// The number of names so far that were refused and left, an int. Of a zone file, the number of places that were
    /// left: names with a label that is refused, is not a valid A-label or has escapes beyond ASCII that are never read
    /// as letters, and marks without counterpart.
    #[getter]
    fn kept(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|state, _| state.rewriter.counts().refused))
    }

    /// The number of names of a zone file so far with a label that was left, which `escapes="utf8"` would read, an int.
    #[getter]
    fn escaped(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|state, _| state.rewriter.counts().escaped))
    }

    /// The number of lines so far that have characters beyond ASCII where no name stands, such as comments, patterns
    /// and other values, an int. They are counted to ASCII alone. Of a zone file, the number of words that are no
    /// names, quoted strings and comments that are not ASCII; of text, 0.
    #[getter]
    fn others(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|state, _| state.rewriter.counts().others))
    }

    /// The number of lines that were read so far, an int.
    #[getter]
    fn lines(&self, py: Python<'_>) -> usize {
        py.detach(|| self.with(|state, _| state.rewriter.counts().lines))
    }

    /// The line of the last refusal that was raised, counted from 1, an int; None if nothing was.
    #[getter]
    fn refused_line(&self, py: Python<'_>) -> Option<usize> {
        py.detach(|| self.with(|state, _| state.refused_line))
    }

    /// Everything refused that the last call of `feed` or `finish` left, with `errors="keep"`: a list of Problem.
    /// Offsets count bytes from the beginning of the file.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let copied = py.detach(|| self.with(|state, _| memory::copied(state.rewriter.problems())));
        list_of_problems(py, &copied.map_err(|_| no_memory())?, |octet| octet)
    }

    /// Take a piece of the file. If this raises, the piece was not taken, and another one can be given.
    ///
    /// Args:
    ///     piece: The piece, bytes, cut anywhere.
    ///
    /// Returns:
    ///     All that is decided with it, bytes.
    ///
    /// Raises:
    ///     AceError: If `errors` is "raise": as `acelabel.to_ascii` or `acelabel.to_unicode` for a name, or
    ///         `invalid_utf8`; of a zone file, as `acelabel.zone.to_ascii` or `acelabel.zone.to_unicode`. The offset
    ///         counts bytes from the beginning of the file.
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
        self.work(py, FileRewriter::finish)
    }
}

impl FilePieces {
    pub(super) fn of(how: PiecesHow) -> Self {
        Self { how, state: Mutex::default() }
    }

    /// Works with the rewriter, whose thread must not hold the interpreter: another one may wait for it.
    fn with<R>(&self, work: impl FnOnce(&mut State, &FileRewriting<'_>) -> R) -> R {
        let PiecesHow { format, ref profile, to_unicode, on_error, escapes_are_letters } = self.how;
        let how = FileRewriting { format, profile, to_unicode, on_error, escapes_are_letters };
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner), &how)
    }

    fn work<'py>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut FileRewriter, &FileRewriting<'_>, &mut Vec<u8>) -> Result<(), LineError> + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut output = Vec::new();
        let worked = py.detach(|| {
            self.with(|state, how| {
                let worked = work(&mut state.rewriter, how, &mut output);
                state.refused_line = worked.map_or_else(|refused| Some(refused.line), |()| state.refused_line);
                worked
            })
        });
        worked.map_err(|LineError { error, .. }| label_error(py, error, None, label_index(error)))?;
        bytes(py, &output)
    }
}
