//! `certstream`: JSON of CertStream, and of its stream of names alone. Lines of other kinds have no names; those that
//! are no objects are counted.
//!
//! ```text
//! {"message_type":"certificate_update","data":{"leaf_cert":{"all_domains":["ü.example","*.ü.example"]}}}
//!                                                                          ^^^^^^^^^^^  ^^^^^^^^^^^^^
//! {"data":["ü.example"]}
//!          ^^^^^^^^^^^
//! ```

use core::ops::Range;

use super::json::{JsonFault, JsonLevels, each_item, each_member, pass_space};
use super::jsonl::with_meant;
use super::search::each_line;
use super::values::Records;
use crate::error::Error;
use crate::text::Kind;
use crate::{bounded, memory};

/// Reads lines of JSON.
#[derive(Default)]
pub(crate) struct CertificatesReader {
    lines: usize,
    levels: JsonLevels,
}

impl CertificatesReader {
    pub(super) fn read(&mut self, octets: &[u8], from: usize, records: &mut Records) -> Result<(), Error> {
        let Self { lines, levels } = self;
        each_line(octets, from, |begin, end| {
            *lines = lines.saturating_add(1);
            let line = bounded::first(octets, end);
            let names = match names_of(line, begin, levels) {
                Err(JsonFault::OutOfMemory) => return Err(memory::refused()),
                Err(JsonFault::NoJson | JsonFault::TooDeep) => {
                    let is_blank = bounded::rest(line, begin).trim_ascii().is_empty();
                    records.unread = records.unread.saturating_add(usize::from(!is_blank));
                    return Ok(());
                }
                Ok(names) => names,
            };
            for place in names {
                let quoted = bounded::part(line, place.clone());
                if let [b'"', text @ .., b'"'] = quoted {
                    with_meant(text, |text| records.push_name(*lines, Kind::Bare, place, text, begin))??;
                }
            }
            Ok(())
        })
    }
}

/// The items of `data.leaf_cert.all_domains`, or of `data` if it is a list.
pub(super) fn names_of(line: &[u8], begin: usize, levels: &mut JsonLevels) -> Result<Vec<Range<usize>>, JsonFault> {
    let mut value = begin..line.len();
    for key in ["data", "leaf_cert", "all_domains"] {
        if key == "leaf_cert" && line.get(value.start) == Some(&b'[') {
            break;
        }
        let mut inside = None;
        let is_sought = |own: &[u8]| Ok::<_, JsonFault>(own == key.as_bytes());
        let (_, end) = each_member(line, value.start, levels, is_sought, |member| {
            inside = Some(member.value);
            Ok(())
        })?;
        if key == "data" && pass_space(line, end) != line.len() {
            return Err(JsonFault::NoJson);
        }
        let Some(found) = inside else { return Ok(Vec::new()) };
        value = found;
    }
    let mut names = Vec::new();
    if line.get(value.start) == Some(&b'[') {
        each_item(line, value.start, levels, |item| memory::push(&mut names, item).map_err(JsonFault::from))?;
    }
    Ok(names)
}

/// Returns whether an object says that nothing has happened.
pub(super) fn is_heartbeat(line: &[u8], begin: usize, levels: &mut JsonLevels) -> Result<bool, JsonFault> {
    let (mut is_one, is_sought) = (false, |key: &[u8]| Ok::<_, JsonFault>(key == b"message_type"));
    each_member(line, begin, levels, is_sought, |member| {
        is_one = bounded::part(line, member.value) == b"\"heartbeat\"";
        Ok(())
    })?;
    Ok(is_one)
}
