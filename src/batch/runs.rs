//! Runs: rows one behind another that have one value, told by where each run ends.

use core::ops::Range;

use super::bits;
use super::dictionary::Key;
use super::fault::ColumnFault;
use super::pause::BLOCK;
use crate::error::Error;
use crate::{bounded, memory};

/// The runs that some rows lie in.
#[derive(Debug)]
pub(crate) struct Runs {
    /// Which run is the first.
    pub(crate) first: usize,
    /// Where each run ends, counted from the first of the rows. The last one ends with them.
    ends: Vec<usize>,
}

impl Runs {
    /// Finds the runs of rows, given where all runs end. Each end is read once, and one that is `limit` or more counts
    /// as 0: it would be negative.
    pub(crate) fn of<K: Key, E: From<ColumnFault> + From<Error>>(
        ends: &[K],
        limit: usize,
        rows: Range<usize>,
        mut pause: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let end_of = |end: &K| if end.place() < limit { end.place() } else { 0 };
        let first = if rows.is_empty() { 0 } else { ends.partition_point(|end| end_of(end) <= rows.start) };
        // Where no row lies before them, no run does.
        if first > 0 && rows.start == 0 {
            return Err(ColumnFault::RunEnds.into());
        }
        let (mut runs, mut last) = (Self { first, ends: Vec::new() }, rows.start);
        let mut rest = bounded::rest(ends, first).iter();
        while last < rows.end {
            let end = rest.next().map(end_of).filter(|&end| end > last).ok_or(ColumnFault::RunEnds)?;
            memory::push(&mut runs.ends, bounded::sub(end.min(rows.end), rows.start))?;
            last = end;
            pause(0)?;
        }
        Ok(runs)
    }

    /// Which of all runs these are.
    pub(crate) fn range(&self) -> Range<usize> {
        self.first..bounded::add(self.first, self.ends.len())
    }

    /// The ends in a form that has room for them: so many bits as those that were given.
    pub(crate) fn ends<K: Key>(&self) -> Result<Vec<K>, Error> {
        memory::collected(self.ends.iter().map(|&end| K::at(end)), self.ends.len())
    }

    /// The first row of a run.
    pub(crate) fn start(&self, run: usize) -> usize {
        run.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default()
    }

    /// Returns the place of the value of each row, and which rows have one, given the place of the value of each run.
    pub(crate) fn expanded<E: From<ColumnFault> + From<Error>>(
        &self,
        place: impl Fn(usize) -> Option<usize>,
        mut pause: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(Vec<u32>, Vec<u8>), E> {
        let length = self.ends.last().copied().unwrap_or_default();
        let (mut places, mut validity) = (memory::reserved(length)?, bits::ones(length)?);
        for (run, &end) in self.ends.iter().enumerate() {
            let place = place(run);
            let number = u32::try_from(place.unwrap_or_default()).map_err(|_| ColumnFault::TooLong)?;
            while places.len() < end {
                let rows = places.len()..end.min(bounded::add(places.len(), BLOCK));
                places.resize(rows.end, number);
                pause(rows.len())?;
                if place.is_none() {
                    rows.for_each(|row| bits::clear(&mut validity, row));
                }
            }
        }
        Ok((places, validity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(ends: &[u16], rows: Range<usize>) -> Result<Runs, ColumnFault> {
        Runs::of(ends, 1 << 15, rows, |_| Ok(()))
    }

    #[test]
    fn the_runs_of_rows_are_those_that_a_loop_finds() {
        let ends = [2, 3, 7, 8, 20];
        for start in 0..=20_usize {
            for end in start..=20 {
                let found = runs(&ends, start..end);
                let run_of = |row: usize| ends.iter().position(|&end| row < usize::from(end));
                let expected: Vec<_> = (start..end).filter_map(run_of).collect();
                let places = found.as_ref().map(|runs| {
                    let all = runs.expanded::<ColumnFault>(|run| Some(runs.first + run), |_| Ok(()));
                    let all = all.map(|(places, _)| places.iter().map(|&place| bounded::index(place)).collect());
                    (all, (0..runs.range().len()).map(|run| runs.start(run)).collect::<Vec<_>>())
                });
                let first = |run: usize| expected.iter().position(|&of| of == run);
                let mut starts: Vec<_> = expected.iter().filter_map(|&run| first(run)).collect();
                starts.dedup();
                assert_eq!(places.map_err(|&fault| fault), Ok((Ok(expected), starts)), "{start}..{end}");
            }
        }
    }

    #[test]
    fn rows_of_runs_without_a_value_are_null() {
        let expanded = runs(&[1, 3, 4], 0..4).and_then(|runs| {
            let place = |run: usize| (run != 1).then_some(run);
            runs.expanded::<ColumnFault>(place, |_| Ok(()))
        });
        assert_eq!(expanded, Ok((vec![0, 0, 0, 2], vec![0b1001])));
    }

    #[test]
    fn ends_that_do_not_ascend_or_are_too_few_are_refused() {
        for ends in [&[][..], &[3], &[2, 2, 4], &[3, 1, 4], &[0, 4], &[0xFFFF, 4], &[0x8000], &[1, 0xFFFF, 4]] {
            assert_eq!(runs(ends, 0..4).map(|_| ()), Err(ColumnFault::RunEnds), "{ends:?}");
        }
        assert_eq!(runs(&[], 5..5).map(|runs| runs.range()), Ok(0..0));
        assert_eq!(runs(&[4, 9], 5..6).map(|runs| runs.range()), Ok(1..2));
    }
}
