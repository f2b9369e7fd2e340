//! Numbers for names, in the order in which they are first seen.

use std::collections::HashMap;

use crate::error::Error;
use crate::{bounded, memory};

#[derive(Default)]
pub(super) struct Interner<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Interner<'a> {
    /// The number of a name, which is new or not.
    pub(super) fn number(&mut self, name: &'a str) -> Result<u32, Error> {
        if let Some(number) = self.known(name) {
            return Ok(number);
        }
        // A name is at least one octet of a file of 16 MiB.
        let number = bounded::to::<u32>(self.names.len());
        self.numbers.try_reserve(1).map_err(|_| memory::refused())?;
        memory::push(&mut self.names, name)?;
        self.numbers.insert(name, number);
        Ok(number)
    }

    pub(super) fn known(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub(super) fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The names as they are kept.
    pub(super) fn kept(&self) -> Result<Vec<String>, Error> {
        let mut kept = memory::reserved(self.names.len())?;
        for name in &self.names {
            kept.push(owned(name)?);
        }
        Ok(kept)
    }
}

/// A copy of a text.
pub(super) fn owned(text: &str) -> Result<String, Error> {
    memory::copied(text.as_bytes()).map(bounded::utf8_string)
}
