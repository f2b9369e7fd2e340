//! Where converted labels go.

use crate::punycode;

/// A text that labels are appended to.
pub(crate) trait Output {
    fn push_ascii(&mut self, text: &[u8]);
    fn push_text(&mut self, text: &[u32]);
    fn push_utf8(&mut self, text: &str);
    /// Appends what is left as it came, surrogates included.
    fn push_kept(&mut self, text: impl Iterator<Item = u32>);
    /// Appends the Punycode form of a text of scalar values and says how long it is.
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize>;
    /// How much there is, in units of the output.
    fn size(&self) -> usize;
    /// Takes back what came after there was this much.
    fn cut(&mut self, size: usize);
    /// Makes room for all, where so much of it was done, so that memory does not double for the last part.
    fn make_room(&mut self, _done: usize, _all: usize) {}
}

/// UTF-8. A surrogate that is kept takes the three octets that its number would take.
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
    fn push_kept(&mut self, text: impl Iterator<Item = u32>) {
        for unit in text {
            match char::from_u32(unit) {
                Some(character) => self.push_text(&[character.into()]),
                None => self.extend_from_slice(&surrogate(unit)),
            }
        }
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
    fn make_room(&mut self, done: usize, all: usize) {
        let size = self.len();
        let room = self.capacity().saturating_sub(size);
        let left = all.saturating_sub(done).saturating_mul(size).checked_div(done).unwrap_or_default();
        // Where room is asked for, it is an eighth more at least, so that what is moved is linear in what there is.
        let least = size.wrapping_shr(3);
        if room < left && room < least {
            self.reserve_exact(left.saturating_add(left.wrapping_shr(4)).max(least));
        }
    }
}

/// The three octets of a number below 2^16.
fn surrogate(unit: u32) -> [u8; 3] {
    let six = |shift: u32| {
        let [bits, ..] = unit.wrapping_shr(shift).to_le_bytes();
        0x80 | (bits & 0x3F)
    };
    [0xE0 | (six(12) & 0x0F), six(6), six(0)]
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
    fn push_kept(&mut self, text: impl Iterator<Item = u32>) {
        self.extend(text);
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

/// Takes nothing down but how much it was: for who only wants to know whether a name is valid.
#[derive(Default)]
pub(crate) struct Discard {
    size: usize,
    payload: Vec<u8>,
}

impl Discard {
    fn add(&mut self, size: usize) {
        self.size = self.size.saturating_add(size);
    }
}

impl Output for Discard {
    fn push_ascii(&mut self, text: &[u8]) {
        self.add(text.len());
    }
    fn push_text(&mut self, text: &[u32]) {
        self.add(text.len());
    }
    fn push_utf8(&mut self, text: &str) {
        self.add(text.len());
    }
    fn push_kept(&mut self, text: impl Iterator<Item = u32>) {
        self.add(text.count());
    }
    fn push_punycode(&mut self, text: &[u32]) -> Option<usize> {
        self.payload.clear();
        let length = self.payload.push_punycode(text)?;
        self.add(length);
        Some(length)
    }
    fn size(&self) -> usize {
        self.size
    }
    fn cut(&mut self, size: usize) {
        self.size = self.size.min(size);
    }
}
