//! A name of the year 2000 as one of today.

use crate::error::{Error, ErrorKind};
use crate::label::{LabelError, alabel, has_prefix};
use crate::profile::Profile;

/// Converts a RACE label to the A-label of the same text, as [`alabel`] does: with [`Profile::UTS46`] the text is
/// mapped first.
///
/// ```
/// use acelabel::{ErrorKind, Profile, race};
///
/// assert_eq!(race::to_alabel("BQ--AF6P6YP7ML7WC", &Profile::IDNA2008)?, "xn--aba-22a");
/// let refused = |label| race::to_alabel(label, &Profile::IDNA2008).map_err(|error| (error.kind(), error.offset()));
/// assert_eq!(refused("bq--af6p6yp7ml7w!"), Err((ErrorKind::BadBase32Char, 16)));
/// assert_eq!(refused(&race::encode("aÅ")?), Err((ErrorKind::DisallowedCodepoint, 0)));
/// // It is U+FF38, which is mapped to another plain name.
/// let plain = race::to_alabel("bq--744a", &Profile::UTS46).map_err(|error| error.kind());
/// assert_eq!(plain, Err(ErrorKind::AllStd13));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// Source: draft-ietf-idn-race-03 section 2.4; RFC 5890 section 2.3.2.1.
///
/// # Errors
///
/// Those of [`decode`](super::decode()), with the offset in `label`; or those of [`alabel`], about the text that the
/// label decodes to: their offset is 0, the beginning of the label, and their code point is that of the text.
/// [`ErrorKind::AllStd13`] if the text is mapped to ASCII, which is another name and has no A-label.
pub fn to_alabel(label: &str, profile: &Profile) -> Result<String, LabelError> {
    let text = super::decode(label).map_err(|error| LabelError::new(error, 0, None))?;
    let refused = |error: LabelError| LabelError::new(error.error().at(0), 0, error.code_point());
    let alabel = alabel(&text, profile).map_err(refused)?;
    let is_alabel = has_prefix(alabel.as_bytes());
    if is_alabel { Ok(alabel) } else { Err(LabelError::new(Error::new(ErrorKind::AllStd13, 0), 0, None)) }
}
