//! `acelabel.lint`.

use super::display::{chosen, watchlist_of};
use super::either::{alike, with_octets_of};
use super::prelude::*;
use super::text::name_of;
use super::text_names::TextOptions;
use super::watchlist::Watchlist;
use crate::display::Policy;
use crate::files::Format;
use crate::label::ItemError;
use crate::lint::{self, AllowedNames, LintForm, Linter, Linting, Problem, Rule, standings};
use crate::text::Rewriting;

/// The rules that a text is asked for, besides those that need nothing.
///
/// Args:
///     policy: The rules of display, a Policy or its name; or None.
///     allow: Names to which software may go, an iterable of str; or None.
///     watch: A Watchlist, or None.
///     text: The names that are sought in running text, a TextOptions.
///
/// Raises:
///     AceError: An item of `allow` is neither a name nor an IP address.
#[pyclass(frozen, module = "acelabel._native")]
pub(super) struct LintOptions {
    policy: Option<Policy>,
    allow: Option<AllowedNames>,
    watch: Option<Py<Watchlist>>,
    text: Py<TextOptions>,
}

#[pymethods]
impl LintOptions {
    #[new]
    #[pyo3(signature = (*, policy, allow, watch, text))]
    fn new(
        policy: &Object<'_>,
        allow: &Object<'_>,
        watch: &Object<'_>,
        text: &Bound<'_, TextOptions>,
    ) -> PyResult<Self> {
        let policy = if policy.is_none() { None } else { Some(chosen(&policy.extract()?)?) };
        let watch = if watch.is_none() {
            None
        } else {
            watchlist_of(watch)?;
            Some(watch.cast::<Watchlist>()?.clone().unbind())
        };
        Ok(Self { policy, allow: allowed(allow)?, watch, text: text.clone().unbind() })
    }
}

/// The list of allowed names of an argument.
fn allowed(names: &Object<'_>) -> PyResult<Option<AllowedNames>> {
    let expected = "an iterable of str or None";
    if names.is_none() {
        return Ok(None);
    }
    if names.is_instance_of::<PyString>() {
        return Err(wrong_type("allow", expected, names));
    }
    let texts = gathered(iterable("allow", expected, names)?.map(|name| {
        let name = name?;
        name.cast::<PyString>().map_err(|_| wrong_type("allow", expected, &name))?;
        Ok(name)
    }))?;
    let names = gathered(texts.iter().map(|name| name_of(name.cast::<PyString>()?)))?;
    AllowedNames::new(&names).map(Some).map_err(|error| refused_item(&texts, error))
}

/// The error of an item.
fn refused_item(texts: &[Object<'_>], error: ItemError) -> PyErr {
    let make = || {
        let item = texts.get(error.index()).map(|item| item.cast::<PyString>()).transpose()?;
        Ok(item.map(|item| at_index(item.py(), name_error(item, error.error()), error.index())))
    };
    make().unwrap_or_else(|failure: PyErr| Some(failure)).unwrap_or_else(no_memory)
}

/// The forms of texts.
///
/// Returns:
///     A tuple of their names.
#[pyfunction(signature = ())]
pub(super) fn lint_forms(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let names = LintForm::NAMED.iter().map(|(name, _)| *name).chain(Format::ALL.iter().map(|format| format.name()));
    tuple_of(py, gathered(names.map(|name| ascii_string(py, name.as_bytes())))?)
}

/// The table of rules.
///
/// Returns:
///     A tuple with a tuple for each rule: its name, its severity, the argument that it needs, its sentence, the format
///     of its examples, a text that is caught and one that is not.
#[pyfunction(signature = ())]
pub(super) fn lint_rules(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let row = |rule: &Rule| {
        let (form, caught, honest) = rule.examples();
        let cells = [rule.name(), rule.severity().name(), rule.needs(), rule.sentence(), form, caught, honest];
        tuple_of(py, gathered(cells.iter().map(|cell| string_of_text(py, cell)))?)
    };
    tuple_of(py, gathered(Rule::ALL.iter().map(row))?)
}

/// Find where a reader and the machine part.
///
/// Args:
///     text: The text, a str or bytes.
///     form: The name of its form, a str.
///     options: What is asked, a LintOptions.
///
/// Returns:
///     A list with a tuple for each problem: its start, end, line and column, its rule, what is shown, where it goes to
///     or None, and the message.
#[pyfunction(signature = (text, form, options, /))]
pub(super) fn lint_check<'py>(
    text: &Object<'py>,
    form: &Object<'py>,
    options: &Bound<'py, LintOptions>,
) -> PyResult<Bound<'py, PyList>> {
    let py = text.py();
    let name = name_of(arguments::text("format", form)?)?;
    let Some(form) = LintForm::named(&name) else {
        return Err(PyValueError::new_err(format!("argument 'format' must be a format of lint.FORMATS, not {name:?}")));
    };
    with_octets_of("text", text, |octets| {
        let problems = found(py, octets, form, options.get())?;
        let in_octets = text.is_instance_of::<PyBytes>();
        let places = standings(octets, &problems, in_octets).map_err(|_| no_memory())?;
        let rows = problems.iter().zip(&places).map(|(problem, place)| {
            let lint::Standing { range, line, column } = place;
            facts(py, problem, [range.start, range.end, *line, *column])
        });
        list_of(py, gathered(rows)?)
    })
}

/// The problems of a text.
fn found(py: Python<'_>, text: &[u8], form: LintForm, options: &LintOptions) -> PyResult<Vec<Problem>> {
    let (mut linter, mut found) = (Some(Linter::new(form)), Vec::new());
    let (policy, allow) = (options.policy, options.allow.as_ref());
    let watch = options.watch.as_ref().map(|watch| &watch.get().watched);
    let work = &mut |octets: &[u8], start, end, how: &Rewriting<'_>| {
        let asked = Linting { policy, allow, watch, tlds: how.sought.tlds };
        if let Some(linter) = &mut linter {
            linter.over(octets, start, end, &how.sought, &asked)?;
        }
        if let Some(linter) = linter.take_if(|_| end == octets.len()) {
            found = linter.finish(octets, &asked)?;
        }
        Ok(())
    };
    options.text.get().go_over_all(py, text, work)?;
    Ok(found)
}

fn facts<'py>(py: Python<'py>, problem: &Problem, places: [usize; 4]) -> PyResult<Bound<'py, PyTuple>> {
    let goes_to = problem.goes_to.as_deref();
    let texts = [Some(problem.rule.name()), Some(&problem.shown), goes_to, Some(&problem.message)];
    let all = list_of(py, numbers(py, places)?)?;
    for text in texts {
        all.append(or_none(py, text.map(|text| string_of_text(py, text)).transpose()?))?;
    }
    Ok(py.get_type::<PyTuple>().call1((all,))?.cast_into()?)
}

/// Make a text safe to show before somebody acts on it: where its names go is beside them, and nothing in it is hidden.
///
/// Behind each host that is read otherwise than it is written, the host in ASCII to which software goes stands in
/// parentheses. Controls, and characters that nobody sees, are their numbers: `<U+202E>`. Line feeds and tabs stay, and
/// so do joiners and variation selectors behind letters and symbols outside of hosts.
///
/// Args:
///     text: The text, a str or bytes.
///
/// Returns:
///     The text to be shown, of the same type.
///
/// Raises:
///     TypeError: `text` is neither.
#[pyfunction(signature = (text, /))]
pub(super) fn safe_text<'py>(text: &Object<'py>) -> PyResult<Object<'py>> {
    with_octets_of("text", text, |octets| {
        let shown = released(text.py(), octets.len(), || lint::safe_text(octets)).map_err(|_| no_memory())?;
        alike(text, shown)
    })
}
