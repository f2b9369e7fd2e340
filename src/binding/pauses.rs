//! Pauses in long work: Python hears signals (Ctrl-C), and other threads run.

use std::time::{Duration, Instant};

use super::prelude::*;

/// A text of more characters is worked on with the interpreter released, so that other threads run meanwhile.
pub(super) const LONG: usize = 1 << 16;

/// Works on a text of so many characters, with the interpreter released where that is much. `Send` keeps objects of
/// Python out of the work. A `str` and `bytes` never change, so those that the caller holds may be read meanwhile.
#[inline(always)]
pub(super) fn released<R: Send>(py: Python<'_>, characters: usize, work: impl FnOnce() -> R + Send) -> R {
    if characters > LONG { py.detach(work) } else { work() }
}

/// When to look at the clock: after this much work, in characters. The slowest items (refused ones, for which an
/// exception is made) take up to a microsecond per character, so this is at most 4 milliseconds.
const WORK: usize = 1 << 12;

/// The work of an item beside the work for its characters.
pub(super) const ITEM: usize = 16;

/// The time that work goes on without a pause. A thread that waits asks for its turn when it has waited for
/// `sys.getswitchinterval()`, 5 milliseconds by default, and then gets it in the next pause. Each pause before it asks
/// makes it wait anew, so that pauses which come more often than that would never let it run.
const INTERVAL: Duration = Duration::from_millis(10);

/// The work since the last look at the clock, and the time of the last pause or, before it, of the first look.
#[derive(Default)]
pub(super) struct Pauses {
    work: usize,
    last: Option<Instant>,
}

impl Pauses {
    /// Adds an item of so many characters to the work that is done, and pauses if it is time.
    #[inline(always)]
    pub(super) fn after(&mut self, py: Python<'_>, characters: usize) -> PyResult<()> {
        self.work = bounded::add(bounded::add(self.work, ITEM), characters);
        if self.work < WORK {
            return Ok(());
        }
        self.look(|| {
            py.check_signals()?;
            py.detach(|| ());
            Ok(())
        })
    }

    /// The same where the interpreter is released, so that other threads run anyway: what is returned adds an item.
    pub(super) fn while_released<E: From<PyErr>>() -> impl FnMut(usize) -> Result<(), E> {
        let mut pauses = Self::default();
        move |characters| {
            pauses.work = bounded::add(bounded::add(pauses.work, ITEM), characters);
            if pauses.work < WORK { Ok(()) } else { Ok(pauses.look(|| Python::attach(|py| py.check_signals()))?) }
        }
    }

    /// Looks at the clock, and pauses if it is time.
    #[cold]
    fn look(&mut self, pause: impl FnOnce() -> PyResult<()>) -> PyResult<()> {
        self.work = 0;
        let now = Instant::now();
        if now.saturating_duration_since(*self.last.get_or_insert(now)) >= INTERVAL {
            pause()?;
            self.last = Some(Instant::now());
        }
        Ok(())
    }
}
