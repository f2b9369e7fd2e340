//! Targets that have names in a document, and are asked for by them.

use core::ops::Range;

use crate::bounded;
use crate::error::Error;
use crate::formats::order::heap_sort;
use crate::memory;

/// Names in the spelling by which they are compared, and where their targets stand.
#[derive(Default)]
pub(super) struct NamedTargets(Vec<(Vec<u8>, Range<usize>)>);

impl NamedTargets {
    pub(super) fn add(&mut self, name: &[u8], target: Range<usize>) -> Result<(), Error> {
        memory::push(&mut self.0, (compared(name)?, target))
    }

    /// To be called once all are added. Of two with one name the first counts.
    pub(super) fn finish(&mut self) {
        heap_sort(&mut self.0, |one, other| (&one.0, one.1.start) < (&other.0, other.1.start));
    }

    pub(super) fn get(&self, name: &[u8]) -> Result<Option<Range<usize>>, Error> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let name = compared(name)?;
        let first = self.0.partition_point(|(known, _)| *known < name);
        let found = self.0.get(first).filter(|(known, _)| *known == name && !name.is_empty());
        Ok(found.map(|(_, target)| target.clone()))
    }
}

/// A name in lower case, with one space where white space is, and without backslashes.
fn compared(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut name = memory::reserved(text.len())?;
    for octet in text.trim_ascii().iter().filter(|octet| **octet != b'\\') {
        if !octet.is_ascii_whitespace() {
            name.push(octet.to_ascii_lowercase());
        } else if name.last() != Some(&b' ') {
            name.push(b' ');
        }
    }
    Ok(name)
}

/// The next place of an octet from a place on.
pub(super) fn next_of(text: &[u8], from: usize, octets: [u8; 2]) -> Option<usize> {
    let place = bounded::rest(text, from.min(text.len())).iter().position(|octet| octets.contains(octet));
    place.map(|place| bounded::add(from, place))
}
