//! The texts between the steps of a trace, for people: n steps of a text of n code points in space that is linear in n.

use core::fmt::{self, Write};
use core::iter::successors;

use super::Step;
use super::deferred::in_places;
use crate::error::Error;
use crate::{bounded, memory};

/// The number of code points of a long text that are shown on either side of an insertion.
const REACH: usize = 8;

/// A text, or a part of one: code points, and how many are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The number of code points that are left out in front.
    pub(crate) before: usize,
    /// The code points shown.
    pub(crate) code_points: Vec<u32>,
    /// Which of them was inserted last.
    pub(crate) inserted: Option<usize>,
    /// The number of code points that are left out at the end.
    pub(crate) after: usize,
}

impl Shown {
    pub(super) fn whole(code_points: Vec<u32>) -> Self {
        Self { code_points, ..Self::default() }
    }
}

/// Code points in hexadecimal, with a star behind the one inserted.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.before > 0 {
            write!(f, "({} before) ", self.before)?;
        }
        for (index, code_point) in self.code_points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            let star = if self.inserted == Some(index) { " *" } else { "" };
            write!(f, "{space}{code_point:04X}{star}")?;
        }
        if self.after > 0 {
            write!(f, " ({} after)", self.after)?;
        }
        Ok(())
    }
}

/// A part of an encoded form, with escapes for control characters and backslashes: a terminal must not obey it.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '\t' | '\n' | '\r' | '\\' => write!(f, "{}", character.escape_default()),
            _ if character.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(character)),
            _ => f.write_char(character),
        })
    }
}

/// The text after each of `steps`, which begins as `literal`.
pub(super) fn texts_so_far(literal: &[u32], steps: &[Step], is_shortened: bool) -> Result<Vec<Shown>, Error> {
    if is_shortened { parts(literal, steps) } else { whole(literal, steps) }
}

fn whole(literal: &[u32], steps: &[Step]) -> Result<Vec<Shown>, Error> {
    let mut texts = memory::reserved(steps.len())?;
    let mut text = memory::reserved(bounded::add(literal.len(), steps.len()))?;
    text.extend_from_slice(literal);
    for step in steps {
        text.insert(step.i, step.n);
        texts.push(Shown { code_points: memory::copied(&text)?, inserted: Some(step.i), ..Shown::default() });
    }
    Ok(texts)
}

/// The last text is made first. Then the insertions are taken back, from the last to the first, in a linked list of
/// places: the neighbours of an insertion are the code points that stood around it when it was made.
fn parts(literal: &[u32], steps: &[Step]) -> Result<Vec<Shown>, Error> {
    let insertions = memory::collected(steps.iter().map(|step| (step.n, step.i)), steps.len())?;
    let text = in_places(literal, &insertions)?;
    let mut list = List::of(text.len())?;
    let mut parts: Vec<Shown> = memory::reserved(steps.len())?;
    let lengths = literal.len()..text.len();
    for ((step, place), length) in steps.iter().zip(places(literal.len(), steps)?).zip(lengths).rev() {
        let before = memory::collected(walk(&list.previous, place), REACH)?;
        let after = memory::collected(walk(&list.next, place), REACH)?;
        let around = before.iter().rev().chain([&place]).chain(&after);
        let shown = bounded::add(bounded::add(before.len(), after.len()), 1);
        parts.push(Shown {
            before: bounded::sub(step.i, before.len()),
            code_points: memory::collected(around.map(|&place| bounded::at(&text, place)), shown)?,
            inserted: Some(before.len()),
            after: bounded::sub(bounded::sub(length, step.i), after.len()),
        });
        list.remove(place);
    }
    parts.reverse();
    Ok(parts)
}

/// Where in the last text the code point of each step stands.
fn places(literal: usize, steps: &[Step]) -> Result<Vec<usize>, Error> {
    let insertions = steps.iter().enumerate().map(|(time, step)| (Some(time), step.i));
    let times = in_places(&memory::filled(None, literal)?, &memory::collected(insertions, steps.len())?)?;
    let mut place_of = memory::filled(0, steps.len())?;
    for (place, time) in times.iter().enumerate() {
        if let Some(time) = *time {
            bounded::put(&mut place_of, time, place);
        }
    }
    Ok(place_of)
}

/// The nearest neighbours of a place on one side.
fn walk(neighbours: &[Option<usize>], place: usize) -> impl Iterator<Item = usize> {
    let neighbour_of = |&place: &usize| bounded::at(neighbours, place);
    successors(neighbour_of(&place), neighbour_of).take(REACH)
}

/// Places that are taken out one by one.
struct List {
    previous: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
}

impl List {
    fn of(len: usize) -> Result<Self, Error> {
        let previous = memory::collected((0..len).map(|place| place.checked_sub(1)), len)?;
        let next = memory::collected((1..=len).map(|place| Some(place).filter(|&place| place < len)), len)?;
        Ok(Self { previous, next })
    }

    fn remove(&mut self, place: usize) {
        let neighbour = |side: &[Option<usize>]| bounded::at(side, place);
        let (previous, next) = (neighbour(&self.previous), neighbour(&self.next));
        if let Some(previous) = previous {
            bounded::put(&mut self.next, previous, next);
        }
        if let Some(next) = next {
            bounded::put(&mut self.previous, next, previous);
        }
    }
}
