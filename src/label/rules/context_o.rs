//! The CONTEXTO rules (RFC 5892 appendix A.3 to A.9), which registration asks for (RFC 5891 section 4.2.3.3) and lookup
//! does not. [`Profile::IDNA2008`](crate::Profile::IDNA2008) is for registration.

use crate::label::older::{Newest, Tables};
use crate::label::unit::Unit;
use crate::unicode::{ContextScript, DerivedProperty, Props};

/// Returns whether each code point of a text that is CONTEXTO stands in a context that allows it.
pub(crate) fn are_others_in_context(text: &[u32]) -> bool {
    let context = ContextO::of(text, Newest);
    let is_other = |unit| Props::of(unit).derived_property() == DerivedProperty::ContextO;
    text.iter().enumerate().all(|(place, &unit)| !is_other(unit) || context.allows(text, place, unit, Newest))
}

/// The facts about a whole label that appendix A.7 to A.9 need.
#[derive(Default)]
pub(super) struct ContextO {
    has_japanese: bool,
    has_arabic_digit: bool,
    has_extended_digit: bool,
}

impl ContextO {
    pub(super) fn of<U: Unit>(text: &[U], tables: impl Tables) -> Self {
        let mut context = Self::default();
        for &unit in text {
            let unit = unit.into();
            // The middle dot itself is of script Common.
            context.has_japanese |= tables.props(unit).context_script() == ContextScript::Japanese;
            context.has_arabic_digit |= matches!(unit, 0x660..=0x669);
            context.has_extended_digit |= matches!(unit, 0x6F0..=0x6F9);
        }
        context
    }

    /// Returns whether the code point at a place, which is CONTEXTO, stands in a context that allows it.
    pub(super) fn allows<U: Unit>(&self, text: &[U], place: usize, unit: u32, tables: impl Tables) -> bool {
        const SMALL_L: Option<u32> = Some(0x6C);
        let at = |place: Option<usize>| place.and_then(|place| text.get(place)).map(|&unit| unit.into());
        let (before, after) = (at(place.checked_sub(1)), at(place.checked_add(1)));
        let is_of = |unit: Option<u32>, script| unit.is_some_and(|unit| tables.props(unit).context_script() == script);
        match unit {
            // A.3, MIDDLE DOT: between two l, as in Catalan.
            0xB7 => before == SMALL_L && after == SMALL_L,
            // A.4, GREEK LOWER NUMERAL SIGN.
            0x375 => is_of(after, ContextScript::Greek),
            // A.5 and A.6, HEBREW PUNCTUATION GERESH and GERSHAYIM.
            0x5F3 | 0x5F4 => is_of(before, ContextScript::Hebrew),
            // A.7, KATAKANA MIDDLE DOT: in a label with Hiragana, Katakana or Han.
            0x30FB => self.has_japanese,
            // A.8 and A.9: Arabic-Indic digits and extended ones do not mix.
            0x660..=0x669 => !self.has_extended_digit,
            0x6F0..=0x6F9 => !self.has_arabic_digit,
            _ => false,
        }
    }
}
