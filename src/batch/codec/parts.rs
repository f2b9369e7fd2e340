//! Keys and parts of one text: the canonical spelling of a name, the host of a URL, what a name is held against.

use core::ops::Range;

use super::super::cell::Cell;
use super::{Against, Failure, RowMemory, RowMode, RowRefusal, RowTask, Work, is_key, sought, taken, text};
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

    /// Appends the fields of the host of a URL.
    pub(super) fn host_of_url(&mut self, octets: &[u8], output: &mut Growing<u8>) -> Result<(), Failure> {
        let UrlParts { parsed: ParsedHost { kind, .. }, port, .. } = self.parse_url(octets)?;
        let Self { host, scratch, unicode, .. } = self;
        unicode.clear();
        if kind == HostKind::Domain {
            let conversion = Conversion { profile: &Profile::WHATWG, form: Form::Unicode, on_error: OnError::Keep };
            convert_name(bounded::ascii(&host.ascii), conversion, scratch, unicode)?;
            taken(unicode, None)?;
        } else {
            unicode.extend_from_slice(&host.ascii);
        }
        let port = port.map_or(Cell::Absent, |port| Cell::count(port.into()));
        for cell in [Cell::text(Some(kind.name())), Cell::Text(&host.ascii), Cell::Text(unicode), port] {
            cell.write(output);
        }
        Ok(())
    }

    /// Appends the fields of what a text looks like most, if it looks like anything.
    pub(super) fn lookalike(
        &mut self,
        octets: &[u8],
        task: &RowTask<'_>,
        output: &mut Growing<u8>,
    ) -> Result<(), Failure> {
        let Against::Watchlist(list) = task.against else { return Err(Failure::Nothing) };
        let found = list.lookalikes(text(octets, &mut self.octets)?)?;
        let Some(Lookalike { target, how, score, span }) = found.first() else { return Err(Failure::Nothing) };
        let [start, end] = [span.start, span.end].map(Cell::count);
        for cell in [Cell::text(Some(target)), Cell::text(Some(how.name())), Cell::Float(*score), start, end] {
            cell.write(output);
        }
        Ok(())
    }

    /// Appends the fields of each name in a text.
    pub(super) fn find(&mut self, octets: &[u8], task: &RowTask<'_>, output: &mut Growing<u8>) -> Result<(), Failure> {
        let text = text(octets, &mut self.octets)?.as_bytes();
        let mut reached = Reached::default();
        each_found(text, Start::default(), text.len(), &sought(task), |found| {
            let [start, end] = [found.start, found.end].map(|octet| reached.go_on(text, octet));
            let written = bounded::part(text, found.start..found.end);
            let meant = if found.is_defanged { Some(followed_name(text, found.start..found.end)?) } else { None };
            let name = meant.as_deref().unwrap_or(written);
            let cells = [
                Cell::count(start),
                Cell::count(end),
                Cell::text(Some(found.kind.name())),
                Cell::Text(name),
                Cell::Bool(found.is_escaped),
                Cell::text(found.code),
                Cell::Bool(found.is_defanged),
            ];
            cells.iter().for_each(|cell| cell.write(output));
            // Memory that is refused ends the search.
            taken(output, None).map_err(|_| memory::refused()).map(drop)
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
        let is_below = zone.contains_ascii(output.get(start..).unwrap_or_default());
        output.truncate(start);
        Cell::Bool(is_below).write(output);
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
