//! The types of records whose data have names, and the words that are these names.

/// The words of the data that are names, counted from 0.
#[derive(Clone, Copy)]
pub(super) enum NamesIn {
    At(&'static [usize]),
    /// This word and all behind it.
    From(usize),
    /// The fourth word, if this one is the number 3: the type of a gateway that is a name.
    Gateway(usize),
}

impl NamesIn {
    /// Returns whether a word is a name.
    pub(super) fn are_at(self, word: usize) -> bool {
        match self {
            Self::At(words) => words.contains(&word),
            Self::From(first) => word >= first,
            Self::Gateway(_) => word == 3,
        }
    }

    /// Returns whether a word says that there are no names.
    pub(super) fn denies(self, number: usize, word: &[u8]) -> bool {
        matches!(self, Self::Gateway(kind) if kind == number) && number_of(word) != Some(3)
    }
}

/// Mnemonic, number, and which words are names. The sections are those of the format of the data.
const TYPES: [(&str, u16, NamesIn); 33] = [
    // RFC 1035 sections 3.3.1 to 3.3.12.
    ("NS", 2, NamesIn::At(&[0])),
    ("MD", 3, NamesIn::At(&[0])),
    ("MF", 4, NamesIn::At(&[0])),
    ("CNAME", 5, NamesIn::At(&[0])),
    ("SOA", 6, NamesIn::At(&[0, 1])),
    ("MB", 7, NamesIn::At(&[0])),
    ("MG", 8, NamesIn::At(&[0])),
    ("MR", 9, NamesIn::At(&[0])),
    ("PTR", 12, NamesIn::At(&[0])),
    ("MINFO", 14, NamesIn::At(&[0, 1])),
    ("MX", 15, NamesIn::At(&[1])),
    // RFC 1183 sections 1, 2.2 and 3.3.
    ("AFSDB", 18, NamesIn::At(&[1])),
    ("RP", 17, NamesIn::At(&[0, 1])),
    ("RT", 21, NamesIn::At(&[1])),
    // RFC 1348 section 2.
    ("NSAP-PTR", 23, NamesIn::At(&[0])),
    // RFC 2535 sections 4.5 and 5.3.
    ("SIG", 24, NamesIn::At(&[7])),
    ("NXT", 30, NamesIn::At(&[0])),
    // RFC 2163 section 4.
    ("PX", 26, NamesIn::At(&[1, 2])),
    // RFC 2782.
    ("SRV", 33, NamesIn::At(&[3])),
    // RFC 3403 section 4.
    ("NAPTR", 35, NamesIn::At(&[5])),
    // RFC 2230 section 3.
    ("KX", 36, NamesIn::At(&[1])),
    // RFC 6672 section 2.1.
    ("DNAME", 39, NamesIn::At(&[0])),
    // RFC 4025 section 3.1.
    ("IPSECKEY", 45, NamesIn::Gateway(1)),
    // RFC 4034 sections 3.2 and 4.2.
    ("RRSIG", 46, NamesIn::At(&[7])),
    ("NSEC", 47, NamesIn::At(&[0])),
    // RFC 8005 section 6.
    ("HIP", 55, NamesIn::From(3)),
    // The template of the registry.
    ("TALINK", 58, NamesIn::At(&[0, 1])),
    // RFC 9460 section 2.1.
    ("SVCB", 64, NamesIn::At(&[1])),
    ("HTTPS", 65, NamesIn::At(&[1])),
    // RFC 9859 section 2.1.
    ("DSYNC", 66, NamesIn::At(&[3])),
    // RFC 6742 section 2.4.
    ("LP", 107, NamesIn::At(&[1])),
    // RFC 8777 section 4.3.1.
    ("AMTRELAY", 260, NamesIn::Gateway(2)),
    // RFC 2874 section 3.2.
    ("A6", 38, NamesIn::At(&[2])),
];

/// The names in the data of a type, by its mnemonic or as `TYPE15` (RFC 3597 section 5); `None` if there are none.
pub(super) fn names_of(kind: &[u8]) -> Option<NamesIn> {
    let number = kind.split_at_checked(4).filter(|(word, _)| word.eq_ignore_ascii_case(b"TYPE"));
    let number = number.and_then(|(_, number)| number_of(number));
    let is = |(name, of, _): &&(&str, u16, _)| kind.eq_ignore_ascii_case(name.as_bytes()) || number == Some(*of);
    TYPES.iter().find(is).map(|&(_, _, names)| names)
}

fn number_of(word: &[u8]) -> Option<u16> {
    core::str::from_utf8(word).ok().filter(|word| !word.starts_with('+'))?.parse().ok()
}
