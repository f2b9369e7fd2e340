//! Advice where a character is refused: which kind of text was taken for a name.

use super::likely::note;
use super::near::{Fault, MOST, all, any, is_of, is_word, matched, up_to};
use super::shown::{quoted, string};
use crate::domain::is_valid;
use crate::host::{Scheme, ipv6};
use crate::{Profile, bounded};

/// The number of characters of a text that are read before a fault, and after it.
const NEAR: usize = 64;

const URL: &str = "this looks like a URL: pass only its host name";
const ADDRESS: &str = "this looks like an IP address, which is not a domain name";
const EMAIL: &str = "this looks like an e-mail address: pass only the part after '@'";
pub(super) const AROUND_ADDRESS: &str = "remove the white space around the address";
const COMMENT: &str = "a comment is not a name: skip it";
const ONE: &str = "pass one name at a time";

/// The encodings of a text, and the patterns that begin at the fault.
const ENCODED: [(&str, &str); 5] = [
    ("percent-encoded", "% H2"),
    ("written with character references of HTML", "& # D+7 ;|& # X H+6 ;|& Z A+31 ;"),
    ("like an encoded word of a mail header", "= ? N+64 ? Q ?"),
    ("like quoted-printable", "= C F = V F"),
    ("written with escapes", "\\ D3|\\ U H4|\\ u {|\\ x H2|\\ .|\\ @"),
];

/// Spellings of a dot, a colon or an @ that keep people from following a link, in lower case.
const DEFANGED: &str = "O S? . S? E|O S? d o t S? E|O S? : S? E|O S? : / / S? E|O S? @ S? E|O S? a t S? E";

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

impl Fault {
    /// Returns whether a scheme that host.of_url takes is all that stands before the fault.
    pub(super) fn is_behind_scheme(&self) -> bool {
        Scheme::NAMED.iter().any(|(scheme, _)| is_word(self.before(NEAR), scheme.as_bytes()))
    }

    /// Returns what helps where the text from a place on is no URL that host.of_url takes.
    pub(super) fn of_no_url(&self, offset: usize) -> Option<&'static str> {
        let begin = self.part(offset, NEAR);
        Some(match up_to(begin, b':') {
            _ if begin.starts_with(b"//") => "base_scheme=\"https\" reads it",
            // A host stands at the beginning.
            [] | [b'/' | b'\\' | b'?' | b'#', ..] => return None,
            _ if !any(begin, b':') && !begin.windows(2).any(|two| two == b"//") => "write https:// before a host",
            scheme if is_word(scheme, b"hxxp") => "this looks defanged: write 'http' for 'hxxp'",
            scheme if is_word(scheme, b"hxxps") => "this looks defanged: write 'https' for 'hxxps'",
            // The host of a file is another matter.
            scheme if is_word(scheme, b"file") || !begin.get(scheme.len()..)?.starts_with(b"://") => return None,
            scheme if all(scheme, b'R') => {
                "host.parse of Python, with opaque=True, takes that of a URL with another scheme"
            }
            _ => return None,
        })
    }

    /// Returns what helps where the character at a place is refused.
    pub(super) fn of_character(&self, offset: usize) -> Option<String> {
        let octet = self.octet(offset)?;
        if !octet.is_ascii() && !is_of(octet, b'S') {
            let found = if self.is_long { None } else { note(&self.units) };
            return found.map(|found| format!("it {found}"));
        }
        // A profile may allow the `&` of a reference.
        let is_reference = octet == b'#' && self.before(1) == b"&";
        let rest = self.part(bounded::sub(offset, is_reference.into()), MOST);
        if let Some((name, _)) = ENCODED.iter().find(|(_, patterns)| matched(patterns, rest).is_some()) {
            return Some(format!("this looks {name}: decode it first"));
        }
        if let Some(defanged) = self.defanged(offset) {
            return Some(defanged);
        }
        let said = match octet {
            b':' => self.of_colon(offset)?,
            b'/' => self.of_slash(offset),
            b'?' => "a query is not part of a host name: pass only the part before '?'",
            b'#' if offset == 0 => COMMENT,
            b'#' => "a fragment is not part of a host name: pass only the part before '#'",
            b'@' => EMAIL,
            b'[' if begins_with_address(self.part(offset, NEAR)) => ADDRESS,
            b'_' | b'*' => self.of_dns(offset)?,
            b',' | b';' => self.of_separator(offset),
            _ if is_of(octet, b'S') => self.of_white_space(offset),
            _ => self.of_other(offset)?,
        };
        Some(said.into())
    }

    fn defanged(&self, offset: usize) -> Option<String> {
        // The first bracket of the pair may be no fault.
        let start = if matched("B .", self.before(2)).is_some() { bounded::sub(offset, 2) } else { offset };
        let rest = self.part(start, NEAR).to_ascii_lowercase();
        let is_behind_dot = || start.checked_sub(1).is_some_and(|before| self.octet(before) == Some(b'.'));
        let count = match matched(DEFANGED, &rest) {
            Some(count) => count,
            None if matched("B . W", &rest).is_some() => 2,
            None if matches!(rest.first(), Some(b']' | b')' | b'}')) && is_behind_dot() => 1,
            None => return None,
        };
        let written = self.units.iter().skip(start).take(count).filter_map(|&unit| char::from_u32(unit));
        let written: String = written.collect();
        let inside = written.chars().filter(|&character| !"[](){}<> ".contains(character));
        let inside: String = inside.map(|character| character.to_ascii_lowercase()).collect();
        let meant = match &*inside {
            "dot" | "" => ".",
            "at" => "@",
            other => other,
        };
        Some(format!("this looks defanged: write {} for {}", quoted(meant), quoted(&written)))
    }

    fn of_colon(&self, offset: usize) -> Option<&'static str> {
        let rest = self.part(bounded::add(offset, 1), NEAR);
        let is = |scheme: &[u8]| is_word(self.before(NEAR), scheme);
        let is_scheme = [b"http".as_slice(), b"https", b"ftp", b"ws", b"wss", b"file"].into_iter().any(is);
        let begins = rest.first().is_some_and(|&octet| is_of(octet, b'L') || matches!(octet, b'/' | b'\\'));
        if self.part(offset, NEAR).windows(3).any(|three| three == b"://") || (is_scheme && begins) {
            return Some(URL);
        }
        let port = up_to(rest, b'/');
        if !port.is_empty() && all(port, b'G') {
            return Some("a port is not part of a host name: pass only the part before ':'");
        }
        if begins_with_address(&self.octets) {
            return Some(ADDRESS);
        }
        let user = "a user is not part of a host name: pass only the part after '@'";
        self.of_address(offset).map(|advice| if is(b"mailto") { advice } else { user })
    }

    fn of_slash(&self, offset: usize) -> &'static str {
        if self.part(offset, 2) == b"//" {
            URL
        } else if offset < NEAR && matched("D+3 . D+3 . D+3 . D+3 / D", &self.octets).is_some() {
            "this looks like an IP network, which is not a domain name"
        } else {
            "a path is not part of a host name: pass only the part before '/'"
        }
    }

    pub(super) fn of_white_space(&self, offset: usize) -> &'static str {
        let before = self.before(NEAR);
        let next = self.part(offset, NEAR).iter().find(|&&octet| !is_of(octet, b'S'));
        match (before.last(), next) {
            (None, Some(b'#')) => COMMENT,
            (_, Some(b'#')) => "a comment is not part of a name: remove it",
            (Some(&last), Some(&next)) if is_of(last, b'P') || is_of(next, b'P') => "remove the white space at the dot",
            (Some(_), Some(_)) if matches!(self.octet(offset), Some(b'\n' | b'\r')) => "pass one line at a time",
            // In a list of names the first one has a dot.
            (Some(_), Some(_)) if any(before, b'.') => ONE,
            (Some(_), Some(_)) => self.of_address(offset).unwrap_or(ONE),
            _ if any(self.before(MOST), b'@') => AROUND_ADDRESS,
            _ => "remove the white space around the name",
        }
    }

    fn of_separator(&self, offset: usize) -> &'static str {
        let is_last = all(self.part(bounded::add(offset, 1), NEAR), b'S');
        self.of_address(offset).unwrap_or(match self.octet(offset) {
            _ if !is_last => ONE,
            Some(b',') => "remove the ',' after the name",
            _ => "remove the ';' after the name",
        })
    }

    fn of_dns(&self, offset: usize) -> Option<&'static str> {
        let is_underscore = self.octet(offset) == Some(b'_');
        match self.of_address(offset) {
            None if self.is_long => None,
            None if is_of_dns(&self.units) && offset == 0 && self.part(0, 2) == b"*." => {
                Some("matches(name, pattern) takes it as the pattern, and the profile acelabel.DNS as a name")
            }
            None if is_of_dns(&self.units) => Some("the profile acelabel.DNS allows it"),
            None if is_underscore && self.label(offset).iter().any(|&unit| unit > 0x7F) => {
                Some("the profile acelabel.DNS allows it in labels that are ASCII only")
            }
            advice => advice,
        }
    }

    fn of_other(&self, offset: usize) -> Option<&'static str> {
        let around = match (self.octet(offset)?, *self.octets.last()?) {
            (b'\'', b'\'') | (b'"', b'"') | (b'`', b'`') => "remove the quotation marks around the name",
            (b'<', b'>') | (b'(', b')') | (b'[', b']') | (b'{', b'}') => "remove the brackets around the name",
            _ => return self.of_address(offset),
        };
        self.of_address(offset).or_else(|| (offset == 0 && self.units.len() > 2).then_some(around))
    }

    /// Returns what helps if an `@` follows: before it a local part can have many characters that a name cannot.
    fn of_address(&self, offset: usize) -> Option<&'static str> {
        let (before, rest) = (self.before(MOST), self.part(offset, MOST));
        let local_part = up_to(rest, b'@');
        let (first, others) = local_part.split_first()?;
        if any(before, b'@') {
            return (*first == b'>' && any(before, b'<'))
                .then_some("a display name is not part of an address: pass only what '<' and '>' enclose");
        }
        let domain = rest.get(local_part.len()..).filter(|domain| !domain.is_empty())?;
        // White space is in a quoted local part or behind a name; or the address is another one.
        let is_quoted = is_of(*first, b'S') || *first == b'"' || any(up_to(local_part, b'\n'), b'<');
        if any(others, b'S') && !is_quoted {
            return None;
        }
        let is_enclosed = any(domain, b'>') && (any(before, b'<') || any(local_part, b'<'));
        Some(if is_enclosed { "pass only the part between '@' and '>'" } else { EMAIL })
    }
}
