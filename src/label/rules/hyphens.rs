//! Criteria 2 and 3: CheckHyphens (RFC 5891 section 4.2.3.1), and the hyphens of UseSTD3ASCIIRules in RFC 3490.

use super::report::{Refused, Report};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::unit::Unit;
use crate::profile::{Profile, Rules};

const HYPHEN: u32 = 0x2D;

/// No hyphens in both the third and fourth position, and none at either end.
#[inline]
pub(crate) fn hyphens<U: Unit>(text: &[U], profile: &Profile, report: &mut dyn Report) -> Result<(), Refused> {
    let is_hyphen = |unit: Option<&U>| unit.is_some_and(|&unit| unit.into() == HYPHEN);
    if profile.check_hyphens && is_hyphen(text.get(2)) && is_hyphen(text.get(3)) {
        report.only(ErrorKind::Hyphen34, 2, Some(HYPHEN))?;
    }
    // RFC 3490 refuses hyphens at the ends where it refuses other ASCII than letters, digits and hyphens.
    let std3_of_2003 = profile.rules == Rules::Idna2003 && profile.use_std3_ascii_rules;
    if !(profile.check_hyphens || std3_of_2003) {
        return Ok(());
    }
    if is_hyphen(text.first()) {
        report.only(ErrorKind::HyphenStartEnd, 0, Some(HYPHEN))?;
    }
    // A lone hyphen is reported once.
    if text.len() > 1 && is_hyphen(text.last()) {
        report.only(ErrorKind::HyphenStartEnd, bounded::sub(text.len(), 1), Some(HYPHEN))?;
    }
    Ok(())
}
