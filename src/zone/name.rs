//! A name of a master file with the other form of its labels.

use super::ZoneRewriting;
use super::scan::NameWord;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{
    EscapeBase, Form, LabelError, Unescaped, convert_label, has_prefix, holds_prefix, is_separator, push_escaped,
    resolved,
};
use crate::memory::{self, Growing};

/// The answer about a name or a label.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    /// It has another form.
    pub(super) is_other: bool,
    /// A label was left that is not what is asked for.
    pub(super) is_kept: bool,
    /// A label was left that [`ZoneRewriting::escapes_are_letters`] would read.
    pub(super) is_escaped: bool,
}

impl Answer {
    const LEFT: Self = Self { is_other: false, is_kept: false, is_escaped: false };
    const WRITTEN: Self = Self { is_other: true, ..Self::LEFT };
    const KEPT: Self = Self { is_kept: true, ..Self::LEFT };
    const ESCAPED: Self = Self { is_escaped: true, ..Self::LEFT };
}

impl ZoneRewriting<'_> {
    /// Writes the other form of a name. Labels stay whose refusal `refuse` takes. Offsets of errors count octets of the
    /// file.
    pub(super) fn write_other(
        &self,
        name: &[u8],
        word: &NameWord,
        output: &mut Growing<u8>,
        refuse: &mut dyn FnMut(LabelError) -> Result<(), LabelError>,
    ) -> Result<Answer, LabelError> {
        output.clear();
        let is_of_form = if self.to_unicode { holds_prefix(name) } else { !name.is_ascii() };
        let mut of_name = Answer::LEFT;
        if !is_of_form && !name.contains(&b'\\') {
            return Ok(of_name);
        }
        let (mut start, mut index) = (0, 0_usize);
        loop {
            let (end, separator) = end_of_label(name, start);
            let label = bounded::part(name, start..end);
            match self.write_label(label, word.generates, output) {
                Ok(of_label) => {
                    of_name.is_kept |= of_label.is_kept;
                    of_name.is_escaped |= of_label.is_escaped;
                }
                Err(error) => {
                    let offset = bounded::add(word.offset, bounded::add(start, error.offset()));
                    refuse(LabelError::new(error.error().at(offset), index, error.code_point()))?;
                    of_name.is_kept = true;
                    output.extend_from_slice(label);
                }
            }
            if separator == 0 {
                break;
            }
            start = bounded::add(end, separator);
            output.extend_from_slice(if self.to_unicode { bounded::part(name, end..start) } else { b"." });
            index = bounded::add(index, 1);
        }
        if output.is_refused() {
            return Err(LabelError::out_of_memory(memory::refused()));
        }
        Ok(Answer { is_other: **output != *name, ..of_name })
    }

    /// Writes the other form of a label, or the label if it has none. Offsets of errors count octets.
    fn write_label(&self, label: &[u8], generates: bool, output: &mut Growing<u8>) -> Result<Answer, LabelError> {
        let answer = if self.to_unicode {
            self.write_unicode(label, generates, output)?
        } else {
            self.write_ascii(label, generates, output)?
        };
        if !answer.is_other {
            output.extend_from_slice(label);
        }
        Ok(answer)
    }

    fn write_ascii(&self, label: &[u8], generates: bool, output: &mut Growing<u8>) -> Result<Answer, LabelError> {
        let text = if !label.is_ascii() {
            resolved(label, EscapeBase::Decimal)
                .map_err(|error| LabelError::new(error, 0, surrogate_at(label, error)))?
        } else if Unescaped::any(label, |octet, _| !octet.is_ascii()).is_none() {
            return Ok(Answer::LEFT);
        } else {
            match letters(label).map_err(LabelError::out_of_memory)? {
                None => return Ok(Answer::KEPT),
                Some(_) if !self.escapes_are_letters => return Ok(Answer::ESCAPED),
                Some(text) => text,
            }
        };
        refuse_number(label, generates)?;
        self.write_form(label, &text, output)
    }

    fn write_unicode(&self, label: &[u8], generates: bool, output: &mut Growing<u8>) -> Result<Answer, LabelError> {
        if !label.contains(&b'\\') && !has_prefix(label) {
            return Ok(Answer::LEFT);
        }
        let text = match resolved(label, EscapeBase::Decimal) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(LabelError::out_of_memory(error)),
            // Octets that are not text are not an A-label, and neither is a label with a wrong escape.
            Err(_) => return Ok(Answer::LEFT),
        };
        if !has_prefix(text.as_bytes()) {
            return Ok(Answer::LEFT);
        }
        refuse_number(label, generates)?;
        match self.write_form(label, &text, output) {
            // A profile that leaves an A-label which is not valid leaves one with escapes, too.
            Err(error) if self.profile.pass_ascii && error.kind() != ErrorKind::OutOfMemory => Ok(Answer::KEPT),
            answer => answer,
        }
    }

    /// Writes the other form of a label, given its text without escapes.
    fn write_form(&self, label: &[u8], text: &str, output: &mut Growing<u8>) -> Result<Answer, LabelError> {
        let form = if self.to_unicode { Form::Unicode } else { Form::Ascii };
        let converted = convert_label(text, self.profile, form, Growing::default());
        let converted = converted.map_err(|error| in_octets(label, text, error))?;
        let converted = converted.finished().map_err(LabelError::out_of_memory)?;
        // A profile may pass an A-label as it is.
        if self.to_unicode && has_prefix(&converted) {
            return Ok(Answer::KEPT);
        }
        push_escaped(&converted, EscapeBase::Decimal, self.to_unicode, output);
        Ok(Answer::WRITTEN)
    }
}

/// Refuses a label of `$GENERATE` with a number in it, which takes the place of `$`: its other form depends on it.
fn refuse_number(label: &[u8], generates: bool) -> Result<(), LabelError> {
    let dollar = Unescaped::any(label, |octet, is_escaped| octet == b'$' && !is_escaped);
    match dollar.filter(|_| generates) {
        Some(at) => Err(LabelError::new(Error::new(ErrorKind::Std3Disallowed, at), 0, Some('$'.into()))),
        None => Ok(()),
    }
}

/// The text of an ASCII label whose escapes are all of octets beyond ASCII, if these are UTF-8.
fn letters(label: &[u8]) -> Result<Option<String>, Error> {
    if Unescaped::any(label, |octet, is_escaped| is_escaped && octet.is_ascii()).is_some() {
        return Ok(None);
    }
    match resolved(label, EscapeBase::Decimal) {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(error),
        text => Ok(text.ok()),
    }
}

/// The end of a label, and the length of the separator behind it: 0 at the end of the name.
fn end_of_label(name: &[u8], start: usize) -> (usize, usize) {
    let (mut is_escaped, mut at) = (false, start);
    while let Some(&octet) = name.get(at) {
        if !is_escaped {
            let size = if octet == b'.' { 1 } else { 3 };
            let text = name.get(at..bounded::add(at, size)).and_then(|octets| core::str::from_utf8(octets).ok());
            let is_one = |text: &str| text.parse::<char>().is_ok_and(|unit| is_separator(unit.into()));
            if (octet == b'.' || octet >= 0xE0) && text.is_some_and(is_one) {
                return (at, size);
            }
        }
        is_escaped = !is_escaped && octet == b'\\';
        at = bounded::add(at, 1);
    }
    (at, 0)
}

/// An error of a text without escapes, with its offset counted in the octets of the label.
fn in_octets(label: &[u8], text: &str, error: LabelError) -> LabelError {
    let place = text.char_indices().nth(error.offset()).map_or(text.len(), |(place, _)| place);
    let at = Unescaped::place_of(label, EscapeBase::Decimal, place);
    LabelError::new(error.error().at(at), 0, error.code_point())
}

/// The surrogate that an error points at, if it is one.
fn surrogate_at(label: &[u8], error: Error) -> Option<u32> {
    match label.get(error.offset()..) {
        Some(&[0xED, second, third, ..]) if error.kind() == ErrorKind::Surrogate => {
            Some(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        _ => None,
    }
}
