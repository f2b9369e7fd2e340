//! `rst`: links of reStructuredText.
//!
//! ```text
//! See `the page <https://b.example/>`_, `this`_ and that_.
//!      ^^^^^^^^  ^^^^^^^^^^^^^^^^^^      ^^^^       ^^^^
//! .. _this: https://b.example/
//!           ^^^^^^^^^^^^^^^^^^
//! ```
//!
//! Source: reStructuredText Markup Specification, "Hyperlink References" and "Hyperlink Targets". Roles
//! (`:role:`text``), literals and targets without a name are no links with a text of their own.

use core::ops::Range;

use super::characters::MOST;
use super::link::{DocumentLink, OnLink};
use super::named::{NamedTargets, next_of};
use crate::error::Error;
use crate::{bounded, memory};

pub(super) fn each_link(text: &[u8], work: &mut OnLink<'_>) -> Result<(), Error> {
    let targets = targets(text)?;
    let mut at = 0;
    while let Some(place) = next_of(text, at, *b"`_") {
        let (before, rest) = (bounded::first(text, place), bounded::rest(text, place));
        let is_ended = |octet: Option<&u8>| octet.is_none_or(|&octet| octet < 0x80 && !octet.is_ascii_alphanumeric());
        at = match rest {
            [b'`', b'`', ..] => behind_literal(text, place),
            [b'`', inside @ ..] if before.last() == Some(&b':') => {
                // The text of a role, such as :doc:`text`.
                let near = bounded::first(inside, inside.len().min(MOST));
                let end = near.iter().position(|&octet| octet == b'`');
                bounded::add(place, end.map_or(1, |end| bounded::add(end, 2)))
            }
            [b'`', ..] => quoted(text, place, &targets, work)?,
            [b'_', next @ ..] if is_ended(next.first()) && next.first() != Some(&b'_') => {
                let is_of_word = |octet: &&u8| octet.is_ascii_alphanumeric() || b"-.+:".contains(octet);
                let size = before.iter().rev().take(MOST).take_while(is_of_word).count();
                let word = bounded::sub(place, size)..place;
                named(text, &word, &word, &targets, work)?;
                bounded::add(place, 1)
            }
            _ => bounded::add(place, 1),
        };
    }
    Ok(())
}

fn behind_literal(text: &[u8], place: usize) -> usize {
    let begin = bounded::add(place, 2);
    let rest = bounded::rest(text, begin.min(text.len()));
    let near = bounded::first(rest, rest.len().min(MOST));
    let end = near.windows(2).position(|two| two == b"``");
    end.map_or(begin, |end| bounded::add(begin, bounded::add(end, 2)))
}

/// Takes a link in back quotes. Returns where to go on.
fn quoted(text: &[u8], place: usize, targets: &NamedTargets, work: &mut OnLink<'_>) -> Result<usize, Error> {
    let begin = bounded::add(place, 1);
    let near = bounded::rest(text, begin);
    let near = bounded::first(near, near.len().min(MOST));
    let Some(size) = near.iter().position(|&octet| octet == b'`') else { return Ok(begin) };
    let inside = bounded::first(near, size);
    let next = bounded::add(begin, bounded::add(size, 1));
    if bounded::rest(near, size).get(1) != Some(&b'_') || inside.windows(2).any(|two| two == b"\n\n") {
        return Ok(if inside.contains(&b'\n') { begin } else { next });
    }
    let all = begin..bounded::add(begin, size);
    match inside.iter().rposition(|&octet| octet == b'<').filter(|_| inside.ends_with(b">")) {
        Some(bracket) => {
            let label = bounded::first(inside, bracket).trim_ascii_end().len();
            let target = bounded::add(begin, bounded::add(bracket, 1))..bounded::sub(all.end, 1);
            let label = begin..bounded::add(begin, label);
            match bounded::part(text, target.clone()).strip_suffix(b"_").filter(|url| !url.contains(&b'/')) {
                Some(name) => {
                    named(text, &label, &(target.start..bounded::add(target.start, name.len())), targets, work)?
                }
                None => hand_over(text, label, target, work)?,
            }
        }
        None => named(text, &all, &all, targets, work)?,
    }
    Ok(next)
}

/// Takes a link whose target has this name.
fn named(
    text: &[u8],
    label: &Range<usize>,
    name: &Range<usize>,
    targets: &NamedTargets,
    work: &mut OnLink<'_>,
) -> Result<(), Error> {
    match targets.get(bounded::part(text, name.clone()))? {
        Some(target) => hand_over(text, label.clone(), target, work),
        None => Ok(()),
    }
}

fn hand_over(text: &[u8], label: Range<usize>, target: Range<usize>, work: &mut OnLink<'_>) -> Result<(), Error> {
    let owned = |place: &Range<usize>| {
        let octets = bounded::part(text, place.clone());
        memory::copied(octets).map(|octets| String::from_utf8(octets).unwrap_or_default())
    };
    let (seen, url) = (owned(&label)?, owned(&target)?);
    work(DocumentLink { text: label, label: seen, target, url })
}

/// The targets with names of a document: `.. _name: target`.
fn targets(text: &[u8]) -> Result<NamedTargets, Error> {
    let (mut found, mut at) = (NamedTargets::default(), 0);
    for line in text.split_inclusive(|&octet| octet == b'\n') {
        let start = at;
        at = bounded::add(at, line.len());
        let body = line.trim_ascii_start();
        let Some(named) = body.strip_prefix(b".. _") else { continue };
        let begin = bounded::add(start, bounded::sub(line.len(), named.len()));
        let (name, size) = match named.strip_prefix(b"`") {
            Some(quoted) => match quoted.windows(2).position(|two| two == b"`:") {
                Some(size) => (bounded::first(quoted, size), bounded::add(size, 3)),
                None => continue,
            },
            None => {
                match named.windows(2).position(|two| matches!(two, [b':', octet] if octet.is_ascii_whitespace())) {
                    Some(size) => (bounded::first(named, size), bounded::add(size, 1)),
                    None => continue,
                }
            }
        };
        let rest = bounded::rest(named, size);
        let url = rest.trim_ascii();
        if !url.is_empty() && url.len() <= MOST {
            let from = bounded::add(begin, bounded::add(size, bounded::sub(rest.len(), rest.trim_ascii_start().len())));
            found.add(name, from..bounded::add(from, url.len()))?;
        }
    }
    found.finish();
    Ok(found)
}
