//! Normalization Form D (UAX #15) in memory that may be refused.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

use crate::error::Error;
use crate::memory;
use crate::unicode::Props;

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
    if let Some(decomposed) = output.get_mut(begin..) {
        decomposed.reverse();
    }
    Ok(())
}

/// Puts the marks of a decomposed text into canonical order (UAX #15, D109).
pub(crate) fn order_marks(text: &mut [u32]) -> Result<(), Error> {
    let class = |unit: u32| Props::of(unit).combining_class();
    let mut keys: Vec<u128> = Vec::new();
    let joins = |&before: &u32, &unit: &u32| class(before) != 0 && class(unit) != 0;
    for run in text.chunk_by_mut(joins).filter(|run| run.len() > 1) {
        // The place makes the order stable without the memory that a stable sort takes.
        keys.clear();
        keys.try_reserve(run.len()).map_err(|_| memory::refused())?;
        keys.extend(
            (0_u64..)
                .zip(&*run)
                .map(|(place, &unit)| u128::from(class(unit)) << 96 | u128::from(place) << 32 | u128::from(unit)),
        );
        keys.sort_unstable();
        for (slot, key) in run.iter_mut().zip(&keys) {
            let [a, b, c, d, ..] = key.to_le_bytes();
            *slot = u32::from_le_bytes([a, b, c, d]);
        }
    }
    Ok(())
}
