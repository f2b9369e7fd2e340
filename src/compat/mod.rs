//! IDNA2008 as the Python package `idna` asks for it: its limits, its order of questions, its letter case.
//!
//! What is valid is what the room `label` says under [`Profile::IDNA2008`]. That package looks at each label alone, so a
//! left-to-right label is never held to the Bidi Rule for the sake of another; it leaves the letter case of ASCII labels
//! alone when it encodes; and it verifies lengths when it encodes only.

mod label;
mod name;
mod table;

pub(crate) use label::{alabel, ulabel};
pub(crate) use name::{Options, decode, encode, remap};
pub(crate) use table::{Kind, code_point_runs, uts46_rows};

use crate::error::{Error, ErrorKind};
use crate::label::{MAX_NAME, bidi_breaches, refused_code_points};
use crate::profile::Profile;
use crate::unicode::{BidiClass, DerivedProperty, Props, first_change};

/// The most characters of a label or name that is looked at. Callers ask for the size first: only they can ask before
/// they copy.
pub(crate) const MAX_INPUT: usize = 1024;
/// The most characters of a label that is checked: as many as a name has with the dot of the root.
const MAX_CHECKED: usize = MAX_NAME.saturating_add(1);

/// Why a label or name was refused.
pub(crate) struct Refusal {
    /// The code. Where one code has several messages, a slash and a word for the message follow.
    pub(crate) code: &'static str,
    /// The text in question and the place in it (0-based), where one character is to blame.
    pub(crate) found: Option<(Vec<u32>, usize)>,
    /// What was wrong with the payload of an A-label.
    pub(crate) cause: Option<(Error, Vec<u32>)>,
}

impl Refusal {
    #[cold]
    fn of(kind: ErrorKind) -> Self {
        Self::coded(kind.code())
    }

    #[cold]
    const fn coded(code: &'static str) -> Self {
        Self { code, found: None, cause: None }
    }

    #[cold]
    fn at(code: &'static str, text: &[u32], place: usize) -> Self {
        Self { code, found: Some((text.to_vec(), place)), cause: None }
    }
}

/// Refuses a label that is too long to be looked at.
pub(crate) const fn check_label_size(length: usize) -> Result<(), Refusal> {
    if length > MAX_INPUT { Err(Refusal::coded("input_too_long")) } else { Ok(()) }
}

/// Refuses a name that is too long to be looked at.
pub(crate) const fn check_name_size(length: usize) -> Result<(), Refusal> {
    if length > MAX_INPUT { Err(Refusal::coded("input_too_long/name")) } else { Ok(()) }
}

/// All the checks of one label, in this order: its length, Normalization Form C, hyphens, a mark at the beginning, code
/// points and their contexts, the Bidi Rule.
pub(crate) fn check_label(label: &[u32]) -> Result<(), Refusal> {
    if label.is_empty() {
        return Err(Refusal::of(ErrorKind::EmptyLabel));
    }
    if label.len() > MAX_CHECKED {
        return Err(Refusal::of(ErrorKind::LabelTooLong));
    }
    let facts = label.iter().fold(0, |facts, &unit| facts | Props::of(unit).bits());
    if facts & (Props::CCC | Props::NOT_QUICK_NFC) != 0 {
        check_nfc(label)?;
    }
    check_hyphens(label)?;
    check_initial_combiner(label)?;
    if facts & Props::NOT_PVALID != 0 {
        check_code_points(label)?;
    }
    check_bidi(label, false)
}

/// Normalization Form C (RFC 5891 section 5.4).
pub(crate) fn check_nfc(label: &[u32]) -> Result<(), Refusal> {
    // No label has a run of marks that is long enough for a want of memory.
    if first_change(label) == Ok(None) { Ok(()) } else { Err(Refusal::of(ErrorKind::NotNfc)) }
}

/// The hyphens of RFC 5891 section 4.2.3.1.
pub(crate) fn check_hyphens(label: &[u32]) -> Result<(), Refusal> {
    let is_hyphen = |unit: Option<&u32>| unit == Some(&u32::from('-'));
    if is_hyphen(label.get(2)) && is_hyphen(label.get(3)) {
        return Err(Refusal::of(ErrorKind::Hyphen34));
    }
    if is_hyphen(label.first()) || is_hyphen(label.last()) {
        return Err(Refusal::of(ErrorKind::HyphenStartEnd));
    }
    Ok(())
}

/// The mark at the beginning of RFC 5891 section 4.2.3.2.
pub(crate) fn check_initial_combiner(label: &[u32]) -> Result<(), Refusal> {
    if label.first().is_some_and(|&unit| Props::of(unit).is_mark()) {
        return Err(Refusal::at(ErrorKind::LeadingCombiner.code(), label, 0));
    }
    Ok(())
}

/// The first code point that RFC 5892 refuses.
fn check_code_points(label: &[u32]) -> Result<(), Refusal> {
    let mut first: Option<(usize, ErrorKind)> = None;
    refused_code_points(label, &Profile::IDNA2008, &mut |kind, place| {
        if first.is_none_or(|(earliest, _)| place < earliest) {
            first = Some((place, kind));
        }
    });
    first.map_or(Ok(()), |(place, kind)| Err(Refusal::at(kind.code(), label, place)))
}

/// The Bidi Rule (RFC 5893 section 2), for labels that hold right-to-left characters or, if asked, for all.
pub(crate) fn check_bidi(label: &[u32], check_ltr: bool) -> Result<(), Refusal> {
    let is_rtl = |unit: &u32| matches!(Props::of(*unit).bidi_class(), BidiClass::R | BidiClass::AL | BidiClass::AN);
    let mut first = None;
    if check_ltr || label.iter().any(is_rtl) {
        bidi_breaches(label, &mut |kind, place| first = first.or(Some((kind, place))));
    }
    first.map_or(Ok(()), |(kind, place)| Err(Refusal::at(kind.code(), label, place)))
}

/// Refuses the first code point that has no direction because it is not assigned. A label that is checked otherwise,
/// too, has been refused for such a code point before.
pub(crate) fn check_directions(label: &[u32]) -> Result<(), Refusal> {
    let unknown = label.iter().position(|&unit| is_unassigned(unit));
    unknown.map_or(Ok(()), |place| Err(Refusal::at("bidi_unknown_direction", label, place)))
}

/// Whether a joiner follows a code point without a name, of which the package cannot tell the combining class.
pub(crate) fn joins_nameless(label: &[u32], place: usize) -> bool {
    let is_joiner = label.get(place).copied().and_then(class_of) == Some(ErrorKind::ContextJ);
    is_joiner && place.checked_sub(1).and_then(|before| label.get(before)).is_some_and(|&unit| is_nameless(unit))
}

/// Whether a code point is not assigned; noncharacters are not.
fn is_unassigned(unit: u32) -> bool {
    let is_noncharacter = unit & 0xFFFE == 0xFFFE || matches!(unit, 0xFDD0..=0xFDEF);
    is_noncharacter || Props::of(unit).derived_property() == DerivedProperty::Unassigned
}

/// Whether a code point has no name: it is not assigned, a control character, a surrogate or for private use.
fn is_nameless(unit: u32) -> bool {
    matches!(unit, 0..=0x1F | 0x7F..=0x9F | 0xD800..=0xF8FF | 0xF_0000..) || is_unassigned(unit)
}

/// Whether the code point at a place of a label is of a class, CONTEXTJ or CONTEXTO, and its context allows it.
pub(crate) fn context_allows(label: &[u32], place: usize, class: ErrorKind) -> bool {
    let unit = label.get(place).copied().unwrap_or_default();
    let mut refused = class_of(unit) != Some(class);
    refused_code_points(label, &Profile::IDNA2008, &mut |kind, at| refused |= at == place && kind == class);
    !refused
}

fn class_of(unit: u32) -> Option<ErrorKind> {
    match Props::of(unit).derived_property() {
        DerivedProperty::ContextJ => Some(ErrorKind::ContextJ),
        DerivedProperty::ContextO => Some(ErrorKind::ContextO),
        _ => None,
    }
}
