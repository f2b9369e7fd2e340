//! Domain names that are reserved: RFC 6761 and IANA's registry of special-use domain names, as far as nobody may
//! register names below them and the DNS has none; and the name that ICANN keeps for private networks.

use crate::domain::length_without_root;

/// A reserved domain name, below which the DNS of the internet has no names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReservedName {
    /// The name, without a final dot.
    pub name: &'static str,
    /// The document that reserves it.
    pub document: &'static str,
    /// The date of the document: year and month, or a day.
    pub date: &'static str,
}

const fn row(name: &'static str, document: &'static str, date: &'static str) -> ReservedName {
    ReservedName { name, document, date }
}

/// All of them, in the order of the alphabet.
pub const RESERVED_NAMES: &[ReservedName] = &[
    row("alt", "RFC 9476", "2023-09"),
    row("example", "RFC 6761", "2013-02"),
    row("home.arpa", "RFC 8375", "2018-05"),
    row("internal", "ICANN Board, 2024.07.29.06", "2024-07-29"),
    row("invalid", "RFC 6761", "2013-02"),
    row("local", "RFC 6762", "2013-02"),
    row("localhost", "RFC 6761", "2013-02"),
    row("onion", "RFC 7686", "2015-10"),
    row("test", "RFC 6761", "2013-02"),
];

/// The reserved name that a domain is, or that it is below. The domain is in ASCII and lower case.
pub(crate) fn reserved_name(domain: &[u8]) -> Option<&'static ReservedName> {
    let domain = domain.get(..length_without_root(domain))?;
    let is_in = |row: &&ReservedName| {
        domain.strip_suffix(row.name.as_bytes()).is_some_and(|before| matches!(before, [] | [.., b'.']))
    };
    RESERVED_NAMES.iter().find(is_in)
}
