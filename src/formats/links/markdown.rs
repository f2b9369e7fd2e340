//! `markdown`: links of CommonMark, and those of HTML in it.
//!
//! ```text
//! See [the page](https://b.example/ "title"), [this][1], [that] and <a href="https://b.example/">these</a>.
//!      ^^^^^^^^  ^^^^^^^^^^^^^^^^^^            ^^^^
//! [1]: https://b.example/
//!      ^^^^^^^^^^^^^^^^^^
//!
//! the definitions of the document are read first
//! at each character, outside of code:
//!     [        is put on a stack, which an empty line clears
//!     ]        takes the last one: with a target behind it, both are a link, unless a ! stands before the first
//!     ` <a <   code, a link of HTML, a tag or a URL are passed over as a whole
//! ```
//!
//! Source: CommonMark 0.31.2, sections 4.5, 4.7, 6.1, 6.3 and 6.6. Indented code is read as text.

use core::ops::Range;

use super::characters::{MOST, plain};
use super::html;
use super::link::{DocumentLink, OnLink};
use super::named::NamedTargets;
use crate::error::Error;
use crate::{bounded, memory};

/// The longest label of a reference.
const LONGEST_LABEL: usize = 999;

pub(super) fn each_link(text: &[u8], work: &mut OnLink<'_>) -> Result<(), Error> {
    let definitions = definitions(text)?;
    let mut reader = MarkdownReader { text, definitions, open: Vec::new() };
    let (mut at, mut is_begin, mut fence) = (0, true, None);
    while at < text.len() {
        if is_begin {
            let line_end = line_end(text, at);
            let line = bounded::part(text, at..line_end);
            let mark = fence_of(line);
            match (fence, mark) {
                (Some((octet, size)), Some((mark, count, is_bare))) if octet == mark && count >= size && is_bare => {
                    fence = None;
                }
                (None, Some((mark, count, _))) => fence = Some((mark, count)),
                (None, None) => {
                    if line.trim_ascii().is_empty() {
                        reader.open.clear();
                    }
                    is_begin = false;
                    continue;
                }
                (Some(_), _) => {}
            }
            reader.open.clear();
            at = line_end;
            continue;
        }
        let next = reader.character(at, work)?;
        is_begin = bounded::part(text, at..next).ends_with(b"\n");
        at = next;
    }
    Ok(())
}

/// The mark of a fence of code that a line is, how long it is, and whether nothing follows it.
fn fence_of(line: &[u8]) -> Option<(u8, usize, bool)> {
    let line = line.trim_ascii();
    let mark = *line.first().filter(|octet| matches!(octet, b'`' | b'~'))?;
    let size = line.iter().take_while(|&&octet| octet == mark).count();
    let rest = bounded::rest(line, size);
    (size > 2 && !(mark == b'`' && rest.contains(&b'`'))).then_some((mark, size, rest.is_empty()))
}

fn line_end(text: &[u8], at: usize) -> usize {
    let feed = bounded::rest(text, at).iter().position(|&octet| octet == b'\n');
    feed.map_or(text.len(), |feed| bounded::add(bounded::add(at, feed), 1))
}

/// The definitions of a document: `[label]: target`.
fn definitions(text: &[u8]) -> Result<NamedTargets, Error> {
    let (mut found, mut at) = (NamedTargets::default(), 0);
    while at < text.len() {
        let end = line_end(text, at);
        let line = bounded::part(text, at..end);
        let begin = line.iter().take_while(|octet| b" \t>".contains(octet)).count();
        let rest = bounded::rest(line, begin);
        if rest.first() == Some(&b'[')
            && let Some(size) = rest.windows(2).take(LONGEST_LABEL).position(|two| two == b"]:")
        {
            let colon = bounded::add(bounded::add(at, begin), bounded::add(size, 2));
            let from = bounded::add(colon, spaces(bounded::part(text, colon..end)));
            if let Some(target) = destination(bounded::first(text, end), from) {
                found.add(bounded::part(rest, 1..size), target)?;
            }
        }
        at = end;
    }
    found.finish();
    Ok(found)
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|octet| octet.is_ascii_whitespace()).count()
}

/// The target that begins at a place: in angle brackets, or up to white space or a parenthesis that has no partner.
fn destination(text: &[u8], from: usize) -> Option<Range<usize>> {
    let rest = bounded::rest(text, from.min(text.len()));
    let rest = bounded::first(rest, rest.len().min(MOST));
    let (mut depth, mut is_escaped) = (0_usize, false);
    let in_brackets = rest.first() == Some(&b'<');
    let mut ends = |(place, &octet): (usize, &u8)| {
        if core::mem::take(&mut is_escaped) {
            return false;
        }
        match octet {
            b'\\' => is_escaped = true,
            b'\n' => return true,
            b'>' => return in_brackets,
            b'<' if in_brackets => return place > 0,
            _ if in_brackets => {}
            b'(' => depth = bounded::add(depth, 1),
            b')' if depth == 0 => return true,
            b')' => depth = bounded::sub(depth, 1),
            _ => return octet <= b' ',
        }
        false
    };
    let size = rest.iter().enumerate().position(&mut ends).unwrap_or(rest.len());
    let target =
        if in_brackets { bounded::add(from, 1)..bounded::add(from, size) } else { from..bounded::add(from, size) };
    let is_closed = !in_brackets || rest.get(size) == Some(&b'>');
    (is_closed && !target.is_empty()).then_some(target)
}

struct MarkdownReader<'t> {
    text: &'t [u8],
    definitions: NamedTargets,
    /// Where brackets are open, and whether each is of an image.
    open: Vec<(usize, bool)>,
}

impl MarkdownReader<'_> {
    /// Reads what begins at a place. Returns where the next begins.
    fn character(&mut self, at: usize, work: &mut OnLink<'_>) -> Result<usize, Error> {
        let rest = bounded::rest(self.text, at);
        let after = |size: usize| bounded::add(at, size).min(self.text.len());
        match rest {
            [b'\\', next, ..] if next.is_ascii_punctuation() => Ok(after(2)),
            [b'`', ..] => Ok(self.behind_code(at)),
            [b'<', b'!', b'-', b'-', ..] => Ok(html::behind(self.text, after(4), b"-->")),
            [b'<', ..] if html::is_tag(rest, b"a") => html::link(self.text, at, work),
            [b'<', next, ..] if next.is_ascii_alphabetic() || *next == b'/' => {
                let near = bounded::first(rest, rest.len().min(MOST));
                let end = near.iter().position(|octet| matches!(octet, b'>' | b'\n'));
                Ok(end
                    .filter(|&end| bounded::at(near, end) == b'>')
                    .map_or(after(1), |end| after(bounded::add(end, 1))))
            }
            [b'!', b'[', ..] => {
                memory::push(&mut self.open, (bounded::add(at, 1), true))?;
                Ok(after(2))
            }
            [b'[', ..] => {
                memory::push(&mut self.open, (at, false))?;
                Ok(after(1))
            }
            [b']', ..] => match self.open.pop() {
                Some((begin, is_image)) => self.close(begin, at, is_image, work),
                None => Ok(after(1)),
            },
            // Up to the next character that counts.
            _ => {
                let size = rest.iter().skip(1).position(|octet| b"\\`<![]\n".contains(octet));
                let size = size.map_or(rest.len(), |size| bounded::add(size, 1));
                let is_end = rest.get(size) == Some(&b'\n') && rest.first() != Some(&b'\n');
                let size = if rest.first() == Some(&b'\n') { 1 } else { bounded::add(size, usize::from(is_end)) };
                Ok(after(size))
            }
        }
    }

    /// The place behind code that begins at a place, or behind its mark where nothing ends it.
    fn behind_code(&self, at: usize) -> usize {
        let rest = bounded::rest(self.text, at);
        let size = rest.iter().take_while(|&&octet| octet == b'`').count();
        let near = bounded::first(rest, rest.len().min(bounded::add(size, MOST)));
        let mut end = size;
        while let Some(place) = bounded::rest(near, end).iter().position(|&octet| octet == b'`') {
            let place = bounded::add(end, place);
            let count = bounded::rest(near, place).iter().take_while(|&&octet| octet == b'`').count();
            end = bounded::add(place, count);
            if bounded::part(near, size..place).windows(2).any(|two| two == b"\n\n") {
                break;
            }
            if count == size {
                return bounded::add(at, end);
            }
        }
        bounded::add(at, size)
    }

    /// Takes the link whose text ends at a place. Returns where to go on.
    fn close(&mut self, begin: usize, end: usize, is_image: bool, work: &mut OnLink<'_>) -> Result<usize, Error> {
        let text = bounded::add(begin, 1)..end;
        let behind = bounded::add(end, 1);
        let Some((target, next)) = self.target(&text, behind)? else { return Ok(behind) };
        if is_image {
            return Ok(next);
        }
        // Links are not inside of links.
        self.open.iter_mut().for_each(|one| one.1 = true);
        self.open.retain(|(place, _)| self.text.get(place.saturating_sub(1)) == Some(&b'!'));
        if text.len() <= MOST {
            let octets = bounded::part(self.text, text.clone());
            // The text of an image is no text of a link.
            let label = if octets.starts_with(b"![") { String::new() } else { plain(octets, true)? };
            let url = plain(bounded::part(self.text, target.clone()), true)?;
            work(DocumentLink { text, label, target, url })?;
        }
        Ok(next)
    }

    /// The target of a link whose text ends before a place, and where the link ends.
    fn target(&self, text: &Range<usize>, behind: usize) -> Result<Option<(Range<usize>, usize)>, Error> {
        let rest = bounded::rest(self.text, behind.min(self.text.len()));
        if let [b'(', inside @ ..] = rest {
            let from = bounded::add(bounded::add(behind, 1), spaces(bounded::first(inside, inside.len().min(MOST))));
            if let Some(target) = destination(self.text, from)
                && let Some(end) = self.end_of_title(target.end)
            {
                return Ok(Some((target, end)));
            }
        }
        let mut reference = (text.clone(), behind);
        if let [b'[', inside @ ..] = rest
            && let Some(size) = inside.iter().take(LONGEST_LABEL).position(|&octet| octet == b']')
        {
            let begin = bounded::add(behind, 1);
            let end = bounded::add(begin, size);
            reference = (if size > 0 { begin..end } else { text.clone() }, bounded::add(end, 1));
        } else if rest.first() == Some(&b':') {
            // A definition.
            return Ok(None);
        }
        if reference.0.len() > LONGEST_LABEL {
            return Ok(None);
        }
        let found = self.definitions.get(bounded::part(self.text, reference.0))?;
        Ok(found.map(|target| (target, reference.1)))
    }

    /// Where a link ends behind its target: behind a title, if there is one, and the parenthesis.
    fn end_of_title(&self, from: usize) -> Option<usize> {
        let rest = bounded::rest(self.text, from);
        let rest = bounded::first(rest, rest.len().min(MOST));
        let mut size = usize::from(rest.first() == Some(&b'>'));
        size = bounded::add(size, spaces(bounded::rest(rest, size)));
        if let Some(&quote @ (b'"' | b'\'' | b'(')) = rest.get(size) {
            let close = if quote == b'(' { b')' } else { quote };
            let begin = bounded::add(size, 1);
            let end = bounded::rest(rest, begin).iter().position(|&octet| octet == close)?;
            size = bounded::add(bounded::add(begin, end), 1);
            size = bounded::add(size, spaces(bounded::rest(rest, size)));
        }
        (rest.get(size) == Some(&b')')).then_some(bounded::add(from, bounded::add(size, 1)))
    }
}
