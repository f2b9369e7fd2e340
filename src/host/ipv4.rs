//! The "IPv4 parser" and the "IPv4 number parser" (URL Standard, section 3.5).

use core::net::Ipv4Addr;

use crate::bounded;

/// Parses a domain in ASCII that ends in a number: one to four numbers, of which the last one fills what is left.
///
/// # Errors
///
/// The index of the first part that is no number, too large or one too many.
pub(crate) fn parse(domain: &[u8]) -> Result<Ipv4Addr, usize> {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    // `bits` is how many are still to come, which the last number may have all.
    let (mut address, mut bits, mut last) = (0_u64, 32_u32, 0);
    for (index, part) in domain.split(|&octet| octet == b'.').enumerate() {
        if index > 0 {
            if last > 0xFF {
                return Err(bounded::sub(index, 1));
            }
            bits = bits.checked_sub(8).filter(|&bits| bits > 0).ok_or(index)?;
            address = (address << 8) | last;
        }
        last = number(part).ok_or(index)?;
    }
    if last >> bounded::shift(bits) > 0 {
        return Err(bounded::index(bounded::sub(32, bits) / 8));
    }
    // Both are together no more than 32 bits.
    Ok(Ipv4Addr::from_bits(bounded::to((address << bounded::shift(bits)) | last)))
}

/// A number in decimal, behind `0` in octal and behind `0x` in hexadecimal notation. What does not fit is as good as
/// the largest number.
fn number(part: &[u8]) -> Option<u64> {
    let (digits, radix) = match part {
        [] => return None,
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] if !digits.is_empty() => (digits, 8),
        digits => (digits, 10),
    };
    digits.iter().try_fold(0_u64, |number, &octet| {
        let digit = char::from(octet).to_digit(radix)?;
        // Saturating: so much is as much too large.
        Some(number.saturating_mul(radix.into()).saturating_add(digit.into()))
    })
}
