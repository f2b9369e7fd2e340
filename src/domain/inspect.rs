//! Everything there is to say about a name: both forms, and every problem of every label.

use core::ops::Range;

use super::look::{Findings, look};
use crate::label::{Input, LabelError};
use crate::profile::Profile;

/// What [`inspect`] found in one label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelReport {
    /// Where the label stands in the input, in characters.
    pub range: Range<usize>,
    /// Its ASCII form, where it is valid.
    pub alabel: Option<String>,
    /// Its Unicode form, where it is valid.
    pub ulabel: Option<String>,
    /// The scripts of its Unicode form, or of the input where it has none, in the order of their first character.
    /// Common and Inherited are left out.
    pub scripts: Vec<&'static str>,
    /// Every problem in the order of the rules; none where the label is valid. At most 256, and of one name 1,024, but
    /// always the first.
    pub errors: Vec<LabelError>,
}

/// What [`inspect`] found in a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// The labels, at most the first 127. The dot of the root is none.
    pub labels: Vec<LabelReport>,
    /// How many labels there are.
    pub label_count: usize,
    /// The problem that [`to_ascii`](crate::to_ascii) refuses the name with. It is also among the problems of its label
    /// or of the whole name.
    pub first_error: Option<LabelError>,
    /// The problems of the whole name, and the first one behind the labels that are looked at.
    pub errors: Vec<LabelError>,
    /// The ASCII form, where the name is valid.
    pub ascii: Option<String>,
    /// The Unicode form, where the name is valid.
    pub unicode: Option<String>,
    /// Whether a valid label is right-to-left, so that the Bidi Rule holds for every label (RFC 5893 section 1.4).
    pub is_bidi: bool,
}

/// Looks at a name and lists every problem. Never refuses.
///
/// ```
/// use acelabel::{Profile, inspect};
///
/// let inspection = inspect("xn--a._x.bücher.de", &Profile::UTS46);
/// let codes: Vec<_> = inspection.labels.iter().flat_map(|label| &label.errors).map(|e| e.kind().code()).collect();
/// assert_eq!(codes, ["disallowed_codepoint", "std3_disallowed"]);
/// assert_eq!(inspection.labels[2].alabel.as_deref(), Some("xn--bcher-kva"));
/// ```
#[must_use]
pub fn inspect(name: &str, profile: &Profile) -> Inspection {
    looked(name, profile)
}

/// Looks at a name given as code points, as [`inspect`] does.
#[must_use]
pub fn inspect_code_points(name: &[u32], profile: &Profile) -> Inspection {
    looked(name, profile)
}

/// Where the allocator refuses memory, that is all there is to say.
fn looked<T: Input + ?Sized>(name: &T, profile: &Profile) -> Inspection {
    look(name, profile).map_or_else(
        |error| Inspection {
            labels: Vec::new(),
            label_count: 0,
            first_error: Some(LabelError::out_of_memory(error)),
            errors: vec![LabelError::out_of_memory(error)],
            ascii: None,
            unicode: None,
            is_bidi: false,
        },
        told,
    )
}

/// The findings, with each form as a text of its own.
fn told(findings: Findings) -> Inspection {
    let labels = findings.labels.iter().map(|label| {
        let forms = findings.forms(label);
        LabelReport {
            range: label.range.clone(),
            alabel: forms.map(|(ascii, _)| ascii.to_owned()),
            ulabel: forms.map(|(_, unicode)| unicode.to_owned()),
            scripts: label.scripts.clone(),
            errors: label.errors.clone(),
        }
    });
    Inspection {
        labels: labels.collect(),
        label_count: findings.label_count,
        first_error: findings.first,
        errors: findings.errors.clone(),
        unicode: findings.unicode_form().map(str::to_owned),
        is_bidi: findings.is_bidi,
        ascii: findings.is_valid.then_some(findings.ascii),
    }
}
