//! Memory whose size follows from an input: the allocator may refuse it, and a refusal is an error like any other.
//!
//! `Vec::with_capacity`, `vec![]`, `collect` and `push` end the process where there is no memory. The functions here
//! end in [`ErrorKind::OutOfMemory`].

use core::cell::Cell;
use core::fmt;

use crate::bounded;
use crate::error::{Error, ErrorKind};

/// The error of a refusal.
#[cold]
pub(crate) const fn refused() -> Error {
    Error::new(ErrorKind::OutOfMemory, 0)
}

/// An empty vector with room for exactly so many items.
pub(crate) fn reserved<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| refused())?;
    Ok(items)
}

/// So many times the same value.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, Error> {
    let mut items = reserved(count)?;
    items.resize(count, value);
    Ok(items)
}

/// The items of an iterator, of which there are at most `most`.
pub(crate) fn collected<T>(items: impl Iterator<Item = T>, most: usize) -> Result<Vec<T>, Error> {
    let mut collected = reserved(most)?;
    collected.extend(items.take(most));
    Ok(collected)
}

/// A copy of a slice.
pub(crate) fn copied<T: Copy>(items: &[T]) -> Result<Vec<T>, Error> {
    let mut copy = reserved(items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}

/// Appends a copy of a slice, or nothing.
pub(crate) fn append<T: Copy>(items: &mut Vec<T>, more: &[T]) -> Result<(), Error> {
    items.try_reserve(more.len()).map_err(|_| refused())?;
    items.extend_from_slice(more);
    Ok(())
}

/// Appends default items where there are fewer than that.
#[inline]
pub(crate) fn fill_up<T: Clone + Default>(items: &mut Vec<T>, count: usize) -> Result<(), Error> {
    if items.len() < count {
        items.try_reserve(bounded::sub(count, items.len())).map_err(|_| refused())?;
        items.resize(count, T::default());
    }
    Ok(())
}

/// Appends an item.
#[inline]
pub(crate) fn push<T>(items: &mut Vec<T>, item: T) -> Result<(), Error> {
    if items.len() == items.capacity() {
        items.try_reserve(1).map_err(|_| refused())?;
    }
    items.push(item);
    Ok(())
}

/// Returns how many more items to reserve exactly for all that are still to come, extrapolated from the `size` that the
/// `done` of `all` parts take: nothing where there is room. Else it is an eighth more at least, so that what is moved
/// is linear in what there is.
pub(crate) fn extrapolated(size: usize, capacity: usize, done: usize, all: usize) -> usize {
    let room = bounded::sub(capacity, size);
    // Saturating: what is asked for then is refused. Where nothing is done yet, nothing is known.
    let left = all.saturating_sub(done).saturating_mul(size).checked_div(done).unwrap_or(0);
    let least = size / 8;
    if room < left && room < least { left.saturating_add(left / 16).max(least) } else { 0 }
}

/// A vector for writers that cannot stop in the middle: it takes note of a refusal, gives back what it has, and holds
/// nothing from then on.
#[derive(Debug)]
pub(crate) struct Growing<T> {
    items: Vec<T>,
    is_refused: bool,
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Self { items: Vec::new(), is_refused: false }
    }
}

impl<T> core::ops::Deref for Growing<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> core::ops::DerefMut for Growing<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Growing<T> {
    /// An empty one with room for exactly so many items.
    pub(crate) fn reserved(count: usize) -> Self {
        let mut growing = Self::default();
        growing.room_for(count, Vec::try_reserve_exact);
        growing
    }

    /// Returns whether memory was refused.
    pub(crate) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Takes note of a refusal elsewhere.
    #[cold]
    pub(crate) fn refuse(&mut self) {
        self.is_refused = true;
        self.items = Vec::new();
    }

    /// Returns what was written.
    pub(crate) fn finished(self) -> Result<Vec<T>, Error> {
        if self.is_refused { Err(refused()) } else { Ok(self.items) }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        if self.items.len() < self.items.capacity() || self.room_for(1, Vec::try_reserve) {
            self.items.push(item);
        }
    }

    #[inline(always)]
    pub(crate) fn extend_from_slice(&mut self, items: &[T])
    where
        T: Copy,
    {
        if self.reserve(items.len()) {
            self.items.extend_from_slice(items);
        }
    }

    /// Appends the items of an iterator that knows how many there are.
    #[inline(always)]
    pub(crate) fn extend(&mut self, items: impl ExactSizeIterator<Item = T>) {
        if self.reserve(items.len()) {
            self.items.extend(items);
        }
    }

    /// Appends what `work` writes: it is given room for `N` items and says how many it wrote.
    #[inline(always)]
    pub(crate) fn fill<const N: usize>(&mut self, work: impl FnOnce(&mut [T; N]) -> usize)
    where
        T: Copy + Default,
    {
        let start = self.items.len();
        if !self.reserve(N) {
            return;
        }
        self.items.extend_from_slice(&[T::default(); N]);
        if let Some(room) = bounded::some(self.items.last_chunk_mut()) {
            let written = work(room);
            self.items.truncate(bounded::add(start, written));
        }
    }

    pub(crate) fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.is_refused = false;
    }

    pub(crate) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Makes room for so many more items. Says whether there is.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, count: usize) -> bool {
        // After a refusal there is room for none.
        let has_room = bounded::sub(self.items.capacity(), self.items.len()) >= count;
        has_room || self.room_for(count, Vec::try_reserve)
    }

    /// Makes room for exactly so many more items.
    pub(crate) fn reserve_exact(&mut self, count: usize) {
        self.room_for(count, Vec::try_reserve_exact);
    }

    #[cold]
    fn room_for<E>(&mut self, count: usize, ask: impl FnOnce(&mut Vec<T>, usize) -> Result<(), E>) -> bool {
        self.is_refused = self.is_refused || ask(&mut self.items, count).is_err();
        if self.is_refused {
            self.items = Vec::new();
        }
        !self.is_refused
    }
}

/// Text is written as UTF-8. The first refusal ends the writing.
impl fmt::Write for Growing<u8> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.extend_from_slice(text.as_bytes());
        if self.is_refused { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Numbers of which most are close to the one before: little more than an octet each, in memory that may be refused.
#[derive(Default)]
pub(crate) struct Neighbours {
    /// The difference between each number and the one before it.
    steps: Vec<i8>,
    /// Some of the numbers and their indices, the first one among them.
    known: Vec<(usize, usize)>,
    last: usize,
    largest: usize,
    /// The last index whose number is less than one before it.
    out_of_order: usize,
}

impl Neighbours {
    /// The most steps that are added up.
    const STRIDE: usize = 64;

    /// Returns how many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn push(&mut self, number: usize) -> Result<(), Error> {
        // Modulo a power of two, as a step may go back.
        let step = i8::try_from(number.wrapping_sub(self.last).cast_signed());
        let index = self.count();
        if number < self.largest {
            self.out_of_order = index;
        }
        self.largest = number.max(self.largest);
        if step.is_err() || index.is_multiple_of(Self::STRIDE) {
            push(&mut self.known, (index, number))?;
        }
        self.last = number;
        // The step to a number that is known is never asked for.
        push(&mut self.steps, step.unwrap_or_default())
    }

    /// The index behind which no number is less than one before it.
    pub(crate) const fn in_order_behind(&self) -> usize {
        self.out_of_order
    }

    /// The number at an index, of which there is one.
    pub(crate) fn get(&self, index: usize) -> usize {
        let after = self.known.partition_point(|&(known, _)| known <= index);
        let (known, number) = bounded::at(&self.known, bounded::sub(after, 1));
        let steps = bounded::part(&self.steps, bounded::add(known, 1)..bounded::add(index, 1));
        // Every sum is one of the numbers, which are indices and so fit `isize`.
        bounded::index(steps.iter().fold(bounded::to(number), |number: isize, &step| bounded::add(number, step.into())))
    }
}

/// Takes note of refusals, for work that goes on to its end: what it finds means nothing then.
#[derive(Default)]
pub(crate) struct Refusals(Cell<bool>);

impl Refusals {
    /// Returns whether memory was refused.
    pub(crate) fn any(&self) -> bool {
        self.0.get()
    }

    #[cold]
    pub(crate) fn note(&self) {
        self.0.set(true);
    }

    /// Returns what was made, or nothing where there was no memory for it or another fault.
    #[inline]
    pub(crate) fn noted<T>(&self, outcome: Result<T, Error>) -> Option<T> {
        if outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::OutOfMemory) {
            self.note();
        }
        outcome.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More octets than an allocator has. On 32 bits half of the address space may be free, so that one octet more is
    /// asked for, which is more than an allocation may have.
    const TOO_MUCH: usize = if usize::BITS == 32 { usize::MAX / 2 + 1 } else { usize::MAX / 2 };

    #[test]
    fn a_refusal_is_an_error() {
        assert_eq!(reserved::<u64>(TOO_MUCH).map_err(Error::kind), Err(ErrorKind::OutOfMemory));
        assert_eq!(filled(0_u8, TOO_MUCH).map_err(Error::kind), Err(ErrorKind::OutOfMemory));
        assert_eq!(collected(0..3, 8).map(|items| items.capacity()), Ok(8));
        assert_eq!(copied(&[1, 2]), Ok(vec![1, 2]));
        let mut items = vec![1_u64, 2, 3];
        assert_eq!((fill_up(&mut items, 2), items.len()), (Ok(()), 3));
        assert_eq!((fill_up(&mut items, 5), items.as_slice()), (Ok(()), [1, 2, 3, 0, 0].as_slice()));
        assert_eq!((fill_up(&mut items, TOO_MUCH).map_err(Error::kind), items.len()), (Err(ErrorKind::OutOfMemory), 5));
    }

    #[test]
    fn writing_ends_where_memory_is_refused() {
        let mut text = Growing::default();
        assert_eq!(fmt::Write::write_fmt(&mut text, format_args!("U+{:04X}", 0xFC)), Ok(()));
        assert_eq!(&*text, b"U+00FC");
        text.reserve_exact(TOO_MUCH);
        assert_eq!(fmt::Write::write_fmt(&mut text, format_args!("{}", 1)), Err(fmt::Error));
        assert_eq!(text.finished(), Err(super::refused()));
    }

    #[test]
    fn neighbours_are_the_numbers_that_were_pushed() {
        let numbers: Vec<usize> = (0..300).flat_map(|index| [index, 999 - index, 7, 500 * index]).collect();
        let mut neighbours = Neighbours::default();
        for &number in &numbers {
            assert_eq!(neighbours.push(number), Ok(()));
        }
        assert_eq!((0..neighbours.count()).map(|index| neighbours.get(index)).collect::<Vec<_>>(), numbers);
    }

    #[test]
    fn neighbours_are_in_order_behind_the_last_that_is_not() {
        let mut neighbours = Neighbours::default();
        for (number, expected) in [(0, 0), (1, 0), (1, 0), (3, 0), (2, 4), (3, 4), (5, 4), (4, 7)] {
            assert_eq!(neighbours.push(number), Ok(()));
            assert_eq!(neighbours.in_order_behind(), expected);
        }
    }

    #[test]
    fn what_was_refused_holds_nothing_until_it_is_cleared() {
        let mut growing = Growing::default();
        growing.extend_from_slice(&[1_u16, 2]);
        growing.reserve_exact(TOO_MUCH);
        assert!(growing.is_refused() && growing.is_empty() && growing.capacity() == 0);
        growing.push(3);
        assert!(growing.is_empty());
        growing.clear();
        growing.push(4);
        assert_eq!(growing.finished(), Ok(vec![4]));
        let refused = Growing::<u8>::reserved(TOO_MUCH);
        assert_eq!(refused.finished(), Err(super::refused()));
    }
}
