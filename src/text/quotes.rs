//! Quotations in a text: which of them are open at a place.

use crate::bounded;

/// Which quotations are open at a place of a text: marks are paired from its beginning on.
#[derive(Clone, Copy, Default)]
pub(super) struct Quotes {
    at: usize,
    pub(super) is_open: bool,
    /// The same of marks behind a backslash, inside one of the others.
    pub(super) is_open_in_json: bool,
    backslashes: usize,
}

impl Quotes {
    /// Goes on to a place behind.
    pub(super) fn go_on(&mut self, text: &[u8], place: usize) {
        for &octet in text.get(self.at..place).unwrap_or_default() {
            match (octet, self.backslashes) {
                (b'\\', count) => {
                    self.backslashes = bounded::add(count, 1);
                    continue;
                }
                // Each level of JSON doubles them and adds one, so that three stand before a mark inside.
                (b'"', count) if count % 4 == 1 => self.is_open_in_json = !self.is_open_in_json,
                (b'"', count) if count % 2 == 0 => (self.is_open, self.is_open_in_json) = (!self.is_open, false),
                _ => {}
            }
            self.backslashes = 0;
        }
        self.at = place;
    }
}
