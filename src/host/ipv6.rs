//! The "IPv6 parser" (URL Standard, section 3.5).

use core::net::Ipv6Addr;

use crate::bounded;

/// Parses an address without its brackets.
///
/// # Errors
///
/// The octet at which the text is no address any more, which is its end where it ends too early.
pub(crate) fn parse(text: &[u8]) -> Result<Ipv6Addr, usize> {
    let (mut pieces, mut count, mut gap, mut at) = ([0_u16; 8], 0_usize, None, 0_usize);
    match text {
        [b':', b':', ..] => (at, count, gap) = (2, 1, Some(1)),
        [b':', ..] => return Err(1),
        _ => {}
    }
    while at < text.len() {
        if count == 8 {
            return Err(at);
        }
        let rest = bounded::rest(text, at);
        if rest.first() == Some(&b':') {
            (at, count) = (bounded::add(at, 1), bounded::add(count, 1));
            // A second gap, of which this is the second colon.
            if gap.replace(count).is_some() {
                return Err(bounded::sub(at, 1));
            }
            continue;
        }
        let digits = rest.iter().take(4).take_while(|octet| octet.is_ascii_hexdigit()).count();
        let end = bounded::add(at, digits);
        match text.get(end) {
            Some(b'.') if digits > 0 => {
                if count > 6 {
                    return Err(at);
                }
                let [a, b, c, d] = octets(text, at)?;
                bounded::put(&mut pieces, count, u16::from_be_bytes([a, b]));
                bounded::put(&mut pieces, bounded::add(count, 1), u16::from_be_bytes([c, d]));
                count = bounded::add(count, 2);
                break;
            }
            // The text ends behind a colon.
            Some(b':') if bounded::add(end, 1) == text.len() => return Err(text.len()),
            Some(b':') => at = bounded::add(end, 1),
            None => at = end,
            Some(_) => return Err(end),
        }
        let digits = bounded::first(rest, digits).iter().filter_map(|&octet| char::from(octet).to_digit(16));
        let [_, _, high, low] = digits.fold(0_u32, |piece, digit| (piece << 4) | digit).to_be_bytes();
        bounded::put(&mut pieces, count, u16::from_be_bytes([high, low]));
        count = bounded::add(count, 1);
    }
    match gap {
        // The gap has at most as many pieces as were read.
        Some(gap) => bounded::rest_mut(&mut pieces, gap).rotate_right(bounded::sub(8, count)),
        None if count < 8 => return Err(text.len()),
        None => {}
    }
    Ok(Ipv6Addr::from(pieces))
}

/// The four numbers of an IPv4 address that begins here and ends the text: none beyond 255, none with a zero before it.
fn octets(text: &[u8], mut at: usize) -> Result<[u8; 4], usize> {
    let mut octets = [0_u8; 4];
    for (index, slot) in octets.iter_mut().enumerate() {
        if index > 0 {
            if text.get(at) != Some(&b'.') {
                return Err(at);
            }
            at = bounded::add(at, 1);
        }
        let start = at;
        while let Some(digit) = text.get(at).filter(|octet| octet.is_ascii_digit()) {
            if *slot == 0 && at > start {
                return Err(at);
            }
            let number = slot.checked_mul(10).and_then(|tens| tens.checked_add(bounded::sub(*digit, b'0')));
            *slot = number.ok_or(at)?;
            at = bounded::add(at, 1);
        }
        if at == start {
            return Err(at);
        }
    }
    if at == text.len() { Ok(octets) } else { Err(at) }
}
