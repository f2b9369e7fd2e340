//! Memory that several threads write to at once: each its own part, of which the size is known beforehand.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::bounded;

/// What lies behind the items of a vector, of which places are taken one after another.
pub(super) struct Room<'a, T> {
    rest: &'a mut [MaybeUninit<T>],
    taken: &'a AtomicUsize,
    written: &'a AtomicUsize,
}

impl<'a, T> Room<'a, T> {
    /// Returns how many items there is room for.
    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    /// Takes a place for so many items, or for as many as there is room for.
    pub(super) fn take(&mut self, count: usize) -> Place<'a, T> {
        let count = count.min(self.rest.len());
        let (now, later) = core::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = later;
        self.taken.fetch_add(count, Relaxed);
        Place { rest: now, size: count, is_enough: true, written: self.written }
    }
}

/// A part of the memory, written from its beginning on.
pub(super) struct Place<'a, T> {
    rest: &'a mut [MaybeUninit<T>],
    size: usize,
    /// True if there was room for all items, and all of them were made.
    is_enough: bool,
    written: &'a AtomicUsize,
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
        let is_enough = self.is_enough && count == items.len();
        // A panic of `make` leaves the place like this: it counts for nothing.
        self.is_enough = false;
        let (now, later) = core::mem::take(&mut self.rest).split_at_mut(count);
        for (slot, &item) in now.iter_mut().zip(items) {
            slot.write(make(item));
        }
        (self.rest, self.is_enough) = (later, is_enough);
    }
}

impl<T> Drop for Place<'_, T> {
    /// Counts what was written, once for a place: threads that count at each step hinder one another. A place that is
    /// not full, or that was given too much, counts for nothing.
    fn drop(&mut self) {
        if self.is_enough && self.rest.is_empty() {
            self.written.fetch_add(self.size, Relaxed);
        }
    }
}

/// Appends what `work` writes to the places that it takes. Where not every place got as many items as it was made for,
/// nothing is appended, and nothing is returned.
pub(super) fn append<T, R>(items: &mut Vec<T>, work: impl FnOnce(Room<'_, T>) -> R) -> Option<R> {
    let (taken, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let outcome = work(Room { rest: items.spare_capacity_mut(), taken: &taken, written: &written });
    let (taken, written) = (taken.into_inner(), written.into_inner());
    if written != taken {
        return None;
    }
    let length = bounded::add(items.len(), taken);
    // SAFETY: The places are parts of the spare capacity one after another, from its beginning on and without a gap:
    // `taken` items in all. A place counts its items once, when it is dropped with an empty rest and enough room: only
    // `put_each` makes its rest smaller, by as many items as it writes, and where `make` panics in between, the place
    // has no enough room from then on. So where both counts are equal, all items of all places were written. No place
    // is left that could still be written to: what `work` borrowed it has given back or forgotten.
    unsafe { items.set_len(length.min(items.capacity())) };
    Some(outcome)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn places_are_parts_of_the_same_memory() {
        let mut items = Vec::with_capacity(7);
        items.push(1_u16);
        let done = append(&mut items, |mut room| {
            let mut places = [2, 0, 3].map(|count| room.take(count));
            assert_eq!(room.left(), 1);
            for (place, items) in places.iter_mut().rev().zip([&[30, 31][..], &[], &[10, 11]]) {
                place.put(items);
            }
            let [.., last] = &mut places;
            last.put_each(&[9], |nine| 90 + nine);
        });
        assert_eq!((items, done), (vec![1, 10, 11, 30, 31, 99], Some(())));
    }

    #[test]
    fn what_is_not_written_is_not_there() {
        let mut items = Vec::with_capacity(5);
        items.push(1_u8);
        for given in [&[2][..], &[2, 3, 4]] {
            assert_eq!(append(&mut items, |mut room| room.take(2).put(given)), None);
            assert_eq!(items, [1]);
        }
        // A place that is never given back was not written.
        let outcome = append(&mut items, |mut room| {
            let mut place = room.take(2);
            place.put(&[2, 3]);
            core::mem::forget(place);
        });
        assert_eq!((outcome, items.as_slice()), (None, [1].as_slice()));
        assert_eq!(append(&mut items, |mut room| room.take(usize::MAX).put(&[2, 3, 4, 5])), Some(()));
        assert_eq!(items, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_place_that_a_panic_left_is_not_written() {
        let mut items = Vec::with_capacity(4);
        for panics_at in 1..=4_u64 {
            let done = append(&mut items, |mut room| {
                let mut place = room.take(4);
                let make = |item: u64| {
                    assert_ne!(item, panics_at);
                    item
                };
                let _ = catch_unwind(AssertUnwindSafe(|| place.put_each(&[1, 2, 3, 4], make)));
                // What is put into it afterwards does not mend it.
                place.put(&[]);
            });
            assert_eq!((done, items.len()), (None, 0), "{panics_at}");
        }
    }
}
