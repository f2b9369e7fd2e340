//! Pauses in work that is not done in steps: a caller is asked after each part whether it goes on.

use crate::error::Error;
use crate::{bounded, memory};

/// So many items are worked on without a pause.
pub(crate) const BLOCK: usize = 1 << 12;

/// So many times the same value. `pause` is told the octets that are written, and ends the work by an error.
pub(crate) fn filled<T: Copy, E: From<Error>>(
    value: T,
    count: usize,
    mut pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let mut items = memory::reserved(count)?;
    while items.len() < count {
        let end = bounded::add(items.len(), bounded::sub(count, items.len()).min(BLOCK));
        items.resize(end, value);
        pause(bounded::mul(BLOCK, size_of::<T>()))?;
    }
    Ok(items)
}
