//! `acelabel.registry`.

use std::sync::{Mutex, OnceLock, PoisonError};

use pyo3::types::PyInt;

use super::prelude::*;
use crate::registry::{
    LabelCollision, LabelProblem, LabelVariants, Natural, RegistryRules, RepertoireItem, RuleFault, RuleFileError,
    Verdict, scripts_of,
};

/// More octets of a file are not read: it is refused.
const MOST_OCTETS: usize = (1 << 24) + 1;

/// So many verdicts of a rule set are kept.
const MOST_VERDICTS: usize = 8;

/// The most tuples of types that one iterator keeps.
const MOST_KNOWN: usize = 64;

/// So many permutations are tried between two looks at the clock.
const TRIES: usize = 64;

/// The rules of a registry, read from a file of RFC 7940 (Label Generation Rules): whether a label may be registered,
/// its variants and what it collides with. `from_file` and `from_xml` make them; they never change, and any number of
/// threads may ask.
///
/// >>> from acelabel import registry
/// >>> rules = registry.Rules.from_xml(b'''<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data>
/// ...   <char cp="0061"><var cp="00E4" type="blocked"/></char><char cp="00E4"><var cp="0061" type="blocked"/></char>
/// ...   <range first-cp="0062" last-cp="007A"/></data></lgr>''')
/// >>> rules.check("bär").disposition, rules.check("bör").problems[0].code
/// ('valid', 'not_in_repertoire')
/// >>> [(variant.label, variant.disposition) for variant in rules.variants("bär")]
/// [('bar', 'blocked')]
/// >>> rules.collides("bär", ["baz", "bar"]).differences
/// ((1, 'ä', 'a'),)
///
/// A label is taken as it is, but for an A-label, which is read as its U-label: offsets are those in the U-label.
#[pyclass(frozen, name = "Rules", module = "acelabel.registry")]
pub(super) struct RegistrySets {
    pub(super) rules: RegistryRules,
    /// The files, for pickle.
    sources: Vec<Py<PyBytes>>,
    /// Of each rule set its version and its date.
    editions: Vec<(Py<PyAny>, Py<PyAny>)>,
    /// The class of its verdicts.
    verdict: Py<PyAny>,
    /// Of each rule set the verdicts on eligible labels, by the numbers of their dispositions: they are values.
    verdicts: Vec<[OnceLock<Py<PyAny>>; MOST_VERDICTS]>,
}

impl RegistrySets {
    fn of<'py>(py: Python<'py>, rules: RegistryRules, sources: Vec<Py<PyBytes>>) -> PyResult<Bound<'py, Self>> {
        let text = |text: Option<&String>| text.map(|text| string_of_text(py, text)).transpose();
        let edition = |version: Option<&String>, date: Option<&String>| -> PyResult<_> {
            Ok((or_none(py, text(version)?).unbind(), or_none(py, text(date)?).unbind()))
        };
        let editions = gathered(rules.about().map(|one| edition(one.version.as_ref(), one.date.as_ref())))?;
        let verdict = made_by(py, intern!(py, "Verdict"))?.unbind();
        let verdicts = gathered(editions.iter().map(|_| Ok([const { OnceLock::new() }; MOST_VERDICTS])))?;
        Bound::new(py, Self { rules, sources, editions, verdict, verdicts })
    }

    /// The Verdict.
    fn told<'py>(&self, py: Python<'py>, verdict: &Verdict<'_>) -> PyResult<Object<'py>> {
        let of_set = self.verdicts.get(verdict.set).filter(|_| verdict.is_eligible);
        let Some(kept) = of_set.and_then(|kept| kept.get(bounded::index(verdict.number))) else {
            return self.told_anew(py, verdict);
        };
        match kept.get() {
            Some(known) => Ok(known.bind(py).clone()),
            None => {
                let told = self.told_anew(py, verdict)?;
                // Where another thread was first, both are equal.
                let _ = kept.set(told.clone().unbind());
                Ok(told)
            }
        }
    }

    fn told_anew<'py>(&self, py: Python<'py>, verdict: &Verdict<'_>) -> PyResult<Object<'py>> {
        let problems = match verdict.problems.as_slice() {
            [] => PyTuple::empty(py),
            some => problems(py, some)?,
        };
        let edition = self.editions.get(verdict.set).map(|(version, date)| (version.bind(py), date.bind(py)));
        let disposition = string_of_text(py, verdict.disposition)?;
        let eligible = PyBool::new(py, verdict.is_eligible);
        match edition {
            Some((version, date)) => self.verdict.bind(py).call1((eligible, disposition, problems, version, date)),
            None => self.verdict.bind(py).call1((eligible, disposition, problems, py.None(), py.None())),
        }
    }
}

#[pymethods]
impl RegistrySets {
    /// Read a rule set from a file.
    ///
    /// Args:
    ///     path: The path of the file, a str or an `os.PathLike`.
    ///
    /// Returns:
    ///     The Rules.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     RulesError: As for `from_xml`.
    #[classmethod]
    fn from_file<'py>(class: &Bound<'py, PyType>, path: &Object<'py>) -> PyResult<Bound<'py, Self>> {
        let py = class.py();
        let file = py.import(intern!(py, "io"))?.call_method1(intern!(py, "open"), (path, intern!(py, "rb")))?;
        let [most] = numbers(py, [MOST_OCTETS])?;
        let read = file.call_method1(intern!(py, "read"), (most,));
        file.call_method0(intern!(py, "close"))?;
        Self::from_xml(class, &read?)
    }

    /// Read a rule set from the octets of a file.
    ///
    /// Nothing else is read: entities of the file are not expanded, and a file with a DTD is refused.
    ///
    /// Args:
    ///     data: The file, bytes of UTF-8: an element `lgr` of RFC 7940.
    ///
    /// Returns:
    ///     The Rules.
    ///
    /// Raises:
    ///     RulesError: The file is not what RFC 7940 says. Its `code` is one of `FAULTS`, its `line` the place.
    ///     TypeError: `data` is not bytes.
    #[classmethod]
    fn from_xml<'py>(class: &Bound<'py, PyType>, data: &Object<'py>) -> PyResult<Bound<'py, Self>> {
        let (py, octets) = (class.py(), data.cast::<PyBytes>().map_err(|_| wrong_type("data", "bytes", data))?);
        let file = octets.as_bytes();
        let rules = released(py, file.len(), || RegistryRules::from_xml(file)).map_err(|error| faulty(py, error))?;
        let sources = gathered([Ok(octets.clone().unbind())].into_iter())?;
        Self::of(py, rules, sources)
    }

    /// Say whether a label may be registered, and why not.
    ///
    /// Args:
    ///     label: The label, a str.
    ///
    /// Returns:
    ///     A Verdict, which is true if the label is eligible.
    ///
    /// Raises:
    ///     TypeError: `label` is not a str.
    fn check<'py>(&self, label: &Object<'py>) -> PyResult<Object<'py>> {
        let (py, text) = (label.py(), arguments::text("label", label)?);
        with_code_points(text, |units| {
            let verdict = self.rules.check(units).map_err(|_| no_memory())?;
            self.told(py, &verdict)
        })?
    }

    /// Make the variants of a label, each when it is asked for.
    ///
    /// They are the labels that variants of the rules make of it and that no rule refuses (RFC 7940 section 8.2),
    /// without the label itself. The last element of the label changes first, as digits do; of an element first itself
    /// counts, then its variants in the order of the file. A label that is not eligible has none.
    ///
    /// Args:
    ///     label: The label, a str.
    ///     limit: The most variants that are made, an int; None for all.
    ///
    /// Returns:
    ///     A Variants, an iterator of Variant. Its `count` is the number of all, or a bound.
    ///
    /// Raises:
    ///     TypeError: An argument is of another type.
    ///     ValueError: `limit` is negative.
    #[pyo3(signature = (label, *, limit=LEFT_OUT), text_signature = "($self, label, *, limit=None)")]
    fn variants(&self, label: &Object<'_>, limit: Optional<'_, '_>) -> PyResult<RegistryVariants> {
        let (text, limit) = (arguments::text("label", label)?, limit_of(&limit)?);
        let (rules, label) = (self.rules.clone(), code_points(text)?);
        let made = rules.variants(&label).map_err(|_| no_memory())?;
        let making = Mutex::new(Making { made, left: limit, known: Vec::new() });
        let variant = made_by(text.py(), intern!(text.py(), "Variant"))?.unbind();
        Ok(RegistryVariants { rules, label, making, variant })
    }

    /// Return the index label: one key for a label and its variants (RFC 7940 section 8.5).
    ///
    /// Labels with the same index label collide. Variants of one label may have two index labels where a variant holds
    /// in one context only, or where a variant of a variant is no variant; `collides` asks for these, too.
    ///
    /// Args:
    ///     label: The label, a str.
    ///
    /// Returns:
    ///     The index label, a str; None if the label is not in the repertoire.
    ///
    /// Raises:
    ///     TypeError: `label` is not a str.
    fn index<'py>(&self, label: &Object<'py>) -> PyResult<Option<Text<'py>>> {
        let (py, text) = (label.py(), arguments::text("label", label)?);
        let found = with_code_points(text, |units| self.rules.index(units))?.map_err(|_| no_memory())?;
        found.map(|index| string(py, &index)).transpose()
    }

    /// Find the first label of some that a label collides with.
    ///
    /// Two labels collide that are the same, that have one index label, or of which one is a variant of the other that
    /// no rule refuses. A label outside of the repertoire collides with itself alone.
    ///
    /// Args:
    ///     label: The label, a str.
    ///     taken: The labels that are taken, an iterable of str.
    ///
    /// Returns:
    ///     A Collision; None if it collides with none.
    ///
    /// Raises:
    ///     TypeError: An argument or an item is of another type.
    fn collides<'py>(&self, label: &Object<'py>, taken: &Object<'py>) -> PyResult<Option<Object<'py>>> {
        let (py, own) = (label.py(), code_points(arguments::text("label", label)?)?);
        // Its characters are labels, too, which nobody means.
        if taken.is_instance_of::<PyString>() {
            return Err(wrong_type("taken", "an iterable of str", taken));
        }
        let (key, mut pauses) = (self.rules.index(&own).map_err(|_| no_memory())?, Pauses::default());
        for (index, item) in iterable("taken", "an iterable of str", taken)?.enumerate() {
            let item = item?;
            let other = item.cast::<PyString>().map_err(|_| wrong_item(index, "str", &item))?;
            let units = code_points(other)?;
            let found = self.rules.collision_by(key.as_deref(), &own, &units).map_err(|_| no_memory())?;
            if let Some(found) = found {
                return collision(other, &found, &own, &units).map(Some);
            }
            pauses.after(py, units.len().saturating_mul(8))?;
        }
        Ok(None)
    }

    /// The languages or scripts that the rules are for, a tuple of str: tags of BCP 47, such as "de" or "und-Arab".
    #[getter]
    fn languages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let languages = self.rules.about().flat_map(|about| &about.languages);
        tuple_of(py, gathered(languages.map(|text| string_of_text(py, text)))?)
    }

    /// The first of `languages`, a str; None if the file has none.
    #[getter]
    fn language<'py>(&self, py: Python<'py>) -> PyResult<Option<Text<'py>>> {
        let language = self.rules.about().flat_map(|about| &about.languages).next();
        language.map(|text| string_of_text(py, text)).transpose()
    }

    /// The scripts of the repertoire by their long names, a tuple of str, without Common and Inherited, nor those of
    /// code points that are listed as variants of others only.
    #[getter]
    fn scripts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = py.detach(|| scripts_of(&self.rules));
        tuple_of(py, gathered(names.iter().map(|name| string_of_text(py, name)))?)
    }

    /// The version of the rules, a str; None if the file has none. Of several rule sets it is that of the first, even
    /// where only another one has one; a Verdict has that of the set that answered.
    #[getter]
    fn version(&self, py: Python<'_>) -> Py<PyAny> {
        self.editions.first().map_or_else(|| py.None(), |(version, _)| version.clone_ref(py))
    }

    /// The date of the rules, a str such as "2022-05-31"; None if the file has none. Of several rule sets as
    /// `version`.
    #[getter]
    fn date(&self, py: Python<'_>) -> Py<PyAny> {
        self.editions.first().map_or_else(|| py.None(), |(_, date)| date.clone_ref(py))
    }

    /// The version of Unicode that the rules were written for, a str; None if the file has none. Of several rule sets
    /// it is that of the first that has one. Properties in rules are those of `acelabel.unicode_version`.
    #[getter]
    fn unicode_version<'py>(&self, py: Python<'py>) -> PyResult<Option<Text<'py>>> {
        let version = self.rules.about().find_map(|about| about.unicode_version.as_ref());
        version.map(|text| string_of_text(py, text)).transpose()
    }

    /// The code points and sequences that labels are made of, a Repertoire. Those that are listed as variants of others
    /// only are not among them.
    #[getter]
    fn repertoire<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (elements, ranges) = (list(py)?, list(py)?);
        for item in self.rules.repertoire().filter_map(|(item, is_foreign)| (!is_foreign).then_some(item)) {
            match item {
                RepertoireItem::Element(units) => elements.append(string(py, units)?)?,
                RepertoireItem::Range(first, last) => {
                    let pair = numbers(py, [bounded::index(first), bounded::index(last)])?;
                    ranges.append(tuple_of(py, pair)?)?;
                }
            }
        }
        made_by(py, intern!(py, "Repertoire"))?.call1((elements, ranges))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sources = tuple_of(py, self.sources.iter().map(|source| source.bind(py)))?;
        tuple_of(py, [made_by(py, intern!(py, "_rules"))?, sources.into_any()])
    }

    fn __repr__(&self) -> String {
        let name = |about: &crate::registry::AboutRules| {
            let language = about.languages.first().map_or("no language", String::as_str);
            format!("{language} {}", about.date.as_deref().unwrap_or_default()).trim_end().to_owned()
        };
        let names: Vec<_> = self.rules.about().map(name).collect();
        format!("<acelabel.registry.Rules of {}>", names.join(", "))
    }
}

/// Put rule sets side by side.
///
/// A label may be registered that one of them allows as a whole: labels are not mixed. Its variants are those under
/// each of the sets that allow it, and its index label is the least of theirs.
///
/// >>> from acelabel import registry
/// >>> xml = b'<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data><range first-cp="%s" last-cp="%s"/></data></lgr>'
/// >>> latin, greek = (registry.Rules.from_xml(xml % ends) for ends in [(b"0061", b"007A"), (b"03B1", b"03C9")])
/// >>> both = registry.merge([latin, greek])
/// >>> [both.check(label).eligible for label in ("ab", "αβ", "aβ")]
/// [True, True, False]
///
/// Args:
///     rules: The rule sets, an iterable of Rules.
///
/// Returns:
///     The Rules of all.
///
/// Raises:
///     TypeError: An argument or an item is of another type.
///     ValueError: There is none.
#[pyfunction]
pub(super) fn merge<'py>(rules: &Object<'py>) -> PyResult<Bound<'py, RegistrySets>> {
    let (py, mut all, mut sources) = (rules.py(), Vec::new(), Vec::new());
    for one in sets_of(rules)? {
        let mut own = one.get().sources.iter().map(|source| source.clone_ref(py));
        own.try_for_each(|source| memory::push(&mut sources, source)).map_err(|_| no_memory())?;
        memory::push(&mut all, one.get().rules.clone()).map_err(|_| no_memory())?;
    }
    if all.is_empty() {
        return Err(PyValueError::new_err("argument 'rules' must have one rule set at least"));
    }
    RegistrySets::of(py, RegistryRules::merge(&all).map_err(|_| no_memory())?, sources)
}

/// The rules of an argument `rules`.
pub(super) fn rules_of<'a>(rules: &'a Object<'_>) -> PyResult<&'a RegistryRules> {
    let of = rules.cast::<RegistrySets>();
    of.map(|of| &of.get().rules).map_err(|_| wrong_type("rules", "an acelabel.registry.Rules", rules))
}

/// The items of an argument `rules`.
pub(super) fn sets_of(rules: &Object<'_>) -> PyResult<Vec<Py<RegistrySets>>> {
    let mut sets = Vec::new();
    for (index, item) in iterable("rules", "an iterable of acelabel.registry.Rules", rules)?.enumerate() {
        let item = item?;
        let one = item.cast::<RegistrySets>().map_err(|_| wrong_item(index, "an acelabel.registry.Rules", &item))?;
        memory::push(&mut sets, one.clone().unbind()).map_err(|_| no_memory())?;
    }
    Ok(sets)
}

/// Every code of a RulesError.
#[pyfunction]
pub(super) fn faults(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    tuple_of(py, gathered(RuleFault::ALL.iter().map(|fault| string_of_text(py, fault.code())))?)
}

/// The variants of a label: an iterator of Variant, which `Rules.variants` makes.
///
/// Threads may share one: each variant comes to one of them.
#[pyclass(frozen, name = "Variants", module = "acelabel.registry")]
pub(super) struct RegistryVariants {
    rules: RegistryRules,
    label: Vec<u32>,
    making: Mutex<Making>,
    /// The class of its items.
    variant: Py<PyAny>,
}

/// The state of the making.
struct Making {
    made: LabelVariants,
    /// The most that are still to be made.
    left: Option<usize>,
    /// The tuples of types that were made, by the number of rule sets that are left and by the types.
    known: Vec<((usize, u128), Py<PyTuple>)>,
}

#[pymethods]
impl RegistryVariants {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// The next variant.
    ///
    /// Raises:
    ///     RulesError: `too_many_permutations`: rules refuse more than 65,536 permutations of the label in a row.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Object<'py>>> {
        let mut pauses = Pauses::default();
        // Nobody waits for the interpreter while the lock is held, but for a pause.
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if making.left == Some(0) {
            return Ok(None);
        }
        while !making.made.advance(TRIES).map_err(|error| faulty(py, error))? {
            drop(making);
            pauses.after(py, TRIES.saturating_mul(64))?;
            making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        }
        making.left = making.left.map(|left| left.saturating_sub(1));
        variant(self.variant.bind(py), &mut making)
    }

    /// The number of all variants, an int, whatever the limit is and how many were made. Where `exact` is False it is
    /// a bound: the number of permutations, of which rules may refuse some.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (count, _) = self.counted(py)?;
        let octets = bytes(py, &count.to_le_bytes().collect::<Vec<u8>>())?;
        py.get_type::<PyInt>().call_method1(intern!(py, "from_bytes"), (octets, intern!(py, "little")))
    }

    /// True if `count` is exact: if nothing can refuse a permutation, or there are at most 65,536, which are tried.
    #[getter]
    fn exact(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.counted(py)?.1)
    }
}

impl RegistryVariants {
    fn counted(&self, py: Python<'_>) -> PyResult<(Natural, bool)> {
        py.detach(|| self.rules.count_variants(&self.label)).map_err(|_| no_memory())
    }
}

/// The Variant that was found last; None where there is none.
fn variant<'py>(class: &Object<'py>, making: &mut Making) -> PyResult<Option<Object<'py>>> {
    let (py, Some(found)) = (class.py(), making.made.current()) else { return Ok(None) };
    let (label, disposition) = (string(py, found.label)?, string_of_text(py, found.disposition)?);
    let key = (making.made.left(), found.kinds);
    let known = making.known.iter().find(|(known, _)| *known == key).map(|(_, types)| types.bind(py).clone());
    let types = match known {
        Some(types) => types,
        None => {
            let names = found.types().map_err(|_| no_memory())?;
            let types = tuple_of(py, gathered(names.iter().map(|name| string_of_text(py, name)))?)?;
            if making.known.len() < MOST_KNOWN {
                memory::push(&mut making.known, (key, types.clone().unbind())).map_err(|_| no_memory())?;
            }
            types
        }
    };
    class.call1((label, disposition, types)).map(Some)
}

/// An attribute of the module: a class, or what makes an instance of it.
fn made_by<'py>(py: Python<'py>, name: &Text<'py>) -> PyResult<Object<'py>> {
    py.import(intern!(py, "acelabel.registry"))?.getattr(name)
}

/// The refusal of a file as an exception.
#[cold]
fn faulty(py: Python<'_>, error: RuleFileError) -> PyErr {
    if error.fault() == RuleFault::OutOfMemory {
        return no_memory();
    }
    let make = || {
        let (code, message) = (error.fault().code(), error.fault().message());
        let line = error.line().map(|line| numbers(py, [line])).transpose()?.map(|[line]| line);
        let facts = (string_of_text(py, code)?, or_none(py, line), string_of_text(py, message)?);
        made_by(py, intern!(py, "RulesError"))?.call1(facts)
    };
    raised(make())
}

fn limit_of(limit: &Optional<'_, '_>) -> PyResult<Option<usize>> {
    let Some(limit) = limit.given().filter(|limit| !limit.is_none()) else { return Ok(None) };
    let number = arguments::index_or("limit", "an int or None", limit)?;
    let wrong = |_| PyValueError::new_err(format!("argument 'limit' must not be negative, not {number}"));
    usize::try_from(number).map(Some).map_err(wrong)
}

/// A tuple of Problem.
fn problems<'py>(py: Python<'py>, problems: &[LabelProblem<'_>]) -> PyResult<Bound<'py, PyTuple>> {
    let class = made_by(py, intern!(py, "Problem"))?;
    let problem = |one: &LabelProblem<'_>| {
        let offset = one.offset.map(|offset| numbers(py, [offset])).transpose()?.map(|[offset]| offset);
        let rule = one.rule.map(|rule| string_of_text(py, rule)).transpose()?;
        let (code, message) = (string_of_text(py, one.kind.code())?, string_of_text(py, &one.words())?);
        class.call1((code, or_none(py, offset), or_none(py, rule), message))
    };
    tuple_of(py, gathered(problems.iter().map(problem))?)
}

/// A Collision with a label that is taken.
fn collision<'py>(taken: &Text<'py>, found: &LabelCollision, own: &[u32], other: &[u32]) -> PyResult<Object<'py>> {
    let py = taken.py();
    let mut differences = Vec::new();
    for (here, there) in &found.places {
        let [offset] = numbers(py, [here.start])?;
        let texts = [string(py, bounded::part(own, here.clone()))?, string(py, bounded::part(other, there.clone()))?];
        let [here, there] = texts.map(Bound::into_any);
        memory::push(&mut differences, tuple_of(py, [offset, here, there])?).map_err(|_| no_memory())?;
    }
    let how = string_of_text(py, found.kind.name())?;
    made_by(py, intern!(py, "Collision"))?.call1((taken, how, tuple_of(py, differences)?))
}
