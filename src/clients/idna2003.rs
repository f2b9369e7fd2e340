//! ToASCII of RFC 3490 section 4.1 without UseSTD3ASCIIRules, label by label.

use core::iter::once;

use super::end::{End, refuse};
use super::forms::{AsciiLabels, KnownAlabels};
use super::letters::is_known;
use super::steps::{ClientRules, Known};
use super::uts46::is_ascii;
use crate::label::{is_separator, payload};
use crate::memory;
use crate::unicode::{
    BidiClass, BidiClasses, Props, Quick, ReadingDirection, composed, direction, is_prohibited, is_unassigned,
    nameprep_map, nameprep_map_around, nfkc, nfkd,
};
use crate::version::UnicodeVersion;

/// The labels of a name in ASCII.
pub(super) fn convert<'a>(
    name: &[u32],
    rules: &ClientRules,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let mut forms = AsciiLabels::with_room(known)?;
    for label in name.split(|&unit| is_separator(unit)) {
        forms.begin()?;
        if is_ascii(label) {
            forms.push_ascii(label)?;
        } else {
            convert_label(label, rules, &mut forms)?;
        }
    }
    Ok(forms)
}

fn convert_label(label: &[u32], rules: &ClientRules, forms: &mut AsciiLabels) -> Result<(), End> {
    let text = nameprep(label, rules)?;
    refuse(text.is_empty(), "an empty label")?;
    if is_ascii(&text) {
        return Ok(forms.push_ascii(&text)?);
    }
    refuse(payload(&text).is_some(), "begins with xn--")?;
    forms.push_alabel(&text)
}

/// RFC 3491, with the small letters of the version of Unicode.
fn nameprep(label: &[u32], rules: &ClientRules) -> Result<Vec<u32>, End> {
    refuse(!rules.unassigned && label.iter().any(|&unit| is_unassigned(unit)), "unassigned")?;
    let mut text = memory::reserved(label.len())?;
    let mut outcome = Ok(());
    let mut output = |unit| {
        outcome = memory::push(&mut text, unit);
        outcome.is_ok()
    };
    if rules.unassigned {
        let mut small = label.iter().flat_map(|&unit| small_letters(unit, rules.unicode));
        nameprep_map_around(&mut small, stays_in_cpython, &mut output)?;
    } else {
        nameprep_map(&mut label.iter().copied(), &mut output)?;
    }
    outcome?;
    if rules.old_composition && has_distant_pair(&text) {
        return Err(End::Unknown("a letter made over marks"));
    }
    refuse(text.iter().any(|&unit| is_prohibited(unit)), "prohibited")?;
    let is_right = |unit: &u32| direction(*unit) == ReadingDirection::RightToLeft;
    let is_left = |unit: &u32| {
        let newer = Props::of(*unit).bidi_classes().meets(BidiClasses::of(&[BidiClass::L]));
        if rules.new_directions { newer } else { direction(*unit) == ReadingDirection::LeftToRight }
    };
    let is_mixed = text.iter().any(is_right)
        && (text.iter().any(is_left) || !text.first().is_some_and(is_right) || !text.last().is_some_and(is_right));
    refuse(is_mixed, "bidi of RFC 3454")?;
    Ok(text)
}

/// Returns whether marks stand between two letters that would make one.
fn has_distant_pair(text: &[u32]) -> bool {
    let may_be_second = |unit: &u32| {
        let props = Props::of(*unit);
        props.combining_class() == 0 && props.nfc_quick() == Quick::Maybe
    };
    if !text.iter().any(may_be_second) {
        return false;
    }
    let (mut first, mut is_distant) = (None, false);
    for unit in nfkd(text) {
        if Props::of(unit).combining_class() != 0 {
            is_distant = true;
            continue;
        }
        let pair = first.and_then(|first| composed(first, unit));
        if pair.is_some() && is_distant {
            return true;
        }
        (first, is_distant) = (pair.or(Some(unit)), false);
    }
    false
}

/// CPython takes apart no character that Unicode 3.2 does not know; but it puts marks in order and composes characters
/// by its own version.
fn stays_in_cpython(unit: u32) -> bool {
    is_unassigned(unit) && nfkc(unit).ne(once(unit))
}

/// The small letters of a character beyond Unicode 3.2, or whose small letters are: those of a later version, which
/// CPython asks. Other characters stay.
fn small_letters(unit: u32, version: UnicodeVersion) -> impl Iterator<Item = u32> {
    let small = char::from_u32(unit).map(char::to_lowercase).filter(|small| {
        let mut all = once(unit).chain(small.clone().map(u32::from));
        // The small letters of characters that the version knows are those of the compiler, which is not older.
        all.clone().any(is_unassigned) && all.all(|unit| is_known(unit, Known::Until(version)))
    });
    let kept = small.is_none().then_some(unit);
    small.into_iter().flatten().map(u32::from).chain(kept)
}
