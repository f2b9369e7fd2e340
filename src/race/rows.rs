//! Rows, the upper octets of UTF-16 units, and the choice of the mode by them (section 2.4.1, steps 1 to 3).

/// The form of a text after the header octet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// All units lie in one row: the header names it, one octet per unit follows.
    OneRow,
    /// Row 00 and one other: the header names the other, units of row 00 are escaped.
    TwoRow,
    /// Anything else: the header `D8`, then the UTF-16 text as it is.
    Uncompressed,
}

impl Mode {
    /// The name: `one_row`, `two_row` or `uncompressed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneRow => "one_row",
            Self::TwoRow => "two_row",
            Self::Uncompressed => "uncompressed",
        }
    }
}

/// The rows of a text, as far as the mode depends on them: whether those other than 00 are one and the same. The union
/// and the intersection of their bits tell, without a branch per unit: equal sets of bits are equal rows (lemma
/// `one_row_is_told_by_union_and_intersection`).
#[derive(Clone, Copy)]
pub(super) struct Rows {
    union: u8,
    intersection: u8,
    has_row0: bool,
}

impl Rows {
    pub(super) const fn new() -> Self {
        Self { union: 0, intersection: 0xFF, has_row0: false }
    }

    /// Takes note of one unit's row.
    pub(super) const fn add(&mut self, row: u8) {
        self.union |= row;
        self.intersection &= if row == 0 { 0xFF } else { row };
        self.has_row0 |= row == 0;
    }

    /// The header of the compressed modes, U1 of the draft; none if the text must stay uncompressed.
    pub(super) const fn header(self) -> Option<u8> {
        if self.union == 0 || self.union == self.intersection { Some(self.union) } else { None }
    }

    pub(super) const fn mode(self) -> Mode {
        match self.header() {
            None => Mode::Uncompressed,
            Some(0) => Mode::OneRow,
            Some(_) if self.has_row0 => Mode::TwoRow,
            Some(_) => Mode::OneRow,
        }
    }
}
