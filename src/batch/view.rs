//! A view of a text: a short one lies in it, and another anywhere in some buffer.

use crate::bounded;

/// A view: its length, and the text or where it is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct View([u8; 16]);

#[cfg(fuzzing)]
impl From<[u8; 16]> for View {
    fn from(octets: [u8; 16]) -> Self {
        Self(octets)
    }
}

/// The most octets that lie in a view.
pub(super) const SHORT: usize = 12;

/// The most octets of a buffer.
pub(super) const MOST: usize = 0x7FFF_FFFF;

impl View {
    /// The view of a text which, if it is not short, begins at this place of a buffer.
    pub(super) fn of(text: &[u8], buffer: u32, place: u32) -> Self {
        let mut view = [0; 16];
        let (length, rest) = view.split_at_mut(4);
        length.copy_from_slice(&bounded::to::<u32>(text.len()).to_ne_bytes());
        match rest.get_mut(..text.len()) {
            Some(inside) => inside.copy_from_slice(text),
            None => {
                // It has more than `SHORT` octets.
                let [a, b, c, d] = bounded::present(text.first_chunk::<4>().copied());
                let ([e, f, g, h], [i, j, k, l]) = (buffer.to_ne_bytes(), place.to_ne_bytes());
                rest.copy_from_slice(&[a, b, c, d, e, f, g, h, i, j, k, l]);
            }
        }
        Self(view)
    }

    /// The number of four octets.
    #[inline(always)]
    fn number(&self, place: usize) -> u32 {
        u32::from_ne_bytes(bounded::present(self.0.get(place..).and_then(<[u8]>::first_chunk).copied()))
    }

    #[inline(always)]
    pub(super) fn length(&self) -> usize {
        bounded::index(self.number(0))
    }

    /// The text, which may lie in a buffer.
    #[inline(always)]
    pub(crate) fn text<'a>(&'a self, buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
        let length = self.length();
        if length <= SHORT {
            return self.0.get(4..)?.get(..length);
        }
        // Numbers that are negative are beyond the end of everything.
        if length > MOST {
            return None;
        }
        let buffer = buffers.get(usize::try_from(self.number(8)).ok()?)?;
        buffer.get(usize::try_from(self.number(SHORT)).ok()?..)?.get(..length)
    }

    /// The same in another buffer, as many octets further on.
    pub(super) fn moved(self, buffer: u32, by: u32) -> Self {
        let mut view = self;
        if let (true, Some(place)) = (self.length() > SHORT, view.0.last_chunk_mut::<8>()) {
            let [a, b, c, d] = buffer.to_ne_bytes();
            let [e, f, g, h] = bounded::add(self.number(SHORT), by).to_ne_bytes();
            *place = [a, b, c, d, e, f, g, h];
        }
        view
    }
}
