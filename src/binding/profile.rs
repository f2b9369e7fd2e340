//! `acelabel.Profile` and the profiles with names.

use core::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::arguments::{Optional, choice, wrong_type};
use super::flags::{Flags, RuleSet, class, python};
use super::text::written;
use crate::profile::flags;

/// The profiles with names, in the order of preference as the base of another's repr.
const NAMED: [(&str, crate::Profile); 7] = [
    ("UTS46", crate::Profile::UTS46),
    ("WHATWG", crate::Profile::WHATWG),
    ("WHATWG_STRICT", crate::Profile::WHATWG_STRICT),
    ("IDNA2008", crate::Profile::IDNA2008),
    ("IDNA2008_MAPPED", crate::Profile::IDNA2008_MAPPED),
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
            Profile(crate::Profile) of "acelabel": crate::Profile::UTS46;
            /// The family of rules: "uts46", "idna2008" or "idna2003".
            rules = "uts46";
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

impl RuleSet for crate::Profile {
    const CHOICE: &'static str = "rules";

    fn chosen(&self) -> &'static str {
        match self.rules {
            crate::Rules::Uts46 => "uts46",
            crate::Rules::Idna2008 => "idna2008",
            crate::Rules::Idna2003 => "idna2003",
        }
    }

    fn choose(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.rules = choice("rules", "'uts46', 'idna2008' or 'idna2003'", value, |name| match name {
            "uts46" => Some(crate::Rules::Uts46),
            "idna2008" => Some(crate::Rules::Idna2008),
            "idna2003" => Some(crate::Rules::Idna2003),
            _ => None,
        })?;
        Ok(())
    }

    fn unknown(name: &str) -> String {
        let known: Vec<_> = Self::UTS46.flags().map(|(flag, _)| flag).collect();
        format!("a profile has no flag {name}; it has: rules, {}", known.join(", "))
    }

    /// A named profile, and how this one differs from it.
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let differing = |base: &Self| base.flags().zip(self.flags()).filter(|(of_base, own)| of_base != own);
        let related = NAMED.iter().filter(|(_, base)| base.rules == self.rules);
        let nearest = related.min_by_key(|(_, base)| differing(base).count());
        written(py, |repr| {
            let Some((name, base)) = nearest else { return Ok(()) };
            write!(repr, "acelabel.{name}")?;
            for (index, (_, (name, value))) in differing(base).enumerate() {
                write!(repr, "{}{name}={}", if index == 0 { ".replace(" } else { ", " }, python(value))?;
            }
            repr.write_str(if differing(base).count() == 0 { "" } else { ")" })
        })
    }
}
