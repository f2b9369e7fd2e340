//! The text of a link, and the host of its target.
//!
//! ```text
//! [https://bank.example/](https://b.example/)     told: the text is a URL, or a name that people take for a host
//! [bank.example](https://www.bank.example/)       one is the other, or lies below it
//! [our bank](https://b.example/)                  the text names no host
//! ```

use super::endings::{Endings, has_placeholder, host_named};
use super::problem::{LintProblems, Linting};
use super::reading::{has_part, is_loopback, read_url};
use super::rules::Rule;
use crate::bounded;
use crate::error::Error;
use crate::formats::links::DocumentLink;
use crate::host::{Scheme, UrlHost};

/// A link of a terminal is looked at no farther than this.
const FAR: usize = 4096;

/// Looks at a link of a document.
pub(super) fn of_document(
    link: &DocumentLink,
    text: &[u8],
    how: &Linting<'_>,
    problems: &mut LintProblems,
) -> Result<(), Error> {
    let url = link.url.trim();
    if url.is_empty() || has_placeholder(url) {
        return Ok(());
    }
    let Some(target) = read_url(url, Some(Scheme::Https)) else { return Ok(()) };
    // The finder reads no reference without a scheme.
    if let Some(allow) = how.allow.filter(|_| url.starts_with("//"))
        && !allow.has(target.host.ascii())?
    {
        let message = "the host is not on the list of allowed names".to_owned();
        problems.add(Rule::NotAllowed, link.target.clone(), (url, Some(target.host.ascii())), message)?;
    }
    let written = bounded::part(text, link.target.clone());
    if is_written_as_references(written, url) {
        let goes_to = target.host.ascii();
        let shown = String::from_utf8_lossy(written).into_owned();
        let message = format!("characters of the host are written as references; software goes to {goes_to}");
        problems.add(Rule::HostNotation, link.target.clone(), (&shown, Some(goes_to)), message)?;
    }
    let Some(named) = other_host(&link.label, &target, url, &how.endings())? else { return Ok(()) };
    let goes_to = target.host.ascii();
    let message = format!("the text of the link names {named}, and its target is {goes_to}");
    problems.add(Rule::LinkText, link.text.clone(), (&named, Some(goes_to)), message)
}

/// Returns whether the part of a target up to its path has references of HTML.
fn is_written_as_references(written: &[u8], url: &str) -> bool {
    let end_of_authority = |text: &[u8]| {
        let slashes = text.windows(2).position(|two| two == b"//")?;
        let begin = bounded::add(slashes, 2);
        let size = bounded::rest(text, begin).iter().position(|octet| b"/?".contains(octet));
        Some(size.map_or(text.len(), |size| bounded::add(begin, size)))
    };
    let Some(end) = end_of_authority(url.as_bytes()) else { return false };
    !written.starts_with(bounded::first(url.as_bytes(), end)) && written.contains(&b'&')
}

/// The host that the text of a link names, if that is another one than its target's: neither is the other, or lies
/// below it.
fn other_host(label: &str, target: &UrlHost, url: &str, endings: &Endings<'_>) -> Result<Option<String>, Error> {
    let Some(named) = host_named(label, endings)? else { return Ok(None) };
    let [one, other] = [named.as_str(), target.host.ascii()].map(|host| {
        let host = host.strip_suffix('.').unwrap_or(host);
        host.strip_prefix("www.").unwrap_or(host)
    });
    let is_below =
        |name: &str, zone: &str| name.strip_suffix(zone).is_some_and(|above| above.is_empty() || above.ends_with('.'));
    let is_same = is_below(one, other) || is_below(other, one) || is_loopback(one) && is_loopback(other);
    Ok((!is_same && !is_copy_of(other, url, one)).then_some(named))
}

/// Returns whether a target is a page of an archive that shows the page that the text names: the archive writes the URL
/// of that page behind its own.
fn is_copy_of(host: &str, url: &str, named: &str) -> bool {
    const ARCHIVES: [&str; 5] = ["web.archive.org", "archive.org", "archive.today", "archive.ph", "archive.is"];
    ARCHIVES.contains(&host) && has_part(url, named)
}

/// Looks at the link of a terminal (OSC 8) whose URL begins at a place: `ESC ] 8 ; parameters ; URL ESC \ text`.
pub(super) fn of_terminal(
    text: &[u8],
    url_start: usize,
    how: &Linting<'_>,
    problems: &mut LintProblems,
) -> Result<(), Error> {
    const BEGIN: &[u8] = b"\x1B]8;";
    let before = bounded::first(text, url_start);
    if !before.ends_with(b";") {
        return Ok(());
    }
    let near = bounded::rest(before, before.len().saturating_sub(FAR / 8));
    let Some(begin) = near.windows(BEGIN.len()).rposition(|four| four == BEGIN) else { return Ok(()) };
    let parameters = bounded::rest(near, bounded::add(begin, BEGIN.len()));
    if parameters.iter().any(|octet| b"\x1B\x07\n".contains(octet)) {
        return Ok(());
    }
    let rest = bounded::rest(text, url_start);
    let rest = bounded::first(rest, rest.len().min(FAR));
    let Some(url) = rest.iter().position(|octet| matches!(octet, 0x1B | 0x07 | b'\n')) else { return Ok(()) };
    let mark = if bounded::at(rest, url) == 0x1B { 2 } else { 1 };
    let label = bounded::rest(rest, bounded::add(url, mark).min(rest.len()));
    let end = label.windows(BEGIN.len()).position(|four| four == BEGIN).unwrap_or(label.len());
    let start = bounded::add(url_start, bounded::add(url, mark));
    let label = bounded::first(label, end);
    let (seen, url) = (without_colours(label), String::from_utf8_lossy(bounded::first(rest, url)).into_owned());
    let Some(target) = read_url(&url, Some(Scheme::Https)) else { return Ok(()) };
    let Some(named) = other_host(&seen, &target, &url, &how.endings())? else { return Ok(()) };
    let goes_to = target.host.ascii();
    let message = format!("the text of the link names {named}, and its target is {goes_to}");
    problems.add(Rule::LinkText, start..bounded::add(start, label.len()), (&named, Some(goes_to)), message)
}

/// A text without sequences that set colours (ECMA-48 section 8.3.117).
fn without_colours(text: &[u8]) -> String {
    let mut seen = String::new();
    for (index, part) in text.split(|&octet| octet == 0x1B).enumerate() {
        let end = part.iter().position(u8::is_ascii_alphabetic).filter(|_| index > 0 && part.starts_with(b"["));
        let part = if index == 0 { part } else { bounded::rest(part, end.map_or(0, |end| bounded::add(end, 1))) };
        seen.push_str(&String::from_utf8_lossy(part));
    }
    seen
}
