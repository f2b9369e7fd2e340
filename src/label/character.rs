//! One character under a profile: its status, what it is mapped to, and in which way.

use super::input::is_separator;
use super::mapping_kind::{MappedText, MappingKind, mapping_of};
use super::older::refusal_of_version;
use super::rules::{is_refused_anywhere, refusal};
use crate::bounded;
use crate::error::ErrorKind;
use crate::profile::{Profile, Rules};
use crate::unicode::{DerivedProperty, Props, deviation};

/// The status of a character (UTS #46 section 5), as a profile sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodePointStatus {
    /// It stays as it is.
    Valid,
    /// It is replaced.
    Mapped,
    /// It is removed.
    Ignored,
    /// UTS #46 and IDNA2003 treat it differently: `ß`, `ς` and the two joiners.
    Deviation,
    /// It is refused.
    Disallowed,
}

impl CodePointStatus {
    /// The name, such as `valid`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Mapped => "mapped",
            Self::Ignored => "ignored",
            Self::Deviation => "deviation",
            Self::Disallowed => "disallowed",
        }
    }
}

/// The facts about a code point that decide where it may stand in a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodePoint {
    /// Its status under the profile.
    pub status: CodePointStatus,
    /// The text that the profile puts in its place: the character itself where it stays. `None` if it is disallowed.
    pub to: Option<String>,
    /// The derived property of IDNA2008 (RFC 5892 section 3), such as `PVALID`.
    pub idna2008: &'static str,
    /// Bidi_Class (UAX #44), by its short name, such as `L`.
    pub bidi: &'static str,
    /// Joining_Type (UAX #44), by its short name, such as `U`.
    pub joining: &'static str,
}

/// Tells what a profile makes of a code point, and facts that decide where it may stand.
///
/// The status is that of the code point inside a label with characters beyond ASCII. Rules about its neighbours, such
/// as those for joiners and for right-to-left labels, are left out. Of a code point that the version of Unicode of the
/// profile does not know, the classes are those of the newest version.
///
/// ```
/// use acelabel::{CodePointStatus, Profile, code_point};
///
/// let found = code_point(0xFB01, &Profile::UTS46);
/// assert_eq!((found.status, found.to.as_deref()), (CodePointStatus::Mapped, Some("fi")));
/// assert_eq!((found.idna2008, found.bidi, found.joining), ("DISALLOWED", "L", "U"));
/// ```
#[must_use]
pub fn code_point(unit: u32, profile: &Profile) -> CodePoint {
    let props = profile.older().map_or_else(|| Props::of(unit), |version| version.props(unit));
    let (mut status, mut text) = match mapping_of(unit, profile) {
        Some((MappingKind::Ignored, text)) => (CodePointStatus::Ignored, text),
        Some((_, text)) => (CodePointStatus::Mapped, text),
        None => (CodePointStatus::Valid, MappedText::from_slice(&[unit])),
    };
    if !profile.maps() && matches!(unit, 0x41..=0x5A) {
        // Capitals are put into lower case in labels that are all ASCII.
        text = MappedText::from_slice(&[unit]);
    }
    let is_refused = !is_separator(unit) && text.iter().any(|&unit| is_refused_anywhere(unit, profile));
    if is_refused || refusal(unit, profile).is_some() || char::from_u32(unit).is_none() {
        status = CodePointStatus::Disallowed;
    } else if profile.rules == Rules::Uts46 && deviation(unit).is_some() {
        status = CodePointStatus::Deviation;
    }
    let to = (status != CodePointStatus::Disallowed).then(|| text.iter().map(|&unit| bounded::scalar(unit)).collect());
    let is_unknown = refusal_of_version(unit, profile) == Some(ErrorKind::Unassigned);
    let derived = if is_unknown { DerivedProperty::Unassigned } else { props.derived_property() };
    let (idna2008, bidi) = (derived.name(), props.bidi_class().name());
    CodePoint { status, to, idna2008, bidi, joining: props.joining_type().name() }
}
