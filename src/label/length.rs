//! Length before meaning: what cannot fit is refused before it is mapped.
//!
//! Where DNS lengths are verified, a label has at most 63 characters in its ASCII form, and that form has at least one
//! character for each code point of the mapped label. Mapping may shrink a label: code points may vanish, and of those
//! that do not, composition makes one of at most four (no canonical decomposition in Unicode is longer). So a label of
//! more than 4 * 63 code points that do not vanish cannot fit.
//!
//! Where DNS lengths are not verified, the bounds are those of ICU and Firefox for labels that need Punycode.

use super::Unit;
use super::mapping::vanishes;
use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Uts46Status};

/// The longest label, in characters of its ASCII form (RFC 1035 section 2.3.4).
pub(crate) const MAX_LABEL: usize = 63;
/// The longest name in its ASCII form, a trailing dot not counted.
pub(crate) const MAX_NAME: usize = 253;
/// How many code points a Punycode label decodes to where DNS lengths are not verified.
const MAX_UNVERIFIED_TEXT: usize = 1_000;
/// How many characters follow the prefix of an A-label where DNS lengths are not verified.
const MAX_UNVERIFIED_PAYLOAD: usize = 2_000;
/// How many code points composition makes one of.
const SHRINKAGE: usize = 4;

/// How many code points a mapped label that is not ASCII may have.
pub(super) const fn max_text(profile: &Profile) -> usize {
    if profile.verify_dns_length { MAX_LABEL } else { MAX_UNVERIFIED_TEXT }
}

/// How many characters may follow the prefix of an A-label.
pub(super) const fn max_payload(profile: &Profile) -> usize {
    if profile.verify_dns_length { MAX_LABEL } else { MAX_UNVERIFIED_PAYLOAD }
}

/// Whether a label cannot fit, by its size alone.
#[inline]
pub(super) fn label_is_too_long<U: Unit>(label: &[U], profile: &Profile) -> bool {
    let bound = bound(max_text(profile), profile);
    label.len() > bound && counted(label, profile).nth(bound).is_some()
}

/// The first place in a label that is too long by its size alone, behind which no more code points fit.
pub(super) fn first_too_many<U: Unit>(label: &[U], profile: &Profile) -> Option<usize> {
    counted(label, profile).nth(bound(max_text(profile), profile))
}

/// Whether a name cannot fit, by its size alone. Asked where DNS lengths are verified.
pub(crate) fn name_is_too_long<U: Unit>(name: &[U], profile: &Profile) -> bool {
    if name.len() <= MAX_NAME {
        return false;
    }
    if name.iter().all(|unit| unit.code_point() < 0x80) {
        let has_root = name.last().is_some_and(|unit| unit.code_point() == 0x2E);
        return name.len() > MAX_NAME.saturating_add(usize::from(has_root));
    }
    // The dot of the root is one more.
    counted(name, profile).nth(bound(MAX_NAME, profile).saturating_add(1)).is_some()
}

/// How many code points that count may become `limit` code points.
const fn bound(limit: usize, profile: &Profile) -> usize {
    match profile.rules {
        Rules::Idna2008 => limit,
        Rules::Uts46 | Rules::Idna2003 => limit.saturating_mul(SHRINKAGE),
    }
}

/// The places of code points that count towards the length. Where DNS lengths are not verified these are the ones that
/// make Punycode necessary, for a label that is mapped to ASCII has no bound.
fn counted<U: Unit>(label: &[U], profile: &Profile) -> impl Iterator<Item = usize> {
    let counts = move |unit: u32| {
        if profile.verify_dns_length {
            return !vanishes(unit, profile);
        }
        let props = Props::of(unit);
        unit >= 0x80 && (props.combining_class() != 0 || props.uts46_status() == Uts46Status::Valid)
    };
    let code_points = label.iter().map(|unit| unit.code_point()).enumerate();
    code_points.filter(move |&(_, unit)| counts(unit)).map(|(place, _)| place)
}
