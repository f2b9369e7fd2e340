//! JSON as far as it takes to know where values are: each value is verified (RFC 8259, with the numbers `NaN`,
//! `Infinity` and `-Infinity`), and none is made.

use core::ops::Range;

use super::search::end_of_string;
use crate::error::Error;
use crate::{bounded, memory};

/// The most levels of arrays and objects.
const MOST_LEVELS: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonFault {
    OutOfMemory,
    NoJson,
    TooDeep,
}

impl From<Error> for JsonFault {
    fn from(_: Error) -> Self {
        Self::OutOfMemory
    }
}

/// A member of an object: the octets of its key, without quotation marks, and those of its value.
#[derive(Clone, Debug)]
pub(super) struct JsonMember {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

/// The place behind white space. A line feed ends an object, wherever it stands.
#[inline(always)]
pub(super) fn pass_space(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(b' ' | b'\t' | b'\r') = text.get(at) {
        at = bounded::add(at, 1);
    }
    at
}

/// The place behind an octet, if it is there.
#[inline(always)]
fn pass(text: &[u8], at: usize, octet: u8) -> Result<usize, JsonFault> {
    if text.get(at) == Some(&octet) { Ok(bounded::add(at, 1)) } else { Err(JsonFault::NoJson) }
}

/// The place behind a string.
#[inline]
fn pass_string(text: &[u8], start: usize) -> Result<usize, JsonFault> {
    let mut at = pass(text, start, b'"')?;
    loop {
        at = end_of_string(text, at).ok_or(JsonFault::NoJson)?;
        match *text.get(at..).unwrap_or_default() {
            [b'"', ..] => return Ok(bounded::add(at, 1)),
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => at = bounded::add(at, 2),
            [b'\\', b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(u8::is_ascii_hexdigit) => {
                at = bounded::add(at, 6);
            }
            _ => return Err(JsonFault::NoJson),
        }
    }
}

/// The place behind a number.
fn pass_number(text: &[u8], start: usize) -> Result<usize, JsonFault> {
    let digits = |at: usize| {
        let count = text.get(at..).unwrap_or_default().iter().take_while(|octet| octet.is_ascii_digit()).count();
        bounded::add(at, count)
    };
    let some_digits = |at: usize| Some(digits(at)).filter(|&end| end > at);
    let at = bounded::add(start, usize::from(text.get(start) == Some(&b'-')));
    let mut end = match text.get(at) {
        Some(b'0') => bounded::add(at, 1),
        _ => some_digits(at).ok_or(JsonFault::NoJson)?,
    };
    if text.get(end) == Some(&b'.') {
        end = some_digits(bounded::add(end, 1)).ok_or(JsonFault::NoJson)?;
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let at = bounded::add(end, 1);
        let sign = usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        end = some_digits(bounded::add(at, sign)).ok_or(JsonFault::NoJson)?;
    }
    Ok(end)
}

fn pass_word(text: &[u8], start: usize) -> Result<usize, JsonFault> {
    let rest = text.get(start..).unwrap_or_default();
    let words: [&[u8]; 6] = [b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity"];
    match words.iter().find(|word| rest.starts_with(word)) {
        Some(word) => Ok(bounded::add(start, word.len())),
        None => pass_number(text, start),
    }
}

/// The place behind a key, its colon and white space.
#[inline]
fn pass_key(text: &[u8], start: usize) -> Result<usize, JsonFault> {
    let at = pass(text, pass_space(text, pass_string(text, start)?), b':')?;
    Ok(pass_space(text, at))
}

/// The levels that are open: true for an object.
#[derive(Default)]
pub(super) struct JsonLevels(Vec<bool>);

/// The place behind a value, which is verified.
#[inline]
pub(super) fn pass_value(text: &[u8], start: usize, levels: &mut JsonLevels) -> Result<usize, JsonFault> {
    match text.get(start) {
        Some(b'"') => pass_string(text, start),
        Some(b'{' | b'[') => pass_levels(text, start, levels),
        _ => pass_word(text, start),
    }
}

fn pass_levels(text: &[u8], start: usize, JsonLevels(levels): &mut JsonLevels) -> Result<usize, JsonFault> {
    levels.clear();
    let mut at = start;
    'values: loop {
        at = match text.get(at) {
            Some(b'"') => pass_string(text, at)?,
            Some(&mark @ (b'{' | b'[')) => {
                let is_object = mark == b'{';
                at = pass_space(text, bounded::add(at, 1));
                if text.get(at) == Some(&if is_object { b'}' } else { b']' }) {
                    bounded::add(at, 1)
                } else {
                    if levels.len() >= MOST_LEVELS {
                        return Err(JsonFault::TooDeep);
                    }
                    memory::push(levels, is_object)?;
                    if is_object {
                        at = pass_key(text, at)?;
                    }
                    continue 'values;
                }
            }
            _ => pass_word(text, at)?,
        };
        while let Some(&is_object) = levels.last() {
            at = pass_space(text, at);
            match text.get(at) {
                Some(b',') => {
                    at = pass_space(text, bounded::add(at, 1));
                    if is_object {
                        at = pass_key(text, at)?;
                    }
                    continue 'values;
                }
                Some(b'}') if is_object => {}
                Some(b']') if !is_object => {}
                _ => return Err(JsonFault::NoJson),
            }
            at = bounded::add(at, 1);
            levels.pop();
        }
        return Ok(at);
    }
}

/// Reads an object, which white space may precede, and tells each member of which the key is wanted: that is asked
/// before the value is read. Returns the place behind the last value, or behind the brace that opens; and the place
/// behind the brace that closes.
#[inline]
pub(super) fn each_member<E: From<JsonFault>>(
    text: &[u8],
    start: usize,
    levels: &mut JsonLevels,
    mut wants: impl FnMut(&[u8]) -> Result<bool, E>,
    mut tell: impl FnMut(JsonMember) -> Result<(), E>,
) -> Result<(usize, usize), E> {
    let begin = pass(text, pass_space(text, start), b'{')?;
    let mut at = pass_space(text, begin);
    if text.get(at) == Some(&b'}') {
        return Ok((begin, bounded::add(at, 1)));
    }
    loop {
        let end = pass_string(text, at)?;
        let key = bounded::add(at, 1)..bounded::sub(end, 1);
        let value = pass_space(text, pass(text, pass_space(text, end), b':')?);
        let is_wanted = wants(bounded::part(text, key.clone()))?;
        let end = pass_value(text, value, levels)?;
        if is_wanted {
            tell(JsonMember { key, value: value..end })?;
        }
        at = pass_space(text, end);
        if text.get(at) == Some(&b'}') {
            return Ok((end, bounded::add(at, 1)));
        }
        at = pass_space(text, pass(text, at, b',')?);
    }
}

/// The items of an array that was verified.
pub(super) fn each_item<E: From<JsonFault>>(
    text: &[u8],
    start: usize,
    levels: &mut JsonLevels,
    mut tell: impl FnMut(Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = pass_space(text, pass(text, start, b'[')?);
    if text.get(at) == Some(&b']') {
        return Ok(());
    }
    loop {
        let end = pass_value(text, at, levels)?;
        tell(at..end)?;
        at = pass_space(text, end);
        if text.get(at) == Some(&b']') {
            return Ok(());
        }
        at = pass_space(text, pass(text, at, b',')?);
    }
}

/// A string that was verified, without its quotation marks: its code points, in which octets that are not UTF-8 have
/// the form of `surrogateescape` and an escape of half a character is what it is.
pub(super) fn units_of(text: &[u8]) -> Result<Vec<u32>, Error> {
    units_and_halves(text, false)
}

/// The same, in which an escape of half a character is the text that it is.
pub(super) fn units_with_halves(text: &[u8]) -> Result<Vec<u32>, Error> {
    units_and_halves(text, true)
}

fn units_and_halves(text: &[u8], are_texts: bool) -> Result<Vec<u32>, Error> {
    let mut units: Vec<u32> = memory::reserved(text.len())?;
    let mut rest = text;
    while let Some(place) = rest.iter().position(|&octet| octet == b'\\') {
        units.extend(super::values::units(bounded::first(rest, place))?);
        let escape = bounded::rest(rest, bounded::add(place, 1));
        let (unit, length) = match *escape {
            [b'u', a, b, c, d, ..] => {
                let high = number([a, b, c, d]);
                match *bounded::rest(escape, 5) {
                    [b'\\', b'u', e, f, g, h, ..] if matches!(high, 0xD800..=0xDBFF) => match number([e, f, g, h]) {
                        low @ 0xDC00..=0xDFFF => (0x1_0000 | (high & 0x3FF) << 10 | low & 0x3FF, 11),
                        _ => (high, 5),
                    },
                    _ => (high, 5),
                }
            }
            [one, ..] => (meant_by(one), 1),
            [] => break,
        };
        if are_texts && matches!(unit, 0xD800..=0xDFFF) {
            units.push(u32::from(b'\\'));
            units.extend(bounded::first(escape, length).iter().map(|&octet| u32::from(octet)));
        } else {
            units.push(unit);
        }
        rest = bounded::rest(escape, length);
    }
    units.extend(super::values::units(rest)?);
    Ok(units)
}

fn number(digits: [u8; 4]) -> u32 {
    digits.iter().fold(0, |number, &digit| number << 4 | char::from(digit).to_digit(16).unwrap_or_default())
}

fn meant_by(escape: u8) -> u32 {
    u32::from(match escape {
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        other => other,
    })
}

/// Appends a string with its quotation marks. Control characters, those of bidi and the separators of lines and
/// paragraphs are written as escapes, as a terminal or a reader of lines would obey them.
pub(crate) fn write_string(text: &str, output: &mut Vec<u8>) -> Result<(), Error> {
    output.try_reserve(bounded::add(text.len(), 2)).map_err(|_| memory::refused())?;
    output.push(b'"');
    let mut rest = text;
    while let Some((place, character)) = rest.char_indices().find(|&(_, character)| is_escaped(character)) {
        memory::append(output, bounded::first(rest.as_bytes(), place))?;
        write_escape(u32::from(character), output)?;
        rest = bounded::characters(rest, bounded::add(place, character.len_utf8())..rest.len());
    }
    memory::append(output, rest.as_bytes())?;
    memory::push(output, b'"')
}

/// The same of code points, of which surrogates are written as escapes.
pub(crate) fn write_units(units: &[u32], output: &mut Vec<u8>) -> Result<(), Error> {
    memory::push(output, b'"')?;
    for &unit in units {
        match char::from_u32(unit).filter(|&character| !is_escaped(character)) {
            Some(character) => memory::append(output, character.encode_utf8(&mut [0; 4]).as_bytes())?,
            None => write_escape(unit, output)?,
        }
    }
    memory::push(output, b'"')
}

fn is_escaped(character: char) -> bool {
    matches!(character,
        '\0'..='\x1F' | '"' | '\\' | '\x7F'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}')
}

fn write_escape(unit: u32, output: &mut Vec<u8>) -> Result<(), Error> {
    let short = match unit {
        0x22 => b"\\\"",
        0x5C => b"\\\\",
        0x0A => b"\\n",
        0x0D => b"\\r",
        0x09 => b"\\t",
        0x0C => b"\\f",
        0x08 => b"\\b",
        _ => return memory::append(output, format!("\\u{unit:04x}").as_bytes()),
    };
    memory::append(output, short)
}
