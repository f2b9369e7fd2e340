//! Domain names: dots, several labels, the length of the whole, and the Bidi Rule across labels.

mod conversion;
mod forms;
mod inspect;
mod look;
mod number;
#[cfg(test)]
mod paths;
mod plain;
mod record;
mod same;
mod walk;
mod workspace;

use std::borrow::Cow;

pub(crate) use conversion::Conversion;
pub use conversion::OnError;
pub use inspect::{Inspection, LabelKind, LabelReport};
pub(crate) use look::MAX_LABELS;
#[cfg(feature = "python")]
pub(crate) use look::look;
pub use look::{inspect, inspect_code_points};
pub(crate) use number::ascii_ends_in_number;
pub(crate) use plain::is_own_form;
pub use plain::is_plain;
pub(crate) use record::{is_forbidden_in_url, is_in_no_name, is_more_than_a_name};
#[cfg(feature = "python")]
pub(crate) use same::{Spelled, are_spelled_alike, spelled};
pub(crate) use walk::convert_name;
pub use workspace::Workspace;
pub(crate) use workspace::convert_str;

use crate::label::{Form, LabelError, Scratch};
use crate::memory::Growing;
use crate::profile::Profile;

/// Converts a name to its ASCII form: A-labels, and ASCII labels in lower case (UTS #46 section 4.2, RFC 5891 section
/// 4, RFC 3490 section 4, as the profile says).
///
/// The labels are separated by U+002E, U+3002, U+FF0E or U+FF61, and joined by U+002E. A separator at the end stays, as
/// the dot of the root; under UTS #46, so does one in front of a last label that is mapped to nothing. If a label is
/// already an A-label, it is verified.
///
/// ```
/// use acelabel::{ErrorKind, Profile, to_ascii};
///
/// assert_eq!(to_ascii("Bücher。example", &Profile::UTS46).unwrap(), "xn--bcher-kva.example");
/// let error = to_ascii("www.xn--example-.org", &Profile::UTS46).unwrap_err();
/// assert_eq!((error.kind(), error.offset(), error.label_index()), (ErrorKind::InvalidAlabel, 4, 1));
/// ```
///
/// # Errors
///
/// The first problem: labels from left to right, in a label the first rule that it breaks, and of a rule the leftmost
/// code point. First is whether a label has more than 63 code points, then whether what begins with the prefix is an
/// A-label, and then the criteria in the order of UTS #46 section 4.1, of which those on code points, joiners and other
/// contexts are one rule here. Last is whether the A-label fits. The length of the name counts where the first label no
/// longer fits. Only the Bidi Rule for labels that are not right-to-left themselves is checked when the whole name is
/// known. One of [`EmptyDomain`](crate::ErrorKind::EmptyDomain), [`EmptyLabel`](crate::ErrorKind::EmptyLabel),
/// [`DomainTooLong`](crate::ErrorKind::DomainTooLong), [`LabelTooLong`](crate::ErrorKind::LabelTooLong),
/// [`NotNfc`](crate::ErrorKind::NotNfc), [`Hyphen34`](crate::ErrorKind::Hyphen34),
/// [`HyphenStartEnd`](crate::ErrorKind::HyphenStartEnd), [`LeadingCombiner`](crate::ErrorKind::LeadingCombiner),
/// [`DisallowedCodepoint`](crate::ErrorKind::DisallowedCodepoint),
/// [`IgnoredCodepoint`](crate::ErrorKind::IgnoredCodepoint),
/// [`CompatibilityCodepoint`](crate::ErrorKind::CompatibilityCodepoint), [`Surrogate`](crate::ErrorKind::Surrogate),
/// [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed), [`Unassigned`](crate::ErrorKind::Unassigned),
/// [`LabelSeparator`](crate::ErrorKind::LabelSeparator), [`ContextJ`](crate::ErrorKind::ContextJ),
/// [`ContextO`](crate::ErrorKind::ContextO), [`BidiRule1`](crate::ErrorKind::BidiRule1) to
/// [`BidiRule6`](crate::ErrorKind::BidiRule6), [`InvalidAlabel`](crate::ErrorKind::InvalidAlabel),
/// [`NonCanonicalAlabel`](crate::ErrorKind::NonCanonicalAlabel) and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
pub fn to_ascii<'a>(name: &'a str, profile: &Profile) -> Result<Cow<'a, str>, LabelError> {
    convert_str(name, Conversion { profile, form: Form::Ascii, on_error: OnError::Raise })
}

/// Converts a name to its Unicode form: U-labels, and ASCII labels in lower case.
///
/// A name is accepted here where [`to_ascii`] accepts it, and `to_ascii(to_unicode(name))` is `to_ascii(name)`, unless
/// the profile has `transitional_processing`, which maps the deviation characters of the Unicode form.
///
/// ```
/// use acelabel::{Profile, to_unicode};
///
/// assert_eq!(to_unicode("XN--BCHER-KVA.example", &Profile::UTS46).unwrap(), "bücher.example");
/// ```
///
/// # Errors
///
/// As [`to_ascii`].
pub fn to_unicode<'a>(name: &'a str, profile: &Profile) -> Result<Cow<'a, str>, LabelError> {
    convert_str(name, Conversion { profile, form: Form::Unicode, on_error: OnError::Raise })
}

/// Converts what can be converted to ASCII. A label that is refused stays as it stands, with its ASCII letters in
/// lower case, as DNS compares them (RFC 4343 section 3).
///
/// ```
/// use acelabel::{Profile, to_ascii_or_keep};
///
/// assert_eq!(to_ascii_or_keep("XN--A.bücher.de", &Profile::UTS46), "xn--a.xn--bcher-kva.de");
/// assert_eq!(to_ascii_or_keep("www.bücher.de:443", &Profile::UTS46), "www.bücher.de:443");
/// ```
///
/// A record that is more than a name stays whole, exactly as it came: a label is refused and holds a character that no
/// name holds. Such characters are White_Space, ASCII other than letters, digits, hyphens, underscores (RFC 8552) and
/// asterisks (RFC 4592), and what UTS #46 maps to a text with one of these. An escape of a zone file (RFC 1035 section
/// 5.1) is part of a name: a backslash and three digits, or a backslash and another character of ASCII that is not
/// a letter. A name that [`Profile::deny_end_in_number`] refuses stays whole, too.
///
/// [`Rules::Idna2008`](crate::Rules::Idna2008) maps nothing, so that a label that is refused and not ASCII keeps its
/// capitals there.
#[must_use]
pub fn to_ascii_or_keep<'a>(name: &'a str, profile: &Profile) -> Cow<'a, str> {
    form_or_name(name, Conversion { profile, form: Form::Ascii, on_error: OnError::Keep })
}

/// Converts what can be converted to Unicode. What is refused stays as [`to_ascii_or_keep`] leaves it.
///
/// ```
/// use acelabel::{Profile, to_unicode_or_keep};
///
/// assert_eq!(to_unicode_or_keep("_dmarc.xn--bcher-kva.de", &Profile::UTS46), "_dmarc.bücher.de");
/// ```
#[must_use]
pub fn to_unicode_or_keep<'a>(name: &'a str, profile: &Profile) -> Cow<'a, str> {
    form_or_name(name, Conversion { profile, form: Form::Unicode, on_error: OnError::Keep })
}

/// The form of a name whose labels are kept where they are refused, so that only want of memory is an error: then it is
/// the name.
fn form_or_name<'a>(name: &'a str, conversion: Conversion<'_>) -> Cow<'a, str> {
    convert_str(name, conversion).unwrap_or(Cow::Borrowed(name))
}

/// Returns whether [`to_ascii`] accepts a name.
#[must_use]
pub fn is_valid(name: &str, profile: &Profile) -> bool {
    to_ascii(name, profile).is_ok()
}

/// Returns whether the ASCII form of a name ends in a number ("ends in a number checker" of the URL Standard, section
/// 3.5): a URL parser and most resolvers then read an IPv4 address, or refuse the name.
///
/// ```
/// use acelabel::{Profile, ends_in_number};
///
/// assert_eq!(ends_in_number("１２７。1", &Profile::WHATWG), Ok(true));
/// assert_eq!(ends_in_number("bücher.example", &Profile::WHATWG), Ok(false));
/// ```
///
/// # Errors
///
/// As [`to_ascii`].
pub fn ends_in_number(name: &str, profile: &Profile) -> Result<bool, LabelError> {
    to_ascii(name, profile).map(|ascii| ascii_ends_in_number(ascii.as_bytes()))
}

/// The one spelling of a name by which names are compared and looked up: its ASCII form under [`Profile::DNS`], without
/// a final dot. The name of the root is `.`.
///
/// ```
/// assert_eq!(acelabel::canonical("_dmarc.Bücher.DE.").unwrap(), "_dmarc.xn--bcher-kva.de");
/// ```
///
/// # Errors
///
/// As [`to_ascii`].
pub fn canonical(name: &str) -> Result<Cow<'_, str>, LabelError> {
    match to_ascii(name, &Profile::DNS)? {
        Cow::Borrowed(name) => Ok(Cow::Borrowed(name.get(..length_without_root(name.as_bytes())).unwrap_or(name))),
        Cow::Owned(mut name) => {
            name.truncate(length_without_root(name.as_bytes()));
            Ok(Cow::Owned(name))
        }
    }
}

/// The length of a name in ASCII without a final dot, which is the name itself where it is the root's.
pub(crate) const fn length_without_root(name: &[u8]) -> usize {
    match name {
        [name @ .., b'.'] if !name.is_empty() => name.len(),
        _ => name.len(),
    }
}

/// Returns whether two spellings name the same domain: A-labels and U-labels, letter case, the four separators and the
/// dot of the root make no difference. Labels that are not valid in [`Profile::DNS`] are the same where they differ in
/// the case of ASCII letters alone (RFC 4343 section 3).
///
/// ```
/// assert!(acelabel::same_name("bücher.de", "XN--BCHER-KVA.de."));
/// ```
#[must_use]
pub fn same_name(one: &str, other: &str) -> bool {
    // Without memory they are compared as they stand.
    same::are_spelled_alike(same::spelled(one), same::spelled(other)).unwrap_or(one == other)
}

/// Converts a name given as code points to its ASCII form, as [`to_ascii`] or [`to_ascii_or_keep`] do. Here a label
/// that is kept may hold surrogates.
///
/// # Errors
///
/// As [`to_ascii`]; with [`OnError::Keep`], [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn to_ascii_code_points(name: &[u32], profile: &Profile, on_error: OnError) -> Result<Vec<u32>, LabelError> {
    code_points(name, Conversion { profile, form: Form::Ascii, on_error })
}

/// Converts a name given as code points to its Unicode form, as [`to_unicode`] or [`to_unicode_or_keep`] do. Here a
/// label that is kept may hold surrogates.
///
/// # Errors
///
/// As [`to_unicode`]; with [`OnError::Keep`], [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn to_unicode_code_points(name: &[u32], profile: &Profile, on_error: OnError) -> Result<Vec<u32>, LabelError> {
    code_points(name, Conversion { profile, form: Form::Unicode, on_error })
}

fn code_points(name: &[u32], conversion: Conversion<'_>) -> Result<Vec<u32>, LabelError> {
    let mut output = Growing::reserved(name.len());
    convert_name(name, conversion, &mut Scratch::default(), &mut output)?;
    output.finished().map_err(LabelError::out_of_memory)
}
