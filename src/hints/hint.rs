//! Advice as values, and the words of each face for it: functions, options and profiles have other names for each.

use core::fmt;
use std::borrow::Cow;

use super::meant::Mistake;
use super::shown::quoted;
use crate::Profile;
use crate::domain::to_ascii;

/// Who reads an advice, and so in which terms it is worded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Face {
    /// The users of this crate: `host::of_url`, `Profile::DNS`.
    Rust,
    /// The users of the Python package: `host.of_url`, `acelabel.DNS`.
    Python,
    /// The users of the command line: `acelabel host`.
    Shell,
    /// The users of the converter page, which has no functions.
    Page,
}

/// One row per advice: its words, which are the same for all, or those of each face.
macro_rules! hints {
    (
        same { $($same:ident = $words:literal,)* }
        each { $($each:ident = $rust:literal, $python:literal, $shell:literal, $page:literal,)* }
    ) => {
        /// Advice where an input is refused: see [`Error::hint`](crate::Error::hint).
        ///
        /// `to_string` words it in the terms of Rust, [`Hint::words`] in those of another face. The words are for
        /// people and not stable.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Hint {
            $(#[doc = concat!("Reads: ", $words, ".")] $same,)*
            $(#[doc = concat!("Reads: ", $rust, ".")] $each,)*
            /// The text is encoded: it is to be decoded first.
            Decode {
                /// The look of the text: `percent-encoded`, `like quoted-printable` and so on.
                looks: &'static str,
            },
            /// The text is written so that nobody follows it.
            Defanged {
                /// The part of the text, such as `[.]`.
                written: String,
                /// The part of a name that it stands for, such as `.`.
                meant: String,
            },
            /// The name looks like a known mistake.
            Mistaken {
                /// The mistake and what may be meant, as [`Inspection::note`](crate::Inspection::note) has it.
                note: String,
            },
            /// A known mistake made the label, which is no A-label.
            Misencoded {
                /// The mistake.
                mistake: Mistake,
                /// The name that was meant instead of the label, in its Unicode form.
                meant: String,
            },
            /// A character behind the name belongs to a list.
            Separator {
                /// A comma or a semicolon.
                found: char,
            },
        }

        impl Hint {
            /// Returns the advice, a phrase without a full stop, in the terms of one face.
            ///
            /// ```
            /// use acelabel::{Face, Profile, to_ascii};
            ///
            /// let input = "_dmarc.bücher.example";
            /// let hint = to_ascii(input, &Profile::UTS46).unwrap_err().hint(input).unwrap();
            /// assert_eq!(hint.to_string(), "the profile Profile::DNS allows it");
            /// assert_eq!(hint.words(Face::Python), "the profile acelabel.DNS allows it");
            /// assert_eq!(hint.words(Face::Shell), "--profile dns allows it");
            /// ```
            #[must_use]
            pub fn words(&self, face: Face) -> Cow<'static, str> {
                Cow::Borrowed(match (self, face) {
                    $((Self::$same, _) => $words,)*
                    $((Self::$each, Face::Rust) => $rust,
                      (Self::$each, Face::Python) => $python,
                      (Self::$each, Face::Shell) => $shell,
                      (Self::$each, Face::Page) => $page,)*
                    (Self::Decode { looks }, _) => return Cow::Owned(format!("this looks {looks}: decode it first")),
                    (Self::Defanged { written, meant }, _) => {
                        let [meant, written] = [meant, written].map(|text| quoted(text));
                        return Cow::Owned(format!("this looks defanged: write {meant} for {written}"));
                    }
                    (Self::Mistaken { note }, _) => return Cow::Owned(format!("it {note}")),
                    (Self::Misencoded { mistake, meant }, _) => {
                        return Cow::Owned(format!("{}: {} may be meant", mistake.words(), named(meant)));
                    }
                    (Self::Separator { found }, _) => {
                        return Cow::Owned(format!("remove the '{found}' after the name"));
                    }
                })
            }
        }
    };
}

hints! {
    same {
        AddScheme = "write https:// before a host",
        Address = "this looks like an IP address, which is not a domain name",
        AddressAlone = "pass the address alone, without a display name and angle brackets",
        ArabicIndicDigits = "digits of the Arabic-Indic kind are not in one label with the Extended Arabic-Indic kind (RFC 5892 appendix A.8)",
        BidiBegin = "begin the label with a letter, a right-to-left one if it has some",
        BidiDigits = "use one kind of digits in the label",
        BidiEnd = "end the label with a left-to-right letter or a digit",
        BidiEndOfRtl = "end the label with a right-to-left letter or a digit",
        BidiInLtr = "right-to-left letters, and Arabic digits with them, need a label of their own",
        BidiInRtl = "left-to-right letters need a label of their own",
        Brackets = "remove the brackets around the name",
        Comment = "a comment is not a name: skip it",
        CommentBehind = "a comment is not part of a name: remove it",
        DisplayName = "a display name is not part of an address: pass only what '<' and '>' enclose",
        Domain = "this looks like an e-mail address: pass only the part after '@'",
        DomainBeforeBracket = "pass only the part between '@' and '>'",
        DomainBeforeResource = "this looks like an address of XMPP: pass only the part between '@' and '/'",
        DotAtBegin = "remove the dot at the beginning",
        ExtendedArabicIndicDigits = "digits of the Extended Arabic-Indic kind are not in one label with the Arabic-Indic kind (RFC 5892 appendix A.9)",
        Fragment = "a fragment is not part of a host name: pass only the part before '#'",
        Geresh = "a geresh stands behind a Hebrew letter (RFC 5892 appendix A.5)",
        Gershayim = "a gershayim stands behind a Hebrew letter (RFC 5892 appendix A.6)",
        GreekNumeralSign = "a Greek lower numeral sign stands before a Greek letter (RFC 5892 appendix A.4)",
        Ipv6Literal = "an IPv6 address in brackets begins with IPv6:",
        KatakanaMiddleDot = "a Katakana middle dot needs Hiragana, Katakana or Han in its label (RFC 5892 appendix A.7)",
        Mailto = "remove the mailto:",
        MiddleDot = "a middle dot stands between two small letters l (RFC 5892 appendix A.3)",
        Network = "this looks like an IP network, which is not a domain name",
        OneAddress = "pass one address at a time",
        OneLine = "pass one line at a time",
        OneName = "pass one name at a time",
        Path = "a path is not part of a host name: pass only the part before '/'",
        Port = "a port is not part of a host name: pass only the part before ':'",
        Prefix = "raw Punycode has no prefix: leave out the xn--",
        PrefixOfUlabel = "an A-label is ASCII: leave out the xn--",
        Query = "a query is not part of a host name: pass only the part before '?'",
        Quotes = "remove the quotation marks around the name",
        ServerOfMatrix = "this looks like a user of Matrix: pass only the part after ':'",
        User = "a user is not part of a host name: pass only the part after '@'",
        WhiteSpace = "remove the white space around the name",
        WhiteSpaceAtDot = "remove the white space at the dot",
        WhiteSpaceOfAddress = "remove the white space around the address",
        ZeroWidthJoiner = "a zero-width joiner stands behind a virama (RFC 5892 appendix A.2)",
        ZeroWidthNonJoiner = "a zero-width non-joiner stands behind a virama, or between two letters that connect without it (RFC 5892 appendix A.1)",
    }
    // The words of Rust, Python, the shell and the page.
    each {
        Alabel =
            "this is an A-label: to_unicode decodes it",
            "this is an A-label: to_unicode decodes it",
            "this is an A-label: to-unicode decodes it",
            "this is an A-label: the view Names decodes it",
        Bare =
            "this looks like a host and a port, which host::of_bare_url reads",
            "this looks like a host and a port, which host.of_url(text, bare=True) reads",
            "this looks like a host and a port, which acelabel host --bare reads",
            "this looks like a host and a port: pass only the part before ':'",
        BaseScheme =
            "with a base scheme it is read",
            "base_scheme=\"https\" reads it",
            "write https: before it",
            "write https: before it",
        CodePoints =
            "Bootstring::decode_code_points returns the integers",
            "decode_code_points of acelabel.bootstring.Bootstring returns the integers",
            "Python's acelabel.bootstring.Bootstring.decode_code_points returns the integers",
            "the view Punycode shows the integers",
        Dns =
            "the profile Profile::DNS allows it",
            "the profile acelabel.DNS allows it",
            "--profile dns allows it",
            "the profile DNS allows it",
        DnsInAscii =
            "the profile Profile::DNS allows it in labels that are ASCII only",
            "the profile acelabel.DNS allows it in labels that are ASCII only",
            "the profile dns allows it in labels that are ASCII only",
            "the profile DNS allows it in labels that are ASCII only",
        DnsOrPattern =
            "Pattern takes it as a pattern, and the profile Profile::DNS as a name",
            "matches(name, pattern) takes it as the pattern, and the profile acelabel.DNS as a name",
            "--profile dns takes it as a name",
            "the profile DNS takes it as a name",
        Explain =
            "race::explain shows how an encoded label is made",
            "race.explain shows how an encoded label is made",
            "race decode shows what an encoded label means",
            "the view RACE shows how a label is made",
        Encode =
            "encode takes text that is not ASCII",
            "encode takes text that is not ASCII",
            "encode takes text that is not ASCII",
            "choose the direction encode for text that is not ASCII",
        FilterRule =
            "this looks like a filter rule: files::FileRewriter reads lists of them",
            "this looks like a filter rule: files.Rewriter reads lists of them",
            "this looks like a filter rule: --format adblock reads lists of them",
            "this looks like a filter rule: pass only its name",
        Host =
            "this looks like a URL: pass only its host name",
            "this looks like a URL: pass only its host name",
            "this looks like a URL: pass only its host name, which acelabel host finds",
            "this looks like a URL: pass only its host name",
        Idna2008Mapped =
            "the profile Profile::IDNA2008_MAPPED maps it",
            "the profile acelabel.IDNA2008_MAPPED maps it",
            "--profile idna2008_mapped maps it",
            "the profile IDNA2008_MAPPED maps it",
        OtherScheme =
            "text::rewritten converts URLs of other schemes",
            "text.to_ascii converts URLs of other schemes",
            "acelabel to-ascii --format text converts URLs of other schemes",
            "the view Text converts URLs of other schemes",
        RaceDomain =
            "race::decode_domain takes whole domain names",
            "race.decode_domain takes whole domain names",
            "race decode --domain takes whole domain names",
            "type the whole domain name",
        Url =
            "host::of_url takes a URL",
            "host.of_url takes a URL",
            "acelabel host takes a URL",
            "pass a URL",
        WholeName =
            "to_ascii and to_unicode take whole domain names",
            "to_ascii and to_unicode take whole domain names",
            "to-ascii and to-unicode take whole domain names",
            "the view Names takes whole domain names",
    }
}

/// A name in quotation marks, with its ASCII form where that is another one.
fn named(name: &str) -> String {
    match to_ascii(name, &Profile::UTS46) {
        Ok(ascii) if ascii != name => format!("{} ({ascii})", quoted(name)),
        _ => quoted(name),
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Face::Rust))
    }
}
