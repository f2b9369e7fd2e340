//! The labels of a name in Unicode.

use super::PROFILE;
use crate::domain::{Conversion, convert_name};
use crate::error::Error;
use crate::label::{Form, LabelOutput, NameOutput, Scratch};
use crate::memory::Growing;
use crate::{OnError, bounded};

/// The Unicode form of a name, in which labels that are not valid stay.
#[derive(Default)]
pub(super) struct Labels {
    text: Growing<u32>,
    /// Where labels begin that are not valid, but for those that are ASCII.
    invalid: Growing<usize>,
}

/// A label, and where it begins in the name.
pub(super) struct Part<'a> {
    pub(super) text: &'a [u32],
    pub(super) start: usize,
    /// Whether it is not ASCII and not valid.
    pub(super) is_invalid: bool,
}

impl Labels {
    pub(super) fn of(name: &str) -> Result<Self, Error> {
        // Room for the usual name, so that it is asked for once.
        let mut labels = Self { text: Growing::reserved(name.len().min(256)), invalid: Growing::default() };
        let conversion = Conversion { profile: PROFILE, form: Form::Unicode, on_error: OnError::Keep };
        convert_name(name, conversion, &mut Scratch::default(), &mut labels).map_err(|error| error.error())?;
        Ok(labels)
    }

    /// The whole name.
    pub(super) fn text(&self) -> &[u32] {
        &self.text
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Part<'_>> {
        let mut invalid = self.invalid.iter().peekable();
        let mut start = 0;
        self.text.split(|&unit| unit == DOT).map(move |text| {
            let part = Part { text, start, is_invalid: invalid.next_if_eq(&&start).is_some() };
            start = bounded::add(bounded::add(start, text.len()), 1);
            part
        })
    }

    /// The last label, the root aside.
    pub(super) fn tld(&self) -> &[u32] {
        self.text.rsplit(|&unit| unit == DOT).find(|label| !label.is_empty()).unwrap_or_default()
    }
}

pub(super) const DOT: u32 = 0x2E;

/// What comes as UTF-8 is ASCII, or stays as it came.
impl LabelOutput for Labels {
    fn push_utf8(&mut self, text: &str) {
        if !text.is_ascii() {
            self.invalid.push(self.text.len());
        }
        self.text.push_utf8(text);
    }
    fn push_ascii(&mut self, text: &[u8]) {
        self.text.push_ascii(text);
    }
    fn push_separator(&mut self) {
        self.text.push(DOT);
    }
    fn push_text(&mut self, text: &[u32]) {
        self.text.push_text(text);
    }
}

impl NameOutput for Labels {
    fn size(&self) -> usize {
        self.text.len()
    }
    fn cut(&mut self, size: usize) {
        self.text.truncate(size);
        let kept = self.invalid.partition_point(|&start| start < size);
        self.invalid.truncate(kept);
    }
    fn make_room(&mut self, done: usize, all: usize) {
        self.text.make_room(done, all);
    }
    fn is_refused(&self) -> bool {
        self.text.is_refused() || self.invalid.is_refused()
    }
}
