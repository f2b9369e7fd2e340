//! What one pass over a label gathers, so that a rule is only asked where the label may break it. Facts skip rules;
//! rules alone refuse.

use crate::unicode::{BidiClasses, Gathered, Props};

/// Facts about all code points of a label.
#[derive(Clone, Copy)]
pub(super) struct Facts(pub(super) Gathered);

impl Facts {
    #[inline]
    pub(super) fn of(text: impl Iterator<Item = u32>) -> Self {
        Self(Gathered::of(text))
    }

    /// Clears the bits that ask for the NFC check, as the text was just normalized.
    #[inline]
    pub(super) const fn normalized(self) -> Self {
        Self(Gathered { bits: self.0.bits & !Props::MAY_NOT_BE_NFC, ..self.0 })
    }

    /// Whether any code point has one of these properties.
    #[inline]
    pub(super) const fn has(&self, bits: u32) -> bool {
        self.0.bits & bits != 0
    }

    /// Whether normalization may change the text.
    #[inline]
    pub(super) const fn may_not_be_nfc(&self) -> bool {
        self.has(Props::MAY_NOT_BE_NFC)
    }

    pub(super) const fn bidi_classes(&self) -> BidiClasses {
        self.0.bidi_classes
    }
}
