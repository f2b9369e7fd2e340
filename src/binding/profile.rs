//! `acelabel.Profile` and the profiles with names.

use super::flags::{RuleSet, class, named_in};
use super::prelude::*;
use crate::UnicodeVersion;
use crate::profile::flags;
use pyo3::types::PyInt;

/// Adds the profiles with names.
pub(super) fn add_named(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("url_standard", crate::URL_STANDARD)?;
    named_in(module, "PROFILES", Profile)
}

/// The profile that an argument chooses; UTS46 where it is left out.
#[inline(always)]
pub(super) fn chosen<'a>(profile: &'a Optional<'_, '_>) -> PyResult<&'a crate::Profile> {
    chosen_or(profile, &crate::Profile::UTS46)
}

/// The same with another profile where it is left out.
#[inline(always)]
pub(super) fn chosen_or<'a>(
    profile: &'a Optional<'_, '_>,
    left_out: &'static crate::Profile,
) -> PyResult<&'a crate::Profile> {
    let Some(profile) = profile.given() else { return Ok(left_out) };
    match profile.cast::<Profile>() {
        Ok(profile) => Ok(&profile.get().0),
        Err(_) => crate::Profile::named("profile", profile),
    }
}

/// The profile that an argument chooses, for modules of Python.
///
/// Args:
///     profile: A Profile or its name.
///
/// Returns:
///     The Profile.
#[pyfunction(signature = (profile, /))]
pub(super) fn profile_of(profile: Optional<'_, '_>) -> PyResult<Profile> {
    chosen(&profile).copied().map(Profile)
}

macro_rules! profile {
    ($($flags:tt)*) => {
        class! {
            /// Which rules labels and names are held to: a family of rules, and the flags of UTS #46 section 4.
            ///
            /// Immutable, hashable and equal to any other profile with the same flags. Most callers need a named
            /// profile (`UTS46`, `WHATWG`, `IDNA2008`, `IDNA2008_MAPPED`, `IDNA2003`,
            /// `DNS`) or `replace` of one.
            ///
            /// Args:
            ///     rules: The family: "uts46" (UTS #46), "idna2008" (RFC 5890-5893) or "idna2003"
            ///         (RFC 3490 and 3491, with the tables of Unicode 3.2).
            ///     unicode: The version of Unicode whose statuses, mappings and properties are asked, such as
            ///         `(15, 0)`; None is the newest, `acelabel.unicode_version`. There are 13.0, 14.0, 15.0, 15.1,
            ///         16.0, 17.0 and 18.0; for IDNA2003 3.2 alone, which is the same as None.
            Profile(crate::Profile) of "acelabel": crate::Profile::UTS46;
            /// The family of rules: "uts46", "idna2008" or "idna2003".
            rules = "uts46";
            further {
                /// The version of Unicode whose tables are asked, two int such as `(15, 0)`; None is the newest.
                unicode
            }
            /// The same profile but for some flags.
            ///
            /// Args:
            ///     flags: The flags to be different, by name: those of the constructor.
            ///
            /// Returns:
            ///     A new Profile.
            replace;
            $($flags)*
        }
    };
}
flags!(profile);

const ONLY_3_2: &str = "argument 'unicode' must be (3, 2) or None where the rules are 'idna2003'";

fn shown(version: UnicodeVersion) -> String {
    let (major, minor) = version.number();
    format!("({major}, {minor})")
}

/// The version that an argument names, for rules of a family.
#[cold]
fn version(value: &Object<'_>, rules: crate::Rules) -> PyResult<Option<UnicodeVersion>> {
    const EXPECTED: &str = "tuple of two int, or None";
    let number = value.cast::<PyTuple>().map_err(|_| wrong_type("unicode", EXPECTED, value))?;
    if number.len() != 2 || !number.iter().all(|part| part.is_instance_of::<PyInt>()) {
        return Err(PyTypeError::new_err(format!("argument 'unicode' must be {EXPECTED}, such as (15, 0)")));
    }
    let number: Option<(u8, u8)> = value.extract().ok();
    if rules == crate::Rules::Idna2003 {
        let refused = || Ok(PyValueError::new_err(format!("{ONLY_3_2}, not {}", value.repr()?.to_cow()?)));
        return if number == Some((3, 2)) { Ok(None) } else { Err(refused().unwrap_or_else(|failure| failure)) };
    }
    match number.and_then(|(major, minor)| UnicodeVersion::of(major, minor)) {
        Some(version) => Ok(Some(version)),
        None => {
            let known = UnicodeVersion::ALL.iter().map(|&version| shown(version)).collect::<Vec<_>>().join(", ");
            let found = value.repr()?;
            let found = found.to_cow()?;
            Err(PyValueError::new_err(format!("argument 'unicode' must be one of {known}, or None, not {found}")))
        }
    }
}

impl RuleSet for crate::Profile {
    const CHOICE: &'static str = "rules";
    const MODULE: &'static str = "acelabel";
    const CALLED: (&'static str, &'static str) = ("Profile", "flag");
    const NAMED: &'static [(&'static str, Self)] = &[
        ("uts46", Self::UTS46),
        ("whatwg", Self::WHATWG),
        ("whatwg_strict", Self::WHATWG_STRICT),
        ("idna2008", Self::IDNA2008),
        ("idna2008_mapped", Self::IDNA2008_MAPPED),
        ("idna2003", Self::IDNA2003),
        ("dns", Self::DNS),
    ];

    fn chosen(&self) -> &'static str {
        match self.rules {
            crate::Rules::Uts46 => "uts46",
            crate::Rules::Idna2008 => "idna2008",
            crate::Rules::Idna2003 => "idna2003",
        }
    }

    const FURTHER: Option<&'static str> = Some("unicode");

    fn further<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let number = self.unicode.map(UnicodeVersion::number).map(|(major, minor)| [major.into(), minor.into()]);
        let made = number.map(|number| tuple_of(py, numbers(py, number)?)).transpose()?;
        Ok(or_none(py, made))
    }

    fn set_further(&mut self, value: &Object<'_>) -> PyResult<()> {
        self.unicode = if value.is_none() { None } else { version(value, self.rules)? };
        Ok(())
    }

    fn consistent(self) -> PyResult<Self> {
        match self.unicode.filter(|_| self.rules == crate::Rules::Idna2003) {
            Some(other) => Err(PyValueError::new_err(format!("{ONLY_3_2}, not {}", shown(other)))),
            None => Ok(self),
        }
    }

    fn choose(&mut self, value: &Object<'_>) -> PyResult<()> {
        let families = [Self::UTS46, Self::IDNA2008, Self::IDNA2003].map(|profile| (profile.chosen(), profile.rules));
        self.rules = *choice("rules", &families, value)?;
        Ok(())
    }
}
