//! The code points that an older version of Unicode refuses, and the facts of it that are others: the differences from
//! the newest version, which `tools/unicode_older.py` takes from the published tables of each version and writes to
//! `older.bin`.
//!
//! The file holds a row for each run of code points that an older version does not know, or refuses although the newest
//! one lets them through or maps them: the first code point, with the place in [`UnicodeVersion::ALL`] of the last
//! version that refuses it in the upper octet, and the last code point, with the number of the reason in the upper
//! octet, both in 32 bits, little-endian.
//!
//! Nothing else is needed, for Unicode is stable. Characters that were allowed stay allowed since version 13.0, and
//! their mapping stays, that of U+1E9E alone excepted. Normalization of what a version knows never changes, and no
//! character that a version knows is mapped to one that it does not know. A test compares every code point with the
//! published tables.

use super::props::Props;
use super::stages::words;
use crate::version::UnicodeVersion;

const FILE: &[u8] = include_bytes!("older.bin");

static ROWS: [u32; FILE.len() / 4] = words(FILE, 0);

/// The bits of a word of the file that are a code point.
const CODE_POINT: u32 = 0xFF_FFFF;

/// Why a version refuses a code point of the newest version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lack {
    /// The version does not know it.
    Unassigned,
    /// UTS #46 disallows it.
    Disallowed,
    /// UseSTD3ASCIIRules disallows it, before anything is normalized.
    Std3,
}

impl UnicodeVersion {
    /// Why this version refuses a code point of the newest version, if the version is the reason.
    pub(crate) fn lack(self, unit: u32) -> Option<Lack> {
        let rows = ROWS.as_chunks::<2>().0;
        let behind = rows.partition_point(|[first, _]| first & CODE_POINT <= unit);
        let [first, last] = *rows.get(behind.checked_sub(1)?)?;
        let until = Self::ALL.get(usize::from(upper(first)))?;
        if unit > last & CODE_POINT || self > *until {
            return None;
        }
        Some(match upper(last) {
            0 => Lack::Unassigned,
            1 => Lack::Disallowed,
            _ => Lack::Std3,
        })
    }

    /// The text that this version maps a code point to by UTS #46, where the newest maps it to another one.
    pub(crate) fn mapping(self, unit: u32) -> Option<[u32; 2]> {
        // Since version 15.1 it is mapped to U+00DF.
        (unit == 0x1E9E && self <= Self::V15_0).then_some([0x73, 0x73])
    }

    /// The facts of a code point that this version knows, statuses aside: those that the Bidi Rule and the contexts of
    /// RFC 5892 appendix A ask for.
    #[inline]
    pub(crate) fn props(self, unit: u32) -> Props {
        Props::of(self.alike(unit))
    }

    /// The code point itself, or one that has in every version the facts which this one had then.
    fn alike(self, unit: u32) -> u32 {
        match unit {
            // Spacing marks since versions 14.0, 16.0 and 18.0, each beside a non-spacing one that is alike.
            0x1734 if self <= Self::V13_0 => 0x1714,
            0x1171E if self <= Self::V15_1 => 0x1_1722,
            0x1B3A | 0x1B3C | 0x1B42 if self <= Self::V17_0 => 0x1B36,
            // Nablas in mathematical fonts, which were letters as the capital omegas before them are.
            0x1D6C1 | 0x1D6FB | 0x1D735 | 0x1D76F | 0x1D7A9 if self <= Self::V15_1 => 0x1_D6C0,
            // Of the script Han since version 14.0.
            0x16FE3 if self <= Self::V13_0 => 0x1_6FE1,
            _ => unit,
        }
    }
}

/// The upper octet of a word of the file.
const fn upper(word: u32) -> u8 {
    let [.., upper] = word.to_le_bytes();
    upper
}

#[cfg(test)]
mod tests {
    use super::super::props::{BidiClass, ContextScript, DerivedProperty, JoiningType};
    use super::*;

    fn row(line: &str) -> Option<(u32, u32, UnicodeVersion, Lack)> {
        let mut words = line.split(' ');
        let (first, last) = words.next()?.split_once("..")?;
        let version = words.next()?;
        let lack = match words.next()? {
            "unassigned" => Lack::Unassigned,
            "disallowed" => Lack::Disallowed,
            _ => Lack::Std3,
        };
        let code_point = |digits| u32::from_str_radix(digits, 16).ok();
        let version = UnicodeVersion::ALL.iter().find(|known| known.to_string() == version)?;
        Some((code_point(first)?, code_point(last)?, *version, lack))
    }

    #[test]
    fn every_code_point_has_the_row_of_the_text_or_none() {
        let rows: Vec<_> =
            include_str!("older.txt").lines().filter(|line| !line.starts_with('#')).filter_map(row).collect();
        assert_eq!(rows.len(), ROWS.len() / 2);
        for version in UnicodeVersion::ALL {
            let mut rest = rows.as_slice();
            for unit in 0..0x11_0080 {
                if let [(_, last, ..), behind @ ..] = rest
                    && *last < unit
                {
                    rest = behind;
                }
                let expected = rest.first().filter(|(first, _, until, _)| *first <= unit && version <= until);
                assert_eq!(version.lack(unit), expected.map(|(.., lack)| *lack), "{version} {unit:X}");
            }
        }
        assert_eq!(UnicodeVersion::NEWEST.lack(0x10_A0), None);
        assert!(super::super::UNICODE_VERSION.starts_with(&UnicodeVersion::NEWEST.to_string()));
    }

    #[test]
    fn what_is_refused_for_its_version_is_known_to_the_newest() {
        for unit in 0..0x11_0000 {
            if UnicodeVersion::V13_0.lack(unit).is_some() {
                assert_ne!(Props::of(unit).derived_property(), DerivedProperty::Unassigned, "{unit:X}");
            }
        }
    }

    #[test]
    fn facts_that_changed_are_those_of_the_version() {
        let old = |unit| UnicodeVersion::V13_0.props(unit);
        let classes = |unit| (old(unit).bidi_class(), Props::of(unit).bidi_class());
        let joining = |unit| (old(unit).joining_type(), Props::of(unit).joining_type());
        for unit in [0x1734, 0x1171E, 0x1B3A, 0x1B3C, 0x1B42] {
            assert_eq!(classes(unit), (BidiClass::NSM, BidiClass::L));
            let is_balinese = matches!(unit, 0x1B3A..=0x1B42);
            let now = if is_balinese { JoiningType::Transparent } else { JoiningType::NonJoining };
            assert_eq!(joining(unit), (JoiningType::Transparent, now), "{unit:X}");
            assert_eq!(old(unit).combining_class(), Props::of(unit).combining_class());
            assert!(old(unit).is_mark() && Props::of(unit).is_mark());
        }
        assert_eq!(classes(0x1D6FB), (BidiClass::L, BidiClass::ON));
        assert_eq!(old(0x16FE3).context_script(), ContextScript::Other);
        assert_eq!(Props::of(0x16FE3).context_script(), ContextScript::Japanese);
        for (unit, alike) in [(0x1734, 0x1714), (0x1171E, 0x11722), (0x1B3C, 0x1B36), (0x16FE3, 0x16FE1)] {
            let (own, other) = (Props::of(unit), Props::of(alike));
            assert_eq!(own.derived_property(), other.derived_property());
            assert_eq!(own.uts46_status(), other.uts46_status());
        }
        for (version, is_other) in UnicodeVersion::ALL.iter().zip([true, true, true, true, false, false, false]) {
            assert_eq!(version.props(0x1171E) != Props::of(0x1171E), is_other, "{version}");
        }
    }
}
