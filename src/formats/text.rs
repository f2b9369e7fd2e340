//! `text`: names inside running text, by the rules of `src/text`.
//!
//! ```text
//! GET https://bücher.example/ü by a@ü.example
//!             ^^^^^^^^^^^^^^        ^^^^^^^^^
//! ```

use super::place::{NamePlace, Places};
use crate::Profile;
use crate::error::Error;
use crate::text::{Sought, find};

pub(super) fn places(line: &[u8], places: &mut Places) {
    places.take(places_in(line));
}

/// Every place of a text, in its order.
pub(crate) fn places_in(text: &[u8]) -> Result<Vec<NamePlace>, Error> {
    let found = find(text, &Sought::all(&Profile::UTS46))?;
    Ok(found.into_iter().map(|one| NamePlace { range: one.start..one.end, kind: one.kind }).collect())
}
