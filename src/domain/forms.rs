//! Both forms of a name, in one walk over its labels.

use crate::label::{NameOutput, Output};

/// The ASCII form, and the Unicode form from the first label on that makes it another.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) ascii: String,
    pub(super) unicode: Option<String>,
}

impl Forms {
    /// How long both are.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.ascii.len(), self.unicode.as_ref().map_or(self.ascii.len(), String::len))
    }

    /// Takes back what came after they were so long.
    pub(super) fn cut(&mut self, (ascii, unicode): (usize, usize)) {
        self.ascii.truncate(ascii);
        self.each(|form| form.truncate(unicode));
    }

    /// Makes room for all, where so much of it was done.
    pub(super) fn make_room(&mut self, done: usize, all: usize) {
        self.ascii.make_room(done, all);
        self.each(|unicode| unicode.make_room(done, all));
    }

    fn each(&mut self, work: impl Fn(&mut String)) {
        self.unicode.iter_mut().for_each(work);
    }
}

/// Labels are asked for in their ASCII form.
impl Output for Forms {
    fn push_utf8(&mut self, text: &str) {
        self.ascii.push_utf8(text);
        self.each(|unicode| unicode.push_utf8(text));
    }
    fn push_ascii(&mut self, text: &[u8]) {
        self.ascii.push_ascii(text);
        self.each(|unicode| unicode.push_ascii(text));
    }
    fn push_text(&mut self, text: &[u32]) {
        self.ascii.push_text(text);
        self.each(|unicode| unicode.push_text(text));
    }
    fn push_alabel(&mut self, payload: &[u8], text: &[u32]) {
        self.unicode.get_or_insert_with(|| self.ascii.clone()).push_text(text);
        self.ascii.push_alabel(payload, text);
    }
}
