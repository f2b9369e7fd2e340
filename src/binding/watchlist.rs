//! `acelabel.display.Watchlist`.

use pyo3::types::PyFloat;

use super::many;
use super::prelude::*;
use super::registry::{self, RegistrySets};
use super::relation::SuffixList;
use super::text::name_of;
use crate::watch::{self, Kinds, Lookalike, Looked, watched_label, watched_name};

/// Names and labels, of which look-alikes are looked up. It is built once; any number of threads may use it.
///
/// At every setting those are found that have the same skeleton (UTS #39), and those that programs of IDNA2003 take for
/// the same name: `straße` for `strasse`.
///
/// >>> from acelabel import display
/// >>> watchlist = display.Watchlist(["paypal.com", "müller.de"], labels=["paypal"])
/// >>> watchlist.lookup("раураl.com")[0]
/// Lookalike(target='paypal.com', how='skeleton', score=1.0, span=(0, 10))
/// >>> watchlist.lookup("www.paypal.com")
/// []
/// >>> watchlist.lookup("hxxps://раураӏ[.]com/login")[0].span
/// (0, 26)
/// >>> [(found.target, found.how, found.span) for found in watchlist.lookup("paypal-login.example")]
/// [('paypal', 'part', (0, 6))]
///
/// Args:
///     names: The names, in either form: an iterable of str. White space around a name, a `*.` before it and one final
///         dot are left out. Only a last label looks like a name without a dot: a brand alone belongs to `labels`.
///     labels: Labels, in either form: an iterable of str. Under every domain but the names above and those of `allow`
///         a label looks like one that is the same or similar, and so does a part of a label between hyphens,
///         underscores or changes of the script.
///     suffixes: The rules by which the public suffix of a name is told, an acelabel.suffix.Rules; or None, for the
///         last label. No label is looked for in the public suffix.
///     similar: Whether letters of a similar shape count, a bool: small capitals, other alphabets, digits, `nn` for
///         `m`, Kannada letters for Telugu ones.
///     distance: Whether a text of six letters and more that is one edit away counts, an int: 0 or 1.
///     allow: The owner's own names, an iterable of str. They, and what lies below them, look like none.
///     rules: Rule sets of registries, an iterable of acelabel.registry.Rules: a name looks like a watched one of which
///         each label is the same, or collides by one of them.
///
/// Raises:
///     TypeError: An argument is of another type.
///     ValueError: `distance` is neither 0 nor 1.
///     AceError: An item is not a domain name: a URL, an address, a host with its port, an empty str; or, of `labels`,
///         not a label. `index` is its index; `code` and `offset` are those of `to_ascii` or `alabel` with the profile
///         `DNS`. A `*` that is not left out has the code `std3_disallowed`.
#[pyclass(frozen, module = "acelabel.display")]
pub(super) struct Watchlist {
    pub(super) watched: watch::Watchlist,
    kinds: Kinds,
    /// The arguments as they came.
    suffixes: Option<Py<SuffixList>>,
    rules: Vec<Py<RegistrySets>>,
}

impl Watchlist {
    fn looked_up(&self, batch: &[Option<String>]) -> Result<Vec<Option<Vec<Lookalike<'_>>>>, Error> {
        let mut found = memory::reserved(batch.len())?;
        for name in batch {
            found.push(name.as_ref().map(|name| self.watched.lookalikes(name)).transpose()?);
        }
        Ok(found)
    }
}

#[pymethods]
impl Watchlist {
    #[new]
    #[pyo3(signature = (
        names=LEFT_OUT, *, labels=LEFT_OUT, suffixes=LEFT_OUT, similar=LEFT_OUT, distance=LEFT_OUT, allow=LEFT_OUT,
        rules=LEFT_OUT
    ))]
    #[pyo3(text_signature = "(names=(), *, labels=(), suffixes=None, similar=True, distance=0, allow=(), rules=())")]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        py: Python<'_>,
        names: Optional<'_, '_>,
        labels: Optional<'_, '_>,
        suffixes: Optional<'_, '_>,
        similar: Optional<'_, '_>,
        distance: Optional<'_, '_>,
        allow: Optional<'_, '_>,
        rules: Optional<'_, '_>,
    ) -> PyResult<Self> {
        let similar = similar.given().map_or(Ok(true), |similar| arguments::flag("similar", similar))?;
        let kinds = Kinds { similar, distance: is_distance(&distance)? };
        let names = checked("names", &names, watched_name)?;
        let labels = checked("labels", &labels, watched_label)?;
        let allow = checked("allow", &allow, watched_name)?;
        let suffixes = rules_of(&suffixes)?;
        let rules = rules.given().map_or_else(|| Ok(Vec::new()), registry::sets_of)?;
        let build = || -> Result<watch::Watchlist, Error> {
            let mut watched = watch::Watchlist::of_kinds(kinds);
            names.iter().try_for_each(|name| watched.add(name))?;
            labels.iter().try_for_each(|label| watched.add_label(label))?;
            allow.iter().try_for_each(|name| watched.allow(name))?;
            watched.finish()?;
            rules.iter().try_fold(watched, |watched, rules| watched.with_rules(&rules.get().rules))
        };
        let mut watched = released(py, usize::MAX, build).map_err(|_| no_memory())?;
        if let Some(rules) = &suffixes {
            watched = watched.with_suffixes(rules.get().0.clone());
        }
        Ok(Self { watched, kinds, suffixes: suffixes.map(Bound::unbind), rules })
    }

    /// Look up which watched names and labels a name, or a name above it, looks like.
    ///
    /// A watched name, and what lies below it, looks like none.
    ///
    /// A text with a character that no name holds is more than a name. The names in it are looked up: the hosts of
    /// URLs, the domains of addresses, a host before its port, and other names with a dot. They may be written so that
    /// nobody follows them (`hxxp://`, `[.]`, `(dot)`, `[:]`, `[@]`). A text without any name looks like none.
    ///
    /// Args:
    ///     name: The name, a str, in either form; or a text with names.
    ///
    /// Returns:
    ///     A list of Lookalike, of one item at most for each watched name or label, the most alike first.
    fn lookup<'py>(&self, name: &Object<'py>) -> PyResult<Bound<'py, PyList>> {
        let (py, text) = (name.py(), name_of(arguments::text("name", name)?)?);
        let found = released(py, text.len(), || self.watched.lookalikes(&text)).map_err(|_| no_memory())?;
        hits(&lookalike(py)?, &found)
    }

    /// Look up many names, as `lookup` does each.
    ///
    /// Other threads run meanwhile, and the call reacts to signals such as Ctrl-C every few milliseconds.
    ///
    /// Args:
    ///     names: An iterable of names: a list, a column of pandas or polars, an array of Arrow, or any other. A name
    ///         is a str or a scalar of Arrow that holds one. A missing value gives None, as for `to_ascii_many`.
    ///
    /// Returns:
    ///     A list of what `lookup` returns and None, with one item per name.
    ///
    /// Raises:
    ///     TypeError: An argument or an item is of another type.
    fn lookup_many<'py>(&self, names: &Object<'py>) -> PyResult<Bound<'py, PyList>> {
        let py = names.py();
        let (all, class, mut pauses) = (list(py)?, lookalike(py)?, Pauses::default());
        many::in_batches("names", names, name_of, |batch| {
            for found in py.detach(|| self.looked_up(batch)).map_err(|_| no_memory())? {
                all.append(found.map(|found| hits(&class, &found)).transpose()?)?;
                pauses.after(py, 0)?;
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// The facts of the most alike, a tuple; None where there is none; False where the text is more than a name, and no
    /// name was found in it.
    #[pyo3(name = "_best", signature = (name, /))]
    fn best<'py>(&self, name: &Object<'py>) -> PyResult<Option<Object<'py>>> {
        let (py, text) = (name.py(), name_of(arguments::text("name", name)?)?);
        match released(py, text.len(), || self.watched.looked(&text)).map_err(|_| no_memory())? {
            Looked::Like(found) => found.first().map(|hit| facts(py, hit).map(Bound::into_any)).transpose(),
            Looked::Unlike => Ok(None),
            Looked::NoName => Ok(Some(PyBool::new(py, false).to_owned().into_any())),
        }
    }

    /// The number of names and labels.
    fn __len__(&self) -> usize {
        self.watched.len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let watched = &this.watched;
        let suffixes = or_none(py, this.suffixes.as_ref().map(|rules| rules.bind(py).clone()));
        let [similar, distance] =
            [this.kinds.similar, this.kinds.distance].map(|flag| PyBool::new(py, flag).to_owned().into_any());
        let facts = [
            texts(py, watched.names())?.into_any(),
            texts(py, watched.labels())?.into_any(),
            suffixes,
            similar,
            distance,
            texts(py, watched.allowed())?.into_any(),
            tuple_of(py, this.rules.iter().map(|rules| rules.bind(py)))?.into_any(),
        ];
        let rebuilt = py.import(intern!(py, "acelabel.display"))?.getattr(intern!(py, "_watchlist"))?;
        tuple_of(py, [rebuilt, tuple_of(py, facts)?.into_any()])
    }

    fn __repr__(&self) -> String {
        let (names, labels) = (self.watched.names().count(), self.watched.labels().count());
        let labels = if labels == 0 { String::new() } else { format!(" and {labels} labels") };
        format!("<acelabel.display.Watchlist of {names} names{labels}>")
    }
}

fn rules_of<'py>(suffixes: &Optional<'_, 'py>) -> PyResult<Option<Bound<'py, SuffixList>>> {
    let Some(rules) = suffixes.given().filter(|rules| !rules.is_none()) else { return Ok(None) };
    let of = rules.cast::<SuffixList>();
    of.map(|of| Some(of.clone())).map_err(|_| wrong_type("suffixes", "an acelabel.suffix.Rules or None", rules))
}

fn is_distance(distance: &Optional<'_, '_>) -> PyResult<bool> {
    match distance.given().map_or(Ok(0), |distance| arguments::index("distance", distance))? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(PyValueError::new_err(format!("argument 'distance' must be 0 or 1, not {other}"))),
    }
}

/// The items of an argument, as `check` leaves them.
fn checked(
    name: &str,
    values: &Optional<'_, '_>,
    check: fn(&str) -> Result<&str, LabelError>,
) -> PyResult<Vec<String>> {
    let Some(values) = values.given() else { return Ok(Vec::new()) };
    let (py, mut watched, mut pauses) = (values.py(), Vec::new(), Pauses::default());
    if values.is_instance_of::<PyString>() {
        let message = format!("argument '{name}' must be an iterable of str, not a single str");
        return Err(PyTypeError::new_err(message));
    }
    for (index, item) in iterable(name, "an iterable of str", values)?.enumerate() {
        let item = item?;
        let text = item.cast::<PyString>().map_err(|_| wrong_item(index, "str", &item))?;
        let item = checked_item(text, check).map_err(|error| at_index(py, error, index))?;
        memory::push(&mut watched, item).map_err(|_| no_memory())?;
        pauses.after(py, length(text))?;
    }
    Ok(watched)
}

/// An item, as `check` leaves it, or its error without an index.
fn checked_item(text: &Text<'_>, check: fn(&str) -> Result<&str, LabelError>) -> PyResult<String> {
    let item = name_of(text)?;
    match check(&item) {
        Ok(name) => {
            let mut watched = String::new();
            watched.try_reserve_exact(name.len()).map_err(|_| no_memory())?;
            watched.push_str(name);
            Ok(watched)
        }
        Err(error) => Err(name_error(text, of_given(text, error)?)),
    }
}

fn lookalike(py: Python<'_>) -> PyResult<Object<'_>> {
    py.import(intern!(py, "acelabel.display"))?.getattr(intern!(py, "Lookalike"))
}

fn hits<'py>(class: &Object<'py>, found: &[Lookalike<'_>]) -> PyResult<Bound<'py, PyList>> {
    let py = class.py();
    list_of(py, gathered(found.iter().map(|hit| class.call1(facts(py, hit)?)))?)
}

/// The arguments of a Lookalike.
fn facts<'py>(py: Python<'py>, hit: &Lookalike<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let span = tuple_of(py, numbers(py, [hit.span.start, hit.span.end])?)?;
    let (target, how) = (string_of_text(py, hit.target)?, ascii_string(py, hit.how.name().as_bytes())?);
    tuple_of(py, [target.into_any(), how.into_any(), PyFloat::new(py, hit.score).into_any(), span.into_any()])
}

fn texts<'a, 'py>(py: Python<'py>, texts: impl Iterator<Item = &'a str>) -> PyResult<Bound<'py, PyTuple>> {
    tuple_of(py, gathered(texts.map(|text| string_of_text(py, text)))?)
}

/// The error of a text in which each lone surrogate was U+FFFD, as that of the text as it was given.
#[cold]
fn of_given(text: &Text<'_>, error: LabelError) -> PyResult<LabelError> {
    if error.code_point() != Some(char::REPLACEMENT_CHARACTER.into()) {
        return Ok(error);
    }
    with_code_points(text, |units| error.blaming(units.get(error.offset()).copied()))
}
