//! The facts of Unicode that labels are judged by, all of one version, behind one small interface.
//!
//! The facts of a code point ([`Props`]), and what most are mapped to ([`mapping`]), are compact tables generated from
//! ICU4X by `tools/unicode_table.rs`; mapping with normalization is ICU4X's own. The tables of Unicode 3.2 that IDNA2003 needs are those of RFC 3454.
//!
//! This room knows no labels: it answers for code points and sequences of them.

mod mappings;
mod nfc;
mod prepare;
mod props;
mod scripts;
mod stages;
mod table;
mod tagged;

use icu_normalizer::uts46::{Uts46Mapper, Uts46MapperBorrowed};

pub use mappings::{mapping, nameprep_mapping};
pub use nfc::first_change;
pub(crate) use nfc::{LONG_RUN, has_long_run};
pub use prepare::{Direction, direction, is_prohibited, is_removed, is_unassigned, nameprep_map};
pub use props::{BidiClass, ContextScript, DerivedProperty, JoiningType, Props, Quick, Uts46Status};
pub use scripts::Script;
pub(crate) use tagged::{MOST_OF_A_DECOMPOSITION, Tagged, compose_tagged, decompose_tagged};

/// The version of Unicode of every table here but those of IDNA2003, which are of version 3.2.
pub const UNICODE_VERSION: &str = "18.0.0";

static MAPPER: Uts46MapperBorrowed<'static> = Uts46Mapper::new();

/// Maps and normalizes, nontransitionally: steps 1 and 2 of UTS #46 section 4.
///
/// A disallowed character, and an integer that is no scalar value, becomes U+FFFD, which is itself disallowed.
pub fn uts46_map<'a>(text: impl Iterator<Item = u32> + 'a) -> impl Iterator<Item = u32> + 'a {
    let characters = text.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    MAPPER.map_normalize(characters).map(u32::from)
}
