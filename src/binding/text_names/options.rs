//! Names that are sought in a text, and what becomes of them, as Python says it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::arguments::{flag, quoted, text};
use super::super::display;
use super::super::profile::chosen;
use crate::binding::prelude::*;
use crate::display::Policy;
use crate::display::shown::shows_all;
use crate::files::WholeFile;
use crate::text::{Kind, Rewriting, Shows, Sought, SoughtNames, Start};

/// So many octets are taken at a time, so that Python hears signals in between.
const PORTION: usize = 1 << 22;

/// The same where Python is asked about top-level domains, which takes longer and keeps the interpreter.
const ASKED_PORTION: usize = 1 << 16;

/// Which names in a text are sought, and how they are written.
///
/// Args:
///     kinds: Which kinds of names count, an iterable of "url_host", "email_domain" and "bare", or None for all.
///     everywhere: Whether names in paths, queries, fragments, local parts and user information count, a bool.
///     defanged: Whether names that are written so that nobody follows them are read, a bool.
///     annotate: Whether a name stays, and its other form follows in parentheses, a bool.
///     isolate: Whether a U-label that is right-to-left is put between U+2068 and U+2069, a bool.
///     tlds: A callable that knows top-level domains, or None.
///     profile: The rules, a Profile or its name.
///     policy: The rules of display by which names are written in Unicode, a Policy or its name, or None for all names.
///
/// Raises:
///     ValueError: There is no such kind, or no such policy.
#[pyclass(frozen, module = "acelabel._native")]
pub(crate) struct TextOptions {
    kinds: [bool; 3],
    everywhere: bool,
    defanged: bool,
    annotate: bool,
    isolate: bool,
    tlds: Option<Tlds>,
    profile: Profile,
    policy: Option<Policy>,
}

#[pymethods]
impl TextOptions {
    #[new]
    #[pyo3(signature = (*, kinds, everywhere, defanged, annotate, isolate, tlds, profile, policy))]
    #[allow(clippy::too_many_arguments, reason = "they are the options of acelabel.text, given by name")]
    fn new(
        kinds: &Object<'_>,
        everywhere: &Object<'_>,
        defanged: &Object<'_>,
        annotate: &Object<'_>,
        isolate: &Object<'_>,
        tlds: &Object<'_>,
        profile: Optional<'_, '_>,
        policy: &Object<'_>,
    ) -> PyResult<Self> {
        let object = if tlds.is_none() { None } else { Some(tlds.clone().unbind()) };
        Ok(Self {
            annotate: flag("annotate", annotate)?,
            isolate: flag("isolate", isolate)?,
            everywhere: flag("everywhere", everywhere)?,
            defanged: flag("defanged", defanged)?,
            kinds: kinds_of(kinds)?,
            tlds: object.map(|object| Tlds { object, failure: Mutex::new(None) }),
            profile: *chosen(&profile)?,
            policy: if policy.is_none() { None } else { Some(display::chosen(&policy.extract()?)?) },
        })
    }
}

/// A place in a text that comes in pieces: the last piece or not, inside a word or not.
#[derive(Clone, Copy)]
pub(super) struct FedPiece {
    pub(super) is_last: bool,
    pub(super) is_cut: bool,
}

impl FedPiece {
    /// A text that comes at once.
    pub(super) const WHOLE: Self = Self { is_last: true, is_cut: false };
}

/// Returns the names that are sought in the texts of a column, and the kind of file that each text is, if it is one: of
/// a tuple as for [`sought_names`], and behind it the name of the format.
pub(crate) fn sought_in_column(arguments: &Object<'_>) -> PyResult<(SoughtNames, Option<WholeFile>)> {
    let arguments = arguments.cast::<PyTuple>()?;
    let (names, format) = (sought_names(arguments.get_slice(0, 5).as_any())?, arguments.get_item(5)?);
    let file = file_of(&format)?;
    if file.is_some() {
        let SoughtNames { kinds, ref tlds, everywhere, defanged, .. } = names;
        let given = [
            ("kinds", kinds != [true; 3]),
            ("tlds", tlds.is_some()),
            ("everywhere", everywhere),
            ("defanged", defanged),
        ];
        if let Some((name, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
            let format = quoted(text("format", &format)?)?;
            let message = format!("argument '{name}' is for format='text': {format} says itself where names stand");
            return Err(PyValueError::new_err(message));
        }
    }
    Ok((names, file))
}

/// The kind of file that has this name; none for "text".
fn file_of(format: &Object<'_>) -> PyResult<Option<WholeFile>> {
    let files = WholeFile::all().map(|(name, file)| (name, Some(file)));
    let formats: Vec<_> = core::iter::once(("text", None)).chain(files).collect();
    choice("format", &formats, format).copied().map_err(|refusal| {
        let reason = format.extract::<&str>().ok().and_then(reason_against);
        reason.map_or(refusal, |reason| PyValueError::new_err(format!("argument 'format': {reason}")))
    })
}

/// Why a format of the command line is none of a text of a column.
fn reason_against(format: &str) -> Option<&'static str> {
    match format {
        "lines" => Some("a column of names has to_ascii and to_unicode; those of 'text' stand in texts"),
        "csv" | "tsv" | "json" | "jsonl" | "zeek" | "parquet" | "feather" | "certstream" => {
            Some("a table is a file of many rows: read it as columns, and convert one of them")
        }
        _ => None,
    }
}

/// The names that are sought, of a tuple of `kinds`, the ASCII forms of `tlds` as a set or None, `everywhere`,
/// `defanged` and `profile`.
pub(crate) fn sought_names(arguments: &Object<'_>) -> PyResult<SoughtNames> {
    let (kinds, tlds, everywhere, defanged, profile): (Object<'_>, Object<'_>, Object<'_>, Object<'_>, Object<'_>) =
        arguments.extract()?;
    Ok(SoughtNames {
        kinds: kinds_of(&kinds)?,
        tlds: known_of(&tlds)?,
        everywhere: flag("everywhere", &everywhere)?,
        defanged: flag("defanged", &defanged)?,
        profile: *chosen(&profile.extract()?)?,
    })
}

/// The top-level domains of a set, in their order.
fn known_of(tlds: &Object<'_>) -> PyResult<Option<Vec<String>>> {
    if tlds.is_none() {
        return Ok(None);
    }
    let mut known = gathered(
        iterable("tlds", "a set of str or None", tlds)?.map(|tld| crate::binding::text::name_of(text("tlds", &tld?)?)),
    )?;
    known.sort_unstable();
    Ok(Some(known))
}

/// Which of the kinds count.
fn kinds_of(kinds: &Object<'_>) -> PyResult<[bool; 3]> {
    let expected = "an iterable of str or None";
    if kinds.is_none() {
        return Ok([true; 3]);
    }
    if kinds.is_instance_of::<PyString>() {
        return Err(wrong_type("kinds", expected, kinds));
    }
    let mut counts = [false; 3];
    for kind in iterable("kinds", expected, kinds)? {
        let kind = kind?;
        let name = text("kinds", &kind)?;
        let is_of = |of: &(&str, &mut bool)| name.to_cow().is_ok_and(|name| name == of.0);
        let Some((_, counted)) = Kind::NAMES.into_iter().zip(&mut counts).find(is_of) else {
            let message = "argument 'kinds' must be of 'url_host', 'email_domain' and 'bare', not ";
            return Err(PyValueError::new_err(format!("{message}{}", quoted(name)?)));
        };
        *counted = true;
    }
    Ok(counts)
}

/// The work on a portion of a text: from a place on, up to another one.
type OnPortion<'a> = dyn FnMut(&[u8], Start, usize, &Rewriting<'_>) -> Result<(), Error> + Send + 'a;

impl TextOptions {
    /// Goes over a text in portions. Between them Python hears signals, and other threads run. Returns where it ends:
    /// of a piece that is not the last one only what is complete counts.
    pub(super) fn go_over(
        &self,
        py: Python<'_>,
        text: &[u8],
        piece: FedPiece,
        work: &mut OnPortion<'_>,
    ) -> PyResult<Start> {
        let (mut start, mut pauses) = (Start { at: 0, is_cut: piece.is_cut }, Pauses::default());
        let end = if piece.is_last { Start { at: text.len(), is_cut: false } } else { start.last(text, false) };
        let (octets, text, size) = (text, bounded::first(text, end.at), text.len());
        while start.at < end.at {
            let portion = start.portion(text, if self.tlds.is_some() { ASKED_PORTION } else { PORTION });
            // The octets behind a portion say what its end means.
            self.work(py, size, &mut |how| work(octets, start, portion.at, how))?;
            if self.tlds.is_some() {
                pauses.after(py, ASKED_PORTION)?;
            } else if portion.at < end.at {
                py.check_signals()?;
            }
            start = portion;
        }
        Ok(end)
    }

    /// The same over a whole text.
    pub(in crate::binding) fn go_over_all(
        &self,
        py: Python<'_>,
        text: &[u8],
        work: &mut OnPortion<'_>,
    ) -> PyResult<()> {
        self.go_over(py, text, FedPiece::WHOLE, work).map(drop)
    }

    /// Works with these options. Where there is much to do, the interpreter is released, unless `tlds` is a callable of
    /// Python.
    fn work(
        &self,
        py: Python<'_>,
        size: usize,
        work: &mut (dyn FnMut(&Rewriting<'_>) -> Result<(), Error> + Send),
    ) -> PyResult<()> {
        let shows = self.policy.as_ref().map(|policy| move |name: &str| shows_all(name, policy));
        let shows: Option<&Shows<'_>> = match &shows {
            Some(shows) => Some(shows),
            None => None,
        };
        let Some(tlds) = &self.tlds else {
            let how = self.rewriting(None, shows);
            return released(py, size, || work(&how)).map_err(|_| no_memory());
        };
        let worked = work(&self.rewriting(Some(&|tld| tlds.know(tld)), shows));
        match tlds.failure() {
            Some(failure) => Err(failure),
            None => worked.map_err(|_| no_memory()),
        }
    }

    fn rewriting<'a>(
        &'a self,
        tlds: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
        shows: Option<&'a Shows<'a>>,
    ) -> Rewriting<'a> {
        let ([url_hosts, email_domains, bare_names], everywhere, defanged) =
            (self.kinds, self.everywhere, self.defanged);
        Rewriting {
            sought: Sought {
                url_hosts,
                email_domains,
                bare_names,
                tlds,
                everywhere,
                defanged,
                ..Sought::all(&self.profile)
            },
            to_unicode: false,
            annotate: self.annotate,
            isolate: self.isolate,
            shows,
        }
    }
}

/// A callable of Python that knows top-level domains.
struct Tlds {
    object: Py<PyAny>,
    failure: Mutex<Option<PyErr>>,
}

impl Tlds {
    /// Returns whether a top-level domain is known. After a failure none is.
    fn know(&self, tld: &str) -> bool {
        if self.locked().is_some() {
            return false;
        }
        let ask = |py: Python<'_>| self.object.bind(py).call1((string_of_text(py, tld)?,))?.is_truthy();
        Python::attach(ask).unwrap_or_else(|failure| {
            *self.locked() = Some(failure);
            false
        })
    }

    /// Why the object could not be asked, if so.
    fn failure(&self) -> Option<PyErr> {
        self.locked().take()
    }

    fn locked(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
