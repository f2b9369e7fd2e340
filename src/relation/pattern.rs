//! Names that a pattern of a certificate matches (RFC 9525 section 6.3).

use super::{WILDCARD, ascii_of, is_root_alone, without_dot};
use crate::domain::ascii_ends_in_number;
use crate::error::{Error, ErrorKind};
use crate::label::{Input, LabelError, is_separator};
use crate::unicode::mapping;
use crate::{Profile, bounded, memory};

/// A name, or a wildcard `*` and a name below which it stands for one whole label (RFC 9525 section 6.3).
///
/// ```
/// use acelabel::{Pattern, Profile};
///
/// let pattern = Pattern::new("*.bücher.de", &Profile::UTS46)?;
/// assert!(pattern.matches("www.xn--bcher-kva.de")?);
/// assert!(!pattern.matches("bücher.de")? && !pattern.matches("a.b.bücher.de")?);
/// let error = Pattern::new("w*.bücher.de", &Profile::UTS46).unwrap_err();
/// assert_eq!((error.kind().code(), error.offset()), ("std3_disallowed", 1));
/// # Ok::<(), acelabel::LabelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Of a wildcard, what stands behind it: nothing, or a dot and a name.
    name: Vec<u8>,
    is_wildcard: bool,
    profile: Profile,
}

impl Pattern {
    /// A pattern, in either form. Names are converted with this profile.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii); [`ErrorKind::Std3Disallowed`] under every profile for a `*` that is not the
    /// whole left-most label, or that another character is mapped to. [`matches_any`] passes over such patterns.
    pub fn new(pattern: &str, profile: &Profile) -> Result<Self, LabelError> {
        Self::of(pattern, profile)
    }

    pub(crate) fn of<T: Input + ?Sized>(pattern: &T, profile: &Profile) -> Result<Self, LabelError> {
        let mut units = pattern.code_points();
        let first = units.next().filter(|&unit| unit == WILDCARD);
        let is_wildcard = first.is_some() && units.next().is_none_or(is_separator);
        let start = pattern.find(0, is_separator).map_or(pattern.size(), |dot| dot.end);
        let behind = pattern.part(if is_wildcard { start } else { 0 }..pattern.size());
        let mut name = Vec::new();
        if is_wildcard && behind.size() > 0 {
            let in_pattern = |error: LabelError| error.in_name(2, bounded::add(error.label_index(), 1));
            name = behind_wildcard(behind, profile).map_err(in_pattern)?;
        } else if !is_wildcard {
            name = without_wildcards(behind, profile)?;
        }
        name.truncate(without_dot(&name).len());
        Ok(Self { name, is_wildcard, profile: *profile })
    }

    /// Returns whether the pattern matches a name. A wildcard matches no name that ends in a number, which is an IP
    /// address.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii), of `name`.
    pub fn matches(&self, name: &str) -> Result<bool, LabelError> {
        Ok(self.matches_ascii(&ascii_of(name, &self.profile)?))
    }

    /// The same of the ASCII form of a name.
    pub(crate) fn matches_ascii(&self, ascii: &[u8]) -> bool {
        let name = without_dot(ascii);
        if !self.is_wildcard {
            return name == self.name;
        }
        let end = name.iter().position(|&octet| octet == b'.').unwrap_or(name.len());
        end > 0 && bounded::rest(name, end) == self.name && !ascii_ends_in_number(name)
    }
}

/// Returns whether one of the patterns that a certificate presents matches a name. One that is not valid is passed
/// over, and the search goes on (RFC 9525 section 6.3).
///
/// ```
/// use acelabel::{Profile, matches_any};
///
/// let presented = ["f*.example", "https://a.example", "*.bücher.de"];
/// assert!(matches_any("www.xn--bcher-kva.de", presented, &Profile::UTS46)?);
/// assert!(!matches_any("bücher.de", presented, &Profile::UTS46)?);
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// # Errors
///
/// As [`to_ascii`](crate::to_ascii), of `name`, also if there is no pattern.
pub fn matches_any<P: AsRef<str>>(
    name: &str,
    patterns: impl IntoIterator<Item = P>,
    profile: &Profile,
) -> Result<bool, LabelError> {
    let ascii = ascii_of(name, profile)?;
    for pattern in patterns {
        if matches_presented(&ascii, pattern.as_ref(), profile)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a pattern is valid and matches the ASCII form of a name. The only error is want of memory.
pub(crate) fn matches_presented<T: Input + ?Sized>(
    ascii: &[u8],
    pattern: &T,
    profile: &Profile,
) -> Result<bool, LabelError> {
    match Pattern::of(pattern, profile) {
        Err(error) if error.kind() != ErrorKind::OutOfMemory => Ok(false),
        pattern => Ok(pattern?.matches_ascii(ascii)),
    }
}

/// The name behind a wildcard, and the dot before it. Here the root is none: its dot has been read.
fn behind_wildcard<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Vec<u8>, LabelError> {
    if is_root_alone(name) {
        return Err(LabelError::new(Error::new(ErrorKind::EmptyLabel, 0), 0, None));
    }
    let mut name = without_wildcards(name, profile)?;
    memory::push(&mut name, b'.').map_err(LabelError::out_of_memory)?;
    name.rotate_right(1);
    Ok(name)
}

/// The ASCII form of a name in which no `*` is accepted, whatever the profile says.
pub(super) fn without_wildcards<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Vec<u8>, LabelError> {
    let ascii = ascii_of(name, profile)?;
    if ascii.contains(&b'*') {
        let is_star = |&(_, unit): &(usize, u32)| {
            unit == WILDCARD || mapping(unit).is_some_and(|mapped| mapped.contains(&WILDCARD))
        };
        let (offset, unit) = name.code_points().enumerate().find(is_star).unwrap_or_default();
        let label_index = name.code_points().take(offset).filter(|&unit| is_separator(unit)).count();
        return Err(LabelError::new(Error::new(ErrorKind::Std3Disallowed, offset), label_index, Some(unit)));
    }
    Ok(ascii)
}
