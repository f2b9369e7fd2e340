//! Contestants that take turns.

use std::ffi::c_int;
use std::hint::black_box;
use std::ops::Range;

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut [i64; 2]) -> c_int;
}

/// Nanoseconds that a processor has worked for this thread: what other programs take is not counted.
fn now() -> i64 {
    const CLOCK_THREAD_CPUTIME_ID: c_int = 3;
    let mut time = [0; 2];
    // SAFETY: on 64-bit Linux a time is two integers of 64 bits, which are written to.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}

/// A title, and a run over some of the items.
pub type Entry<'a> = (String, Box<dyn FnMut(Range<usize>) + 'a>);

/// Items that one turn goes over.
const A_TURN: usize = 2_000;

/// A contestant over items that it must accept: otherwise its time would say nothing.
pub fn entry<'a, T>(title: &str, items: &'a [T], mut accepts: impl FnMut(&'a T) -> bool + 'a) -> Entry<'a> {
    let owned = title.to_owned();
    let run = move |range: Range<usize>| {
        for (place, item) in range.clone().zip(&items[range]) {
            assert!(black_box(accepts(item)), "{owned} refuses item {place}");
        }
    };
    (title.to_owned(), Box::new(run))
}

/// Nanoseconds of an item by contestant: of each turn the least of all rounds, as other programs make it longer and
/// never shorter. A turn is timed twice, so that none pays for what the others left in the caches.
pub fn race(entries: &mut [Entry], items: usize, rounds: usize) -> Vec<f64> {
    let parts: Vec<_> = (0..items).step_by(A_TURN).map(|start| start..items.min(start + A_TURN)).collect();
    let mut least = vec![vec![f64::INFINITY; parts.len()]; entries.len()];
    for _ in 0..rounds {
        for (place, part) in parts.iter().enumerate() {
            for ((_, run), times) in entries.iter_mut().zip(&mut least) {
                for _ in 0..2 {
                    let start = now();
                    run(part.clone());
                    times[place] = times[place].min((now() - start) as f64);
                }
            }
        }
    }
    least.into_iter().map(|times| times.iter().sum::<f64>() / items as f64).collect()
}

/// Octets of memory that this program has, on Linux.
///
/// # Panics
///
/// Where the system does not tell.
pub fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages = status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.expect("a number of pages") * 4096
}
