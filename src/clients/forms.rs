//! The labels of a name in ASCII, and the name that they make.

use super::chars::Chars;
use super::end::{End, refuse};
use super::steps::{Alone, ClientSteps};
use crate::domain::ascii_ends_in_number;
use crate::error::Error;
use crate::label::{MAX_LABEL, MAX_NAME, PREFIX};
use crate::{bounded, memory, punycode};

/// Labels in ASCII, with full stops in between. A label may hold full stops itself: of some clients, those that mapping
/// makes separate nothing.
pub(super) struct AsciiLabels<'a> {
    known: &'a mut KnownAlabels,
    text: Vec<u8>,
    /// Where the last label begins.
    start: usize,
    count: usize,
    longest: usize,
    /// A label before the last one is empty.
    has_empty: bool,
    /// The places of the full stops inside labels.
    inner_dots: Vec<usize>,
}

/// A name in ASCII, whose labels were counted.
pub(super) struct AsciiName {
    text: Vec<u8>,
    /// With a backslash in front of each full stop inside a label, where there is one.
    escaped: Option<Vec<u8>>,
    characters: Chars,
    longest: usize,
    has_empty: bool,
    has_root: bool,
}

/// The A-labels of the texts that were encoded first: most models encode the same.
#[derive(Default)]
pub(super) struct KnownAlabels {
    /// One conversion is all there is.
    pub(super) is_for_once: bool,
    texts: Vec<u32>,
    forms: Vec<u8>,
    /// Where a text and its form end.
    ends: Vec<(usize, usize)>,
}

impl KnownAlabels {
    /// No more texts are kept than are looked through at once.
    const MOST: usize = 8;

    /// Appends the A-label of a text that is not ASCII.
    fn push(&mut self, text: &[u32], output: &mut Vec<u8>) -> Result<(), End> {
        let mut start = (0, 0);
        for &end in &self.ends {
            if self.texts.get(start.0..end.0) == Some(text) {
                return Ok(memory::append(output, self.forms.get(start.1..end.1).unwrap_or_default())?);
            }
            start = end;
        }
        let before = output.len();
        memory::append(output, PREFIX.as_bytes())?;
        punycode::encode_with(text, |payload| memory::append(output, payload))
            .map_err(|_| End::Refused("no Punycode"))??;
        if !self.is_for_once && self.ends.len() < Self::MOST {
            memory::append(&mut self.texts, text)?;
            memory::append(&mut self.forms, bounded::rest(output, before))?;
            memory::push(&mut self.ends, (self.texts.len(), self.forms.len()))?;
        }
        Ok(())
    }
}

impl<'a> AsciiLabels<'a> {
    pub(super) fn with_room(known: &'a mut KnownAlabels) -> Result<Self, Error> {
        Ok(Self {
            known,
            text: memory::reserved(64)?,
            start: 0,
            count: 0,
            longest: 0,
            has_empty: false,
            inner_dots: Vec::new(),
        })
    }

    /// Appends characters of ASCII to the last label. Others are left out, of which there are none.
    pub(super) fn push_ascii(&mut self, text: &[u32]) -> Result<(), Error> {
        self.text.try_reserve(text.len()).map_err(|_| memory::refused())?;
        self.text.extend(text.iter().filter_map(|&unit| u8::try_from(unit).ok()));
        Ok(())
    }

    /// Appends the A-label of a text that is not ASCII.
    pub(super) fn push_alabel(&mut self, text: &[u32]) -> Result<(), End> {
        self.known.push(text, &mut self.text)
    }

    /// Begins the next label, but for the first one.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        if self.count > 0 {
            self.has_empty |= self.last().is_empty();
            self.end()?;
            memory::push(&mut self.text, b'.')?;
            self.start = self.text.len();
        }
        self.count = bounded::add(self.count, 1);
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        self.longest = self.longest.max(self.last().len());
        for place in self.start..self.text.len() {
            if self.text.get(place) == Some(&b'.') {
                memory::push(&mut self.inner_dots, place)?;
            }
        }
        Ok(())
    }

    /// The label that was begun last.
    pub(super) fn last(&self) -> &[u8] {
        bounded::rest(&self.text, self.start)
    }

    /// The name.
    pub(super) fn named(mut self) -> Result<AsciiName, Error> {
        self.end()?;
        let (last, escaped) = (self.last().len(), self.escaped()?);
        Ok(AsciiName {
            escaped,
            characters: Chars::of(&self.text),
            longest: self.longest,
            has_empty: self.has_empty || (self.count < 2 && last == 0),
            has_root: self.count > 1 && last == 0,
            text: self.text,
        })
    }

    fn escaped(&self) -> Result<Option<Vec<u8>>, Error> {
        if self.inner_dots.is_empty() {
            return Ok(None);
        }
        let mut escaped = memory::reserved(bounded::add(self.text.len(), self.inner_dots.len()))?;
        for (place, &octet) in self.text.iter().enumerate() {
            if self.inner_dots.contains(&place) {
                escaped.push(b'\\');
            }
            escaped.push(octet);
        }
        Ok(Some(escaped))
    }
}

impl AsciiName {
    /// The name of a text in ASCII.
    pub(super) fn of(text: Vec<u8>) -> Self {
        let (mut longest, mut empty, mut last) = (0, 0, 0);
        for label in text.split(|&octet| octet == b'.') {
            last = label.len();
            longest = last.max(longest);
            empty = bounded::add(empty, usize::from(last == 0));
        }
        let has_root = last == 0 && text.contains(&b'.');
        Self {
            escaped: None,
            characters: Chars::of(&text),
            longest,
            has_empty: empty > usize::from(has_root),
            has_root,
            text,
        }
    }

    /// Asks for empty labels, and for the lengths of labels and of the name without the dot of the root.
    pub(super) fn ask_lengths(&self, steps: &ClientSteps) -> Result<(), End> {
        let passes_empty = self.text.is_empty() && steps.alone != Alone::Neither;
        refuse(!steps.any_empty && self.has_empty && !passes_empty, "an empty label")?;
        refuse(self.longest > steps.longest_label, "a long label")?;
        let length = bounded::sub(self.text.len(), usize::from(self.has_root));
        refuse(length > steps.longest_name, "a long name")
    }

    /// Returns whether it has the lengths that every client takes, does not end with the dot of the root, and is no
    /// number.
    pub(super) fn is_of_all(&self) -> bool {
        !self.has_empty
            && !self.has_root
            && self.longest <= MAX_LABEL
            && self.text.len() <= MAX_NAME
            && !ascii_ends_in_number(&self.text)
    }

    /// The host, and its characters.
    pub(super) fn host(&self, escapes_inner_dot: bool) -> (&[u8], Chars) {
        match &self.escaped {
            Some(escaped) if escapes_inner_dot => (escaped, self.characters.with(Chars::of(b"\\"))),
            _ => (&self.text, self.characters),
        }
    }
}
