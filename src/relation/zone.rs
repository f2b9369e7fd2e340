//! Names below a name.

use super::pattern::without_wildcards;
use super::{ascii_of, without_dot};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{Input, LabelError, is_separator};
use crate::profile::Profile;

/// A zone of names: a name and all below it. Labels are compared whole, in both forms, in any letter case and with or
/// without a final dot. Every name lies in the zone of the root, `.`.
///
/// ```
/// use acelabel::{Profile, Zone};
///
/// let zone = Zone::new("bücher.de", true, &Profile::UTS46)?;
/// assert!(zone.contains("api.XN--BCHER-KVA.de.")?);
/// assert!(!zone.contains("kochbücher.de")?);
/// assert!(!Zone::new("bücher.de", false, &Profile::UTS46)?.contains("bücher.de")?);
/// let error = Zone::new("*.bücher.de", true, &Profile::DNS).unwrap_err();
/// assert_eq!((error.kind().code(), error.offset()), ("std3_disallowed", 0));
/// # Ok::<(), acelabel::LabelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    name: Vec<u8>,
    with_itself: bool,
    profile: Profile,
}

impl Zone {
    /// The zone of a name, with or without the name itself. Names are converted with this profile; the root is a name
    /// under every one.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii); [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed) for a `*`, or a character
    /// that is mapped to one, and [`EmptyLabel`](crate::ErrorKind::EmptyLabel), even if the profile allows them in
    /// names. No host would lie in such a zone: [`Pattern`](crate::Pattern) takes wildcards.
    pub fn new(name: &str, with_itself: bool, profile: &Profile) -> Result<Self, LabelError> {
        Self::of(name, with_itself, profile)
    }

    pub(crate) fn of<T: Input + ?Sized>(name: &T, with_itself: bool, profile: &Profile) -> Result<Self, LabelError> {
        let mut ascii = without_wildcards(name, profile)?;
        ascii.truncate(without_dot(&ascii).len());
        // The root is no label.
        let empty = ascii.split(|&octet| octet == b'.').position(<[u8]>::is_empty).filter(|_| !ascii.is_empty());
        if let Some(label_index) = empty {
            let mut separators = name.code_points().enumerate().filter(|&(_, unit)| is_separator(unit));
            let before = label_index.checked_sub(1).and_then(|index| separators.nth(index));
            let offset = before.map_or(0, |(place, _)| bounded::add(place, 1));
            return Err(LabelError::new(Error::new(ErrorKind::EmptyLabel, offset), label_index, None));
        }
        Ok(Self { name: ascii, with_itself, profile: *profile })
    }

    /// Returns whether a name is in the zone.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii), of `name`.
    pub fn contains(&self, name: &str) -> Result<bool, LabelError> {
        Ok(self.contains_ascii(&ascii_of(name, &self.profile)?))
    }

    /// The same of the ASCII form of a name.
    pub(crate) fn contains_ascii(&self, ascii: &[u8]) -> bool {
        match without_dot(ascii).strip_suffix(&*self.name) {
            Some([]) => self.with_itself,
            Some(above) => self.name.is_empty() || above.ends_with(b"."),
            None => false,
        }
    }
}
