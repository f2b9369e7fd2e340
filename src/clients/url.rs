//! The host of a URL that every program finds in the same place.

use core::ops::Range;

use crate::bounded;

const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Where the host of a URL stands, in characters; or the first character of which programs may think otherwise.
///
/// The URL has a scheme, two slashes, a host and perhaps a port, and then ends or goes on with a slash. Parsers differ
/// at user information, backslashes, percent signs, brackets, blanks and controls, and at a query or fragment without a
/// path.
pub(crate) fn plain_host(url: &[u32]) -> Result<Range<usize>, usize> {
    let is = |unit: u32, octet: u8| unit == u32::from(octet);
    let is_control = |unit: &u32| *unit <= 0x20 || *unit == 0x7F;
    if let Some(place) = url.iter().position(is_control) {
        return Err(place);
    }
    let colon = url.iter().position(|&unit| is(unit, b':')).ok_or(0_usize)?;
    let scheme = bounded::first(url, colon).iter().filter_map(|&unit| char::from_u32(unit));
    let is_known = |known: &str| scheme.clone().map(|letter| letter.to_ascii_lowercase()).eq(known.chars());
    if !SCHEMES.into_iter().any(is_known) {
        return Err(0);
    }
    let start = bounded::add(colon, 3);
    if url.get(colon..start) != Some(&[0x3A, 0x2F, 0x2F]) {
        return Err(colon);
    }
    let rest = bounded::rest(url, start);
    let end = rest.iter().position(|&unit| is(unit, b'/')).unwrap_or(rest.len());
    let authority = bounded::first(rest, end);
    let is_doubtful = |unit: &u32| [b'@', b'\\', b'%', b'[', b']', b'?', b'#'].iter().any(|&octet| is(*unit, octet));
    if let Some(place) = authority.iter().position(is_doubtful) {
        return Err(bounded::add(start, place));
    }
    let size = authority.iter().position(|&unit| is(unit, b':')).unwrap_or(authority.len());
    if size < authority.len() && !is_port(bounded::rest(authority, bounded::add(size, 1))) {
        return Err(bounded::add(start, size));
    }
    Ok(start..bounded::add(start, size))
}

/// Returns whether digits are those of a port.
fn is_port(digits: &[u32]) -> bool {
    let number = digits.iter().try_fold(0_u16, |number, &unit| {
        let digit = u8::try_from(unit).ok().filter(u8::is_ascii_digit)?;
        number.checked_mul(10)?.checked_add(bounded::sub(digit, b'0').into())
    });
    !digits.is_empty() && number.is_some()
}
