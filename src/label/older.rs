//! The version of Unicode that a profile asks for: the code points that it refuses, and the tables by which it judges.

use crate::error::ErrorKind;
use crate::profile::{Profile, Rules};
use crate::unicode::{DerivedProperty, Lack, Props};
use crate::version::UnicodeVersion;

/// The tables of one version of Unicode.
pub(super) trait Tables: Copy {
    /// The facts of a code point.
    fn props(self, unit: u32) -> Props;

    /// Why a profile refuses a code point because of the version alone.
    fn refusal(self, unit: u32, profile: &Profile) -> Option<ErrorKind>;
}

/// The version of the tables that a profile has which names none.
#[derive(Clone, Copy)]
pub(super) struct Newest;

impl Tables for Newest {
    #[inline(always)]
    fn props(self, unit: u32) -> Props {
        Props::of(unit)
    }

    #[inline(always)]
    fn refusal(self, _: u32, _: &Profile) -> Option<ErrorKind> {
        None
    }
}

/// An older version.
#[derive(Clone, Copy)]
pub(super) struct Older(pub(super) UnicodeVersion);

impl Tables for Older {
    fn props(self, unit: u32) -> Props {
        self.0.props(unit)
    }

    fn refusal(self, unit: u32, profile: &Profile) -> Option<ErrorKind> {
        if Props::of(unit).derived_property() == DerivedProperty::Unassigned {
            return Some(ErrorKind::Unassigned);
        }
        match self.0.lack(unit)? {
            Lack::Unassigned => Some(ErrorKind::Unassigned),
            // The statuses of UTS #46. What IDNA2008 makes of a character that a version knows never changed.
            _ if profile.rules != Rules::Uts46 => None,
            Lack::Disallowed => Some(ErrorKind::DisallowedCodepoint),
            Lack::Std3 => profile.use_std3_ascii_rules.then_some(ErrorKind::Std3Disallowed),
        }
    }
}

/// Why a profile refuses a code point because of the version of Unicode that it asks for.
pub(super) fn refusal_of_version(unit: u32, profile: &Profile) -> Option<ErrorKind> {
    Older(profile.older()?).refusal(unit, profile)
}

/// Returns what stands for a code point in front of the mapping of the newest version, so that it makes of it what the
/// version makes that the profile asks for: U+FFFD, which is disallowed, for what is refused.
pub(super) fn replaced(unit: u32, profile: &Profile) -> impl Iterator<Item = u32> {
    let is_mapped = |version: UnicodeVersion| (profile.rules == Rules::Uts46).then(|| version.mapping(unit)).flatten();
    let (units, count) = match profile.older() {
        Some(version) if Older(version).refusal(unit, profile).is_some() => {
            ([char::REPLACEMENT_CHARACTER.into(), 0], 1)
        }
        older => older.and_then(is_mapped).map_or(([unit, 0], 1), |text| (text, 2)),
    };
    units.into_iter().take(count)
}
