//! The conversion of one text of a column.

mod parts;

use super::plain_url::{append_plain_host, without_path};
use super::scan::ascii;
use crate::display::shown::{Watch, write_shown};
use crate::display::{Finding, Policy};
use crate::domain::{Conversion, convert_name, is_own_form};
use crate::error::{Error, ErrorKind};
use crate::host::HostMemory;
use crate::label::{Form, Input, LabelError, Scratch};
use crate::memory::{self, Growing};
use crate::punycode::shared;
use crate::relation::{SuffixRules, Zone};
use crate::text::{Rewriting, Sought};
use crate::watch::Watchlist;
use crate::{OnError, Profile, bounded, is_plain, security, utf8};

/// The form that a column is converted to.
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
    UrlHost,
    /// The same with what else is known of the host.
    Host,
    /// The watched name or label that a text looks like most.
    Lookalike,
    /// The answer to whether a name is in a zone.
    Below,
    /// The part of a name that is registrable by a list of public suffixes.
    Registrable,
    /// The names inside a text.
    Find,
}

impl Work {
    /// Returns whether a name that is its own form under every profile, without a final dot, stays as it is.
    #[inline(always)]
    pub(super) const fn is_of_names(self) -> bool {
        matches!(self, Self::Name(_) | Self::Display(_) | Self::Canonical)
    }

    /// So many misses take the time that a hit among pairs saves; 0 where there are none, as texts rarely repeat.
    pub(super) const fn misses_per_hit(self) -> usize {
        match self {
            Self::Registrable => 1,
            _ if self.is_of_names() || matches!(self, Self::UrlHost) => 3,
            _ => 0,
        }
    }

    /// Returns whether the result is no text: cells are appended.
    pub(crate) const fn is_packed(self) -> bool {
        matches!(self, Self::Below | Self::Host | Self::Lookalike | Self::Find)
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
    pub(super) fn is_own_form(&self, name: &[u8]) -> bool {
        match self.work {
            Work::Canonical => is_key(name),
            _ => is_own_form(name, self.profile),
        }
    }

    /// Appends the result for a text in which it stands as it is, as far as one scan can tell. Returns whether it did.
    #[inline(always)]
    pub(super) fn append_plain(&self, text: &[u8], output: &mut Growing<u8>) -> bool {
        self.work == Work::UrlHost && append_plain_host(text, output)
    }

    /// The part of a text that alone decides on its result.
    #[inline(always)]
    pub(super) fn deciding_part<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        if self.work == Work::UrlHost { without_path(text) } else { text }
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
    /// Names that are sought in texts.
    Sought(&'a Sought<'a>),
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

/// Memory that one text after another is converted in.
#[derive(Default)]
pub(super) struct RowMemory {
    scratch: Scratch,
    units: Vec<u32>,
    octets: Vec<u8>,
    host: HostMemory,
    unicode: Growing<u8>,
}

impl RowMemory {
    /// Appends what a text is converted to, or nothing.
    pub(super) fn convert(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> RowResult {
        let mut remark = None;
        match task.work {
            Work::Name(_) => self.convert_name(octets, task, output)?,
            Work::Text(form) => rewrite(text(octets, &mut self.octets)?, form, task, output)?,
            Work::Display(policy) => remark = show(text(octets, &mut self.octets)?, &policy, task, output)?,
            Work::Skeleton => {
                output.extend_from_slice(security::skeleton(text(octets, &mut self.octets)?)?.as_bytes());
            }
            Work::Canonical => self.canonical(octets, task, output)?,
            Work::CanonicalAddress => self.canonical_address(octets, output)?,
            Work::UrlHost => self.url_host(octets, output)?,
            Work::Host => self.host_of_url(octets, output)?,
            Work::Lookalike => self.lookalike(octets, task, output)?,
            Work::Find => self.find(octets, task, output)?,
            Work::Below => self.is_below(octets, task, output)?,
            Work::Registrable => self.registrable(octets, task, output)?,
            Work::PunycodeEncode => {
                let append = &mut |encoded: &[u8]| output.extend_from_slice(encoded);
                shared::encode(code_points(octets, &mut self.units)?, append)?;
            }
            Work::PunycodeDecode => {
                let decoded = shared::decode(octets, &mut |text| utf8::write(text, output));
                decoded
                    .or_else(|error| self.explained(octets, error, &|octets| shared::decode(octets, &mut |_| ())))?;
            }
        }
        taken(output, remark)
    }

    /// Appends what a name is converted to, or nothing.
    #[inline(always)]
    fn convert_name(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        if let Ok(name) = ascii(octets, room(octets.len(), &mut self.octets)?) {
            return Ok(form_of(name, task, &mut self.scratch, output)?);
        }
        // As code points, which labels would be made of one by one.
        let name = code_points(octets, &mut self.units)?;
        Ok(form_of(name, task, &mut self.scratch, output)?)
    }

    /// The error of a text that cannot be decoded. Offsets count characters, so that one is asked for again where they
    /// are not octets: each character that is not ASCII then is one such octet, which no decoder takes.
    #[cold]
    fn explained(
        &mut self,
        octets: &[u8],
        error: Error,
        decode: &dyn Fn(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Failure> {
        if octets.is_ascii() {
            return Err(error.into());
        }
        let Self { units, octets: copy, .. } = self;
        let units = code_points(octets, units)?;
        copy.clear();
        copy.try_reserve(units.len()).map_err(|_| memory::refused())?;
        // An octet that no codec takes in the place of each character beyond Latin-1, so that offsets agree.
        copy.extend(units.iter().map(|&unit| u8::try_from(unit).unwrap_or(0xFF)));
        Ok(decode(copy)?)
    }
}

/// Appends a text with the other form of its names.
fn rewrite(text: &str, form: Form, task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
    let to_unicode = form == Form::Unicode;
    let how = Rewriting { sought: sought(task), to_unicode, annotate: false, isolate: false, shows: None };
    how.edits(text.as_bytes())?.apply(text.as_bytes(), |part| output.extend_from_slice(part));
    Ok(())
}

/// Which names in texts a task is about.
fn sought<'a>(task: &RowTask<'a>) -> Sought<'a> {
    if let Against::Sought(sought) = task.against { *sought } else { Sought::all(task.profile) }
}

/// The text of octets, as a copy: what is verified to be UTF-8 must stay it, and the memory of the caller may change.
fn text<'a>(octets: &[u8], copy: &'a mut Vec<u8>) -> Result<&'a str, Failure> {
    ascii(octets, room(octets.len(), copy)?).or_else(|copy| {
        copy.copy_from_slice(octets);
        core::str::from_utf8(copy).map_err(|_| Failure::NotUtf8)
    })
}

/// Room for so many octets.
#[inline]
fn room(size: usize, memory: &mut Vec<u8>) -> Result<&mut [u8], Error> {
    memory::fill_up(memory, size)?;
    Ok(bounded::present(memory.get_mut(..size)))
}

/// Appends a name as it is shown. For a report, returns why it is not shown in Unicode.
fn show(name: &str, policy: &Policy, task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<Option<Remark>, Error> {
    let watch: Option<&dyn Watch> = if let Against::Watchlist(list) = task.against { Some(list) } else { None };
    let first = write_shown(name, policy, watch, output)?.filter(|_| task.mode == RowMode::Report);
    Ok(first.map(|(label_index, finding)| Remark::Shown { label_index, finding }))
}

/// Appends the form of a name that a task asks for. It is inlined, as a result of several words goes through memory
/// from each function to its caller: a row takes 0.95 to 0.99 of the time where there is only one call.
#[inline(always)]
fn form_of<T: Input + ?Sized>(
    name: &T,
    task: &RowTask<'_>,
    scratch: &mut Scratch,
    output: &mut Growing<u8>,
) -> Result<(), LabelError> {
    let on_error = if task.mode == RowMode::Keep { OnError::Keep } else { OnError::Raise };
    let form = if let Work::Name(form) = task.work { form } else { Form::Ascii };
    convert_name(name, Conversion { profile: task.profile, form, on_error }, scratch, output)
}

/// The code points of octets, for which `memory` is used.
fn code_points<'a>(octets: &[u8], memory: &'a mut Vec<u32>) -> Result<&'a [u32], Failure> {
    memory::fill_up(memory, bounded::add(octets.len(), utf8::STEP))?;
    utf8::read(octets, memory).ok_or(Failure::NotUtf8)
}

/// The entry of a report, if there is one, about a text that has a form; or the reason why there is no form.
pub(super) type RowResult = Result<Option<Remark>, Failure>;

/// The result where memory was there for all that was appended.
#[inline(always)]
pub(super) fn taken(output: &Growing<u8>, remark: Option<Remark>) -> RowResult {
    if output.is_refused() { Err(memory::refused().into()) } else { Ok(remark) }
}

/// Why there is no form of a text.
pub(super) enum Failure {
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
fn is_key(name: &[u8]) -> bool {
    is_plain(name) && !name.ends_with(b".")
}

/// Returns whether an error says nothing about the text.
pub(super) fn is_want_of_memory(error: Error) -> bool {
    error.kind() == ErrorKind::OutOfMemory
}
