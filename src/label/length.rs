//! Length before meaning: a label that cannot fit is refused before it is mapped.
//!
//! Where DNS lengths are verified, a label has at most 63 characters in its ASCII form, and that form has at least one
//! character for each code point of the mapped label. Mapping may shrink a label: code points may vanish, and
//! composition makes one code point of at most four others (no canonical decomposition in Unicode is longer). So a label
//! of more than 4 * 63 code points that do not vanish cannot fit. That bound decides nothing but how early a label is
//! refused: the refusal is the same behind the bound and before it.
//!
//! Where DNS lengths are not verified, no label is too long.

use super::Text;
use super::mapping::vanishes;
use crate::profile::{Profile, Rules};

/// The longest label, in characters of its ASCII form (RFC 1035 section 2.3.4).
pub(crate) const MAX_LABEL: usize = 63;
/// The longest name in its ASCII form, a trailing dot not counted.
pub(crate) const MAX_NAME: usize = 253;
/// How many code points composition makes one of.
pub(super) const SHRINKAGE: usize = 4;

/// How many code points a mapped label that is not ASCII may have.
pub(super) const fn max_text(profile: &Profile) -> usize {
    if profile.verify_dns_length { MAX_LABEL } else { usize::MAX }
}

/// Whether a label cannot fit, by its size alone.
#[inline]
pub(super) fn label_is_too_long<T: Text + ?Sized>(label: &T, profile: &Profile) -> bool {
    let bound = match profile.rules {
        Rules::Idna2008 => MAX_LABEL,
        Rules::Uts46 | Rules::Idna2003 => MAX_LABEL.saturating_mul(SHRINKAGE),
    };
    let counts = |unit: &u32| !vanishes(*unit, profile);
    profile.verify_dns_length && label.size() > bound && label.code_points().filter(counts).nth(bound).is_some()
}

/// Where a label that is too long is refused: at the first character that does not fit if the label is ASCII as it
/// came, and otherwise at its beginning, for what is too long is then its encoded form.
pub(super) fn first_too_many<T: Text + ?Sized>(label: &T) -> usize {
    if label.is_ascii() { MAX_LABEL } else { 0 }
}
