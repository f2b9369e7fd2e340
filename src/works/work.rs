//! A work, what it is asked with, and what it can answer.

use super::plain_url::{append_plain_host, without_path};
use crate::clients::{Clients, agreed_of_plain};
use crate::display::{Finding, Policy};
use crate::domain::is_own_form;
use crate::error::{Error, ErrorKind};
use crate::files::WholeFile;
use crate::host::Reading;
use crate::label::{Form, LabelError};
use crate::memory::{self, Growing};
use crate::registry::RegistryRules;
use crate::relation::{SuffixRules, Zone};
use crate::text::Sought;
use crate::watch::Watchlist;
use crate::{Profile, is_plain};

/// A work: the result that each text gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Name(Form),
    PunycodeEncode,
    PunycodeDecode,
    /// The names inside each text.
    Text(Form),
    /// Names as they are shown.
    Display(Policy),
    Skeleton,
    /// The spelling of a name by which names are compared.
    Canonical,
    /// The same of the domain of an address.
    CanonicalAddress,
    /// The host of a URL in ASCII.
    UrlHost(Reading),
    /// The same with what else is known of the host, or why there is none.
    Host(Reading),
    /// The watched name or label that a text looks like most.
    Lookalike,
    /// The answer to whether a name is in a zone.
    Below,
    /// The part of a name that is registrable by a list of public suffixes.
    Registrable,
    /// The public suffix of a name, that part, and what is before it.
    SuffixParts,
    /// The names inside a text.
    Find,
    /// The host that all of some clients go to for a name, or, if true, for a URL.
    Agreed(bool),
    /// The answer to whether a label may be registered, and why not.
    RegistryCheck,
    /// The index label of a label.
    RegistryIndex,
}

impl Work {
    /// Returns whether a name that is its own form under every profile, without a final dot, stays as it is, except one
    /// that ends in a number ([`RowTask::asks_for_number`]).
    #[inline(always)]
    pub(crate) const fn is_of_names(self) -> bool {
        matches!(self, Self::Name(_) | Self::Display(_) | Self::Canonical | Self::Agreed(false))
    }

    /// So many misses take the time that a hit among pairs saves; 0 where there are none, as texts rarely repeat.
    pub(crate) const fn misses_per_hit(self) -> usize {
        match self {
            Self::Registrable => 1,
            // A reading by every client.
            Self::Agreed(_) => 64,
            _ if self.is_of_names() || matches!(self, Self::UrlHost(_)) => 3,
            _ => 0,
        }
    }

    /// Returns whether the result is no text: cells are appended.
    pub(crate) const fn is_packed(self) -> bool {
        matches!(
            self,
            Self::Below | Self::Host(_) | Self::Lookalike | Self::SuffixParts | Self::Find | Self::RegistryCheck
        )
    }
}

/// The treatment of a text that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowMode {
    /// The column is refused, with the first such text.
    Raise,
    /// Its row becomes null.
    Null,
    /// It stays as it is; of a name, what [`OnError::Keep`] leaves.
    Keep,
    /// Its row becomes null, and why is kept, as is why a name is not shown in Unicode.
    Report,
    /// Nothing is converted: the answer is which texts are refused.
    Verdict,
}

/// The work on the texts of a column.
#[derive(Clone, Copy)]
pub(crate) struct RowTask<'a> {
    pub(crate) work: Work,
    pub(crate) profile: &'a Profile,
    pub(crate) mode: RowMode,
    pub(crate) against: Against<'a>,
}

impl RowTask<'_> {
    /// Returns whether a name stays as it is, as far as one scan can tell.
    #[inline]
    pub(crate) fn is_own_form(&self, name: &[u8]) -> bool {
        match self.work {
            Work::Canonical => is_key(name),
            Work::Agreed(_) => agreed_of_plain(name).is_some(),
            _ => is_own_form(name, self.profile),
        }
    }

    /// Appends the result for a text in which it stands as it is, as far as one scan can tell. Returns whether it did.
    #[inline(always)]
    pub(crate) fn append_plain(&self, text: &[u8], output: &mut Growing<u8>) -> bool {
        matches!(self.work, Work::UrlHost(_)) && append_plain_host(text, output)
    }

    /// The part of a text that alone decides on its result.
    #[inline(always)]
    pub(crate) fn deciding_part<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        if matches!(self.work, Work::UrlHost(_)) { without_path(text) } else { text }
    }

    /// Returns whether a name that ends in a number does not stay as it is.
    pub(crate) fn asks_for_number(&self) -> bool {
        self.profile.deny_end_in_number || matches!(self.work, Work::Agreed(_))
    }

    /// Returns whether the result is a verdict, or no text.
    #[cfg(feature = "python")]
    pub(crate) fn makes_no_texts(&self) -> bool {
        self.mode == RowMode::Verdict || self.work.is_packed()
    }
}

/// The names that texts are held against, or that are sought in them.
#[derive(Clone, Copy)]
pub(crate) enum Against<'a> {
    Nothing,
    /// Names that no name that is shown may look like, or of which look-alikes are looked up.
    Watchlist(&'a Watchlist),
    Zone(&'a Zone),
    Suffixes(&'a SuffixRules),
    Registry(&'a RegistryRules),
    /// Names that are sought in texts.
    Sought(&'a Sought<'a>),
    /// Clients that are asked.
    Clients(Clients),
    /// Names of texts that are files, where their format says that they stand.
    File(WholeFile),
}

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowRefusal {
    pub(crate) error: Error,
    pub(crate) label_index: Option<usize>,
    pub(crate) code_point: Option<u32>,
}

impl From<Error> for RowRefusal {
    fn from(error: Error) -> Self {
        Self { error, label_index: None, code_point: None }
    }
}

impl From<LabelError> for RowRefusal {
    fn from(error: LabelError) -> Self {
        Self { error: error.error(), label_index: Some(error.label_index()), code_point: error.code_point() }
    }
}

/// The entry of a report about a text, besides its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    Refused(RowRefusal),
    /// Why the first label that is not shown in Unicode is not.
    Shown {
        label_index: usize,
        finding: Finding,
    },
}

impl Remark {
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.error.kind().code(),
            Self::Shown { finding, .. } => finding.reason.code(),
        }
    }

    pub(crate) const fn label_index(&self) -> Option<usize> {
        match self {
            Self::Refused(refusal) => refusal.label_index,
            Self::Shown { label_index, .. } => Some(*label_index),
        }
    }

    pub(crate) const fn offset(&self) -> usize {
        match self {
            Self::Refused(refusal) => refusal.error.offset(),
            Self::Shown { finding, .. } => finding.offset,
        }
    }

    pub(crate) const fn code_point(&self) -> Option<u32> {
        match self {
            Self::Refused(refusal) => refusal.code_point,
            Self::Shown { finding, .. } => finding.code_point,
        }
    }
}

/// The entry of a report, if there is one, about a text that has a form; or the reason why there is no form.
pub(crate) type RowResult = Result<Option<Remark>, Failure>;

/// The result where memory was there for all that was appended.
#[inline(always)]
pub(crate) fn taken(output: &Growing<u8>, remark: Option<Remark>) -> RowResult {
    if output.is_refused() { Err(memory::refused().into()) } else { Ok(remark) }
}

/// Why there is no form of a text.
pub(crate) enum Failure {
    NotUtf8,
    Refused(RowRefusal),
    /// The text is accepted, and has none.
    Nothing,
}

impl<T: Into<RowRefusal>> From<T> for Failure {
    fn from(refusal: T) -> Self {
        Self::Refused(refusal.into())
    }
}

/// Returns whether a name is its own canonical spelling, as far as one scan can tell.
#[inline]
pub(super) fn is_key(name: &[u8]) -> bool {
    is_plain(name) && !name.ends_with(b".")
}

/// Returns whether an error says nothing about the text.
pub(crate) fn is_want_of_memory(error: Error) -> bool {
    error.kind() == ErrorKind::OutOfMemory
}
