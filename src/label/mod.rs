//! One label: the prefix `xn--`, A-labels and U-labels, and the validity criteria. UTS #46 section 4, RFC 5891 and RFC
//! 3490.
//!
//! A label is processed in steps: it is mapped and normalized ([`map`]), an A-label is decoded, the
//! validity criteria are asked ([`rules`]), and the form is encoded. [`convert`](convert::convert) ends at the first
//! problem and allocates nothing for a label of the usual size. [`problems`](inspect::problems) takes the same steps
//! with a report that keeps every problem, and with a mapping that tells where each character came from ([`origins`]):
//! so what is refused is explained.
//!
//! Of names this room knows which characters separate labels: [`convert`](convert::convert) reads up to the next one.
//! All else about names is `domain`'s.

mod ascii_domain;
mod character;
mod convert;
mod error;
mod escape;
mod input;
mod inspect;
mod map;
mod mapped;
mod mapping_kind;
mod number;
mod older;
mod origins;
mod output;
mod prefix;
mod rules;
mod task;
mod unit;
mod vanishing;

pub(crate) use ascii_domain::{forbidden, push_lower_case};
pub use character::{CodePoint, CodePointStatus, code_point};
pub(crate) use convert::{Converted, Label, convert, convert_ascii};
pub use error::{ItemError, LabelError, LineError};
pub use escape::{EscapeBase, escape_label, unescape_label};
pub(crate) use escape::{Unescaped, characters, push_escaped, resolved};
#[cfg(feature = "python")]
pub(crate) use escape::{escaped_octets, escaped_text, unescaped_octets, unescaped_text};
#[cfg(feature = "python")]
pub(crate) use input::SEPARATORS;
pub(crate) use input::{Input, is_separator};
pub(crate) use inspect::{first_problem, problems};
pub use mapped::MappedCharacter;
pub(crate) use mapped::{mapped_characters, origin_of_part};
pub use mapping_kind::MappingKind;
pub(crate) use number::{becomes_number, is_number};
pub(crate) use output::{Discard, LabelOutput, NameOutput};
pub(crate) use prefix::{PREFIX, has_prefix, holds_prefix, payload};
pub(crate) use rules::length::{MAX_LABEL, MAX_NAME, is_name_too_long};
pub(crate) use rules::{InName, Refused, are_joiners_in_context, are_others_in_context, is_rtl};
#[cfg(any(feature = "python", fuzzing))]
pub(crate) use rules::{Report, bidi_rule, code_points, hyphens, initial_mark, nfc};
pub(crate) use task::{Form, Scratch, Task};
pub(crate) use vanishing::is_mapped_away;

use crate::error::{Error, ErrorKind};
use crate::memory::{self, Refusals};
use crate::profile::Profile;

/// Converts one label to its A-label, or to lower case where it is ASCII (RFC 5890 section 2.3.2.1).
///
/// ```
/// use acelabel::{ErrorKind, Profile, alabel};
///
/// assert_eq!(alabel("bücher", &Profile::UTS46).unwrap(), "xn--bcher-kva");
/// assert_eq!(alabel("bücher.de", &Profile::UTS46).unwrap_err().kind(), ErrorKind::LabelSeparator);
/// ```
///
/// # Errors
///
/// [`ErrorKind::LabelSeparator`] at a full stop (U+002E, U+3002, U+FF0E, U+FF61); else as
/// [`to_ascii`](crate::to_ascii), where the label is the whole name.
pub fn alabel(label: &str, profile: &Profile) -> Result<String, LabelError> {
    convert_label(label, profile, Form::Ascii, String::new())
}

/// Converts one label to its U-label, or to lower case where it is ASCII without the prefix (RFC 5890 section
/// 2.3.2.1).
///
/// ```
/// use acelabel::{Profile, ulabel};
///
/// assert_eq!(ulabel("XN--BCHER-KVA", &Profile::UTS46).unwrap(), "bücher");
/// ```
///
/// # Errors
///
/// As [`alabel`].
pub fn ulabel(label: &str, profile: &Profile) -> Result<String, LabelError> {
    convert_label(label, profile, Form::Unicode, String::new())
}

/// Converts one label given as code points, as [`alabel`] does.
///
/// # Errors
///
/// As [`alabel`].
pub fn alabel_code_points(label: &[u32], profile: &Profile) -> Result<String, LabelError> {
    convert_label(label, profile, Form::Ascii, String::new())
}

/// Converts one label given as code points, as [`ulabel`] does.
///
/// # Errors
///
/// As [`alabel`].
pub fn ulabel_code_points(label: &[u32], profile: &Profile) -> Result<String, LabelError> {
    convert_label(label, profile, Form::Unicode, String::new())
}

pub(crate) fn convert_label<T: Input + ?Sized, O: NameOutput>(
    label: &T,
    profile: &Profile,
    form: Form,
    mut output: O,
) -> Result<O, LabelError> {
    const EMPTY: LabelError = LabelError::new(Error::new(ErrorKind::EmptyLabel, 0), 0, None);
    if label.size() == 0 {
        return Err(EMPTY);
    }
    if let Some((place, unit)) = label.code_points().enumerate().find(|&(_, unit)| is_separator(unit)) {
        return Err(LabelError::new(Error::new(ErrorKind::LabelSeparator, place), 0, Some(unit)));
    }
    // The label is the whole domain (URL Standard, "domain parser").
    let passes = profile.pass_ascii_domain && label.is_ascii();
    if let Some(error) = passes.then(|| forbidden(label).next()).flatten() {
        return Err(error);
    }
    if passes && form == Form::Ascii {
        return push_lower_case(label, &mut task::Ascii::new(), &mut output).map(|()| output);
    }
    let memory = &Refusals::default();
    let task = Task { profile, form, in_bidi_name: false, is_first: true, memory };
    // Neither facts nor a copy are needed of a usual label that is ASCII.
    let converted = if label.size() <= MAX_LABEL && label.is_ascii() {
        convert_ascii(label, false, &task, &mut output)
    } else {
        convert(label, 0, &task, &mut Scratch::default(), &mut output).converted
    };
    let problem = converted.err().and_then(|_| first_problem(label, &task));
    if memory.any() || output.is_refused() {
        return Err(LabelError::out_of_memory(memory::refused()));
    }
    match problem {
        Some(_) if passes => push_lower_case(label, &mut task::Ascii::new(), &mut output).map(|()| output),
        // Characters that are mapped to nothing make an empty label, which no profile takes for a whole one.
        None if output.size() == 0 => Err(EMPTY),
        None if profile.deny_end_in_number && becomes_number(label, &task) => {
            Err(LabelError::new(Error::new(ErrorKind::EndsInNumber, 0), 0, None))
        }
        None => Ok(output),
        Some(problem) => Err(problem),
    }
}

#[cfg(test)]
mod tests;
