//! Advice as values, and the words of each face for it: functions, options and profiles have other names for each.

use core::fmt;
use std::borrow::Cow;

use super::shown::quoted;

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
            /// The A-label decodes to a text that the mapping of UTS #46 changes.
            Mapped {
                /// The right label.
                label: String,
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
                    (Self::Mapped { label }, _) => {
                        return Cow::Owned(format!("by the mapping of UTS #46 the label is '{label}'"));
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
        Address = "this looks like an IP address, which is not a domain name",
        AddScheme = "write https:// before a host",
        AddressAlone = "pass the address alone, without a display name and angle brackets",
        Brackets = "remove the brackets around the name",
        Comment = "a comment is not a name: skip it",
        CommentBehind = "a comment is not part of a name: remove it",
        DisplayName = "a display name is not part of an address: pass only what '<' and '>' enclose",
        Domain = "this looks like an e-mail address: pass only the part after '@'",
        DomainBeforeBracket = "pass only the part between '@' and '>'",
        DomainBeforeResource = "this looks like an address of XMPP: pass only the part between '@' and '/'",
        DotAtBegin = "remove the dot at the beginning",
        Encode = "encode takes text that is not ASCII",
        Fragment = "a fragment is not part of a host name: pass only the part before '#'",
        Ipv6Literal = "an IPv6 address in brackets begins with IPv6:",
        Mailto = "remove the mailto:",
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
            "the view Bootstring shows the integers",
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
        Host =
            "this looks like a URL: pass only its host name",
            "this looks like a URL: pass only its host name",
            "this looks like a URL: pass only its host name, which acelabel host finds",
            "this looks like a URL: pass only its host name",
        OtherScheme =
            "text::rewritten converts URLs of other schemes",
            "text.to_ascii converts URLs of other schemes",
            "acelabel text to-ascii converts URLs of other schemes",
            "the view Text converts URLs of other schemes",
        RaceDomain =
            "race::decode_domain takes whole domain names",
            "race.decode_domain takes whole domain names",
            "race decode --domain takes whole domain names",
            "pass one label at a time",
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

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Face::Rust))
    }
}
