//! The levels of the characters of a paragraph (UAX #9, X1 to L1).

use super::classes::{class, direction, is_isolate, is_removed};
use super::neutral::{resolve_brackets, resolve_neutrals};
use super::weak::resolve_weak;
use crate::error::Error;
use crate::unicode::BidiClass;
use crate::{bounded, memory};

/// The deepest level of an embedding (BD2).
const MAX_DEPTH: u8 = 125;

/// The level of each character, as it counts for the order in a line.
pub(super) fn levels(text: &[u32], base: u8) -> Result<Vec<u8>, Error> {
    let explicit = Explicit::of(text, base)?;
    let mut levels = memory::copied(&explicit.levels)?;
    let (mut places, mut types) = (Vec::new(), Vec::new());
    for &start in &explicit.starts {
        explicit.collect(start, &mut places, &mut types)?;
        let level = explicit.level(start);
        let (sos, eos) = explicit.ends(text, base, start, places.last().copied().unwrap_or(start));
        // Behind the last place stands U+0000, which is not a mark and so ends a run of marks.
        let unit = |place: usize| places.get(place).and_then(|&place| text.get(place)).copied().unwrap_or_default();
        resolve_weak(&mut types, sos);
        resolve_brackets(&mut types, unit, level, sos)?;
        resolve_neutrals(&mut types, level, sos, eos);
        for (&place, &of) in places.iter().zip(&types) {
            bounded::put(&mut levels, place, bounded::add(level, steps(level, of)));
        }
    }
    reset(text, base, &mut levels);
    Ok(levels)
}

/// By how much a class raises a level (I1 and I2).
const fn steps(level: u8, class: BidiClass) -> u8 {
    match (level % 2, class) {
        (0, BidiClass::AN | BidiClass::EN) => 2,
        (0, BidiClass::R) | (1, BidiClass::L | BidiClass::AN | BidiClass::EN) => 1,
        _ => 0,
    }
}

/// Gives what X9 removes the level of the character before, and white space at the ends that of the paragraph (L1).
fn reset(text: &[u32], base: u8, levels: &mut [u8]) {
    let mut before = base;
    for (&unit, level) in text.iter().zip(&mut *levels) {
        if is_removed(class(unit)) {
            *level = before;
        }
        before = *level;
    }
    // From the end on: white space and isolates count if nothing else is between them and a separator or the end.
    let mut is_at_end = true;
    for (&unit, level) in text.iter().zip(levels).rev() {
        is_at_end = match class(unit) {
            BidiClass::B | BidiClass::S => true,
            BidiClass::WS | BidiClass::FSI | BidiClass::LRI | BidiClass::RLI | BidiClass::PDI => is_at_end,
            class => is_at_end && is_removed(class),
        };
        if is_at_end {
            *level = base;
        }
    }
}

/// An entry of the stack of X1.
#[derive(Clone, Copy, Default)]
struct Embedding {
    level: u8,
    /// The class that all characters get.
    class: Option<BidiClass>,
    /// The place of the initiator of an isolate.
    isolate: Option<usize>,
}

/// The levels and classes that embeddings, overrides and isolates give to the characters, and the isolating run
/// sequences (X1 to X10).
struct Explicit {
    levels: Vec<u8>,
    classes: Vec<BidiClass>,
    /// The next character of the same isolating run sequence; 0 for its last.
    next: Vec<usize>,
    /// The first characters of the sequences.
    starts: Vec<usize>,
}

impl Explicit {
    fn of(text: &[u32], base: u8) -> Result<Self, Error> {
        let classes = memory::collected(text.iter().map(|&unit| class(unit)), text.len())?;
        let (levels, next) = (memory::filled(base, text.len())?, memory::filled(0, text.len())?);
        let mut explicit = Self { levels, classes, next, starts: Vec::new() };
        let mut stack = Stack { top: Embedding { level: base, ..Embedding::default() }, ..Stack::default() };
        let mut before = None;
        for (place, &unit) in text.iter().enumerate() {
            let class = class(unit);
            let closed = stack.close(class);
            let Embedding { level, class: of_all, .. } = stack.top;
            if !is_removed(class) {
                if class != BidiClass::B {
                    bounded::put(&mut explicit.levels, place, level);
                    bounded::put(&mut explicit.classes, place, of_all.unwrap_or(class));
                }
                explicit.link(place, before, closed)?;
                before = Some(place);
            }
            stack.open(class, place, text)?;
        }
        Ok(explicit)
    }

    /// Puts a character into the sequence of the one before, or of the initiator of the isolate that it closes, or into
    /// one of its own (BD13).
    fn link(&mut self, place: usize, before: Option<usize>, closed: Option<usize>) -> Result<(), Error> {
        let is_same_run = |&before: &usize| self.level(before) == self.level(place);
        match before.filter(is_same_run).or(closed) {
            Some(other) => bounded::put(&mut self.next, other, place),
            None => memory::push(&mut self.starts, place)?,
        }
        Ok(())
    }

    fn level(&self, place: usize) -> u8 {
        bounded::at(&self.levels, place)
    }

    /// The places and classes of a sequence.
    fn collect(&self, start: usize, places: &mut Vec<usize>, types: &mut Vec<BidiClass>) -> Result<(), Error> {
        places.clear();
        types.clear();
        let mut place = start;
        while let (Some(&class), Some(&next)) = (self.classes.get(place), self.next.get(place)) {
            memory::push(places, place)?;
            memory::push(types, class)?;
            if next == 0 {
                break;
            }
            place = next;
        }
        Ok(())
    }

    /// The directions at the beginning and at the end of a sequence with these ends (X10).
    fn ends(&self, text: &[u32], base: u8, first: usize, last: usize) -> (BidiClass, BidiClass) {
        let is_kept = |&unit: &u32| !is_removed(class(unit));
        let after = bounded::add(last, 1);
        let before = text.get(..first).and_then(|text| text.iter().rposition(is_kept));
        let next = text.get(after..).and_then(|text| text.iter().position(is_kept));
        // Behind an initiator of an isolate that nothing closes, the level is that of the paragraph.
        let is_open = text.get(last).is_some_and(|&unit| is_isolate(class(unit)));
        let before = before.map_or(base, |place| self.level(place));
        let after = next.filter(|_| !is_open).map_or(base, |place| self.level(bounded::add(after, place)));
        let level = self.level(first);
        (direction(level.max(before)), direction(level.max(after)))
    }
}

/// The embeddings that are open (X1 to X8).
#[derive(Default)]
struct Stack {
    top: Embedding,
    below: Vec<Embedding>,
    overflowed_isolates: usize,
    overflowed_embeddings: usize,
    isolates: usize,
}

impl Stack {
    /// Returns what a character closes, before it gets its level: the place of the initiator of an isolate.
    fn close(&mut self, class: BidiClass) -> Option<usize> {
        if class == BidiClass::PDI && self.overflowed_isolates > 0 {
            self.overflowed_isolates = bounded::sub(self.overflowed_isolates, 1);
        } else if class == BidiClass::PDI && self.isolates > 0 {
            self.overflowed_embeddings = 0;
            self.isolates = bounded::sub(self.isolates, 1);
            while self.top.isolate.is_none()
                && let Some(below) = self.below.pop()
            {
                self.top = below;
            }
            let closed = self.top.isolate;
            // The embedding in which an isolate was opened lies below it.
            self.top = bounded::some(self.below.pop()).unwrap_or(self.top);
            return closed;
        } else if class == BidiClass::PDF && self.overflowed_isolates == 0 {
            if self.overflowed_embeddings > 0 {
                self.overflowed_embeddings = bounded::sub(self.overflowed_embeddings, 1);
            } else if self.top.isolate.is_none() {
                // A PDF that closes nothing has no effect (X7).
                self.top = self.below.pop().unwrap_or(self.top);
            }
        }
        None
    }

    /// Returns what a character opens, after it got its level.
    fn open(&mut self, class: BidiClass, place: usize, text: &[u32]) -> Result<(), Error> {
        let is_isolate = is_isolate(class);
        let override_class = match class {
            BidiClass::LRO => Some(BidiClass::L),
            BidiClass::RLO => Some(BidiClass::R),
            BidiClass::LRE | BidiClass::RLE => None,
            _ if is_isolate => None,
            _ => return Ok(()),
        };
        let level = self.top.level;
        let has_overflowed = self.overflowed_isolates > 0 || self.overflowed_embeddings > 0;
        // The next odd or even level. An isolate that overflows is not looked into.
        let is_rtl = || match class {
            BidiClass::RLE | BidiClass::RLO | BidiClass::RLI => true,
            BidiClass::FSI => !has_overflowed && level < MAX_DEPTH && is_first_strong_rtl(text, place),
            _ => false,
        };
        let next = bounded::add(level, if is_rtl() == level.is_multiple_of(2) { 1 } else { 2 });
        if next <= MAX_DEPTH && !has_overflowed {
            self.isolates = bounded::add(self.isolates, usize::from(is_isolate));
            memory::push(&mut self.below, self.top)?;
            self.top = Embedding { level: next, class: override_class, isolate: is_isolate.then_some(place) };
        } else if is_isolate {
            self.overflowed_isolates = bounded::add(self.overflowed_isolates, 1);
        } else if self.overflowed_isolates == 0 {
            self.overflowed_embeddings = bounded::add(self.overflowed_embeddings, 1);
        }
        Ok(())
    }
}

/// Returns whether the first strong character of an isolate is right-to-left (P2 and P3).
fn is_first_strong_rtl(text: &[u32], initiator: usize) -> bool {
    let mut depth = 0_usize;
    for &unit in text.iter().skip(bounded::add(initiator, 1)) {
        match class(unit) {
            BidiClass::PDI if depth == 0 => return false,
            BidiClass::PDI => depth = bounded::sub(depth, 1),
            BidiClass::L if depth == 0 => return false,
            BidiClass::R | BidiClass::AL if depth == 0 => return true,
            other if is_isolate(other) => depth = bounded::add(depth, 1),
            _ => {}
        }
    }
    false
}
