//! The parts of an address of e-mail (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

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
    let start = domain_start(address.chars().map(u32::from))?;
    let mut characters = address.chars();
    characters.by_ref().take(start).for_each(drop);
    Ok(characters.as_str())
}

/// Where the domain of an address begins, in characters.
pub(crate) fn domain_start(address: impl Iterator<Item = u32>) -> Result<usize, Error> {
    let (mut is_quoted, mut is_escaped, mut sign, mut length) = (false, false, None, 0_usize);
    for (place, unit) in address.enumerate() {
        length = place.saturating_add(1);
        match unit {
            _ if is_escaped => is_escaped = false,
            // A domain has no quotation marks.
            0x22 if sign.is_none() => is_quoted = !is_quoted,
            0x5C if is_quoted => is_escaped = true,
            0x40 if !is_quoted && sign.is_some() => return Err(Error::new(ErrorKind::SecondAtSign, place)),
            0x40 if !is_quoted => sign = Some(place),
            _ => {}
        }
    }
    match sign {
        None => Err(Error::new(ErrorKind::MissingAtSign, length)),
        Some(0) => Err(Error::new(ErrorKind::EmptyLocalPart, 0)),
        Some(sign) => Ok(sign.saturating_add(1)),
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
