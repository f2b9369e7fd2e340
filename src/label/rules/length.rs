//! VerifyDnsLength for labels (UTS #46 section 4.2 step 4, RFC 1035 section 2.3.4): where the 63 is checked.
//!
//! Length comes before meaning: a label that cannot fit is refused before it is mapped. Its ASCII form has at least one
//! character for each code point of the mapped label. Mapping may shrink a label: code points may vanish, and
//! composition makes one code point of at most four others (no canonical decomposition in Unicode is longer). So a
//! label of more than 4 * 63 code points that do not vanish cannot fit. That bound decides nothing but how early a
//! label is refused: the refusal is the same behind the bound and before it.

use crate::bounded;
use crate::label::input::Input;
use crate::label::map::vanishes;
use crate::profile::{Profile, Rules};

/// The longest label, in characters of its ASCII form.
pub(crate) const MAX_LABEL: usize = 63;
/// The longest name in its ASCII form, a trailing dot not counted.
pub(crate) const MAX_NAME: usize = 253;
/// How many code points composition makes one of.
const SHRINKAGE: usize = 4;

/// Whether an ASCII form of so many characters is too long.
pub(in crate::label) const fn is_too_long(ascii_length: usize, profile: &Profile) -> bool {
    profile.verify_dns_length && ascii_length > MAX_LABEL
}

/// How many code points a mapped label that is not ASCII may have.
pub(in crate::label) const fn max_text(profile: &Profile) -> usize {
    if profile.verify_dns_length { MAX_LABEL } else { usize::MAX }
}

/// Whether a label cannot fit, by its size alone.
#[inline]
pub(in crate::label) fn cannot_fit<T: Input + ?Sized>(label: &T, profile: &Profile) -> bool {
    let bound = match profile.rules {
        Rules::Idna2008 => MAX_LABEL,
        Rules::Uts46 | Rules::Idna2003 => bounded::mul(MAX_LABEL, SHRINKAGE),
    };
    let counts = |unit: &u32| !vanishes(*unit, profile);
    profile.verify_dns_length && label.size() > bound && label.code_points().filter(counts).nth(bound).is_some()
}

/// Where a label that is too long is refused: at the first character that does not fit if the label is ASCII as it
/// came, and otherwise at its beginning, for what is too long is then its encoded form.
pub(in crate::label) const fn place_of_excess(is_ascii_as_given: bool) -> usize {
    if is_ascii_as_given { MAX_LABEL } else { 0 }
}
