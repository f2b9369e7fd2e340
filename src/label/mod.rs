//! One label: the prefix `xn--`, A-labels and U-labels, and the rules that make them valid.
//!
//! A label is converted in one of two ways. [`convert`](convert::convert) decides whether it is valid and writes its
//! form; it allocates nothing for a label of the usual size and checks no more than it must. When it refuses,
//! [`explain`](explain::explain) goes over the label once more and names every problem and its place. Both apply the
//! same rules, and every label is refused by both or by neither.
//!
//! This room knows no dots: to it a full stop is a character that no label has.

mod alabel;
mod bidi;
mod context;
mod convert;
mod explain;
mod length;
mod mapping;
mod output;
#[cfg(any(feature = "python", test))]
mod payload;
mod places;
mod scan;
mod text;

#[cfg(feature = "python")]
pub(crate) use bidi::breaches as bidi_breaches;
#[cfg(feature = "python")]
pub(crate) use context::refused as refused_code_points;
pub(crate) use convert::{Converted, convert, convert_ldh};
pub(crate) use explain::{Problem, explain, first};
pub(crate) use length::{MAX_LABEL, MAX_NAME};
pub(crate) use mapping::is_mapped_away;
pub(crate) use output::{Discard, NameOutput, Output};
#[cfg(any(feature = "python", test))]
pub(crate) use payload::{decode_payload, encode_payload};
pub(crate) use text::{Text, is_separator};

use smallvec::SmallVec;

use crate::error::{Error, ErrorKind};
use crate::memory::{self, Refusals};
use crate::profile::Profile;

/// The form a label or a name is wanted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A-labels.
    Ascii,
    /// U-labels.
    Unicode,
}

/// How a label is to be taken.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) form: Form,
    /// Whether the name is known to be bidirectional, so that the Bidi Rule holds for every label of it.
    pub(crate) in_bidi_name: bool,
    /// Whether no label stands before this one: `*` may stand there alone.
    pub(crate) is_first: bool,
    /// Where a refusal of memory is noted.
    pub(crate) memory: &'a Refusals,
}

/// A label that is ASCII: most fit without an allocation.
type Ascii = SmallVec<[u8; 64]>;

/// Memory that labels are worked on in, one after another.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The code points of a label.
    given: Vec<u32>,
    /// What a label is mapped to, or an A-label decodes to.
    text: Vec<u32>,
    /// A label that is ASCII, in lower case.
    ascii: Ascii,
}

/// A refusal of one label of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelError {
    error: Error,
    label_index: usize,
    code_point: Option<u32>,
}

impl LabelError {
    #[cold]
    pub(crate) const fn new(error: Error, label_index: usize, code_point: Option<u32>) -> Self {
        Self { error, label_index, code_point }
    }

    /// A refusal of the allocator, which says nothing about the name.
    #[cold]
    pub(crate) const fn out_of_memory(error: Error) -> Self {
        Self::new(error, 0, None)
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.error.kind()
    }

    /// Where it is wrong: 0-based, in characters of the whole input.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.error.offset()
    }

    /// Which label it is: 0-based. 0 where the whole name is at fault.
    #[must_use]
    pub const fn label_index(self) -> usize {
        self.label_index
    }

    /// The code point to blame: that of the input at the offset, or inside an A-label the one it decodes to. `None` where
    /// no single one is.
    #[must_use]
    pub const fn code_point(self) -> Option<u32> {
        self.code_point
    }

    /// The error without the label.
    #[must_use]
    pub const fn error(self) -> Error {
        self.error
    }
}

impl core::fmt::Display for LabelError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let reason = self.kind().reason(self.code_point);
        write!(f, "{} at offset {} in label {}: {reason}", self.kind().code(), self.offset(), self.label_index)
    }
}

impl core::error::Error for LabelError {}

impl From<LabelError> for Error {
    fn from(refused: LabelError) -> Self {
        refused.error
    }
}

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

/// Converts one label.
pub(crate) fn convert_label<T: Text + ?Sized, O: NameOutput>(
    label: &T,
    profile: &Profile,
    form: Form,
    mut output: O,
) -> Result<O, LabelError> {
    let refused = |error, code_point| LabelError::new(error, 0, code_point);
    if label.size() == 0 {
        return Err(refused(Error::new(ErrorKind::EmptyLabel, 0), None));
    }
    if let Some(separator) = label.separator() {
        let place = label.part(0..separator.start).code_points().count();
        let unit = label.part(separator).code_points().next();
        return Err(refused(Error::new(ErrorKind::LabelSeparator, place), unit));
    }
    let memory = &Refusals::default();
    let task = Task { profile, form, in_bidi_name: false, is_first: true, memory };
    let converted = convert(label, task, &mut Scratch::default(), &mut output);
    let problem = if converted.is_none() { Some(first(label, task)) } else { None };
    if memory.any() || output.is_refused() {
        return Err(LabelError::out_of_memory(memory::refused()));
    }
    match problem {
        // Characters that are mapped to nothing make an empty label, which no profile takes for a whole one.
        None if output.size() == 0 => Err(refused(Error::new(ErrorKind::EmptyLabel, 0), None)),
        None => Ok(output),
        Some(problem) => Err(refused(problem.error, problem.code_point)),
    }
}
