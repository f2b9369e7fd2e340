//! Criterion 9: CheckBidi, the Bidi Rule (RFC 5893 section 2), and section 6 of RFC 3454 in its place for IDNA2003.

use super::{Refused, Report};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::input::Unit;
use crate::unicode::{BidiClass, Direction, Props, direction};

// Sets of values of Bidi_Class.
const L: u32 = BidiClass::L.bit();
const R_AL: u32 = BidiClass::R.bit() | BidiClass::AL.bit();
const EN: u32 = BidiClass::EN.bit();
const AN: u32 = BidiClass::AN.bit();
const NSM: u32 = BidiClass::NSM.bit();
const NEUTRAL: u32 =
    BidiClass::ES.bit() | BidiClass::CS.bit() | BidiClass::ET.bit() | BidiClass::ON.bit() | BidiClass::BN.bit() | NSM;

/// What a label of one direction may hold, and what it may end with, non-spacing marks passed over; and the rules that
/// say so.
struct Allowed {
    inside: u32,
    at_end: u32,
    rules: (ErrorKind, ErrorKind),
}

const RTL: Allowed = Allowed {
    inside: R_AL | EN | AN | NEUTRAL,
    at_end: R_AL | EN | AN,
    rules: (ErrorKind::BidiRule2, ErrorKind::BidiRule3),
};
const LTR: Allowed =
    Allowed { inside: L | EN | NEUTRAL, at_end: L | EN, rules: (ErrorKind::BidiRule5, ErrorKind::BidiRule6) };

/// The Bidi Rule for a label of a Bidi domain name: every breach of it.
///
/// A label that begins with neither an L, an R nor an AL breaks rule 1, and the others say nothing of it.
pub(crate) fn bidi_rule<U: Unit>(text: &[U], report: &mut dyn Report) -> Result<(), Refused> {
    report.next_rule();
    let Some(first) = text.first().map(|&unit| unit.into()) else { return Ok(()) };
    let (is_rtl, allowed) = match Props::of(first).bidi_class_bit() {
        class if class & R_AL != 0 => (true, RTL),
        L => (false, LTR),
        _ => return report.at(ErrorKind::BidiRule1, 0, Some(first)),
    };
    // The last code point that is not a non-spacing mark, and the first digit.
    let (mut last, mut digit) = ((0, first), 0);
    let mut is_mixed = false;
    for (place, &unit) in text.iter().enumerate() {
        let unit = unit.into();
        let class = Props::of(unit).bidi_class_bit();
        if class & allowed.inside == 0 {
            report.at(allowed.rules.0, place, Some(unit))?;
        }
        if class != NSM {
            last = (place, unit);
        }
        // Rule 4 is about right-to-left labels alone; its problem is the first digit of the other kind.
        if is_rtl && !is_mixed && class & (EN | AN) != 0 {
            digit |= class;
            is_mixed = digit == EN | AN;
            if is_mixed {
                report.at(ErrorKind::BidiRule4, place, Some(unit))?;
            }
        }
    }
    if Props::of(last.1).bidi_class_bit() & allowed.at_end == 0 {
        report.at(allowed.rules.1, last.0, Some(last.1))?;
    }
    Ok(())
}

/// Section 6 of RFC 3454, as the rules of RFC 5893 that took its place: a label with a character of table D.1 begins
/// and ends with one, and has none of table D.2.
pub(super) fn bidi_of_2003(text: &[u32], report: &mut dyn Report) -> Result<(), Refused> {
    report.next_rule();
    let is_rtl = |unit: Option<u32>| unit.is_some_and(|unit| direction(unit) == Direction::RightToLeft);
    let (first, last) = (text.first().copied(), text.last().copied());
    if !text.iter().any(|&unit| is_rtl(Some(unit))) {
        return Ok(());
    }
    if !is_rtl(first) {
        report.at(ErrorKind::BidiRule1, 0, first)?;
    }
    for (place, &unit) in text.iter().enumerate().filter(|&(_, &unit)| direction(unit) == Direction::LeftToRight) {
        report.at(ErrorKind::BidiRule2, place, Some(unit))?;
    }
    if !is_rtl(last) {
        report.at(ErrorKind::BidiRule3, bounded::sub(text.len(), 1), last)?;
    }
    Ok(())
}

/// Whether a label with this set of classes is right-to-left, which makes its name a Bidi domain name (RFC 5893 section
/// 1.4).
pub(crate) const fn is_rtl(classes: u32) -> bool {
    classes & (R_AL | AN) != 0
}

/// Whether a label, whose classes are in this set, is known to keep the Bidi Rule, so that nobody asks.
#[inline]
pub(in crate::label) fn keeps_bidi_rule<U: Unit>(text: &[U], classes: u32) -> bool {
    // Most labels have letters of one direction.
    classes == L || keeps_bidi_rule_at_ends(text, classes)
}

fn keeps_bidi_rule_at_ends<U: Unit>(text: &[U], classes: u32) -> bool {
    let mut each = text.iter().map(|&unit| Props::of(unit.into()).bidi_class_bit());
    let Some(first) = each.next() else { return true };
    let last = each.rfind(|&class| class != NSM).unwrap_or(first);
    let allowed = if first & R_AL != 0 { RTL } else { LTR };
    first & (R_AL | L) != 0
        && classes & !allowed.inside == 0
        && last & allowed.at_end != 0
        && classes & (EN | AN) != EN | AN
}

/// The same of a label of lower-case letters, digits and hyphens, whose classes are L, EN and ES: it is known where the
/// label begins with a letter and does not end with a hyphen.
#[inline]
pub(in crate::label) fn ldh_keeps_bidi_rule(label: &[u8]) -> bool {
    label.first().is_none_or(u8::is_ascii_lowercase) && label.last() != Some(&b'-')
}
