//! Where a name begins and ends within a run of characters that names hold: the rule of docs/text.md, "Where a name
//! ends", but for its first rows, which say what ends the run ([`Set`](super::character::Set)).

use core::ops::Range;

use super::Kind;
use super::character::{Character, IGNORED, OF_HOST, cut_before, cut_behind, first, is_of_label, last};
use crate::bounded;
use crate::label::is_separator;
use crate::unicode::{Props, TextClass};

/// The name in a run. With `is_delimited`, a path or a port follows: then what ends a sentence is of the name.
pub(super) fn extent(run: &[u8], kind: Kind, is_delimited: bool) -> Range<usize> {
    let start = start_of(run, kind);
    let name = bounded::rest(run, start);
    let without_dot = name.strip_suffix(b".").unwrap_or(name);
    let size = if is_delimited {
        cut_behind(name, IGNORED).len()
    } else if without_dot.last().is_some_and(u8::is_ascii_alphanumeric) {
        without_dot.len()
    } else {
        match end_of_last_letter(name, kind) {
            0 => end_of_symbols(name),
            end => end,
        }
    };
    start..bounded::add(start, size)
}

/// Where the name begins: behind what UTS #46 removes; if nothing marks it, behind dots and a bullet as well.
fn start_of(run: &[u8], kind: Kind) -> usize {
    if matches!(run, [octet, ..] if octet.is_ascii() && *octet != b'.') {
        return 0;
    }
    let mut name = cut_before(run, IGNORED);
    if kind == Kind::Bare {
        let bullet = first(name);
        if bullet.unit.is_some_and(is_bullet)
            && bullet.is(TextClass::Symbol)
            && let Some(behind) = name.get(bullet.size..).filter(|behind| !behind.is_empty())
            && first(behind).is(TextClass::Letter)
        {
            name = behind;
        }
        let dots = name.iter().take_while(|&&octet| octet == b'.').count();
        name = bounded::rest(name, dots);
    }
    bounded::sub(run.len(), name.len())
}

/// Returns whether a symbol in front of a word is a bullet, an arrow, a number or a sign, and no part of the word.
/// Pictures are part of the word: people have domains with them.
const fn is_bullet(unit: u32) -> bool {
    matches!(
        unit,
        0xA1..=0xF7 | 0x20A0..=0x20CF | 0x2116 | 0x2190..=0x23FF | 0x2460..=0x249B | 0x24EA..=0x25FF | 0x2605 | 0x2606
            | 0x2610..=0x2612 | 0x261A..=0x261F | 0x2713..=0x2718 | 0x2776..=0x27BF | 0x27F0..=0x27FF
            | 0x2900..=0x2BFF | 0x1F446..=0x1F449
    )
}

/// Where the last letter, mark, digit or hyphen of a name ends. A mark belongs to what stands before it. A low line at
/// the end of a marked name is emphasis.
pub(super) fn end_of_last_letter(name: &[u8], kind: Kind) -> usize {
    let (mut rest, mut end) = (name, name.len());
    while !rest.is_empty() {
        let behind = rest.len();
        let Character { unit, size } = last(rest);
        rest = bounded::first(rest, bounded::sub(behind, size));
        match unit {
            // Before a mark, what UTS #46 removes does not count.
            Some(unit) if TextClass::of(unit) == TextClass::Ignored && end > behind => {}
            Some(unit) if TextClass::of(unit) == TextClass::Letter && Props::of(unit).is_mark() => {}
            Some(0x5F) if kind != Kind::Bare => end = rest.len(),
            Some(0x2D | 0x5F) => return end,
            Some(unit) if TextClass::of(unit) == TextClass::Letter => return end,
            _ => end = rest.len(),
        }
    }
    0
}

/// Where a name without any letter ends: before dots, and before what UTS #46 removes.
fn end_of_symbols(name: &[u8]) -> usize {
    let mut rest = cut_behind(name, IGNORED);
    while !rest.is_empty() {
        let Character { unit, size } = last(rest);
        if !unit.is_some_and(is_separator) {
            break;
        }
        rest = cut_behind(bounded::first(rest, bounded::sub(rest.len(), size)), IGNORED);
    }
    rest.len()
}

/// Returns whether a label would be read as this label where a name of this kind stands. At the end of a name that
/// nothing delimits (`is_last`), only a letter is not left out.
pub(super) fn is_read_as_one(label: &str, kind: Kind, is_last: bool) -> bool {
    let octets = label.as_bytes();
    OF_HOST.size_of_run(octets) == octets.len()
        && !label.chars().any(|character| is_separator(character.into()))
        && (kind != Kind::Bare || label.chars().all(|character| is_of_label(character.into())))
        && (!is_last || end_of_last_letter(octets, kind) == octets.len())
}
