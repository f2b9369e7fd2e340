//! Time.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of one run.
pub fn once<T>(run: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(run());
    start.elapsed()
}

/// The time of a run right after another, so that none pays for what the turns of others left in the caches.
pub fn again<T>(mut run: impl FnMut() -> T) -> Duration {
    black_box(run());
    once(run)
}

/// The middle value; of two the later.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of one run: the median of batches, each long enough for the clock, together about `budget`. A run that
/// takes longer than the budget is timed three times, one that takes over half a second once.
pub fn settled<T>(budget: Duration, mut run: impl FnMut() -> T) -> f64 {
    const BATCHES: u32 = 15;
    const LONG: Duration = Duration::from_millis(500);
    let first = once(&mut run);
    let batches = if first > LONG {
        return nanoseconds(first);
    } else if first > budget {
        3
    } else {
        BATCHES
    };
    let repetitions = (budget.as_nanos() / u128::from(BATCHES) / first.as_nanos().max(1)).clamp(1, 1 << 16) as u32;
    let batch = || nanoseconds(once(|| (0..repetitions).for_each(|_| drop(black_box(run()))))) / f64::from(repetitions);
    median(std::iter::repeat_with(batch).take(batches as usize).collect())
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}
