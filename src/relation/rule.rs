//! The lines of a list of public suffixes (publicsuffix.org/list, "Format").

use super::tree::{EXCEPTION, RULE};
use super::{WILDCARD, ascii_of};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::label::{Input, LabelError, is_separator};
use crate::memory;
use crate::profile::Profile;

/// The content of a line.
pub(super) enum ListLine {
    /// Neither a rule nor the border of a section.
    Nothing,
    /// The rules behind it are private, or no longer.
    Private(bool),
    /// A rule in ASCII, and its mark.
    Rule(Vec<u8>, u8),
}

impl ListLine {
    /// Reads a line up to the first white space. An error has its offset in the line.
    pub(super) fn of<T: Input + ?Sized>(line: &T) -> Result<Self, LabelError> {
        let Some(begin) = line.find(0, |unit| !is_white(unit)) else { return Ok(Self::Nothing) };
        let end = line.find(begin.start, is_white).map_or(line.size(), |white| white.start);
        let rule = line.part(begin.start..end);
        if rule.code_points().take(2).eq([SLASH, SLASH]) {
            one_line(line, begin.start)?;
            return Ok(border(line.part(begin.start..line.size())));
        }
        let is_exception = rule.code_points().next() == Some(EXCLAMATION);
        let start = if is_exception { begin.end } else { begin.start };
        let name = line.part(start..end);
        let offset = line.part(0..start).code_points().count();
        let ascii = labels_of(name).map_err(|error| error.in_name(offset, error.label_index()))?;
        // Of an exception the first label is taken away.
        if is_exception && !ascii.contains(&b'.') {
            let place = bounded::add(offset, name.code_points().count());
            return Err(LabelError::new(Error::new(ErrorKind::EmptyLabel, place), 0, None));
        }
        one_line(line, end)?;
        Ok(Self::Rule(ascii, if is_exception { EXCEPTION } else { RULE }))
    }
}

/// Refuses another line behind the first one, from a place on. Text behind a rule is a remark, but another line is
/// none, and a comment would hide it.
fn one_line<T: Input + ?Sized>(line: &T, start: usize) -> Result<(), LabelError> {
    let rest = line.part(start..line.size());
    let mut ends = rest.code_points().enumerate().skip_while(|&(_, unit)| !is_end(unit));
    match ends.next().filter(|_| ends.any(|(_, unit)| !is_end(unit))) {
        Some((place, end)) => {
            let place = bounded::add(line.part(0..start).code_points().count(), place);
            Err(LabelError::new(Error::new(ErrorKind::Std3Disallowed, place), 0, Some(end)))
        }
        None => Ok(()),
    }
}

/// The labels of a rule in ASCII: converted one by one, as a wildcard may stand anywhere.
fn labels_of<T: Input + ?Sized>(name: &T) -> Result<Vec<u8>, LabelError> {
    let (mut ascii, mut next) = (Vec::new(), Some(0));
    for index in 0_usize.. {
        let Some(start) = next.filter(|&start| index == 0 || start < name.size()) else { break };
        let dot = name.find(start, is_separator);
        next = dot.as_ref().map(|dot| dot.end);
        let label = name.part(start..dot.map_or(name.size(), |dot| dot.start));
        if index > 0 {
            memory::push(&mut ascii, b'.').map_err(LabelError::out_of_memory)?;
        }
        let form = if label.code_points().eq([WILDCARD]) { Ok(vec![b'*']) } else { ascii_of(label, &Profile::DNS) };
        let form = form.map_err(|error| {
            let is_empty = error.kind() == ErrorKind::EmptyDomain;
            let error = if is_empty { LabelError::new(Error::new(ErrorKind::EmptyLabel, 0), 0, None) } else { error };
            error.in_name(name.part(0..start).code_points().count(), index)
        })?;
        memory::append(&mut ascii, &form).map_err(LabelError::out_of_memory)?;
    }
    Ok(ascii)
}

const SLASH: u32 = 0x2F;
const EXCLAMATION: u32 = 0x21;

/// The border of a section, if a comment is one.
fn border<T: Input + ?Sized>(comment: &T) -> ListLine {
    let is_border = |border: &str| {
        let mut units = comment.code_points().skip(2).skip_while(|&unit| is_white(unit));
        border.chars().all(|character| units.next() == Some(character.into()))
    };
    if is_border("===BEGIN PRIVATE DOMAINS===") {
        ListLine::Private(true)
    } else if is_border("===END PRIVATE DOMAINS===") {
        ListLine::Private(false)
    } else {
        ListLine::Nothing
    }
}

const fn is_end(unit: u32) -> bool {
    matches!(unit, 0x0A | 0x0D)
}

fn is_white(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(char::is_whitespace)
}
