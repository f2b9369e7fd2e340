//! Everything there is to say about a name, each thing once: both forms are one text, and labels are parts of it.

use core::ops::Range;

use crate::label::{LabelError, MappedCharacter};

/// Which kind of label a label is (RFC 5890 section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelKind {
    /// A reserved LDH label: hyphens in third and fourth position, and another prefix than `xn--`.
    Ldh,
    /// An LDH label that is not reserved: letters, digits and hyphens inside, as in most names.
    NrLdh,
    /// An A-label, given as such.
    ALabel,
    /// A label that was given in Unicode and is written as an A-label in ASCII.
    ULabel,
    /// A label with the prefix `xn--` that is not an A-label under the profile.
    FakeAlabel,
    /// All others: refused labels, and those with `_` or `*`.
    Other,
}

impl LabelKind {
    /// The name: `ldh`, `nr_ldh`, `a_label`, `u_label`, `fake_alabel` or `other`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ldh => "ldh",
            Self::NrLdh => "nr_ldh",
            Self::ALabel => "a_label",
            Self::ULabel => "u_label",
            Self::FakeAlabel => "fake_alabel",
            Self::Other => "other",
        }
    }
}

/// The findings of [`inspect`](super::inspect) about one label. [`Inspection::forms`] tells its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelReport {
    /// Where the label stands in the input, in characters.
    pub range: Range<usize>,
    /// Its part of the ASCII and of the Unicode form, where it is valid.
    pub(super) forms: Option<[Range<usize>; 2]>,
    /// The scripts of its Unicode form, or of the input where it has none, in the order of their first character.
    /// Common and Inherited are left out.
    pub scripts: Vec<&'static str>,
    /// Every problem in the order of the rules; none where the label is valid. At most 256, and of one name 1,024, but
    /// always the first.
    pub errors: Vec<LabelError>,
    /// Which kind of label it is.
    pub kind: LabelKind,
    /// The problems of a label that passes all the same: those that the profile would refuse it with if it verified
    /// A-labels and domains in ASCII.
    pub problems: Vec<LabelError>,
    /// The characters that are mapped, as many as there may be problems; the separator behind the label, if it is not
    /// U+002E; and of the last label those behind the last separator that are mapped to nothing, so that the root is
    /// there. None of a label that is too long whatever it is mapped to.
    pub mapped: Vec<MappedCharacter>,
}

impl LabelReport {
    /// A label of which no more is known yet.
    pub(super) fn new(range: Range<usize>, forms: Option<[Range<usize>; 2]>) -> Self {
        let (scripts, errors, problems, mapped) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { range, forms, scripts, errors, kind: LabelKind::Other, problems, mapped }
    }
}

/// The findings of [`inspect`](super::inspect) about a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// The labels, at most the first 127. The dot of the root makes no label.
    pub labels: Vec<LabelReport>,
    /// The number of labels.
    pub label_count: usize,
    /// The problem that [`to_ascii`](crate::to_ascii) refuses the name with. It is also among the problems of its label
    /// or of the whole name.
    pub first_error: Option<LabelError>,
    /// The problems of the whole name, and the first one behind the labels that are looked at.
    pub errors: Vec<LabelError>,
    /// True if a label is right-to-left, which makes this a Bidi domain name (RFC 5893 section 1.4). Of labels that are
    /// refused, those that the Bidi Rule refuses count.
    pub is_bidi: bool,
    /// True if the labels are valid and the ASCII form ends in a number, so that a URL parser reads an IPv4 address or
    /// fails (URL Standard, "ends in a number checker").
    pub ends_in_number: bool,
    pub(crate) is_valid: bool,
    /// The ASCII form of a valid name; else of its valid labels.
    pub(crate) ascii: String,
    /// The Unicode form of the same, where it is another.
    pub(crate) unicode: Option<String>,
}

impl Inspection {
    /// The ASCII form, where the name is valid.
    #[must_use]
    pub fn ascii(&self) -> Option<&str> {
        self.is_valid.then_some(&self.ascii)
    }

    /// The Unicode form, where the name is valid.
    #[must_use]
    pub fn unicode(&self) -> Option<&str> {
        self.is_valid.then_some(self.unicode.as_ref().unwrap_or(&self.ascii))
    }

    /// The ASCII form and the Unicode form of one of the labels, where it is valid.
    #[must_use]
    pub fn forms(&self, label: &LabelReport) -> Option<(&str, &str)> {
        // The label of another name may have no forms here.
        let [ascii, unicode] = label.forms.clone()?;
        Some((self.ascii.get(ascii)?, self.unicode.as_ref().unwrap_or(&self.ascii).get(unicode)?))
    }
}
