//! Where problems stand, for people: lines and columns.

use core::ops::Range;

use super::problem::Problem;
use crate::bounded;
use crate::error::Error;
use crate::memory;
use crate::text::{Reached, scan};

/// Where a problem stands: its offsets from 0, its line and its column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) range: Range<usize>,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Where the problems of a text stand, which are in its order. Offsets and columns count characters, or octets.
pub(crate) fn standings(text: &[u8], problems: &[Problem], in_octets: bool) -> Result<Vec<Standing>, Error> {
    let mut places = memory::reserved(problems.len())?;
    let mut reached = Reached::default();
    let mut count = |octet: usize| if in_octets { octet } else { reached.count_to(text, octet) };
    let (mut line, mut begin, mut done) = (1_usize, 0, 0);
    for Problem { range, .. } in problems {
        let between = bounded::part(text, done..range.start);
        if let Some(feed) = scan::last_line_feed(between) {
            line = bounded::add(line, scan::count_of_line_feeds(between));
            begin = count(bounded::add(bounded::add(done, feed), 1));
        }
        done = range.start;
        let [start, end] = [range.start, range.end].map(&mut count);
        places.push(Standing { range: start..end, line, column: bounded::add(bounded::sub(start, begin), 1) });
    }
    Ok(places)
}
