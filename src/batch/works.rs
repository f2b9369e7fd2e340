//! The functions of columns by their names. Each is a row of `tools/works_table.py`; `tools/works.py` writes it here.

use super::codec::{Mode, Work};
use crate::display::Policy;
use crate::label::Form;

/// The work of a function, and what becomes of texts that are refused, where that is no choice.
pub(crate) fn work_named(name: &str) -> Option<(Work, Option<Mode>)> {
    let row = WORKS.iter().find(|&&(of, ..)| of == name)?;
    Some((row.1, row.2))
}

const WORKS: &[(&str, Work, Option<Mode>)] = &[
    // works: begin
    ("to_ascii", Work::Name(Form::Ascii), None),
    ("to_unicode", Work::Name(Form::Unicode), None),
    ("punycode_encode", Work::PunycodeEncode, None),
    ("punycode_decode", Work::PunycodeDecode, None),
    ("race_encode", Work::RaceEncode, None),
    ("race_decode", Work::RaceDecode, None),
    ("text_to_ascii", Work::Text(Form::Ascii), Some(Mode::Keep)),
    ("text_to_unicode", Work::Text(Form::Unicode), Some(Mode::Keep)),
    ("to_display", Work::Display(Policy::LOOKALIKE_AWARE), Some(Mode::Keep)),
    ("display_report", Work::Display(Policy::LOOKALIKE_AWARE), Some(Mode::Report)),
    ("skeleton", Work::Skeleton, Some(Mode::Keep)),
    ("is_valid", Work::Name(Form::Ascii), Some(Mode::Verdict)),
    ("to_ascii_report", Work::Name(Form::Ascii), Some(Mode::Report)),
    ("to_unicode_report", Work::Name(Form::Unicode), Some(Mode::Report)),
    // works: end
];
