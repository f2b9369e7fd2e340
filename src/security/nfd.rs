//! Normalization Form D (UAX #15) in memory that may be refused.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

use crate::error::Error;
use crate::unicode::Props;
use crate::{bounded, memory};

/// Appends the canonical decomposition of a code point (UAX #15, D68). A surrogate stays.
pub(crate) fn decompose(unit: u32, output: &mut Vec<u32>) -> Result<(), Error> {
    let Some(mut first) = char::from_u32(unit) else { return memory::push(output, unit) };
    let begin = output.len();
    // A decomposition is a character, which may be decomposed once more, and at most one behind it, which is not.
    loop {
        match CanonicalDecompositionBorrowed::new().decompose(first) {
            Decomposed::Default => break,
            Decomposed::Singleton(other) => first = other,
            Decomposed::Expansion(other, second) => {
                first = other;
                memory::push(output, second.into())?;
            }
        }
    }
    memory::push(output, first.into())?;
    bounded::rest_mut(output, begin).reverse();
    Ok(())
}

/// Puts the marks of a decomposed text into canonical order (UAX #15, D109).
pub(crate) fn order_marks(text: &mut [u32]) -> Result<(), Error> {
    /// Runs of so many marks are ordered by insertion.
    const FEW: usize = 32;
    let joins = |&before: &u32, &unit: &u32| class(before) != 0 && class(unit) != 0;
    let mut copy = Vec::new();
    for run in text.chunk_by_mut(joins).filter(|run| !run.is_sorted_by_key(|&unit| class(unit))) {
        if run.len() <= FEW {
            insert_each(run);
        } else {
            copy.clear();
            memory::append(&mut copy, run)?;
            distribute(&copy, run);
        }
    }
    Ok(())
}

fn class(unit: u32) -> u32 {
    Props::of(unit).combining_class()
}

/// Inserts each mark behind those before it whose class is not higher.
fn insert_each(run: &mut [u32]) {
    for end in 1..=run.len() {
        let Some((&last, before)) = bounded::some(bounded::first(run, end).split_last()) else { continue };
        let place = before.partition_point(|&unit| class(unit) <= class(last));
        if let Some(moved) = bounded::some(run.get_mut(place..end)) {
            moved.rotate_right(1);
        }
    }
}

/// Writes marks to where those of their class begin, so that the time grows with the run alone: a name may have a
/// mebibyte of marks.
fn distribute(marks: &[u32], run: &mut [u32]) {
    let mut starts = [0_usize; 256];
    for &unit in marks {
        // Those of the next class begin behind this mark.
        if let Some(next) = bounded::some(starts.get_mut(bounded::add(bounded::index(class(unit)), 1))) {
            *next = bounded::add(*next, 1);
        }
    }
    let mut before = 0;
    for start in &mut starts {
        before = bounded::add(before, *start);
        *start = before;
    }
    for &unit in marks {
        let Some(start) = bounded::some(starts.get_mut(bounded::index(class(unit)))) else { continue };
        bounded::put(run, *start, unit);
        *start = bounded::add(*start, 1);
    }
}
