//! Threads for one step of the work. They end with it, so that none is missing in a process that was forked.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Fewer rows are not worth a second thread.
pub(crate) const LEAST_ROWS_FOR_THREADS: usize = 131_072;

/// More threads than this are never started.
pub(super) const MOST: usize = 64;

/// Works on each item. Where a thread cannot be started, those that are there do all of it.
pub(super) fn in_parallel<T: Send>(threads: usize, items: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter_mut().for_each(work);
    }
    let queue = Mutex::new(items.iter_mut());
    let run = || {
        loop {
            let item = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = item else { break };
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}
