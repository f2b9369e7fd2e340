//! Normalization Form C of code points that remember their places, in the memory that they stand in: the normalizer
//! tells where nothing came from, and ends the process where there is no memory for a long run of marks.

use std::collections::TryReserveError;

use icu_normalizer::properties::{CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed};

use smallvec::SmallVec;

use super::props::Props;
use crate::bounded;

/// A code point with its combining class, and the place of a text that it came from.
#[derive(Clone, Copy)]
pub(super) struct Tagged {
    /// The class is in the highest octet.
    bits: u32,
    place: u32,
}

/// No code point: what became part of another one.
const GONE: u32 = (1 << CLASS_AT) - 1;
const CLASS_AT: u32 = 24;

impl Tagged {
    /// Of a scalar value.
    fn new(unit: u32, place: usize) -> Self {
        // 32 bits take half the memory. A place beyond them becomes the last one: it only says where an error is.
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        Self { bits: Props::of(unit).combining_class() << CLASS_AT | unit & GONE, place }
    }

    const fn class(self) -> u32 {
        self.bits >> CLASS_AT
    }

    const fn unit(self) -> u32 {
        self.bits & GONE
    }

    fn character(self) -> Option<char> {
        char::from_u32(self.unit())
    }
}

/// The code points of the longest canonical decomposition in Unicode.
pub(crate) const LONGEST_DECOMPOSITION: usize = 4;

/// Appends the canonical decomposition of a text (UAX #15, D68), all of which came from one place. What is no scalar
/// value becomes U+FFFD.
pub(super) fn decompose_tagged(text: &[u32], place: usize, output: &mut Vec<Tagged>) -> Result<(), TryReserveError> {
    let most = bounded::mul(LONGEST_DECOMPOSITION, text.len());
    if output.spare_capacity_mut().len() < most {
        // A quarter more each time, for this may be most of the memory that a label takes.
        output.try_reserve_exact(bounded::add(most, output.len() / 4))?;
    }
    for &unit in text {
        let mut first = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
        // A decomposition is a character, which may be decomposed once more, and at most one behind it, which is not.
        let begin = output.len();
        loop {
            match CanonicalDecompositionBorrowed::new().decompose(first) {
                Decomposed::Default => break,
                Decomposed::Singleton(other) => first = other,
                Decomposed::Expansion(other, second) => {
                    first = other;
                    output.insert(begin, Tagged::new(second.into(), place));
                }
            }
        }
        output.insert(begin, Tagged::new(first.into(), place));
    }
    Ok(())
}

/// Characters that normalization may join, each mapped by itself and with its place: they are decomposed as they come,
/// and put in order and composed at the end. No memory is taken but what may be refused.
#[derive(Default)]
pub(crate) struct TaggedPiece {
    /// The decomposed mappings of the characters. Empty as long as only one of them maps to anything.
    text: Vec<Tagged>,
    /// The mapping of that character, which is composed already, and its place.
    alone: SmallVec<[u32; 32]>,
    alone_at: usize,
}

impl TaggedPiece {
    /// Adds what a character maps to by itself.
    pub(crate) fn push(&mut self, place: usize, alone: &[u32]) -> Result<(), TryReserveError> {
        if self.text.is_empty() && self.alone.is_empty() {
            self.alone.extend_from_slice(alone);
            self.alone_at = place;
        } else if !alone.is_empty() {
            decompose_tagged(&self.alone, self.alone_at, &mut self.text)?;
            self.alone.clear();
            decompose_tagged(alone, place, &mut self.text)?;
        }
        Ok(())
    }

    /// Hands over the composed text, each code point with its place, and begins anew.
    pub(crate) fn end(&mut self, mut output: impl FnMut(u32, usize)) {
        self.alone.drain(..).for_each(|unit| output(unit, self.alone_at));
        compose_tagged(&mut self.text, output);
        self.text.clear();
    }
}

/// Orders and composes a decomposed text (UAX #15, D109 and D117), and hands over each code point of the result with
/// its place. A composed code point has the place of its first part. What is left in `text` means nothing.
pub(super) fn compose_tagged(text: &mut [Tagged], mut output: impl FnMut(u32, usize)) {
    compose(text);
    let mut push = |tagged: &Tagged| {
        if tagged.unit() != GONE {
            output(tagged.unit(), bounded::index(tagged.place));
        }
    };
    for part in text.chunk_by(|one, other| (one.class() == 0) == (other.class() == 0)) {
        let mut class = 0;
        if part.first().is_some_and(|first| first.class() == 0) {
            part.iter().for_each(&mut push);
        } else {
            while let Some(next) = least_class(part, class) {
                part.iter().filter(|tagged| tagged.class() == next).for_each(&mut push);
                class = next;
            }
        }
    }
}

/// The least class above another one.
///
/// Marks are ordered by one pass over their run for each class in it, of which there are few: sorting would take
/// memory.
fn least_class(run: &[Tagged], above: u32) -> Option<u32> {
    run.iter().map(|tagged| tagged.class()).filter(|&class| class > above).min()
}

/// Composes characters with starters before them, and takes them out.
fn compose(text: &mut [Tagged]) {
    let mut rest = text;
    // Leading marks have no starter.
    while let Some((starter, behind)) = rest.split_first_mut() {
        rest = if starter.class() == 0 { compose_with(starter, behind) } else { behind };
    }
}

/// Composes a starter with what stands behind it, up to the next starter that it does not compose with. Returns the
/// rest.
fn compose_with<'a>(starter: &mut Tagged, mut behind: &'a mut [Tagged]) -> &'a mut [Tagged] {
    loop {
        let count = behind.iter().take_while(|tagged| tagged.class() != 0).count();
        let Some((run, rest)) = bounded::some(behind.split_at_mut_checked(count)) else { return Default::default() };
        let mut is_blocked = false;
        let mut class = 0;
        while let Some(next) = least_class(run, class) {
            // The first mark of a class that does not compose blocks those of its class behind it.
            is_blocked |= !run.iter_mut().filter(|mark| mark.class() == next).all(|mark| takes(starter, mark));
            class = next;
        }
        if is_blocked || !rest.first_mut().is_some_and(|next| takes(starter, next)) {
            return rest;
        }
        behind = bounded::rest_mut(rest, 1);
    }
}

/// Composes two characters into the first, if they compose.
fn takes(starter: &mut Tagged, other: &mut Tagged) -> bool {
    let both = starter.character().zip(other.character());
    let composed = both.and_then(|(first, second)| CanonicalCompositionBorrowed::new().compose(first, second));
    if let Some(composed) = composed {
        // A starter composed with anything is a starter.
        starter.bits = composed.into();
        other.bits |= GONE;
    }
    composed.is_some()
}
