//! Facts of characters, classes and levels that the steps of UAX #9 ask for.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiMirroringGlyph;

use crate::unicode::{BidiClass, Props};

pub(super) fn class(unit: u32) -> BidiClass {
    Props::of(unit).bidi_class()
}

/// Returns whether X9 takes characters of a class out of the text.
pub(super) const fn is_removed(class: BidiClass) -> bool {
    matches!(class, BidiClass::RLE | BidiClass::LRE | BidiClass::RLO | BidiClass::LRO | BidiClass::PDF | BidiClass::BN)
}

pub(super) const fn is_isolate(class: BidiClass) -> bool {
    matches!(class, BidiClass::FSI | BidiClass::LRI | BidiClass::RLI)
}

/// The class that stands for the direction of a level.
pub(super) const fn direction(level: u8) -> BidiClass {
    if level.is_multiple_of(2) { BidiClass::L } else { BidiClass::R }
}

/// Returns what a character is in a right-to-left part, and whether it is a bracket.
pub(super) fn mirroring(unit: u32) -> BidiMirroringGlyph {
    CodePointMapData::<BidiMirroringGlyph>::new().get32(unit)
}
