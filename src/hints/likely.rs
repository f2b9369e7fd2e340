//! The likely meaning of a name that looks like a known mistake although it may be valid. Only labels that can be in
//! DNS are looked at.

use super::shown::{shown, string};
use crate::domain::{is_valid, to_unicode};
use crate::label::is_separator;
use crate::security::resolved_scripts;
#[cfg(any(feature = "python", test))]
use crate::swar;
use crate::unicode::TextClass;
use crate::{Profile, bounded, memory, race};

/// Longer labels are not looked at, in characters: UTF-8 that was read as Latin-1 twice has four for one.
const MOST: usize = 256;

/// Windows-1252 has characters where Latin-1 has control characters, from U+0080 on. Octets that it does not define
/// are read as those.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/// Hyphens that are typed for one hyphen. What is mapped to U+002D is right.
const HYPHENS: [u32; 14] =
    [0x2D7, 0x58A, 0x5BE, 0x1806, 0x2010, 0x2011, 0x2043, 0x207B, 0x2212, 0x2E17, 0x2E1A, 0x2E40, 0x30A0, 0x30FC];
/// Dashes that an editor makes of two.
const DASHES: [u32; 14] =
    [0x1400, 0x2012, 0x2013, 0x2014, 0x2015, 0x2500, 0x2E3A, 0x2E3B, 0x2E5D, 0x301C, 0x3030, 0xFE31, 0xFE32, 0xFE58];

/// Marks that begin the items of a list besides those that are punctuation.
const BULLETS: [u32; 12] =
    [0xB7, 0x2219, 0x25A0, 0x25A1, 0x25AA, 0x25AB, 0x25B6, 0x25BA, 0x25CB, 0x25CF, 0x25E6, 0x30FB];

/// Returns what a name looks like if it looks like a mistake, and what may be meant.
pub(crate) fn note(name: &[u32]) -> Option<String> {
    if !may_be_mistaken(name) {
        return None;
    }
    let said = |mistake, meant: Vec<u32>| format!("{mistake}; '{}' may be meant", shown(&meant));
    let misread = "looks like UTF-8 that was read as Latin-1 or Windows-1252";
    if let Some(meant) = replaced(name, read_right) {
        return Some(said(misread, meant));
    }
    if let Some(meant) = replaced(name, with_prefix) {
        return Some(said("has a dash in place of the hyphens of xn--", meant));
    }
    // Other marks may be what is left of another mistake.
    let is_name = |meant: &Vec<u32>| string(meant).is_some_and(|meant| is_valid(&meant, &Profile::UTS46));
    if let Some(meant) = replaced(name, without_marks).filter(is_name) {
        return Some(said("has quotation marks or other punctuation at an end of a label", meant));
    }
    if let Some(meant) = replaced(name, with_two_hyphens).filter(is_name) {
        return Some(said("has one hyphen in place of the two of xn--", meant));
    }
    let meant = replaced(name, of_race).filter(is_name)?;
    Some(said("has a label of RACE, which no program converts any more", meant))
}

/// The first place, from `start` on, of what [`note`] may speak of in a name. In most names there is none, nor in a
/// label that has the prefix of A-labels.
#[cfg(any(feature = "python", test))]
pub(crate) fn suspect(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while let Some(word) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*word);
        let is_letter = |letter: u8| swar::zero_octets((word | swar::splat(0x20)) ^ swar::splat(letter));
        let mut marks = (word & swar::HIGH_BITS) | is_letter(b'q') | is_letter(b'x');
        while marks != 0 {
            let place = bounded::add(at, swar::octets_before(marks));
            if is_suspect(bounded::rest(text, place)) {
                return Some(place);
            }
            marks &= bounded::sub(marks, 1);
        }
        at = bounded::add(at, 8);
    }
    (at..text.len()).find(|&place| is_suspect(bounded::rest(text, place)))
}

/// Returns whether what begins here may be of a mistake: see [`may_be_mistaken`].
#[cfg(any(feature = "python", test))]
fn is_suspect(text: &[u8]) -> bool {
    match *text {
        [b'q' | b'Q', b'-', ..] => true,
        [b'x' | b'X', b'n' | b'N', b'-', next, ..] => next != b'-',
        [b'x' | b'X', b'n' | b'N', next, ..] => !next.is_ascii(),
        // Letters of Latin-1, of which two may have been one character; others of Latin, ideographs, Hangul; and octets
        // within a character.
        [0xC3, second, next, ..] if second != 0x97 && second != 0xB7 => {
            matches!(second, 0x82..=0xB4) && !next.is_ascii()
        }
        [0..=0x7F | 0x80..=0xBF | 0xC4..=0xC9 | 0xE5..=0xE9 | 0xEB..=0xEC, ..] => false,
        _ => {
            let first = bounded::first(text, text.len().min(4));
            let character = first.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
            character.map(u32::from).is_none_or(|unit| is_around(unit) || is_bullet(unit))
        }
    }
}

/// Returns whether [`note`] may find something. It does in few others.
fn may_be_mistaken(name: &[u32]) -> bool {
    let is_mistaken = |two: &[u32]| match *two {
        [0xC2..=0xF4, next] => octet(next).is_some_and(|octet| octet >= 0x80),
        [0x58 | 0x78, next] => matches!(next, 0x4E | 0x6E),
        // The `q-` of a label of RACE.
        [0x51 | 0x71, next] => next == 0x2D,
        _ => false,
    };
    name.windows(2).any(is_mistaken) || name.iter().any(|&unit| unit >= 0x80 && (is_around(unit) || is_bullet(unit)))
}

/// Returns whether a character beyond ASCII is punctuation that people put around names and that no name begins or ends
/// with: a quotation mark, a bracket, a comma.
fn is_around(unit: u32) -> bool {
    let is_space = char::from_u32(unit).is_none_or(char::is_whitespace);
    unit >= 0x80 && !is_space && !is_separator(unit) && TextClass::of(unit) == TextClass::Ends
}

fn is_bullet(unit: u32) -> bool {
    BULLETS.contains(&unit)
}

/// A label without the marks that people put around names, if it has some and is more than these.
fn without_marks(label: &[u32]) -> Option<String> {
    if label.len() > MOST {
        return None;
    }
    let begin = label.iter().position(|&unit| !is_around(unit) && !is_bullet(unit))?;
    let end = label.iter().rposition(|&unit| !is_around(unit))?;
    string(label.get(begin..=end)?)
}

/// A label with the prefix of its A-label, where one hyphen of it is missing: `xn-bcher-kva`.
fn with_two_hyphens(label: &[u32]) -> Option<String> {
    let (&[0x58 | 0x78, 0x4E | 0x6E, 0x2D], rest) = label.split_first_chunk()? else { return None };
    let alabel = format!("xn--{}", string(rest).filter(|_| !rest.starts_with(&[0x2D]) && label.len() <= MOST)?);
    let unicode = to_unicode(&alabel, &Profile::UTS46).ok()?;
    // Of the Punycode of chance most is a mixture of scripts.
    (rest.contains(&0x2D) && !resolved_scripts(&unicode).is_empty()).then_some(alabel)
}

/// The text of a label of RACE.
fn of_race(label: &[u32]) -> Option<String> {
    race::decode(&string(label.get(..MOST.min(label.len()))?)?).ok()
}

/// A name with some of its labels replaced; `None` if none is, or without memory.
fn replaced(name: &[u32], better: fn(&[u32]) -> Option<String>) -> Option<Vec<u32>> {
    let mut text = Vec::new();
    for piece in name.split_inclusive(|&unit| is_separator(unit)) {
        let (label, dot) = match piece.split_last() {
            Some((last, label)) if is_separator(*last) => (label, bounded::rest(piece, label.len())),
            _ => (piece, piece.get(..0)?),
        };
        let better: Option<Vec<u32>> = better(label).map(|better| better.chars().map(u32::from).collect());
        memory::append(&mut text, better.as_deref().unwrap_or(label)).ok()?;
        memory::append(&mut text, dot).ok()?;
    }
    (text != name).then_some(text)
}

/// The octet that was read as a character.
fn octet(unit: u32) -> Option<u8> {
    u8::try_from(unit).ok().or_else(|| {
        let place = WINDOWS_1252.chars().position(|character| u32::from(character) == unit)?;
        u8::try_from(place).ok()?.checked_add(0x80)
    })
}

/// Returns what a label was before its UTF-8 was read as Latin-1 or Windows-1252: `bÃ¼cher` was `bücher`.
pub(super) fn read_right(label: &[u32]) -> Option<String> {
    let raw: Vec<u8> =
        Some(label).filter(|label| label.len() <= MOST)?.iter().map(|&unit| octet(unit)).collect::<Option<_>>()?;
    let text = core::str::from_utf8(&raw).ok()?;
    text.char_indices().find(|&(start, character)| is_evident(&raw, start, character.len_utf8()))?;
    let units: Vec<u32> = text.chars().map(u32::from).collect();
    // The mistake may have been made twice.
    read_right(&units).or_else(|| (!resolved_scripts(text).is_empty()).then(|| text.to_owned()))
}

/// Returns whether so many octets, which are a character in UTF-8, are no text of a language when they are read as
/// Latin-1.
///
/// Correct names have some characters behind a capital letter with an accent: apostrophes, dashes and middle dots as in
/// CAFÉ–BAR and L’ÉTÉ’S, marks behind a word as in CAFÉ® and CAFÉ², and letters as in TÉŽ.
fn is_evident(raw: &[u8], start: usize, count: usize) -> bool {
    let (before, rest) = raw.split_at(start.min(raw.len()));
    let (character, behind) = rest.split_at(count.min(rest.len()));
    let [before, behind] = [before.last(), behind.first()].map(|octet| octet.copied().unwrap_or_default());
    let Some((&first, more)) = character.split_first().filter(|(_, more)| !more.is_empty()) else { return false };
    let joins = |octet: u8| matches!(octet, 0x92 | 0x94 | 0x96 | 0x97 | 0xB4 | 0xB7);
    let ends =
        |octet: u8| matches!(octet, 0x85 | 0x99 | 0xA0 | 0xA8..=0xAB | 0xAE | 0xB0 | 0xB2 | 0xB3 | 0xB9..=0xBB | 0xBF);
    let is_letter = |octet: u8| matches!(octet, 0x8A | 0x8C | 0x8E | 0x9A | 0x9C | 0x9E);
    let [second] = *more else { return more.iter().any(|&octet| !joins(octet) && !is_letter(octet)) };
    // The first octet is a capital letter in Latin-1.
    if before.is_ascii_lowercase() {
        return true;
    }
    if joins(second) {
        return first == 0xC3 && behind.is_ascii_lowercase();
    }
    if behind.is_ascii_lowercase() && !is_letter(second) {
        return true;
    }
    if before >= 0x80 || behind >= 0x80 {
        return !is_letter(second) && !ends(second) && (second != 0x9F || matches!(first, 0xC3..=0xC5));
    }
    if ends(second) {
        return false;
    }
    let is_latin = raw.iter().any(u8::is_ascii_alphabetic);
    first == 0xC3 || (matches!(first, 0xC4 | 0xC5) && !is_letter(second) && !is_latin)
}

/// The hyphens that were typed as a character; `None` if it is none of hyphens and dashes.
#[inline(never)]
fn hyphens<'a>(unit: u32, hyphen: &'a str, dash: &'a str) -> Option<&'a str> {
    match unit {
        0x2D => Some("-"),
        _ if HYPHENS.contains(&unit) => Some(hyphen),
        _ => DASHES.contains(&unit).then_some(dash),
    }
}

/// A label with the prefix of its A-label, where that is typed with a dash: `xn–bcher-kva` is meant as
/// `xn--bcher-kva`.
fn with_prefix(label: &[u32]) -> Option<String> {
    let (&[0x58 | 0x78, 0x4E | 0x6E], rest) = label.split_first_chunk()? else { return None };
    let count = rest.iter().take(4).take_while(|&&unit| hyphens(unit, "", "").is_some()).count();
    let (typed, rest) = rest.split_at_checked(count)?;
    if typed.starts_with(&[0x2D, 0x2D]) || typed.iter().all(|&unit| unit == 0x2D) || label.len() > MOST {
        return None;
    }
    let mut first = None;
    // An editor makes one dash of two hyphens, unless one of them is left.
    let one = if typed.contains(&0x2D) { "-" } else { "--" };
    for (hyphen, dash) in [("-", one), ("--", "--"), ("-", "-")] {
        let written: String = typed.iter().filter_map(|&unit| hyphens(unit, hyphen, dash)).collect();
        if !written.starts_with("--") {
            continue;
        }
        let alabel = [string(label.get(..2)?)?, written, string(rest)?].concat();
        match to_unicode(&alabel, &Profile::UTS46) {
            Err(_) => continue,
            Ok(unicode) if !resolved_scripts(&unicode).is_empty() => return Some(alabel),
            Ok(_) => {}
        }
        first = first.or(Some(alabel));
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_suspect() {
        for character in (0x80..=0x10_FFFF).filter_map(char::from_u32) {
            let unit = u32::from(character);
            if is_around(unit) || is_bullet(unit) {
                assert_eq!(suspect(format!("abcdefgh{character}").as_bytes(), 3), Some(8), "U+{unit:04X}");
            }
        }
        let names = [
            "bÃ¼cher.de",
            "cafÃ©.example",
            "ÃŸ",
            "â€™",
            "Ð¿Ñ€Ð¸Ð¼ÐµÑ€",
            "xn–bcher-kva",
            "XN-bcher-kva",
            "a.xn-–bcher-kva",
            "“a”.example",
            "・a",
            "bq--3bs6kwrb",
            "a.BQ--3bs6kwrb.example",
            "ä¾‹ãˆ",
            "í•œ",
        ];
        for name in names {
            let units: Vec<u32> = name.chars().map(u32::from).collect();
            let is_noted = note(&units).is_some();
            assert!(!is_noted || suspect(name.as_bytes(), 0).is_some(), "{name}");
        }
        let plain = "www.example.com bücher.straße.de 例え.テスト xn--bcher-kva.xn--tda пример.испытание 한국 ابجد";
        assert_eq!(suspect(plain.as_bytes(), 0), None);
    }
}
