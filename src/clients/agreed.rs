//! One host for all clients, or the place where they begin to differ.

use core::ops::Range;

use super::client::Clients;
use super::readings::{Readings, code_points, is_plain_for_all};
use super::url::plain_host;
use crate::error::{Error, ErrorKind};
use crate::label::LabelError;
use crate::{bounded, memory};

/// The host that every client goes to which accepts a name, in lower case. The place where they begin to differ takes
/// many readings, so that only who tells it asks for it; else it is 0.
///
/// # Errors
///
/// [`ErrorKind::ClientsDisagree`]; [`ErrorKind::OutOfMemory`].
pub(crate) fn agreed_of(name: &[u32], among: Clients, tells_place: bool) -> Result<String, LabelError> {
    // Letter case is no difference.
    let small = name.iter().map_while(|&unit| u8::try_from(unit).ok()).map(|octet| octet.to_ascii_lowercase());
    let small = memory::collected(small, name.len()).map_err(LabelError::out_of_memory)?;
    if small.len() == name.len() && is_plain_for_all(&small) {
        return Ok(bounded::ascii_string(small));
    }
    let readings = Readings::until_they_differ(name, among).map_err(LabelError::out_of_memory)?;
    match readings.agreed() {
        Some(host) => lowered(host).map_err(LabelError::out_of_memory),
        None if tells_place => Err(disagreement(first_difference(name, among)?)),
        None => Err(disagreement(0)),
    }
}

/// The same of the host of a URL, which all programs find in the same place.
pub(crate) fn agreed_of_url(url: &[u32], among: Clients, tells_place: bool) -> Result<String, LabelError> {
    let Range { start, end } = plain_host(url).map_err(disagreement)?;
    let in_url = |error: LabelError| {
        LabelError::new(error.error().at(bounded::add(start, error.offset())), error.label_index(), None)
    };
    agreed_of(bounded::part(url, start..end), among, tells_place).map_err(in_url)
}

/// The host of a name that is plain, if it is.
pub(crate) fn agreed_of_plain(name: &[u8]) -> Option<&[u8]> {
    is_plain_for_all(name).then_some(name)
}

pub(crate) const fn disagreement(offset: usize) -> LabelError {
    LabelError::new(Error::new(ErrorKind::ClientsDisagree, offset), 0, None)
}

fn lowered(host: &str) -> Result<String, Error> {
    let octets = memory::collected(host.bytes().map(|octet| octet.to_ascii_lowercase()), host.len())?;
    Ok(bounded::ascii_string(octets))
}

/// The most characters after which a difference is looked for, as each is a name to be read.
const MOST_ASKED: usize = 256;

/// The first character with which the clients differ: of the beginnings of the name, each with a letter behind it so
/// that it ends in no dot and no number, the shortest one with more than one host. Where only the whole name is read
/// otherwise, it is the last separator at its end, or the first character that is no small letter.
fn first_difference(name: &[u32], among: Clients) -> Result<usize, LabelError> {
    let is_plain = |unit: u32| matches!(unit, 0x61..=0x7A | 0x2D);
    let mut beginning = memory::reserved(bounded::add(name.len(), 1)).map_err(LabelError::out_of_memory)?;
    let most = name.len().min(MOST_ASKED);
    for (place, &unit) in name.iter().enumerate().take(most) {
        beginning.push(unit);
        if is_plain(unit) {
            continue;
        }
        beginning.push(0x61);
        let readings = Readings::until_they_differ(&beginning, among).map_err(LabelError::out_of_memory)?;
        beginning.pop();
        if readings.differ() {
            return Ok(place);
        }
    }
    let last = bounded::sub(name.len().max(1), 1);
    let ends_in_dot = name.last().is_some_and(|&unit| crate::label::is_separator(unit));
    let other = name.iter().position(|&unit| !is_plain(unit) && unit != u32::from(b'.'));
    Ok(if ends_in_dot { last } else { other.unwrap_or_default() })
}

/// The host that every one of some clients goes to which accepts a name, in lower case.
///
/// # Errors
///
/// [`ErrorKind::ClientsDisagree`](crate::ErrorKind::ClientsDisagree) where there are two, where none accepts the name,
/// where one sends it as it is, or where it is unknown what one does.
pub fn agreed(name: &str, among: Clients) -> Result<String, LabelError> {
    if let Some(host) = agreed_of_plain(name.as_bytes()) {
        return Ok(bounded::ascii_string(memory::copied(host).map_err(LabelError::out_of_memory)?));
    }
    agreed_of(&code_points(name).map_err(LabelError::out_of_memory)?, among, true)
}

/// The same of the host of a URL: a scheme, two slashes, a host and perhaps a port, and then nothing or a slash. All
/// that parsers read each in its own way is refused, such as user information, backslashes and percent signs.
///
/// # Errors
///
/// As [`agreed`], with offsets in the URL.
pub fn agreed_in_url(url: &str, among: Clients) -> Result<String, LabelError> {
    agreed_of_url(&code_points(url).map_err(LabelError::out_of_memory)?, among, true)
}
