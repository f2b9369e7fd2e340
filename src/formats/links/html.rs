//! `html`: links, `<a href="TARGET">TEXT</a>`.
//!
//! ```text
//! <p>See <a class="x" href="https://b.example/">the <b>page</b></a>.
//!                           ^^^^^^^^^^^^^^^^^^   ^^^^^^^^^^^^^^^
//! ```
//!
//! Source: HTML Standard, section 13.2.5 (tokenization). Comments, and what stands in `script` and `style`, hold no
//! links.

use core::ops::Range;

use super::characters::{MOST, plain};
use super::link::{DocumentLink, OnLink};
use super::named::next_of;
use crate::error::Error;
use crate::{bounded, memory};

pub(super) fn each_link(text: &[u8], work: &mut OnLink<'_>) -> Result<(), Error> {
    let mut at = 0;
    while let Some(place) = next_of(text, at, *b"<<") {
        at = match bounded::rest(text, place) {
            [b'<', b'!', b'-', b'-', ..] => behind(text, bounded::add(place, 4), b"-->"),
            rest if is_tag(rest, b"script") => behind(text, bounded::add(place, 7), b"</script"),
            rest if is_tag(rest, b"style") => behind(text, bounded::add(place, 6), b"</style"),
            rest if is_tag(rest, b"a") => link(text, place, work)?,
            _ => bounded::add(place, 1),
        };
    }
    Ok(())
}

/// Takes the link whose tag begins at a place. Returns where to go on.
pub(super) fn link(text: &[u8], place: usize, work: &mut OnLink<'_>) -> Result<usize, Error> {
    let (target, begin) = opening(text, bounded::add(place, 2));
    let Some(target) = target else { return Ok(begin) };
    let (label, end) = content(text, begin)?;
    if target.len() <= MOST {
        let url = plain(bounded::part(text, target.clone()), false)?;
        work(DocumentLink { text: begin..end, label: plain(&label, false)?, target, url })?;
    }
    Ok(end)
}

/// The value of `href` in a tag whose attributes begin at a place, and where the tag ends.
fn opening(text: &[u8], from: usize) -> (Option<Range<usize>>, usize) {
    let (mut at, mut target) = (from, None);
    let skip = |at: usize, is: &dyn Fn(u8) -> bool| {
        let size = bounded::rest(text, at).iter().take_while(|&&octet| is(octet)).count();
        bounded::add(at, size)
    };
    let is_space = |octet: u8| octet.is_ascii_whitespace();
    loop {
        at = skip(at, &|octet| is_space(octet) || octet == b'/');
        match text.get(at) {
            None => return (None, text.len()),
            Some(b'>') => return (target, bounded::add(at, 1)),
            Some(_) => {}
        }
        // The first character of a name may be an equals sign.
        let name_end = skip(bounded::add(at, 1), &|octet| !is_space(octet) && !b"/>=".contains(&octet));
        let name = bounded::part(text, at..name_end);
        at = skip(name_end, &is_space);
        if text.get(at) != Some(&b'=') {
            continue;
        }
        at = skip(bounded::add(at, 1), &is_space);
        let value = match text.get(at) {
            Some(&quote @ (b'"' | b'\'')) => {
                let begin = bounded::add(at, 1);
                let end = skip(begin, &|octet| octet != quote);
                if end == text.len() {
                    return (None, end);
                }
                at = bounded::add(end, 1);
                begin..end
            }
            _ => {
                let end = skip(at, &|octet| !is_space(octet) && octet != b'>');
                let value = at..end;
                at = end;
                value
            }
        };
        if target.is_none() && name.eq_ignore_ascii_case(b"href") {
            target = Some(value);
        }
    }
}

/// The text up to the end of a link, without tags, and where that end is. Of a long text the beginning is read.
fn content(text: &[u8], from: usize) -> Result<(Vec<u8>, usize), Error> {
    let (mut label, mut at) = (Vec::new(), from);
    let most = from.saturating_add(MOST).min(text.len());
    while at < most {
        let place = next_of(bounded::first(text, most), at, *b"<<").unwrap_or(most);
        memory::append(&mut label, bounded::part(text, at..place))?;
        at = place;
        let rest = bounded::rest(text, at);
        if rest.is_empty() || is_tag(rest, b"/a") || is_tag(rest, b"a") {
            break;
        }
        at = behind(bounded::first(text, most), at, b">");
    }
    Ok((label, at))
}

/// Returns whether a text begins with a tag of this name.
pub(super) fn is_tag(text: &[u8], name: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"<") else { return false };
    rest.split_at_checked(name.len()).is_some_and(|(tag, behind)| {
        let is_end = |octet: &u8| octet.is_ascii_whitespace() || matches!(octet, b'>' | b'/');
        tag.eq_ignore_ascii_case(name) && behind.first().is_some_and(is_end)
    })
}

/// The place behind the next such mark, in any letter case; the end of the text without one.
pub(super) fn behind(text: &[u8], from: usize, mark: &[u8]) -> usize {
    let rest = bounded::rest(text, from.min(text.len()));
    let found = rest.windows(mark.len()).position(|part| part.eq_ignore_ascii_case(mark));
    found.map_or(text.len(), |place| bounded::add(bounded::add(from, place), mark.len()))
}
