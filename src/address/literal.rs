//! The domain of an address that is an IP address in brackets: an address literal (RFC 5321 section 4.1.3).
//!
//! Faults are places in octets: of the number, group or character at fault, or the end of what ends too early.

use crate::bounded;

/// The content of an address literal, or the first character that neither `dcontent` nor the closing bracket can be;
/// nothing where the domain does not begin with a bracket.
pub(super) fn content(domain: &[u8]) -> Option<Result<&[u8], usize>> {
    let rest = domain.strip_prefix(b"[")?;
    let count = rest.iter().take_while(|&&octet| is_content(octet)).count();
    Some(match bounded::rest(rest, count) {
        b"]" if count > 0 => Ok(bounded::first(rest, count)),
        // The character after the closing bracket is at fault.
        [b']', ..] if count > 0 => Err(bounded::add(count, 2)),
        _ => Err(bounded::add(count, 1)),
    })
}

/// `dcontent`: printing ASCII except the brackets and the backslash.
fn is_content(octet: u8) -> bool {
    matches!(octet, 0x21..=0x5A | 0x5E..=0x7E)
}

/// Where the content of a literal is neither an IPv4 address, nor `IPv6:` and an IPv6 address.
///
/// Another tag is refused at its beginning, as is an IPv6 address without its tag. A tag must be specified in a
/// Standards-Track RFC and be registered (section 4.1.3), and the registry has only `IPv6`
/// (iana.org/assignments/address-literal-tags).
pub(super) fn fault(content: &[u8]) -> Option<usize> {
    const TAG: usize = b"IPv6:".len();
    if bounded::first(content, TAG.min(content.len())).eq_ignore_ascii_case(b"IPv6:") {
        return ipv6(bounded::rest(content, TAG)).err().map(|place| bounded::add(place, TAG));
    }
    if content.contains(&b':') { Some(0) } else { ipv4(content).err() }
}

/// Four numbers of one to three digits, none of them beyond 255.
fn ipv4(text: &[u8]) -> Result<(), usize> {
    let (mut start, mut numbers) = (0_usize, 0_usize);
    for number in text.split(|&octet| octet == b'.') {
        let value = number.iter().try_fold(0_u32, |value, &octet| {
            let digit = char::from(octet).to_digit(10)?;
            value.checked_mul(10)?.checked_add(digit)
        });
        if numbers == 4 || !(1..=3).contains(&number.len()) || value.is_none_or(|value| value > 255) {
            return Err(start);
        }
        numbers = bounded::add(numbers, 1);
        start = bounded::add(start, bounded::add(number.len(), 1));
    }
    if numbers == 4 { Ok(()) } else { Err(text.len()) }
}

/// Eight groups; or with `::`, which stands for two at least, six at most (the comments of section 4.1.3).
pub(crate) fn ipv6(text: &[u8]) -> Result<(), usize> {
    let Some(gap) = text.windows(2).position(|two| two == b"::") else {
        return if groups(text, 8, true)? == 8 { Ok(()) } else { Err(text.len()) };
    };
    let before = groups(bounded::first(text, gap), 6, false)?;
    let behind = bounded::add(gap, 2);
    let after = groups(bounded::rest(text, behind), bounded::sub(6, before), true);
    after.map(|_| ()).map_err(|place| bounded::add(place, behind))
}

/// Returns how many groups there are: as many as there is room for at most. An IPv4 address at the end counts for two.
fn groups(text: &[u8], room: usize, may_end_as_ipv4: bool) -> Result<usize, usize> {
    let (mut start, mut count) = (0_usize, 0_usize);
    if text.is_empty() {
        return Ok(0);
    }
    for group in text.split(|&octet| octet == b':') {
        let end = bounded::add(start, group.len());
        let is_group = (1..=4).contains(&group.len()) && group.iter().all(u8::is_ascii_hexdigit);
        if may_end_as_ipv4 && end == text.len() && group.contains(&b'.') {
            ipv4(group).map_err(|place| bounded::add(place, start))?;
            count = bounded::add(count, 2);
        } else if is_group {
            count = bounded::add(count, 1);
        } else {
            return Err(start);
        }
        if count > room {
            return Err(start);
        }
        start = bounded::add(end, 1);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_grammar_has_is_valid() {
        for literal in [
            "0.0.0.0",
            "255.255.255.255",
            "192.000.002.001",
            "IPv6:::",
            "ipv6:::1",
            "IPv6:1::",
            "IPv6:1:2:3:4:5:6:7:8",
            "IPv6:1:2:3:4:5:6::",
            "IPv6:::3:4:5:6:7:8",
            "IPv6:1:2:3:4:5:6:1.2.3.4",
            "IPv6:1:2:3:4::1.2.3.4",
            "IPv6:::1.2.3.4",
            "IPv6:2001:DB8::ffff",
        ] {
            assert_eq!(fault(literal.as_bytes()), None, "{literal}");
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        for (literal, place) in [
            ("127.0.0.300", 8),
            ("1.2.3", 5),
            ("1.2.3.", 6),
            ("1.2.3.4.5", 8),
            ("1..3.4", 2),
            ("0x1.2.3.4", 0),
            ("1.2.3.0004", 6),
            ("xn--x", 0),
            (":x", 0),
            ("a-:x", 0),
            ("X400:foo", 0),
            ("a-b:!~:", 0),
            ("1:x", 0),
            ("tag:", 0),
            ("2001:db8::1", 0),
            ("::1", 0),
            ("IPv6:", 5),
            ("IPv6:1:2:3:4:5:6:7", 18),
            ("IPv6:1:2:3:4:5:6:7:8:9", 21),
            ("IPv6:1:2:3:4:5:6:7::", 17),
            ("IPv6:1:2:3:4:5:6::8", 18),
            ("IPv6:1::2::3", 10),
            ("IPv6::::1", 7),
            ("IPv6:1:", 7),
            ("IPv6::1", 5),
            ("IPv6:::1%eth0", 7),
            ("IPv6:::12345", 7),
            ("IPv6:::G", 7),
            ("IPv6:1.2.3.4::", 5),
            ("IPv6:1:2:3:4:5::1.2.3.4", 16),
            ("IPv6:::1.2.3.256", 13),
        ] {
            assert_eq!(fault(literal.as_bytes()), Some(place), "{literal}");
        }
    }

    #[test]
    fn only_its_own_characters_stand_in_the_brackets() {
        assert_eq!(content(b"example"), None);
        assert_eq!(content(b"[x]"), Some(Ok(b"x".as_slice())));
        for (domain, place) in [("[", 1), ("[]", 1), ("[x", 2), ("[x]y", 3), ("[x[]", 2), ("[ü]", 1), ("[x y]", 2)] {
            assert_eq!(content(domain.as_bytes()), Some(Err(place)), "{domain}");
        }
    }
}
