//! Where converted labels go.

use super::prefix::PREFIX;
use crate::memory::{self, Growing};
use crate::{bounded, utf8};

/// A text that labels are appended to.
pub(crate) trait LabelOutput {
    fn push_utf8(&mut self, text: &str);
    fn push_ascii(&mut self, text: &[u8]) {
        self.push_utf8(bounded::ascii(text));
    }
    /// Appends what stands between two labels.
    fn push_separator(&mut self) {
        self.push_utf8(".");
    }
    /// Appends scalar values.
    fn push_text(&mut self, text: &[u32]);
    /// Appends an A-label: its payload, behind the prefix; and the text that this stands for.
    fn push_alabel(&mut self, payload: &[u8], _text: &[u32]) {
        self.push_utf8(PREFIX);
        self.push_ascii(payload);
    }
}

/// A text that whole names are written to, labels that are kept as they came included.
pub(crate) trait NameOutput: LabelOutput {
    /// True if a record that is more than a name is kept as one. A name that is shown is judged label by label.
    const KEEPS_RECORDS: bool = true;
    /// Appends what is left as it came, surrogates included.
    fn push_kept(&mut self, text: impl Iterator<Item = u32>) {
        let (mut text, mut part) = (text.fuse(), [0; 8]);
        loop {
            // The slot is asked for first, so that no character is taken without one.
            let count = part.iter_mut().zip(&mut text).map(|(slot, unit)| *slot = unit).count();
            self.push_text(bounded::first(&part, count));
            if count < part.len() {
                return;
            }
        }
    }
    /// Returns how much there is, in units of the output.
    fn size(&self) -> usize;
    /// Takes back what came after there was this much.
    fn cut(&mut self, size: usize);
    /// Takes everything back, and forgets that memory was refused.
    fn clear(&mut self) {
        self.cut(0);
    }
    /// Reserves for the whole name, extrapolated from the `done` of `all` units of the input that are converted, so
    /// that the last growth does not double the memory.
    fn make_room(&mut self, _done: usize, _all: usize) {}
    /// Returns whether memory was refused, so that what was written is lost.
    fn is_refused(&self) -> bool {
        false
    }
}

/// UTF-8, for callers in Rust: where there is no memory the process ends, as with any `String`. A surrogate has no form
/// here: a label that is kept with its surrogates is written to [`Growing`].
impl LabelOutput for String {
    #[inline]
    fn push_utf8(&mut self, text: &str) {
        self.push_str(text);
    }
    fn push_text(&mut self, text: &[u32]) {
        // Three octets are the most of nearly all characters.
        self.reserve(bounded::mul(text.len(), 3));
        self.extend(text.iter().filter_map(|&unit| char::from_u32(unit)));
    }
}

impl NameOutput for String {
    fn size(&self) -> usize {
        self.len()
    }
    fn cut(&mut self, size: usize) {
        self.truncate(size);
    }
    fn make_room(&mut self, done: usize, all: usize) {
        self.reserve_exact(memory::extrapolated(self.len(), self.capacity(), done, all));
    }
}

/// WTF-8: UTF-8 in which a lone surrogate is encoded like any other code point.
impl LabelOutput for Growing<u8> {
    #[inline]
    fn push_utf8(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }
    #[inline]
    fn push_ascii(&mut self, text: &[u8]) {
        self.extend_from_slice(text);
    }
    #[inline(always)]
    fn push_separator(&mut self) {
        self.push(b'.');
    }
    fn push_text(&mut self, text: &[u32]) {
        utf8::write(text, self);
    }
}

/// Code points, surrogates included.
impl LabelOutput for Growing<u32> {
    fn push_utf8(&mut self, text: &str) {
        if text.is_ascii() {
            self.push_ascii(text.as_bytes());
        } else {
            text.chars().for_each(|character| self.push(character.into()));
        }
    }
    fn push_ascii(&mut self, text: &[u8]) {
        self.extend(text.iter().map(|&octet| u32::from(octet)));
    }
    #[inline(always)]
    fn push_separator(&mut self) {
        self.push(b'.'.into());
    }
    fn push_text(&mut self, text: &[u32]) {
        self.extend_from_slice(text);
    }
}

impl<T> NameOutput for Growing<T>
where
    Self: LabelOutput,
{
    fn size(&self) -> usize {
        self.len()
    }
    fn cut(&mut self, size: usize) {
        self.truncate(size);
    }
    fn make_room(&mut self, done: usize, all: usize) {
        self.reserve_exact(memory::extrapolated(self.len(), self.capacity(), done, all));
    }
    fn clear(&mut self) {
        self.clear();
    }
    fn is_refused(&self) -> bool {
        self.is_refused()
    }
}

/// Counts the units and drops them, for validation without a result. Saturating, as nothing bounds what many characters
/// are mapped to: so much is as much too long.
#[derive(Default)]
pub(crate) struct Discard(usize);

impl LabelOutput for Discard {
    fn push_utf8(&mut self, text: &str) {
        self.0 = self.0.saturating_add(text.len());
    }
    fn push_text(&mut self, text: &[u32]) {
        self.0 = self.0.saturating_add(text.len());
    }
}

impl NameOutput for Discard {
    fn size(&self) -> usize {
        self.0
    }
    fn cut(&mut self, size: usize) {
        self.0 = self.0.min(size);
    }
}
