//! `acelabel.lint`.

use super::clients::clients_of;
use super::display::chosen;
use super::either::{alike, with_octets_of};
use super::prelude::*;
use super::text::name_of;
use super::text_names::TextOptions;
use super::watchlist::Watchlist;
use crate::clients::Clients;
use crate::display::Policy;
use crate::lint::{self, AllowedNames, LintForm, Linter, Linting, Problem, Rule, Standing, standings};
use crate::text::Rewriting;

/// The rules that a text is asked for, besides those that need nothing.
///
/// Args:
///     policy: The rules of display, a Policy or its name; or None.
///     allow: A Watchlist that allows the names to which software may go; or None.
///     zones: Another one that allows the names below which it may go; or None.
///     addresses: The IP addresses to which it may go, a str with spaces between them.
///     watch: A Watchlist, or None.
///     clients: The clients that are to go to one host, an iterable of str; or None.
///     text: The names that are sought in running text, a TextOptions.
#[pyclass(frozen, module = "acelabel._native")]
pub(super) struct LintOptions {
    policy: Option<Policy>,
    allow: Option<Py<Watchlist>>,
    zones: Option<Py<Watchlist>>,
    addresses: String,
    watch: Option<Py<Watchlist>>,
    clients: Option<Clients>,
    text: Py<TextOptions>,
}

#[pymethods]
impl LintOptions {
    #[new]
    #[pyo3(signature = (policy, allow, zones, addresses, watch, clients, text, /))]
    fn new(
        policy: &Object<'_>,
        allow: &Object<'_>,
        zones: &Object<'_>,
        addresses: &Object<'_>,
        watch: &Object<'_>,
        clients: &Object<'_>,
        text: &Bound<'_, TextOptions>,
    ) -> PyResult<Self> {
        Ok(Self {
            policy: if policy.is_none() { None } else { Some(chosen(&policy.extract()?)?) },
            allow: list_or_none("allow", allow)?,
            zones: list_or_none("zones", zones)?,
            addresses: name_of(arguments::text("addresses", addresses)?)?,
            watch: list_or_none("watch", watch)?,
            clients: if clients.is_none() { None } else { Some(clients_of("clients", clients)?) },
            text: text.clone().unbind(),
        })
    }
}

#[inline(never)]
fn list_or_none(name: &str, list: &Object<'_>) -> PyResult<Option<Py<Watchlist>>> {
    if list.is_none() {
        return Ok(None);
    }
    let found = list.cast::<Watchlist>();
    let found = found.map_err(|_| wrong_type(name, "an acelabel.display.Watchlist or None", list))?;
    Ok(Some(found.clone().unbind()))
}

/// The table of rules.
///
/// Returns:
///     A line for each rule, with tabs between its name, its severity, the argument that it needs, its sentence, the
///     format of its examples, a text that is caught and one that is not: a str.
#[pyfunction(signature = ())]
pub(super) fn lint_rules(py: Python<'_>) -> PyResult<Text<'_>> {
    string_of_text(py, lint::TABLE)
}

/// Find where a reader and the machine part.
///
/// Args:
///     text: The text, a str or bytes.
///     form: The name of its form, a str.
///     options: The rules, a LintOptions.
///
/// Returns:
///     Two bytes: 64 for each problem, which the module `struct` reads as `<8Q`: its start, end, line and column, the
///     number of its rule, and the octets of what is shown, of where it goes to and of the message; and all these texts
///     in UTF-8, one after another.
#[pyfunction(signature = (text, form, options, /))]
pub(super) fn lint_check<'py>(
    text: &Object<'py>,
    form: &Object<'py>,
    options: &Bound<'py, LintOptions>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let py = text.py();
    let name = name_of(arguments::text("format", form)?)?;
    let Some(form) = LintForm::named(&name) else {
        return Err(PyValueError::new_err(format!("argument 'format' must be a format of lint.FORMATS, not {name:?}")));
    };
    with_octets_of("text", text, |octets| {
        let problems = found(py, octets, form, options.get())?;
        let in_octets = text.is_instance_of::<PyBytes>();
        let packed = standings(octets, &problems, in_octets).and_then(|places| packed(&problems, &places));
        let (numbers, texts) = packed.map_err(|_| no_memory())?;
        Ok((bytes(py, &numbers)?, bytes(py, &texts)?))
    })
}

/// The numbers and the texts of problems.
fn packed(problems: &[Problem], places: &[Standing]) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let (mut numbers, mut texts) = (Vec::new(), Vec::new());
    for (problem, Standing { range, line, column }) in problems.iter().zip(places) {
        let rule = Rule::ALL.iter().position(|rule| *rule == problem.rule).unwrap_or_default();
        let parts = [problem.shown.as_str(), problem.goes_to.as_deref().unwrap_or_default(), &problem.message];
        let [shown, goes_to, message] = parts.map(str::len);
        for number in [range.start, range.end, *line, *column, rule, shown, goes_to, message] {
            memory::append(&mut numbers, &bounded::to::<u64>(number).to_le_bytes())?;
        }
        parts.iter().try_for_each(|part| memory::append(&mut texts, part.as_bytes()))?;
    }
    Ok((numbers, texts))
}

/// The problems of a text.
fn found(py: Python<'_>, text: &[u8], form: LintForm, options: &LintOptions) -> PyResult<Vec<Problem>> {
    let (mut linter, mut found) = (Some(Linter::new(form)), Vec::new());
    let work = &mut |octets: &[u8], start, end, how: &Rewriting<'_>| {
        let asked = options.linting(how);
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

impl LintOptions {
    fn linting<'a>(&'a self, how: &Rewriting<'a>) -> Linting<'a> {
        let list = |list: &'a Option<Py<Watchlist>>| list.as_ref().map(|list| &list.get().watched);
        let names = list(&self.allow).zip(list(&self.zones));
        let allow = names.map(|(names, zones)| AllowedNames::of(names, zones, &self.addresses));
        Linting { policy: self.policy, allow, watch: list(&self.watch), clients: self.clients, tlds: how.sought.tlds }
    }
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
