//! The ACE prefix (RFC 3490 section 5, RFC 5890 section 2.3.2.1).

use super::input::Unit;

/// As it is written. It is recognised in any letter case: whoever asks has put the label in lower case.
pub(crate) const PREFIX: &str = "xn--";
/// What follows the prefix of a label in lower case; nothing where it does not begin with the prefix.
#[inline]
pub(crate) fn payload<U: Unit>(label: &[U]) -> Option<&[U]> {
    let (prefix, payload) = label.split_first_chunk()?;
    // All four at once: a loop would end early, and be mispredicted.
    (*prefix == [b'x', b'n', b'-', b'-'].map(U::from)).then_some(payload)
}
