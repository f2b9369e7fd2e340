//! The known mistakes that make a label with the prefix of A-labels that is none, and the name that was meant.
//!
//! ```text
//! meant(label):
//!     a label that is valid was made by no mistake
//!     text = the Punycode behind xn--, decoded
//!     bare = text without the marks of a filter rule around it
//!     name = bare converted by UTS #46, which maps it, knows every dot and decodes the A-labels in it
//!     a name that is refused is not known, unless it is such a label itself
//! ```
//!
//! The mapping has one answer, so a name is meant for certain or not told at all.

use super::near::{Fault, MOST};
use super::shown::string;
use crate::domain::{is_valid, to_unicode};
use crate::error::ErrorKind;
use crate::label::{self, is_separator};
use crate::{Profile, bounded, punycode};

/// A mistake of the program that made a label: see [`Error::hint`](crate::Error::hint).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mistake {
    /// ASCII text was encoded, which is its own ASCII form: `xn--example-`.
    AsciiEncoded,
    /// An A-label was encoded once more: `xn--xn--fa-hia-`.
    EncodedTwice,
    /// A filter rule was encoded with its marks: `xn--||bcher-p2a`.
    FilterRule,
    /// A text with full-width characters was encoded without the mapping to others: `xn--mi7chab1aes7c`.
    FullWidth,
    /// A dot other than U+002E was encoded as if it were a letter: `xn--bcherde-n2a0649h`.
    UnknownDot,
    /// The text was encoded before it was mapped to lower case and normalized: `xn--bcher-2pa`.
    Unmapped,
}

impl Mistake {
    /// The mistake, a phrase.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::AsciiEncoded => "ASCII text was encoded, which needs no A-label",
            Self::EncodedTwice => "a name was encoded twice",
            Self::FilterRule => "a filter rule was encoded with its marks",
            Self::FullWidth => "full-width characters were encoded without the mapping of UTS #46",
            Self::UnknownDot => "a dot other than '.' was encoded as a part of the label",
            Self::Unmapped => "the text was encoded without the mapping of UTS #46",
        }
    }
}

impl Fault {
    /// The mistake that made the label at the fault, and the name that was meant.
    pub(crate) fn meant(&self) -> Option<(Mistake, String)> {
        use ErrorKind::{DisallowedCodepoint, ForbiddenHostCodepoint, InvalidAlabel, LabelTooLong, NonCanonicalAlabel};
        let is_of_alabel = matches!(self.kind, ErrorKind::NotNfc | ErrorKind::Std3Disallowed | InvalidAlabel)
            || matches!(self.kind, DisallowedCodepoint | ForbiddenHostCodepoint | LabelTooLong | NonCanonicalAlabel)
            || self.kind == ErrorKind::LabelSeparator && self.in_name;
        let offset = self.offset.filter(|_| is_of_alabel && !self.is_long)?;
        // In a URL and in an address more than dots surrounds a label.
        let is_around = |unit: &u32| char::from_u32(*unit).is_some_and(|one| "/\\:?#".contains(one));
        self.label(offset).split(is_around).find_map(|part| {
            let user = if label::has_prefix(part) { 0 } else { part.iter().position(|&unit| unit == 0x40)? };
            meant(bounded::rest(part, user).strip_prefix(&[0x40]).unwrap_or(part))
        })
    }
}

/// The name that a program meant with a label, in its Unicode form, and the mistake; `None` where none is known.
fn meant(label: &[u32]) -> Option<(Mistake, String)> {
    let given = string(label).filter(|_| label.len() <= MOST && label::has_prefix(label))?;
    if is_valid(&given, &Profile::UTS46) {
        return None;
    }
    let payload: Vec<u8> =
        bounded::rest(label, 4).iter().map(|&unit| u8::try_from(unit).ok()).collect::<Option<_>>()?;
    let mut found = None;
    punycode::shared::decode(&payload, &mut |text| found = of_decoded(text)).ok()?;
    found
}

fn of_decoded(text: &[u32]) -> Option<(Mistake, String)> {
    let bare = without_marks(text);
    let name = string(bare)?;
    let is_one_of = |is: fn(u32) -> bool| bare.iter().any(|&unit| is(unit));
    let mistake = match bare {
        _ if bare.len() < text.len() => Mistake::FilterRule,
        _ if name.is_ascii() && label::has_prefix(bare) => Mistake::EncodedTwice,
        _ if name.is_ascii() => Mistake::AsciiEncoded,
        _ if is_one_of(is_separator) => Mistake::UnknownDot,
        _ if is_one_of(|unit| matches!(unit, 0xFF01..=0xFF5E)) => Mistake::FullWidth,
        _ => Mistake::Unmapped,
    };
    // Of services the names have an `_`, and of wildcards a `*`. The mistake before may have been another one.
    let of_services = || to_unicode(&name, &Profile::DNS).ok().filter(|name| name.is_ascii());
    let meant = match to_unicode(&name, &Profile::UTS46) {
        Ok(meant) => meant.into_owned(),
        Err(_) if label::has_prefix(bare) => meant(bare)?.1,
        Err(_) => of_services()?.into_owned(),
    };
    Some((mistake, meant))
}

/// A text without the marks that a rule of a filter list has around a name: `||name^`, `@@||name^|`.
fn without_marks(text: &[u32]) -> &[u32] {
    let is = |marks: &'static str| move |unit: &&u32| marks.chars().any(|mark| u32::from(mark) == **unit);
    let exception = text.strip_prefix(&[0x40, 0x40]).unwrap_or(text);
    let begin = exception.iter().take_while(is("|")).count();
    let rest = bounded::rest(exception, begin);
    let end = rest.iter().rev().take_while(is("^|")).count();
    bounded::part(rest, 0..bounded::sub(rest.len(), end))
}
