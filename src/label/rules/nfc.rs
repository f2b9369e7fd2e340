//! Criterion 1: Normalization Form C (RFC 5891 section 4.1).

use super::report::{Refused, Report};
use crate::error::ErrorKind;
use crate::memory::Refusals;
use crate::paths::takes;
use crate::unicode::first_change;

/// A label is in Normalization Form C. A text that was mapped is; a label that came as it is, or out of an A-label,
/// need not be.
pub(crate) fn nfc(text: &[u32], memory: &Refusals, report: &mut dyn Report) -> Result<(), Refused> {
    takes!("criterion 1");
    // A want of memory says nothing about the label; who asked looks at `memory`.
    let change = first_change(text).map_err(|_| memory.note()).or(Err(Refused))?;
    change.map_or(Ok(()), |place| report.only(ErrorKind::NotNfc, place, text.get(place).copied()))
}
