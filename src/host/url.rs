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
/// ```
///
/// # Errors
///
/// [`NoSpecialScheme`](ErrorKind::NoSpecialScheme), [`InvalidPort`](ErrorKind::InvalidPort), or as
/// [`parse`](super::parse), with offsets in the URL.
pub fn of_url(url: &str, base: Option<Scheme>) -> Result<UrlHost, LabelError> {
    let mut memory = HostMemory::default();
    let UrlParts { parsed, span, port } = parts_of_url(url.as_bytes(), base, true, &mut memory)?;
    Ok(UrlHost { host: memory.host(parsed)?, span, port })
}

/// The findings about the host of a URL besides its ASCII form.
pub(crate) struct UrlParts {
    pub(crate) parsed: ParsedHost,
    pub(crate) span: Range<usize>,
    pub(crate) port: Option<u16>,
}

/// The same as [`of_url`] with a URL in UTF-8, in which a surrogate has the three octets of its number. The ASCII form
/// is then in the memory. Only if it is wanted the span is looked for.
pub(crate) fn parts_of_url(
    url: &[u8],
    base: Option<Scheme>,
    wants_span: bool,
    memory: &mut HostMemory,
) -> Result<UrlParts, LabelError> {
    let mut cleaned = core::mem::take(&mut memory.cleaned);
    let result = Url::of(url, &mut cleaned).and_then(|url| url.parts(base, wants_span, memory));
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

    fn parts(&self, base: Option<Scheme>, wants_span: bool, memory: &mut HostMemory) -> Result<UrlParts, LabelError> {
        let no_host = || refusal(ErrorKind::NoSpecialScheme, self.start);
        let (scheme, rest) = self.authority(base).ok_or_else(no_host)?;
        let end = rest.iter().position(|octet| matches!(octet, b'/' | b'\\' | b'?' | b'#')).unwrap_or(rest.len());
        let authority = bounded::first(rest, end);
        let user = authority.iter().rposition(|&octet| octet == b'@').map_or(0, |sign| bounded::add(sign, 1));
        let begin = bounded::add(bounded::sub(self.text.len(), rest.len()), user);
        let rest = bounded::rest(authority, user);
        let size = end_of_host(rest);
        let host = bounded::first(rest, size);
        let at = |error: LabelError| self.shifted(begin, error);
        let parsed = memory.parse(host, false).map_err(at)?;
        let port = self.port(bounded::rest(rest, size), bounded::add(begin, size), scheme)?;
        let span = if wants_span { self.span(begin..bounded::add(begin, size)) } else { 0..0 };
        Ok(UrlParts { parsed, span, port })
    }

    /// The scheme of the URL, and the text from its authority on ("scheme start state" to "special authority ignore
    /// slashes state"). Nothing where there is no such scheme or no authority.
    fn authority(&self, base: Option<Scheme>) -> Option<(Scheme, &'a [u8])> {
        let (scheme, rest) = match scheme_end(self.text) {
            Some(colon) => {
                let scheme = Scheme::of(bounded::first(self.text, colon))?;
                (scheme, bounded::rest(self.text, bounded::add(colon, 1)))
            }
            None => (base?, self.text),
        };
        let count = rest.iter().take_while(|octet| matches!(octet, b'/' | b'\\')).count();
        (base != Some(scheme) || count > 1).then(|| (scheme, bounded::rest(rest, count)))
    }

    /// The port behind a host ("port state").
    fn port(&self, text: &[u8], start: usize, scheme: Scheme) -> Result<Option<u16>, LabelError> {
        let digits = text.strip_prefix(b":").unwrap_or(text);
        let start = bounded::add(start, bounded::sub(text.len(), digits.len()));
        let refused = |place| refusal(ErrorKind::InvalidPort, self.offset(bounded::add(start, place)));
        if let Some(place) = digits.iter().position(|octet| !octet.is_ascii_digit()) {
            return Err(refused(place));
        }
        let add_digit =
            |number: u16, &digit: &u8| number.checked_mul(10)?.checked_add(bounded::sub(digit, b'0').into());
        let port = digits.iter().try_fold(0, add_digit).ok_or_else(|| refused(0))?;
        Ok(Some(port).filter(|&port| !digits.is_empty() && port != scheme.default_port()))
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
        LabelError::new(crate::Error::new(error.kind(), offset), error.label_index(), error.code_point())
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

/// Where a host ends: before its port, whose colon is outside brackets ("host state").
fn end_of_host(text: &[u8]) -> usize {
    let mut is_inside = false;
    let ends = |&octet: &u8| {
        is_inside = (is_inside || octet == b'[') && octet != b']';
        octet == b':' && !is_inside
    };
    text.iter().position(ends).unwrap_or(text.len())
}
