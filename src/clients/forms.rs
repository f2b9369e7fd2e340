//! The labels of a name in ASCII, one behind the other in one text. A label may hold full stops: of some clients, those
//! that mapping makes separate nothing.

use super::end::{End, refuse};
use super::steps::ClientSteps;
use crate::error::Error;
use crate::label::PREFIX;
use crate::{bounded, memory, punycode};

/// Labels in ASCII.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct AsciiLabels {
    text: Vec<u8>,
    /// Where each label ends.
    ends: Vec<usize>,
}

impl AsciiLabels {
    /// The labels of a text in ASCII.
    pub(super) fn of_ascii(text: &[u8]) -> Result<Self, Error> {
        let mut forms = Self { text: memory::reserved(text.len())?, ends: memory::reserved(4)? };
        for label in text.split(|&octet| octet == b'.') {
            memory::append(&mut forms.text, label)?;
            forms.end()?;
        }
        Ok(forms)
    }

    pub(super) fn with_room() -> Result<Self, Error> {
        Ok(Self { text: memory::reserved(64)?, ends: memory::reserved(4)? })
    }

    pub(super) fn labels(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let start = |place: usize| place.checked_sub(1).map_or(0, |before| bounded::at(&self.ends, before));
        self.ends.iter().enumerate().map(move |(place, &end)| bounded::part(&self.text, start(place)..end))
    }

    /// Appends characters of ASCII to the label that is not ended. Others are left out, of which there are none.
    pub(super) fn push_ascii(&mut self, text: &[u32]) -> Result<(), Error> {
        self.text.try_reserve(text.len()).map_err(|_| memory::refused())?;
        self.text.extend(text.iter().filter_map(|&unit| u8::try_from(unit).ok()));
        Ok(())
    }

    /// The same of octets.
    pub(super) fn push_octets(&mut self, text: &[u8]) -> Result<(), Error> {
        memory::append(&mut self.text, text)
    }

    /// Appends the A-label of a text that is not ASCII.
    pub(super) fn push_alabel(&mut self, text: &[u32]) -> Result<(), End> {
        memory::append(&mut self.text, PREFIX.as_bytes())?;
        let encoded = punycode::encode_with(text, |payload| memory::append(&mut self.text, payload));
        Ok(encoded.map_err(|_| End::Refused("no Punycode"))??)
    }

    pub(super) fn end(&mut self) -> Result<(), Error> {
        memory::push(&mut self.ends, self.text.len())
    }

    /// The label that was ended last.
    pub(super) fn last(&self) -> &[u8] {
        self.labels().next_back().unwrap_or_default()
    }

    /// Asks for empty labels, and for the lengths of labels and of the name without the dot of the root.
    pub(super) fn ask_lengths(&self, steps: &ClientSteps) -> Result<(), End> {
        let count = self.ends.len();
        let whole = if count > 1 && self.last().is_empty() { bounded::sub(count, 1) } else { count };
        refuse(!steps.any_empty && self.labels().take(whole).any(<[u8]>::is_empty), "an empty label")?;
        refuse(self.labels().any(|label| label.len() > steps.longest_label), "a long label")?;
        let dots = bounded::sub(count.max(1), 1);
        let root = usize::from(dots > 0 && self.last().is_empty());
        let length = bounded::sub(bounded::add(self.text.len(), dots), root);
        refuse(length > steps.longest_name, "a long name")
    }

    /// The name: the labels with full stops in between.
    pub(super) fn joined(&self, escapes_inner_dot: bool) -> Result<Vec<u8>, Error> {
        let mut name = memory::reserved(bounded::add(self.text.len(), self.ends.len()))?;
        for (place, label) in self.labels().enumerate() {
            if place > 0 {
                memory::push(&mut name, b'.')?;
            }
            if !(escapes_inner_dot && label.contains(&b'.')) {
                memory::append(&mut name, label)?;
                continue;
            }
            for &octet in label {
                memory::append(&mut name, if octet == b'.' { b"\\." } else { core::slice::from_ref(&octet) })?;
            }
        }
        Ok(name)
    }
}
