//! An entry: which of its words are names (RFC 1035 section 5.1, RFC 3597 section 5), by the type of its record.

/// The kind of word that is expected next in an entry.
#[derive(Clone, Copy, Default)]
pub(super) enum Entry {
    #[default]
    Owner,
    /// The range of `$GENERATE`, and behind it the owners that it makes.
    Range,
    Owners,
    /// A TTL, a class or a type, and which of the first two were read.
    Head {
        has_ttl: bool,
        class: Option<Class>,
    },
    /// The data: where names are, and the number of the word.
    Data {
        names: NamesIn,
        word: usize,
    },
    /// Nothing that is a name.
    Rest,
}

impl Entry {
    /// An entry that begins with a blank.
    pub(super) const fn of_the_same_owner() -> Self {
        Self::Head { has_ttl: false, class: None }
    }

    /// Takes the next word, or a quoted string. Returns whether it is a name.
    pub(super) fn next(&mut self, word: Option<&[u8]>) -> bool {
        let (is_name, next) = self.after(word);
        *self = next;
        is_name
    }

    fn after(self, word: Option<&[u8]>) -> (bool, Self) {
        match (self, word) {
            (Self::Owner, Some(word)) if word.starts_with(b"$") => (false, directive(word)),
            (Self::Range, _) => (false, Self::Owners),
            (Self::Owner | Self::Owners, word) => (word.is_some(), Self::of_the_same_owner()),
            (Self::Head { has_ttl: false, class }, Some(word)) if is_ttl(word) => {
                (false, Self::Head { has_ttl: true, class })
            }
            (Self::Head { has_ttl, class }, Some(word)) => match Class::of(word) {
                read @ Some(_) if class.is_none() => (false, Self::Head { has_ttl, class: read }),
                _ => (false, names_of(word, class).map_or(Self::Rest, |names| Self::Data { names, word: 0 })),
            },
            (Self::Data { word: 0, .. }, Some(br"\#")) => (false, Self::Rest),
            (Self::Data { names, word: number }, word) => {
                // Saturating: an entry may have any number of words, of which none so far behind is a name.
                let next = Self::Data { names, word: number.saturating_add(1) };
                let has_none = word.is_some_and(|word| names.denies(number, word));
                (word.is_some() && names.are_at(number), if has_none { Self::Rest } else { next })
            }
            (Self::Head { .. } | Self::Rest, _) => (false, Self::Rest),
        }
    }
}

/// The entry that a directive begins. `$TTL` and others have no word that is a name.
fn directive(word: &[u8]) -> Entry {
    let names = match word.to_ascii_uppercase().as_slice() {
        b"$ORIGIN" => NamesIn::At(&[0]),
        b"$INCLUDE" => NamesIn::At(&[1]),
        b"$GENERATE" => return Entry::Range,
        _ => return Entry::Rest,
    };
    Entry::Data { names, word: 0 }
}

/// Returns whether a word is a TTL: seconds, or numbers with the units of BIND.
fn is_ttl(word: &[u8]) -> bool {
    let is_of_ttl = |octet: &u8| octet.is_ascii_digit() || b"smhdwSMHDW".contains(octet);
    word.first().is_some_and(u8::is_ascii_digit) && word.iter().all(is_of_ttl)
}

/// A class, as far as the data depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    OfDns,
    /// That of cli53 for what is known to Amazon Route 53 alone.
    Aws,
}

impl Class {
    fn of(word: &[u8]) -> Option<Self> {
        let is = |class: &str| word.eq_ignore_ascii_case(class.as_bytes());
        let number = word.split_at_checked(5).filter(|(class, _)| class.eq_ignore_ascii_case(b"CLASS"));
        let is_of_dns = ["IN", "CH", "HS", "CS", "NONE", "ANY", "INTERNET", "CHAOS", "HESIOD"].into_iter().any(is)
            || number.is_some_and(|(_, number)| !number.is_empty() && number.iter().all(u8::is_ascii_digit));
        if is_of_dns { Some(Self::OfDns) } else { is("AWS").then_some(Self::Aws) }
    }
}

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
    fn are_at(self, word: usize) -> bool {
        match self {
            Self::At(words) => words.contains(&word),
            Self::From(first) => word >= first,
            Self::Gateway(_) => word == 3,
        }
    }

    /// Returns whether a word says that there are no names.
    fn denies(self, number: usize, word: &[u8]) -> bool {
        matches!(self, Self::Gateway(kind) if kind == number) && number_of(word) != Some(3)
    }
}

/// Which words are names, and mnemonics and numbers of the types of which they are. The sections are those of the
/// format of the data.
const TYPES: [(NamesIn, &[(&str, u16)]); 14] = [
    // RFC 1035 sections 3.3.1 to 3.3.12.
    (NamesIn::At(&[0]), &[("NS", 2), ("MD", 3), ("MF", 4), ("CNAME", 5), ("MB", 7), ("MG", 8), ("MR", 9), ("PTR", 12)]),
    // RFC 1348 section 2, RFC 2535 section 5.3, RFC 6672 section 2.1 and RFC 4034 section 4.2.
    (NamesIn::At(&[0]), &[("NSAP-PTR", 23), ("NXT", 30), ("DNAME", 39), ("NSEC", 47)]),
    // The guide of PowerDNS to ALIAS records, which has the number, and draft-ietf-dnsop-aname-04 section 2.1.
    (NamesIn::At(&[0]), &[("ALIAS", 65401), ("ANAME", NO_NUMBER)]),
    // RFC 1035 sections 3.3.7 and 3.3.13, RFC 1183 section 2.2, and the template of the registry.
    (NamesIn::At(&[0, 1]), &[("SOA", 6), ("MINFO", 14), ("RP", 17), ("TALINK", 58)]),
    // RFC 1035 section 3.3.9, RFC 1183 sections 1 and 3.3, and RFC 2230 section 3.
    (NamesIn::At(&[1]), &[("MX", 15), ("AFSDB", 18), ("RT", 21), ("KX", 36)]),
    // RFC 9460 section 2.1 and RFC 6742 section 2.4.
    (NamesIn::At(&[1]), &[("SVCB", 64), ("HTTPS", 65), ("LP", 107)]),
    // RFC 2163 section 4.
    (NamesIn::At(&[1, 2]), &[("PX", 26)]),
    // RFC 2874 section 3.2.
    (NamesIn::At(&[2]), &[("A6", 38)]),
    // RFC 2782 and RFC 9859 section 2.1.
    (NamesIn::At(&[3]), &[("SRV", 33), ("DSYNC", 66)]),
    // RFC 3403 section 4.
    (NamesIn::At(&[5]), &[("NAPTR", 35)]),
    // RFC 2535 section 4.5 and RFC 4034 section 3.2.
    (NamesIn::At(&[7]), &[("SIG", 24), ("RRSIG", 46)]),
    // RFC 8005 section 6.
    (NamesIn::From(3), &[("HIP", 55)]),
    // RFC 4025 section 3.1.
    (NamesIn::Gateway(1), &[("IPSECKEY", 45)]),
    // RFC 8777 section 4.3.1.
    (NamesIn::Gateway(2), &[("AMTRELAY", 260)]),
];

/// The number of a type that has none: no record is of type 0 (RFC 6895 section 3.1).
const NO_NUMBER: u16 = 0;

/// The names in the data of a type, by its mnemonic or as `TYPE15` (RFC 3597 section 5); `None` if there are none.
fn names_of(kind: &[u8], class: Option<Class>) -> Option<NamesIn> {
    if class == Some(Class::Aws) {
        // The type of the addresses stands before the name: `AWS ALIAS A name zone false`.
        return kind.eq_ignore_ascii_case(b"ALIAS").then_some(NamesIn::At(&[1]));
    }
    let number = kind.split_at_checked(4).filter(|(word, _)| word.eq_ignore_ascii_case(b"TYPE"));
    let number = number.and_then(|(_, number)| number_of(number)).filter(|&number| number != NO_NUMBER);
    let is = |(name, of): &(&str, u16)| kind.eq_ignore_ascii_case(name.as_bytes()) || number == Some(*of);
    TYPES.iter().find(|(_, types)| types.iter().any(is)).map(|&(names, _)| names)
}

fn number_of(word: &[u8]) -> Option<u16> {
    core::str::from_utf8(word).ok().filter(|word| !word.starts_with('+'))?.parse().ok()
}
