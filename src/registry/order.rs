//! Sorting: of numbers, by what they stand for, so that there is one copy of the code.

use core::cmp::Ordering;

use crate::error::Error;
use crate::{bounded, memory};

/// Orders numbers.
#[inline(never)]
pub(super) fn order(numbers: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|a, b| compare(*a, *b));
}

/// The numbers of so many items, in the order of the items. There are fewer than a file has octets.
pub(super) fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Result<Vec<u32>, Error> {
    let mut numbers = memory::collected(0..bounded::to::<u32>(count), count)?;
    order(&mut numbers, &|a, b| compare(bounded::index(a), bounded::index(b)));
    Ok(numbers)
}
