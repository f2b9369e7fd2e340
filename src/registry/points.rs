//! A number for each code point that a file of rules names, found in two steps: its row of 256 code points, its place
//! in the row.

use crate::error::Error;
use crate::{bounded, memory};

/// The number of no code point.
pub(super) const NONE: u32 = u32::MAX;

const ROWS: usize = 0x1100;

#[derive(Default)]
pub(super) struct Points {
    /// The number of the page of a row, counted from 1; 0 is none.
    rows: Vec<u16>,
    pages: Vec<[u32; 256]>,
    codes: Vec<u32>,
}

impl Points {
    /// The number of a code point, which is new or not: numbers count from 0.
    pub(super) fn number(&mut self, code: u32) -> Result<u32, Error> {
        memory::fill_up(&mut self.rows, ROWS)?;
        let row = bounded::index(code >> 8);
        if bounded::at(&self.rows, row) == 0 {
            memory::push(&mut self.pages, [NONE; 256])?;
            // There are at most as many pages as rows.
            bounded::put(&mut self.rows, row, bounded::to::<u16>(self.pages.len()));
        }
        let page = usize::from(bounded::at(&self.rows, row)).wrapping_sub(1);
        let next = bounded::to::<u32>(self.codes.len());
        let slot = self.pages.get_mut(page).and_then(|page| page.get_mut(bounded::index(code & 0xFF)));
        let Some(slot) = bounded::some(slot) else { return Ok(NONE) };
        if *slot == NONE {
            *slot = next;
            memory::push(&mut self.codes, code)?;
            return Ok(next);
        }
        Ok(*slot)
    }

    /// The number of a code point, or [`NONE`].
    #[inline]
    pub(super) fn known(&self, code: u32) -> u32 {
        // A row without a page has the number before 0, which no page has.
        let row = usize::try_from(code >> 8).ok().and_then(|row| self.rows.get(row)).copied().unwrap_or(0);
        let page = self.pages.get(usize::from(row).wrapping_sub(1));
        page.and_then(|page| page.get(bounded::index(code & 0xFF))).copied().unwrap_or(NONE)
    }

    /// The code points in the order of their numbers.
    pub(super) fn codes(&self) -> &[u32] {
        &self.codes
    }
}
