//! VerifyDnsLength (UTS #46 section 4.2 step 4, RFC 1035 section 2.3.4): the limits of 63 and 253, which
//! `domain/plain.rs` and `batch` apply, too, to names that they pass as they are.
//!
//! Length comes before meaning: a label that cannot fit is refused before it is mapped. Its ASCII form has at least one
//! character for each code point of the mapped label. Mapping may shrink a label: code points may vanish, and
//! composition makes one code point of at most four others (no canonical decomposition in Unicode is longer). So a
//! label of more than 4 * 63 code points that do not vanish cannot fit. That bound decides nothing but how early a
//! label is refused: the refusal is the same behind the bound and before it.

use crate::bounded;
use crate::label::input::Input;
use crate::label::vanishing::vanishes;
use crate::profile::Profile;
use crate::unicode::LONGEST_DECOMPOSITION;

/// The longest label, in characters of its ASCII form.
pub(crate) const MAX_LABEL: usize = 63;
/// The longest name in its ASCII form, a trailing dot not counted.
pub(crate) const MAX_NAME: usize = 253;

/// Returns whether a label is refused as empty, as far as its ASCII form is.
pub(in crate::label) const fn is_empty(ascii_length: usize, profile: &Profile) -> bool {
    profile.verify_dns_length && ascii_length == 0
}

/// Returns whether a label with an ASCII form of so many characters is too long.
pub(in crate::label) const fn is_too_long(ascii_length: usize, profile: &Profile) -> bool {
    profile.verify_dns_length && ascii_length > MAX_LABEL
}

/// Returns whether a name with an ASCII form of so many characters, a trailing dot not counted, is too long.
#[inline]
pub(crate) const fn is_name_too_long(ascii_length: usize, profile: &Profile) -> bool {
    profile.verify_dns_length && ascii_length > MAX_NAME
}

/// Returns how many code points a mapped label that is not ASCII may have.
pub(in crate::label) const fn max_text(profile: &Profile) -> usize {
    if profile.verify_dns_length { MAX_LABEL } else { usize::MAX }
}

/// Returns whether a label is too long whatever it is mapped to.
#[inline]
pub(in crate::label) fn cannot_fit<T: Input + ?Sized>(label: &T, profile: &Profile) -> bool {
    let bound = if profile.maps() { bounded::mul(MAX_LABEL, LONGEST_DECOMPOSITION) } else { MAX_LABEL };
    profile.verify_dns_length && label.size() > bound && has_more(label, bound, profile)
}

/// Returns whether more code points than that do not vanish.
#[cold]
fn has_more<T: Input + ?Sized>(label: &T, bound: usize, profile: &Profile) -> bool {
    label.code_points().filter(|&unit| !vanishes(unit, profile)).nth(bound).is_some()
}

/// Where a label that is too long is refused: at the first character that does not fit if the label is ASCII as it
/// came, and otherwise at its beginning, for what is too long is then its encoded form.
pub(in crate::label) const fn place_of_excess(is_ascii_as_given: bool) -> usize {
    if is_ascii_as_given { MAX_LABEL } else { 0 }
}
