//! What the label rules need to know of one code point, packed into 32 bits.
//!
//! The flags that refuse, and those that ask for a closer look, are bits of their own, so that one `OR` over a label
//! answers most questions about all of it.

use super::table;

/// The facts of one code point.
///
/// | bits | fact |
/// | --- | --- |
/// | 0-7 | canonical combining class |
/// | 8-12 | [`BidiClass`] |
/// | 13-15 | [`JoiningType`] |
/// | 16-18 | [`DerivedProperty`] |
/// | 19-20 | [`Uts46Status`] |
/// | 21-22 | [`Quick`] of NFC |
/// | 23 | general category M |
/// | 24-26 | [`ContextScript`] |
/// | 27 | U+200C or U+200D |
/// | 28 | ASCII, but no letter a-z, digit or hyphen |
/// | 29 | a forbidden domain code point of the URL standard |
/// | 30 | changed by transitional processing of UTS #46 |
/// | 31 | not among the PVALID starters that nameprep leaves alone, whatever stands around them |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Props(pub(super) u32);

macro_rules! field {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $value:literal,)* } default $default:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$of])* $variant = $value,)* }

        impl $name {
            #[inline]
            const fn from_bits(bits: u32) -> Self {
                match bits { $($value => Self::$variant,)* _ => Self::$default }
            }
        }
    };
}

field! {
    /// Bidi_Class (UAX #44), as RFC 5893 asks for it.
    BidiClass {
        /// Left-to-right.
        L = 0,
        /// Right-to-left.
        R = 1,
        /// European number.
        EN = 2,
        /// European separator.
        ES = 3,
        /// European terminator.
        ET = 4,
        /// Arabic number.
        AN = 5,
        /// Common separator.
        CS = 6,
        /// Paragraph separator.
        B = 7,
        /// Segment separator.
        S = 8,
        /// White space.
        WS = 9,
        /// Other neutral.
        ON = 10,
        /// Left-to-right embedding.
        LRE = 11,
        /// Left-to-right override.
        LRO = 12,
        /// Right-to-left Arabic.
        AL = 13,
        /// Right-to-left embedding.
        RLE = 14,
        /// Right-to-left override.
        RLO = 15,
        /// Pop directional format.
        PDF = 16,
        /// Non-spacing mark.
        NSM = 17,
        /// Boundary neutral.
        BN = 18,
        /// First strong isolate.
        FSI = 19,
        /// Left-to-right isolate.
        LRI = 20,
        /// Right-to-left isolate.
        RLI = 21,
        /// Pop directional isolate.
        PDI = 22,
    } default L
}

impl BidiClass {
    /// The abbreviated property value, such as `AL`.
    #[must_use]
    pub const fn name(self) -> &'static str {
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

field! {
    /// Joining_Type (UAX #44), as RFC 5892 appendix A.1 asks for it.
    JoiningType {
        /// U, non-joining.
        NonJoining = 0,
        /// C, join-causing.
        JoinCausing = 1,
        /// D, dual-joining.
        DualJoining = 2,
        /// L, left-joining.
        LeftJoining = 3,
        /// R, right-joining.
        RightJoining = 4,
        /// T, transparent.
        Transparent = 5,
    } default NonJoining
}

impl JoiningType {
    /// The abbreviated property value, such as `D`.
    #[must_use]
    pub const fn name(self) -> &'static str {
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

field! {
    /// The derived property of IDNA2008 (RFC 5892 section 3).
    DerivedProperty {
        /// Allowed in general.
        Pvalid = 0,
        /// Allowed in some contexts: the joiners.
        ContextJ = 1,
        /// Allowed in some contexts: others.
        ContextO = 2,
        /// Never allowed.
        Disallowed = 3,
        /// Not a character in this version of Unicode.
        Unassigned = 4,
    } default Disallowed
}

impl DerivedProperty {
    /// The value as RFC 5892 writes it, such as `CONTEXTJ`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pvalid => "PVALID",
            Self::ContextJ => "CONTEXTJ",
            Self::ContextO => "CONTEXTO",
            Self::Disallowed => "DISALLOWED",
            Self::Unassigned => "UNASSIGNED",
        }
    }
}

field! {
    /// The status of UTS #46 section 5, deviation characters being valid.
    Uts46Status {
        /// Stays as it is.
        Valid = 0,
        /// Replaced.
        Mapped = 1,
        /// Removed.
        Ignored = 2,
        /// Refused.
        Disallowed = 3,
    } default Disallowed
}

field! {
    /// NFC_Quick_Check (UAX #15 section 9).
    Quick {
        /// Stands in texts that are NFC.
        Yes = 0,
        /// May compose with what stands before it.
        Maybe = 1,
        /// Stands in no text that is NFC.
        No = 2,
    } default No
}

field! {
    /// The scripts that RFC 5892 appendix A speaks of.
    ContextScript {
        /// Any other.
        Other = 0,
        /// Greek.
        Greek = 1,
        /// Hebrew.
        Hebrew = 2,
        /// Hiragana, Katakana or Han.
        Japanese = 3,
    } default Other
}

impl Props {
    pub(crate) const CCC: u32 = 0xFF;
    pub(crate) const NOT_PVALID: u32 = 0b111 << 16;
    pub(crate) const NOT_VALID_UTS46: u32 = 0b11 << 19;
    pub(crate) const NOT_QUICK_NFC: u32 = 0b11 << 21;
    pub(crate) const MARK: u32 = 1 << 23;
    pub(crate) const JOINER: u32 = 1 << 27;
    pub(crate) const NOT_LDH: u32 = 1 << 28;
    pub(crate) const URL_FORBIDDEN: u32 = 1 << 29;
    pub(crate) const DEVIATION: u32 = 1 << 30;
    pub(crate) const NOT_PREPARED: u32 = 1 << 31;

    /// What stands for integers that are no code points: refused by every rule.
    const NONE: Self = Self((3 << 16) | (3 << 19) | Self::NOT_PREPARED);

    /// The facts of a code point. An integer beyond U+10FFFF is disallowed by every rule.
    #[inline]
    #[must_use]
    pub fn of(code_point: u32) -> Self {
        table::lookup(code_point).map_or(Self::NONE, Self)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Canonical_Combining_Class.
    #[inline]
    #[must_use]
    pub const fn combining_class(self) -> u32 {
        self.0 & Self::CCC
    }

    /// Whether the canonical combining class is 9, Virama.
    #[inline]
    #[must_use]
    pub const fn is_virama(self) -> bool {
        self.combining_class() == 9
    }

    /// Bidi_Class.
    #[inline]
    #[must_use]
    pub const fn bidi_class(self) -> BidiClass {
        BidiClass::from_bits(self.bidi_bits())
    }

    #[inline]
    pub(crate) const fn bidi_bits(self) -> u32 {
        (self.0 >> 8) & 0b1_1111
    }

    /// Joining_Type.
    #[inline]
    #[must_use]
    pub const fn joining_type(self) -> JoiningType {
        JoiningType::from_bits((self.0 >> 13) & 0b111)
    }

    /// The derived property of IDNA2008.
    #[inline]
    #[must_use]
    pub const fn derived_property(self) -> DerivedProperty {
        DerivedProperty::from_bits((self.0 >> 16) & 0b111)
    }

    /// The status in UTS #46.
    #[inline]
    #[must_use]
    pub const fn uts46_status(self) -> Uts46Status {
        Uts46Status::from_bits((self.0 >> 19) & 0b11)
    }

    /// NFC_Quick_Check.
    #[inline]
    #[must_use]
    pub const fn nfc_quick(self) -> Quick {
        Quick::from_bits((self.0 >> 21) & 0b11)
    }

    /// Whether the general category is Mn, Mc or Me.
    #[inline]
    #[must_use]
    pub const fn is_mark(self) -> bool {
        self.0 & Self::MARK != 0
    }

    /// Which of the scripts of RFC 5892 appendix A it belongs to.
    #[inline]
    #[must_use]
    pub const fn context_script(self) -> ContextScript {
        ContextScript::from_bits((self.0 >> 24) & 0b111)
    }
}
