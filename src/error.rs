//! Why an input was refused, and where: two facts, [`ErrorKind`] and an offset.

use core::fmt;

/// A refusal. The kind says what is wrong; the offset says where.
///
/// The offset is 0-based and counts characters (code points) of what the caller passed. What it points at is
/// written down for each kind in [`ErrorKind::offset_meaning`]; it equals the length of the input where the fault is
/// that the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    kind: ErrorKind,
    offset: usize,
}

impl Error {
    #[cold]
    pub(crate) const fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.kind
    }

    /// Where it is wrong: 0-based, in characters of the input.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// The same fault in a text in which this one's input begins at character `start`.
    #[cold]
    pub(crate) const fn shifted(self, start: usize) -> Self {
        Self { kind: self.kind, offset: self.offset.saturating_add(start) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at offset {}: {}", self.kind.code(), self.offset, self.kind.message())
    }
}

impl core::error::Error for Error {}

/// One row per kind: variant, stable code, what is wrong, what the offset points at.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $code:literal $message:literal $offset:literal;)*) => {
        /// The closed list of reasons for refusal. Codes are stable; wording may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = $message] #[doc = ""] #[doc = concat!("The offset points at ", $offset, ".")] $variant,)*
        }

        impl ErrorKind {
            /// Every kind there is, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable code, in snake case: what programs compare.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// What is wrong, for people: a phrase without a full stop.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)* }
            }

            /// What the offset of such an error points at.
            #[must_use]
            pub const fn offset_meaning(self) -> &'static str {
                match self { $(Self::$variant => $offset,)* }
            }
        }
    };
}

kinds! {
    // Bootstring and Punycode (RFC 3492).
    InvalidDigit "invalid_digit"
        "not a digit of the encoding"
        "the character that is no digit";
    Truncated "truncated"
        "the input ends inside an integer"
        "the end of the input";
    Overflow "overflow"
        "an integer exceeds 64 bits"
        "the digit (decoding) or the code point (encoding) at which the sum no longer fits";
    NonBasic "non_basic"
        "an encoded form holds basic code points only"
        "the first character that is not basic";
    Surrogate "surrogate"
        "a surrogate is not a character"
        "the surrogate (encoding) or the first digit of the integer that yields it (decoding)";
    CodePointTooLarge "code_point_too_large"
        "the code point is beyond the repertoire"
        "the code point (encoding) or the first digit of the integer that yields it (decoding)";
    BasicAsDelta "basic_as_delta"
        "a basic code point must stand in the literal part, not arrive as an integer"
        "the first digit of the integer that yields it";
    BelowInitialN "below_initial_n"
        "a code point that is not basic lies below initial_n"
        "the code point";

    // RACE (draft-ietf-idn-race-03).
    Empty "empty"
        "there is no text to encode"
        "the end of the input, which is its beginning";
    LoneSurrogate "lone_surrogate"
        "a surrogate does not form a pair"
        "the surrogate (encoding) or the first Base32 character that holds bits of it (decoding)";
    AllStd13 "all_std13"
        "letters, digits and hyphens alone have no RACE form"
        "the beginning of the label";
    U0099InCompressedMode "u0099_in_compressed_mode"
        "U+0099 has no compressed form"
        "U+0099 (encoding) or the first Base32 character that holds bits of it (decoding)";
    TooLong "too_long"
        "more than 36 octets before Base32"
        "the code point whose octets no longer fit";
    NonAscii "non_ascii"
        "a RACE label is ASCII"
        "the first character that is not ASCII";
    NoPrefix "no_prefix"
        "the label does not begin with bq--"
        "the beginning of the label";
    LabelTooLong "label_too_long"
        "a label has at most 63 characters"
        "the first character that no longer fits, or the beginning of the label where its encoded form is too long";
    BadBase32Char "bad_base32_char"
        "not in the Base32 alphabet a-z 2-7"
        "the character";
    BadBase32Length "bad_base32_length"
        "no whole number of octets has this many Base32 characters"
        "the end of the label";
    NonzeroPadding "nonzero_padding"
        "the unused bits of the last Base32 character are not zero"
        "the last character";
    TooShort "too_short"
        "a header and at least one octet are needed"
        "the end of the label";
    SurrogateRow "surrogate_row"
        "rows D9 to DF hold surrogates only"
        "the first Base32 character, which holds the header octet";
    D8OddLength "d8_odd_length"
        "uncompressed text has an even number of octets"
        "the end of the label";
    D8ButCompressible "d8_but_compressible"
        "the text has a compressed form, so the uncompressed one is not canonical"
        "the first Base32 character, which holds the header octet";
    TrailingEscape "trailing_escape"
        "the label ends inside an escape"
        "the end of the label";
    EscapeInRow0 "escape_in_row0"
        "in row 00 only FF itself is escaped"
        "the first Base32 character that holds bits of the escape octet";
    AllEscaped "all_escaped"
        "no character lies in the row of the header, so the form is not canonical"
        "the first Base32 character, which holds the header octet";
    LabelSeparator "label_separator"
        "a full stop inside a label would make a new boundary"
        "the character that is a full stop or is mapped to one, or in RACE the beginning of the label";
    AcePrefixInInput "ace_prefix_in_input"
        "text that itself begins with bq-- would be taken for a RACE label"
        "the beginning of the label";

    // Labels and domain names (RFC 5890-5893, UTS #46, RFC 3490). Where a problem lies inside what an A-label decodes
    // to, the offset is the beginning of that A-label.
    EmptyDomain "empty_domain"
        "there is no name"
        "the beginning of the input";
    EmptyLabel "empty_label"
        "a label is empty"
        "the place where the label would begin";
    DomainTooLong "domain_too_long"
        "a name has at most 253 characters in its ASCII form, a trailing dot not counted"
        "the beginning of the label that no longer fits, or of the input where its size alone says so";
    HyphenStartEnd "hyphen_start_end"
        "a label neither begins nor ends with a hyphen"
        "the hyphen";
    Hyphen34 "hyphen_3_4"
        "a label has no hyphens in third and fourth position"
        "the third character";
    LeadingCombiner "leading_combiner"
        "a label does not begin with a combining mark"
        "the mark";
    NotNfc "not_nfc"
        "the label is not in Unicode Normalization Form C"
        "the first character that normalization would change, move or compose";
    DisallowedCodepoint "disallowed_codepoint"
        "the code point is not allowed in a label"
        "the character";
    Std3Disallowed "std3_disallowed"
        "the only ASCII characters of a host name are letters, digits and hyphens"
        "the character that is such an ASCII character or is mapped to one";
    Unassigned "unassigned"
        "the code point is not assigned in Unicode 3.2, the version of IDNA2003"
        "the character";
    ContextJ "contextj"
        "a joiner stands where it changes nothing"
        "the joiner";
    ContextO "contexto"
        "the code point is allowed in certain contexts only, and this is none of them"
        "the character";
    BidiRule1 "bidi_rule_1"
        "in a bidirectional name a label begins with a letter of either direction"
        "the first character of the label";
    BidiRule2 "bidi_rule_2"
        "a right-to-left label holds a character of another direction"
        "the character";
    BidiRule3 "bidi_rule_3"
        "a right-to-left label ends with a character that has no such direction and is no digit"
        "the last character that is no non-spacing mark";
    BidiRule4 "bidi_rule_4"
        "a right-to-left label mixes European and Arabic digits"
        "the first digit of the other kind";
    BidiRule5 "bidi_rule_5"
        "a left-to-right label of a bidirectional name holds a character of another direction"
        "the character";
    BidiRule6 "bidi_rule_6"
        "a left-to-right label of a bidirectional name ends with neither a letter nor a digit"
        "the last character that is no non-spacing mark";
    InvalidAlabel "invalid_alabel"
        "a label that begins with xn-- is no A-label"
        "the character that is no digit, or the beginning of the label";
    NonCanonicalAlabel "non_canonical_alabel"
        "the A-label is not the one its text is encoded to"
        "the beginning of the label";
}
