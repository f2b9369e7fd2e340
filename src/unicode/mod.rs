//! The facts of Unicode that labels are judged by, all of one version, behind one small interface.
//!
//! The facts of a code point ([`Props`]), and what most are mapped to ([`mapping`]), are compact tables that
//! `tools/unicode_table.rs` writes from the data of ICU4X; beside each table lies its content as text. Mapping with
//! normalization is ICU4X's own. The tables of Unicode 3.2 that IDNA2003 needs are those of RFC 3454.
//!
//! This room knows no labels: it answers for code points and sequences of them.

mod mappings;
mod names;
mod nfc;
mod older;
mod prepare;
mod property;
mod props;
mod scripts;
mod security;
mod security_table;
mod stages;
mod table;
mod tagged;
mod text_class;
mod variants;

use icu_normalizer::uts46::{Uts46Mapper, Uts46MapperBorrowed};

pub(crate) use mappings::{mapping, nameprep_mapping};
pub(crate) use nfc::{LONG_RUN, begins_piece, composed, first_change, has_long_run};
pub(crate) use older::Lack;
pub(crate) use prepare::{
    ReadingDirection, direction, is_prohibited, is_removed, is_unassigned, nameprep_map, nameprep_map_around, nfkc,
};
pub(crate) use property::PropertyValue;
pub(crate) use props::{
    BidiClass, BidiClasses, ContextScript, DerivedProperty, Gathered, JoiningType, Props, Quick, Uts46Status,
};
pub(crate) use scripts::Script;
pub use security::IdentifierType;
pub(crate) use security::Security;
pub(crate) use security_table::{Scripts, skeleton_of};
pub(crate) use tagged::{LONGEST_DECOMPOSITION, TaggedPiece};
pub(crate) use text_class::TextClass;
pub(crate) use variants::{is_compatibility, is_nfc_of, is_width_variant, nfkd, rfc5895_map};

/// The version of Unicode of every table here but those of IDNA2003, which are of version 3.2.
pub const UNICODE_VERSION: &str = "18.0.0";

/// Returns what transitional processing makes of a deviation character (UTS #46 section 4 step 1, section 5).
pub(crate) const fn deviation(unit: u32) -> Option<&'static str> {
    match unit {
        0xDF => Some("ss"),
        0x3C2 => Some("\u{3C3}"),
        0x200C | 0x200D => Some(""),
        _ => None,
    }
}

static MAPPER: Uts46MapperBorrowed<'static> = Uts46Mapper::new();

/// Maps and normalizes, nontransitionally: steps 1 and 2 of UTS #46 section 4.
///
/// A disallowed character, and an integer that is no scalar value, becomes U+FFFD, which is itself disallowed.
///
/// Of any iterator, as the normalizer is large: there is one copy of it.
pub(crate) fn uts46_map<'a>(text: &'a mut dyn Iterator<Item = u32>) -> impl Iterator<Item = u32> + 'a {
    let characters = text.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    MAPPER.map_normalize(characters).map(u32::from)
}
