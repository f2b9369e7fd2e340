//! `text`: names inside running text, as [`crate::text::find`] finds them. Those that are written as escapes, or so
//! that nobody follows them, and hosts behind which the authority goes on, are no values, and noted with the reason.
//!
//! ```text
//! 2026-11-30 GET https://bücher.example/x from a@ü.example
//!                        ^^^^^^^^^^^^^^          ^^^^^^^^^
//! ```

use super::values::Records;
use crate::error::Error;
use crate::text::{AUTHORITY_CONTINUES, Found, SoughtNames, Start, each_found, scan};
use crate::{bounded, memory};

/// Reads text.
pub(crate) struct TextReader {
    sought: SoughtNames,
    lines: usize,
}

impl TextReader {
    pub(crate) const fn new(sought: SoughtNames) -> Self {
        Self { sought, lines: 0 }
    }

    pub(super) fn read(&mut self, octets: &[u8], records: &mut Records) -> Result<(), Error> {
        let Self { sought, lines } = self;
        let mut begin = 0_usize;
        sought.with(|sought| {
            each_found(octets, Start::default(), octets.len(), sought, |found| {
                let between = bounded::part(octets, begin..found.start);
                if let Some(feed) = scan::last_line_feed(between) {
                    *lines = lines.saturating_add(scan::count_of_line_feeds(between));
                    begin = bounded::add(bounded::add(begin, feed), 1);
                }
                let place = found.start..found.end;
                let name = bounded::part(octets, place.clone());
                if let Some(why) = why_left(&found) {
                    let line = lines.saturating_add(1);
                    return memory::push(&mut records.left, (line, why, memory::copied(name)?));
                }
                records.push_name(lines.saturating_add(1), found.kind, place, name, begin)
            })
        })?;
        *lines = lines.saturating_add(scan::count_of_line_feeds(bounded::rest(octets, begin)));
        Ok(())
    }
}

/// Returns why a name is no value, if it is none.
fn why_left(found: &Found) -> Option<&'static str> {
    if found.is_escaped {
        Some("escaped")
    } else if found.is_defanged {
        Some("defanged")
    } else {
        found.code.filter(|code| *code == AUTHORITY_CONTINUES)
    }
}
