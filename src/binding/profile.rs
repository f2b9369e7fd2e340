//! `acelabel.Profile` and the profiles with names.

use core::fmt::Write;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use super::arguments::{Optional, choice, quoted, wrong_type};
use super::list::{dict, made_again};
use super::text::{ascii_string, written};
use crate::Rules;
use crate::profile::flags;

/// The profiles with names, in the order of preference as the base of another's repr.
const NAMED: [(&str, crate::Profile); 6] = [
    ("UTS46", crate::Profile::UTS46),
    ("WHATWG", crate::Profile::WHATWG),
    ("WHATWG_STRICT", crate::Profile::WHATWG_STRICT),
    ("IDNA2008", crate::Profile::IDNA2008),
    ("IDNA2003", crate::Profile::IDNA2003),
    ("DNS", crate::Profile::DNS),
];

pub(super) fn add_named(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("url_standard", crate::URL_STANDARD)?;
    NAMED.iter().try_for_each(|&(name, profile)| module.add(name, Profile(profile)))
}

/// The profile that an argument chooses; UTS46 where it is left out.
#[inline(always)]
pub(super) fn chosen<'a>(profile: &'a Optional<'_, '_>) -> PyResult<&'a crate::Profile> {
    let Some(profile) = profile.given() else { return Ok(&crate::Profile::UTS46) };
    match profile.cast::<Profile>() {
        Ok(profile) => Ok(&profile.get().0),
        Err(_) => Err(wrong_type("profile", "an acelabel.Profile such as acelabel.DNS", profile)),
    }
}

fn rules_name(rules: Rules) -> &'static str {
    match rules {
        Rules::Uts46 => "uts46",
        Rules::Idna2008 => "idna2008",
        Rules::Idna2003 => "idna2003",
    }
}

fn rules_named(name: &Bound<'_, PyAny>) -> PyResult<Rules> {
    choice("rules", "'uts46', 'idna2008' or 'idna2003'", name, |name| {
        [Rules::Uts46, Rules::Idna2008, Rules::Idna2003].into_iter().find(|&rules| rules_name(rules) == name)
    })
}

fn with_flags(mut profile: crate::Profile, flags: Option<&Bound<'_, PyDict>>) -> PyResult<Profile> {
    for (name, value) in flags.into_iter().flatten() {
        let name = name.cast::<PyString>()?;
        // A text with lone surrogates is not one of the flags.
        let known = name.to_cow().unwrap_or_default();
        if known == "rules" {
            profile.rules = rules_named(&value)?;
        } else if let Some(flag) = flag_of(&mut profile, &known) {
            *flag = value.cast::<PyBool>().map_err(|_| wrong_type(&known, "bool", &value))?.is_true();
        } else {
            let known: Vec<_> = self::flags(&profile).map(|(flag, _)| flag).collect();
            let message = format!("a profile has no flag {}; it has: rules, {}", quoted(name)?, known.join(", "));
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(Profile(profile))
}

/// A value of a flag as Python writes it.
macro_rules! python {
    (true) => {
        "True"
    };
    (false) => {
        "False"
    };
}

/// The class, with one argument, one line of its documentation and one attribute per flag. The signatures stand at the
/// beginning of the documentation, where CPython looks for them.
macro_rules! class {
    ($(#[doc = $first:tt] $(#[doc = $more:tt])* $flag:ident = $value:tt;)*) => {
        #[doc = concat!("Profile(*, rules='uts46'", $(", ", stringify!($flag), "=", python!($value),)* ")\n--\n")]
        /// Which rules labels and names are held to: a family of rules, and the flags of UTS #46 section 4.
        ///
        /// Immutable, hashable and equal to any other profile with the same flags. Most callers need a named profile
        /// (`UTS46`, `WHATWG`, `IDNA2008`, `IDNA2003`, `DNS`) or `replace` of one.
        ///
        /// Args:
        ///     rules: The family: "uts46" (UTS #46), "idna2008" (RFC 5890-5893: nothing is mapped) or "idna2003"
        ///         (RFC 3490 and 3491, with the tables of Unicode 3.2).
        $(
            #[doc = concat!("    ", stringify!($flag), ":", $first)]
            $(#[doc = concat!("       ", $more)])*
        )*
        ///
        /// Raises:
        ///     TypeError: There is no such flag, or its value is no bool (of `rules`, no str).
        ///     ValueError: `rules` is none of the three.
        #[pyclass(frozen, eq, hash, module = "acelabel")]
        #[derive(PartialEq, Eq, Hash)]
        pub(super) struct Profile(crate::Profile);

        #[pymethods]
        impl Profile {
            #[new]
            #[pyo3(signature = (**flags), text_signature = None)]
            fn new(flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                with_flags(crate::Profile::UTS46, flags)
            }

            #[doc = concat!("replace($self, *, rules=...", $(", ", stringify!($flag), "=...",)* ")\n--\n")]
            /// The same profile but for some flags.
            ///
            /// Args:
            ///     flags: The flags to be different, by name: those of the constructor.
            ///
            /// Returns:
            ///     A new Profile.
            ///
            /// Raises:
            ///     TypeError: There is no such flag, or its value is no bool (of `rules`, no str).
            ///     ValueError: `rules` is none of the three.
            #[pyo3(signature = (**flags), text_signature = None)]
            fn replace(&self, flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                with_flags(self.0, flags)
            }

            /// The family of rules: "uts46", "idna2008" or "idna2003".
            #[getter]
            fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                ascii_string(py, rules_name(self.0.rules).as_bytes())
            }

            $(
                #[doc = $first]
                #[getter]
                fn $flag(&self) -> bool {
                    self.0.$flag
                }
            )*

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                reduced(self, py)
            }

            fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                shown(&self.0, py)
            }
        }

        /// Every flag that is a bool, with its place in the profile.
        fn flag_of<'a>(profile: &'a mut crate::Profile, name: &str) -> Option<&'a mut bool> {
            match name {
                $(stringify!($flag) => Some(&mut profile.$flag),)*
                _ => None,
            }
        }

        fn flags(profile: &crate::Profile) -> impl Iterator<Item = (&'static str, bool)> {
            [$((stringify!($flag), profile.$flag)),*].into_iter()
        }
    };
}

flags!(class);

impl Profile {
    /// The object of a profile that the crate made.
    pub(super) fn of(profile: crate::Profile) -> Self {
        Self(profile)
    }
}

fn reduced<'py>(profile: &Profile, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let keywords = dict(py)?;
    keywords.set_item(intern!(py, "rules"), profile.rules(py)?)?;
    for (name, value) in flags(&profile.0) {
        keywords.set_item(ascii_string(py, name.as_bytes())?, value)?;
    }
    made_again(&py.get_type::<Profile>(), keywords)
}

/// A named profile, and how this one differs from it.
fn shown<'py>(profile: &crate::Profile, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
    let differing = |base| flags(base).zip(flags(profile)).filter(|(of_base, own)| of_base != own);
    let related = NAMED.iter().filter(|(_, base)| base.rules == profile.rules);
    let nearest = related.min_by_key(|(_, base)| differing(base).count());
    written(py, |repr| {
        let Some((name, base)) = nearest else { return Ok(()) };
        write!(repr, "acelabel.{name}")?;
        for (index, (_, (name, value))) in differing(base).enumerate() {
            let (before, value) = (if index == 0 { ".replace(" } else { ", " }, if value { "True" } else { "False" });
            write!(repr, "{before}{name}={value}")?;
        }
        repr.write_str(if differing(base).count() == 0 { "" } else { ")" })
    })
}
