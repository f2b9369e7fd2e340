//! Memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The system's allocator; when told to, it counts the octets in use and the most there ever were.
pub struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(octets: usize) {
    if COUNTS.load(Relaxed) {
        let in_use = IN_USE.fetch_add(octets, Relaxed) + octets;
        PEAK.fetch_max(in_use, Relaxed);
    }
}

fn shrunk(octets: usize) {
    if COUNTS.load(Relaxed) {
        IN_USE.fetch_sub(octets, Relaxed);
    }
}

// SAFETY: every call is handed on to `System`; the counts touch no memory of anybody's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    // A block that grows may be held twice while it moves, so both count.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        shrunk(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Most octets in use at once during a run, beyond those before it and those of its output.
pub fn memory<T>(run: impl FnOnce() -> T, output: impl FnOnce(&T) -> usize) -> usize {
    IN_USE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let answer = run();
    COUNTS.store(false, Relaxed);
    PEAK.load(Relaxed).saturating_sub(output(&answer))
}

/// Returns what a run makes, and how many octets that takes.
pub fn held<T>(run: impl FnOnce() -> T) -> (T, usize) {
    IN_USE.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let made = run();
    COUNTS.store(false, Relaxed);
    (made, IN_USE.load(Relaxed))
}
