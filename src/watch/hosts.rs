//! The names inside a text that is more than a name: a URL, an address of e-mail, a host and its port, and any of them
//! written so that nobody follows it (`hxxps://example[.]com`).

use std::borrow::Cow;
use std::iter::{self, Peekable};
use std::ops::Range;
use std::str::Chars;

use crate::display::labels::PROFILE;
use crate::domain::{is_in_no_name, is_more_than_a_name};
use crate::error::{Error, ErrorKind};
use crate::host::{HostKind, Scheme, of_url, scheme_end};
use crate::label::is_separator;
use crate::text::{AUTHORITY_CONTINUES, Found, Sought, Start, each_found, followed, unescaped};
use crate::unicode::{TextClass, uts46_map};
use crate::{bounded, memory};

/// The way in which a name was seen in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sighting {
    /// It stands there by the rules of `text`, or as nothing else.
    Found,
    /// Software may take it for one beside the name that stands there.
    Guessed,
}

/// A name that was seen in a text.
pub(super) struct SeenName<'a> {
    pub(super) name: &'a str,
    /// The same as it is written in the text, where that is known.
    pub(super) written: &'a str,
    pub(super) sighting: Sighting,
}

impl<'a> SeenName<'a> {
    pub(super) const fn new(name: &'a str, sighting: Sighting) -> Self {
        Self { name, written: name, sighting }
    }
}

/// Hands over the names in a text that is more than a name. Returns whether there is one.
pub(super) fn each_host(text: &str, mut work: impl FnMut(SeenName<'_>) -> Result<(), Error>) -> Result<bool, Error> {
    let authority = as_authority(text)?;
    // One word without a mark may be the authority of a URL alone, such as `localhost:80`.
    let is_marked = authority.match_indices(MARK).nth(1).is_some() || authority.contains(char::is_whitespace);
    let starts: &[usize] = if is_marked { &[MARK.len()] } else { &[MARK.len(), 0] };
    let sought = Sought { tlds: Some(&|_| true), ..Sought::all(PROFILE) };
    let mut has_host = false;
    for &start in starts {
        each_found(authority.as_bytes(), Start { at: start, is_cut: false }, authority.len(), &sought, |found| {
            has_host |= look_at(&authority, found, &mut work)?;
            Ok(())
        })?;
        if has_host {
            break;
        }
    }
    for name in listed(bounded::characters(&authority, MARK.len()..authority.len())) {
        if let Some(name) = unescaped(name)?.filter(|name| name.contains('.')) {
            has_host = true;
            work(SeenName::new(&name, Sighting::Found))?;
        }
    }
    // A browser may see another host, such as behind what ends a name here: one of these finds it, of any scheme. It
    // takes a word without a scheme, such as a host and its port, for an authority.
    let followed = bounded::utf8_string(followed(text.as_bytes())?);
    let is_authority = !is_marked && text.contains([':', '/', '\\', '?', '#']);
    let urls = [Some((&followed, None)), is_authority.then_some((&authority, Some(Scheme::Https)))];
    let guessed = if has_host { Sighting::Guessed } else { Sighting::Found };
    for (text, base) in urls.into_iter().flatten() {
        match of_url(text, base) {
            Ok(url) => {
                has_host |= base.is_none() && url.host.kind() == HostKind::Domain;
                let written = characters_of(text, url.span);
                work(SeenName { written, ..SeenName::new(&url.host.unicode(), guessed) })?;
            }
            Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(error.into()),
            Err(_) => {}
        }
    }
    if let Some((_, host)) = raw_authority(&followed).rsplit_once('@') {
        has_host |= !host.is_empty();
        let host = host.split(|one: char| one == ':' || one.is_whitespace()).next().unwrap_or_default();
        work(SeenName::new(&unescaped(host)?.unwrap_or_default(), guessed))?;
    }
    // A text without a path may be a name in which one character is wrong.
    if !has_host && !text.contains(['/', '\\', '?', '#']) {
        work(SeenName::new(bounded::characters(&authority, MARK.len()..authority.len()), Sighting::Found))?;
    }
    Ok(has_host)
}

/// A part of a text, by its place in characters.
fn characters_of(text: &str, place: Range<usize>) -> &str {
    let octet = |character| text.char_indices().nth(character).map_or(text.len(), |(octet, _)| octet);
    bounded::characters(text, octet(place.start)..octet(place.end))
}

/// The names that a line of dnsmasq lists: `address=/a.example/b.example/0.0.0.0`. A scanner takes them for a path.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    let values = text.split('=').zip(text.split('=').skip(1)).filter_map(|(before, value)| {
        let key = inner(before.split_whitespace().next_back()?);
        let is_key = !key.is_empty() && key.chars().all(|one| one.is_alphanumeric() || matches!(one, '-' | '_'));
        let value = value.split_whitespace().next()?.strip_prefix('/')?;
        (is_key && !value.starts_with('/')).then_some(value)
    });
    values.flat_map(|value| value.split('/'))
}

/// The words of a text that may be names.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |one: char| matches!(one, '%' | '[' | '(' | '{' | '<') || is_separator(one.into());
    let word = |word| if begins_with_escaped_quote(word) { word } else { inner(word) };
    text.split_whitespace().map(word).filter(move |word| word.contains(is_of_name))
}

/// Returns whether a word begins with a quoted local part in which a quotation mark is escaped: `"a\"@b"@example.com`.
/// Without the first mark the escaped one would end it.
fn begins_with_escaped_quote(word: &str) -> bool {
    let Some(quoted) = word.strip_prefix('"') else { return false };
    let (mut is_escaped, mut has_escaped) = (false, false);
    let end = quoted.find(|one| match one {
        '"' if !is_escaped => true,
        _ => {
            has_escaped |= is_escaped && one == '"';
            is_escaped = !is_escaped && one == '\\';
            false
        }
    });
    let behind = end.map(|end| bounded::characters(quoted, end..quoted.len()));
    has_escaped && behind.is_some_and(|behind| behind.starts_with("\"@"))
}

/// A text without brackets, quotation marks and punctuation around it.
pub(super) fn inner(text: &str) -> &str {
    text.trim_matches(is_around)
}

fn is_around(one: char) -> bool {
    match one {
        '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | '!' | '|' | '@' => true,
        _ => !one.is_ascii() && ends_name(one),
    }
}

/// A name without what people put around it: brackets and quotation marks, emphasis, bullets, the end of a sentence.
pub(super) fn bare(name: &str) -> &str {
    name.trim_matches(|one: char| match one {
        '/' | '\\' | '\u{200c}' | '\u{200d}' => true,
        _ => is_emphasis(one) || is_around(one) || TextClass::of(one.into()) == TextClass::Joins,
    })
}

/// Returns whether a character is emphasis, a bullet or the end of a sentence.
pub(super) const fn is_emphasis(one: char) -> bool {
    matches!(one, '*' | '_' | '-' | '.')
}

/// A name from its first letter, mark or digit to its last.
pub(super) fn letters(name: &str) -> &str {
    name.trim_matches(|one: char| TextClass::of(one.into()) != TextClass::Letter)
}

/// Returns whether a text is more than a name, whatever stands around it. A backslash is here no escape of a zone file.
pub(super) fn is_more(text: &str) -> bool {
    text.contains('\\') || bare(text).contains('*') || is_more_than_a_name(text)
}

/// The authority of a URL as browsers read it, up to `/`, `\`, `?` or `#`. Behind an address it is the address.
pub(super) fn raw_authority(text: &str) -> &str {
    let text = text.trim();
    let start = scheme_and_slashes(text).map_or(0, |(scheme, slashes)| bounded::add(scheme, slashes));
    let authority = bounded::characters(text, start..text.len());
    authority.split(['/', '\\', '?', '#']).next().unwrap_or_default()
}

/// Returns whether a character stands in no name, and none goes on behind it.
pub(super) fn ends_name(character: char) -> bool {
    TextClass::of(character.into()) == TextClass::Ends && !is_separator(character.into())
}

/// Returns whether a text has a character that ends a name, or a symbol before or behind its name.
pub(super) fn has_end(text: &str) -> bool {
    let is_symbol = |one: char| !one.is_ascii() && TextClass::of(one.into()) == TextClass::Symbol;
    let is_end = |one: char| !one.is_ascii() && ends_name(one);
    !text.is_ascii() && (text.starts_with(is_symbol) || text.ends_with(is_symbol) || text.contains(is_end))
}

/// Hands over a name that was found, unless it is the first group of an IPv6 address. Returns whether it did.
fn look_at(text: &str, found: Found, work: &mut impl FnMut(SeenName<'_>) -> Result<(), Error>) -> Result<bool, Error> {
    let name = bounded::characters(text, found.start..found.end);
    let rest = bounded::characters(text, found.end..text.len());
    let goes_on = found.code == Some(AUTHORITY_CONTINUES);
    if goes_on && rest.starts_with(':') && !name.contains('.') {
        return Ok(false);
    }
    let name = if found.is_escaped { unescaped(name)?.map(Cow::Owned) } else { Some(Cow::Borrowed(name)) };
    let Some(name) = name else { return Ok(false) };
    work(SeenName::new(&name, Sighting::Found))?;
    if goes_on {
        // Software that takes a URL to its next delimiter visits another host. Browsers take all before the last `@`
        // for user information.
        let is_end = |character: char| matches!(character, '/' | '?' | '#' | '\\') || character.is_whitespace();
        let size = rest.find(is_end).unwrap_or(rest.len());
        let host = bounded::characters(text, found.start..bounded::add(found.end, size));
        let last = host.rsplit_once('@').map_or(host, |(_, last)| last);
        let is_symbols = !bounded::characters(rest, 0..size).contains(char::is_alphanumeric);
        let sighting = if is_symbols { Sighting::Guessed } else { Sighting::Found };
        work(SeenName::new(last.split(':').next().unwrap_or_default(), sighting))?;
        // In a list the next name follows.
        for name in host.split([',', ';']).skip(1).filter(|name| name.contains('.')) {
            work(SeenName::new(name.split(':').next().unwrap_or_default(), Sighting::Found))?;
        }
    }
    Ok(true)
}

/// The beginning of the authority of a URL.
const MARK: &str = "//";

/// A text after `//`, without what hides its names: without white space around it and what keeps people from following
/// links, with ASCII for fullwidth punctuation, and with `//` for the slashes and backslashes that browsers take for
/// it.
fn as_authority(text: &str) -> Result<String, Error> {
    let mut plain = String::new();
    plain.try_reserve_exact(text.len()).map_err(|_| memory::refused())?;
    let mut characters = text.trim().chars().peekable();
    while let Some(character) = characters.next() {
        let character = match character {
            '%' => of_escape(&mut characters).unwrap_or('%'),
            _ => ascii_for(character).unwrap_or(character),
        };
        let is_inside = plain.chars().next_back().is_some_and(|before| !before.is_whitespace() && before != ',');
        // Before a domain whose mail goes to one person, and before a name in social networks.
        if character == '@' && !is_inside {
            continue;
        }
        let is_pair = match character {
            // An escape of JSON begins with a backslash, too: `\/` is a slash, `\u003a` a colon.
            '\\' if is_inside && characters.peek() == Some(&'/') => continue,
            '\\' => plain.ends_with('\\') || plain.ends_with('/') && characters.peek() != Some(&'u'),
            '/' => plain.ends_with('\\'),
            _ => false,
        };
        if is_pair {
            plain.pop();
            plain.push_str(MARK);
        } else {
            plain.push(character);
        }
    }
    let mut authority = String::new();
    // One slash may become two.
    let room = bounded::add(plain.len(), bounded::add(MARK.len(), 1));
    authority.try_reserve_exact(room).map_err(|_| memory::refused())?;
    authority.push_str(MARK);
    authority.push_str(bounded::utf8(&followed(plain.as_bytes())?));
    let text = bounded::characters(&authority, MARK.len()..authority.len());
    let Some((scheme, slashes)) = scheme_and_slashes(text) else { return Ok(authority) };
    let start = bounded::add(MARK.len(), scheme);
    authority.replace_range(start..bounded::add(start, slashes), MARK);
    Ok(authority)
}

/// Takes the digits of a colon or slash that is percent-encoded.
fn of_escape(rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    let mut ahead = rest.clone();
    let character = match [ahead.next()?, ahead.next()?] {
        ['3', 'a' | 'A'] => ':',
        ['2', 'f' | 'F'] => '/',
        _ => return None,
    };
    *rest = ahead;
    Some(character)
}

/// The character of ASCII that UTS #46 makes of one that separates labels, or that no name holds: `:` for the fullwidth
/// colon.
fn ascii_for(character: char) -> Option<char> {
    if is_separator(character.into()) {
        return Some('.');
    }
    if character.is_ascii() || character.is_whitespace() || !is_in_no_name(character.into()) {
        return None;
    }
    let mut one = iter::once(character.into());
    let mut mapped = uts46_map(&mut one);
    let first = mapped.next().and_then(char::from_u32).filter(char::is_ascii);
    first.filter(|_| mapped.next().is_none())
}

/// Returns how long the scheme of a URL is with its colon, and how many slashes and backslashes follow it: one is
/// enough behind a scheme, as browsers read it, two are without one.
pub(super) fn scheme_and_slashes(text: &str) -> Option<(usize, usize)> {
    let octets = text.as_bytes();
    let scheme = scheme_end(octets).map_or(0, |colon| bounded::add(colon, 1));
    let rest = bounded::rest(octets, scheme);
    // An escape of JSON begins with a backslash, too.
    let begins_escape = |at: usize| {
        let digits = rest.get(at..).and_then(|rest| rest.strip_prefix(b"\\u")).and_then(<[u8]>::first_chunk::<4>);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let is_slash = |&(at, octet): &(usize, &u8)| matches!(octet, b'/' | b'\\') && !begins_escape(at);
    let slashes = rest.iter().enumerate().take_while(is_slash).count();
    (slashes >= if scheme > 0 { 1 } else { MARK.len() }).then_some((scheme, slashes))
}
