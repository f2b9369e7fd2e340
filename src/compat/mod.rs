//! IDNA2008 as the Python package `idna` asks for it: its limits, its order of questions, its letter case.
//!
//! The module `label` says which labels are valid, under [`Profile::IDNA2008`]. That package looks at each label alone,
//! so a left-to-right label is never held to the Bidi Rule for the sake of another; it leaves the letter case of ASCII
//! labels alone when it encodes; and it verifies lengths when it encodes only.

mod label;
mod name;
mod table;

pub(crate) use label::{alabel, ulabel};
pub(crate) use name::{Options, decode, encode, remap};
pub(crate) use table::{Kind, code_point_runs, uts46_rows};

use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{MAX_NAME, Refused, Report, bidi_rule, code_points, hyphens, initial_mark, is_rtl, nfc};
use crate::memory::Refusals;
use crate::profile::Profile;
use crate::unicode::{DerivedProperty, Gathered, Props};

/// The most characters of a label or name that is looked at. Callers ask for the size first: only they can ask before
/// they copy.
pub(crate) const MAX_INPUT: usize = 1024;
/// The most characters of a label that is checked: as many as a name has with the dot of the root.
const MAX_CHECKED: usize = MAX_NAME + 1;

/// Why a label or name was refused.
pub(crate) struct Refusal {
    /// The code. Where one code has several messages, a slash and a word for the message follow.
    pub(crate) code: &'static str,
    /// The text in question and the place in it (0-based), where one character is to blame.
    pub(crate) found: Option<(Vec<u32>, usize)>,
    /// The fault of the payload of an A-label.
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
    let facts = Gathered::of(label.iter().copied());
    if facts.has(Props::MAY_NOT_BE_NFC) {
        check_nfc(label)?;
    }
    check_hyphens(label)?;
    check_initial_combiner(label)?;
    if facts.has(Props::NOT_PVALID) {
        refuse(label, |report| code_points(label, &Profile::IDNA2008, report))?;
    }
    check_bidi(label, false)
}

/// A report that keeps the first problem: of the first rule that is broken the leftmost.
#[derive(Default)]
struct First {
    problem: Option<(ErrorKind, usize)>,
    /// True if the problem is one of a rule before this one.
    is_settled: bool,
}

impl Report for First {
    fn at(&mut self, kind: ErrorKind, place: usize, _: Option<u32>) -> Result<(), Refused> {
        if self.is_settled {
            return Err(Refused);
        }
        if self.problem.is_none_or(|(_, leftmost)| place < leftmost) {
            self.problem = Some((kind, place));
        }
        Ok(())
    }

    fn next_rule(&mut self) {
        self.is_settled = self.problem.is_some();
    }
}

/// Refuses a label for the first problem that a rule finds.
fn refuse(label: &[u32], rule: impl FnOnce(&mut First) -> Result<(), Refused>) -> Result<(), Refusal> {
    let mut first = First::default();
    // A rule that was ended early is no exception: the first problem is known then.
    let _ended = rule(&mut first);
    match first.problem {
        None => Ok(()),
        // Of these the package names no character.
        Some((kind @ (ErrorKind::NotNfc | ErrorKind::Hyphen34 | ErrorKind::HyphenStartEnd), _)) => {
            Err(Refusal::of(kind))
        }
        Some((kind, place)) => Err(Refusal::at(kind.code(), label, place)),
    }
}

/// Normalization Form C (RFC 5891 section 5.4).
pub(crate) fn check_nfc(label: &[u32]) -> Result<(), Refusal> {
    // No label has a run of marks that is long enough for a want of memory.
    refuse(label, |report| nfc(label, &Refusals::default(), report))
}

/// The hyphens of RFC 5891 section 4.2.3.1.
pub(crate) fn check_hyphens(label: &[u32]) -> Result<(), Refusal> {
    refuse(label, |report| hyphens(label, &Profile::IDNA2008, report))
}

/// The mark at the beginning of RFC 5891 section 4.2.3.2.
pub(crate) fn check_initial_combiner(label: &[u32]) -> Result<(), Refusal> {
    refuse(label, |report| initial_mark(label, report))
}

/// The Bidi Rule (RFC 5893 section 2), for labels that hold right-to-left characters or, if asked, for all.
pub(crate) fn check_bidi(label: &[u32], check_ltr: bool) -> Result<(), Refusal> {
    if !check_ltr && !is_rtl(Gathered::of(label.iter().copied()).bidi_classes()) {
        return Ok(());
    }
    refuse(label, |report| bidi_rule(label, report))
}

/// Refuses the first code point that has no direction because it is not assigned. A label that is checked otherwise,
/// too, has been refused for such a code point before.
pub(crate) fn check_directions(label: &[u32]) -> Result<(), Refusal> {
    let unknown = label.iter().position(|&unit| is_unassigned(unit));
    unknown.map_or(Ok(()), |place| Err(Refusal::at("bidi_unknown_direction", label, place)))
}

/// Returns whether a joiner follows a code point without a name, of which the package cannot tell the combining class.
pub(crate) fn joins_nameless(label: &[u32], place: usize) -> bool {
    let is_joiner = label.get(place).copied().and_then(class_of) == Some(ErrorKind::ContextJ);
    is_joiner && place.checked_sub(1).and_then(|before| label.get(before)).is_some_and(|&unit| is_nameless(unit))
}

/// Returns whether a code point is not assigned; noncharacters are not.
fn is_unassigned(unit: u32) -> bool {
    let is_noncharacter = unit & 0xFFFE == 0xFFFE || matches!(unit, 0xFDD0..=0xFDEF);
    is_noncharacter || Props::of(unit).derived_property() == DerivedProperty::Unassigned
}

/// Returns whether a code point has no name: it is not assigned, a control character, a surrogate or for private use.
fn is_nameless(unit: u32) -> bool {
    matches!(unit, 0..=0x1F | 0x7F..=0x9F | 0xD800..=0xF8FF | 0xF_0000..) || is_unassigned(unit)
}

/// Returns whether the code point at a place of a label is of a class, CONTEXTJ or CONTEXTO, and its context allows it.
pub(crate) fn context_allows(label: &[u32], place: usize, class: ErrorKind) -> bool {
    let unit = bounded::at(label, place);
    let mut refused = Refusing { place, class, is_refused: class_of(unit) != Some(class) };
    let _ended = code_points(label, &Profile::IDNA2008, &mut refused);
    !refused.is_refused
}

/// A report that looks for a problem of one kind at one place.
struct Refusing {
    place: usize,
    class: ErrorKind,
    is_refused: bool,
}

impl Report for Refusing {
    fn at(&mut self, kind: ErrorKind, place: usize, _: Option<u32>) -> Result<(), Refused> {
        self.is_refused |= place == self.place && kind == self.class;
        Ok(())
    }
}

fn class_of(unit: u32) -> Option<ErrorKind> {
    match Props::of(unit).derived_property() {
        DerivedProperty::ContextJ => Some(ErrorKind::ContextJ),
        DerivedProperty::ContextO => Some(ErrorKind::ContextO),
        _ => None,
    }
}
