//! Length before meaning: what cannot fit is refused before it is mapped.
//!
//! Where DNS lengths are verified, a label has at most 63 characters in its ASCII form, and that form has at least one
//! character for each code point of the mapped label. Mapping may shrink a label: code points may vanish, and of those
//! that do not, composition makes one of at most four (no canonical decomposition in Unicode is longer). So a label of
//! more than 4 * 63 code points that do not vanish cannot fit.
//!
//! Where DNS lengths are not verified, the bounds are those of ICU and Firefox for labels that need Punycode.

use super::Text;
use super::alabel::PREFIX;
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
pub(super) const SHRINKAGE: usize = 4;

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
pub(super) fn label_is_too_long<T: Text + ?Sized>(label: &T, profile: &Profile) -> bool {
    let bound = bound(max_text(profile), profile);
    label.size() > bound && (counted(label, profile).nth(bound).is_some() || alabel_is_too_long(label, profile))
}

/// Whether a label that begins with the prefix has too many characters behind it.
fn alabel_is_too_long<T: Text + ?Sized>(label: &T, profile: &Profile) -> bool {
    let first = label.part(0..PREFIX.len()).code_points().filter_map(|unit| u8::try_from(unit).ok());
    let begins_with_prefix = first.map(|octet| octet.to_ascii_lowercase()).eq(PREFIX.bytes());
    begins_with_prefix && label.is_ascii() && label.size() > max_payload(profile).saturating_add(PREFIX.len())
}

/// The first place in a label that is too long by its size alone, behind which no more code points fit.
pub(super) fn first_too_many<T: Text + ?Sized>(label: &T, profile: &Profile) -> usize {
    if profile.verify_dns_length && label.is_ascii() {
        return MAX_LABEL;
    }
    let place = counted(label, profile).nth(bound(max_text(profile), profile));
    place.unwrap_or(max_payload(profile).saturating_add(PREFIX.len()))
}

/// Whether a name cannot fit, by its size alone. Asked where DNS lengths are verified.
pub(crate) fn name_is_too_long<T: Text + ?Sized>(name: &T, profile: &Profile) -> bool {
    if name.size() <= MAX_NAME {
        return false;
    }
    if name.is_ascii() {
        let last = name.part(name.size().saturating_sub(1)..name.size());
        return name.size() > MAX_NAME.saturating_add(usize::from(last.separator().is_some()));
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
fn counted<T: Text + ?Sized>(label: &T, profile: &Profile) -> impl Iterator<Item = usize> {
    let counts = move |unit: u32| {
        if profile.verify_dns_length {
            return !vanishes(unit, profile);
        }
        let props = Props::of(unit);
        unit >= 0x80 && (props.combining_class() != 0 || props.uts46_status() == Uts46Status::Valid)
    };
    label.code_points().enumerate().filter(move |&(_, unit)| counts(unit)).map(|(place, _)| place)
}
