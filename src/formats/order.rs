//! A sort in little code: those of the standard library take ten kilobytes for each type of items.
//!
//! ```text
//! make a heap of all items                 the greatest is the first
//! for each end, from the last one down:    the greatest goes there, and the rest becomes a heap again
//! ```

use crate::bounded;

/// Sorts items, in O(n log n). `is_before` says of two which is the lesser; items of which neither is may come in any
/// order.
pub(crate) fn heap_sort<T>(items: &mut [T], is_before: fn(&T, &T) -> bool) {
    let count = items.len();
    for root in (0..count / 2).rev() {
        sift(items, root, is_before);
    }
    for end in (1..count).rev() {
        items.swap(0, end);
        if let Some(heap) = items.get_mut(..end) {
            sift(heap, 0, is_before);
        }
    }
}

/// Lets an item sink to its place in a heap.
fn sift<T>(heap: &mut [T], from: usize, is_before: fn(&T, &T) -> bool) {
    let mut root = from;
    loop {
        let first = bounded::add(bounded::mul(root, 2), 1);
        let (Some(one), other) = (heap.get(first), heap.get(bounded::add(first, 1))) else { return };
        let greater = bounded::add(first, usize::from(other.is_some_and(|other| is_before(one, other))));
        let is_heap = match (heap.get(root), heap.get(greater)) {
            (Some(above), Some(below)) => !is_before(above, below),
            _ => true,
        };
        if is_heap {
            return;
        }
        heap.swap(root, greater);
        root = greater;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_heap_sort_sorts(items in proptest::collection::vec(0_u8..20, 0..60)) {
            let (mut sorted, mut expected) = (items.clone(), items);
            heap_sort(&mut sorted, |one, other| one < other);
            expected.sort_unstable();
            prop_assert_eq!(sorted, expected);
        }
    }
}
