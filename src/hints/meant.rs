//! The known mistakes that make a label with the prefix of A-labels that is none, and the name that was meant.
//!
//! ```text
//! meant(label):
//!     a label that is valid was made by no mistake
//!     text = the Punycode behind xn--, decoded; of a whole name that was encoded as one label, that of all of it
//!     bare = text without the marks of a filter rule around it, or read right if its UTF-8 was read as Latin-1
//!     name = bare converted by UTS #46, which maps it, knows every dot and decodes the A-labels in it
//!     a name that is refused is not known, unless it is such a label itself
//!     a name that no person would write, or that has a second reading, is not told
//! ```

use super::likely;
use super::near::{Fault, MOST};
use super::shown::string;
use crate::domain::{inspect, is_valid, to_unicode};
use crate::error::ErrorKind;
use crate::label::{self, MappingKind, is_separator};
use crate::security::resolved_scripts;
use crate::{Profile, bounded, memory, punycode};

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
    /// UTF-8 that was read as Latin-1 or Windows-1252 was encoded.
    Misread,
    /// A dot other than U+002E was encoded as if it were a letter: `xn--bcherde-n2a0649h`.
    UnknownDot,
    /// The text was encoded before it was mapped to lower case and normalized: `xn--bcher-2pa`.
    Unmapped,
    /// A name was encoded with its dots, as if it were one label: `xn--bcher.de-65a`.
    WholeName,
}

impl Mistake {
    /// The mistake, a phrase.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::AsciiEncoded => "ASCII text was encoded, which needs no A-label",
            Self::EncodedTwice => "a name was encoded twice",
            Self::FilterRule => "a filter rule was encoded with its marks",
            Self::FullWidth => "full-width characters were encoded without the mapping of UTS #46",
            Self::Misread => "UTF-8 that was read as Latin-1 or Windows-1252 was encoded",
            Self::UnknownDot => "a dot other than '.' was encoded as a part of the label",
            Self::Unmapped => "the text was encoded without the mapping of UTS #46",
            Self::WholeName => "a whole name was encoded as one label",
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
        // In a URL, an address and a line more than dots surrounds a label.
        let is_around = |unit: &u32| char::from_u32(*unit).is_some_and(|one| "/\\:?# \t".contains(one));
        let before = self.units.get(..offset)?;
        let behind = |place: usize| bounded::add(place, 1);
        let start = before.iter().rposition(|unit| is_around(unit) || is_separator(*unit)).map_or(0, behind);
        let user = before.get(start..)?.iter().rposition(|&unit| unit == 0x40).map_or(0, behind);
        let begins = label::has_prefix(self.units.get(start..)?);
        let rest = self.units.get(if begins { start } else { bounded::add(start, user) }..)?;
        meant(rest.split(is_around).next()?)
    }
}

/// The name that a program meant with a label of a name and what stands behind it, and the mistake; `None` where none
/// is known.
pub(crate) fn meant_by(name: &str) -> Option<(Mistake, String)> {
    let units: Vec<u32> = memory::collected(name.chars().map(u32::from), name.len()).ok()?;
    let mut rest = units.get(..).filter(|units| units.len() <= MOST);
    while let Some(name) = rest {
        if let Some(found) = meant(name) {
            return Some(found);
        }
        let dot = name.iter().position(|&unit| is_separator(unit));
        rest = dot.map(|dot| bounded::rest(name, bounded::add(dot, 1)));
    }
    None
}

/// The name that a program meant with the first label of a name, in its Unicode form, and the mistake; `None` where
/// none is known.
fn meant(name: &[u32]) -> Option<(Mistake, String)> {
    let mut labels = name.split(|&unit| is_separator(unit));
    let label = labels.next().filter(|label| label.len() <= MOST && label::has_prefix(label))?;
    if is_valid(&string(label)?, &Profile::UTS46) {
        return None;
    }
    // No top-level domain has a hyphen but that of an A-label: it is the delimiter of a whole name.
    let is_whole = labels.next_back().is_some_and(|last| last.contains(&0x2D) && !label::has_prefix(last));
    let encoded = if is_whole { name } else { label };
    let payload: Option<Vec<u8>> = encoded.iter().skip(4).map(|&unit| u8::try_from(unit).ok()).collect();
    let mut found = None;
    punycode::shared::decode(&payload?, &mut |text| found = of_decoded(text, is_whole)).ok()?;
    found
}

fn of_decoded(text: &[u32], is_whole: bool) -> Option<(Mistake, String)> {
    let read_right = likely::read_right(text);
    let right: Vec<u32> = read_right.iter().flat_map(|right| right.chars().map(u32::from)).collect();
    let bare = if read_right.is_some() { &right } else { without_marks(text) };
    let name = string(bare)?;
    let is_one_of = |is: fn(u32) -> bool| bare.iter().any(|&unit| is(unit));
    let mistake = match bare {
        _ if is_whole => Mistake::WholeName,
        _ if read_right.is_some() => Mistake::Misread,
        _ if bare.len() < text.len() => Mistake::FilterRule,
        _ if name.is_ascii() && label::has_prefix(bare) => Mistake::EncodedTwice,
        _ if name.is_ascii() => Mistake::AsciiEncoded,
        _ if is_one_of(is_separator) => Mistake::UnknownDot,
        _ if is_one_of(|unit| matches!(unit, 0xFF01..=0xFF5E)) => Mistake::FullWidth,
        _ => Mistake::Unmapped,
    };
    // The second reading is an A-label with a hyphen too many.
    if mistake == Mistake::AsciiEncoded && is_valid(&format!("xn--{name}"), &Profile::UTS46) {
        return None;
    }
    // Of services the names have an `_`, and of wildcards a `*`. The mistake before may have been another one.
    let of_services = || to_unicode(&name, &Profile::DNS).ok().filter(|name| name.is_ascii());
    let meant = match to_unicode(&name, &Profile::UTS46) {
        Ok(meant) => meant.into_owned(),
        Err(_) if label::has_prefix(bare) => meant(bare)?.1,
        Err(_) => of_services()?.into_owned(),
    };
    is_plausible(&name, &meant).then_some((mistake, meant))
}

/// Returns whether somebody may have written the text and meant the name. The text of an A-label with a wrong digit is
/// of several scripts, or has characters that stand for others, such as fractions.
fn is_plausible(text: &str, name: &str) -> bool {
    let is_of_label = |label: &str| {
        !label.starts_with('-')
            && !label.ends_with('-')
            && !label.contains("xn--")
            && !resolved_scripts(label).is_empty()
    };
    let inspection = inspect(text, &Profile::UTS46);
    let is_typed = |kind: MappingKind| !matches!(kind, MappingKind::Compatibility | MappingKind::Ignored);
    let mut mapped = inspection.labels.iter().flat_map(|label| &label.mapped);
    name.split('.').all(is_of_label) && mapped.all(|one| is_typed(one.kind))
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
