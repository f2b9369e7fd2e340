//! One label to the form asked for: UTS #46 section 4, and what takes its place in RFC 5891 and RFC 3490.

use core::ops::Range;

use super::input::{Input, is_separator};
use super::map::{Mapped, has_long_run_of_marks, map, map_bounded, map_without_normalizing};
use super::origins::{map_with_origins, maps_to_itself};
use super::output::LabelOutput;
use super::prefix::{self, PREFIX};
use super::rules::{self, InName, Refused, Report, Stop, length};
use super::task::{Ascii, Form, Scratch, Task};
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};
use crate::paths::takes;
use crate::profile::{Profile, Rules};
use crate::unicode::{Gathered, Props};
use crate::{bounded, punycode};

/// The facts about a converted label that its name depends on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Converted {
    /// The length of its ASCII form in characters, or 0 where no length is verified and the form was not needed.
    pub(crate) ascii_length: usize,
    pub(crate) in_name: InName,
}

/// A label of a name that was read, and what became of it.
pub(crate) struct Label {
    /// Where it stands, in units of the name.
    pub(crate) range: Range<usize>,
    /// Where the next one begins: behind the separator, if there is one.
    pub(crate) next: Option<usize>,
    pub(crate) converted: Result<Converted, Refused>,
}

/// Reads the label that begins at a place of a name, and appends it in the form asked for to the output. A label that
/// is refused leaves the output as it was.
#[inline]
pub(crate) fn convert<T: Input + ?Sized, O: LabelOutput>(
    name: &T,
    start: usize,
    task: &Task<'_>,
    scratch: &mut Scratch,
    output: &mut O,
) -> Label {
    let Scratch { given, text, ascii } = scratch;
    let room = LONG.min(bounded::sub(name.size(), start));
    if name.as_code_points().is_none() && memory::fill_up(given, room).is_err() {
        return Label { range: start..name.size(), next: None, converted: Err(task.out_of_memory()) };
    }
    // One pass finds the end of the label, keeps its code points and gathers their facts: at the end of each pass the
    // processor predicts wrongly.
    let (mut slots, mut facts, mut all) = (given.iter_mut(), Gathered::default(), 0);
    let separator = name.find(start, |unit| {
        if is_separator(unit) {
            return true;
        }
        if name.as_code_points().is_none()
            && let Some(slot) = slots.next()
        {
            *slot = unit;
        }
        all |= unit;
        facts.add(unit);
        false
    });
    let left = slots.len();
    let range = start..separator.as_ref().map_or(name.size(), |separator| separator.start);
    let label = name.part(range.clone());
    let mut steps = Steps { task, came_as_ascii: all < 0x80, report: &mut Stop, output };
    let converted = if length::cannot_fit(label, task.profile) {
        Err(Refused)
    } else if steps.came_as_ascii {
        // No ASCII is PVALID but lower-case letters, digits and hyphens.
        steps.ascii(label, ascii, !facts.has(Props::NOT_PVALID))
    } else if task.profile.refuses_mapped() && rules::refused_mapping(label, task, &mut Stop).is_err() {
        Err(Refused)
    } else if label.size() > LONG {
        let maps = task.profile.maps();
        let has_long_run = maps && has_long_run_of_marks(label.code_points(), task.profile);
        steps.map_long(&mut label.code_points(), has_long_run)
    } else {
        let copied = bounded::first(given, bounded::sub(given.len(), left));
        steps.map_if_needed(label.as_code_points().unwrap_or(copied), facts, text, ascii)
    };
    Label { range, next: separator.map(|separator| separator.end), converted }
}

/// Returns whether a label that begins with the prefix passes as it is where it is no A-label.
#[inline]
pub(super) fn passes_undecoded(label: &[u8], came_as_ascii: bool, profile: &Profile) -> bool {
    profile.pass_ascii && came_as_ascii && label.iter().all(rules::passes_in_dns)
}

/// As [`convert`], of a label that is ASCII, and may be known to be of lower-case letters, digits and hyphens.
#[inline]
pub(crate) fn convert_ascii<T: Input + ?Sized, O: LabelOutput>(
    label: &T,
    is_ldh: bool,
    task: &Task<'_>,
    output: &mut O,
) -> Result<Converted, Refused> {
    Steps { task, came_as_ascii: true, report: &mut Stop, output }.ascii(label, &mut Ascii::new(), is_ldh)
}

/// A label of more units is always mapped, as it is read, so that memory never holds both the label and its mapping.
const LONG: usize = 1_024;

/// The steps that a label takes. To convert it, the report [stops](Stop) at the first problem, and `Err` is a refusal.
/// To [inspect](super::inspect) it, the report goes on, and what the steps return is not used.
pub(super) struct Steps<'a, O> {
    pub(super) task: &'a Task<'a>,
    /// True if the label was ASCII before it was mapped.
    pub(super) came_as_ascii: bool,
    pub(super) report: &'a mut dyn Report,
    pub(super) output: &'a mut O,
}

/// Mapping and normalization (UTS #46 section 4 steps 1 and 2), where they are needed.
impl<O: LabelOutput> Steps<'_, O> {
    fn map_if_needed(
        &mut self,
        label: &[u32],
        facts: Gathered,
        text: &mut Growing<u32>,
        ascii: &mut Ascii,
    ) -> Result<Converted, Refused> {
        if self.may_be_mapped(label, facts) { self.map(label, text, ascii) } else { self.not_ascii(label, facts) }
    }

    /// Returns whether mapping or normalization would or might change a label.
    #[inline]
    fn may_be_mapped(&self, label: &[u32], facts: Gathered) -> bool {
        let profile = self.task.profile;
        let changed = match profile.rules {
            Rules::Uts46 if profile.transitional_processing => Props::NOT_VALID_UTS46 | Props::DEVIATION,
            Rules::Uts46 => Props::NOT_VALID_UTS46,
            Rules::Idna2008 if profile.rfc5895_mapping => Props::NOT_PVALID,
            Rules::Idna2008 => return false,
            Rules::Idna2003 => return facts.has(Props::NOT_PREPARED),
        };
        facts.has(changed)
            || (facts.has(Props::MAY_NOT_BE_NFC) && rules::nfc(label, self.task.memory, &mut Stop).is_err())
    }

    #[inline(never)]
    fn map(&mut self, label: &[u32], text: &mut Growing<u32>, ascii: &mut Ascii) -> Result<Converted, Refused> {
        takes!("label: mapped");
        let profile = self.task.profile;
        text.clear();
        if !map_without_normalizing(label, profile, text) {
            text.clear();
            // A label that cannot fit need not be mapped to its end: it is refused whatever follows.
            let limit = length::max_text(profile);
            map(&mut label.iter().copied(), profile, self.task.memory, &mut |unit| {
                text.push(unit);
                text.len() <= limit
            });
        }
        if text.is_refused() {
            Err(self.task.out_of_memory())
        } else if text.is_ascii() {
            self.ascii(&**text, ascii, false)
        } else {
            self.not_ascii(text, Gathered::of(text.iter().copied()))
        }
    }

    #[cold]
    #[inline(never)]
    fn map_long(&mut self, label: &mut dyn Iterator<Item = u32>, has_long_run: bool) -> Result<Converted, Refused> {
        let &Task { profile, memory, .. } = self.task;
        if !has_long_run {
            takes!("label: mapped as it is read");
            return self.mapped(&map_bounded(label, self.task)?);
        }
        takes!("label: mapped in pieces");
        // One code point that is refused is enough.
        let (mapped, _) = map_with_origins(length::max_text(profile), 1, label, profile, memory);
        if memory.any() { Err(Refused) } else { self.mapped(&mapped) }
    }

    /// A label that was mapped, however long it is.
    pub(super) fn mapped(&mut self, mapped: &Mapped) -> Result<Converted, Refused> {
        if mapped.text.is_empty() {
            return self.ascii(&*mapped.ascii, &mut Ascii::new(), false);
        }
        self.not_ascii(&mapped.text, Gathered::of(mapped.text.iter().copied()))
    }
}

/// Validity and conversion (UTS #46 section 4 step 4, and sections 4.2 and 4.3).
impl<O: LabelOutput> Steps<'_, O> {
    /// A label that is ASCII as it came or by mapping, and may be known to be lower-case LDH.
    #[inline]
    pub(super) fn ascii<T: Input + ?Sized>(
        &mut self,
        label: &T,
        scratch: &mut Ascii,
        is_ldh: bool,
    ) -> Result<Converted, Refused> {
        let text = label.as_utf8().filter(|_| is_ldh);
        let octets = text.map(str::as_bytes).or_else(|| label.lower_case(scratch));
        let Some(octets) = octets else { return Err(self.task.out_of_memory()) };
        let is_ldh = is_ldh || octets.iter().all(|octet| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        self.lower_case_ascii(octets, text, is_ldh)
    }

    fn lower_case_ascii(&mut self, label: &[u8], text: Option<&str>, is_ldh: bool) -> Result<Converted, Refused> {
        let &Task { profile, is_first, .. } = self.task;
        if length::is_too_long(label.len(), profile) {
            return Err(self.report.end(ErrorKind::LabelTooLong, length::place_of_excess(self.came_as_ascii)));
        }
        if let Some(payload) = prefix::payload(label) {
            if !passes_undecoded(label, self.came_as_ascii, profile) {
                if let Some(converted) = self.alabel(payload)? {
                    return Ok(converted);
                }
            } else if let Ok(Some(converted)) =
                (Steps { report: &mut Stop, output: self.output, ..*self }).alabel(payload)
            {
                return Ok(converted);
            }
        }
        if length::is_empty(label.len(), profile) {
            return Err(self.report.end(ErrorKind::EmptyLabel, 0));
        }
        let mut in_name = InName::default();
        if profile.pass_ascii && !is_ldh {
            rules::passes_as_ascii(label, is_first, self.report)?;
        }
        // A label that was mapped to ASCII was not ASCII as it came: it is held to all criteria.
        if !profile.pass_ascii || (!self.came_as_ascii && self.report.is_good()) {
            let satisfies_bidi_rule = if is_ldh {
                // None of the other criteria is about letters, digits and hyphens.
                rules::hyphens(label, profile, self.report)?;
                rules::ldh_satisfies_bidi_rule(label)
            } else {
                let facts = Gathered::of(label.iter().copied().map(u32::from));
                rules::validate(label, facts, self.task, self.report)?;
                rules::satisfies_bidi_rule(label, facts.bidi_classes(), profile)
            };
            in_name = rules::bidi(label, satisfies_bidi_rule, false, self.task, self.report)?;
        }
        match text {
            Some(text) => self.output.push_utf8(text),
            None => self.output.push_ascii(label),
        }
        Ok(Converted { ascii_length: label.len(), in_name })
    }

    /// Converts the label after its prefix. Nothing where the payload cannot be decoded and IgnoreInvalidPunycode holds
    /// the label to the rules for other ASCII.
    #[inline(always)]
    fn alabel(&mut self, payload: &[u8]) -> Result<Option<Converted>, Refused> {
        let mut converted = Err(Refused);
        match punycode::shared::decode(payload, &mut |text| converted = self.decoded(payload, text)) {
            Ok(()) => converted.map(Some),
            Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(self.task.out_of_memory()),
            Err(_) if self.task.profile.ignore_invalid_punycode => Ok(None),
            Err(error) => Err(self.undecodable(payload, error)),
        }
    }

    /// An A-label, whose payload is decoded to `text`.
    ///
    /// Decoding is strict: it accepts one spelling of each text only, up to letter case, so the payload is the
    /// canonical one (RFC 3492 section 1.1, uniqueness; the laws in the tests encode again). What is left to prove is
    /// that the text needs the prefix, that it does not itself begin with it, and that mapping, normalization and the
    /// validity criteria leave it alone. CVE-2019-12290 and CVE-2024-12224 were A-labels without this proof.
    fn decoded(&mut self, payload: &[u8], text: &[u32]) -> Result<Converted, Refused> {
        // Integers insert characters that are not ASCII, and a payload without integers ends with its delimiter. A
        // search for the first character that is not ASCII would end in a branch misprediction.
        let is_ascii = payload.last().is_none_or(|&last| last == b'-');
        debug_assert_eq!(is_ascii, text.is_ascii(), "{payload:?}");
        if is_ascii {
            return Err(self.report.end(ErrorKind::InvalidAlabel, 0));
        }
        if prefix::payload(text).is_some() {
            return Err(self.report.end(ErrorKind::InvalidAlabel, 0));
        }
        self.report.decoded();
        let facts = Gathered::of(text.iter().copied());
        rules::validate(text, facts, self.task, self.report)?;
        let classes = facts.bidi_classes();
        let (satisfies_bidi_rule, is_rtl) =
            (rules::satisfies_bidi_rule(text, classes, self.task.profile), rules::is_rtl(classes));
        let in_name = rules::bidi(text, satisfies_bidi_rule, is_rtl, self.task, self.report)?;
        // The validity criteria of the other families refuse a text that mapping or normalization would change.
        let may_be_mapped = self.task.profile.rules == Rules::Idna2003 && facts.has(Props::NOT_PREPARED);
        if may_be_mapped && self.report.is_good() && !maps_to_itself(text, self.task) {
            return Err(self.report.end(ErrorKind::NonCanonicalAlabel, 0));
        }
        // The length cannot be at fault: it was verified when the label was known to be ASCII.
        let ascii_length = self.encoded(payload, text)?;
        Ok(Converted { ascii_length, in_name })
    }

    /// A fake A-label (RFC 5890 section 2.3.2.1): a payload that has no text, or that a lenient decoder would take for
    /// a second spelling of one, as it has a delimiter with nothing in front of it.
    #[cold]
    fn undecodable(&mut self, payload: &[u8], error: Error) -> Refused {
        let decodes = |octets: &[u8]| self.task.memory.noted(punycode::decode_long(octets)).is_some();
        let spelled_twice = payload.strip_prefix(b"-").is_some_and(|rest| !rest.is_empty() && decodes(rest));
        match error.kind() {
            _ if spelled_twice => self.report.end(ErrorKind::NonCanonicalAlabel, 0),
            ErrorKind::InvalidDigit => {
                let digit = bounded::at(payload, error.offset());
                let place = bounded::add(error.offset(), PREFIX.len());
                // The walk ends here even where the report would go on: there is no text to look at.
                self.report.at(ErrorKind::InvalidAlabel, place, Some(digit.into())).err().unwrap_or(Refused)
            }
            _ => self.report.end(ErrorKind::InvalidAlabel, 0),
        }
    }

    /// A mapped label that is not ASCII.
    #[inline]
    fn not_ascii(&mut self, text: &[u32], facts: Gathered) -> Result<Converted, Refused> {
        let profile = self.task.profile;
        // Where nothing is mapped, the rules have to ask whether the label is normalized.
        let facts = if profile.maps() { facts.normalized() } else { facts };
        if text.len() > length::max_text(profile) {
            return Err(self.report.end(ErrorKind::LabelTooLong, 0));
        }
        rules::no_prefix(text, self.report)?;
        rules::validate(text, facts, self.task, self.report)?;
        let is_encoded = (self.task.form == Form::Ascii || profile.verify_dns_length) && self.report.is_good();
        let classes = facts.bidi_classes();
        let (satisfies_bidi_rule, is_rtl) =
            (rules::satisfies_bidi_rule(text, classes, profile), rules::is_rtl(classes));
        let in_name = rules::bidi(text, satisfies_bidi_rule, is_rtl, self.task, self.report)?;
        if !is_encoded {
            self.output.push_text(text);
            return Ok(Converted { ascii_length: 0, in_name });
        }
        let mut ascii_length = Err(Refused);
        let encoded = punycode::shared::encode(text, &mut |payload| ascii_length = self.encoded(payload, text));
        if encoded.is_err() {
            // A text that obeys the criteria has no surrogates, so memory was refused.
            return Err(self.task.out_of_memory());
        }
        Ok(Converted { ascii_length: ascii_length?, in_name })
    }

    /// Writes a valid label whose payload is known. Returns the length of its A-label.
    #[inline]
    fn encoded(&mut self, payload: &[u8], text: &[u32]) -> Result<usize, Refused> {
        let ascii_length = bounded::add(PREFIX.len(), payload.len());
        if length::is_too_long(ascii_length, self.task.profile) {
            return Err(self.report.end(ErrorKind::LabelTooLong, 0));
        }
        match self.task.form {
            Form::Ascii => self.output.push_alabel(payload, text),
            Form::Unicode => self.output.push_text(text),
        }
        Ok(ascii_length)
    }
}
