//! `zone`: master files of DNS, by the rules of `src/zone`. An entry may go over lines.
//!
//! ```text
//! büro.example. IN MX 10 post ; für das Büro
//! ^^^^^^^^^^^^^          ^^^^
//! ```

use super::place::{NamePlace, Places};
use crate::error::Error;
use crate::memory;
use crate::text::Kind;
use crate::zone::ZoneNames;

pub(super) fn places(line: &[u8], places: &mut Places) {
    places.take(places_in(line));
}

/// Every place of a master file, in its order.
pub(crate) fn places_in(zone: &[u8]) -> Result<Vec<NamePlace>, Error> {
    let mut found = Vec::new();
    ZoneNames::default()
        .each(zone, true, |_, range| memory::push(&mut found, NamePlace { range, kind: Kind::Bare }))?;
    Ok(found)
}
