//! Characters of documents that are written as references, and behind backslashes.

use crate::error::Error;
use crate::{bounded, memory};

/// A longer text or target is of no interest: no host is so long.
pub(super) const MOST: usize = 4096;

/// The names of references by which signs of URLs, and characters that nobody sees, are written.
const NAMED: [(&str, &str); 22] = [
    ("amp", "&"),
    ("apos", "'"),
    ("bsol", "\\"),
    ("colon", ":"),
    ("commat", "@"),
    ("dash", "\u{2010}"),
    ("gt", ">"),
    ("hyphen", "\u{2010}"),
    ("lowbar", "_"),
    ("lrm", "\u{200E}"),
    ("lt", "<"),
    ("nbsp", "\u{A0}"),
    ("num", "#"),
    ("percnt", "%"),
    ("period", "."),
    ("quest", "?"),
    ("quot", "\""),
    ("rlm", "\u{200F}"),
    ("shy", "\u{AD}"),
    ("sol", "/"),
    ("zwj", "\u{200D}"),
    ("zwnj", "\u{200C}"),
];

/// A text in which references of HTML, and with `escapes` backslashes before punctuation, are what they stand for.
pub(super) fn plain(text: &[u8], escapes: bool) -> Result<String, Error> {
    let mut output = Vec::new();
    let mut rest = text;
    while let Some(&octet) = rest.first() {
        let mut size = 1;
        match octet {
            b'\\' if escapes && rest.get(1).is_some_and(u8::is_ascii_punctuation) => {
                memory::push(&mut output, bounded::at(rest, 1))?;
                size = 2;
            }
            b'&' => match reference(rest) {
                Some((character, length)) => {
                    memory::append(&mut output, character.encode_utf8(&mut [0; 4]).as_bytes())?;
                    size = length;
                }
                None => memory::push(&mut output, octet)?,
            },
            _ => memory::push(&mut output, octet)?,
        }
        rest = bounded::rest(rest, size);
    }
    Ok(String::from_utf8(output).unwrap_or_default())
}

/// The character of the reference with which a text begins, and its size.
fn reference(text: &[u8]) -> Option<(char, usize)> {
    let near = bounded::first(text, text.len().min(16));
    let end = near.iter().position(|&octet| octet == b';')?;
    let name = core::str::from_utf8(near.get(1..end)?).ok()?;
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        },
        None => NAMED.iter().find(|(known, _)| *known == name)?.1.chars().next().map(u32::from),
    };
    Some((char::from_u32(number?)?, bounded::add(end, 1)))
}
