//! The fields of results that are no texts.

use core::ffi::CStr;

use super::work::Work;

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellType {
    /// With offsets of 32 bits.
    Text,
    Int32,
    Int64,
    Float64,
    Bool,
}

/// The names of the fields of a struct and their types, in their order.
pub(crate) type Fields = &'static [(&'static CStr, CellType)];

// works: begin
pub(super) const REPORT: Fields = &[
    (c"code", CellType::Text),
    (c"label_index", CellType::Int32),
    (c"offset", CellType::Int64),
    (c"message", CellType::Text),
];
pub(super) const DISPLAY_REPORT: Fields = &[
    (c"reason", CellType::Text),
    (c"label_index", CellType::Int32),
    (c"offset", CellType::Int64),
    (c"codepoint", CellType::Int32),
];
pub(super) const HOST: Fields = &[
    (c"kind", CellType::Text),
    (c"ascii", CellType::Text),
    (c"unicode", CellType::Text),
    (c"port", CellType::Int32),
    (c"code", CellType::Text),
    (c"offset", CellType::Int64),
    (c"reserved", CellType::Text),
];
pub(super) const SUFFIX_PARTS: Fields =
    &[(c"suffix", CellType::Text), (c"registrable", CellType::Text), (c"subdomain", CellType::Text)];
pub(super) const REGISTRY_CHECK: Fields = &[
    (c"eligible", CellType::Bool),
    (c"disposition", CellType::Text),
    (c"code", CellType::Text),
    (c"offset", CellType::Int64),
];
pub(super) const LOOKALIKE: Fields = &[
    (c"target", CellType::Text),
    (c"how", CellType::Text),
    (c"score", CellType::Float64),
    (c"start", CellType::Int64),
    (c"end", CellType::Int64),
];
pub(super) const FIND: Fields = &[
    (c"start", CellType::Int64),
    (c"end", CellType::Int64),
    (c"kind", CellType::Text),
    (c"name", CellType::Text),
    (c"is_escaped", CellType::Bool),
    (c"code", CellType::Text),
    (c"is_defanged", CellType::Bool),
    (c"decoded", CellType::Text),
];
// works: end

impl Work {
    /// The fields of the result of a work, if it is no text; the only one of a result that is no struct.
    pub(crate) const fn fields(self) -> Fields {
        match self {
            Self::Host(_) => HOST,
            Self::SuffixParts => SUFFIX_PARTS,
            Self::Lookalike => LOOKALIKE,
            Self::Find => FIND,
            Self::RegistryCheck => REGISTRY_CHECK,
            _ => &[(c"", CellType::Bool)],
        }
    }

    /// The fields of a report besides its value.
    pub(crate) const fn fields_of_report(self) -> Fields {
        if self.tells_code_points() { DISPLAY_REPORT } else { REPORT }
    }
}
