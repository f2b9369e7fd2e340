//! URLs of which one scan tells the host: a plain name behind `https://` or `http://`.

use super::scan::first_suspect;
use crate::bounded;
use crate::label::MAX_LABEL;
use crate::memory::Growing;

/// Appends the host of a URL, if it stands there as it is: a plain name behind `https://` or `http://`, which ends in
/// no number and before a path. Returns whether it does.
#[inline(always)]
pub(super) fn append_plain_host(url: &[u8], output: &mut Growing<u8>) -> bool {
    let Some((rest, size)) = plain_host(url) else { return false };
    match rest.first_chunk::<32>() {
        // A copy of a size that the compiler knows needs no call.
        Some(beginning) if size <= beginning.len() => {
            let end = bounded::add(output.len(), size);
            output.extend_from_slice(beginning);
            output.truncate(end);
        }
        _ => output.extend_from_slice(bounded::first(rest, size)),
    }
    true
}

/// The host of a URL that stands there as it is, and that all programs find there: before a slash or the end, in a URL
/// without blanks and controls.
pub(super) fn undoubted_host(url: &[u8]) -> Option<&[u8]> {
    let (rest, size) = plain_host(url)?;
    let (host, path) = rest.split_at_checked(size)?;
    let is_found = matches!(path.first(), None | Some(b'/')) && path.iter().all(u8::is_ascii_graphic);
    is_found.then_some(host)
}

/// The octets of a URL from its host on, and the size of the host, if that is plain.
fn plain_host(url: &[u8]) -> Option<(&[u8], usize)> {
    let rest = behind_scheme(url)?;
    let (host, path) = rest.split_at_checked(first_suspect(rest))?;
    // No label of a short name is too long.
    let is_plain = host.len() <= MAX_LABEL && host.first().is_some_and(|&first| first > b'.');
    (is_plain && is_path(path) && ends_in_word(host)).then_some((rest, host.len()))
}

/// A URL without its path, if it is nothing but `https://` or `http://`, a name and a path; else all of it. Both have
/// the same host, or are refused for the same.
pub(super) fn without_path(url: &[u8]) -> &[u8] {
    let Some(rest) = behind_scheme(url) else { return url };
    let is_of_name = |octet: &u8| !octet.is_ascii() || octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.');
    let path = bounded::rest(rest, rest.iter().take_while(|&octet| is_of_name(octet)).count());
    let has_name = path.len() < rest.len();
    if has_name && is_path(path) { bounded::first(url, bounded::sub(url.len(), path.len())) } else { url }
}

fn behind_scheme(url: &[u8]) -> Option<&[u8]> {
    url.strip_prefix(b"https://").or_else(|| url.strip_prefix(b"http://"))
}

/// Returns whether a text is nothing, or a path, a query or a fragment of ASCII, so that no URL is refused for it.
fn is_path(text: &[u8]) -> bool {
    matches!(text, [] | [b'/' | b'?' | b'#', ..]) && text.is_ascii()
}

/// Returns whether the last label of a plain name begins with a letter, or is no number for its last one.
fn ends_in_word(host: &[u8]) -> bool {
    match host.last() {
        // No digit of a number, and not the mark of a hexadecimal one. Most names need no search for their last dot.
        Some(b'g'..=b'w' | b'y' | b'z') => true,
        Some(b'-') | None => false,
        Some(_) => {
            let last = host.rsplit(|&octet| octet == b'.').next();
            last.and_then(<[u8]>::first).is_some_and(u8::is_ascii_lowercase)
        }
    }
}
