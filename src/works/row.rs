//! One text after another, each converted into the output of its piece by one of the works.

use core::ops::Range;

use super::cell::Cell;
use super::plain_url::undoubted_host;
use super::scan::ascii;
use super::seen::SeenNames;
use super::work::{
    Against, Failure, Remark, RowMode, RowRefusal, RowResult, RowTask, Work, is_key, is_want_of_memory, taken,
};
use crate::address::{AddressForm, domain_start, is_literal};
use crate::clients::{agreed_of, agreed_of_url};
use crate::display::Policy;
use crate::display::shown::{Watch, write_shown};
use crate::domain::{Conversion, convert_name, length_without_root};
use crate::error::Error;
use crate::files::{FileMemory, WholeFile};
use crate::host::{HostKind, HostMemory, ParsedHost, Reading, UrlParts, parts_of_url, reserved_name};
use crate::label::{Form, Input, LabelError, Scratch};
use crate::memory::{self, Growing};
use crate::punycode::shared;
use crate::relation::{ROOT, is_root_alone};
use crate::text::{Reached, Rewriting, Sought, Start, each_found, followed_name, unescaped};
use crate::watch::Lookalike;
use crate::{OnError, Profile, bounded, security, utf8};

/// Memory that one text after another is converted in.
#[derive(Default)]
pub(crate) struct RowMemory {
    scratch: Scratch,
    units: Vec<u32>,
    octets: Vec<u8>,
    host: HostMemory,
    file: FileMemory,
    agreed: SeenNames,
    /// A form of a text that is no result by itself.
    form: Growing<u8>,
}

impl RowMemory {
    /// Appends what a text is converted to, or nothing.
    pub(crate) fn convert(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> RowResult {
        let mut remark = None;
        match task.work {
            Work::Name(_) => self.convert_name(octets, task, output)?,
            Work::Text(form) => self.rewrite(octets, form, task, output)?,
            Work::Display(policy) => remark = show(text(octets, &mut self.octets)?, &policy, task, output)?,
            Work::Skeleton => {
                output.extend_from_slice(security::skeleton(text(octets, &mut self.octets)?)?.as_bytes());
            }
            Work::Canonical => self.canonical(octets, task, output)?,
            Work::CanonicalAddress => self.canonical_address(octets, output)?,
            Work::UrlHost(reading) => self.url_host(octets, reading, output)?,
            Work::Host(reading) => self.host_of_url(octets, reading, task.mode, output)?,
            Work::Lookalike => self.lookalike(octets, task, output)?,
            Work::Find => self.find(octets, task, output)?,
            Work::Agreed(in_url) => self.agreed(octets, in_url, task, output)?,
            Work::Below => self.is_below(octets, task, output)?,
            Work::Registrable => self.registrable(octets, task, output)?,
            Work::SuffixParts => self.suffix_parts(octets, task, output)?,
            Work::RegistryCheck => self.registry_check(octets, task, output)?,
            Work::RegistryIndex => self.registry_index(octets, task, output)?,
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

/// Which names in texts a task is about.
fn sought<'a>(task: &RowTask<'a>) -> Sought<'a> {
    if let Against::Sought(sought) = task.against { *sought } else { Sought::all(task.profile) }
}

/// Appends the fields of each name of a text that is a file. Names are not judged, and none is escaped or defanged.
fn find_in_file(text: &[u8], kind: WholeFile, file: &mut FileMemory, output: &mut Growing<u8>) -> Result<(), Error> {
    let mut reached = Reached::default();
    kind.each_name(text, file, |kind, name| {
        let [start, end] = [name.start, name.end].map(|octet| Cell::count(reached.count_to(text, octet)));
        let [kind, name] = [kind.name().as_bytes(), bounded::part(text, name)].map(Cell::Text);
        let cells = [start, end, kind, name, Cell::Absent, Cell::Absent, Cell::Absent, Cell::Absent];
        cells.iter().for_each(|cell| cell.write(output));
        // Memory that is refused ends the search.
        if output.is_refused() { Err(memory::refused()) } else { Ok(()) }
    })
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

impl RowMemory {
    /// Appends the canonical spelling of a name.
    fn canonical(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let start = output.len();
        self.convert_name(octets, &of_dns(task), output)?;
        cut_root(start, output);
        Ok(())
    }

    /// Appends an address with the canonical spelling of its domain, unless that is an address literal.
    fn canonical_address(&mut self, octets: &[u8], output: &mut Growing<u8>) -> Result<(), Failure> {
        let address = text(octets, &mut self.octets)?;
        let (start, characters) = domain_start(address.as_bytes())?;
        let (before, domain) = address.split_at(start);
        if is_literal(domain.as_bytes()) {
            output.extend_from_slice(address.as_bytes());
            return Ok(());
        }
        AddressForm::KEY.write((before.as_bytes(), characters), domain, &mut self.scratch, output)?;
        Ok(())
    }

    /// Appends the host of a URL in ASCII.
    fn url_host(&mut self, octets: &[u8], reading: Reading, output: &mut Growing<u8>) -> Result<(), Failure> {
        self.parse_url(octets, reading)?;
        output.extend_from_slice(&self.host.ascii);
        Ok(())
    }

    /// Finds the host of a URL, whose ASCII form is then in `host`.
    fn parse_url(&mut self, octets: &[u8], reading: Reading) -> Result<UrlParts, Failure> {
        let url = text(octets, &mut self.octets)?;
        // A URL has no labels that a caller counts.
        let of_url = |error| RowRefusal { label_index: None, ..RowRefusal::from(error) };
        Ok(parts_of_url(url.as_bytes(), reading, false, &mut self.host).map_err(of_url)?)
    }

    /// Appends the fields of the host of a URL; if a refused URL is no fault of the column, those of the refusal.
    fn host_of_url(
        &mut self,
        octets: &[u8],
        reading: Reading,
        mode: RowMode,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let UrlParts { parsed: ParsedHost { kind, .. }, port, .. } = match self.parse_url(octets, reading) {
            Err(Failure::Refused(RowRefusal { error, .. })) if mode == RowMode::Null && !is_want_of_memory(error) => {
                let [code, offset] = [Cell::text(Some(error.kind().code())), Cell::count(error.offset())];
                let [kind, ascii, unicode, port, reserved] = [Cell::Absent; 5];
                for cell in [kind, ascii, unicode, port, code, offset, reserved] {
                    cell.write(output);
                }
                return Ok(());
            }
            found => found?,
        };
        let Self { host, scratch, form: unicode, .. } = self;
        unicode.clear();
        if kind == HostKind::Domain {
            let conversion = Conversion { profile: &Profile::WHATWG, form: Form::Unicode, on_error: OnError::Keep };
            convert_name(bounded::ascii(&host.ascii), conversion, scratch, unicode)?;
            taken(unicode, None)?;
        } else {
            unicode.extend_from_slice(&host.ascii);
        }
        let port = port.map_or(Cell::Absent, |port| Cell::count(port.into()));
        let reserved = if kind == HostKind::Domain { reserved_name(&host.ascii) } else { None };
        let reserved = reserved.map(|reserved| reserved.name);
        let [kind, ascii, unicode] = [kind.name().as_bytes(), &host.ascii, unicode].map(Cell::Text);
        for cell in [kind, ascii, unicode, port, Cell::Absent, Cell::Absent, Cell::text(reserved)] {
            cell.write(output);
        }
        Ok(())
    }

    /// Appends the fields of what a text looks like most, if it looks like anything.
    fn lookalike(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Watchlist(list) = task.against else { return Err(Failure::Nothing) };
        let found = list.lookalikes(text(octets, &mut self.octets)?)?;
        let Some(Lookalike { target, how, score, span }) = found.first() else { return Err(Failure::Nothing) };
        let [start, end] = [span.start, span.end].map(Cell::count);
        for cell in [Cell::text(Some(target)), Cell::text(Some(how.name())), Cell::Float(*score), start, end] {
            cell.write(output);
        }
        Ok(())
    }

    /// Appends a text with the other form of its names.
    fn rewrite(
        &mut self,
        octets: &[u8],
        form: Form,
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let (text, to_unicode) = (text(octets, &mut self.octets)?.as_bytes(), form == Form::Unicode);
        let edits = if let Against::File(kind) = task.against {
            kind.edits(text, to_unicode, task.profile, &mut self.file)?
        } else {
            Rewriting { sought: sought(task), to_unicode, annotate: false, isolate: false, shows: None }.edits(text)?
        };
        edits.apply(text, |part| output.extend_from_slice(part));
        Ok(())
    }

    /// Appends the fields of each name in a text.
    fn find(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let text = text(octets, &mut self.octets)?.as_bytes();
        if let Against::File(kind) = task.against {
            return Ok(find_in_file(text, kind, &mut self.file, output)?);
        }
        let (is_ascii, mut reached) = (text.is_ascii(), Reached::default());
        each_found(text, Start::default(), text.len(), &sought(task), |found| {
            let places = [found.start, found.end];
            let [start, end] = if is_ascii { places } else { places.map(|octet| reached.go_on(text, octet)) };
            let written = bounded::part(text, found.start..found.end);
            let meant = if found.is_defanged { Some(followed_name(text, found.start..found.end)?) } else { None };
            let name = meant.as_deref().unwrap_or(written);
            let is_whole = found.is_escaped && !found.is_part;
            let decoded = if is_whole { unescaped(bounded::utf8(name))? } else { None };
            let decoded = decoded.as_deref().filter(|decoded| decoded.as_bytes() != name);
            let cells = [
                Cell::count(start),
                Cell::count(end),
                Cell::text(Some(found.kind.name())),
                Cell::Text(name),
                Cell::Bool(found.is_escaped),
                Cell::text(found.code),
                Cell::Bool(found.is_defanged),
                Cell::text(decoded),
            ];
            cells.iter().for_each(|cell| cell.write(output));
            // Memory that is refused ends the search.
            taken(output, None).map_err(|_| memory::refused()).map(drop)
        })?;
        Ok(())
    }

    /// Appends the host that all clients go to for a name or a URL.
    fn agreed(
        &mut self,
        octets: &[u8],
        in_url: bool,
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let Against::Clients(among) = task.against else { return Err(Failure::Nothing) };
        let plain = if in_url { undoubted_host(octets) } else { Some(octets) };
        if let Some(host) = plain.filter(|host| task.is_own_form(host)) {
            output.extend_from_slice(host);
            return Ok(());
        }
        if let Some(answer) = self.agreed.answer(octets) {
            output.extend_from_slice(answer?.as_bytes());
            return Ok(());
        }
        let find = if in_url { agreed_of_url } else { agreed_of };
        let tells_place = !matches!(task.mode, RowMode::Null | RowMode::Keep);
        // Labels are not counted, as clients divide a name each in its own way.
        let refusal = |error| RowRefusal { label_index: None, ..RowRefusal::from(error) };
        let host = find(code_points(octets, &mut self.units)?, among, tells_place).map_err(refusal);
        output.extend_from_slice(host.as_deref().unwrap_or_default().as_bytes());
        let told = host.as_ref().err().copied();
        self.agreed.keep(octets, host);
        told.map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    /// Appends the answer whether a name is in the zone.
    fn is_below(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Zone(zone) = task.against else { return Err(Failure::Nothing) };
        let start = output.len();
        // The separators have three octets at most.
        if octets.len() <= 3 && is_root_alone(text(octets, &mut self.octets)?) {
            output.extend_from_slice(ROOT);
        } else {
            let name = RowTask { work: Work::Name(Form::Ascii), mode: RowMode::Raise, ..*task };
            self.convert_name(octets, &name, output)?;
        }
        let is_below = zone.contains_ascii(output.get(start..).unwrap_or_default());
        output.truncate(start);
        Cell::Bool(is_below).write(output);
        Ok(())
    }

    /// Appends the registrable part of a name, if it has one.
    fn registrable(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Suffixes(rules) = task.against else { return Err(Failure::Nothing) };
        if is_key(octets) {
            let part = rules.registrable_of(octets).ok_or(Failure::Nothing)?;
            output.extend_from_slice(octets.get(part).unwrap_or_default());
            return Ok(());
        }
        let start = output.len();
        self.convert_name(octets, &of_dns(task), output)?;
        let part = rules.registrable_of(output.get(start..).unwrap_or_default());
        let Some(Range { start: first, end }) = part else {
            output.truncate(start);
            return Err(Failure::Nothing);
        };
        output.copy_within(bounded::add(start, first)..bounded::add(start, end), start);
        output.truncate(bounded::add(start, bounded::sub(end, first)));
        Ok(())
    }

    /// Appends the parts of a name, which has none if it is an IP address or the root.
    fn suffix_parts(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Suffixes(rules) = task.against else { return Err(Failure::Nothing) };
        let mut name = core::mem::take(&mut self.form);
        name.clear();
        let converted = self.convert_name(octets, &of_dns(task), &mut name).and_then(|()| taken(&name, None));
        if converted.is_ok() {
            let cell = |part: Option<_>| part.map_or(Cell::Absent, |part| Cell::Text(bounded::part(&name, part)));
            rules.parts_of(&name).into_iter().for_each(|part| cell(part).write(output));
        }
        self.form = name;
        converted.map(drop)
    }

    /// Appends the verdict on a label.
    fn registry_check(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Registry(rules) = task.against else { return Err(Failure::Nothing) };
        let verdict = rules.check(code_points(octets, &mut self.units)?)?;
        let first = verdict.problems.first();
        let [disposition, code] = [Some(verdict.disposition), first.map(|first| first.kind.code())].map(Cell::text);
        let offset = first.and_then(|first| first.offset).map_or(Cell::Absent, Cell::count);
        for cell in [Cell::Bool(verdict.is_eligible), disposition, code, offset] {
            cell.write(output);
        }
        Ok(())
    }

    /// Appends the index label of a label in the repertoire.
    fn registry_index(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let Against::Registry(rules) = task.against else { return Err(Failure::Nothing) };
        let index = rules.index(code_points(octets, &mut self.units)?)?.ok_or(Failure::Nothing)?;
        // A hostile rule set may name surrogates, which no column may hold.
        let scalar = |unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER).into();
        let index: Vec<u32> = memory::collected(index.iter().copied().map(scalar), index.len())?;
        utf8::write(&index, output);
        Ok(())
    }
}

/// The task to convert a name to its ASCII form under the profile DNS.
fn of_dns<'a>(task: &RowTask<'a>) -> RowTask<'a> {
    RowTask { work: Work::Name(Form::Ascii), profile: &Profile::DNS, mode: RowMode::Raise, ..*task }
}

/// Cuts off the final dot of the name that begins at `start`. There is none where memory was refused.
fn cut_root(start: usize, output: &mut Growing<u8>) {
    let name = output.get(start..).unwrap_or_default();
    output.truncate(bounded::add(start, length_without_root(name)));
}
