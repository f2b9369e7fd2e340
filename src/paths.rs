//! Which paths are taken, counted in tests.
//!
//! A fast path gives the same answers as the slow one, so that no other test fails when it is not taken any more.
//! `takes!` notes that a path is taken; where the crate is not compiled for its tests, it is nothing. Slow paths are
//! noted, too, so that a test can ask that one is not taken. The tests of `bootstring` with the parameters of Punycode
//! stand in `punycode/paths.rs`, others beside the code.

/// Notes that the path with this name is taken.
macro_rules! takes {
    ($name:expr) => {
        #[cfg(test)]
        crate::paths::note($name);
    };
}

pub(crate) use takes;

#[cfg(test)]
use std::{cell::RefCell, collections::BTreeSet};

#[cfg(test)]
thread_local! {
    static TAKEN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

#[cfg(test)]
pub(crate) fn note(name: &'static str) {
    TAKEN.with_borrow_mut(|taken| taken.insert(name));
}

/// The paths that `work` takes in this thread.
#[cfg(test)]
pub(crate) fn taken<T>(work: impl FnOnce() -> T) -> Vec<&'static str> {
    TAKEN.take();
    core::hint::black_box(work());
    TAKEN.take().into_iter().collect()
}
