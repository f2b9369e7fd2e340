//! Names of values of properties.

use super::props::{BidiClass, DerivedProperty, JoiningType};

impl BidiClass {
    /// The abbreviated property value, such as `AL`.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::L => "L",
            Self::R => "R",
            Self::EN => "EN",
            Self::ES => "ES",
            Self::ET => "ET",
            Self::AN => "AN",
            Self::CS => "CS",
            Self::B => "B",
            Self::S => "S",
            Self::WS => "WS",
            Self::ON => "ON",
            Self::LRE => "LRE",
            Self::LRO => "LRO",
            Self::AL => "AL",
            Self::RLE => "RLE",
            Self::RLO => "RLO",
            Self::PDF => "PDF",
            Self::NSM => "NSM",
            Self::BN => "BN",
            Self::FSI => "FSI",
            Self::LRI => "LRI",
            Self::RLI => "RLI",
            Self::PDI => "PDI",
        }
    }
}

impl DerivedProperty {
    /// The name that RFC 5892 gives it, such as `PVALID`.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pvalid => "PVALID",
            Self::ContextJ => "CONTEXTJ",
            Self::ContextO => "CONTEXTO",
            Self::Disallowed => "DISALLOWED",
            Self::Unassigned => "UNASSIGNED",
        }
    }
}

impl JoiningType {
    /// The abbreviated property value, such as `D`.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NonJoining => "U",
            Self::JoinCausing => "C",
            Self::DualJoining => "D",
            Self::LeftJoining => "L",
            Self::RightJoining => "R",
            Self::Transparent => "T",
        }
    }
}
