//! Sets of characters in the rows: a bit for each of ASCII, and Default_Ignorable_Code_Point.

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chars {
    ascii: u128,
    has_ignorable: bool,
}

impl Chars {
    pub(super) const NONE: Self = Self { ascii: 0, has_ignorable: false };
    /// Forbidden domain code points (URL Standard, section 3.3).
    pub(super) const FORBIDDEN: Self = Self::of(b" #/:<>?@[\\]^|%\x7F").with_controls();
    /// The letters, digits, hyphens, underscores, dots and backslashes that glibc lets through are not in it.
    pub(super) const NOT_GLIBC: Self =
        Self::of(b"-._\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").inverted();
    /// Default_Ignorable_Code_Point, and U+1806.
    pub(super) const IGNORABLE: Self = Self { ascii: 0, has_ignorable: true };

    /// The set of some characters of ASCII.
    pub(super) const fn of(mut characters: &[u8]) -> Self {
        let mut ascii = 0;
        while let [first, others @ ..] = characters {
            ascii |= bit(*first);
            characters = others;
        }
        Self { ascii, has_ignorable: false }
    }

    const fn with_controls(self) -> Self {
        Self { ascii: self.ascii | 0xFFFF_FFFF, ..self }
    }

    const fn inverted(self) -> Self {
        Self { ascii: !self.ascii, ..self }
    }

    /// The set without one of its characters.
    pub(super) const fn without(self, character: u8) -> Self {
        Self { ascii: self.ascii & !bit(character), ..self }
    }

    /// The characters of a text, as far as sets tell them.
    pub(super) fn of_text(text: &[u32]) -> Self {
        text.iter().fold(Self::NONE, |all, &unit| match u8::try_from(unit) {
            Ok(octet) if octet < 0x80 => Self { ascii: all.ascii | bit(octet), ..all },
            _ => Self { has_ignorable: all.has_ignorable || is_ignorable(unit), ..all },
        })
    }

    /// The characters of both sets.
    pub(super) const fn with(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, has_ignorable: self.has_ignorable || other.has_ignorable }
    }

    pub(super) const fn has_octet(self, octet: u8) -> bool {
        self.ascii & bit(octet) != 0
    }

    /// Returns whether a character is in both sets.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.ascii & other.ascii != 0 || (self.has_ignorable && other.has_ignorable)
    }
}

/// The bit of an octet; nothing beyond ASCII.
const fn bit(octet: u8) -> u128 {
    if octet < 0x80 { 1_u128.wrapping_shl(u32::from_le_bytes([octet, 0, 0, 0])) } else { 0 }
}

const fn is_ignorable(unit: u32) -> bool {
    matches!(unit,
        0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x1806 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFF8
        | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF)
}
