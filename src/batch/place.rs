//! Memory that several threads write to at once: each its own part, of which the size is known beforehand.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use crate::error::Error;
use crate::memory;

/// A part of the memory, written from its beginning on.
pub(super) struct Place<'a, T> {
    rest: &'a mut [MaybeUninit<T>],
}

impl<T: Copy> Place<'_, T> {
    /// Appends items, as far as there is room for them.
    #[inline]
    pub(super) fn put(&mut self, items: &[T]) {
        self.put_each(items, |item| item);
    }

    /// Appends what is made of items.
    #[inline]
    pub(super) fn put_each<S: Copy>(&mut self, items: &[S], make: impl Fn(S) -> T) {
        let count = items.len().min(self.rest.len());
        let (now, later) = core::mem::take(&mut self.rest).split_at_mut(count);
        for (slot, &item) in now.iter_mut().zip(items) {
            slot.write(make(item));
        }
        self.rest = later;
    }
}

/// Appends so many items for each place, which `work` writes. Where a place is not full afterwards, nothing is appended.
pub(super) fn append<T: Copy, R>(
    items: &mut Vec<T>,
    counts: impl Iterator<Item = usize> + Clone,
    work: impl FnOnce(&mut [Place<'_, T>]) -> R,
) -> Result<R, Error> {
    let count = counts.clone().fold(0_usize, usize::saturating_add);
    items.try_reserve(count).map_err(|_| memory::refused())?;
    let mut places = Vec::new();
    let mut rest = items.spare_capacity_mut();
    for count in counts {
        let (now, later) = rest.split_at_mut(count.min(rest.len()));
        memory::push(&mut places, Place { rest: now })?;
        rest = later;
    }
    let outcome = work(&mut places);
    let is_full = places.iter().all(|place| place.rest.is_empty());
    drop(places);
    let length = items.len().saturating_add(if is_full { count } else { 0 });
    // SAFETY: There is room for `count` more items. They are the places one after another, and of each place all items
    // have been written: only `put_each` makes a place smaller, by as many items as it writes.
    unsafe { items.set_len(length.min(items.capacity())) };
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_parts_of_the_same_memory() {
        let mut items = vec![1_u16];
        let written = append(&mut items, [2, 0, 3].into_iter(), |places| {
            for (place, first) in places.iter_mut().zip([10, 20, 30]) {
                place.put(&[first, first + 1]);
            }
            places.iter_mut().for_each(|place| place.put_each(&[9; 9], |nine| 90 + nine));
        });
        assert_eq!((written, items), (Ok(()), vec![1, 10, 11, 30, 31, 99]));
    }

    #[test]
    fn what_is_not_written_is_not_there() {
        let mut items = vec![1_u8];
        assert_eq!(append(&mut items, [2, 2].into_iter(), |places| places.len()), Ok(2));
        assert_eq!(items, [1]);
        assert!(append(&mut items, core::iter::once(usize::MAX), |_| ()).is_err());
    }
}
