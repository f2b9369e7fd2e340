//! A text for people who decide: each host that is read otherwise than it is written has the host that software goes to
//! beside it, and what nobody sees is visible.

use super::authority::{UrlAround, end_of_authority};
use super::problem::PROFILE;
use super::reading::read;
use super::signs::{is_direction, is_form_of_symbol, is_hidden, is_joiner, is_tag};
use crate::bounded;
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::text::{
    AUTHORITY_CONTINUES, Character, Found, Kind, Sought, Start, each_found, first_character, last_character, unescaped,
};
use crate::unicode::TextClass;
use core::ops::Range;

/// A text as it may be shown before somebody acts on it: behind each host that is not plain the host in ASCII to which
/// software goes, in parentheses; and each control and each character that nobody sees as its number in angle brackets.
///
/// Line feeds and tabs stay, and so do joiners and variation selectors behind a letter or a symbol, as languages and
/// emoji need them, but for those in a host.
///
/// ```
/// use acelabel::lint::safe_text;
///
/// assert_eq!(safe_text("go to https://аррӏе.example/\u{202E}".as_bytes())?,
///            "go to https://аррӏе.example (xn--80ak6aa92e.example)/<U+202E>".as_bytes());
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn safe_text(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut output = Growing::reserved(text.len());
    let mut done = 0;
    let sought = Sought { any_slashes: true, ..Sought::all(PROFILE) };
    each_found(text, Start::default(), text.len(), &sought, |one| {
        let Some((range, goes_to)) = beside(text, &one)? else { return Ok(()) };
        if range.start >= done {
            write_seen(text, done..range.start, false, &mut output);
            write_seen(text, range.clone(), true, &mut output);
            output.extend_from_slice(b" (");
            output.extend_from_slice(goes_to.as_bytes());
            output.push(b')');
            done = range.end;
        }
        Ok(())
    })?;
    write_seen(text, done..text.len(), false, &mut output);
    if output.is_refused() { Err(memory::refused()) } else { output.finished() }
}

/// The part of a text that is taken for a host, and the host to which software goes, unless they are the same.
fn beside(text: &[u8], one: &Found) -> Result<Option<(Range<usize>, String)>, Error> {
    let mut range = one.start..one.end;
    let around = if one.kind == Kind::UrlHost { UrlAround::of(text, &range) } else { None };
    if one.kind == Kind::UrlHost && around.is_none() {
        return Ok(None);
    }
    let user = around.as_ref().and_then(|url| url.user.clone());
    if around.is_some() && one.code == Some(AUTHORITY_CONTINUES) {
        range.end = end_of_authority(text, range.end);
    }
    let Ok(written) = core::str::from_utf8(bounded::part(text, range.clone())) else { return Ok(None) };
    let decoded = if written.contains(['%', '\\']) { unescaped(written)? } else { None };
    let name = decoded.as_deref().unwrap_or(written);
    let name = name.rsplit_once('@').map_or(name, |(_, host)| host);
    let Some(host) = read(name) else { return Ok(None) };
    let is_whole = user.is_none() && one.code != Some(AUTHORITY_CONTINUES);
    let is_same = is_whole && host.ascii().eq_ignore_ascii_case(written.strip_suffix('.').unwrap_or(written));
    Ok((!is_same).then(|| (range, host.ascii().to_owned())))
}

/// Appends a part of a text in which everything is seen. In a host nothing is left out.
fn write_seen(text: &[u8], part: Range<usize>, is_host: bool, output: &mut Growing<u8>) {
    let mut at = part.start;
    while at < part.end {
        let rest = bounded::part(text, at..part.end);
        let Character { unit, size } = first_character(rest);
        let octets = bounded::first(rest, size);
        match unit.filter(|&unit| is_unseen(unit, bounded::first(text, at), is_host)) {
            Some(unit) => output.extend_from_slice(format!("<U+{unit:04X}>").as_bytes()),
            None => output.extend_from_slice(octets),
        }
        at = bounded::add(at, size);
    }
}

fn is_unseen(unit: u32, before: &[u8], is_host: bool) -> bool {
    match unit {
        0x09 | 0x0A => false,
        0..=0x1F | 0x7F..=0x9F | 0x2028 | 0x2029 => true,
        _ if is_joiner(unit) || matches!(unit, 0xFE00..=0xFE0F) => {
            let is_shown = |one: Character| {
                let class = one.unit.filter(|&unit| !is_joiner(unit)).map(TextClass::of);
                matches!(class, Some(TextClass::Letter | TextClass::Symbol)) && one.size > 1 || one.unit == Some(0xFE0F)
            };
            is_host && !is_form_of_symbol(unit, before) || before.is_empty() || !is_shown(last_character(before))
        }
        _ => is_direction(unit) || is_tag(unit) || is_hidden(unit),
    }
}
