//! A list of hosts to which every client has to go.

use core::net::Ipv4Addr;

use super::client::Clients;
use super::readings::{ClientReading, Readings, is_plain_for_all};
use crate::domain::ascii_ends_in_number;
use crate::error::Error;
use crate::label::{Input, LabelError};
use crate::profile::Profile;
use crate::relation::{Pattern, Zone};
use crate::{bounded, memory};

/// An entry: a host, or `*.` and a host, below which it stands for one label; or `.` and a host, for all below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AllowEntry {
    Pattern(Pattern),
    Below(Zone),
}

/// Hosts to which clients may go, read once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allowlist {
    entries: Vec<AllowEntry>,
    among: Clients,
}

impl Allowlist {
    /// A list without entries, for some clients.
    #[must_use]
    pub const fn empty(among: Clients) -> Self {
        Self { entries: Vec::new(), among }
    }

    /// Adds an entry: a host, `*.host` as for [`Pattern`](crate::Pattern), or `.host` for all below it. Of hosts that
    /// end in a number an entry allows itself alone, and only IPv4 addresses of four decimal numbers.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii) with [`Profile::DNS`](crate::Profile::DNS), of the entry; a `*` elsewhere is
    /// [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed).
    pub fn add(&mut self, entry: &str) -> Result<(), LabelError> {
        self.add_entry(entry)
    }

    pub(crate) fn add_entry<T: Input + ?Sized>(&mut self, entry: &T) -> Result<(), LabelError> {
        let begins_with_dot = entry.code_points().next() == Some(u32::from(b'.'));
        let allowed = if begins_with_dot {
            let below = Zone::of(entry.part(1..entry.size()), false, &Profile::DNS);
            AllowEntry::Below(below.map_err(|error| error.in_name(1, error.label_index()))?)
        } else {
            AllowEntry::Pattern(Pattern::of(entry, &Profile::DNS)?)
        };
        memory::push(&mut self.entries, allowed).map_err(LabelError::out_of_memory)
    }

    /// Returns whether every client goes to an allowed host for a name, or refuses it, and one at least goes there. It
    /// is false where what a client does is unknown, or it sends the name as it is.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn allows(&self, name: &str) -> Result<bool, Error> {
        let name = memory::collected(name.chars().map(u32::from), name.len())?;
        self.allows_code_points(&name)
    }

    pub(crate) fn allows_code_points(&self, name: &[u32]) -> Result<bool, Error> {
        let octets = memory::collected(name.iter().map_while(|&unit| u8::try_from(unit).ok()), name.len())?;
        if octets.len() == name.len() && is_plain_for_all(&octets) {
            return Ok(self.among != Clients::NONE && self.allows_ascii(&octets));
        }
        let readings = Readings::of(name, self.among)?;
        let mut goes = false;
        for (_, reading) in readings.iter() {
            match reading {
                ClientReading::Refused(_) => {}
                ClientReading::Host(host) if self.allows_host(host)? => goes = true,
                _ => return Ok(false),
            }
        }
        Ok(goes)
    }

    /// Returns whether a host that a client goes to is allowed. One with escapes, or other than letters, digits,
    /// hyphens and underscores, is in no list.
    fn allows_host(&self, host: &str) -> Result<bool, Error> {
        let is_of_name = |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_' | b'.');
        if host.is_empty() || !host.bytes().all(is_of_name) {
            return Ok(false);
        }
        let small = memory::collected(host.bytes().map(|octet| octet.to_ascii_lowercase()), host.len())?;
        Ok(self.allows_ascii(&small))
    }

    /// The same of a host in lower case. One that ends in a number is an address for most resolvers, in many notations:
    /// the one of four decimal numbers alone is allowed, by an entry that is the same.
    fn allows_ascii(&self, host: &[u8]) -> bool {
        let is_number = ascii_ends_in_number(host);
        let is_address = || bounded::ascii(host).parse::<Ipv4Addr>().is_ok();
        self.entries.iter().any(|entry| match entry {
            AllowEntry::Pattern(pattern) => pattern.matches_ascii(host) && (!is_number || is_address()),
            AllowEntry::Below(zone) => zone.contains_ascii(host) && !is_number,
        })
    }
}
