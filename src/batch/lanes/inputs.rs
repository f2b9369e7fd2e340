//! The texts of a batch, one behind the other.

use super::chunks;
use crate::bounded;

/// So many texts are converted at a time.
pub(super) const ROWS: usize = 64;

/// So many octets they have at most: a text of each row, and few enough for places of ten bits.
pub(super) const OCTETS: usize = 1008;

/// A longer text is converted by itself.
const LONGEST: usize = 64;

/// So many octets behind the last text are zero, as octets are read in blocks.
const BEHIND: usize = 64;

pub(super) struct Inputs {
    octets: [u8; OCTETS + BEHIND],
    len: usize,
    /// Where each text ends.
    ends: [u16; ROWS],
    /// Which row of the column each is.
    rows: [usize; ROWS],
    count: usize,
}

impl Inputs {
    pub(super) const NONE: Self =
        Self { octets: [0; OCTETS + BEHIND], len: 0, ends: [0; ROWS], rows: [0; ROWS], count: 0 };

    /// Adds the text of a row, unless it is long or there is no room.
    pub(super) fn push(&mut self, row: usize, text: &[u8]) -> bool {
        let end = bounded::add(self.len, text.len());
        let has_room = self.count < ROWS && end <= OCTETS && text.len() <= LONGEST;
        if let (true, Some(room)) = (has_room, self.octets.get_mut(self.len..end)) {
            room.copy_from_slice(text);
            chunks::put(&mut self.ends, self.count, [bounded::to(end)]);
            chunks::put(&mut self.rows, self.count, [row]);
            self.count = bounded::add(self.count, 1);
            self.len = end;
        }
        has_room
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.count = 0;
    }

    /// Has no octets of other texts behind the last one.
    pub(super) fn close(&mut self) {
        chunks::put(&mut self.octets, self.len, [0; BEHIND]);
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many octets there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Some octets, zero behind the last text.
    #[inline(always)]
    pub(super) fn chunk<const N: usize>(&self, start: usize) -> [u8; N] {
        chunks::get(&self.octets, start)
    }

    /// Where a text ends, and the next one begins.
    #[inline(always)]
    pub(super) fn end(&self, number: usize) -> usize {
        usize::from(bounded::at(&self.ends, number))
    }

    pub(super) fn starts(&self) -> impl Iterator<Item = usize> {
        let ends = bounded::first(&self.ends, self.count).iter().map(|&end| usize::from(end));
        core::iter::once(0).chain(ends).take(self.count)
    }

    pub(super) fn rows(&self) -> &[usize] {
        bounded::first(&self.rows, self.count)
    }

    /// The row of a text, and the text.
    pub(super) fn text(&self, number: usize) -> Option<(usize, &[u8])> {
        let &row = self.rows().get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.end(before));
        Some((row, bounded::part(&self.octets, start..self.end(number))))
    }
}

/// What the texts of a batch are converted to, one behind the other.
pub(super) struct Forms {
    octets: [u8; ROOM],
    /// Where each ends.
    ends: [u16; ROWS],
    count: usize,
    /// Which texts have none, so that they are to be converted by themselves: a bit of each.
    left_out: u64,
    /// Where the next one begins.
    len: usize,
}

/// A form has 128 octets at most, and twenty times as many may be written of one that is left out in the end (lemma
/// `forms_of_a_batch_have_room`).
const ROOM: usize = 1 << 14;

impl Forms {
    pub(super) const NONE: Self = Self { octets: [0; ROOM], ends: [0; ROWS], count: 0, left_out: 0, len: 0 };

    pub(super) fn clear(&mut self) {
        (self.count, self.left_out, self.len) = (0, 0, 0);
    }

    /// Writes octets of the next form, of which those that are not meant are written over afterwards. Returns where the
    /// octets end that are meant.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, start: usize, octets: [u8; N], meant: usize) -> usize {
        chunks::put(&mut self.octets, start, octets);
        bounded::add(start, meant)
    }

    /// Where the next form begins.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Ends the next form, unless there is none.
    #[inline(always)]
    pub(super) fn end(&mut self, form: Option<usize>) {
        self.left_out |= u64::from(form.is_none()) << bounded::shift(bounded::to(self.count));
        self.len = form.unwrap_or(self.len);
        chunks::put(&mut self.ends, self.count, [bounded::to(self.len)]);
        self.count = bounded::add(self.count, 1);
    }

    /// The forms from a number on, up to a text that has none: their octets, and where each ends.
    pub(super) fn run(&self, first: usize) -> (&[u8], &[u16]) {
        // (`first` may be the number of all bits, and lie behind all forms: of texts that are not UTF-8 there are
        // none.)
        let left_out = self.left_out.checked_shr(bounded::to(first)).unwrap_or(0);
        let count = bounded::index(left_out.trailing_zeros()).min(self.count.saturating_sub(first));
        let ends = bounded::part(&self.ends, first..bounded::add(first, count));
        let end = ends.last().map_or(0, |&end| usize::from(end));
        // (Where there is no form, the end is before the start.)
        (self.octets.get(self.start(first)..end).unwrap_or_default(), ends)
    }

    /// Where a form begins.
    pub(super) fn start(&self, number: usize) -> usize {
        number.checked_sub(1).map_or(0, |before| usize::from(bounded::at(&self.ends, before)))
    }
}
