//! `acelabel.display`.

use super::flags::{RuleSet, class, named_in};
use super::prelude::*;
use super::text::name_of;
use super::watchlist::Watchlist;
use crate::display::shown::{Watch, displayed, reported};
use crate::display::{self, Reason, ShownLabel, flags};
use crate::security::RestrictionLevel;
use crate::watch;

/// The policy that an argument chooses.
pub(super) fn chosen(policy: &Optional<'_, '_>) -> PyResult<display::Policy> {
    let Some(policy) = policy.given() else { return Ok(display::Policy::LOOKALIKE_AWARE) };
    policy.cast::<Policy>().map_or_else(|_| display::Policy::named("policy", policy).copied(), |of| Ok(of.get().0))
}

/// The policy that an argument chooses, for modules of Python.
///
/// Args:
///     policy: A Policy or its name.
///
/// Returns:
///     The Policy.
#[pyfunction(signature = (policy, /))]
pub(super) fn policy_of(policy: Optional<'_, '_>) -> PyResult<Policy> {
    chosen(&policy).map(Policy)
}

/// The watchlist of an argument, unless it is None.
pub(super) fn watched<'a>(watchlist: &'a Optional<'_, '_>) -> PyResult<Option<&'a watch::Watchlist>> {
    watchlist.given().filter(|watchlist| !watchlist.is_none()).map(watchlist_of).transpose()
}

/// The same of an argument that is no None.
pub(super) fn watchlist_of<'a>(watchlist: &'a Object<'_>) -> PyResult<&'a watch::Watchlist> {
    let of = watchlist.cast::<Watchlist>();
    of.map(|of| &of.get().watched).map_err(|_| wrong_type("watchlist", "an acelabel.display.Watchlist", watchlist))
}

fn beside(watchlist: &watch::Watchlist) -> &dyn Watch {
    watchlist
}

/// Show a name: each label in Unicode where no rule of the policy objects, else as an A-label.
///
/// It is the same name: of a valid name and of what is shown `to_ascii` makes the same. Never refuses a str. A label
/// that is not valid is shown in ASCII, as the Punycode of its characters behind `xn--`, and a space or a control as
/// `%` with two digits.
///
/// Args:
///     name: The name, a str, in either form.
///     policy: The rules, a Policy or its name. The default is LOOKALIKE_AWARE.
///     watchlist: Names that no name may look like, a Watchlist; or None.
///         A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.
///
/// Returns:
///     What is shown, a str.
///
/// Raises:
///     TypeError: An argument is of another type.
#[pyfunction(signature = (name, *, policy=LEFT_OUT, watchlist=LEFT_OUT))]
#[pyo3(text_signature = "(name, *, policy=_signatures.LOOKALIKE_AWARE, watchlist=None)")]
pub(super) fn to_display<'py>(
    name: &Object<'py>,
    policy: Optional<'_, 'py>,
    watchlist: Optional<'_, 'py>,
) -> PyResult<Text<'py>> {
    let (policy, watch, text) = (chosen(&policy)?, watched(&watchlist)?.map(beside), arguments::text("name", name)?);
    let (py, name) = (text.py(), name_of(text)?);
    let shown = released(py, name.len(), || displayed(&name, &policy, watch)).map_err(|_| no_memory())?;
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
///     policy: The rules, a Policy or its name.
///     watchlist: A Watchlist or None.
///
/// Returns:
///     A list with a tuple for each label, at most the first 127: its ASCII form, its Unicode form, and either None,
///     None and None or the reason why it is not shown in Unicode, the place of the character at fault, in characters,
///     and that character's code point or None.
#[pyfunction(signature = (name, policy, watchlist, /))]
pub(super) fn shown_labels<'py>(
    name: &Object<'py>,
    policy: Optional<'_, 'py>,
    watchlist: Optional<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let (policy, watch, text) = (chosen(&policy)?, watched(&watchlist)?.map(beside), arguments::text("name", name)?);
    let (py, name) = (text.py(), name_of(text)?);
    let labels = released(py, name.len(), || reported(&name, &policy, watch)).map_err(|_| no_memory())?;
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
    const MODULE: &'static str = "acelabel.display";
    const CALLED: (&'static str, &'static str) = ("Policy", "rule");
    const NAMED: &'static [(&'static str, Self)] = &[
        ("lookalike_aware", Self::LOOKALIKE_AWARE),
        ("strict", Self::STRICT),
        ("uts39_moderate", Self::UTS39_MODERATE),
    ];

    fn chosen(&self) -> &'static str {
        self.restriction.name()
    }

    fn choose(&mut self, value: &Object<'_>) -> PyResult<()> {
        self.restriction = *choice("restriction", &LEVELS.map(|level| (level.name(), level)), value)?;
        Ok(())
    }
}

/// Adds the codes of reasons, and the policies with names.
pub(super) fn add_named(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("REASONS", PyTuple::new(module.py(), Reason::ALL.map(Reason::code))?)?;
    named_in(module, "POLICIES", Policy)
}
