//! Texts inside messages, fit for one line: what does not print is escaped as in a string of Python.

use core::fmt::Write;

use crate::label::MAX_NAME;
use crate::unicode::{BidiClass, Props};

/// A text fit for one line, or its first characters and an ellipsis: as many as a name of DNS can have.
pub(super) fn shown(units: &[u32]) -> String {
    let mut text = String::new();
    for (place, &unit) in units.iter().take(MAX_NAME).enumerate() {
        // A mark at the beginning would combine with whatever is put before it. Vowels and final consonants of Hangul
        // join the syllable before them.
        let joins = Props::of(unit).bidi_class() == BidiClass::NSM || matches!(unit, 0x1160..=0x11FF);
        push(unit, place == 0 && joins, &mut text);
    }
    if units.len() > MAX_NAME {
        text.push('…');
    }
    text
}

/// A text in quotation marks, as `repr` of Python writes it.
pub(super) fn quoted(inside: &str) -> String {
    let quote = if inside.contains('\'') && !inside.contains('"') { '"' } else { '\'' };
    let mut text = String::from(quote);
    for character in inside.chars() {
        if character == quote {
            text.push('\\');
        }
        push(character.into(), false, &mut text);
    }
    text.push(quote);
    text
}

/// The text of code points, if no surrogate is among them: a name with one is refused.
pub(super) fn string(units: &[u32]) -> Option<String> {
    units.iter().map(|&unit| char::from_u32(unit)).collect()
}

fn push(unit: u32, is_escaped: bool, text: &mut String) {
    // A String takes whatever is written.
    let _ = match (unit, char::from_u32(unit).filter(|&character| !is_escaped && prints(character))) {
        (_, Some(character)) => text.write_char(character),
        (0x09, _) => text.write_str("\\t"),
        (0x0A, _) => text.write_str("\\n"),
        (0x0D, _) => text.write_str("\\r"),
        (0x5C, _) => text.write_str("\\\\"),
        (..=0xFF, _) => write!(text, "\\x{unit:02x}"),
        (..=0xFFFF, _) => write!(text, "\\u{unit:04x}"),
        _ => write!(text, "\\U{unit:08x}"),
    };
}

/// Returns whether a character is seen, or is a space or a mark on another one; of ASCII all but a backslash is.
fn prints(character: char) -> bool {
    match character {
        ' '..='~' => character != '\\',
        // Behind another character these are not escaped.
        '\u{FF9E}' | '\u{FF9F}' => true,
        _ => Props::of(character.into()).is_mark() || character.escape_debug().len() == 1,
    }
}
