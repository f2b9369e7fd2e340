//! Items side by side in an array: where they lie is known to be in range, as it is in `bounded`.

/// `N` items from an index on.
#[inline(always)]
#[track_caller]
pub(super) fn get<T: Copy + Default, const N: usize>(items: &[T], start: usize) -> [T; N] {
    let chunk = items.get(start..).and_then(<[T]>::first_chunk);
    debug_assert!(chunk.is_some(), "{N} items from {start} on are not in {}", items.len());
    chunk.copied().unwrap_or([T::default(); N])
}

/// Writes items from an index on.
#[inline(always)]
#[track_caller]
pub(super) fn put<T, const N: usize>(items: &mut [T], start: usize, chunk: [T; N]) {
    let count = items.len();
    let room = items.get_mut(start..).and_then(<[T]>::first_chunk_mut);
    debug_assert!(room.is_some(), "{N} items from {start} on are not in {count}");
    if let Some(room) = room {
        *room = chunk;
    }
}
