//! The class of a code point where a name ends in text, in an octet. The crate reads it, and `tools/unicode_table.rs`
//! takes this file as a module of its own and writes it: `tools/text_facts.rs` has the rule.

/// The role of a character where a name stands in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TextClass {
    /// It ends a name: white space, punctuation, or what no label can hold.
    Ends = 0,
    /// A letter, a mark or a digit.
    Letter = 1,
    /// A symbol, or a joiner (U+200C, U+200D): of a name before a letter.
    Symbol = 2,
    /// Punctuation that joins letters: of a name between two of them.
    Joins = 3,
    /// A character that UTS #46 removes: of a name between two of its characters.
    Ignored = 4,
}

impl TextClass {
    pub(super) const fn unpacked(packed: u8) -> Self {
        match packed {
            1 => Self::Letter,
            2 => Self::Symbol,
            3 => Self::Joins,
            4 => Self::Ignored,
            _ => Self::Ends,
        }
    }
}
