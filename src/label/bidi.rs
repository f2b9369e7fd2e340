//! Where a label breaks a rule on bidirectional text.

use super::scan::{LTR_ALLOWED, LTR_END, RTL_ALLOWED, RTL_END, class_bit};
use super::text::Unit;
use crate::error::ErrorKind;
use crate::unicode::{BidiClass, Direction, Props, direction};

/// Reports each breach of the Bidi Rule (RFC 5893 section 2) in a label of a bidirectional name.
///
/// A label of no direction breaks rule 1, and the others say nothing of it.
pub(crate) fn breaches<U: Unit>(label: &[U], report: &mut dyn FnMut(ErrorKind, usize)) {
    let rtl = match label.first().map(|&unit| Props::of(unit.into()).bidi_class()) {
        None => return,
        Some(BidiClass::R | BidiClass::AL) => true,
        Some(BidiClass::L) => false,
        Some(_) => return report(ErrorKind::BidiRule1, 0),
    };
    let (allowed, in_between) =
        if rtl { (RTL_ALLOWED, ErrorKind::BidiRule2) } else { (LTR_ALLOWED, ErrorKind::BidiRule5) };
    let (ending, at_end) = if rtl { (RTL_END, ErrorKind::BidiRule3) } else { (LTR_END, ErrorKind::BidiRule6) };
    let mut last = (0, 0);
    let mut number = None;
    let mut is_mixed = false;
    for (place, &unit) in label.iter().enumerate() {
        let props = Props::of(unit.into());
        let class = props.bidi_class();
        if class_bit(props) & allowed == 0 {
            report(in_between, place);
        }
        if class != BidiClass::NSM {
            last = (place, class_bit(props));
        }
        if rtl && !is_mixed && matches!(class, BidiClass::EN | BidiClass::AN) {
            is_mixed = *number.get_or_insert(class) != class;
            if is_mixed {
                report(ErrorKind::BidiRule4, place);
            }
        }
    }
    if last.1 & ending == 0 {
        report(at_end, last.0);
    }
}

/// Reports each breach of section 6 of RFC 3454 in a label of IDNA2003, as the rule of RFC 5893 that took its place.
pub(super) fn breaches_2003(label: &[u32], report: &mut dyn FnMut(ErrorKind, usize)) {
    let is_rtl = |unit: &u32| direction(*unit) == Direction::RightToLeft;
    if !label.iter().any(is_rtl) {
        return;
    }
    if !label.first().is_some_and(is_rtl) {
        report(ErrorKind::BidiRule1, 0);
    }
    for (place, &unit) in label.iter().enumerate() {
        if direction(unit) == Direction::LeftToRight {
            report(ErrorKind::BidiRule2, place);
        }
    }
    if !label.last().is_some_and(is_rtl) {
        report(ErrorKind::BidiRule3, label.len().saturating_sub(1));
    }
}
