//! Criterion 9: CheckBidi, the Bidi Rule (RFC 5893 section 2), and section 6 of RFC 3454 in its place for IDNA2003.

use super::report::{Refused, Report, Stop};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::older::{Newest, Older, Tables};
use crate::label::unit::Unit;
use crate::profile::Profile;
use crate::unicode::{BidiClass, BidiClasses, Props, ReadingDirection, direction};
use crate::version::UnicodeVersion;

const R_AL_AN: BidiClasses = BidiClasses::of(&[BidiClass::R, BidiClass::AL, BidiClass::AN]);
const EN_AN: BidiClasses = BidiClasses::of(&[BidiClass::EN, BidiClass::AN]);
const NSM: BidiClasses = BidiClasses::of(&[BidiClass::NSM]);
const L: BidiClasses = BidiClasses::of(&[BidiClass::L]);
const R_AL: BidiClasses = BidiClasses::of(&[BidiClass::R, BidiClass::AL]);
/// The classes that a label of either direction may have by rule 2 or 5, and that do not end it by rule 3 or 6.
const INSIDE: BidiClasses =
    BidiClasses::of(&[BidiClass::ES, BidiClass::CS, BidiClass::ET, BidiClass::ON, BidiClass::BN, BidiClass::NSM]);

/// The Bidi classes that a label of one direction may have anywhere (rule 2 or 5) and in front of the non-spacing marks
/// at its end (rule 3 or 6), and the errors of these rules.
struct Allowed {
    is_rtl: bool,
    anywhere: BidiClasses,
    at_end: BidiClasses,
    errors: (ErrorKind, ErrorKind),
}

const RTL: Allowed = Allowed {
    is_rtl: true,
    anywhere: R_AL_AN.union(EN_AN).union(INSIDE),
    at_end: R_AL_AN.union(EN_AN),
    errors: (ErrorKind::BidiRule2, ErrorKind::BidiRule3),
};
const LTR: Allowed = Allowed {
    is_rtl: false,
    anywhere: BidiClasses::of(&[BidiClass::L, BidiClass::EN]).union(INSIDE),
    at_end: BidiClasses::of(&[BidiClass::L, BidiClass::EN]),
    errors: (ErrorKind::BidiRule5, ErrorKind::BidiRule6),
};

impl Allowed {
    /// For a label that begins with a code point of this class, unless that breaks rule 1.
    const fn behind(first: BidiClass) -> Option<Self> {
        match first {
            BidiClass::R | BidiClass::AL => Some(RTL),
            BidiClass::L => Some(LTR),
            _ => None,
        }
    }
}

/// The Bidi Rule for a label of a Bidi domain name: every breach of it.
///
/// A label that begins with neither an L, an R nor an AL breaks rule 1, and the others say nothing of it.
pub(crate) fn bidi_rule<U: Unit>(text: &[U], report: &mut dyn Report) -> Result<(), Refused> {
    bidi_rule_by(Newest, text, report)
}

/// The same by the Bidi classes of an older version of Unicode.
#[cold]
pub(super) fn bidi_rule_of<U: Unit>(
    version: UnicodeVersion,
    text: &[U],
    report: &mut dyn Report,
) -> Result<(), Refused> {
    bidi_rule_by(Older(version), text, report)
}

#[inline(always)]
fn bidi_rule_by<U: Unit>(tables: impl Tables, text: &[U], report: &mut dyn Report) -> Result<(), Refused> {
    report.next_rule();
    let Some(first) = text.first().map(|&unit| unit.into()) else { return Ok(()) };
    let Some(allowed) = Allowed::behind(tables.props(first).bidi_class()) else {
        return report.at(ErrorKind::BidiRule1, 0, Some(first));
    };
    // The last code point that is not a non-spacing mark, and the class of the first digit.
    let (mut last, mut digit) = ((0, first), None);
    let mut is_mixed = false;
    for (place, &unit) in text.iter().enumerate() {
        let unit = unit.into();
        let props = tables.props(unit);
        if !props.bidi_classes().is_within(allowed.anywhere) {
            report.at(allowed.errors.0, place, Some(unit))?;
        }
        let class = props.bidi_class();
        if class != BidiClass::NSM {
            last = (place, unit);
        }
        // Rule 4 is about right-to-left labels alone; its problem is the first digit of the other kind.
        if allowed.is_rtl && !is_mixed && matches!(class, BidiClass::EN | BidiClass::AN) {
            is_mixed = class != *digit.get_or_insert(class);
            if is_mixed {
                report.at(ErrorKind::BidiRule4, place, Some(unit))?;
            }
        }
    }
    if !tables.props(last.1).bidi_classes().is_within(allowed.at_end) {
        report.at(allowed.errors.1, last.0, Some(last.1))?;
    }
    Ok(())
}

/// Section 6 of RFC 3454, as the rules of RFC 5893 that took its place: a label with a character of table D.1 begins
/// and ends with one, and has none of table D.2.
pub(super) fn bidi_of_2003(text: &[u32], report: &mut dyn Report) -> Result<(), Refused> {
    report.next_rule();
    let is_in_d1 = |unit: Option<u32>| unit.is_some_and(|unit| direction(unit) == ReadingDirection::RightToLeft);
    let (first, last) = (text.first().copied(), text.last().copied());
    if !text.iter().any(|&unit| is_in_d1(Some(unit))) {
        return Ok(());
    }
    if !is_in_d1(first) {
        report.at(ErrorKind::BidiRule1, 0, first)?;
    }
    for (place, &unit) in text.iter().enumerate().filter(|&(_, &unit)| direction(unit) == ReadingDirection::LeftToRight)
    {
        report.at(ErrorKind::BidiRule2, place, Some(unit))?;
    }
    if !is_in_d1(last) {
        report.at(ErrorKind::BidiRule3, bounded::sub(text.len(), 1), last)?;
    }
    Ok(())
}

/// Returns whether a label with these Bidi classes is an RTL label, which makes its name a Bidi domain name (RFC 5893
/// section 1.4).
pub(crate) const fn is_rtl(classes: BidiClasses) -> bool {
    classes.meets(R_AL_AN)
}

/// Returns whether a label, which has these Bidi classes in the newest version of Unicode, satisfies the Bidi Rule.
#[inline]
pub(in crate::label) fn satisfies_bidi_rule<U: Unit>(text: &[U], classes: BidiClasses, profile: &Profile) -> bool {
    // In an older version some of these L are non-spacing marks, which follow an L in every label.
    if classes.is_within(L) || classes.is_within(R_AL) {
        return true;
    }
    if let Some(version) = profile.older() {
        return bidi_rule_of(version, text, &mut Stop).is_ok();
    }
    // Where no class breaks rule 2, 4 or 5, only the ends matter: most labels need not be walked over.
    let props = |&unit: &U| Props::of(unit.into());
    let fits = |allowed: Allowed| {
        let ends = |&last: &U| props(&last).bidi_classes().is_within(allowed.at_end);
        classes.is_within(allowed.anywhere)
            && !EN_AN.is_within(classes)
            && (classes.is_within(allowed.at_end.union(NSM)) || text.last().is_some_and(ends))
    };
    text.first().and_then(|first| Allowed::behind(props(first).bidi_class())).is_some_and(fits)
        || bidi_rule(text, &mut Stop).is_ok()
}

/// Returns whether a label of lower-case letters, digits and hyphens satisfies the Bidi Rule: only its ends matter.
#[inline]
pub(in crate::label) fn ldh_satisfies_bidi_rule(label: &[u8]) -> bool {
    label.first().is_none_or(u8::is_ascii_lowercase) && label.last() != Some(&b'-')
}
