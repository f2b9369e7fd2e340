//! Criterion 9: CheckBidi, the Bidi Rule (RFC 5893 section 2), and section 6 of RFC 3454 in its place for IDNA2003.

use super::{Refused, Report};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::input::Unit;
use crate::unicode::{BidiClass, Direction, Props, direction};

/// A set of values of Bidi_Class: bit n for the value numbered n.
const fn set(class: BidiClass) -> u32 {
    #[allow(clippy::as_conversions, clippy::arithmetic_side_effects, reason = "a class is less than 32")]
    {
        1 << class as u32
    }
}

const L: u32 = set(BidiClass::L);
const R_AL: u32 = set(BidiClass::R) | set(BidiClass::AL);
const EN: u32 = set(BidiClass::EN);
const AN: u32 = set(BidiClass::AN);
const NSM: u32 = set(BidiClass::NSM);
const NEUTRAL: u32 =
    set(BidiClass::ES) | set(BidiClass::CS) | set(BidiClass::ET) | set(BidiClass::ON) | set(BidiClass::BN) | NSM;

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

/// The Bidi_Class of a code point, as a set of one.
#[inline]
fn class_of(props: Props) -> u32 {
    // (There are fewer classes than bits.)
    1_u32.wrapping_shl(props.bidi_bits())
}

/// The Bidi Rule for a label of a Bidi domain name: every breach of it.
///
/// A label that begins with neither an L, an R nor an AL breaks rule 1, and the others say nothing of it.
pub(crate) fn bidi_rule<U: Unit>(text: &[U], report: &mut dyn Report) -> Result<(), Refused> {
    report.next_rule();
    let Some(first) = text.first().map(|&unit| unit.into()) else { return Ok(()) };
    let (is_rtl, allowed) = match class_of(Props::of(first)) {
        class if class & R_AL != 0 => (true, RTL),
        L => (false, LTR),
        _ => return report.at(ErrorKind::BidiRule1, 0, Some(first)),
    };
    // The last code point that is not a non-spacing mark, and the first digit.
    let (mut last, mut digit) = ((0, first), 0);
    let mut is_mixed = false;
    for (place, &unit) in text.iter().enumerate() {
        let unit = unit.into();
        let class = class_of(Props::of(unit));
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
    if class_of(Props::of(last.1)) & allowed.at_end == 0 {
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

/// The Bidi classes of a label, as much of them as tells that the Bidi Rule need not be asked.
#[derive(Clone, Copy, Default)]
pub(in crate::label) struct Classes {
    all: u32,
    first: u32,
    /// That of the last code point that is not a non-spacing mark.
    last: u32,
}

impl Classes {
    #[inline(always)]
    pub(in crate::label) fn push(&mut self, props: Props) {
        let class = class_of(props);
        if self.all == 0 {
            self.first = class;
        }
        self.all |= class;
        if class != NSM {
            self.last = class;
        }
    }

    /// Whether a label makes its name a Bidi domain name (RFC 5893 section 1.4).
    pub(in crate::label) const fn are_rtl(self) -> bool {
        self.all & (R_AL | AN) != 0
    }

    /// Whether no label of these classes breaks the Bidi Rule.
    #[inline]
    pub(in crate::label) const fn keep_bidi_rule(self) -> bool {
        let allowed = if self.first & R_AL != 0 { RTL } else { LTR };
        let begins_well = self.first & (R_AL | L) != 0;
        begins_well
            && self.all & !allowed.inside == 0
            && self.last & allowed.at_end != 0
            && self.all & (EN | AN) != EN | AN
    }
}
