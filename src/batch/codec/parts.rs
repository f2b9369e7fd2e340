//! Keys and parts of one text: the canonical spelling of a name, the host of a URL, what a name is held against.

use core::fmt::Write;
use core::ops::Range;

use super::{ANSWERS, Against, Failure, RowMemory, RowMode, RowRefusal, RowTask, Work, is_key, sought, text};
use crate::address::{AddressForm, domain_start, is_literal};
use crate::domain::{Conversion, convert_name, length_without_root};
use crate::host::{HostKind, ParsedHost, UrlParts, parts_of_url};
use crate::label::Form;
use crate::memory::{self, Growing};
use crate::relation::{ROOT, is_root_alone};
use crate::text::{Reached, Start, each_found, followed_name};
use crate::watch::Lookalike;
use crate::{OnError, Profile, bounded};

impl RowMemory {
    /// Appends the canonical spelling of a name.
    pub(super) fn canonical(
        &mut self,
        octets: &[u8],
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let start = output.len();
        self.convert_name(octets, &of_dns(task), output)?;
        cut_root(start, output);
        Ok(())
    }

    /// Appends an address with the canonical spelling of its domain, unless that is an address literal.
    pub(super) fn canonical_address(&mut self, octets: &[u8], output: &mut Growing<u8>) -> Result<(), Failure> {
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
    pub(super) fn url_host(&mut self, octets: &[u8], output: &mut Growing<u8>) -> Result<(), Failure> {
        self.parse_url(octets)?;
        output.extend_from_slice(&self.host.ascii);
        Ok(())
    }

    /// Finds the host of a URL, whose ASCII form is then in `host`.
    fn parse_url(&mut self, octets: &[u8]) -> Result<UrlParts, Failure> {
        let url = text(octets, &mut self.octets)?;
        // A URL has no labels that a caller counts.
        let of_url = |error| RowRefusal { label_index: None, ..RowRefusal::from(error) };
        Ok(parts_of_url(url.as_bytes(), None, false, &mut self.host).map_err(of_url)?)
    }

    /// Appends the kind of the host of a URL, its ASCII form, its Unicode form and its port. None of them has a NUL.
    pub(super) fn host_of_url(&mut self, octets: &[u8], output: &mut Growing<u8>) -> Result<(), Failure> {
        let UrlParts { parsed: ParsedHost { kind, .. }, port, .. } = self.parse_url(octets)?;
        for part in [kind.name().as_bytes(), &self.host.ascii] {
            output.extend_from_slice(part);
            output.push(0);
        }
        if kind == HostKind::Domain {
            let conversion = Conversion { profile: &Profile::WHATWG, form: Form::Unicode, on_error: OnError::Keep };
            convert_name(bounded::ascii(&self.host.ascii), conversion, &mut self.scratch, output)?;
        } else {
            output.extend_from_slice(&self.host.ascii);
        }
        output.push(0);
        if let Some(port) = port {
            // The only fault of writing is want of memory, of which `output` takes note.
            let _ = write!(output, "{port}");
        }
        Ok(())
    }

    /// Appends what a text looks like most, if it looks like anything: the watched name or label, in which way, the
    /// score, and where its place begins and ends. None of them has a NUL.
    pub(super) fn lookalike(
        &mut self,
        octets: &[u8],
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let Against::Watchlist(list) = task.against else { return Err(Failure::Nothing) };
        let found = list.lookalikes(text(octets, &mut self.octets)?)?;
        let Some(Lookalike { target, how, score, span }) = found.first() else { return Err(Failure::Nothing) };
        // Scores are hundredths. The module has no code that writes or reads fractions, which is large.
        let hundredths = (0..=100_u8).find(|&number| f64::from(number) / 100.0 >= *score).unwrap_or(100);
        // As above.
        let _ = write!(output, "{target}\0{}\0{hundredths}\0{}\0{}", how.name(), span.start, span.end);
        Ok(())
    }

    /// Appends the names in a text: start, end, kind, whether it is escaped, whether it is defanged, its code, and its
    /// length, before the name itself. None of them but the name has a NUL.
    pub(super) fn find(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let text = text(octets, &mut self.octets)?.as_bytes();
        let mut reached = Reached::default();
        each_found(text, Start::default(), text.len(), &sought(task), |found| {
            let [start, end] = [found.start, found.end].map(|octet| reached.go_on(text, octet));
            let written = bounded::part(text, found.start..found.end);
            let meant = if found.is_defanged { Some(followed_name(text, found.start..found.end)?) } else { None };
            let name = meant.as_deref().unwrap_or(written);
            let [kind, is_escaped, is_defanged] =
                [found.kind.index(), found.is_escaped.into(), found.is_defanged.into()];
            let (code, size) = (found.code.unwrap_or_default(), name.len());
            write!(output, "{start}\0{end}\0{kind}\0{is_escaped}\0{is_defanged}\0{code}\0{size}\0")
                .map_err(|_| memory::refused())?;
            output.extend_from_slice(name);
            Ok(())
        })?;
        Ok(())
    }

    /// Appends the answer whether a name is in the zone.
    pub(super) fn is_below(
        &mut self,
        octets: &[u8],
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let Against::Zone(zone) = task.against else { return Err(Failure::Nothing) };
        let start = output.len();
        // The separators have three octets at most.
        if octets.len() <= 3 && is_root_alone(text(octets, &mut self.octets)?) {
            output.extend_from_slice(ROOT);
        } else {
            let name = RowTask { work: Work::Name(Form::Ascii), mode: RowMode::Raise, ..*task };
            self.convert_name(octets, &name, output)?;
        }
        let [no, yes] = ANSWERS;
        let answer = if zone.contains_ascii(output.get(start..).unwrap_or_default()) { yes } else { no };
        output.truncate(start);
        output.push(answer);
        Ok(())
    }

    /// Appends the registrable part of a name, if it has one.
    pub(super) fn registrable(
        &mut self,
        octets: &[u8],
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
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
