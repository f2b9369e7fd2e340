//! The facts about one code point that the label rules need, packed into 32 bits. This file alone says which bits hold
//! which fact: the crate reads them, and `tools/unicode_table.rs` takes this file as a module of its own and writes
//! them.
//!
//! The flags that refuse, and those that ask for a closer look, are bits of their own, so that one `OR` over a label
//! answers most questions about all of it.

/// The facts of one code point, packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Props(pub(super) u32);

/// The facts of one code point, one by one.
pub(crate) struct Facts {
    /// Canonical_Combining_Class.
    pub(crate) combining_class: u8,
    pub(crate) bidi_class: BidiClass,
    pub(crate) joining_type: JoiningType,
    pub(crate) derived_property: DerivedProperty,
    pub(crate) uts46_status: Uts46Status,
    /// NFC_Quick_Check.
    pub(crate) nfc_quick: Quick,
    pub(crate) context_script: ContextScript,
    /// Of [`Props::MARK`] and the constants after it those that hold.
    pub(crate) flags: u32,
}

/// An enumerated fact: its values, in the bits of `$mask`, the lowest of which is bit `$at`.
macro_rules! field {
    (
        $(#[$doc:meta])*
        $name:ident at $at:literal of $mask:literal { $($(#[$of:meta])* $variant:ident = $value:literal,)* }
        default $default:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $($(#[$of])* $variant = $value,)* }

        impl $name {
            const AT: u32 = $at;
            const MASK: u32 = $mask << $at;

            #[inline]
            const fn unpacked(packed: u32) -> Self {
                match (packed & Self::MASK) >> Self::AT { $($value => Self::$variant,)* _ => Self::$default }
            }

            const fn packed(self) -> u32 {
                match self { $(Self::$variant => $value << Self::AT,)* }
            }
        }
    };
}

field! {
    /// Bidi_Class (UAX #44), as RFC 5893 asks for it.
    #[allow(clippy::upper_case_acronyms, reason = "the short names of UAX #44")]
    BidiClass at 8 of 0b1_1111 {
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

/// A set of values of Bidi_Class: bit n for the value n.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BidiClasses(u32);

impl BidiClasses {
    /// The set of some values.
    pub(crate) const fn of(mut classes: &[BidiClass]) -> Self {
        let mut set = 0;
        while let [class, others @ ..] = classes {
            set |= Props(class.packed()).bidi_classes().0;
            classes = others;
        }
        Self(set)
    }

    /// Returns whether a value is in both sets.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether all values of this set are in the other.
    #[inline]
    pub(crate) const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The facts about all code points of a text, in one word, so that one `OR` per code point gathers them: the bits of
/// their [`Props`] in the lower half, their Bidi classes in the upper one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Gathered(pub(crate) u64);

impl Gathered {
    pub(super) const fn of_props(props: Props) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (props.0.to_le_bytes(), props.bidi_classes().0.to_le_bytes());
        Self(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }

    /// With the facts of another code point.
    #[inline]
    pub(crate) const fn with(self, props: Props) -> Self {
        Self(self.0 | Self::of_props(props).0)
    }

    #[inline]
    pub(super) const fn props(self) -> Props {
        let [a, b, c, d, ..] = self.0.to_le_bytes();
        Props(u32::from_le_bytes([a, b, c, d]))
    }

    /// Returns whether any code point has one of these properties.
    #[inline]
    pub(crate) const fn has(self, bits: u32) -> bool {
        self.props().0 & bits != 0
    }

    /// Without the bits that ask whether the text is normalized.
    #[inline]
    pub(crate) fn normalized(self) -> Self {
        Self(self.0 & !u64::from(Props::MAY_NOT_BE_NFC))
    }

    #[inline]
    pub(crate) const fn bidi_classes(self) -> BidiClasses {
        let [.., e, f, g, h] = self.0.to_le_bytes();
        BidiClasses(u32::from_le_bytes([e, f, g, h]))
    }
}

field! {
    /// Joining_Type (UAX #44), as RFC 5892 appendix A.1 asks for it.
    JoiningType at 13 of 0b111 {
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

field! {
    /// The derived property of IDNA2008 (RFC 5892 section 3).
    DerivedProperty at 16 of 0b111 {
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

field! {
    /// The status of UTS #46 section 5, deviation characters being valid.
    Uts46Status at 19 of 0b11 {
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
    Quick at 21 of 0b11 {
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
    ContextScript at 24 of 0b111 {
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
    /// Canonical_Combining_Class.
    pub(crate) const CCC: u32 = 0xFF;
    pub(crate) const NOT_PVALID: u32 = DerivedProperty::MASK;
    pub(crate) const NOT_VALID_UTS46: u32 = Uts46Status::MASK;
    pub(crate) const NOT_QUICK_NFC: u32 = Quick::MASK;
    /// Where no code point of a text has one of these bits, the text is in Normalization Form C (UAX #15 section 9).
    pub(crate) const MAY_NOT_BE_NFC: u32 = Self::CCC | Self::NOT_QUICK_NFC;
    /// General_Category M.
    pub(crate) const MARK: u32 = 1 << 23;
    /// U+200C or U+200D.
    pub(crate) const JOINER: u32 = 1 << 27;
    /// ASCII, but no letter a-z, digit or hyphen.
    pub(crate) const NOT_LDH: u32 = 1 << 28;
    /// A forbidden domain code point of the URL standard.
    pub(crate) const URL_FORBIDDEN: u32 = 1 << 29;
    /// Changed by transitional processing of UTS #46.
    pub(crate) const DEVIATION: u32 = 1 << 30;
    /// Not among the PVALID starters that nameprep leaves alone, whatever stands around them.
    pub(crate) const NOT_PREPARED: u32 = 1 << 31;

    pub(crate) const fn packed(facts: &Facts) -> Self {
        Self(
            u32::from_le_bytes([facts.combining_class, 0, 0, 0])
                | facts.bidi_class.packed()
                | facts.joining_type.packed()
                | facts.derived_property.packed()
                | facts.uts46_status.packed()
                | facts.nfc_quick.packed()
                | facts.context_script.packed()
                | facts.flags,
        )
    }

    /// Without some of the bits.
    #[inline]
    pub(crate) const fn without(self, bits: u32) -> Self {
        Self(self.0 & !bits)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Canonical_Combining_Class.
    #[inline]
    #[must_use]
    pub(crate) const fn combining_class(self) -> u32 {
        self.0 & Self::CCC
    }

    /// Returns whether the canonical combining class is 9, Virama.
    #[inline]
    #[must_use]
    pub(crate) const fn is_virama(self) -> bool {
        self.combining_class() == 9
    }

    /// Bidi_Class.
    #[inline]
    #[must_use]
    pub(crate) const fn bidi_class(self) -> BidiClass {
        BidiClass::unpacked(self.0)
    }

    /// Bidi_Class as a set of one value.
    #[inline]
    pub(crate) const fn bidi_classes(self) -> BidiClasses {
        // A plain shift: the mask has five bits.
        BidiClasses(1_u32.wrapping_shl((self.0 & BidiClass::MASK) >> BidiClass::AT))
    }

    /// Joining_Type.
    #[inline]
    #[must_use]
    pub(crate) const fn joining_type(self) -> JoiningType {
        JoiningType::unpacked(self.0)
    }

    /// The derived property of IDNA2008.
    #[inline]
    #[must_use]
    pub(crate) const fn derived_property(self) -> DerivedProperty {
        DerivedProperty::unpacked(self.0)
    }

    /// The status in UTS #46.
    #[inline]
    #[must_use]
    pub(crate) const fn uts46_status(self) -> Uts46Status {
        Uts46Status::unpacked(self.0)
    }

    /// NFC_Quick_Check.
    #[inline]
    #[must_use]
    pub(crate) const fn nfc_quick(self) -> Quick {
        Quick::unpacked(self.0)
    }

    /// Returns whether the general category is Mn, Mc or Me.
    #[inline]
    #[must_use]
    pub(crate) const fn is_mark(self) -> bool {
        self.0 & Self::MARK != 0
    }

    /// Which of the scripts of RFC 5892 appendix A it belongs to.
    #[inline]
    #[must_use]
    pub(crate) const fn context_script(self) -> ContextScript {
        ContextScript::unpacked(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_bits_of_its_own_and_no_bit_is_left() {
        let fields = [
            Props::CCC,
            BidiClass::MASK,
            JoiningType::MASK,
            DerivedProperty::MASK,
            Uts46Status::MASK,
            Quick::MASK,
            ContextScript::MASK,
        ];
        let flags =
            [Props::MARK, Props::JOINER, Props::NOT_LDH, Props::URL_FORBIDDEN, Props::DEVIATION, Props::NOT_PREPARED];
        let taken = fields.into_iter().chain(flags).fold(0, |taken, mask| {
            assert_eq!(taken & mask, 0, "{mask:#X}");
            taken | mask
        });
        assert_eq!(taken, u32::MAX);
    }
}
