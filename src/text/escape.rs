//! Characters that are written as escapes: those of JSON (RFC 8259 section 7) and of URLs (RFC 3986 section 2.1).

use super::character::{
    self, Character, JOINERS, JOINERS_AND_SYMBOLS, OF_HOST, OF_NAME, cut_before, cut_behind, ends_word,
};
use crate::error::Error;
use crate::unicode::TextClass;
use crate::{bounded, memory};

/// The character of the escape with which a text begins, `\u00fc`, `\/` or `%C3%BC`. It has no unit where the escape is
/// none of a character: a lone surrogate, or octets that are not UTF-8.
pub(super) fn first(text: &[u8]) -> Option<Character> {
    match text.first() {
        Some(b'\\') => of_json(text),
        Some(b'%') => of_url(text),
        _ => None,
    }
}

/// Returns whether a text begins with a letter or dot in a notation that is not read here, so that a name in front of
/// it is half of one: octal and hexadecimal of C (`\303`, `\xC3`), decimal of DNS tools (`\195`), braces (`\x{FC}`,
/// `\u{fc}`), `\U000000fc`, `%u00fc`, quoted-printable (RFC 2045 section 6.7: `=C3`, or `=` at the end of a line), and
/// character references of HTML (`&#252;`, `&uuml;`).
pub(super) fn is_other(text: &[u8]) -> bool {
    match text {
        // JSON inside of JSON doubles backslashes.
        [b'\\', b'\\', ..] => {
            let size = text.iter().take_while(|&&octet| octet == b'\\').count();
            let escape = bounded::rest(text, bounded::sub(size, 1));
            first(escape).map_or_else(|| is_other(escape), |one| one.size > 2 && one.unit.is_none_or(goes_on_in_name))
        }
        [b'\\', b'x' | b'u' | b'o' | b'N', b'{', ..] => true,
        [b'\\', b'U', digits @ ..] | [b'%', b'u', digits @ ..] => digits.first().is_some_and(u8::is_ascii_hexdigit),
        [b'=', rest @ ..] if ends_line(rest) => true,
        [b'\\', b'x', high, low, ..] | [b'=', high, low, ..] => {
            octet([*high, *low]).is_some_and(|octet| goes_on(octet.into()))
        }
        [b'\\', digits @ ..] => {
            let digits = bounded::first(digits, digits.len().min(3));
            // DNS tools write octets in decimal (RFC 1035 section 5.1). Those of ASCII are read as octal ones alone.
            number(digits, 8, 2).is_some_and(goes_on) || matches!(number(digits, 10, 3), Some(128..=255))
        }
        [b'&', b'#', ..] => reference(text).is_some_and(|one| one.unit.is_some_and(is_of_reference)),
        [b'&', name @ ..] => {
            let size = name.iter().take_while(|octet| octet.is_ascii_alphanumeric()).count();
            let is_delimiter =
                [&b"amp"[..], b"lt", b"gt", b"quot", b"apos", b"nbsp"].contains(&bounded::first(name, size));
            size > 1 && name.get(size) == Some(&b';') && !is_delimiter
        }
        _ => false,
    }
}

/// The size of an escape of `@` with which a text begins: `%40`, `\u0040`, `&#64;`, `&commat;`, and `%2540` where a URL
/// is the value of a parameter.
pub(super) fn sign(text: &[u8]) -> Option<usize> {
    const NAMED: &[u8] = b"&commat;";
    if let Some(digits) = text.strip_prefix(b"%") {
        let again = digits.chunks_exact(2).take_while(|two| *two == b"25").count();
        let size = bounded::add(bounded::mul(again, 2), 3);
        return text.get(..size)?.ends_with(b"40").then_some(size);
    }
    let read = first(text).or_else(|| reference(text)).filter(|one| one.unit == Some(0x40)).map(|one| one.size);
    read.or_else(|| text.starts_with(NAMED).then_some(NAMED.len()))
}

/// Returns whether a text begins with an escape behind a backslash that may be of a local part.
pub(super) fn is_of_local_part(text: &[u8]) -> bool {
    match of_json(text) {
        Some(Character { unit, size }) => size > 2 && unit.is_none_or(character::is_of_local_part),
        None => is_other(text),
    }
}

/// The size of the escape of a character that ends a word, behind a backslash with which a text begins; 1 where there
/// is none.
pub(super) fn size_of_delimiter(text: &[u8]) -> usize {
    match text {
        [b'\\', b'b' | b'f' | b'n' | b'r' | b't' | b'"' | b'/', ..] => 2,
        [b'\\', b'x', high, low, ..] if octet([*high, *low]).is_some() => 4,
        _ => of_json(text).map_or(1, |escape| escape.size),
    }
}

/// The size of the character reference of HTML with which a text ends, if its character may be of a local part.
pub(super) fn reference_before(text: &[u8]) -> Option<usize> {
    let near = bounded::rest(text, text.len().saturating_sub(LONGEST_REFERENCE));
    let text = bounded::rest(near, near.iter().rposition(|&octet| octet == b'&')?);
    let is_of_it = || match reference(text) {
        Some(one) => one.unit.is_some_and(character::is_of_local_part),
        None => is_other(text) || matches!(text, b"&amp;" | b"&apos;"),
    };
    (ends_with_reference(near) && is_of_it()).then_some(text.len())
}

/// The size of the rest of a name behind a part of it: escapes of letters, read or not, and what stands between them.
pub(super) fn size_of_rest(text: &[u8]) -> usize {
    let text = bounded::first(text, text.len().min(LONGEST));
    let mut size = 0;
    while let Some(rest) = text.get(size..).filter(|rest| !rest.is_empty()) {
        let read = first(rest).filter(|one| one.size > 2 && one.unit.is_none_or(goes_on_in_name));
        let run = OF_HOST.size_of_run(rest);
        let step = match read {
            _ if run > 0 => run,
            Some(one) => one.size,
            None if is_other(rest) => size_of_other(rest),
            None => break,
        };
        size = bounded::add(size, step);
    }
    size.min(text.len())
}

/// The size of an escape in a notation that is not read.
fn size_of_other(text: &[u8]) -> usize {
    let behind = |mark: u8| text.iter().position(|&octet| octet == mark).map_or(1, |place| bounded::add(place, 1));
    match text {
        [b'&', ..] => behind(b';'),
        [b'\\', _, b'{', ..] => behind(b'}'),
        [b'\\', b'\\', ..] => text.iter().take_while(|&&octet| octet == b'\\').count(),
        [b'\\', b'U', ..] => 10,
        [b'%', ..] => 6,
        [b'=', b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f', ..] => 3,
        [b'\\', ..] => 4,
        _ => 1,
    }
}

/// The most octets of a reference that is looked for backwards: no name of a letter has more.
const LONGEST_REFERENCE: usize = 12;

/// Returns whether a text begins with joiners, and behind them with an escape that is read, so that a name in front of
/// it is half of one.
pub(super) fn is_joined(text: &[u8]) -> bool {
    if text.first().is_none_or(u8::is_ascii) {
        return false;
    }
    let behind = cut_before(text, JOINERS);
    behind.len() < text.len() && first(behind).is_some_and(|one| one.unit.is_none_or(goes_on_in_name))
}

/// The last character of a text, of which there is one at least, and which may be an escape of JSON, a percent-encoded
/// octet, or a numeric reference of HTML without a semicolon.
#[inline]
pub(super) fn last_unit(text: &[u8]) -> Option<u32> {
    match text.last() {
        Some(&octet) if octet.is_ascii() && !octet.is_ascii_alphanumeric() => Some(octet.into()),
        _ => last_unit_of_any(text),
    }
}

#[inline(never)]
fn last_unit_of_any(text: &[u8]) -> Option<u32> {
    /// The letter of white space in JSON is behind an odd number of backslashes.
    fn is_space(text: &[u8]) -> bool {
        text.iter().rev().take_while(|&&octet| octet == b'\\').count() % 2 == 1
    }
    let near = bounded::rest(text, text.len().saturating_sub(12));
    let escape = near.last_chunk::<6>().and_then(|six| of_json(six)).filter(|one| one.size == 6);
    let sign = near.windows(2).rposition(|two| two == b"&#").map(|place| bounded::rest(near, place));
    match (text, sign) {
        _ if let Some(Character { unit, .. }) = escape => unit,
        ([before @ .., b'b' | b'f' | b'n' | b'r' | b't'], _) if is_space(before) => Some(0x20),
        ([.., b'%', high, low], _) if let Some(octet @ 0..0x80) = octet([*high, *low]) => Some(octet.into()),
        (_, Some(sign))
            if let Some(Character { unit, size }) = reference(sign)
                && size == sign.len() =>
        {
            unit
        }
        _ => character::last(text).unit,
    }
}

/// Returns whether a text ends with such a notation, so that a name behind it is half of one, whose octets begin with
/// `run`. Those that begin with a backslash and have no brace are not meant: they end within the run.
pub(super) fn is_other_before(text: &[u8], run: &[u8]) -> bool {
    let near = cut_behind(bounded::rest(text, text.len().saturating_sub(LONGEST)), JOINERS_AND_SYMBOLS);
    let begins_with = |sign| near.iter().rposition(|&octet| octet == sign).map(|place| bounded::rest(near, place));
    // Those that are read are of the name, unless something stands between.
    let is_read = |size: usize| {
        let escape = near.len().checked_sub(size).map(|place| bounded::rest(near, place));
        let read = escape.and_then(first).filter(|one| one.size == size);
        read.is_some_and(|one| one.unit.is_none_or(|unit| unit >= 0x80 && goes_on_in_name(unit)))
    };
    match near {
        [.., b'&', b'#'] => run.first().is_some_and(|octet| octet.is_ascii_digit() || matches!(octet, b'x' | b'X')),
        [.., b';'] if ends_with_reference(near) => begins_with(b'&').is_some_and(is_other),
        [.., b'}'] => begins_with(b'\\').is_some_and(|escape| {
            let inside = bounded::first(escape, bounded::sub(escape.len(), 1));
            is_other(escape) && inside.get(2) == Some(&b'{') && !inside.iter().any(|octet| b"}\n".contains(octet))
        }),
        // UTF-8 in quoted-printable has two octets at least.
        [.., b'=', high, low, b'='] => {
            let second = run.first_chunk().and_then(|digits| octet(*digits));
            octet([*high, *low]).is_some_and(|first| first >= 0x80) && matches!(second, Some(0x80..0xC0))
        }
        _ => is_read(6) || is_read(9) || is_read(12),
    }
}

/// The most octets of an escape that is looked for backwards. The longest name of a character has 83 of them.
const LONGEST: usize = 256;

/// Returns whether a host goes on with a character, or becomes user information by it.
fn goes_on(unit: u32) -> bool {
    unit >= 0x80 || unit == 0x40 || OF_NAME.has(unit)
}

/// The same of a reference, of the sign of an escape in a URL, and of tabs and line feeds, which browsers remove from a
/// URL that HTML holds. Numbers of C1 are octets of Windows-1252, which has letters there.
fn is_of_reference(unit: u32) -> bool {
    matches!(unit, 0x09 | 0x0A | 0x0D | 0x25 | 0x40 | 0x80..0xA0) || goes_on_in_name(unit)
}

/// Returns whether a character is of a host, perhaps between two letters.
fn goes_on_in_name(unit: u32) -> bool {
    OF_HOST.has(unit) || TextClass::of(unit) == TextClass::Joins
}

/// The numeric character reference of HTML with which a text begins ("Tokenization", numeric character reference
/// state).
fn reference(text: &[u8]) -> Option<Character> {
    let (prefix, radix) = match text {
        [b'&', b'#', b'x' | b'X', ..] => (3, 16),
        [b'&', b'#', ..] => (2, 10),
        _ => return None,
    };
    let digits = bounded::rest(text, prefix);
    let count = digits.iter().take_while(|&&octet| char::from(octet).is_digit(radix)).count();
    let end = bounded::add(prefix, count);
    let size = if text.get(end) == Some(&b';') { bounded::add(end, 1) } else { end };
    (count > 0).then(|| Character { unit: number(digits, radix, 1), size })
}

/// Returns whether a text ends with a character reference of HTML.
pub(super) fn ends_with_reference(text: &[u8]) -> bool {
    let Some(text) = text.strip_suffix(b";") else { return false };
    let name =
        text.iter().rev().take(LONGEST).take_while(|octet| octet.is_ascii_alphanumeric() || **octet == b'#').count();
    name > 0 && bounded::first(text, bounded::sub(text.len(), name)).ends_with(b"&")
}

/// The size of such a reference if the authority of a URL goes on with its character.
pub(super) fn reference_in_authority(text: &[u8]) -> Option<usize> {
    let Character { unit, size } = reference(text)?;
    let is_end = |unit| match unit {
        // Browsers remove tabs and line feeds, and take other controls, braces and their like for user information.
        0..0x80 => matches!(unit, 0x0C | 0x20 | 0x22 | 0x23 | 0x2F | 0x3C | 0x3E | 0x3F | 0x5C),
        // These are the octets of Windows-1252.
        0x80..0xA0 => false,
        _ => ends_word(unit),
    };
    (!unit.is_some_and(is_end)).then_some(size)
}

/// Returns whether a line ends, perhaps behind blanks, before anything else stands in it.
fn ends_line(text: &[u8]) -> bool {
    let first = text.iter().find(|octet| !matches!(octet, b' ' | b'\t'));
    matches!(first, Some(b'\r' | b'\n'))
}

/// The number with whose digits a text begins, of which there are to be so many at least.
fn number(text: &[u8], radix: u32, least: usize) -> Option<u32> {
    let size = text.iter().take_while(|&&octet| char::from(octet).is_digit(radix)).count();
    let digits = core::str::from_utf8(bounded::first(text, size)).ok().filter(|_| size >= least)?;
    // A number that does not fit is one of no character.
    u32::from_str_radix(digits, radix).ok()
}

/// A name with the characters that its escapes are; `None` where an escape is none of a character.
pub(crate) fn unescaped(name: &str) -> Result<Option<String>, Error> {
    let (mut text, mut rest) = (String::new(), name.as_bytes());
    // No escape is shorter than its character.
    text.try_reserve_exact(name.len()).map_err(|_| memory::refused())?;
    while !rest.is_empty() {
        let Character { unit, size } = first(rest).unwrap_or_else(|| character::first(rest));
        let Some(character) = unit.and_then(char::from_u32) else { return Ok(None) };
        text.push(character);
        rest = bounded::rest(rest, size);
    }
    Ok(Some(text))
}

#[inline(never)]
pub(super) fn of_json(text: &[u8]) -> Option<Character> {
    if text.starts_with(b"\\/") {
        return Some(Character { unit: Some(0x2F), size: 2 });
    }
    let high = unit_of_json(text)?;
    let low = text.get(6..).and_then(unit_of_json);
    match (high, low) {
        (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
            let unit = bounded::add(0x10000, (high & 0x3FF) << 10 | low & 0x3FF);
            Some(Character { unit: Some(unit), size: 12 })
        }
        (0xD800..0xE000, _) => Some(Character { unit: None, size: 6 }),
        _ => Some(Character { unit: Some(high), size: 6 }),
    }
}

/// The code unit of UTF-16 that `\uXXXX` is.
fn unit_of_json(text: &[u8]) -> Option<u32> {
    match text {
        [b'\\', b'u', first, second, third, fourth, ..] => {
            Some(u32::from(octet([*first, *second])?) << 8 | u32::from(octet([*third, *fourth])?))
        }
        _ => None,
    }
}

/// The character of octets that are percent-encoded.
fn of_url(text: &[u8]) -> Option<Character> {
    let (mut octets, mut count) = ([0; 4], 0_usize);
    for (place, escape) in octets.iter_mut().zip(text.chunks_exact(3)) {
        let &[b'%', high, low] = escape else { break };
        let Some(octet) = octet([high, low]) else { break };
        *place = octet;
        count = bounded::add(count, 1);
    }
    let Character { unit, size } = character::first(octets.get(..count).filter(|octets| !octets.is_empty())?);
    Some(Character { unit, size: bounded::mul(size, 3) })
}

fn octet(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
    Some(high? << 4 | low?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_other_notations_are_known() {
        for text in [
            "\\303\\274",
            "\\xc3",
            "\\x{FC}",
            "=\n",
            "=\r\n",
            "=C3=BC",
            "=2E",
            "&#252;",
            "&#xFC;",
            "&#46;",
            "&#37;",
            "&uuml;",
            "&frac12;",
            "\\u{fc}",
            "\\U000000fc",
            "%u00fc",
            "= \t\r\n",
        ] {
            assert!(is_other(text.as_bytes()), "{text}");
        }
        for text in [
            "\\", "\\032", "\\n", "\\x0a", "=", "= ", "=3D", "=0A", "&", "&#39;", "&#x22;", "&amp;", "&b=1", "&#;",
            "&+5;", "x",
        ] {
            assert!(!is_other(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_reference_goes_on_in_an_authority_unless_its_character_ends_it() {
        for (text, size) in [
            ("&#58;u", Some(5)),
            ("&#x3A;u", Some(6)),
            ("&#44u", Some(4)),
            ("&#9;", Some(4)),
            ("&#99999999999;", Some(14)),
            ("&#47;", None),
            ("&#x3f;", None),
            ("&#35;", None),
            ("&#92;", None),
            ("&#32;", None),
            ("&#x22;", None),
            ("&#;", None),
            ("&#x;", None),
            ("&a;", None),
            ("#58;", None),
        ] {
            assert_eq!(reference_in_authority(text.as_bytes()), size, "{text}");
        }
    }

    #[test]
    fn escapes_are_read_as_characters() {
        let read = |text: &str| first(text.as_bytes()).map(|character| (character.unit, character.size));
        for (text, expected) in [
            ("\\u00fcx", Some((Some(0xFC), 6))),
            ("\\u00FC", Some((Some(0xFC), 6))),
            ("\\uD83D\\uDe00", Some((Some(0x1F600), 12))),
            ("\\ud83d\\u0041", Some((None, 6))),
            ("\\ude00", Some((None, 6))),
            ("\\/", Some((Some(0x2F), 2))),
            ("%C3%BC%C3", Some((Some(0xFC), 6))),
            ("%f0%9f%98%80", Some((Some(0x1F600), 12))),
            ("%2Fx", Some((Some(0x2F), 3))),
            ("%FCx", Some((None, 3))),
            ("%C3%", Some((None, 3))),
            ("%C3x", Some((None, 3))),
            ("\\u00f", None),
            ("\\u00fg", None),
            ("\\n", None),
            ("\\", None),
            ("%", None),
            ("%C", None),
            ("%+1", None),
            ("%ü", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
