//! The text that one character is mapped to, and the way in which it is.

use smallvec::SmallVec;

use super::input::is_separator;
use super::map::map;
use super::older::refusal_of_version;
use crate::memory::Refusals;
use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Uts46Status, deviation, is_compatibility, is_nfc_of, is_unassigned, is_width_variant};

/// The way in which a character is mapped to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MappingKind {
    /// To small letters.
    Case,
    /// To the character of the usual width.
    Width,
    /// To the characters that it stands for by compatibility, or that it duplicates.
    Compatibility,
    /// By Normalization Form C: it is composed with others, taken apart or put behind another mark.
    Composition,
    /// To nothing.
    Ignored,
    /// To the full stop between labels.
    Separator,
}

impl MappingKind {
    /// The name, such as `case`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Width => "width",
            Self::Compatibility => "compatibility",
            Self::Composition => "composition",
            Self::Ignored => "ignored",
            Self::Separator => "separator",
        }
    }
}

/// Most characters are mapped to so many at most.
pub(super) type MappedText = SmallVec<[u32; 20]>;

/// The text that a profile maps a character to, where that is another one, and in which way. Nothing for a character
/// that is refused.
pub(super) fn mapping_of(unit: u32, profile: &Profile) -> Option<(MappingKind, MappedText)> {
    if is_separator(unit) {
        return (unit != 0x2E).then(|| (MappingKind::Separator, MappedText::from_slice(&[0x2E])));
    }
    if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
        let small = MappedText::from_slice(&[octet.to_ascii_lowercase().into()]);
        return octet.is_ascii_uppercase().then_some((MappingKind::Case, small));
    }
    let is_kept = match profile.rules {
        Rules::Uts46 => match Props::of(unit).uts46_status() {
            Uts46Status::Disallowed => true,
            Uts46Status::Valid => !profile.transitional_processing || deviation(unit).is_none(),
            Uts46Status::Mapped | Uts46Status::Ignored => false,
        },
        Rules::Idna2008 => !profile.rfc5895_mapping,
        Rules::Idna2003 => is_unassigned(unit),
    };
    if is_kept || char::from_u32(unit).is_none() || refusal_of_version(unit, profile).is_some() {
        return None;
    }
    let mut text = MappedText::new();
    map(&mut core::iter::once(unit), profile, &Refusals::default(), &mut |unit| {
        text.push(unit);
        true
    });
    let kind = match &*text {
        [same] if *same == unit => return None,
        [] => MappingKind::Ignored,
        _ if is_width_variant(unit) => MappingKind::Width,
        _ if is_compatibility(unit) => MappingKind::Compatibility,
        text if is_nfc_of(unit, text) => MappingKind::Composition,
        _ => MappingKind::Case,
    };
    Some((kind, text))
}
