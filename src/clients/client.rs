//! Clients by their names, and sets of them.

use super::rows::{ALIASES, ROWS};
use crate::bounded;

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

    pub(super) fn place(self) -> usize {
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
