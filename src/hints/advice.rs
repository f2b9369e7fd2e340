//! Advice where a character is refused: which kind of text was taken for a name.

use super::hint::Hint;
use super::likely::note;
use super::near::{Fault, MOST, all, any, is_of, is_word, matched, up_to};
use super::shown::string;
use crate::domain::is_valid;
use crate::error::ErrorKind;
use crate::host::{Scheme, UrlHost, end_of_host, ipv6, of_bare_url, of_url};
use crate::label::LabelError;
use crate::text::followed_at;
use crate::{Profile, bounded};

/// The number of characters of a text that are read before a fault, and after it.
const NEAR: usize = 64;

/// The encodings of a text, and the patterns that begin at the fault.
const ENCODED: [(&str, &str); 5] = [
    ("percent-encoded", "% H2"),
    ("written with character references of HTML", "& # D+7 ;|& # X H+6 ;|& Z A+31 ;"),
    ("like an encoded word of a mail header", "= ? N+64 ? Q ?"),
    ("like quoted-printable", "= C F = V F"),
    ("written with escapes", "\\ D3|\\ U H4|\\ u {|\\ x H2|\\ .|\\ @"),
];

/// Returns whether a text that has `_` or `*` is a name of the profile DNS, and its A-labels are true ones.
pub(crate) fn is_of_dns(text: &[u32]) -> bool {
    let text = if text.len() > MOST { None } else { string(text) };
    let is_name =
        |text: String| is_valid(&text, &Profile::DNS) && is_valid(&text.replace(['*', '_'], "a"), &Profile::UTS46);
    text.is_some_and(is_name)
}

/// Returns whether a text begins with an IP address, which may be in brackets. A zone, a prefix length or white space
/// may follow it.
fn begins_with_address(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").map_or(text, |inside| inside.strip_prefix(b"IPv6:").unwrap_or(inside));
    let is_end = |&octet: &u8| is_of(octet, b'S') || matches!(octet, b'%' | b'/' | b']');
    let address = text.split(is_end).next().unwrap_or_default();
    ipv6::parse(address).is_ok() || matched("D+3 . D+3 . D+3 . D+3", address) == Some(address.len())
}

fn defanged(written: &str, meant: &str) -> Hint {
    Hint::Defanged { written: written.into(), meant: meant.into() }
}

/// Returns what helps where an `@` stands before a host. In an address of XMPP a resource follows that (RFC 7622
/// section 3.1), and an address of Matrix has the `@` at its beginning.
fn behind_sign(rest: &[u8]) -> Hint {
    if any(up_to(rest, b'?'), b'/') { Hint::DomainBeforeResource } else { Hint::Domain }
}

/// The rule that a character breaks with its neighbours, or in its place in a label of one direction: RFC 5892 appendix
/// A, RFC 5893 section 2.
pub(super) const fn of_rule(kind: ErrorKind, code_point: Option<u32>) -> Option<Hint> {
    Some(match (kind, code_point) {
        (ErrorKind::ContextJ, Some(0x200C)) => Hint::ZeroWidthNonJoiner,
        (ErrorKind::ContextJ, Some(0x200D)) => Hint::ZeroWidthJoiner,
        (ErrorKind::ContextO, Some(0xB7)) => Hint::MiddleDot,
        (ErrorKind::ContextO, Some(0x375)) => Hint::GreekNumeralSign,
        (ErrorKind::ContextO, Some(0x5F3)) => Hint::Geresh,
        (ErrorKind::ContextO, Some(0x5F4)) => Hint::Gershayim,
        (ErrorKind::ContextO, Some(0x30FB)) => Hint::KatakanaMiddleDot,
        (ErrorKind::ContextO, Some(0x660..=0x669)) => Hint::ArabicIndicDigits,
        (ErrorKind::ContextO, Some(0x6F0..=0x6F9)) => Hint::ExtendedArabicIndicDigits,
        (ErrorKind::BidiRule1, _) => Hint::BidiBegin,
        (ErrorKind::BidiRule2, _) => Hint::BidiInRtl,
        (ErrorKind::BidiRule3, _) => Hint::BidiEndOfRtl,
        (ErrorKind::BidiRule4, _) => Hint::BidiDigits,
        (ErrorKind::BidiRule5, _) => Hint::BidiInLtr,
        (ErrorKind::BidiRule6, _) => Hint::BidiEnd,
        _ => return None,
    })
}

impl Fault {
    /// Returns whether a scheme that host.of_url takes is all that stands before the fault.
    pub(super) fn is_behind_scheme(&self) -> bool {
        Scheme::NAMED.iter().any(|(scheme, _)| is_word(self.before(NEAR), scheme.as_bytes()))
    }

    /// Returns whether the text has a host where it is read in this way.
    fn is_read(&self, read: impl FnOnce(&str) -> Result<UrlHost, LabelError>) -> bool {
        !self.is_long && string(&self.units).is_some_and(|text| read(&text).is_ok())
    }

    /// Returns what helps where the text from a place on is no URL that host.of_url takes.
    pub(super) fn of_no_url(&self, offset: usize) -> Option<Hint> {
        let begin = self.part(offset, NEAR);
        Some(match up_to(begin, b':') {
            _ if begin.starts_with(b"//") => {
                return self.is_read(|text| of_url(text, Some(Scheme::Https))).then_some(Hint::BaseScheme);
            }
            [_, ..] if self.is_port(bounded::add(offset, end_of_host(begin))) => {
                return self.is_read(of_bare_url).then_some(Hint::Bare);
            }
            // A host stands at the beginning.
            [] | [b'/' | b'\\' | b'?' | b'#', ..] => return None,
            _ if !any(begin, b':') && !begin.windows(2).any(|two| two == b"//") => Hint::AddScheme,
            scheme if is_word(scheme, b"hxxp") => defanged("hxxp", "http"),
            scheme if is_word(scheme, b"hxxps") => defanged("hxxps", "https"),
            // The host of a file is another matter.
            scheme if is_word(scheme, b"file") || !begin.get(scheme.len()..)?.starts_with(b"://") => return None,
            scheme if all(scheme, b'R') => Hint::OtherScheme,
            _ => return None,
        })
    }

    /// Returns what helps where the character at a place is refused.
    pub(super) fn of_character(&self, offset: usize) -> Option<Hint> {
        let octet = self.octet(offset)?;
        if !octet.is_ascii() && !is_of(octet, b'S') {
            let found = if self.is_long { None } else { note(&self.units) };
            return found.map(|note| Hint::Mistaken { note });
        }
        // A profile may allow the `&` of a reference.
        let is_reference = octet == b'#' && self.before(1) == b"&";
        let rest = self.part(bounded::sub(offset, is_reference.into()), MOST);
        if let Some(&(looks, _)) = ENCODED.iter().find(|(_, patterns)| matched(patterns, rest).is_some()) {
            return Some(Hint::Decode { looks });
        }
        if let Some(defanged) = self.defanged(offset) {
            return Some(defanged);
        }
        Some(match octet {
            b':' => self.of_colon(offset)?,
            b'/' => self.of_slash(offset),
            b'?' => Hint::Query,
            b'#' if offset == 0 => Hint::Comment,
            b'#' => Hint::Fragment,
            b'|' | b'@' if offset == 0 && (rest.starts_with(b"||") || rest.starts_with(b"@@|")) => Hint::FilterRule,
            b'@' if offset == 0 && any(rest, b':') => Hint::ServerOfMatrix,
            b'@' => behind_sign(rest),
            b'[' if begins_with_address(self.part(offset, NEAR)) => Hint::Address,
            b'_' | b'*' => self.of_dns(offset)?,
            b',' | b';' => self.of_separator(offset),
            _ if is_of(octet, b'S') => self.of_white_space(offset),
            _ => self.of_other(offset)?,
        })
    }

    fn defanged(&self, offset: usize) -> Option<Hint> {
        // The first bracket of the pair may be no fault.
        let start = if matched("B .", self.before(2)).is_some() { bounded::sub(offset, 2) } else { offset };
        let (range, meant) = followed_at(&self.octets, start)?;
        // A bracket without the other one stands beside the dot that is meant.
        let is_half = meant.is_empty();
        let end = bounded::add(range.end, usize::from(is_half && self.octet(range.end) == Some(b'.')));
        let written = bounded::part(&self.units, range.start..end).iter().filter_map(|&unit| char::from_u32(unit));
        let written: String = written.collect();
        Some(defanged(written.trim(), if is_half { "." } else { meant }))
    }

    /// Returns whether a colon and digits, up to a path, are at a place.
    pub(super) fn is_port(&self, offset: usize) -> bool {
        let port = up_to(self.part(offset, NEAR), b'/');
        matches!(port, [b':', digits @ ..] if !digits.is_empty() && all(digits, b'G'))
    }

    fn of_colon(&self, offset: usize) -> Option<Hint> {
        let rest = self.part(bounded::add(offset, 1), NEAR);
        let is = |scheme: &[u8]| is_word(self.before(NEAR), scheme);
        let is_scheme = [b"http".as_slice(), b"https", b"ftp", b"ws", b"wss", b"file"].into_iter().any(is);
        let begins = rest.first().is_some_and(|&octet| is_of(octet, b'L') || matches!(octet, b'/' | b'\\'));
        if self.part(offset, NEAR).windows(3).any(|three| three == b"://") || (is_scheme && begins) {
            return Some(Hint::Host);
        }
        if self.is_port(offset) {
            // The domain of an address has no port.
            let is_url = self.before(MOST).windows(3).any(|three| three == b"://");
            return Some(if !is_url && self.is_read(of_bare_url) { Hint::Bare } else { Hint::Port });
        }
        if begins_with_address(&self.octets) {
            return Some(Hint::Address);
        }
        self.of_address(offset).map(|advice| if is(b"mailto") { advice } else { Hint::User })
    }

    fn of_slash(&self, offset: usize) -> Hint {
        if self.part(offset, 2) == b"//" || self.before(2) == b":/" {
            Hint::Host
        } else if offset < NEAR && matched("D+3 . D+3 . D+3 . D+3 / D", &self.octets).is_some() {
            Hint::Network
        } else {
            Hint::Path
        }
    }

    pub(super) fn of_white_space(&self, offset: usize) -> Hint {
        let before = self.before(NEAR);
        let next = self.part(offset, NEAR).iter().find(|&&octet| !is_of(octet, b'S'));
        match (before.last(), next) {
            (None, Some(b'#')) => Hint::Comment,
            (_, Some(b'#')) => Hint::CommentBehind,
            (Some(&last), Some(&next)) if is_of(last, b'P') || is_of(next, b'P') => Hint::WhiteSpaceAtDot,
            (Some(_), Some(_)) if matches!(self.octet(offset), Some(b'\n' | b'\r')) => Hint::OneLine,
            // In a list of names the first one has a dot.
            (Some(_), Some(_)) if any(before, b'.') => Hint::OneName,
            (Some(_), Some(_)) => self.of_address(offset).unwrap_or(Hint::OneName),
            _ if any(self.before(MOST), b'@') => Hint::WhiteSpaceOfAddress,
            _ => Hint::WhiteSpace,
        }
    }

    fn of_separator(&self, offset: usize) -> Hint {
        let is_last = all(self.part(bounded::add(offset, 1), NEAR), b'S');
        self.of_address(offset).unwrap_or(match self.octet(offset) {
            _ if !is_last => Hint::OneName,
            Some(b',') => Hint::Separator { found: ',' },
            _ => Hint::Separator { found: ';' },
        })
    }

    fn of_dns(&self, offset: usize) -> Option<Hint> {
        let is_underscore = self.octet(offset) == Some(b'_');
        match self.of_address(offset) {
            None if self.is_long => None,
            None if is_of_dns(&self.units) && offset == 0 && self.part(0, 2) == b"*." => Some(Hint::DnsOrPattern),
            None if is_of_dns(&self.units) => Some(Hint::Dns),
            None if is_underscore && self.label(offset).iter().any(|&unit| unit > 0x7F) => Some(Hint::DnsInAscii),
            advice => advice,
        }
    }

    fn of_other(&self, offset: usize) -> Option<Hint> {
        let around = match (self.octet(offset)?, *self.octets.last()?) {
            (b'\'', b'\'') | (b'"', b'"') | (b'`', b'`') => Hint::Quotes,
            (b'<', b'>') | (b'(', b')') | (b'[', b']') | (b'{', b'}') => Hint::Brackets,
            _ => return self.of_address(offset),
        };
        self.of_address(offset).or_else(|| (offset == 0 && self.units.len() > 2).then_some(around))
    }

    /// Returns what helps if an `@` follows: before it a local part can have many characters that a name cannot.
    fn of_address(&self, offset: usize) -> Option<Hint> {
        let (before, rest) = (self.before(MOST), self.part(offset, MOST));
        let local_part = up_to(rest, b'@');
        let (first, others) = local_part.split_first()?;
        if any(before, b'@') {
            return (*first == b'>' && any(before, b'<')).then_some(Hint::DisplayName);
        }
        let domain = rest.get(local_part.len()..).filter(|domain| !domain.is_empty())?;
        // White space is in a quoted local part or behind a name; or the address is another one.
        let is_quoted = is_of(*first, b'S') || *first == b'"' || any(up_to(local_part, b'\n'), b'<');
        if any(others, b'S') && !is_quoted {
            return None;
        }
        let is_enclosed = any(domain, b'>') && (any(before, b'<') || any(local_part, b'<'));
        Some(if is_enclosed { Hint::DomainBeforeBracket } else { behind_sign(domain) })
    }
}
