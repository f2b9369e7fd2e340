//! Time.

use std::hint::black_box;
use std::ops::Range;
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

/// The number of items of a corpus that a turn goes over; those of a smaller corpus are gone over again.
const A_TURN: usize = 2_000;
const FEWEST_TURNS: usize = 100;

/// Median nanoseconds of an item of a corpus by contestant, over so many rounds and the turns within them. A turn is
/// short, so that what else happens on the machine falls to all contestants alike and disturbs few of their turns.
pub fn race<C>(
    contestants: &mut [C],
    items: usize,
    rounds: usize,
    mut pass: impl FnMut(&mut C, Range<usize>) -> usize,
) -> Vec<f64> {
    let parts: Vec<_> = (0..items).step_by(A_TURN).map(|start| start..items.min(start + A_TURN)).collect();
    let repeats = A_TURN.div_ceil(items);
    let mut times = vec![Vec::new(); contestants.len()];
    for part in parts.iter().cycle().take((rounds * parts.len()).max(FEWEST_TURNS)) {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            let time = again(|| (0..repeats).map(|_| pass(contestant, part.clone())).sum::<usize>());
            times.push(nanoseconds(time) / (repeats * part.len()) as f64);
        }
    }
    times.into_iter().map(median).collect()
}

/// The middle value; of two the later. It is for turns over different labels.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The least value. It is for turns of the same work: whatever else the machine does makes one longer, never shorter.
pub fn least(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(f64::NAN, f64::min)
}

/// Nanoseconds of one run: the least of batches, each long enough for the clock, together about `budget`. A run that
/// takes longer than the budget is timed three times, one that takes over half a second once.
pub fn settled<T>(budget: Duration, mut run: impl FnMut() -> T) -> f64 {
    let mut batches = Batches::of(budget, &mut run);
    while batches.are_wanted() {
        batches.time(&mut run);
    }
    least(batches.times)
}

/// The same of two runs that take turns, so that what else happens on the machine falls to both alike.
pub fn side_by_side<T, U>(budget: Duration, mut one: impl FnMut() -> T, mut other: impl FnMut() -> U) -> (f64, f64) {
    let (mut ours, mut theirs) = (Batches::of(budget, &mut one), Batches::of(budget, &mut other));
    while ours.are_wanted() || theirs.are_wanted() {
        ours.time(&mut one);
        theirs.time(&mut other);
    }
    (least(ours.times), least(theirs.times))
}

/// The batches of one run.
struct Batches {
    repetitions: u32,
    wanted: usize,
    /// Nanoseconds of one run in each.
    times: Vec<f64>,
}

impl Batches {
    /// Plans them by two runs, of which the first finds the caches cold.
    fn of<T>(budget: Duration, run: &mut impl FnMut() -> T) -> Self {
        const BATCHES: u32 = 15;
        const LONG: Duration = Duration::from_millis(500);
        let first = once(&mut *run);
        if first > LONG {
            return Self { repetitions: 1, wanted: 0, times: vec![nanoseconds(first)] };
        }
        let time = once(&mut *run).as_nanos().max(1);
        let repetitions = (budget.as_nanos() / u128::from(BATCHES) / time).clamp(1, 1 << 16) as u32;
        Self { repetitions, wanted: if first > budget { 3 } else { BATCHES as usize }, times: Vec::new() }
    }

    fn are_wanted(&self) -> bool {
        self.times.len() < self.wanted
    }

    /// Times one more where one is wanted.
    fn time<T>(&mut self, run: &mut impl FnMut() -> T) {
        if self.are_wanted() {
            let time = nanoseconds(once(|| (0..self.repetitions).for_each(|_| drop(black_box(run())))));
            self.times.push(time / f64::from(self.repetitions));
        }
    }
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}
