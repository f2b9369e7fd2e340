//! Where a name begins and ends within a run of characters that names hold: a row of the table of docs/text.md,
//! "Rules". The rows before it say what ends the run ([`Set`](super::character::Set)).

use core::ops::Range;

use super::Kind;
use super::character::{Character, IGNORED, JOINERS, OF_HOST, cut_before, cut_behind, first, is_of_label, last};
use crate::bounded;
use crate::label::is_separator;
use crate::unicode::{Props, Scripts, Security, TextClass};

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
            0 => end_of_symbols(name, kind),
            end => end,
        }
    };
    start..bounded::add(start, size)
}

/// Where the name begins: behind what UTS #46 removes; if nothing marks it, behind dots, hyphens and a bullet as well.
fn start_of(run: &[u8], kind: Kind) -> usize {
    if matches!(run, [octet, ..] if octet.is_ascii() && !matches!(octet, b'.' | b'-')) {
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
        let dots = name.iter().take_while(|&&octet| matches!(octet, b'.' | b'-')).count();
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

/// Where the last letter, mark or digit of a name ends. A mark belongs to what stands before it. No label ends in a
/// hyphen (RFC 5891 section 4.2.3.1), and a low line at the end of a marked name is emphasis.
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
            Some(0x5F) if kind == Kind::Bare => return end,
            Some(unit) if TextClass::of(unit) == TextClass::Letter => return end,
            _ => end = rest.len(),
        }
    }
    0
}

/// Where a name ends that is glued to a word of another script, as people write who put no space behind it: where its
/// last label changes from Latin letters to a script that is not Latin. No top-level domain has both.
pub(super) fn end_of_script(name: &[u8]) -> Option<usize> {
    // Most names are ASCII.
    if name.is_ascii() {
        return None;
    }
    let start = name.strip_suffix(b".").unwrap_or(name).iter().rposition(|&octet| octet == b'.');
    let start = start.map_or(0, |dot| bounded::add(dot, 1));
    let (mut at, mut has_latin) = (start, false);
    while let Some(rest) = name.get(at..).filter(|rest| !rest.is_empty()) {
        let Character { unit, size } = first(rest);
        let scripts = Scripts::of(Security::of(unit?));
        if !scripts.meets(LATIN) {
            return has_latin.then_some(at);
        }
        has_latin |= !scripts.is_all();
        at = bounded::add(at, size);
    }
    None
}

const LATIN: Scripts = Scripts::named(*b"Latn");

/// Returns whether the last label of a name has letters of several scripts, as no top-level domain has. Those that
/// Japanese and Korean mix are one (UTS #39 section 5.1).
pub(super) fn has_mixed_end(name: &str) -> bool {
    if name.is_ascii() {
        return false;
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let label = name.rsplit('.').next().unwrap_or_default();
    let set = |scripts: Scripts, letter: char| scripts.intersection(Scripts::of(Security::of(letter.into())));
    !label.is_ascii() && label.chars().fold(Scripts::ALL, set).is_empty()
}

/// Where a name without any letter ends: before dots, hyphens, joiners and what UTS #46 removes, and if a mark stands
/// before the name, before low lines. A host may have nothing else.
fn end_of_symbols(name: &[u8], kind: Kind) -> usize {
    let mut rest = cut_behind(name, IGNORED);
    while !rest.is_empty() {
        let Character { unit, size } = last(rest);
        let is_outside = |unit| {
            let is_sign = unit == 0x2D || unit == 0x5F && kind != Kind::Bare;
            is_sign || is_separator(unit) || JOINERS.contains(&TextClass::of(unit))
        };
        if !unit.is_some_and(is_outside) {
            break;
        }
        rest = cut_behind(bounded::first(rest, bounded::sub(rest.len(), size)), IGNORED);
    }
    if rest.is_empty() && kind == Kind::UrlHost { end_of_dots(name) } else { rest.len() }
}

/// The same before dots alone.
fn end_of_dots(name: &[u8]) -> usize {
    let mut rest = cut_behind(name, IGNORED);
    while !rest.is_empty() && last(rest).unit.is_some_and(is_separator) {
        rest = cut_behind(bounded::first(rest, bounded::sub(rest.len(), last(rest).size)), IGNORED);
    }
    rest.len()
}

/// Returns whether a label would be read as this label where a name of this kind stands. At the end of a name that
/// nothing delimits (`is_last`), only a letter is not left out, and no letter of another script. Symbols name no bare
/// name, unless its top-level domain does (`has_tld`).
pub(super) fn is_read_as_one(label: &str, kind: Kind, is_last: bool, has_tld: bool) -> bool {
    let octets = label.as_bytes();
    let is_end = || {
        let is_whole = kind == Kind::UrlHost || end_of_script(octets).is_none();
        end_of_last_letter(octets, kind) == octets.len() && is_whole
    };
    OF_HOST.size_of_run(octets) == octets.len()
        && !label.chars().any(|character| is_separator(character.into()))
        && (kind != Kind::Bare || has_tld || label.chars().all(|character| is_of_label(character.into())))
        && (!is_last || is_end())
}
