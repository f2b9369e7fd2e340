//! Why an input was refused, and where: two facts, [`ErrorKind`] and an offset.

use core::fmt;

use crate::bounded;
use crate::version::UnicodeVersion;

/// A refusal. The kind says what is wrong; the offset says where.
///
/// The offset is 0-based and counts characters (code points) of what the caller passed. What it points at is
/// written down for each kind in [`ErrorKind::offset_meaning`]; it equals the length of the input where the fault is
/// that the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    kind: ErrorKind,
    /// The version of Unicode that alone refuses the character at fault.
    version: Option<UnicodeVersion>,
    offset: usize,
}

impl Error {
    #[cold]
    pub(crate) const fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, version: None, offset }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.kind
    }

    /// The version of Unicode that refuses the character at fault, which newer ones let through: the one that
    /// [`Profile::unicode`](crate::Profile::unicode) asks for. `None` for all other refusals.
    #[must_use]
    pub const fn unicode(self) -> Option<UnicodeVersion> {
        self.version
    }

    /// Where it is wrong: 0-based, in characters of the input.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// Where it is wrong, in bytes: where the character at [`Error::offset`] begins in `input`, the text that was
    /// passed. So `&input[error.byte_offset(input)..]` begins with the character at fault.
    ///
    /// ```
    /// use acelabel::{Profile, to_ascii};
    ///
    /// let name = "bücher.a_b";
    /// let error = to_ascii(name, &Profile::UTS46).unwrap_err();
    /// assert_eq!((error.offset(), error.byte_offset(name)), (8, 9));
    /// assert_eq!(&name[error.byte_offset(name)..], "_b");
    /// ```
    #[must_use]
    pub fn byte_offset(self, input: &str) -> usize {
        input.char_indices().nth(self.offset).map_or(input.len(), |(start, _)| start)
    }

    /// The same fault in a text in which this one's input begins at character `start`.
    #[cold]
    pub(crate) fn shifted(self, start: usize) -> Self {
        Self { offset: bounded::add(self.offset, start), ..self }
    }

    /// The same fault at another place.
    #[cold]
    pub(crate) const fn at(self, offset: usize) -> Self {
        Self { offset, ..self }
    }

    /// The same fault, which a version of Unicode alone finds.
    #[cold]
    pub(crate) const fn in_version(self, version: UnicodeVersion) -> Self {
        Self { version: Some(version), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.kind.reason_in(None, self.version);
        write!(f, "{} at offset {}: {reason}", self.kind.code(), self.offset)
    }
}

impl core::error::Error for Error {}

/// One row per kind: variant, stable code, what is wrong, what the offset points at. A prefix such as `xn--` is in
/// brackets: the documentation shows it as code, where two hyphens are not made a dash.
macro_rules! kinds {
    ($($variant:ident $code:literal $message:literal $([$prefix:literal] $rest:literal)? $offset:literal;)*) => {
        /// The closed list of reasons for refusal. Codes are stable; wording may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = concat!($message $(, "`", $prefix, "`", $rest)?)] #[doc = ""] #[doc = concat!("The offset points at ", $offset, ".")] $variant,)*
            /// The allocator refused memory whose size follows from the input.
            ///
            /// This says nothing about the input, so it is not in [`ErrorKind::ALL`], and the offset has no meaning. In
            /// Python it is a `MemoryError`.
            OutOfMemory,
        }

        impl ErrorKind {
            /// Every reason to refuse an input, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable code, in snake case: what programs compare.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* Self::OutOfMemory => "out_of_memory" }
            }

            /// Returns what is wrong, for people: a phrase without a full stop. [`ErrorKind::reason`] also names the
            /// character.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($message $(, $prefix, $rest)?),)*
                    Self::OutOfMemory => "the allocator refused memory",
                }
            }

            /// Returns what the offset of such an error points at.
            #[must_use]
            pub const fn offset_meaning(self) -> &'static str {
                match self { $(Self::$variant => $offset,)* Self::OutOfMemory => "nothing" }
            }
        }
    };
}

impl ErrorKind {
    /// Returns what is wrong, for people: [`ErrorKind::message`] with the character at fault, if one character is the
    /// fault.
    ///
    /// `code_point` is the code point in question, if there is one. It is not named for kinds that are about something
    /// else, such as a length.
    ///
    /// ```
    /// use acelabel::ErrorKind;
    ///
    /// let reason = ErrorKind::Std3Disallowed.reason(Some(0x5F));
    /// assert_eq!(reason, "'_' (U+005F) is not allowed in a host name");
    /// assert_eq!(ErrorKind::EmptyLabel.reason(Some(0x2E)), "the label is empty");
    /// ```
    #[must_use]
    pub fn reason(self, code_point: Option<u32>) -> String {
        let message = self.message();
        let subject = message.strip_prefix("the character").or_else(|| message.strip_prefix("the code point"));
        match (code_point.filter(|&code_point| self.is_about(code_point)), subject) {
            (Some(code_point), Some(rest)) => format!("{}{rest}", NamedCharacter(code_point)),
            (Some(code_point), None) if self.names_what_it_found() => {
                format!("{message}: {}", NamedCharacter(code_point))
            }
            _ => message.to_owned(),
        }
    }

    /// The same of a refusal by one version of Unicode.
    pub(crate) fn reason_in(self, code_point: Option<u32>, version: Option<UnicodeVersion>) -> String {
        let reason = self.reason(code_point);
        let Some(version) = version else { return reason };
        // The message of a code without a version is about IDNA2003.
        let what = reason.strip_suffix(" 3.2, the version of IDNA2003").map(str::to_owned);
        format!("{} {version}", what.unwrap_or_else(|| reason + " in Unicode"))
    }

    /// Returns whether the code point can be what such an error is about. Where a decoder refuses what an integer
    /// yields, the character at the offset is a mere digit.
    fn is_about(self, code_point: u32) -> bool {
        match self {
            Self::Surrogate => matches!(code_point, 0xD800..=0xDFFF),
            Self::CodePointTooLarge => code_point > 0x10_FFFF,
            _ if code_point > 0x10_FFFF => false,
            // RACE points at the beginning of an encoded label.
            Self::LabelSeparator => code_point == 0x2E || code_point > 0x7F,
            Self::InvalidAlabel => !char::from_u32(code_point).is_some_and(|c| c.is_ascii_alphanumeric() || c == '-'),
            _ => true,
        }
    }

    /// Returns whether a character is at fault although it is not the subject of the message.
    const fn names_what_it_found(self) -> bool {
        matches!(
            self,
            Self::InvalidAlabel | Self::LabelSeparator | Self::LeadingCombiner | Self::NotNfc | Self::ContextJ
        ) || self.is_of_bidi()
    }

    /// Returns whether the Bidi Rule was broken.
    pub(crate) const fn is_of_bidi(self) -> bool {
        use ErrorKind::{BidiRule1, BidiRule2, BidiRule3, BidiRule4, BidiRule5, BidiRule6};
        matches!(self, BidiRule1 | BidiRule2 | BidiRule3 | BidiRule4 | BidiRule5 | BidiRule6)
    }
}

/// A code point as messages name it: the character if it can be shown alone, and its number.
pub(crate) struct NamedCharacter(pub(crate) u32);

impl fmt::Display for NamedCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = char::from_u32(self.0).filter(|&character| {
            matches!(character, '\'' | '"' | '\\') || character.escape_debug().eq(core::iter::once(character))
        });
        match shown {
            Some('\'') => write!(f, "\"'\" (U+0027)"),
            Some(character) => write!(f, "'{character}' (U+{:04X})", self.0),
            None => write!(f, "U+{:04X}", self.0),
        }
    }
}

kinds! {
    // Several layers: an encoded form, a text, a label.
    NonAscii "non_ascii"
        "the character is not ASCII, but an encoded form is ASCII only"
        "the first character that is not ASCII";
    Surrogate "surrogate"
        "the code point is a surrogate, which is not a character"
        "the surrogate (encoding), or the first digit or Base32 character that holds a part of it (decoding)";
    LabelTooLong "label_too_long"
        "the label is longer than 63 characters in ASCII form"
        "the first character that no longer fits; the beginning of the label if it belongs to a domain name and is not ASCII";

    // Bootstring and Punycode (RFC 3492).
    InvalidDigit "invalid_digit"
        "the character is not a digit of the encoding"
        "the character that is not a digit";
    Truncated "truncated"
        "the input ends inside an integer"
        "the end of the input";
    Overflow "overflow"
        "an integer exceeds 64 bits"
        "the digit (decoding) or the code point (encoding) at which the sum no longer fits";
    CodePointTooLarge "code_point_too_large"
        "the code point is outside the allowed range, which is 0 to U+10FFFF in a text and 0 to 2**32 - 1 in a list of integers"
        "the code point (encoding) or the first digit of the integer that yields it (decoding)";
    BasicAsDelta "basic_as_delta"
        "an integer yields an ASCII character, which belongs in the literal part"
        "the first digit of the integer that yields the character";
    BelowInitialN "below_initial_n"
        "the code point is neither ASCII nor at least initial_n"
        "the code point";
    TooLong "too_long"
        "the code point takes more digits than max_digits allows"
        "the code point";

    // RACE (draft-ietf-idn-race-03).
    Empty "empty"
        "the text is empty"
        "the end of the input, which is also its beginning";
    AllStd13 "all_std13"
        "the label has only ASCII letters, digits and hyphens, and needs no RACE form"
        "the beginning of the label";
    U0099InCompressedMode "u0099_in_compressed_mode"
        "the text contains U+0099, which has no compressed form"
        "U+0099 (encoding) or the first Base32 character that holds bits of it (decoding)";
    NoPrefix "no_prefix"
        "the label does not begin with " ["bq--"] ""
        "the beginning of the label";
    BadBase32Char "bad_base32_char"
        "the character is not in the Base32 alphabet a-z 2-7"
        "the character";
    BadBase32Length "bad_base32_length"
        "the length is not possible for Base32"
        "the end of the label";
    NonzeroPadding "nonzero_padding"
        "the unused bits of the last Base32 character are not zero"
        "the last character";
    TooShort "too_short"
        "the label ends before the first octet of text"
        "the end of the label";
    SurrogateRow "surrogate_row"
        "the header names a row from D9 to DF, which holds only surrogates"
        "the first Base32 character, which holds the header octet";
    D8OddLength "d8_odd_length"
        "the uncompressed text has an odd number of octets"
        "the end of the label";
    D8ButCompressible "d8_but_compressible"
        "the text is stored uncompressed, but it has a compressed form"
        "the first Base32 character, which holds the header octet";
    TrailingEscape "trailing_escape"
        "the label ends inside an escape"
        "the end of the label";
    EscapeInRow0 "escape_in_row0"
        "an octet other than FF is escaped in row 00"
        "the first Base32 character that holds bits of the escape octet";
    AllEscaped "all_escaped"
        "every character is escaped, so the header names the wrong row"
        "the first Base32 character, which holds the header octet";
    LabelSeparator "label_separator"
        "the label contains a full stop, which separates labels"
        "the character that is or maps to a full stop, or in RACE the beginning of the label";
    AcePrefixInInput "ace_prefix_in_input"
        "the text begins with " ["bq--"] " already, the prefix of an encoded label"
        "the beginning of the label";

    // Labels and domain names (RFC 5890-5893, UTS #46, RFC 3490). Where a problem lies inside what an A-label decodes
    // to, the offset is the beginning of that A-label.
    EmptyDomain "empty_domain"
        "the domain name is empty"
        "the beginning of the input";
    EmptyLabel "empty_label"
        "the label is empty"
        "the place where the label would begin";
    DomainTooLong "domain_too_long"
        "the name is longer than 253 characters in ASCII form"
        "the beginning of the first label that no longer fits";
    EndsInNumber "ends_in_number"
        "the name ends in a number, so that a URL with it has an IPv4 address or none"
        "the beginning of the number";
    HyphenStartEnd "hyphen_start_end"
        "the label begins or ends with a hyphen"
        "the hyphen";
    Hyphen34 "hyphen_3_4"
        "the label has hyphens in its third and fourth positions"
        "the third character";
    LeadingCombiner "leading_combiner"
        "the label begins with a combining mark"
        "the mark";
    NotNfc "not_nfc"
        "the label is not in Unicode Normalization Form C"
        "the first character that normalization would change, move or compose";
    DisallowedCodepoint "disallowed_codepoint"
        "the character is not allowed in a label"
        "the character";
    IgnoredCodepoint "ignored_codepoint"
        "the character is mapped to nothing"
        "the character";
    CompatibilityCodepoint "compatibility_codepoint"
        "the character is a compatibility character, which is mapped to others"
        "the character";
    Std3Disallowed "std3_disallowed"
        "the character is not allowed in a host name"
        "the character that is not allowed, or is mapped to one that is not";
    Unassigned "unassigned"
        "the character is not assigned in Unicode 3.2, the version of IDNA2003"
        "the character";
    ContextJ "contextj"
        "a zero-width joiner or non-joiner is not allowed here"
        "the joiner";
    ContextO "contexto"
        "the character is not allowed in this context"
        "the character";
    BidiRule1 "bidi_rule_1"
        "the label does not begin with a letter, which a name with right-to-left labels requires"
        "the first character of the label";
    BidiRule2 "bidi_rule_2"
        "the right-to-left label contains a character that is not allowed in its direction"
        "the character";
    BidiRule3 "bidi_rule_3"
        "the right-to-left label ends with neither a right-to-left letter nor a digit"
        "the last character that is not a non-spacing mark";
    BidiRule4 "bidi_rule_4"
        "the right-to-left label mixes Arabic-Indic digits with European or Extended Arabic-Indic ones"
        "the first digit of the other kind";
    BidiRule5 "bidi_rule_5"
        "the left-to-right label contains a character that is not allowed in its direction"
        "the character";
    BidiRule6 "bidi_rule_6"
        "the left-to-right label ends with neither a left-to-right letter nor a European digit, which a name with right-to-left labels requires"
        "the last character that is not a non-spacing mark";
    InvalidAlabel "invalid_alabel"
        "the label begins with " ["xn--"] " but what follows is not the Punycode of a U-label"
        "the character that is not a digit, or the beginning of the label";
    NonCanonicalAlabel "non_canonical_alabel"
        "the A-label decodes to text whose A-label is different"
        "the beginning of the label";

    // Master files (RFC 1035 section 5.1).
    InvalidEscape "invalid_escape"
        "the backslash begins no escape of an octet"
        "the backslash";
    InvalidUtf8 "invalid_utf8"
        "the octets are not UTF-8"
        "the first octet that is not UTF-8, or the backslash of its escape";
    Unbalanced "unbalanced"
        "the quotation mark or the parenthesis has no counterpart"
        "the quotation mark or the parenthesis";

    // Addresses of e-mail (RFC 5321 section 4.1.2, RFC 6531 section 3.3).
    MissingAtSign "missing_at_sign"
        "the address has no @ outside quotation marks"
        "the end of the input";
    SecondAtSign "second_at_sign"
        "the address has a second @ outside quotation marks"
        "the second @";
    EmptyLocalPart "empty_local_part"
        "the address has nothing before its @"
        "the @, which is the beginning of the input";
    InvalidLocalPart "invalid_local_part"
        "the character is not allowed at this place of a local part"
        "the character";
    LocalPartTooLong "local_part_too_long"
        "the local part is longer than 64 octets in UTF-8"
        "the first character that no longer fits";
    AddressTooLong "address_too_long"
        "the address is longer than 254 octets in UTF-8"
        "the first character that no longer fits, or the beginning of the domain if only its ASCII form is too long";
    InvalidAddressLiteral "invalid_address_literal"
        "the domain begins with a bracket but is not an address literal"
        "the number, group or character at fault, or the end of the literal if it ends too early";

    // Hosts of URLs (URL Standard, sections 3.5 and 4.4).
    EmptyHost "empty_host"
        "the host is empty"
        "the place where the host would begin";
    ForbiddenHostCodepoint "forbidden_host_codepoint"
        "the character is not allowed in the host of a URL"
        "the character that is not allowed, or is mapped to one that is not";
    InvalidPercentEncoding "invalid_percent_encoding"
        "the octets that are percent-encoded are not UTF-8"
        "the % of the first octet that is wrong";
    InvalidIpv4 "invalid_ipv4"
        "the host ends in a number but is not an IPv4 address"
        "the first part that is not a number, is too large or is one too many";
    InvalidIpv6 "invalid_ipv6"
        "the host begins with a bracket but is not an IPv6 address in brackets"
        "the first character that no address has there";
    InvalidPort "invalid_port"
        "the port is not a number from 0 to 65535"
        "the first character that is not a digit, or the beginning of a number that is too large";
    NoSpecialScheme "no_special_scheme"
        "the text is not a URL with the scheme http, https, ws, wss or ftp"
        "the beginning of the URL";
    RelativeUrl "relative_url"
        "the URL is relative: it does not name both a scheme and a host"
        "the beginning of the URL";

    // The hosts that programs go to.
    ClientsDisagree "clients_disagree"
        "the programs may not all go to one host"
        "the first character that they read otherwise";
}
