//! A name of the year 2000 as one of today.

use crate::error::Error;
use crate::label::{LabelError, alabel};
use crate::profile::Profile;

/// Converts a RACE label to the A-label of the same text, as [`alabel`] does: with [`Profile::UTS46`] the text is
/// mapped first. A text that is ASCII after that has no A-label, and is returned.
///
/// ```
/// use acelabel::{ErrorKind, Profile, race};
///
/// assert_eq!(race::to_alabel("BQ--AF6P6YP7ML7WC", &Profile::IDNA2008)?, "xn--aba-22a");
/// let refused = |label| race::to_alabel(label, &Profile::IDNA2008).map_err(|error| (error.kind(), error.offset()));
/// assert_eq!(refused("bq--af6p6yp7ml7w!"), Err((ErrorKind::BadBase32Char, 16)));
/// assert_eq!(refused(&race::encode("aÅ")?), Err((ErrorKind::DisallowedCodepoint, 0)));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// Source: draft-ietf-idn-race-03 section 2.4; RFC 5890 section 2.3.2.1.
///
/// # Errors
///
/// Those of [`decode`](super::decode()), with the offset in `label`; or those of [`alabel`], about the text that the
/// label decodes to: their offset is 0, the beginning of the label, and their code point is that of the text.
pub fn to_alabel(label: &str, profile: &Profile) -> Result<String, LabelError> {
    let text = super::decode(label).map_err(|error| LabelError::new(error, 0, None))?;
    alabel(&text, profile).map_err(|error| LabelError::new(Error::new(error.kind(), 0), 0, error.code_point()))
}
