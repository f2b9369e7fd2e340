//! Characters in older versions of Unicode: what UTS #46 makes of them, whether a program knows them, their directions.

use core::iter::once;

use super::end::End;
use super::steps::{ClientRules, Known};
use crate::error::Error;
use crate::memory;
use crate::unicode::{
    BidiClass, BidiClasses, DerivedProperty, Lack, Props, Uts46Status, composed, deviation, first_change, uts46_map,
};
use crate::version::UnicodeVersion;

pub(super) const RIGHT: BidiClasses = BidiClasses::of(&[BidiClass::R, BidiClass::AL, BidiClass::AN]);
pub(super) const NEUTRAL: BidiClasses =
    BidiClasses::of(&[BidiClass::ES, BidiClass::CS, BidiClass::ET, BidiClass::ON, BidiClass::BN]);
pub(super) const NUMBERS: BidiClasses = BidiClasses::of(&[BidiClass::EN, BidiClass::AN]);
pub(super) const MARKS: BidiClasses = BidiClasses::of(&[BidiClass::NSM]);
pub(super) const LEFT_END: BidiClasses = BidiClasses::of(&[BidiClass::L, BidiClass::EN]);
pub(super) const RIGHT_END: BidiClasses = RIGHT.union(NUMBERS);
pub(super) const LEFT_LABEL: BidiClasses = LEFT_END.union(MARKS).union(NEUTRAL);
pub(super) const RIGHT_LABEL: BidiClasses = RIGHT_END.union(MARKS).union(NEUTRAL);

const SHARP_S: u32 = 0x1E9E;

/// Returns whether UTS #46 of a version disallows a character that the newest allows.
pub(super) fn lacks(unit: u32, version: UnicodeVersion) -> bool {
    version != UnicodeVersion::NEWEST
        && unit >= 0x80
        && matches!(version.lack(unit), Some(Lack::Unassigned | Lack::Disallowed))
}

/// Returns whether a program knows a character.
pub(super) fn is_known(unit: u32, known: Known) -> bool {
    let is_in = |version: UnicodeVersion| unit < 0x80 || version.lack(unit) != Some(Lack::Unassigned);
    match known {
        Known::All => true,
        Known::Until(version) => is_in(version),
        Known::V12_1 => is_in(UnicodeVersion::V13_0) && !is_letter_of_13(unit),
    }
}

/// The letters, marks and digits that Unicode 13.0 brought.
pub(super) const fn is_letter_of_13(unit: u32) -> bool {
    matches!(unit,
        0x8BE..=0x8C7 | 0xB55 | 0xD04 | 0xD81 | 0x1ABF..=0x1AC0 | 0x31BB..=0x31BF | 0x4DB6..=0x4DBF
        | 0x9FF0..=0x9FFC | 0xA7C8 | 0xA7CA | 0xA7F6 | 0xA82C | 0xAB68 | 0x10E80..=0x10EA9 | 0x10EAB..=0x10EAC
        | 0x10EB0..=0x10EB1 | 0x10FB0..=0x10FC4 | 0x11147 | 0x111CE..=0x111CF | 0x11460..=0x11461
        | 0x11900..=0x11906 | 0x11909 | 0x1190C..=0x11913 | 0x11915..=0x11916 | 0x11918..=0x11935
        | 0x11937..=0x11938 | 0x1193B..=0x11943 | 0x11950..=0x11959 | 0x11FB0 | 0x16FE4 | 0x16FF0..=0x16FF1
        | 0x18AF3..=0x18CD5 | 0x18D00..=0x18D08 | 0x2A6D7..=0x2A6DD | 0x30000..=0x3134A)
}

/// The characters that stand for one in front of the mapping of the newest version: U+FFFD, which is disallowed, for
/// what a version refuses.
fn replaced(unit: u32, version: UnicodeVersion, transitional: bool) -> impl Iterator<Item = u32> {
    let text: ([u32; 2], usize) = if lacks(unit, version) {
        ([char::REPLACEMENT_CHARACTER.into(), 0], 1)
    } else if unit == SHARP_S && (transitional || version.mapping(unit).is_some()) {
        ([0x73, 0x73], 2)
    } else {
        match deviation(unit).filter(|_| transitional) {
            Some("ss") => ([0x73, 0x73], 2),
            Some("") => ([0, 0], 0),
            Some(_) => ([0x3C3, 0], 1),
            None => ([unit, 0], 1),
        }
    };
    text.0.into_iter().take(text.1)
}

/// A text after mapping and normalization; nothing where a character of it is disallowed.
pub(super) fn mapped(text: &[u32], version: UnicodeVersion, transitional: bool) -> Result<Option<Vec<u32>>, Error> {
    let mut replaced = text.iter().flat_map(|&unit| replaced(unit, version, transitional));
    gathered(uts46_map(&mut replaced))
}

/// The same, where NFC is left out if no two neighbours change places or make one letter.
pub(super) fn mapped_loosely(text: &[u32], version: UnicodeVersion) -> Result<Option<Vec<u32>>, Error> {
    let mut output = Vec::new();
    for unit in text.iter().flat_map(|&unit| replaced(unit, version, false)) {
        if Props::of(unit).uts46_status() == Uts46Status::Valid {
            memory::push(&mut output, unit)?;
            continue;
        }
        match gathered(uts46_map(&mut once(unit)))? {
            Some(mapped) => memory::append(&mut output, &mapped)?,
            None => return Ok(None),
        }
    }
    if is_loosely_normal(&output) { Ok(Some(output)) } else { gathered(uts46_map(&mut output.into_iter())) }
}

fn gathered(units: impl Iterator<Item = u32>) -> Result<Option<Vec<u32>>, Error> {
    let mut output = memory::reserved(32)?;
    for unit in units {
        if unit == u32::from(char::REPLACEMENT_CHARACTER) {
            return Ok(None);
        }
        memory::push(&mut output, unit)?;
    }
    Ok(Some(output))
}

/// Returns whether ada 4 takes a text for normalized.
fn is_loosely_normal(text: &[u32]) -> bool {
    let (mut starter, mut last) = (None, 0);
    for &unit in text {
        let class = Props::of(unit).combining_class();
        let makes_one = || starter.is_some_and(|starter| composed(starter, unit).is_some());
        if (class > 0 && class < last) || ((last == 0 || last < class) && makes_one()) {
            return false;
        }
        if class == 0 {
            starter = Some(unit);
        }
        last = class;
    }
    true
}

/// Returns whether a text is in NFC, as the rules see it.
pub(super) fn is_normal(text: &[u32], rules: &ClientRules) -> Result<bool, End> {
    Ok((rules.loose_marks && is_loosely_normal(text)) || first_change(text)?.is_none())
}

/// Returns whether UTS #46 leaves a character as it is.
pub(super) fn stays(unit: u32, version: UnicodeVersion, transitional: bool) -> bool {
    Props::of(unit).uts46_status() == Uts46Status::Valid
        && !lacks(unit, version)
        && !(transitional && deviation(unit).is_some())
}

/// Returns whether a character, or what it is mapped to, is one that STD3 alone forbids, or did before Unicode 16.0.
pub(super) fn is_of_std3(unit: u32) -> bool {
    match Props::of(unit).uts46_status() {
        Uts46Status::Valid | Uts46Status::Disallowed => is_forbidden_by_old_std3(unit),
        Uts46Status::Ignored => false,
        Uts46Status::Mapped => {
            uts46_map(&mut once(unit)).any(|unit| unit != u32::from(b'.') && is_forbidden_by_old_std3(unit))
        }
    }
}

/// Returns whether STD3 forbids a character in lower case.
pub(super) fn is_forbidden_by_std3(unit: u32) -> bool {
    Props::of(unit).bits() & Props::NOT_LDH != 0
}

/// The same before Unicode 16.0: three signs are taken for what they are made of, too.
pub(super) fn is_forbidden_by_old_std3(unit: u32) -> bool {
    is_forbidden_by_std3(unit) || matches!(unit, 0x2260 | 0x226E | 0x226F)
}

/// Returns whether a character is a mark that the program knows.
pub(super) fn is_mark(unit: u32, known: Known) -> bool {
    Props::of(unit).is_mark() && is_known(unit, known)
}

/// Bidi_Class; nothing for a character that the program does not know.
pub(super) fn direction(unit: u32, rules: &ClientRules) -> Option<BidiClasses> {
    let props = if rules.old_directions { UnicodeVersion::V14_0.props(unit) } else { Props::of(unit) };
    is_known(unit, rules.known).then_some(props.bidi_classes())
}

/// The Bidi classes of a text; nothing where the program does not know a character of it.
pub(super) fn directions(text: &[u32], rules: &ClientRules) -> Option<BidiClasses> {
    text.iter().try_fold(BidiClasses::of(&[]), |all, &unit| Some(all.union(direction(unit, rules)?)))
}

/// Returns whether a label breaks the Bidi Rule (RFC 5893 section 2). It has these classes.
pub(super) fn breaks_bidi(text: &[u32], classes: BidiClasses, rules: &ClientRules) -> bool {
    let class = |unit: Option<&u32>| unit.and_then(|&unit| direction(unit, rules)).unwrap_or(MARKS);
    let end =
        class(text.iter().rev().find(|&&unit| direction(unit, rules).is_none_or(|class| !class.is_within(MARKS))));
    let first = class(text.first());
    if first.is_within(BidiClasses::of(&[BidiClass::L])) {
        return !(classes.is_within(LEFT_LABEL) && end.is_within(LEFT_END));
    }
    let is_right = classes.is_within(RIGHT_LABEL) && end.is_within(RIGHT_END) && !NUMBERS.is_within(classes);
    !(first.is_within(BidiClasses::of(&[BidiClass::R, BidiClass::AL])) && is_right)
}

/// Returns whether IDNA2008 refuses a character in every context.
pub(super) fn is_disallowed_by_idna2008(unit: u32) -> bool {
    matches!(Props::of(unit).derived_property(), DerivedProperty::Disallowed | DerivedProperty::Unassigned)
}
