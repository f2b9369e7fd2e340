//! The forms of a name or a label of a text under a profile, or why it has none.

use super::Sought;
use crate::domain::{Conversion, convert_name, is_own_form};
use crate::error::{Error, ErrorKind};
use crate::label::{Discard, Form, LabelError, Scratch, convert_label};
use crate::memory::Growing;
use crate::{OnError, Profile, bounded};

pub(super) fn refusal_of(name: &str, profile: &Profile) -> Result<Option<ErrorKind>, Error> {
    // Most hosts of a log are plain.
    if is_own_form(name.as_bytes(), profile) {
        return Ok(None);
    }
    let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
    match convert_name(name, conversion, &mut Scratch::default(), &mut Discard::default()) {
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(error.error()),
        Err(error) => Ok(Some(error.kind())),
    }
}

pub(super) fn has_label(name: &str, profile: &Profile, is_of_sort: impl Fn(&[u8]) -> bool) -> Result<bool, Error> {
    for label in name.as_bytes().split(|&octet| octet == b'.').filter(|label| is_of_sort(label)) {
        if form_of(bounded::utf8(label), Form::Ascii, profile)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a bare name ends in a top-level domain that the caller knows.
pub(super) fn has_known_tld(name: &str, sought: &Sought<'_>) -> Result<bool, Error> {
    let (Some(knows), Some((_, tld))) = (sought.tlds, name.rsplit_once('.')) else { return Ok(false) };
    let tld = form_of(tld, Form::Ascii, sought.profile)?;
    Ok(tld.is_some_and(|tld| knows(bounded::ascii(&tld))))
}

/// A form of a label in UTF-8; `None` if the label is refused.
pub(super) fn form_of(label: &str, form: Form, profile: &Profile) -> Result<Option<Growing<u8>>, Error> {
    accepted(convert_label(label, profile, form, Growing::default()))
}

/// The Unicode form of a name in UTF-8; `None` if the name is refused.
pub(super) fn form_of_name(name: &str, profile: &Profile) -> Result<Option<Growing<u8>>, Error> {
    let conversion = Conversion { profile, form: Form::Unicode, on_error: OnError::Raise };
    let mut form = Growing::default();
    accepted(convert_name(name, conversion, &mut Scratch::default(), &mut form).map(|()| form))
}

/// Returns what was made; `None` if the label or name was refused. Want of memory says nothing about the label.
fn accepted<T>(outcome: Result<T, LabelError>) -> Result<Option<T>, Error> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(error.error()),
        outcome => Ok(outcome.ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory;

    #[test]
    fn want_of_memory_is_no_refusal_of_a_label() {
        let refused = memory::refused();
        assert_eq!(accepted::<()>(Err(LabelError::out_of_memory(refused))), Err(refused));
        let fault = Error::new(ErrorKind::EmptyLabel, 0);
        assert_eq!(accepted::<()>(Err(LabelError::new(fault, 0, None))), Ok(None));
        assert_eq!(accepted(Ok(1)), Ok(Some(1)));
    }
}
