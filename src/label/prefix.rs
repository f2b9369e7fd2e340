//! The ACE prefix (RFC 3490 section 5, RFC 5890 section 2.3.2.1).

use super::unit::Unit;

/// In lower case.
pub(crate) const PREFIX: &str = "xn--";

/// Returns what follows the prefix. The label is in lower case; `None` if it does not begin with the prefix.
#[inline]
pub(crate) fn payload<U: Unit>(label: &[U]) -> Option<&[U]> {
    let (prefix, payload) = label.split_first_chunk()?;
    // All four at once: the exit of a loop would be mispredicted.
    (*prefix == [b'x', b'n', b'-', b'-'].map(U::from)).then_some(payload)
}

/// Returns whether a label begins with the prefix, in any letter case.
#[inline]
pub(crate) fn has_prefix<U: Unit>(label: &[U]) -> bool {
    let units = label.first_chunk().map(|units: &[U; 4]| units.map(|unit| unit.into()));
    matches!(units, Some([0x58 | 0x78, 0x4E | 0x6E, 0x2D, 0x2D]))
}

/// Returns whether the prefix stands anywhere in a name, in any letter case.
pub(crate) fn holds_prefix(name: &[u8]) -> bool {
    name.windows(4).any(has_prefix)
}
