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

/// The profiles with names, in the order of preference as the base of another's repr.
const NAMED: [(&str, crate::Profile); 5] = [
    ("UTS46", crate::Profile::UTS46),
    ("WHATWG", crate::Profile::WHATWG),
    ("IDNA2008", crate::Profile::IDNA2008),
    ("IDNA2003", crate::Profile::IDNA2003),
    ("DNS", crate::Profile::DNS),
];

pub(super) fn add_named(module: &Bound<'_, PyModule>) -> PyResult<()> {
    NAMED.iter().try_for_each(|&(name, profile)| module.add(name, Profile(profile)))
}

/// Which rules labels and names are held to: the flags of UTS #46 section 4, and the family of rules they belong to.
///
/// Immutable, hashable and equal to any other profile with the same flags. Most callers need one of the profiles with
/// names (`UTS46`, `WHATWG`, `IDNA2008`, `IDNA2003`, `DNS`) or `replace` of one.
///
/// Args:
///     rules: The family: "uts46" (UTS #46), "idna2008" (RFC 5890-5893: nothing is mapped) or "idna2003" (RFC 3490 and
///         3491, with the tables of Unicode 3.2).
///     check_hyphens: CheckHyphens: no hyphen at either end of a label, none in third and fourth position.
///     check_bidi: CheckBidi: the Bidi Rule of RFC 5893 section 2 (in IDNA2003, RFC 3454 section 6).
///     check_joiners: CheckJoiners: U+200C and U+200D only where RFC 5892 appendix A.1 and A.2 allow them. IDNA2008 always
///         asks for it; IDNA2003 removes them.
///     use_std3_ascii_rules: UseSTD3ASCIIRules: of ASCII only letters, digits and hyphens. IDNA2008 always asks for it; in
///         IDNA2003 also no hyphen at either end of a label.
///     verify_dns_length: VerifyDnsLength: a label has 1 to 63 characters in its ASCII form, and a name has 1 to 253. The
///         dot of the root is not counted.
///     allow_root_dot: Whether a name may end with the dot of the root where DNS lengths are verified. UTS #46 section 4.2
///         refuses that dot together with all other empty labels. All profiles with names allow it.
///     transitional_processing: Transitional_Processing, deprecated by UTS #46: ß and ς are mapped, joiners removed.
///     ignore_invalid_punycode: IgnoreInvalidPunycode: an ASCII label that begins with xn-- and cannot be decoded is left
///         unchanged. With `check_hyphens` such a label is refused all the same, for its hyphens.
///     pass_ascii: An ASCII label is held to no rule but these: letters, digits, hyphens and underscores anywhere, * as
///         the whole first label, xn-- only in front of a true A-label.
///     deny_url_code_points: The forbidden domain code points of the URL standard are refused.
///     allow_unassigned: AllowUnassigned (RFC 3490 section 4): code points that Unicode 3.2 does not know are let through.
///         IDNA2003 alone asks.
///
/// Raises:
///     TypeError: There is no such flag, or its value is no bool (of `rules`, no str).
///     ValueError: `rules` is none of the three.
#[pyclass(frozen, eq, hash, module = "acelabel")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Profile(crate::Profile);

/// The profile that an argument chooses; UTS46 where it is left out.
#[inline(always)]
pub(super) fn chosen<'a>(profile: &'a Optional<'_, '_>) -> PyResult<&'a crate::Profile> {
    let Some(profile) = profile.given() else { return Ok(&crate::Profile::UTS46) };
    match profile.cast::<Profile>() {
        Ok(profile) => Ok(&profile.get().0),
        Err(_) => Err(wrong_type("profile", "an acelabel.Profile such as acelabel.DNS", profile)),
    }
}

/// Every flag that is a bool, with its place in the profile.
macro_rules! flags {
    ($($flag:ident)*) => {
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

flags! {
    check_hyphens check_bidi check_joiners use_std3_ascii_rules verify_dns_length allow_root_dot
    transitional_processing ignore_invalid_punycode pass_ascii deny_url_code_points allow_unassigned
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
            return Err(PyTypeError::new_err(format!("a profile has no flag {}", quoted(name)?)));
        }
    }
    Ok(Profile(profile))
}

#[pymethods]
impl Profile {
    #[new]
    #[pyo3(
        signature = (**flags),
        text_signature = "(*, rules='uts46', check_hyphens=False, check_bidi=True, check_joiners=True, \
            use_std3_ascii_rules=True, verify_dns_length=True, allow_root_dot=True, transitional_processing=False, \
            ignore_invalid_punycode=False, pass_ascii=False, deny_url_code_points=False, allow_unassigned=False)"
    )]
    fn new(flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        with_flags(crate::Profile::UTS46, flags)
    }

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
    #[pyo3(
        signature = (**flags),
        text_signature = "($self, *, rules=..., check_hyphens=..., check_bidi=..., check_joiners=..., \
            use_std3_ascii_rules=..., verify_dns_length=..., allow_root_dot=..., transitional_processing=..., \
            ignore_invalid_punycode=..., pass_ascii=..., deny_url_code_points=..., allow_unassigned=...)"
    )]
    fn replace(&self, flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        with_flags(self.0, flags)
    }

    /// The family of rules: "uts46", "idna2008" or "idna2003".
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        ascii_string(py, rules_name(self.0.rules).as_bytes())
    }

    /// CheckHyphens, a bool.
    #[getter]
    fn check_hyphens(&self) -> bool {
        self.0.check_hyphens
    }

    /// CheckBidi, a bool.
    #[getter]
    fn check_bidi(&self) -> bool {
        self.0.check_bidi
    }

    /// CheckJoiners, a bool.
    #[getter]
    fn check_joiners(&self) -> bool {
        self.0.check_joiners
    }

    /// UseSTD3ASCIIRules, a bool.
    #[getter]
    fn use_std3_ascii_rules(&self) -> bool {
        self.0.use_std3_ascii_rules
    }

    /// VerifyDnsLength, a bool.
    #[getter]
    fn verify_dns_length(&self) -> bool {
        self.0.verify_dns_length
    }

    /// Whether a name may end with the dot of the root where DNS lengths are verified, a bool.
    #[getter]
    fn allow_root_dot(&self) -> bool {
        self.0.allow_root_dot
    }

    /// Transitional_Processing, a bool.
    #[getter]
    fn transitional_processing(&self) -> bool {
        self.0.transitional_processing
    }

    /// IgnoreInvalidPunycode, a bool.
    #[getter]
    fn ignore_invalid_punycode(&self) -> bool {
        self.0.ignore_invalid_punycode
    }

    /// Whether an ASCII label passes as it is, a bool.
    #[getter]
    fn pass_ascii(&self) -> bool {
        self.0.pass_ascii
    }

    /// Whether the forbidden domain code points of the URL standard are refused, a bool.
    #[getter]
    fn deny_url_code_points(&self) -> bool {
        self.0.deny_url_code_points
    }

    /// AllowUnassigned, a bool.
    #[getter]
    fn allow_unassigned(&self) -> bool {
        self.0.allow_unassigned
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let keywords = dict(py)?;
        keywords.set_item(intern!(py, "rules"), self.rules(py)?)?;
        for (name, value) in flags(&self.0) {
            keywords.set_item(ascii_string(py, name.as_bytes())?, value)?;
        }
        made_again(&py.get_type::<Self>(), keywords)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let differing = |base| flags(base).zip(flags(&self.0)).filter(|(of_base, own)| of_base != own);
        let related = NAMED.iter().filter(|(_, base)| base.rules == self.0.rules);
        let nearest = related.min_by_key(|(_, base)| differing(base).count());
        written(py, |repr| {
            let Some((name, base)) = nearest else { return Ok(()) };
            write!(repr, "acelabel.{name}")?;
            for (index, (_, (name, value))) in differing(base).enumerate() {
                let (before, value) =
                    (if index == 0 { ".replace(" } else { ", " }, if value { "True" } else { "False" });
                write!(repr, "{before}{name}={value}")?;
            }
            repr.write_str(if differing(base).count() == 0 { "" } else { ")" })
        })
    }
}
