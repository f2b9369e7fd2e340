//! RACE step by step, as the draft tells it: slow, obvious, with strings of bits. The oracle of the fast codec.

use std::collections::BTreeSet;

/// A code and an offset.
pub(crate) type Refusal = (&'static str, usize);

const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyz234567";
const LDH: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";

fn is_ldh(unit: u16) -> bool {
    LDH.encode_utf16().any(|ldh| ldh == unit)
}

/// The mode and, if it is a compressed one, the row that the header names.
fn choose_mode(units: &[u16]) -> (&'static str, u8) {
    let rows: BTreeSet<u8> = units.iter().map(|unit| unit.to_be_bytes()[0]).collect();
    match *rows.into_iter().collect::<Vec<_>>() {
        [row] => ("one_row", row),
        [0, row] => ("two_row", row),
        _ => ("uncompressed", 0xD8),
    }
}

pub(crate) fn base32(octets: &[u8]) -> String {
    let mut bits: String = octets.iter().map(|octet| format!("{octet:08b}")).collect();
    while !bits.len().is_multiple_of(5) {
        bits.push('0');
    }
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    let groups = bits.as_bytes().chunks(5).map(|group| std::str::from_utf8(group).unwrap());
    groups.map(|group| alphabet[usize::from_str_radix(group, 2).unwrap()]).collect()
}

/// The units of a text, each with the offset of the code point that it comes from, if the text may be encoded at all.
fn units_to_encode(text: &[u32]) -> Result<Vec<(u16, usize)>, Refusal> {
    if text.is_empty() {
        return Err(("empty", 0));
    }
    let mut units = Vec::new();
    for (offset, &code_point) in text.iter().enumerate() {
        if (0xD800..0xE000).contains(&code_point) {
            return Err(("surrogate", offset));
        }
        let character = char::from_u32(code_point).ok_or(("code_point_too_large", offset))?;
        units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&unit| (unit, offset)));
    }
    if units.iter().all(|&(unit, _)| is_ldh(unit)) {
        return Err(("all_std13", 0));
    }
    Ok(units)
}

pub(crate) fn mode(text: &[u32]) -> Result<&'static str, Refusal> {
    let units: Vec<u16> = units_to_encode(text)?.into_iter().map(|(unit, _)| unit).collect();
    Ok(choose_mode(&units).0)
}

pub(crate) fn encode(text: &[u32]) -> Result<String, Refusal> {
    let units = units_to_encode(text)?;
    let (mode, header) = choose_mode(&units.iter().map(|&(unit, _)| unit).collect::<Vec<_>>());
    // Each octet with the offset of its code point.
    let mut octets = vec![(header, 0)];
    for (unit, offset) in units {
        let [upper, lower] = unit.to_be_bytes();
        let written = match (mode, upper, lower) {
            ("uncompressed", _, _) => vec![upper, lower],
            (_, 0x00, 0x99) => return Err(("u0099_in_compressed_mode", offset)),
            (_, row, 0xFF) if row == header => vec![0xFF, 0x99],
            (_, row, _) if row == header => vec![lower],
            _ => vec![0xFF, lower],
        };
        octets.extend(written.into_iter().map(|octet| (octet, offset)));
    }
    if let Some(&(_, offset)) = octets.get(36) {
        return Err(("label_too_long", offset));
    }
    Ok(format!("bq--{}", base32(&octets.iter().map(|&(octet, _)| octet).collect::<Vec<_>>())))
}

pub(crate) fn decode(label: &[u32]) -> Result<String, Refusal> {
    if let Some(offset) = label.iter().position(|&character| character >= 0x80) {
        return Err(("non_ascii", offset));
    }
    let label: String = label.iter().map(|&character| char::from_u32(character).unwrap()).collect();
    let label = label.to_ascii_lowercase();
    let body = label.strip_prefix("bq--").ok_or(("no_prefix", 0))?;
    if label.len() > 63 {
        return Err(("label_too_long", 63));
    }
    let mut bits = String::new();
    for (at, character) in body.char_indices() {
        let value = ALPHABET.find(character).ok_or(("bad_base32_char", 4 + at))?;
        bits += &format!("{value:05b}");
    }
    let left_over = bits.split_off(bits.len() / 8 * 8);
    if left_over.len() >= 5 {
        return Err(("bad_base32_length", label.len()));
    }
    if left_over.contains('1') {
        return Err(("nonzero_padding", label.len() - 1));
    }
    let octets = bits.as_bytes().chunks(8).map(|octet| std::str::from_utf8(octet).unwrap());
    read(&octets.map(|octet| u8::from_str_radix(octet, 2).unwrap()).collect::<Vec<_>>(), label.len())
}

/// From the octets on (section 4, steps 6 to 10), in a label of `end` characters.
pub(crate) fn read(octets: &[u8], end: usize) -> Result<String, Refusal> {
    if octets.len() < 2 {
        return Err(("too_short", end));
    }
    assert!(octets.len() <= 36, "the length of the label has been looked at");
    let units = match octets[0] {
        0xD8 => uncompressed(octets, end)?,
        0xD9..=0xDF => return Err(("surrogate_row", holder(0))),
        row => compressed(octets, row, end)?,
    };
    if units.iter().all(|&(unit, _)| is_ldh(unit)) {
        return Err(("all_std13", 0));
    }
    if let Some(octet) = lone_surrogate(&units) {
        return Err(("surrogate", holder(octet)));
    }
    Ok(String::from_utf16(&units.iter().map(|&(unit, _)| unit).collect::<Vec<_>>()).unwrap())
}

/// The place in the label of the character that holds the first bit of an octet.
fn holder(octet: usize) -> usize {
    4 + octet * 8 / 5
}

/// The units behind a header of D8, each with the place of its first octet.
fn uncompressed(octets: &[u8], end: usize) -> Result<Vec<(u16, usize)>, Refusal> {
    if octets.len().is_multiple_of(2) {
        return Err(("d8_odd_length", end));
    }
    let pairs = (1..octets.len()).step_by(2);
    let units: Vec<_> = pairs.map(|at| (u16::from_be_bytes([octets[at], octets[at + 1]]), at)).collect();
    if choose_mode(&units.iter().map(|&(unit, _)| unit).collect::<Vec<_>>()).0 != "uncompressed" {
        return Err(("d8_but_compressible", holder(0)));
    }
    Ok(units)
}

/// The units behind a header that is a row, each with the place of its first octet.
fn compressed(octets: &[u8], row: u8, end: usize) -> Result<Vec<(u16, usize)>, Refusal> {
    let mut units = Vec::new();
    let mut at = 1;
    while at < octets.len() {
        let first = at;
        let unit = if octets[at] != 0xFF {
            if row == 0 && octets[at] == 0x99 {
                return Err(("u0099_in_compressed_mode", holder(first)));
            }
            [row, octets[at]]
        } else {
            at += 1;
            match octets.get(at) {
                None => return Err(("trailing_escape", end)),
                Some(0x99) => [row, 0xFF],
                Some(_) if row == 0 => return Err(("escape_in_row0", holder(first))),
                Some(&lower) => [0, lower],
            }
        };
        units.push((u16::from_be_bytes(unit), first));
        at += 1;
    }
    if row != 0 && units.iter().all(|&(unit, _)| unit < 0x100) {
        return Err(("all_escaped", holder(0)));
    }
    Ok(units)
}

/// The place of the first octet of the first surrogate that has no other half.
fn lone_surrogate(units: &[(u16, usize)]) -> Option<usize> {
    let is_high = |at: usize| units.get(at).is_some_and(|(unit, _)| (0xD800..0xDC00).contains(unit));
    let is_low = |at: usize| units.get(at).is_some_and(|(unit, _)| (0xDC00..0xE000).contains(unit));
    let mut at = 0;
    while at < units.len() {
        match (is_high(at), is_low(at), is_low(at + 1)) {
            (true, _, true) => at += 2,
            (false, false, _) => at += 1,
            _ => return Some(units[at].1),
        }
    }
    None
}
