//! Lines with results in their place, each with its end.

use super::batch::{Answers, FileBatch};
use super::plan::{FilePlan, Notation};
use crate::error::Error;
use crate::formats::records::{LineEnds, Records, octets_of};
use crate::memory;

impl FileBatch {
    /// Lines that are no file, by their code points.
    pub(crate) fn of_lines(lines: &[Vec<u32>], ends: LineEnds) -> Result<Self, Error> {
        let (records, plan) = (Records::of_lines(lines)?, FilePlan::default().into());
        Ok(Self { octets: Vec::new(), start: 0, records, notation: Notation::Lines(ends), plan })
    }

    /// Appends the places of results that would be read as other lines to those of values that are refused.
    pub(super) fn refuse_ends(&self, answers: &Answers, refused: &mut Vec<usize>) -> Result<(), Error> {
        let Notation::Lines(ends) = self.notation else { return Ok(()) };
        let marks = [ends.end, if ends.end == b'\n' { b'\r' } else { ends.end }];
        if ends.are_texts || !marks.iter().any(|mark| answers.data.contains(mark)) {
            return Ok(());
        }
        for index in 0..answers.count() {
            if answers.get(index).is_some_and(|text| ends.change(text)) {
                memory::push(refused, index)?;
            }
        }
        refused.sort_unstable();
        refused.dedup();
        Ok(())
    }

    /// Appends the first lines. One that has no result is empty, or stays if lines are kept.
    pub(super) fn write_lines(
        &self,
        ends: LineEnds,
        answers: &Answers,
        keep: bool,
        count: usize,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some(values) = self.records.columns.first() else { return Ok(()) };
        let mut undecoded = values.undecoded().iter().peekable();
        for index in 0..count.min(values.count()) {
            let room;
            let old = match undecoded.next_if(|(place, _)| *place == index) {
                Some((_, units)) => {
                    room = octets_of(units)?;
                    Some(room.as_slice())
                }
                None => values.get(index),
            };
            let new = answers.get(index).filter(|text| !ends.change(text));
            // A line that is no file may hold what ends one.
            let kept = || old.filter(|text| keep && !text.contains(&ends.end));
            memory::append(output, new.or_else(kept).unwrap_or_default())?;
            if ends.end == b'\n' && self.octets.get(values.place(index).end) == Some(&b'\r') {
                memory::push(output, b'\r')?;
            }
            memory::push(output, ends.end)?;
        }
        Ok(())
    }
}
