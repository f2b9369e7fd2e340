//! What one pass over a label gathers, so that a rule is only asked where the label may break it. Facts skip rules;
//! what is refused, rules alone decide.

use crate::unicode::Props;

/// Facts about a label.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The properties of all its code points, `OR`ed.
    pub(super) bits: u32,
    /// The set of their Bidi classes.
    pub(super) classes: u32,
}

impl Facts {
    #[inline]
    pub(super) fn of(text: impl Iterator<Item = u32>) -> Self {
        let (props, classes) = Props::of_all(text);
        Self { bits: props.bits(), classes }
    }

    /// The same of a text that is known to be in Normalization Form C, so that nobody asks again.
    #[inline]
    pub(super) const fn normalized(self) -> Self {
        Self { bits: self.bits & !(Props::CCC | Props::NOT_QUICK_NFC), ..self }
    }

    /// Whether any code point has one of these properties.
    #[inline]
    pub(super) const fn has(&self, bits: u32) -> bool {
        self.bits & bits != 0
    }

    /// Whether normalization may change the text (UAX #15 section 9).
    #[inline]
    pub(super) const fn may_not_be_nfc(&self) -> bool {
        self.has(Props::CCC | Props::NOT_QUICK_NFC)
    }
}
