//! The texts of which a [`Watchlist`](super::Watchlist) is made: names and labels.

use super::hosts::ends_name;
use crate::domain::{Conversion, convert_name};
use crate::error::{Error, ErrorKind};
use crate::label::{Discard, Form, LabelError, Scratch, alabel, is_separator};
use crate::{OnError, Profile, bounded};

/// Names as they are found in DNS, without their final dot.
const RULES: &Profile = &Profile { allow_root_dot: false, ..Profile::DNS };

/// The name in a text: without white space around it, `*.` before it and a final dot. An error has its offset in the
/// text.
pub(crate) fn watched_name(text: &str) -> Result<&str, LabelError> {
    let body = text.trim();
    let behind = body.strip_prefix("*.");
    let name = behind.unwrap_or(body);
    let is_dot = |character: char| is_separator(character.into());
    let name = name.strip_suffix(is_dot).unwrap_or(name);
    let Err(error) = refused(name) else { return Ok(name) };
    let leading = bounded::sub(text.len(), text.trim_start().len());
    let spaces = bounded::characters(text, 0..leading).chars().count();
    let (start, labels) = if behind.is_some() { (bounded::add(spaces, 2), 1) } else { (spaces, 0) };
    Err(error.in_name(start, bounded::add(error.label_index(), labels)))
}

/// The label in a text: without white space around it.
pub(crate) fn watched_label(text: &str) -> Result<&str, LabelError> {
    let label = text.trim();
    alabel(label, RULES).map_err(|error| {
        let leading = bounded::sub(text.len(), text.trim_start().len());
        error.in_name(bounded::characters(text, 0..leading).chars().count(), 0)
    })?;
    Ok(label)
}

fn refused(name: &str) -> Result<(), LabelError> {
    let conversion = Conversion { profile: RULES, form: Form::Ascii, on_error: OnError::Raise };
    convert_name(name, conversion, &mut Scratch::default(), &mut Discard::default())?;
    // A wildcard elsewhere, and punctuation around a name, are of no name: no look-alike would be found.
    let is_of_none = |character: char| character == '*' || !character.is_ascii() && ends_name(character);
    let Some((before, found)) = name.char_indices().find(|&(_, character)| is_of_none(character)) else {
        return Ok(());
    };
    let before = bounded::characters(name, 0..before);
    let kind = if found == '*' { ErrorKind::Std3Disallowed } else { ErrorKind::DisallowedCodepoint };
    let label_index = before.chars().filter(|&character| is_separator(character.into())).count();
    Err(LabelError::new(Error::new(kind, before.chars().count()), label_index, Some(found.into())))
}
