//! Which rules a label and a name are held to: the flags of UTS #46 and the families of rules they belong to.

use crate::version::UnicodeVersion;

/// The family of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Mapping and validity of UTS #46.
    Uts46,
    /// RFC 5890-5893: every code point PVALID or in its context. Nothing is mapped but by [`Profile::rfc5895_mapping`].
    Idna2008,
    /// RFC 3490 and nameprep (RFC 3491), with the tables of Unicode 3.2.
    Idna2003,
}

/// One row per flag: what it asks for, its name, its value in [`Profile::UTS46`]. `$make` gets them all: here it makes
/// the struct, in the binding the class of Python with its documentation.
///
/// The first line of a row is a sentence, and short: in Python it is all that the attribute says, and the arguments
/// have their names in front of it.
macro_rules! flags {
    ($make:ident) => {
        $make! {
            /// CheckHyphens: no hyphen at either end of a label, none in third and fourth position.
            check_hyphens = false;
            /// CheckBidi: the Bidi Rule of RFC 5893 section 2 (in IDNA2003, RFC 3454 section 6).
            check_bidi = true;
            /// CheckJoiners: U+200C and U+200D only where RFC 5892 appendix A.1 and A.2 allow them.
            /// IDNA2008 always asks for it; IDNA2003 removes them.
            check_joiners = true;
            /// UseSTD3ASCIIRules: of ASCII only letters, digits and hyphens.
            /// IDNA2008 always asks for it; in IDNA2003 also no hyphen at either end of a label.
            use_std3_ascii_rules = true;
            /// VerifyDnsLength: a label has 1 to 63 characters in its ASCII form, and a name has 1 to 253.
            /// The dot of the root is not counted.
            verify_dns_length = true;
            /// A name may end with the dot of the root where DNS lengths are verified.
            /// UTS #46 section 4.2 refuses that dot with all other empty labels; every named profile allows it.
            allow_root_dot = true;
            /// Transitional_Processing, deprecated by UTS #46: ß and ς are mapped, joiners removed.
            transitional_processing = false;
            /// IgnoreInvalidPunycode: an ASCII label with `xn--` that cannot be decoded is left unchanged.
            /// With `check_hyphens` its hyphens are refused all the same.
            ignore_invalid_punycode = false;
            /// An ASCII label is left as it is, but in lower case.
            /// It may hold letters, digits, hyphens and underscores, or be `*` as the first label. After `xn--` it is
            /// decoded where it is a true A-label, and stays where it is not. The name of the root alone is a name.
            pass_ascii = false;
            /// An ASCII domain is left as it is, but in lower case, whatever its labels hold.
            /// It may not be empty or hold a forbidden domain code point of the URL Standard; no other flag is asked.
            /// Its Unicode form is the domain itself where a label of it has no Unicode form.
            pass_ascii_domain = false;
            /// The forbidden domain code points of the URL standard are refused.
            deny_url_code_points = false;
            /// A name that ends in a number, which the URL Standard reads as an IPv4 address, is refused.
            deny_end_in_number = false;
            /// A character that is mapped to nothing is refused, such as U+00AD and U+200B.
            /// IDNA2008 maps none to nothing.
            refuse_ignored = false;
            /// A character that stands for others by compatibility is refused: ﬁ, ①, ｅ, and U+212A KELVIN SIGN.
            /// Letter case, composition (NFC) and the separators of labels are mapped all the same.
            refuse_compatibility = false;
            /// The mapping of RFC 5895 section 2 comes before the rules: letter case, width, composition (NFC).
            /// IDNA2008 alone asks, which maps nothing else.
            rfc5895_mapping = false;
            /// AllowUnassigned (RFC 3490): code points that Unicode 3.2 does not know are let through.
            /// IDNA2003 alone asks.
            allow_unassigned = false;
        }
    };
}
#[cfg(feature = "python")]
pub(crate) use flags;

macro_rules! profile {
    ($($(#[doc = $doc:tt])* $flag:ident = $value:tt;)*) => {
        /// The rules that names are checked against, with the flag names of UTS #46 section 4.
        ///
        /// ```
        /// use acelabel::{Profile, to_ascii};
        ///
        /// let mut lenient = Profile::UTS46;
        /// lenient.use_std3_ascii_rules = false;
        /// assert!(to_ascii("_dmarc.bücher.de", &Profile::UTS46).is_err());
        /// assert_eq!(to_ascii("_dmarc.bücher.de", &lenient).unwrap(), "_dmarc.xn--bcher-kva.de");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct Profile {
            /// The family of rules.
            pub rules: Rules,
            /// The version of Unicode whose statuses, mappings and properties are asked; the newest one where it is
            /// `None`. IDNA2003 asks those of Unicode 3.2 whatever it is.
            pub unicode: Option<UnicodeVersion>,
            $($(#[doc = $doc])* pub $flag: bool,)*
        }

        impl Profile {
            /// UTS #46, nontransitional, for names meant for DNS: bidi and joiners checked, STD3 rules, DNS lengths.
            pub const UTS46: Self = Self { rules: Rules::Uts46, unicode: None, $($flag: $value,)* };
        }
    };
}

flags!(profile);

/// The newest commit of the URL Standard (WHATWG) that was read for [`Profile::WHATWG`] and [`Profile::WHATWG_STRICT`],
/// and its date.
pub const URL_STANDARD: (&str, &str) = ("6ae8486", "2026-07-02");

impl Profile {
    /// The domain parser and "domain to Unicode" of the URL Standard with beStrict = false, at the commit
    /// [`URL_STANDARD`].
    ///
    /// No length is verified. A domain in ASCII is put into lower case, whatever its A-labels hold.
    pub const WHATWG: Self = Self {
        use_std3_ascii_rules: false,
        verify_dns_length: false,
        deny_url_code_points: true,
        pass_ascii_domain: true,
        ..Self::UTS46
    };

    /// "Valid domain" of the URL Standard: the domain parser with beStrict = true, of a name that does not end in a
    /// number, as since the commit acd13be of 2026-06-30.
    pub const WHATWG_STRICT: Self = Self {
        check_hyphens: true,
        allow_root_dot: false,
        deny_url_code_points: true,
        deny_end_in_number: true,
        ..Self::UTS46
    };

    /// IDNA2008 (RFC 5890-5893), as for registration: nothing is mapped but capitals of labels in ASCII
    /// and the other separators, every rule is checked.
    pub const IDNA2008: Self = Self { rules: Rules::Idna2008, check_hyphens: true, ..Self::UTS46 };

    /// IDNA2008 behind the mapping of RFC 5895 section 2: letter case, width, composition (NFC), and dots.
    pub const IDNA2008_MAPPED: Self = Self { rfc5895_mapping: true, ..Self::IDNA2008 };

    /// IDNA2003 (RFC 3490) with UseSTD3ASCIIRules and without AllowUnassigned.
    pub const IDNA2003: Self = Self { rules: Rules::Idna2003, ..Self::UTS46 };

    /// Names that exist in DNS: UTS #46 for the labels that need it; other ASCII labels stay as they are, including
    /// those that begin with `xn--` and are not A-labels of UTS #46 (RFC 5890 section 2.3.2.1).
    pub const DNS: Self = Self { pass_ascii: true, ..Self::UTS46 };

    /// The same profile where no A-label passes undecoded.
    pub(crate) const fn verifying(&self) -> Self {
        Self { pass_ascii: false, pass_ascii_domain: false, ..*self }
    }

    /// The version of Unicode that is asked, where its tables are not the newest ones.
    #[inline]
    pub(crate) const fn older(&self) -> Option<UnicodeVersion> {
        match self.unicode {
            None | Some(UnicodeVersion::NEWEST) => None,
            older if !matches!(self.rules, Rules::Idna2003) => older,
            _ => None,
        }
    }

    /// Returns whether labels that are not ASCII are mapped and normalized.
    #[inline]
    pub(crate) const fn maps(&self) -> bool {
        !matches!(self.rules, Rules::Idna2008) || self.rfc5895_mapping
    }

    /// Returns whether some characters are refused that would be mapped.
    #[inline]
    pub(crate) const fn refuses_mapped(&self) -> bool {
        self.refuse_ignored || self.refuse_compatibility
    }

    /// Returns whether a name of lower-case letters, digits and hyphens may be refused because of its end.
    #[inline]
    pub(crate) const fn asks_for_the_end(&self) -> bool {
        self.deny_end_in_number || self.refuses_root_dot()
    }

    /// Returns whether a name that ends with the dot of the root is refused.
    #[inline]
    pub(crate) const fn refuses_root_dot(&self) -> bool {
        self.verify_dns_length && !self.allow_root_dot
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::UTS46
    }
}
