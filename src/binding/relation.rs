//! Relations of names: `acelabel.is_below`, `acelabel.matches` and `acelabel.matches_any`, and `acelabel.suffix`.

use core::ops::Range;

use pyo3::types::IntoPyDict;

use super::domain::with_ascii_form;
use super::many::{Items, iterate};
use super::prelude::*;
use super::profile::chosen;
use super::text::characters::Usual;
use crate::domain::is_own_form;
use crate::relation::{Pattern, ROOT, SuffixRules, Zone, ascii_of, is_root_alone, matches_presented};

/// Reads a name, with the interpreter released where it is long. It is copied, so that there is one copy of the code.
macro_rules! read {
    ($text:expr, $name:ident => $work:expr) => {{
        let text = $text;
        let units = code_points(text)?;
        let $name = units.as_slice();
        released(text.py(), units.len(), || $work).map_err(|error| name_error(text, error))
    }};
}

/// Works on the ASCII form of a name.
fn with_ascii<R>(name: &Text<'_>, profile: &Profile, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    let done = with_characters(name, |text| match text {
        Characters::Usual(Usual::Ascii(text)) if is_own_form(text.as_bytes(), profile) => Ok(work(text.as_bytes())),
        Characters::Usual(Usual::Ascii(text)) if is_root_alone(text) => Ok(work(ROOT)),
        Characters::Usual(Usual::CodePoints(text)) if is_root_alone(text) => Ok(work(ROOT)),
        text => with_ascii_form(name.py(), text, profile, work),
    })?;
    done.map_err(|error| name_error(name, error))
}

/// Say whether a domain name lies below a zone: whether its last labels are those of the zone.
///
/// Labels are compared whole and in their ASCII forms: A-labels and U-labels, letter case, the four separators and a
/// final dot make no difference. The root `.` is a name under every profile here, and every name lies below it.
///
/// >>> import acelabel
/// >>> acelabel.is_below("api.BÜCHER.de.", "xn--bcher-kva.de")
/// True
/// >>> acelabel.is_below("kochbücher.de", "bücher.de"), acelabel.is_below("bücher.de", "bücher.de", equal=False)
/// (False, False)
///
/// Args:
///     name: The name, a str.
///     zone: The name of the zone, a str, without a wildcard and without a dot at its beginning.
///     equal: Whether a name lies below itself, a bool.
///     profile: The rules by which both are converted, a Profile. The default is UTS46. Names such as `_dmarc.example`
///         need DNS.
///
/// Returns:
///     A bool.
///
/// Raises:
///     AceError: As for `to_ascii`, of the name or of the zone; its `text` says of which. A `*` in the zone, or a
///         character that is mapped to one, is `std3_disallowed` even if the profile allows it in names: no host lies
///         below a wildcard, and `matches` takes it as the pattern.
#[pyfunction(signature = (name, zone, *, equal=LEFT_OUT, profile=LEFT_OUT))]
#[pyo3(text_signature = "(name, zone, *, equal=True, profile=_signatures.UTS46)")]
pub(super) fn is_below(
    name: &Object<'_>,
    zone: &Object<'_>,
    equal: Optional<'_, '_>,
    profile: Optional<'_, '_>,
) -> PyResult<bool> {
    let (name, zone, profile) = (arguments::text("name", name)?, arguments::text("zone", zone)?, chosen(&profile)?);
    let equal = equal.given().map_or(Ok(true), |equal| arguments::flag("equal", equal))?;
    let zone = read!(zone, zone => Zone::of(zone, equal, profile))?;
    with_ascii(name, profile, |name| zone.contains_ascii(name))
}

/// The zone that the arguments `zone`, `equal` and `profile` of `is_below` say, as a tuple, and its profile.
pub(super) fn zone_of(arguments: &Object<'_>) -> PyResult<(Zone, Profile)> {
    let (zone, equal, profile): (Object<'_>, Object<'_>, Optional<'_, '_>) = arguments.extract()?;
    let (zone, profile) = (arguments::text("zone", &zone)?, chosen(&profile)?);
    let equal = arguments::flag("equal", &equal)?;
    Ok((read!(zone, zone => Zone::of(zone, equal, profile))?, *profile))
}

/// The rules of an argument.
pub(super) fn rules_of<'a>(rules: &'a Object<'_>) -> PyResult<&'a SuffixRules> {
    let of = rules.cast::<SuffixList>();
    of.map(|of| &of.get().0).map_err(|_| wrong_type("rules", "an acelabel.suffix.Rules", rules))
}

/// Say whether a pattern matches a domain name, as that of a certificate does (RFC 9525 section 6.3).
///
/// A pattern is a name, or `*.` and a name: the wildcard is the whole left-most label, and stands for exactly one
/// label of a name, which may be an A-label. It stands for none of a name that ends in a number, which is an IP
/// address. Labels are compared in their ASCII forms. How wide a pattern may be is not judged: `*.com` is one, and so
/// is `*` or `*.` alone, which matches a name of one label. The root `.` is matched by `.` alone.
///
/// >>> import acelabel
/// >>> acelabel.matches("www.bücher.de", "*.xn--bcher-kva.de")
/// True
/// >>> acelabel.matches("bücher.de", "*.bücher.de"), acelabel.matches("a.b.bücher.de", "*.bücher.de")
/// (False, False)
///
/// Args:
///     name: The name, a str. It is no pattern: under DNS a `*` in it is a label as any other.
///     pattern: The pattern, a str.
///     profile: The rules by which both are converted, a Profile. The default is UTS46.
///
/// Returns:
///     A bool.
///
/// Raises:
///     AceError: As for `to_ascii`, of the name or of the pattern; its `text` says of which. A `*` elsewhere in the
///         pattern, or a character that is mapped to one, is `std3_disallowed` under every profile. `matches_any`
///         passes over such patterns.
#[pyfunction(signature = (name, pattern, *, profile=LEFT_OUT))]
#[pyo3(text_signature = "(name, pattern, *, profile=_signatures.UTS46)")]
pub(super) fn matches(name: &Object<'_>, pattern: &Object<'_>, profile: Optional<'_, '_>) -> PyResult<bool> {
    let (name, profile) = (arguments::text("name", name)?, chosen(&profile)?);
    let pattern = read!(arguments::text("pattern", pattern)?, pattern => Pattern::of(pattern, profile))?;
    with_ascii(name, profile, |name| pattern.matches_ascii(name))
}

/// Say whether one of the patterns that a certificate presents matches a domain name (RFC 9525 section 6.3).
///
/// Each pattern is read as by `matches`. One that is not valid is passed over, and the search goes on. It ends at the
/// first pattern that matches.
///
/// >>> import acelabel
/// >>> acelabel.matches_any("www.bücher.de", ["f*.example", "https://a.example", "*.xn--bcher-kva.de"])
/// True
///
/// Args:
///     name: The name, a str.
///     patterns: The patterns, an iterable of str, such as the names of type dNSName of a certificate.
///     profile: The rules by which all are converted, a Profile. The default is UTS46.
///
/// Returns:
///     A bool: False if there are no patterns.
///
/// Raises:
///     AceError: As for `to_ascii`, of the name, whatever the patterns are.
///     TypeError: `patterns` is not an iterable of str.
#[pyfunction(signature = (name, patterns, *, profile=LEFT_OUT))]
#[pyo3(text_signature = "(name, patterns, *, profile=_signatures.UTS46)")]
pub(super) fn matches_any(name: &Object<'_>, patterns: &Object<'_>, profile: Optional<'_, '_>) -> PyResult<bool> {
    let (py, name, profile) = (name.py(), arguments::text("name", name)?, chosen(&profile)?);
    let (ascii, mut pauses) = (read!(name, name => ascii_of(name, profile))?, Pauses::default());
    for (index, pattern) in iterate("patterns", patterns, Items::Str)?.enumerate() {
        let pattern = pattern?;
        let text = pattern.cast::<PyString>().map_err(|_| wrong_item(index, "str", &pattern))?;
        if read!(text, pattern => matches_presented(&ascii, pattern, profile))? {
            return Ok(true);
        }
        pauses.after(py, length(text))?;
    }
    Ok(false)
}

/// The rules of a list of public suffixes (publicsuffix.org). They never change; any number of threads may use them.
///
/// >>> from acelabel import suffix
/// >>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
/// >>> rules.registrable("a.b.Müller.co.uk."), rules.suffix("a.b.ck"), rules.is_suffix("www.ck")
/// ('xn--mller-kva.co.uk', 'b.ck', False)
///
/// Names are taken in either form, and answers are parts of their `canonical` spelling: they do not depend on the
/// spelling of the name. Where no rule matches, the last label is the suffix (rule `*`). A name that ends in a number
/// is an IP address, and has no suffix; neither has the root.
///
/// Args:
///     lines: The list: a str, or an iterable of str, such as a file that is open as text. A line has one rule up to
///         the first white space, or `//` and a comment. In a rule `*` stands for any label, and `!` before it makes it
///         an exception.
///     private: Whether the rules between the comments `===BEGIN PRIVATE DOMAINS===` and `===END PRIVATE DOMAINS===`
///         count too, a bool. They are suffixes of companies, such as `github.io`.
///
/// Raises:
///     TypeError: `lines` is neither a str nor an iterable of str.
///     ValueError: `lines` is a str that looks like the path of a file, which `from_file` reads.
///     AceError: A rule is not a name, with the code and `offset` of `canonical`; `index` is the index of its line,
///         `text` the line, and a note has the number of the line. A `*` that is not a whole label is
///         `std3_disallowed`, and so is a second line in an item; an exception of one label is
///         `empty_label`, as is a rule of none.
#[pyclass(frozen, module = "acelabel.suffix", name = "Rules")]
pub(super) struct SuffixList(pub(super) SuffixRules);

#[pymethods]
impl SuffixList {
    #[new]
    #[pyo3(signature = (lines, *, private=LEFT_OUT), text_signature = "(lines, *, private=False)")]
    fn new(lines: &Object<'_>, private: Optional<'_, '_>) -> PyResult<Self> {
        let py = lines.py();
        let private = is_private(&private)?;
        let mut rules = SuffixRules::empty(private).map_err(|_| no_memory())?;
        let mut pauses = Pauses::default();
        for (index, line) in lines_of(lines)?.enumerate() {
            let line = line?;
            let text = line.cast::<PyString>().map_err(|_| wrong_item(index, "str", &line))?;
            read!(text, line => rules.add(line)).map_err(|error| at_line(py, error, index))?;
            pauses.after(py, length(text))?;
        }
        Ok(Self(rules))
    }

    /// Read the rules of a file.
    ///
    /// Args:
    ///     path: The path of the file, a str or an `os.PathLike`. It is UTF-8, with or without a byte order mark.
    ///     private: Whether the rules of the private section count too, a bool.
    ///
    /// Returns:
    ///     The Rules.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     ValueError: The file has no rule that counts.
    ///     AceError: As for `Rules`. An octet that is not UTF-8 is a `surrogate`, if it is not in a comment.
    #[classmethod]
    #[pyo3(signature = (path, *, private=LEFT_OUT), text_signature = "($cls, path, *, private=False)")]
    fn from_file<'py>(
        class: &Bound<'py, PyType>,
        path: &Object<'py>,
        private: Optional<'_, 'py>,
    ) -> PyResult<Object<'py>> {
        let py = class.py();
        let how = [("encoding", "utf-8-sig"), ("errors", "surrogateescape")].into_py_dict(py)?;
        let of = py.import(intern!(py, "pathlib"))?.getattr(intern!(py, "Path"))?.call1((path,))?;
        let text = of.call_method(intern!(py, "read_text"), (), Some(&how))?;
        let rules = class.call((text,), Some(&[("private", is_private(&private)?)].into_py_dict(py)?))?;
        // Without a rule each last label would be a public suffix, and nobody would see that a download was empty.
        if rules.is_empty()? {
            return Err(PyValueError::new_err(format!("no rule of the file {of} counts")));
        }
        Ok(rules)
    }

    /// Find the registrable domain of a name: its public suffix and one label more.
    ///
    /// Args:
    ///     name: The name, a str.
    ///
    /// Returns:
    ///     The registrable domain, an ASCII str, in the spelling of `canonical`. None for a public suffix, so also for
    ///     a single label; for a wildcard right below one, such as `*.co.uk`; for an IP address; and for the root.
    ///
    /// Raises:
    ///     AceError: As for `canonical`.
    fn registrable<'py>(&self, name: &Object<'py>) -> PyResult<Option<Text<'py>>> {
        part_of(name, |ascii| self.0.registrable_of(ascii))
    }

    /// Find the public suffix of a name.
    ///
    /// Args:
    ///     name: The name, a str.
    ///
    /// Returns:
    ///     The public suffix, an ASCII str, in the spelling of `canonical`. None for an IP address and for the root.
    ///
    /// Raises:
    ///     AceError: As for `canonical`.
    fn suffix<'py>(&self, name: &Object<'py>) -> PyResult<Option<Text<'py>>> {
        part_of(name, |ascii| self.0.suffix_of(ascii))
    }

    /// Divide a name into its public suffix, its registrable domain and the subdomain before it.
    ///
    /// Args:
    ///     name: The name, a str.
    ///
    /// Returns:
    ///     A Parts: `suffix` and `registrable` are what the methods of these names return, and `subdomain` is what is
    ///     before `registrable`, without the dot. Each is an ASCII str, or None where there is none.
    ///
    /// Raises:
    ///     AceError: As for `canonical`.
    fn parts<'py>(&self, name: &Object<'py>) -> PyResult<Object<'py>> {
        let py = name.py();
        let parts = with_ascii(arguments::text("name", name)?, &Profile::DNS, |ascii| {
            let text = |part: Option<_>| part.map(|part| ascii_string(py, bounded::part(ascii, part))).transpose();
            let [suffix, registrable, subdomain] = self.0.parts_of(ascii).map(text);
            PyResult::Ok((suffix?, registrable?, subdomain?))
        })??;
        py.import(intern!(py, "acelabel.suffix"))?.call_method1(intern!(py, "Parts"), parts)
    }

    /// Say whether a name is a public suffix.
    ///
    /// Args:
    ///     name: The name, a str.
    ///
    /// Returns:
    ///     A bool.
    ///
    /// Raises:
    ///     AceError: As for `canonical`.
    fn is_suffix(&self, name: &Object<'_>) -> PyResult<bool> {
        with_ascii(arguments::text("name", name)?, &Profile::DNS, |ascii| self.0.is_suffix_of(ascii))
    }

    /// The number of rules.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, lines) = (slf.py(), slf.get().0.lines().map_err(|_| no_memory())?);
        let lines = tuple_of(py, gathered(lines.iter().map(|line| ascii_string(py, line)))?)?;
        tuple_of(py, [slf.get_type().into_any(), tuple_of(py, [lines])?.into_any()])
    }

    fn __repr__(&self) -> String {
        format!("<acelabel.suffix.Rules of {} rules>", self.0.len())
    }
}

fn is_private(private: &Optional<'_, '_>) -> PyResult<bool> {
    private.given().map_or(Ok(false), |private| arguments::flag("private", private))
}

/// The lines of a list: those of a text, or the items.
fn lines_of<'py>(lines: &Object<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    let (py, expected) = (lines.py(), "a str or an iterable of str");
    let refused = lines.is_instance_of::<pyo3::types::PyBytes>();
    match lines.cast::<PyString>() {
        Err(_) if refused => Err(wrong_type("lines", expected, lines)),
        Err(_) => iterable("lines", expected, lines),
        // It ends lines as files do: LF, CR LF or CR.
        Ok(text) if is_path_of_list(text)? => {
            Err(PyValueError::new_err("argument 'lines' looks like a path: Rules.from_file reads the rules of a file"))
        }
        Ok(text) => py.import(intern!(py, "io"))?.call_method1(intern!(py, "StringIO"), (text, py.None()))?.try_iter(),
    }
}

/// Returns whether a text is one line that ends as the name of a file does.
fn is_path_of_list(text: &Text<'_>) -> PyResult<bool> {
    let ends = text.call_method1(intern!(text.py(), "endswith"), ((".dat", ".txt"),))?;
    Ok(ends.is_truthy()? && !text.contains("\n")?)
}

/// The error of a line, with a note that has its number.
#[cold]
fn at_line(py: Python<'_>, error: PyErr, index: usize) -> PyErr {
    let error = at_index(py, error, index);
    if error.is_instance_of::<PyUnicodeError>(py) {
        let note = format!("line {}", bounded::add(index, 1));
        // Want of memory leaves the error without the note.
        drop(error.value(py).call_method1(intern!(py, "add_note"), (note,)));
    }
    error
}

/// A part of the canonical spelling of a name.
fn part_of<'py>(name: &Object<'py>, part: impl FnOnce(&[u8]) -> Option<Range<usize>>) -> PyResult<Option<Text<'py>>> {
    with_ascii(arguments::text("name", name)?, &Profile::DNS, |ascii| {
        part(ascii).map(|part| ascii_string(name.py(), bounded::part(ascii, part))).transpose()
    })?
}
