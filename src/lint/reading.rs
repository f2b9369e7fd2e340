//! Hosts as software reads them, each in one place of the code.

use crate::host::{Host, Scheme, UrlHost, of_url, parse};

/// The host that software reads in a text, if it takes the text for one.
#[inline(never)]
pub(super) fn read(host: &str) -> Option<Host> {
    parse(host).ok()
}

/// The host of a URL as browsers read it.
#[inline(never)]
pub(super) fn read_url(url: &str, base: Option<Scheme>) -> Option<UrlHost> {
    of_url(url, base).ok()
}

/// Returns whether a text has a part. Neither is long.
#[inline(never)]
pub(super) fn has_part(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len().max(1)).any(|window| window == part.as_bytes())
}

/// Returns whether a host is the machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section
/// 2.5.3).
pub(super) fn is_loopback(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_address = || read(name).and_then(|host| host.address()).is_some_and(|address| address.is_loopback());
    name == "localhost" || name.ends_with(".localhost") || is_address()
}
