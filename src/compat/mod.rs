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
pub(crate) use table::{Kind, Row, code_point_runs, uts46_rows};

use crate::error::{Error, ErrorKind};
use crate::label::{bidi_breaches, refused_code_points};
use crate::profile::Profile;
use crate::unicode::{BidiClass, DerivedProperty, Props, first_change};

/// The most characters that are looked at, in a label or a name.
pub(crate) const MAX_INPUT: usize = 1024;

/// Why a label or name was refused.
pub(crate) struct Refusal {
    pub(crate) code: &'static str,
    /// The text in question and the place in it (0-based), where one character is to blame.
    pub(crate) found: Option<(Vec<u32>, usize)>,
    /// What was wrong with the payload of an A-label.
    pub(crate) cause: Option<(Error, Vec<u32>)>,
}

impl Refusal {
    #[cold]
    fn of(kind: ErrorKind) -> Self {
        Self { code: kind.code(), found: None, cause: None }
    }

    #[cold]
    fn at(code: &'static str, text: &[u32], place: usize) -> Self {
        Self { code, found: Some((text.to_vec(), place)), cause: None }
    }
}

/// Refuses what is too long to be looked at.
pub(crate) fn check_size(length: usize) -> Result<(), Refusal> {
    if length > MAX_INPUT { Err(Refusal { code: "input_too_long", found: None, cause: None }) } else { Ok(()) }
}

/// All the checks of one label, in this order: size, Normalization Form C, hyphens, a mark at the beginning, code points
/// and their contexts, the Bidi Rule.
pub(crate) fn check_label(label: &[u32]) -> Result<(), Refusal> {
    check_size(label.len())?;
    if label.is_empty() {
        return Err(Refusal::of(ErrorKind::EmptyLabel));
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
    check_size(label.len())?;
    first_change(label).map_or(Ok(()), |_| Err(Refusal::of(ErrorKind::NotNfc)))
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
    check_size(label.len())?;
    let is_rtl = |unit: &u32| matches!(Props::of(*unit).bidi_class(), BidiClass::R | BidiClass::AL | BidiClass::AN);
    let mut first = None;
    if check_ltr || label.iter().any(is_rtl) {
        bidi_breaches(label, &mut |kind, place| first = first.or(Some((kind, place))));
    }
    first.map_or(Ok(()), |(kind, place)| Err(Refusal::at(kind.code(), label, place)))
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
