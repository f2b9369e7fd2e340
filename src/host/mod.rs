//! Hosts of URLs: the host parser of the URL Standard (section 3.5), and the place of a host in a URL (section 4.4).
//!
//! [`parse`] reads a host, [`of_url`] finds the one of a URL and reads it, and [`of_bare_url`] takes both. They are
//! functions of the standard at the commit [`URL_STANDARD`](crate::URL_STANDARD). A host is a domain name, an IPv4
//! address in any notation, an IPv6 address in brackets or, on request, an opaque host: only who asks after this knows
//! where a request goes.

mod ipv4;
pub(crate) mod ipv6;
mod percent;
mod reserved;
#[cfg(test)]
mod tests;
mod url;

use core::fmt::Write;
use core::net::IpAddr;
use std::borrow::Cow;

pub(crate) use ipv4::parse as parse_ipv4;
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use reserved::reserved_name;
pub use reserved::{RESERVED_NAMES, ReservedName};
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use url::{Reading, UrlParts, parts_of_url};
pub use url::{Scheme, UrlHost, of_bare_url, of_url};
pub(crate) use url::{end_of_host, scheme_end};

use crate::domain::{Conversion, OnError, ascii_ends_in_number, convert_name, is_forbidden_in_url, is_own_form};
use crate::error::{Error, ErrorKind};
use crate::label::{Form, LabelError, Scratch, characters, is_separator};
use crate::memory::{self, Growing};
use crate::{Profile, bounded};

/// The kinds of hosts (URL Standard, section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostKind {
    /// A domain name. It does not end in a number.
    Domain,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// The host of a URL whose scheme is not special: a text that means what the scheme says.
    Opaque,
    /// No host, which only URLs whose scheme is not special have.
    Empty,
}

impl HostKind {
    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Opaque => "opaque",
            Self::Empty => "empty",
        }
    }
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host {
    parsed: ParsedHost,
    ascii: String,
}

impl Host {
    /// Returns which kind of host it is.
    #[must_use]
    pub const fn kind(&self) -> HostKind {
        self.parsed.kind
    }

    /// Returns the host in ASCII, as the "host serializer" writes it: an IPv6 address in brackets.
    #[must_use]
    pub fn ascii(&self) -> &str {
        &self.ascii
    }

    /// Returns the host for people: of a domain the Unicode form ("domain to Unicode"), of other hosts what
    /// [`ascii`](Self::ascii) is.
    #[must_use]
    pub fn unicode(&self) -> Cow<'_, str> {
        match self.kind() {
            HostKind::Domain => crate::to_unicode_or_keep(&self.ascii, &Profile::WHATWG),
            _ => Cow::Borrowed(&self.ascii),
        }
    }

    /// Returns the address; nothing for a host that is none.
    #[must_use]
    pub const fn address(&self) -> Option<IpAddr> {
        self.parsed.address
    }

    /// Returns the reserved name that a domain is, or that it is below; nothing for other hosts.
    ///
    /// ```
    /// let reserved = acelabel::host::parse("db.INTERNAL.").unwrap().reserved().unwrap();
    /// assert_eq!((reserved.name, reserved.date), ("internal", "2024-07-29"));
    /// assert_eq!(acelabel::host::parse("my-internal").unwrap().reserved(), None);
    /// ```
    #[must_use]
    pub fn reserved(&self) -> Option<&'static ReservedName> {
        if self.kind() == HostKind::Domain { reserved::reserved_name(self.ascii.as_bytes()) } else { None }
    }
}

/// The findings about a host besides its ASCII form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ParsedHost {
    pub(crate) kind: HostKind,
    pub(crate) address: Option<IpAddr>,
}

/// Parses a host as the host parser of the URL Standard does for special schemes, such as `https`.
///
/// ```
/// use acelabel::ErrorKind;
/// use acelabel::host::{HostKind, parse};
///
/// let host = parse("b%C3%BCcher.example").unwrap();
/// assert_eq!((host.kind(), host.ascii()), (HostKind::Domain, "xn--bcher-kva.example"));
/// assert_eq!(parse("１２７.1").unwrap().ascii(), "127.0.0.1");
/// let error = parse("exa mple").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::ForbiddenHostCodepoint, 3));
/// ```
///
/// # Errors
///
/// [`EmptyHost`](ErrorKind::EmptyHost), [`ForbiddenHostCodepoint`](ErrorKind::ForbiddenHostCodepoint),
/// [`InvalidPercentEncoding`](ErrorKind::InvalidPercentEncoding), [`InvalidIpv4`](ErrorKind::InvalidIpv4),
/// [`InvalidIpv6`](ErrorKind::InvalidIpv6); else as [`to_ascii`](crate::to_ascii) with [`Profile::WHATWG`].
pub fn parse(host: &str) -> Result<Host, LabelError> {
    whole(host, false)
}

/// Parses a host as the host parser of the URL Standard does for schemes that are not special, such as `redis`. Only
/// there a host is an opaque host, or empty.
///
/// # Errors
///
/// [`ForbiddenHostCodepoint`](ErrorKind::ForbiddenHostCodepoint), [`InvalidIpv6`](ErrorKind::InvalidIpv6) or
/// [`OutOfMemory`](ErrorKind::OutOfMemory).
pub fn parse_opaque(host: &str) -> Result<Host, LabelError> {
    whole(host, true)
}

fn whole(host: &str, is_opaque: bool) -> Result<Host, LabelError> {
    let mut memory = HostMemory::default();
    let parsed = memory.parse(host.as_bytes(), is_opaque)?;
    memory.host(parsed)
}

/// Memory that one host after another is parsed in.
#[derive(Default)]
pub(crate) struct HostMemory {
    /// The URL without its tabs and newlines.
    cleaned: Growing<u8>,
    decoded: Growing<u8>,
    scratch: Scratch,
    pub(crate) ascii: Growing<u8>,
}

impl HostMemory {
    /// Parses a host in UTF-8, in which a surrogate has the three octets of its number. Its ASCII form is then in
    /// `ascii`.
    pub(crate) fn parse(&mut self, host: &[u8], is_opaque: bool) -> Result<ParsedHost, LabelError> {
        self.ascii.clear();
        let parsed = match host {
            [] if is_opaque => Ok(ParsedHost { kind: HostKind::Empty, address: None }),
            [] => Err(refusal(ErrorKind::EmptyHost, 0)),
            [b'[', ..] => self.parse_literal(host),
            _ if is_opaque => self.parse_opaque(host),
            _ => self.parse_domain(host),
        }?;
        if self.ascii.is_refused() { Err(LabelError::out_of_memory(memory::refused())) } else { Ok(parsed) }
    }

    /// The host that was parsed last.
    fn host(self, parsed: ParsedHost) -> Result<Host, LabelError> {
        let ascii = self.ascii.finished().map_err(LabelError::out_of_memory)?;
        Ok(Host { parsed, ascii: bounded::ascii_string(ascii) })
    }

    /// Steps 4 to 9 of the host parser.
    fn parse_domain(&mut self, host: &[u8]) -> Result<ParsedHost, LabelError> {
        const DOMAIN: ParsedHost = ParsedHost { kind: HostKind::Domain, address: None };
        let Self { decoded, scratch, ascii, .. } = self;
        if is_own_form(host, &Profile::WHATWG) {
            ascii.extend_from_slice(host);
        } else {
            let name = if host.contains(&b'%') { percent::decode(host, decoded)? } else { host };
            let name = core::str::from_utf8(name).map_err(|error| not_utf8(host, error.valid_up_to()))?;
            let conversion = Conversion { profile: &Profile::WHATWG, form: Form::Ascii, on_error: OnError::Raise };
            convert_name(name, conversion, scratch, ascii).map_err(|error| of_host(host, error))?;
        }
        if !ascii_ends_in_number(ascii) {
            return Ok(DOMAIN);
        }
        let address = ipv4::parse(ascii).map_err(|part| refusal(ErrorKind::InvalidIpv4, part_start(host, part)))?;
        ascii.clear();
        self.write(address.into())
    }

    /// Step 1 of the host parser.
    fn parse_literal(&mut self, host: &[u8]) -> Result<ParsedHost, LabelError> {
        let refused = |octet| refusal(ErrorKind::InvalidIpv6, characters(bounded::first(host, octet)));
        let Some(inside) = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) else {
            let bracket = host.iter().position(|&octet| octet == b']');
            return Err(refused(bracket.map_or(host.len(), |place| bounded::add(place, 1))));
        };
        let address = ipv6::parse(inside).map_err(|place| refused(bounded::add(place, 1)))?;
        self.write(address.into())
    }

    /// The "opaque-host parser".
    fn parse_opaque(&mut self, host: &[u8]) -> Result<ParsedHost, LabelError> {
        let is_refused = |(place, &octet): (usize, &u8)| match octet {
            // The octets of a surrogate begin so.
            0xED => bounded::rest(host, place).get(1).is_some_and(|&next| next >= 0xA0),
            // An opaque host may have a percent sign and controls, which a domain may not.
            b'%' | 0x01..=0x08 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F => false,
            octet => octet < 0x80 && is_forbidden_in_url(octet.into()),
        };
        if let Some(place) = host.iter().enumerate().position(is_refused) {
            let is_ascii = bounded::at(host, place) < 0x80;
            let kind = if is_ascii { ErrorKind::ForbiddenHostCodepoint } else { ErrorKind::Surrogate };
            return Err(refusal(kind, characters(bounded::first(host, place))));
        }
        percent::encode(host, &mut self.ascii);
        Ok(ParsedHost { kind: HostKind::Opaque, address: None })
    }

    /// Writes an address ("IPv4 serializer", "IPv6 serializer"). The only fault of writing is want of memory.
    fn write(&mut self, address: IpAddr) -> Result<ParsedHost, LabelError> {
        let ascii = &mut self.ascii;
        let (kind, written) = match address {
            IpAddr::V4(address) => (HostKind::Ipv4, write!(ascii, "{address}")),
            IpAddr::V6(address) => (
                HostKind::Ipv6,
                match address.segments() {
                    // The standard library writes the last two as an IPv4 address.
                    [0, 0, 0, 0, 0, 0xFFFF, high, low] => write!(ascii, "[::ffff:{high:x}:{low:x}]"),
                    _ => write!(ascii, "[{address}]"),
                },
            ),
        };
        written.map_err(|_| LabelError::out_of_memory(memory::refused()))?;
        Ok(ParsedHost { kind, address: Some(address) })
    }
}

#[cold]
const fn refusal(kind: ErrorKind, offset: usize) -> LabelError {
    LabelError::new(Error::new(kind, offset), 0, None)
}

/// The error of a host whose octets, when decoded, are not UTF-8 from a place on.
#[cold]
fn not_utf8(host: &[u8], place: usize) -> LabelError {
    let place = percent::decoded(host).nth(place).map_or(host.len(), |(place, _)| place);
    let is_encoded = host.get(place) == Some(&b'%');
    let kind = if is_encoded { ErrorKind::InvalidPercentEncoding } else { ErrorKind::Surrogate };
    refusal(kind, characters(bounded::first(host, place)))
}

/// The error of a domain as one of its host.
#[cold]
fn of_host(host: &[u8], error: LabelError) -> LabelError {
    let is_forbidden =
        error.kind() == ErrorKind::DisallowedCodepoint && error.code_point().is_some_and(is_forbidden_in_url);
    let kind = match error.kind() {
        ErrorKind::EmptyDomain => ErrorKind::EmptyHost,
        _ if is_forbidden => ErrorKind::ForbiddenHostCodepoint,
        kind => kind,
    };
    let offset = percent::offset(host, error.offset());
    LabelError::new(Error::new(kind, offset), error.label_index(), error.code_point())
}

/// The offset in a host of its part between dots with this index.
#[cold]
fn part_start(host: &[u8], index: usize) -> usize {
    let Some(dot) = index.checked_sub(1) else { return 0 };
    let octets = memory::collected(percent::decoded(host).map(|(_, octet)| octet), host.len()).unwrap_or_default();
    let name = bounded::utf8(&octets);
    let dots = name.chars().enumerate().filter(|&(_, character)| is_separator(character.into()));
    let start = dots.map(|(place, _)| bounded::add(place, 1)).nth(dot);
    percent::offset(host, start.unwrap_or_default())
}
