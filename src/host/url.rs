//! The host of a URL, found as the "basic URL parser" finds it (URL Standard, section 4.4).

use core::ops::Range;

use super::{Host, HostMemory, ParsedHost, refusal};
use crate::bounded;
use crate::error::ErrorKind;
use crate::label::{LabelError, characters};
use crate::memory::{self, Growing};

/// The special schemes (URL Standard, section 4.2) but `file`, whose host is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `http`
    Http,
    /// `https`
    Https,
    /// `ws`
    Ws,
    /// `wss`
    Wss,
    /// `ftp`
    Ftp,
}

impl Scheme {
    /// The schemes by their names.
    pub const NAMED: [(&str, Self); 5] =
        [("http", Self::Http), ("https", Self::Https), ("ws", Self::Ws), ("wss", Self::Wss), ("ftp", Self::Ftp)];

    /// The scheme with this name, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::of(name.as_bytes())
    }

    fn of(name: &[u8]) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes())).map(|&(_, scheme)| scheme)
    }

    /// The port where a URL names none.
    #[must_use]
    pub const fn default_port(self) -> u16 {
        match self {
            Self::Http | Self::Ws => 80,
            Self::Https | Self::Wss => 443,
            Self::Ftp => 21,
        }
    }
}

/// The way in which a text with a host is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As a URL, or as a reference in a document with this scheme.
    Url(Option<Scheme>),
    /// As a URL, or as a host that may have a port and a path, but no scheme: see [`of_bare_url`].
    Bare,
}

/// The host of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UrlHost {
    /// The host.
    pub host: Host,
    /// Where it stands in the URL, in characters. A text of the host's [`ascii`](Host::ascii) may take its place.
    pub span: Range<usize>,
    /// The port; `None` where the URL has none, or the one that its scheme has by default.
    pub port: Option<u16>,
}

/// Finds and parses the host of a URL whose scheme is `http`, `https`, `ws`, `wss` or `ftp`.
///
/// As browsers do it: controls and blanks around the URL and tabs and newlines inside are passed over; a backslash is
/// a slash, of which there may be any number behind the scheme; the host begins behind the last `@` of the authority.
/// Path, query and fragment are not looked at, as no URL is refused for them.
///
/// With a base scheme, the URL is the one of a reference in a document with that scheme: it may begin with its slashes,
/// and `https:path` has no host if `https` is the base scheme.
///
/// ```
/// use acelabel::ErrorKind;
/// use acelabel::host::{Scheme, of_url};
///
/// let found = of_url("https://u:p@Bücher.de:8080/x", None).unwrap();
/// assert_eq!((found.host.ascii(), found.span, found.port), ("xn--bcher-kva.de", 12..21, Some(8080)));
/// assert_eq!(of_url("example.com:8080", None).unwrap_err().kind(), ErrorKind::NoSpecialScheme);
/// assert_eq!(of_url("//example.com/", Some(Scheme::Https)).unwrap().span, 2..13);
/// assert_eq!(of_url("/account", Some(Scheme::Https)).unwrap_err().kind(), ErrorKind::RelativeUrl);
/// ```
///
/// # Errors
///
/// [`RelativeUrl`](ErrorKind::RelativeUrl), [`NoSpecialScheme`](ErrorKind::NoSpecialScheme),
/// [`InvalidPort`](ErrorKind::InvalidPort), or as [`parse`](super::parse), with offsets in the URL.
pub fn of_url(url: &str, base: Option<Scheme>) -> Result<UrlHost, LabelError> {
    read(url, Reading::Url(base))
}

/// Finds and parses the host of a cell that is a URL, or a host without a scheme, as columns and logs have them.
///
/// A text has a scheme if `://` follows a name, or if the name is that of one of the five schemes. It is then read as
/// by [`of_url`], and so is one that begins with two slashes. Any other text is a host, which a port of digits alone,
/// a path, a query and a fragment may follow. It has no user information.
///
/// ```
/// use acelabel::ErrorKind;
/// use acelabel::host::of_bare_url;
///
/// let found = of_bare_url(" Bücher.de:443/x").unwrap();
/// assert_eq!((found.host.ascii(), found.span, found.port), ("xn--bcher-kva.de", 1..10, Some(443)));
/// assert_eq!(of_bare_url("http:/abc.xyz").unwrap().host.ascii(), "abc.xyz");
/// assert_eq!(of_bare_url("mailto:a@b.de").unwrap_err().kind(), ErrorKind::NoSpecialScheme);
/// ```
///
/// # Errors
///
/// As [`of_url`]: [`RelativeUrl`](ErrorKind::RelativeUrl) of a path, [`NoSpecialScheme`](ErrorKind::NoSpecialScheme)
/// of another scheme and where a colon is followed by anything but digits, and
/// [`ForbiddenHostCodepoint`](ErrorKind::ForbiddenHostCodepoint) of the `@` behind user information.
pub fn of_bare_url(text: &str) -> Result<UrlHost, LabelError> {
    read(text, Reading::Bare)
}

fn read(text: &str, reading: Reading) -> Result<UrlHost, LabelError> {
    let mut memory = HostMemory::default();
    let UrlParts { parsed, span, port } = parts_of_url(text.as_bytes(), reading, true, &mut memory)?;
    Ok(UrlHost { host: memory.host(parsed)?, span, port })
}

/// The findings about the host of a URL besides its ASCII form.
pub(crate) struct UrlParts {
    pub(crate) parsed: ParsedHost,
    pub(crate) span: Range<usize>,
    pub(crate) port: Option<u16>,
}

/// The same as [`of_url`] and [`of_bare_url`] with a text in UTF-8, in which a surrogate has the three octets of its
/// number. The ASCII form is then in the memory. Only if it is wanted the span is looked for.
pub(crate) fn parts_of_url(
    url: &[u8],
    reading: Reading,
    wants_span: bool,
    memory: &mut HostMemory,
) -> Result<UrlParts, LabelError> {
    let mut cleaned = core::mem::take(&mut memory.cleaned);
    let result = Url::of(url, &mut cleaned).and_then(|url| url.parts(reading, wants_span, memory));
    memory.cleaned = cleaned;
    result
}

/// A URL without what its parser removes.
struct Url<'a> {
    /// The URL without controls and blanks at its ends.
    trimmed: &'a [u8],
    /// The number of octets that were removed before it.
    start: usize,
    /// The same without tabs and newlines.
    text: &'a [u8],
}

/// The text from the authority on.
struct Authority<'a> {
    rest: &'a [u8],
    /// The scheme; nothing where only the place of the text tells it.
    scheme: Option<Scheme>,
    /// Nothing stands before the host: neither a scheme nor slashes.
    is_bare: bool,
}

impl<'a> Url<'a> {
    fn of(url: &'a [u8], cleaned: &'a mut Growing<u8>) -> Result<Self, LabelError> {
        let is_kept = |octet: &u8| *octet > b' ';
        let start = url.iter().position(is_kept).unwrap_or(url.len());
        let end = url.iter().rposition(is_kept).map_or(start, |last| bounded::add(last, 1));
        let trimmed = bounded::part(url, start..end);
        if !trimmed.iter().any(is_removed) {
            return Ok(Self { trimmed, start, text: trimmed });
        }
        cleaned.clear();
        cleaned.reserve_exact(trimmed.len());
        trimmed.iter().filter(|octet| !is_removed(octet)).for_each(|&octet| cleaned.push(octet));
        if cleaned.is_refused() {
            return Err(LabelError::out_of_memory(memory::refused()));
        }
        Ok(Self { trimmed, start, text: cleaned })
    }

    fn parts(&self, reading: Reading, wants_span: bool, memory: &mut HostMemory) -> Result<UrlParts, LabelError> {
        let no_host = |kind| refusal(kind, self.start);
        let Authority { rest, scheme, is_bare } = self.authority(reading).map_err(no_host)?;
        let end = rest.iter().position(|octet| matches!(octet, b'/' | b'\\' | b'?' | b'#')).unwrap_or(rest.len());
        let authority = bounded::first(rest, end);
        let sign = authority.iter().rposition(|&octet| octet == b'@').filter(|_| !is_bare);
        let user = sign.map_or(0, |sign| bounded::add(sign, 1));
        let begin = bounded::add(bounded::sub(self.text.len(), rest.len()), user);
        let rest = bounded::rest(authority, user);
        let size = end_of_host(rest);
        let (host, port) = (bounded::first(rest, size), bounded::rest(rest, size));
        if is_bare && !(port.is_empty() || is_port(port)) {
            return Err(no_host(ErrorKind::NoSpecialScheme));
        }
        let at = |error: LabelError| self.shifted(begin, error);
        let parsed = memory.parse(host, false).map_err(at)?;
        let port = self.port(port, bounded::add(begin, size), scheme)?;
        let span = if wants_span { self.span(begin..bounded::add(begin, size)) } else { 0..0 };
        Ok(UrlParts { parsed, span, port })
    }

    /// The text from the authority on ("scheme start state" to "special authority ignore slashes state"), or why there
    /// is none: the URL is relative, or has another scheme.
    #[inline(always)]
    fn authority(&self, reading: Reading) -> Result<Authority<'a>, ErrorKind> {
        let named = scheme_end(self.text).map(|colon| self.text.split_at(colon));
        let named = named.map(|(name, rest)| (Scheme::of(name), rest));
        let (base, is_cell) = if let Reading::Url(base) = reading { (base, false) } else { (None, true) };
        let (scheme, rest) = match named {
            Some((Some(scheme), rest)) => (Some(scheme), bounded::rest(rest, 1)),
            Some((None, rest)) if !is_cell || rest.starts_with(b"://") => return Err(ErrorKind::NoSpecialScheme),
            _ => (base, self.text),
        };
        let count = rest.iter().take_while(|octet| matches!(octet, b'/' | b'\\')).count();
        let has_authority = match count {
            // Behind the colon of a scheme that is not the document's.
            _ if scheme != base => true,
            0 => is_cell,
            1 => false,
            _ => is_cell || scheme.is_some(),
        };
        if !has_authority {
            return Err(ErrorKind::RelativeUrl);
        }
        let is_bare = is_cell && scheme.is_none() && count == 0;
        Ok(Authority { rest: bounded::rest(rest, count), scheme, is_bare })
    }

    /// The port behind a host ("port state").
    fn port(&self, text: &[u8], start: usize, scheme: Option<Scheme>) -> Result<Option<u16>, LabelError> {
        let digits = text.strip_prefix(b":").unwrap_or(text);
        let start = bounded::add(start, bounded::sub(text.len(), digits.len()));
        let refused = |place| refusal(ErrorKind::InvalidPort, self.offset(bounded::add(start, place)));
        if let Some(place) = digits.iter().position(|octet| !octet.is_ascii_digit()) {
            return Err(refused(place));
        }
        let add_digit =
            |number: u16, &digit: &u8| number.checked_mul(10)?.checked_add(bounded::sub(digit, b'0').into());
        let port = digits.iter().try_fold(0, add_digit).ok_or_else(|| refused(0))?;
        Ok(Some(port).filter(|&port| !digits.is_empty() && Some(port) != scheme.map(Scheme::default_port)))
    }

    /// The offset in the URL as it was given of an octet of the text.
    fn offset(&self, octet: usize) -> usize {
        self.offset_of_character(characters(bounded::first(self.text, octet)))
    }

    /// The same of a character of the text. Only ASCII is removed from the URL.
    fn offset_of_character(&self, index: usize) -> usize {
        if self.trimmed.len() == self.text.len() {
            return bounded::add(self.start, index);
        }
        let begun = self.trimmed.iter().filter(|&&octet| octet & 0xC0 != 0x80).enumerate();
        let place = begun.filter(|(_, octet)| !is_removed(octet)).nth(index).map(|(place, _)| place);
        bounded::add(self.start, place.unwrap_or_else(|| characters(self.trimmed)))
    }

    /// The span in the URL of octets of the text, of which there is at least one.
    fn span(&self, octets: Range<usize>) -> Range<usize> {
        let last = bounded::sub(characters(bounded::first(self.text, octets.end)), 1);
        self.offset(octets.start)..bounded::add(self.offset_of_character(last), 1)
    }

    /// The error of a host that begins here.
    #[cold]
    fn shifted(&self, begin: usize, error: LabelError) -> LabelError {
        let before = characters(bounded::first(self.text, begin));
        let offset = self.offset_of_character(bounded::add(before, error.offset()));
        LabelError::new(error.error().at(offset), error.label_index(), error.code_point())
    }
}

/// Tabs and newlines of ASCII, which the parser removes.
const fn is_removed(octet: &u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\r')
}

/// The colon behind the scheme ("scheme start state", "scheme state"); nothing where there is none.
pub(crate) fn scheme_end(text: &[u8]) -> Option<usize> {
    let is_of_scheme = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'-' | b'.');
    let end = text.iter().position(|octet| !is_of_scheme(octet))?;
    (text.get(end) == Some(&b':') && text.first().is_some_and(u8::is_ascii_alphabetic)).then_some(end)
}

/// Returns whether a text is a colon and digits, of which there is one at least.
fn is_port(text: &[u8]) -> bool {
    matches!(text, [b':', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

/// Where a host ends: before its port, whose colon is outside brackets ("host state").
pub(crate) fn end_of_host(text: &[u8]) -> usize {
    let mut is_inside = false;
    let ends = |&octet: &u8| {
        is_inside = (is_inside || octet == b'[') && octet != b']';
        octet == b':' && !is_inside
    };
    text.iter().position(ends).unwrap_or(text.len())
}
