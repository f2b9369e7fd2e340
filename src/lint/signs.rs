//! Characters that are not seen: those of a line on which a URL stands, and those in and beside a host.
//!
//! ```text
//! at the first name of a line:   the line is read once, and its controls of direction and tag characters are noted
//! at each URL of it:             the controls before it open and close embeddings; one inside it is told
//!                                an override that is open where it begins is told, once
//!                                the runs of tag characters are told, once
//! ```

use core::ops::Range;

use crate::error::Error;
use crate::text::{Character, ends_word, first_character, last_character, scan};
use crate::unicode::TextClass;
use crate::{bounded, memory};

/// A URL is looked at no farther than this behind its host.
const FAR: usize = 4096;

/// Returns whether nobody sees a character, which is of no direction and no tag: UTS #46 removes it, or no font shows
/// it.
pub(super) fn is_hidden(unit: u32) -> bool {
    match unit {
        0..=0x7F => false,
        0x200C | 0x200D | 0x2800 | 0xFFF9..=0xFFFB | 0x1_3441 | 0x1_3442 | 0x1_6FE4 | 0x1_D159 => true,
        _ => TextClass::of(unit) == TextClass::Ignored,
    }
}

/// Returns whether a character joins letters (RFC 5892 appendix A), so that valid names have it.
pub(super) const fn is_joiner(unit: u32) -> bool {
    matches!(unit, 0x200C | 0x200D)
}

/// Returns whether a character is one of Bidi_Control (UAX #9).
pub(super) const fn is_direction(unit: u32) -> bool {
    matches!(unit, 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069)
}

/// Returns whether a character is a tag (Unicode, section 23.9).
pub(super) const fn is_tag(unit: u32) -> bool {
    matches!(unit, 0xE_0000..=0xE_007F)
}

/// Returns whether a variation selector stands behind a symbol, whose form it selects.
pub(super) fn is_form_of_symbol(unit: u32, before: &[u8]) -> bool {
    let is_shown =
        |one: Character| one.unit.is_some_and(|unit| unit > 0x7F && TextClass::of(unit) == TextClass::Symbol);
    matches!(unit, 0xFE0E | 0xFE0F) && !before.is_empty() && is_shown(last_character(before))
}

/// The controls of a line, and how far the URLs of it have come.
#[derive(Default)]
pub(super) struct LineSigns {
    pub(super) range: Range<usize>,
    pub(super) is_ascii: bool,
    controls: Vec<(usize, u32)>,
    /// The number of controls before the last URL, and which of them are open there.
    passed: usize,
    open: Vec<(usize, u32)>,
    /// The place behind the last control that was told.
    told: usize,
    tags_told: bool,
}

impl LineSigns {
    /// Goes on to the line of a place, none of which is before the one asked for last.
    pub(super) fn go_to(&mut self, text: &[u8], place: usize) -> Result<(), Error> {
        if self.range.contains(&place) {
            return Ok(());
        }
        let from = self.range.end.min(place);
        let start = scan::last_line_feed(bounded::part(text, from..place));
        let start = start.map_or(from, |feed| bounded::add(bounded::add(from, feed), 1));
        let size = scan::line_feed(bounded::rest(text, place));
        self.range = start..size.map_or(text.len(), |size| bounded::add(bounded::add(place, size), 1));
        let line = bounded::part(text, self.range.clone());
        self.is_ascii = line.is_ascii();
        (self.passed, self.told, self.tags_told) = (0, start, false);
        self.controls.clear();
        self.open.clear();
        if self.is_ascii { Ok(()) } else { self.read(line) }
    }

    fn read(&mut self, line: &[u8]) -> Result<(), Error> {
        let mut at = 0;
        // The octets with which they begin in UTF-8.
        let next = |at| bounded::rest(line, at).iter().position(|octet| matches!(octet, 0xD8 | 0xE2 | 0xF3));
        while let Some(place) = next(at).map(|place| bounded::add(at, place)) {
            let Character { unit, size } = first_character(bounded::rest(line, place));
            if let Some(unit) = unit.filter(|&unit| is_direction(unit) || is_tag(unit)) {
                memory::push(&mut self.controls, (bounded::add(self.range.start, place), unit))?;
            }
            at = bounded::add(place, size);
        }
        Ok(())
    }

    /// Returns whether the line has neither controls nor tags.
    pub(super) fn is_plain(&self) -> bool {
        self.controls.is_empty()
    }

    /// The runs of tag characters of the line, once: where each stands, and what it spells. A run behind a flag is of
    /// an emoji (UTS #51, emoji tag sequences).
    pub(super) fn tags(&mut self, text: &[u8]) -> Result<Vec<(Range<usize>, String)>, Error> {
        const FLAG: &[u8] = "\u{1F3F4}".as_bytes();
        const END: u32 = 0xE_007F;
        let mut runs: Vec<(Range<usize>, String)> = Vec::new();
        if core::mem::replace(&mut self.tags_told, true) {
            return Ok(runs);
        }
        for &(place, unit) in self.controls.iter().filter(|(_, unit)| is_tag(*unit)) {
            let end = bounded::add(place, 4);
            let letter = u8::try_from(unit & 0x7F).ok().filter(|octet| matches!(octet, b' '..=b'~')).map(char::from);
            match runs.last_mut().filter(|(run, _)| run.end == place) {
                Some((run, spelt)) => {
                    run.end = end;
                    spelt.extend(letter);
                }
                None => memory::push(&mut runs, (place..end, letter.into_iter().collect()))?,
            }
            if unit == END
                && let Some((run, _)) = runs.last()
                && bounded::first(text, run.start).ends_with(FLAG)
            {
                runs.pop();
            }
        }
        Ok(runs)
    }

    /// The control of direction that changes how a URL is seen, if one does: one inside it, or the override that is
    /// open where it begins. Each is told once.
    pub(super) fn of_url(&mut self, text: &[u8], url: Range<usize>) -> Result<Option<(usize, u32)>, Error> {
        while let Some(&(place, unit)) = self.controls.get(self.passed).filter(|(place, _)| *place < url.start) {
            match unit {
                0x202A..=0x202B | 0x202D..=0x202E | 0x2066..=0x2068 => memory::push(&mut self.open, (place, unit))?,
                0x202C | 0x2069 => _ = self.open.pop(),
                _ => {}
            }
            self.passed = bounded::add(self.passed, 1);
        }
        let is_override = |&&(place, unit): &&(usize, u32)| matches!(unit, 0x202D | 0x202E) && place >= self.told;
        let open = self.open.iter().rfind(is_override).copied();
        let inside = bounded::rest(&self.controls, self.passed).iter();
        let inside = inside.take_while(|(place, _)| *place < end_of_word(text, url.end, self.range.end));
        let found = open.or_else(|| inside.copied().find(|&(place, unit)| is_inside(text, place, unit, url.end)));
        let found = found.filter(|(place, _)| *place >= self.told);
        self.told = found.map_or(self.told, |(place, _)| bounded::add(place, 1));
        Ok(found)
    }
}

/// Returns whether a control stands inside a URL whose host ends at a place: the URL goes on behind it. Behind the host
/// a mark of direction alone changes little, and people write it.
fn is_inside(text: &[u8], place: usize, unit: u32, host_end: usize) -> bool {
    if !is_direction(unit) || matches!(unit, 0x61C | 0x200E | 0x200F) && place > host_end {
        return false;
    }
    let mut rest = bounded::rest(text, place);
    while let Some(one) = Some(rest).filter(|rest| !rest.is_empty()).map(first_character) {
        match one.unit {
            Some(unit) if is_direction(unit) || is_hidden(unit) => rest = bounded::rest(rest, one.size),
            Some(unit) => {
                let is_of_path =
                    matches!(unit, 0x21..=0x7E) && !matches!(unit, 0x22 | 0x27 | 0x29 | 0x3C | 0x3E | 0x5D);
                // The full stop of a sentence, or a comma.
                let ends = matches!(rest, [b'.' | b',' | b';' | b':' | b'!' | b'?', next, ..] if next.is_ascii_whitespace() || !next.is_ascii());
                return is_of_path && !ends && !matches!(rest, [b'.' | b',' | b';' | b':' | b'!' | b'?']);
            }
            None => return false,
        }
    }
    false
}

/// Where the word ends that a URL is of, or how far it is looked at.
fn end_of_word(text: &[u8], from: usize, line_end: usize) -> usize {
    let mut at = from;
    let most = from.saturating_add(FAR).min(line_end);
    while at < most {
        let one = first_character(bounded::rest(text, at));
        if one.unit.is_some_and(|unit| ends_word(unit) && unit != 0x5C) {
            break;
        }
        at = bounded::add(at, one.size);
    }
    at
}
