//! The parts of an address of e-mail (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

use crate::bounded;
use crate::error::{Error, ErrorKind};

/// The domain of an address: what stands behind its `@`. It is not looked at, and neither is the local part, but for
/// quotation marks, between which an `@` is a character like any other.
///
/// ```
/// use acelabel::text::domain_of_address;
///
/// assert_eq!(domain_of_address("почта@пример.рф")?, "пример.рф");
/// assert_eq!(domain_of_address("\"a@b\"@example.com")?, "example.com");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`MissingAtSign`](ErrorKind::MissingAtSign), [`SecondAtSign`](ErrorKind::SecondAtSign) or
/// [`EmptyLocalPart`](ErrorKind::EmptyLocalPart).
pub fn domain_of_address(address: &str) -> Result<&str, Error> {
    let (octet, _) = at_sign(address.as_bytes())?;
    Ok(bounded::characters(address, bounded::add(octet, 1)..address.len()))
}

/// Where the `@` of an address in UTF-8 stands, in octets and in characters.
pub(crate) fn at_sign(address: &[u8]) -> Result<(usize, usize), Error> {
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
            ("\"a\".b@c", "c"),
            ("a\\@c", "c"),
            ("a@\"b", "\"b"),
            ("a@[IPv6:::1]", "[IPv6:::1]"),
        ] {
            assert_eq!(domain_of_address(address), Ok(domain), "{address}");
        }
    }
}
