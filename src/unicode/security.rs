//! The facts of UTS #39 of a code point, packed into 32 bits.

/// The use that a character may have in identifiers (UTS #39 section 3.1, Identifier_Type).
///
/// Where the standard lists several types for a character, this is the first of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IdentifierType {
    /// Unassigned, private use, a surrogate or a control.
    NotCharacter,
    /// Deprecated in the Unicode Standard.
    Deprecated,
    /// Default_Ignorable_Code_Point.
    DefaultIgnorable,
    /// Changed by Normalization Form KC.
    NotNfkc,
    /// Not in XID_Continue.
    NotXid,
    /// Of a script that is not in customary modern use.
    Exclusion,
    /// Not in modern use any more.
    Obsolete,
    /// Of a specialized use, such as phonetics.
    Technical,
    /// Of limited use in a language.
    UncommonUse,
    /// Of a script in limited use.
    LimitedUse,
    /// Allowed, though it is not in XID_Continue or is an exception.
    Inclusion,
    /// Allowed: in customary modern use.
    Recommended,
}

impl IdentifierType {
    /// All types, in the order of their numbers.
    pub(crate) const ALL: [Self; 12] = [
        Self::NotCharacter,
        Self::Deprecated,
        Self::DefaultIgnorable,
        Self::NotNfkc,
        Self::NotXid,
        Self::Exclusion,
        Self::Obsolete,
        Self::Technical,
        Self::UncommonUse,
        Self::LimitedUse,
        Self::Inclusion,
        Self::Recommended,
    ];

    /// The name that UTS #39 gives it, in lower case: `"uncommon_use"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotCharacter => "not_character",
            Self::Deprecated => "deprecated",
            Self::DefaultIgnorable => "default_ignorable",
            Self::NotNfkc => "not_nfkc",
            Self::NotXid => "not_xid",
            Self::Exclusion => "exclusion",
            Self::Obsolete => "obsolete",
            Self::Technical => "technical",
            Self::UncommonUse => "uncommon_use",
            Self::LimitedUse => "limited_use",
            Self::Inclusion => "inclusion",
            Self::Recommended => "recommended",
        }
    }
}

/// The facts of a code point, packed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Security(pub(super) u32);

/// The same, to be packed by the tool that writes the table.
#[allow(dead_code, reason = "the crate reads what is packed")]
pub(crate) struct SecurityFacts {
    pub(crate) script_set: u32,
    pub(crate) identifier_type: IdentifierType,
    pub(crate) digits: u32,
    pub(crate) flags: u32,
}

const TYPE_AT: u32 = 9;
const DIGITS_AT: u32 = 13;

impl Security {
    /// The number of the set of all scripts: the first one.
    pub(crate) const ALL_SCRIPTS: u32 = 0;
    /// No flags.
    pub(crate) const NONE: Self = Self(0);
    /// All flags.
    pub(crate) const ALL: Self = Self(u32::MAX);

    /// Identifier_Status is Allowed.
    pub(crate) const ALLOWED: u32 = 1 << 20;
    /// The field that is 0 for all characters except decimal digits, of whatever system.
    pub(crate) const DIGITS: u32 = 0x7F << DIGITS_AT;
    pub(crate) const NONSPACING_MARK: u32 = 1 << 21;
    pub(crate) const SOFT_DOTTED: u32 = 1 << 22;
    /// Default_Ignorable_Code_Point: no skeleton has it.
    pub(crate) const IGNORED: u32 = 1 << 23;
    /// Its NFD or its skeleton begins with a character that is no starter.
    pub(crate) const BEGINS_WITH_MARK: u32 = 1 << 24;
    pub(crate) const ENDS_WITH_MARK: u32 = 1 << 25;
    pub(crate) const HAS_SKELETON: u32 = 1 << 26;
    /// It is a Hangul syllable: its skeleton is that of its parts, and is not in the table.
    pub(crate) const SYLLABLE: u32 = 1 << 27;
    /// A character with none of these flags stays in the skeleton of any text, and changes nothing around it.
    pub(crate) const CHANGES_SKELETON: u32 =
        Self::IGNORED | Self::BEGINS_WITH_MARK | Self::ENDS_WITH_MARK | Self::HAS_SKELETON | Self::SYLLABLE;

    /// Script sets have nine bits, types four, systems of digits seven.
    #[allow(clippy::as_conversions, dead_code, reason = "the number of a type; the tool calls it")]
    pub(crate) const fn packed(facts: &SecurityFacts) -> Self {
        debug_assert!(facts.script_set < 1 << TYPE_AT && facts.digits < 1 << 7);
        Self(facts.script_set | (facts.identifier_type as u32) << TYPE_AT | facts.digits << DIGITS_AT | facts.flags)
    }

    #[allow(dead_code, reason = "the tool calls it")]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The flags that one of two has; all else means nothing.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The flags that both have; all else means nothing.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    /// Which of the sets of scripts it has.
    pub(crate) const fn script_set(self) -> u32 {
        self.0 & ((1 << TYPE_AT) - 1)
    }

    pub(crate) fn identifier_type(self) -> IdentifierType {
        // The table has no number that is not one of these types.
        let number = self.0 >> TYPE_AT & 0xF;
        usize::try_from(number)
            .ok()
            .and_then(|number| IdentifierType::ALL.get(number).copied())
            .unwrap_or(IdentifierType::NotCharacter)
    }

    /// The number of the system whose decimal digit it is, from 1 on; 0 where it is none.
    pub(crate) const fn digits(self) -> u32 {
        self.0 >> DIGITS_AT & 0x7F
    }
}
