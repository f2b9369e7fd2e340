//! The answers of UTS #39 about a text: whether it looks like another one, which scripts it mixes, and whether its
//! characters are meant for identifiers.
//!
//! None of it refuses a name. Whether a name is shown as it is, is a question of policy.

mod bidi;
mod nfd;
mod scripts;
mod skeleton;

use crate::error::Error;
use crate::memory::{self, Growing};
pub use crate::unicode::IdentifierType;
use crate::unicode::Security;
use crate::{bounded, utf8};
pub use bidi::Direction;
pub(crate) use bidi::bidi_skeleton_of_units;
pub(crate) use nfd::decompose;
pub(crate) use scripts::mixed_number;
pub use scripts::{RestrictionLevel, ScriptSet};
pub(crate) use skeleton::skeleton_of_units;

/// The skeleton of a text (UTS #39 section 4): texts that look alike have the same one. It is not meant to be shown.
///
/// ```
/// assert_eq!(acelabel::security::skeleton("рaypal")?, "paypal");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn skeleton(text: &str) -> Result<String, Error> {
    skeleton::skeleton_of_str(text)
}

/// The skeleton of a text as it is displayed in a paragraph of a direction (UTS #39 section 4, bidiSkeleton): texts
/// that look alike there have the same one. Right-to-left parts are reordered as UAX #9 says, and mirrored.
///
/// ```
/// use acelabel::security::{Direction, bidi_skeleton};
///
/// let shown = |text| bidi_skeleton(text, Direction::LeftToRight);
/// assert_eq!(shown("A1\u{5D0}")?, shown("A\u{5D0}1")?);
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn bidi_skeleton(text: &str, direction: Direction) -> Result<String, Error> {
    let units: Vec<u32> = memory::collected(text.chars().map(u32::from), text.len())?;
    let skeleton = bidi_skeleton_of_units(&units, direction)?;
    let mut written = Growing::reserved(text.len());
    utf8::write(&skeleton, &mut written);
    written.finished().map(bounded::utf8_string)
}

/// Returns whether two texts look alike: whether they have the same skeleton.
///
/// ```
/// assert!(acelabel::security::are_confusable("аррӏе", "apple")?);
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn are_confusable(one: &str, other: &str) -> Result<bool, Error> {
    Ok(skeleton(one)? == skeleton(other)?)
}

/// The scripts in which the whole of a text can be written (UTS #39 section 5.1).
#[must_use]
pub fn resolved_scripts(text: &str) -> ScriptSet {
    ScriptSet::of_units(text.chars().map(u32::from))
}

/// Returns how strict a restriction a text meets (UTS #39 section 5.2).
///
/// ```
/// use acelabel::security::{RestrictionLevel, restriction_level};
///
/// assert_eq!(restriction_level("日本a"), RestrictionLevel::HighlyRestrictive);
/// ```
#[must_use]
pub fn restriction_level(text: &str) -> RestrictionLevel {
    RestrictionLevel::of_units(text.chars().map(u32::from))
}

/// Returns whether a text has decimal digits of several systems (UTS #39 section 5.3).
///
/// ```
/// assert!(acelabel::security::has_mixed_numbers("१2"));
/// ```
#[must_use]
pub fn has_mixed_numbers(text: &str) -> bool {
    mixed_number(text.chars().map(u32::from)).is_some()
}

/// Returns whether a character is allowed in identifiers: whether its Identifier_Status is Allowed (UTS #39 section
/// 3.1).
///
/// ```
/// assert!(acelabel::security::is_allowed('ü') && !acelabel::security::is_allowed('ɑ'));
/// ```
#[must_use]
pub fn is_allowed(character: char) -> bool {
    Security::of(character.into()).has(Security::ALLOWED)
}

/// The Identifier_Type of a character (UTS #39 section 3.1), the first one where there are several.
///
/// ```
/// assert_eq!(acelabel::security::identifier_type('ɑ').name(), "technical");
/// ```
#[must_use]
pub fn identifier_type(character: char) -> IdentifierType {
    Security::of(character.into()).identifier_type()
}

#[cfg(test)]
mod tests;
