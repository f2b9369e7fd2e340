//! Criterion 6: no combining mark at the beginning (RFC 5891 section 4.2.3.2).

use super::report::{Refused, Report};
use crate::error::ErrorKind;
use crate::label::unit::Unit;
use crate::paths::takes;
use crate::unicode::Props;

/// A label does not begin with a code point of General_Category Mn, Mc or Me.
#[inline]
pub(crate) fn initial_mark<U: Unit>(text: &[U], report: &mut dyn Report) -> Result<(), Refused> {
    takes!("criterion 6");
    match text.first().map(|&unit| unit.into()) {
        Some(first) if Props::of(first).is_mark() => report.only(ErrorKind::LeadingCombiner, 0, Some(first)),
        _ => Ok(()),
    }
}
