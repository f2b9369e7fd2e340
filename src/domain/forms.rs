//! Both forms of a name, in one walk over its labels.

use crate::bounded;
use crate::error::Error;
use crate::label::{LabelOutput, NameOutput};
use crate::memory::Growing;

/// The ASCII form, and the Unicode form from the first label on that makes it another.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) ascii: Growing<u8>,
    pub(super) unicode: Option<Growing<u8>>,
}

impl Forms {
    /// Returns how long both are.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.ascii.len(), self.unicode.as_ref().map_or(self.ascii.len(), |unicode| unicode.len()))
    }

    /// Both as strings. Labels are written as UTF-8 without surrogates.
    pub(super) fn finished(self) -> Result<(String, Option<String>), Error> {
        let text = |form: Growing<u8>| form.finished().map(bounded::utf8_string);
        Ok((text(self.ascii)?, self.unicode.map(text).transpose()?))
    }

    /// Takes back what came after they were so long.
    pub(super) fn cut(&mut self, (ascii, unicode): (usize, usize)) {
        self.ascii.truncate(ascii);
        self.each(|form| form.truncate(unicode));
    }

    /// Makes room for the forms of `all` units of the name, estimated from the forms of the first `done`.
    pub(super) fn make_room(&mut self, done: usize, all: usize) {
        self.ascii.make_room(done, all);
        self.each(|unicode| unicode.make_room(done, all));
    }

    fn each(&mut self, work: impl Fn(&mut Growing<u8>)) {
        self.unicode.iter_mut().for_each(work);
    }
}

/// Labels are asked for in their ASCII form.
impl LabelOutput for Forms {
    fn push_utf8(&mut self, text: &str) {
        self.ascii.push_utf8(text);
        self.each(|unicode| unicode.push_utf8(text));
    }
    fn push_text(&mut self, text: &[u32]) {
        self.ascii.push_text(text);
        self.each(|unicode| unicode.push_text(text));
    }
    fn push_alabel(&mut self, payload: &[u8], text: &[u32]) {
        let unicode = self.unicode.get_or_insert_with(|| {
            let mut unicode = Growing::default();
            unicode.extend_from_slice(&self.ascii);
            unicode
        });
        unicode.push_text(text);
        self.ascii.push_alabel(payload, text);
    }
}
