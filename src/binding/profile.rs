//! `acelabel.Profile` and the profiles with names.

use super::flags::{RuleSet, class, named_in};
use super::prelude::*;
use crate::profile::flags;

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

    fn choose(&mut self, value: &Object<'_>) -> PyResult<()> {
        let families = [Self::UTS46, Self::IDNA2008, Self::IDNA2003].map(|profile| (profile.chosen(), profile.rules));
        self.rules = *choice("rules", &families, value)?;
        Ok(())
    }
}
