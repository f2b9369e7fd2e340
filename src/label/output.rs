//! Where converted labels go.

use crate::punycode;

/// A text that labels are appended to.
pub(crate) trait Output {
    fn push_ascii(&mut self, text: &[u8]);
    fn push_text(&mut self, text: &[u32]);
    fn push_utf8(&mut self, text: &str);
    /// Appends the Punycode form of a text of scalar values and says how long it is.
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize>;
    /// How much there is, in units of the output.
    fn size(&self) -> usize;
    /// Takes back what came after there was this much.
    fn cut(&mut self, size: usize);
}

/// UTF-8. A surrogate has no form there: who may have to keep one writes to a `Vec<u32>`.
impl Output for Vec<u8> {
    #[inline]
    fn push_ascii(&mut self, text: &[u8]) {
        self.extend_from_slice(text);
    }
    fn push_text(&mut self, text: &[u32]) {
        self.reserve(text.len().saturating_mul(4));
        for character in text.iter().filter_map(|&unit| char::from_u32(unit)) {
            // Four octets at once, of which those of the character stay: a copy of a fixed length is one store.
            let size = self.len();
            let mut octets = [0; 4];
            let length = character.encode_utf8(&mut octets).len();
            self.extend_from_slice(&octets);
            self.truncate(size.saturating_add(length));
        }
    }
    fn push_utf8(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }
    #[inline]
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize> {
        let size = self.len();
        punycode::encode_into(text, self).ok()?;
        self.len().checked_sub(size)
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
        self.extend(text.chars().map(u32::from));
    }
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize> {
        let mut payload = Vec::new();
        punycode::encode_into(text, &mut payload).ok()?;
        self.push_ascii(&payload);
        Some(payload.len())
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
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize> {
        Vec::<u8>::new().push_punycode(text)
    }
    fn size(&self) -> usize {
        0
    }
    fn cut(&mut self, _: usize) {}
}
