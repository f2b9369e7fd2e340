//! The host that each program goes to for a name: models of programs that were run, as rows of data.
//!
//! A client is a row of cells ([`rows`]), which [`reader`] takes step by step over the tables of this crate; the few
//! rules that no cell says are [`quirks`]. `docs/programs.md` has the programs, their versions and the counts.
//!
//! ```
//! use acelabel::clients::{Client, ClientReading, Clients, agreed, read};
//!
//! let readings = read("faß.example", Clients::ALL)?;
//! let java = Client::named("java").and_then(|java| readings.get(java));
//! assert_eq!(java, Some(ClientReading::Host("fass.example")));
//! assert_eq!(readings.agreed(), None);
//! assert_eq!(agreed("bücher.example", Clients::ALL).unwrap(), "xn--bcher-kva.example");
//! # Ok::<(), acelabel::Error>(())
//! ```

mod agreed;
mod allowlist;
mod chars;
mod end;
mod forms;
mod idna2003;
mod idna2008;
mod letters;
mod libidn2;
mod mappings;
mod quirks;
mod reader;
mod readings;
mod rows;
mod steps;
mod url;
mod uts46;

pub(crate) use agreed::{agreed_of, agreed_of_plain, agreed_of_url};
pub use allowlist::Allowlist;
pub(crate) use readings::is_plain_for_all;
pub use readings::{ClientReading, Readings};
use rows::{ALIASES, ROWS};
use url::plain_host;

use crate::error::Error;
use crate::label::LabelError;
use crate::{bounded, memory};

/// A client: a program in the version that was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client(u8);

impl Client {
    /// The client with this name, such as `java-17`, or the newest one of this kind, such as `java`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, name)| name);
        Self::all().find(|client| client.name() == name)
    }

    /// All clients.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..bounded::to(ROWS.len())).map(Self)
    }

    /// The words that stand for a client, and its name.
    #[must_use]
    pub const fn aliases() -> &'static [(&'static str, &'static str)] {
        ALIASES
    }

    /// Returns the name: the program and its version.
    #[must_use]
    pub fn name(self) -> &'static str {
        ROWS.get(self.place()).map_or("", |row| row.name)
    }

    fn place(self) -> usize {
        self.0.into()
    }
}

/// A set of clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clients(u64);

impl Clients {
    /// All of them.
    pub const ALL: Self = Self(u64::MAX);
    /// None of them.
    pub const NONE: Self = Self(0);

    /// The set with one client more.
    #[must_use]
    pub const fn with(self, client: Client) -> Self {
        Self(self.0 | client.bit())
    }

    /// Returns whether a client is in the set.
    #[must_use]
    pub const fn has(self, client: Client) -> bool {
        self.0 & client.bit() != 0
    }

    /// The clients of the set, in the order of their rows.
    pub fn iter(self) -> impl Iterator<Item = Client> {
        Client::all().filter(move |&client| self.has(client))
    }
}

impl Client {
    const fn bit(self) -> u64 {
        // There are fewer than 64 rows.
        1_u64.wrapping_shl(u32::from_le_bytes([self.0, 0, 0, 0]))
    }
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

/// The host that every one of some clients goes to which accepts a name, in lower case.
///
/// # Errors
///
/// [`ErrorKind::ClientsDisagree`](crate::ErrorKind::ClientsDisagree) where there are two, where none accepts the name,
/// where one sends it as it is, or where it is unknown what one does.
pub fn agreed(name: &str, among: Clients) -> Result<String, LabelError> {
    if let Some(host) = agreed_of_plain(name.as_bytes()) {
        return Ok(bounded::ascii_string(memory::copied(host).map_err(LabelError::out_of_memory)?));
    }
    agreed_of(&code_points(name).map_err(LabelError::out_of_memory)?, among)
}

/// The same of the host of a URL: a scheme, two slashes, a host and perhaps a port, and then nothing or a slash. All
/// that parsers read each in its own way is refused, such as user information, backslashes and percent signs.
///
/// # Errors
///
/// As [`agreed`], with offsets in the URL.
pub fn agreed_in_url(url: &str, among: Clients) -> Result<String, LabelError> {
    agreed_of_url(&code_points(url).map_err(LabelError::out_of_memory)?, among)
}

fn code_points(text: &str) -> Result<Vec<u32>, Error> {
    memory::collected(text.chars().map(u32::from), text.len())
}
