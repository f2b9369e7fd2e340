//! The functions of columns by their names. Each is a row of `tools/works_table.py`; `tools/works.py` writes it here.

use super::work::{RowMode, Work};
use crate::display::Policy;
use crate::host::Reading;
use crate::label::Form;

/// The work of a function, and what becomes of texts that are refused, where that is no choice.
pub(crate) fn work_named(name: &str) -> Option<(Work, Option<RowMode>)> {
    let row = WORKS.iter().find(|&&(of, ..)| of == name)?;
    Some((row.1, row.2))
}

const WORKS: &[(&str, Work, Option<RowMode>)] = &[
    // works: begin
    ("to_ascii", Work::Name(Form::Ascii), None),
    ("to_unicode", Work::Name(Form::Unicode), None),
    ("punycode_encode", Work::PunycodeEncode, None),
    ("punycode_decode", Work::PunycodeDecode, None),
    ("text_find", Work::Find, Some(RowMode::Keep)),
    ("text_to_ascii", Work::Text(Form::Ascii), Some(RowMode::Keep)),
    ("text_to_unicode", Work::Text(Form::Unicode), Some(RowMode::Keep)),
    ("canonical", Work::Canonical, None),
    ("email_canonical", Work::CanonicalAddress, None),
    ("url_host", Work::UrlHost(Reading::Url(None)), None),
    ("host", Work::Host(Reading::Url(None)), None),
    ("is_below", Work::Below, None),
    ("clients_agreed", Work::Agreed(false), None),
    ("registrable", Work::Registrable, None),
    ("suffix_parts", Work::SuffixParts, None),
    ("to_display", Work::Display(Policy::LOOKALIKE_AWARE), Some(RowMode::Keep)),
    ("display_report", Work::Display(Policy::LOOKALIKE_AWARE), Some(RowMode::Report)),
    ("lookalikes", Work::Lookalike, Some(RowMode::Keep)),
    ("skeleton", Work::Skeleton, Some(RowMode::Keep)),
    ("registry_check", Work::RegistryCheck, Some(RowMode::Keep)),
    ("registry_index", Work::RegistryIndex, Some(RowMode::Keep)),
    ("is_valid", Work::Name(Form::Ascii), Some(RowMode::Verdict)),
    ("to_ascii_report", Work::Name(Form::Ascii), Some(RowMode::Report)),
    ("to_unicode_report", Work::Name(Form::Unicode), Some(RowMode::Report)),
    ("url_host_report", Work::UrlHost(Reading::Url(None)), Some(RowMode::Report)),
    ("registrable_report", Work::Registrable, Some(RowMode::Report)),
    // works: end
];
