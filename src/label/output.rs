//! Where converted labels go.

/// A text that labels are appended to.
pub(crate) trait Output {
    fn push_utf8(&mut self, text: &str);
    fn push_ascii(&mut self, text: &[u8]);
    fn push_text(&mut self, text: &[u32]);
    /// How much there is, in units of the output.
    fn size(&self) -> usize;
    /// Takes back what came after there was this much.
    fn cut(&mut self, size: usize);
}

/// UTF-8. A surrogate has no form there: who may have to keep one writes to a `Vec<u32>`.
impl Output for String {
    fn push_ascii(&mut self, text: &[u8]) {
        self.push_str(core::str::from_utf8(text).unwrap_or_default());
    }
    fn push_text(&mut self, text: &[u32]) {
        self.reserve(text.len().saturating_mul(3));
        for character in text.iter().filter_map(|&unit| char::from_u32(unit)) {
            self.push(character);
        }
    }
    #[inline]
    fn push_utf8(&mut self, text: &str) {
        self.push_str(text);
    }
    fn size(&self) -> usize {
        self.len()
    }
    fn cut(&mut self, size: usize) {
        self.truncate(size);
    }
}

impl Output for Vec<u32> {
    fn push_ascii(&mut self, text: &[u8]) {
        self.extend(text.iter().map(|&octet| u32::from(octet)));
    }
    fn push_text(&mut self, text: &[u32]) {
        self.extend_from_slice(text);
    }
    fn push_utf8(&mut self, text: &str) {
        if text.is_ascii() {
            self.push_ascii(text.as_bytes());
        } else {
            self.extend(text.chars().map(u32::from));
        }
    }
    fn size(&self) -> usize {
        self.len()
    }
    fn cut(&mut self, size: usize) {
        self.truncate(size);
    }
}

/// Takes nothing down: for who only wants to know whether a label is valid.
pub(crate) struct Discard;

impl Output for Discard {
    fn push_ascii(&mut self, _: &[u8]) {}
    fn push_text(&mut self, _: &[u32]) {}
    fn push_utf8(&mut self, _: &str) {}
    fn size(&self) -> usize {
        0
    }
    fn cut(&mut self, _: usize) {}
}
