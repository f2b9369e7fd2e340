//! A name of a master file with the other form of its labels.

use super::ZoneRewriting;
use super::scan::NameWord;
use crate::bounded;
use crate::domain::OnError;
use crate::error::{Error, ErrorKind};
use crate::label::{
    EscapeBase, Form, LabelError, Unescaped, convert_label, has_prefix, is_separator, push_escaped, resolved,
};
use crate::memory::{self, Growing};

impl ZoneRewriting<'_> {
    /// Writes the other form of a name. Returns whether it has one, and whether a label was left that is not what is
    /// asked for. Offsets of errors count octets of the file.
    pub(super) fn write_other(
        &self,
        name: &[u8],
        word: &NameWord,
        output: &mut Growing<u8>,
    ) -> Result<(bool, bool), LabelError> {
        output.clear();
        let is_of_form = if self.to_unicode { name.windows(4).any(has_prefix) } else { !name.is_ascii() };
        if !is_of_form && !name.contains(&b'\\') {
            return Ok((false, false));
        }
        let (mut start, mut index, mut is_kept) = (0, 0_usize, false);
        loop {
            let (end, separator) = end_of_label(name, start);
            let label = bounded::part(name, start..end);
            let refused = |error: LabelError| {
                let offset = bounded::add(word.offset, bounded::add(start, error.offset()));
                LabelError::new(Error::new(error.kind(), offset), index, error.code_point())
            };
            match self.write_label(label, word.generates, output) {
                Ok(is_left) => is_kept |= is_left,
                Err(error) if error.kind() == ErrorKind::OutOfMemory || self.on_error == OnError::Raise => {
                    return Err(refused(error));
                }
                Err(_) => {
                    is_kept = true;
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
        Ok((**output != *name, is_kept))
    }

    /// Writes the other form of a label, or the label if it has none. Returns true if it is left though it is not what
    /// is asked for. Offsets of errors count octets.
    fn write_label(&self, label: &[u8], generates: bool, output: &mut Growing<u8>) -> Result<bool, LabelError> {
        let is_sought = if self.to_unicode { label.contains(&b'\\') || has_prefix(label) } else { !label.is_ascii() };
        if !is_sought {
            output.extend_from_slice(label);
            return Ok(!self.to_unicode && Unescaped::any(label, |octet, _| !octet.is_ascii()).is_some());
        }
        let text = match resolved(label, EscapeBase::Decimal) {
            Ok(text) => text,
            // Octets that are not text are not an A-label, and neither is a label with a wrong escape.
            Err(error) if self.to_unicode && error.kind() != ErrorKind::OutOfMemory => {
                output.extend_from_slice(label);
                return Ok(false);
            }
            Err(error) => {
                let code_point = surrogate_at(label, error);
                return Err(LabelError::new(error, 0, code_point));
            }
        };
        if self.to_unicode && !has_prefix(text.as_bytes()) {
            output.extend_from_slice(label);
            return Ok(false);
        }
        // A number takes its place, which the form depends on.
        let dollar = Unescaped::any(label, |octet, is_escaped| octet == b'$' && !is_escaped);
        if let Some(at) = dollar.filter(|_| generates) {
            return Err(LabelError::new(Error::new(ErrorKind::Std3Disallowed, at), 0, Some('$'.into())));
        }
        let form = if self.to_unicode { Form::Unicode } else { Form::Ascii };
        let converted = convert_label(text.as_str(), self.profile, form, Growing::default());
        let converted = converted.map_err(|error| in_octets(label, &text, error))?;
        let converted = converted.finished().map_err(LabelError::out_of_memory)?;
        // A profile may pass an A-label as it is.
        let is_left = self.to_unicode && has_prefix(&converted);
        if is_left {
            output.extend_from_slice(label);
        } else {
            push_escaped(&converted, self.to_unicode, output);
        }
        Ok(is_left)
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
    LabelError::new(Error::new(error.kind(), at), 0, error.code_point())
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
