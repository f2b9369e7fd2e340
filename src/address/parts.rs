//! The parts of an address: its local part, its `@`, its domain (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

use super::literal;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::characters;

/// The domain of an address: what follows its `@`. Between quotation marks an `@` is a character like any other.
///
/// Local part and domain are refused only where another program could read a different address: at control characters,
/// which end a header or a command of SMTP, at white space in front of the address, and where quotation marks enclose a
/// part of the local part alone.
/// [`inspect`](super::inspect()) applies the whole grammar.
///
/// ```
/// use acelabel::address;
///
/// assert_eq!(address::domain("почта@пример.рф")?, "пример.рф");
/// assert_eq!(address::domain("\"a@b\"@example.com")?, "example.com");
/// assert!(address::domain("a\r\nRCPT TO:<x>@example.com").is_err());
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`MissingAtSign`](ErrorKind::MissingAtSign), [`SecondAtSign`](ErrorKind::SecondAtSign),
/// [`EmptyLocalPart`](ErrorKind::EmptyLocalPart), [`InvalidLocalPart`](ErrorKind::InvalidLocalPart), or
/// [`InvalidAddressLiteral`](ErrorKind::InvalidAddressLiteral) for a domain that begins with `[` and is not characters
/// of RFC 5321 section 4.1.3 between brackets.
pub fn domain(address: &str) -> Result<&str, Error> {
    let (octet, _) = domain_start(address.as_bytes())?;
    Ok(bounded::characters(address, octet..address.len()))
}

/// Where the domain of an address in UTF-8 begins, in octets and in characters.
pub(crate) fn domain_start(address: &[u8]) -> Result<(usize, usize), Error> {
    let (sign, character) = at_sign(address)?;
    let start = bounded::add(sign, 1);
    if let Some(place) = local_fault(bounded::first(address, sign), false) {
        return Err(at(ErrorKind::InvalidLocalPart, address, place));
    }
    let domain = bounded::rest(address, start);
    if let Some(Err(place)) = literal::content(domain) {
        return Err(at(ErrorKind::InvalidAddressLiteral, address, bounded::add(start, place)));
    }
    Ok((start, bounded::add(character, 1)))
}

/// Where the `@` of an address in UTF-8 stands, in octets and in characters.
pub(super) fn at_sign(address: &[u8]) -> Result<(usize, usize), Error> {
    let (mut is_quoted, mut is_escaped, mut sign, mut character) = (false, false, None, 0_usize);
    for (place, &octet) in address.iter().enumerate() {
        match octet {
            0x80..=0xBF => continue,
            _ if is_escaped => is_escaped = false,
            // A domain has no quotation marks.
            b'"' if sign.is_none() => is_quoted = !is_quoted,
            b'\\' if is_quoted => is_escaped = true,
            b'@' if !is_quoted && sign.is_some() => return Err(Error::new(ErrorKind::SecondAtSign, character)),
            b'@' if !is_quoted => sign = Some((place, character)),
            _ => {}
        }
        character = bounded::add(character, 1);
    }
    match sign {
        None => Err(Error::new(ErrorKind::MissingAtSign, character)),
        Some((0, _)) => Err(Error::new(ErrorKind::EmptyLocalPart, 0)),
        Some(sign) => Ok(sign),
    }
}

/// An error at an octet of the address. Its offset counts characters.
pub(super) fn at(kind: ErrorKind, address: &[u8], octet: usize) -> Error {
    Error::new(kind, characters(bounded::first(address, octet)))
}

/// The octet of a local part, which [`at_sign`] has found, that is not allowed where it is.
///
/// With `is_judged` the grammar is that of RFC 5321 section 4.1.2 and RFC 6531 section 3.3: atoms between dots, or one
/// quoted string, which is not empty (erratum 3135 of RFC 5322). Without it only a character is refused that is not
/// allowed anywhere, white space at the beginning, or a quotation mark inside what is not one quoted string.
pub(super) fn local_fault(local: &[u8], is_judged: bool) -> Option<usize> {
    // White space behind an address is refused, too. The grammar allows it where it is beyond ASCII.
    if begins_with_white_space(local) {
        return Some(0);
    }
    let is_quoted = local.first() == Some(&b'"');
    let (mut is_escaped, mut is_closed, mut before) = (false, false, b'.');
    for (place, &octet) in local.iter().enumerate() {
        let next = bounded::rest(local, place).get(1).copied();
        let is_last = next.is_none();
        let is_allowed = match octet {
            _ if is_in_no_address(octet, next) || is_closed => false,
            _ if is_escaped => !is_judged || octet < 0x80,
            _ if !is_quoted => match octet {
                b'"' => false,
                b'.' => !is_judged || before != b'.' && !is_last,
                _ => !is_judged || is_of_atom(octet),
            },
            b'"' => !is_judged || place != 1,
            _ => true,
        };
        if !is_allowed {
            return Some(place);
        }
        is_closed = is_quoted && !is_escaped && octet == b'"' && place > 0;
        is_escaped = is_quoted && !is_escaped && octet == b'\\';
        before = octet;
    }
    None
}

fn begins_with_white_space(text: &[u8]) -> bool {
    if text.first().is_none_or(u8::is_ascii_graphic) {
        return false;
    }
    // No character has more octets.
    let first = bounded::first(text, text.len().min(4)).utf8_chunks().next();
    first.and_then(|chunk| chunk.valid().chars().next()).is_some_and(char::is_whitespace)
}

/// Returns whether a character begins here that no address holds: a control character, C1 included (RFC 5198 section
/// 2), or a surrogate, which UTF-8 does not have.
fn is_in_no_address(octet: u8, next: Option<u8>) -> bool {
    match octet {
        ..0x20 | 0x7F => true,
        0xC2 => next.is_some_and(|next| next < 0xA0),
        0xED => next.is_some_and(|next| next >= 0xA0),
        _ => false,
    }
}

/// `atext` of RFC 5322 section 3.2.3 and the octets of `UTF8-non-ascii`.
fn is_of_atom(octet: u8) -> bool {
    octet >= 0x80 || octet.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&octet)
}

/// The longest local part, in octets of UTF-8 (RFC 5321 section 4.5.3.1.1).
pub(crate) const LONGEST_LOCAL_PART: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_at_sign_between_quotation_marks_is_a_character() {
        for (address, domain) in [
            ("a@b", "b"),
            ("ü@ü.example", "ü.example"),
            ("a@", ""),
            ("\"a@b\"@c", "c"),
            ("\"a\\\"@b\"@c", "c"),
            ("\"a\\\\\"@c", "c"),
            ("a\\@c", "c"),
            ("a@\"b", "\"b"),
            ("a@[IPv6:::1]", "[IPv6:::1]"),
        ] {
            assert_eq!(super::domain(address), Ok(domain), "{address}");
        }
    }

    /// Returns what else could be read as another address, or as more than one.
    #[test]
    fn a_control_character_or_half_a_quotation_is_refused() {
        for (address, place) in [
            ("a\r\nRCPT TO:<x>@b", 1),
            ("ü\0@b", 1),
            ("\"a\n\"@b", 2),
            ("\"a\\\n\"@b", 3),
            ("a\u{7F}@b", 1),
            ("a\u{85}@b", 1),
            ("a\"@\"b@c", 1),
            ("\"a\"b@c", 3),
            ("\"a\".b@c", 3),
            ("\"a\"\"b\"@c", 3),
        ] {
            assert_eq!(super::domain(address), Err(Error::new(ErrorKind::InvalidLocalPart, place)), "{address}");
        }
        assert_eq!(domain_start(b"a\xED\xA0\x80@b"), Err(Error::new(ErrorKind::InvalidLocalPart, 1)));
        assert_eq!(domain_start("\u{D7FF}@b".as_bytes()), Ok((4, 2)));
    }
}
