//! Where the clients go for one name.

use super::client::{Client, Clients};
use super::end::End;
use super::reader::{ClientAnswer, ClientReader};
use super::rows::ROWS;
use crate::domain::{ascii_ends_in_number, is_plain};
use crate::error::Error;
use crate::{bounded, memory};

/// The most characters of a name. Longer ones were not asked; and the normalizer, which asks for no memory, takes
/// little.
const MOST: usize = 4_096;

/// The reading of a name by a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientReading<'a> {
    /// It goes to this host, which is ASCII.
    Host(&'a str),
    /// It refuses the name, at this step.
    Refused(&'static str),
    /// It sends the name as it is, in UTF-8, or with small letters of ASCII.
    Raw(&'a str),
    /// It is not told, for this reason.
    Unknown(&'static str),
}

/// The reading of one client, whose texts are kept once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptReading {
    Host(usize),
    Raw(usize),
    Refused(&'static str),
    Unknown(&'static str),
    /// The client was not asked.
    Unasked,
}

/// Where some clients go for one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings {
    among: Clients,
    texts: Vec<String>,
    /// One for each client; none where all of them go to the first text.
    kept: Vec<KeptReading>,
}

impl Readings {
    /// Of a name, which may hold surrogates.
    pub(crate) fn of(name: &[u32], among: Clients) -> Result<Self, Error> {
        Self::read(name, among, false)
    }

    /// Those up to the first one that is another host than one before, or none.
    pub(super) fn until_they_differ(name: &[u32], among: Clients) -> Result<Self, Error> {
        Self::read(name, among, true)
    }

    fn read(name: &[u32], among: Clients, ends_early: bool) -> Result<Self, Error> {
        let mut readings = Self { among, texts: Vec::new(), kept: memory::filled(KeptReading::Unasked, ROWS.len())? };
        let is_odd = |unit: &u32| *unit == 0 || char::from_u32(*unit).is_none();
        let unasked = if name.len() > MOST {
            Some("a long name")
        } else {
            name.iter().any(is_odd).then_some("a NUL or half of a character")
        };
        // The normalizer ends the process where there is no memory, so that as much is asked for and freed.
        drop(memory::reserved::<u64>(bounded::mul(name.len().min(MOST), 8))?);
        let mut reader = ClientReader::new(if unasked.is_some() { &[] } else { name })?;
        if let Some(host) = reader.host_of_all()? {
            return Self::of_plain(host, among);
        }
        for client in among.iter() {
            let Some(row) = ROWS.get(client.place()) else { continue };
            let reading = match unasked {
                Some(reason) => KeptReading::Unknown(reason),
                None => match reader.answer(row) {
                    Ok(ClientAnswer::Host(host)) => KeptReading::Host(readings.text(&host)?),
                    Ok(ClientAnswer::Raw { in_lower_case }) => KeptReading::Raw(readings.raw(name, in_lower_case)?),
                    Err(End::Refused(step) | End::Denied(step)) => KeptReading::Refused(step),
                    Err(End::Unknown(reason)) => KeptReading::Unknown(reason),
                    Err(End::NoMemory(error)) => return Err(error),
                },
            };
            bounded::put(&mut readings.kept, client.place(), reading);
            if ends_early && readings.is_other(reading) {
                break;
            }
        }
        Ok(readings)
    }

    /// Of a name for which every client goes to one host.
    pub(crate) fn of_plain(host: &[u8], among: Clients) -> Result<Self, Error> {
        let mut texts = memory::reserved(1)?;
        texts.push(bounded::ascii_string(memory::copied(host)?));
        Ok(Self { among, texts, kept: Vec::new() })
    }

    /// Returns whether a reading is none of the first host.
    fn is_other(&self, reading: KeptReading) -> bool {
        let text = |place: usize| self.texts.get(place).map_or("", String::as_str);
        match reading {
            KeptReading::Host(place) => !text(place).eq_ignore_ascii_case(text(0)),
            KeptReading::Refused(_) => false,
            _ => true,
        }
    }

    /// The place of a text in ASCII, which is kept once.
    fn text(&mut self, text: &[u8]) -> Result<usize, Error> {
        if let Some(place) = self.texts.iter().position(|known| known.as_bytes() == text) {
            return Ok(place);
        }
        memory::push(&mut self.texts, bounded::utf8_string(memory::copied(text)?))?;
        Ok(bounded::sub(self.texts.len(), 1))
    }

    /// The same of a name as it goes out.
    fn raw(&mut self, name: &[u32], in_lower_case: bool) -> Result<usize, Error> {
        let mut text = memory::reserved(bounded::mul(name.len(), 4))?;
        for character in name.iter().filter_map(|&unit| char::from_u32(unit)) {
            let character = if in_lower_case { character.to_ascii_lowercase() } else { character };
            memory::append(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes())?;
        }
        self.text(&text)
    }

    /// The clients that were asked.
    #[must_use]
    pub const fn among(&self) -> Clients {
        self.among
    }

    /// The reading of a client; nothing where it was not asked.
    #[must_use]
    pub fn get(&self, client: Client) -> Option<ClientReading<'_>> {
        let text = |place: usize| self.texts.get(place).map_or("", String::as_str);
        if !self.among.has(client) {
            return None;
        }
        match self.kept.get(client.place()) {
            None => Some(ClientReading::Host(text(0))),
            Some(KeptReading::Host(place)) => Some(ClientReading::Host(text(*place))),
            Some(KeptReading::Raw(place)) => Some(ClientReading::Raw(text(*place))),
            Some(KeptReading::Refused(step)) => Some(ClientReading::Refused(step)),
            Some(KeptReading::Unknown(reason)) => Some(ClientReading::Unknown(reason)),
            Some(KeptReading::Unasked) => None,
        }
    }

    /// The clients that were asked, with what they make of the name.
    pub fn iter(&self) -> impl Iterator<Item = (Client, ClientReading<'_>)> {
        self.among.iter().filter_map(|client| Some((client, self.get(client)?)))
    }

    /// Returns whether a client goes elsewhere than another one, or is not told.
    pub(crate) fn differ(&self) -> bool {
        self.agreed().is_none() && self.iter().any(|(_, reading)| !matches!(reading, ClientReading::Refused(_)))
    }

    /// The host that every client goes to which accepts the name, where there is one and it is not empty, and none is
    /// unknown or sends the name as it is. Letter case is no difference; the host is as the first of them has it.
    #[must_use]
    pub fn agreed(&self) -> Option<&str> {
        if self.kept.is_empty() {
            return self.texts.first().map(String::as_str);
        }
        let mut found: Option<&str> = None;
        for (_, reading) in self.iter() {
            match reading {
                ClientReading::Refused(_) => {}
                ClientReading::Host(host) if found.is_none_or(|found| found.eq_ignore_ascii_case(host)) => {
                    found = found.or(Some(host));
                }
                _ => return None,
            }
        }
        found.filter(|host| !host.is_empty())
    }
}

/// Returns whether a name is the host that every client goes to, as far as one scan can tell.
pub(crate) fn is_plain_for_all(name: &[u8]) -> bool {
    is_plain(name) && !name.ends_with(b".") && !ascii_ends_in_number(name)
}

/// Reads a name as each of some clients does.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn read(name: &str, among: Clients) -> Result<Readings, Error> {
    if is_plain_for_all(name.as_bytes()) {
        return Readings::of_plain(name.as_bytes(), among);
    }
    Readings::of(&code_points(name)?, among)
}

/// The code points of a text.
pub(super) fn code_points(text: &str) -> Result<Vec<u32>, Error> {
    memory::collected(text.chars().map(u32::from), text.len())
}
