//! Threads for one step of the work. They end with it, so that none is missing in a process that was forked.

use std::thread;

/// Fewer rows are not worth a second thread.
pub(crate) const LEAST_ROWS_FOR_THREADS: usize = 131_072;

/// More threads than this are never started.
pub(super) const MOST: usize = 64;

/// Does the work on so many threads. Where a thread cannot be started, those that are there do all of it.
pub(super) fn in_parallel(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
