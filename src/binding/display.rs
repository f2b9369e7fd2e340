//! `acelabel.display`.

use core::fmt::Write;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use super::arguments::{self, Optional, iterable, wrong_item, wrong_type};
use super::error::{at_index, name_error, no_memory};
use super::flags::{Flags, RuleSet, class, python};
use super::functions;
use super::list::{gathered, list, list_of, numbers, or_none, tuple_of};
use super::pauses::Pauses;
use super::text::{ascii_string, length, released, string_of_text, with_code_points, written};
use crate::display::{self, Looked, Reason, ShownLabel, displayed, flags, reported, watched_name};
use crate::error::Error;
use crate::label::LabelError;
use crate::security::RestrictionLevel;
use crate::{bounded, memory};

functions!(to_display, shown_labels);

/// A name as a `String`. A lone surrogate becomes U+FFFD, which no label holds either.
fn name_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    let name = with_code_points(text, |units| -> Result<String, Error> {
        let mut name = String::new();
        for &unit in units {
            let character = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            name.try_reserve(character.len_utf8()).map_err(|_| memory::refused())?;
            name.push(character);
        }
        Ok(name)
    })?;
    name.map_err(|_| no_memory())
}

/// The policy that an argument chooses.
pub(super) fn chosen(policy: &Optional<'_, '_>) -> PyResult<display::Policy> {
    let Some(policy) = policy.given() else { return Ok(display::Policy::LOOKALIKE_AWARE) };
    let policy = policy.cast::<Policy>().map_err(|_| wrong_type("policy", "an acelabel.display.Policy", policy))?;
    Ok(policy.get().0)
}

/// The watchlist of an argument, unless it is None.
pub(super) fn watched<'a>(watchlist: &'a Optional<'_, '_>) -> PyResult<Option<&'a display::Watchlist>> {
    let Some(watchlist) = watchlist.given().filter(|watchlist| !watchlist.is_none()) else { return Ok(None) };
    let of = watchlist.cast::<Watchlist>();
    of.map(|of| Some(&of.get().0)).map_err(|_| wrong_type("watchlist", "an acelabel.display.Watchlist", watchlist))
}

/// Show a name: each label in Unicode where no rule of the policy objects, else as an A-label.
///
/// It is the same name: of a valid name and of what is shown `to_ascii` makes the same. Never refuses a str. A label
/// that is not valid is shown in ASCII, as the Punycode of its characters behind `xn--`, and a space or a control as
/// `%` with two digits.
///
/// Args:
///     name: The name, a str, in either form.
///     policy: The rules, a Policy. The default is LOOKALIKE_AWARE.
///     watchlist: Names that no name may look like, a Watchlist; or None.
///         A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.
///
/// Returns:
///     What is shown, a str.
///
/// Raises:
///     TypeError: An argument is of another type.
#[pyfunction]
#[pyo3(
    signature = (name, *, policy=Optional::LEFT_OUT, watchlist=Optional::LEFT_OUT),
    text_signature = "(name, *, policy=_signatures.LOOKALIKE_AWARE, watchlist=None)"
)]
fn to_display<'py>(
    name: &Bound<'py, PyAny>,
    policy: Optional<'_, 'py>,
    watchlist: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyString>> {
    let (policy, watchlist, text) = (chosen(&policy)?, watched(&watchlist)?, arguments::text("name", name)?);
    let (py, name) = (text.py(), name_of(text)?);
    let shown = released(py, name.len(), || displayed(&name, &policy, watchlist)).map_err(|_| no_memory())?;
    // An object of a derived class has methods of its own, which nobody expects of what is shown.
    if shown == name && !name.contains(char::REPLACEMENT_CHARACTER) && text.is_exact_instance_of::<PyString>() {
        Ok(text.clone())
    } else {
        string_of_text(py, &shown)
    }
}

/// Show a name, label by label.
///
/// Args:
///     name: The name, a str.
///     policy: The rules, a Policy.
///     watchlist: A Watchlist or None.
///
/// Returns:
///     A list with a tuple for each label, at most the first 127: its ASCII form, its Unicode form, and either None,
///     None and None or the reason why it is not shown in Unicode, the place of the character at fault, in characters,
///     and that character's code point or None.
#[pyfunction]
#[pyo3(signature = (name, policy, watchlist, /))]
fn shown_labels<'py>(
    name: &Bound<'py, PyAny>,
    policy: Optional<'_, 'py>,
    watchlist: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let (policy, watchlist, text) = (chosen(&policy)?, watched(&watchlist)?, arguments::text("name", name)?);
    let (py, name) = (text.py(), name_of(text)?);
    let labels = released(py, name.len(), || reported(&name, &policy, watchlist)).map_err(|_| no_memory())?;
    list_of(py, gathered(labels.iter().map(|label| facts(py, label)))?)
}

fn facts<'py>(py: Python<'py>, label: &ShownLabel) -> PyResult<Bound<'py, PyTuple>> {
    let ascii = label.ascii().map_err(|_| no_memory())?;
    let forms = (string_of_text(py, &ascii)?, string_of_text(py, &label.unicode)?);
    let reason = label.finding.map(|found| ascii_string(py, found.reason.code().as_bytes())).transpose()?;
    let code_point = label.finding.and_then(|found| found.code_point);
    let at = label.finding.map(|found| numbers(py, [found.offset, code_point.map_or(0, bounded::index)]));
    let (offset, code_point) = match at.transpose()? {
        Some([offset, unit]) => (Some(offset), code_point.map(|_| unit)),
        None => (None, None),
    };
    let [offset, code_point] = [offset, code_point].map(|number| or_none(py, number));
    tuple_of(py, [forms.0.into_any(), forms.1.into_any(), or_none(py, reason), offset, code_point])
}

/// The name in an item of a watchlist, or the error of an item without an index.
fn watched_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    let item = name_of(text)?;
    match watched_name(&item) {
        Ok(name) => {
            let mut watched = String::new();
            watched.try_reserve_exact(name.len()).map_err(|_| no_memory())?;
            watched.push_str(name);
            Ok(watched)
        }
        Err(error) => Err(name_error(text, of_given(text, error)?)),
    }
}

/// The error of a text in which each lone surrogate was U+FFFD, as that of the text as it was given.
#[cold]
fn of_given(text: &Bound<'_, PyString>, error: LabelError) -> PyResult<LabelError> {
    if error.code_point() != Some(char::REPLACEMENT_CHARACTER.into()) {
        return Ok(error);
    }
    with_code_points(text, |units| error.blaming(units.get(error.offset()).copied()))
}

/// Names, of which look-alikes are looked up. It is built once; any number of threads may use it.
///
/// >>> from acelabel import display
/// >>> watchlist = display.Watchlist(["paypal.com", "müller.de"])
/// >>> watchlist.lookup("раураl.com")
/// [Lookalike(target='paypal.com', how='skeleton')]
/// >>> watchlist.lookup("www.paypal.com")
/// []
/// >>> watchlist.lookup("hxxps://раураl[.]com/login")
/// [Lookalike(target='paypal.com', how='skeleton')]
///
/// Args:
///     names: The names, in either form: an iterable of str. White space around a name, a `*.` before it and one final
///         dot are left out.
///
/// Raises:
///     TypeError: `names` is not an iterable of str.
///     AceError: An item is not a domain name: a URL, an address, a host with its port, an empty str. `index` is its
///         index; `code` and `offset` are those of `to_ascii` with the profile `DNS`. A `*` that is not left out has
///         the code `std3_disallowed`.
#[pyclass(frozen, module = "acelabel.display")]
pub(super) struct Watchlist(display::Watchlist);

#[pymethods]
impl Watchlist {
    #[new]
    #[pyo3(signature = (names))]
    fn new(names: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, mut watched, mut pauses) = (names.py(), Vec::new(), Pauses::default());
        if names.is_instance_of::<PyString>() {
            return Err(wrong_type("names", "an iterable of str", names));
        }
        for (index, name) in iterable("names", "an iterable of str", names)?.enumerate() {
            let name = name?;
            let text = name.cast::<PyString>().map_err(|_| wrong_item(index, "str", &name))?;
            memory::push(&mut watched, watched_of(text).map_err(|error| at_index(py, error, index))?)
                .map_err(|_| no_memory())?;
            pauses.after(py, length(text))?;
        }
        let build = || {
            let mut watchlist = display::Watchlist::default();
            watched.iter().try_for_each(|name| watchlist.add(name)).map(|()| watchlist)
        };
        released(py, usize::MAX, build).map(Self).map_err(|_| no_memory())
    }

    /// Look up which watched name a name, or a name above it, looks like.
    ///
    /// A watched name, and what lies below it, looks like none.
    ///
    /// A text with a character that no name holds is more than a name. The names in it are looked up: the hosts of
    /// URLs, the domains of addresses, a host before its port, and other names with a dot. They may be written so that
    /// nobody follows them (`hxxp://`, `[.]`, `(dot)`, `[:]`, `[@]`). The first that looks like a watched name counts.
    /// A text without any name looks like none.
    ///
    /// Args:
    ///     name: The name, a str, in either form; or a text with names.
    ///
    /// Returns:
    ///     A list of Lookalike, of one item at most.
    fn lookup<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let (py, found) = (name.py(), list(name.py())?);
        if let Some(target) = self.target(name)?.filter(|target| target.is_instance_of::<PyString>()) {
            let lookalike = py.import(intern!(py, "acelabel.display"))?.getattr(intern!(py, "Lookalike"))?;
            found.append(lookalike.call1((target, intern!(py, "skeleton")))?)?;
        }
        Ok(found)
    }

    /// The watched name, a str; None where there is none; False where the text is more than a name, and no name was
    /// found in it.
    #[pyo3(name = "_target", signature = (name, /))]
    fn target<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let text = arguments::text("name", name)?;
        let (py, name) = (text.py(), name_of(text)?);
        match released(py, name.len(), || self.0.looked(&name)).map_err(|_| no_memory())? {
            Looked::Like(target) => string_of_text(py, target).map(|target| Some(target.into_any())),
            Looked::Unlike => Ok(None),
            Looked::NoName => Ok(Some(PyBool::new(py, false).to_owned().into_any())),
        }
    }

    /// The number of names.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let names = tuple_of(py, gathered(slf.get().0.names().map(|name| string_of_text(py, name)))?)?;
        tuple_of(py, [slf.get_type().into_any(), tuple_of(py, [names])?.into_any()])
    }

    fn __repr__(&self) -> String {
        format!("<acelabel.display.Watchlist of {} names>", self.0.len())
    }
}

macro_rules! policy {
    ($(#[doc = $doc:tt] $flag:ident $($reason:ident)? = $aware:tt, $($other:tt),*;)*) => {
        class! {
            /// Which rules decide whether a label is shown in Unicode. An immutable value.
            ///
            /// Most callers need a named policy (`LOOKALIKE_AWARE`, `STRICT`, `UTS39_MODERATE`) or `replace` of one.
            /// The rule `not_an_alabel` is always asked. Each argument but the first is a bool: True if what is said
            /// of it counts. From `disallowed_character` on they are rules.
            ///
            /// Args:
            ///     restriction: The least strict level (UTS #39 section 5.2) at which `mixed_scripts` lets scripts be
            ///         mixed: "ascii_only", "single_script", "highly_restrictive", "moderately_restrictive",
            ///         "minimally_restrictive" or "unrestricted".
            Policy(display::Policy) of "acelabel.display": display::Policy::LOOKALIKE_AWARE;
            /// The least strict level at which scripts may be mixed.
            restriction = "highly_restrictive";
            /// The same policy but for some rules.
            ///
            /// Args:
            ///     rules: The arguments of the constructor that are to be different.
            ///
            /// Returns:
            ///     A new Policy.
            replace;
            $(#[doc = $doc] $flag = $aware;)*
        }
    };
}
flags!(policy);

const LEVELS: [RestrictionLevel; 6] = [
    RestrictionLevel::AsciiOnly,
    RestrictionLevel::SingleScript,
    RestrictionLevel::HighlyRestrictive,
    RestrictionLevel::ModeratelyRestrictive,
    RestrictionLevel::MinimallyRestrictive,
    RestrictionLevel::Unrestricted,
];

impl RuleSet for display::Policy {
    const CHOICE: &'static str = "restriction";

    fn chosen(&self) -> &'static str {
        self.restriction.name()
    }

    fn choose(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = value.cast::<PyString>().ok().and_then(|name| name.to_cow().ok());
        let Some(level) = LEVELS.into_iter().find(|level| name.as_deref() == Some(level.name())) else {
            let (known, found) = (LEVELS.map(|level| format!("'{}'", level.name())).join(", "), value.repr()?);
            let message = format!("argument 'restriction' must be one of {known}, not {found}");
            return Err(PyValueError::new_err(message));
        };
        self.restriction = level;
        Ok(())
    }

    fn unknown(name: &str) -> String {
        format!("Policy() got an unexpected keyword argument {name}")
    }

    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        written(py, |repr| {
            write!(repr, "Policy(restriction='{}'", self.restriction.name())?;
            self.flags().try_for_each(|(name, value)| write!(repr, ", {name}={}", python(value)))?;
            repr.write_char(')')
        })
    }
}

/// Adds the codes of reasons, and the policies with names.
pub(super) fn add_named(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("REASONS", PyTuple::new(module.py(), Reason::ALL.map(Reason::code))?)?;
    module.add("LOOKALIKE_AWARE", Policy(display::Policy::LOOKALIKE_AWARE))?;
    module.add("STRICT", Policy(display::Policy::STRICT))?;
    module.add("UTS39_MODERATE", Policy(display::Policy::UTS39_MODERATE))
}
