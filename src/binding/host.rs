//! `acelabel.host`.

use core::fmt::Write;
use core::net::IpAddr;

use super::prelude::*;
use crate::domain::{ascii_ends_in_number, is_own_form};
use crate::host::{HostKind, HostMemory, ParsedHost, Reading, Scheme, UrlParts, parts_of_url, reserved_name};
use crate::{OnError, Workspace};

/// A host: a domain name, an IP address, or what the URL Standard has in their places.
///
/// An immutable value, which `parse` and `of_url` make. Hosts are equal if all their attributes are.
#[pyclass(frozen, module = "acelabel.host")]
pub(super) struct Host {
    parsed: ParsedHost,
    ascii: Py<PyString>,
    port: Option<u16>,
    span: Option<(usize, usize)>,
}

#[pymethods]
impl Host {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str) {
        ("kind", "ascii", "unicode", "address", "port", "span")
    }

    /// Which kind of host it is: "domain", "ipv4", "ipv6"; "opaque" or "empty" where `opaque=True` asked for it.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        string_of_text(py, self.parsed.kind.name())
    }

    /// The host in ASCII as the URL Standard serializes it, a str: an IPv6 address in brackets.
    #[getter]
    fn ascii(&self, py: Python<'_>) -> Py<PyString> {
        self.ascii.clone_ref(py)
    }

    /// The host for people, a str: the Unicode form of a domain ("domain to Unicode"), else what `ascii` is.
    #[getter]
    fn unicode<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let ascii = self.ascii.bind(py);
        if self.parsed.kind != HostKind::Domain {
            return Ok(ascii.clone());
        }
        with_utf8(ascii, |octets| {
            let mut memory = Workspace::default();
            let form = memory.to_unicode(bounded::ascii(octets), &Profile::WHATWG, OnError::Keep);
            string_of_text(py, form.map_err(|_| no_memory())?)
        })
    }

    /// The address, an `ipaddress.IPv4Address` or `IPv6Address`; None for other kinds.
    #[getter]
    fn address<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (class, octets) = match self.parsed.address {
            None => return Ok(py.None().into_bound(py)),
            Some(IpAddr::V4(address)) => (intern!(py, "IPv4Address"), bytes(py, &address.octets())?),
            Some(IpAddr::V6(address)) => (intern!(py, "IPv6Address"), bytes(py, &address.octets())?),
        };
        py.import(intern!(py, "ipaddress"))?.call_method1(class, (octets,))
    }

    /// The port of a URL, an int; None if the URL has none, or the one that its scheme has by default.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let port = self.port.map(|port| numbers(py, [port.into()])).transpose()?;
        Ok(or_none(py, port.map(|[port]| port)))
    }

    /// The place in the URL, a tuple of two int: where the host begins, and the offset behind its end; None for a host
    /// that was not in a URL. `url[:start] + ascii + url[end:]` is the URL with another host.
    #[getter]
    fn span<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let span = self.span.map(|(start, end)| tuple_of(py, numbers(py, [start, end])?)).transpose()?;
        Ok(or_none(py, span))
    }

    /// True if the address is one that anybody can reach, and False if there are `reasons` why not; None for other
    /// domains and kinds, whose addresses only a resolver knows.
    #[getter]
    fn is_global<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBool>>> {
        let has_none = self.reasons(py)?.is_empty()?;
        let is_known = self.parsed.address.is_some() || !has_none;
        Ok(is_known.then(|| PyBool::new(py, has_none).to_owned()))
    }

    /// Why the address is not one that anybody can reach, a tuple of str: such as "loopback", "private", "link_local".
    /// Of a domain, the reserved name that it is or lies below, which the DNS of the internet does not have: "alt",
    /// "example", "home.arpa", "internal", "invalid", "local", "localhost", "onion" or "test" (RFC 6761 and the
    /// registry of special-use domain names of IANA; "internal" by ICANN, 2024-07-29).
    ///
    /// They follow the registries of special addresses of IANA (RFC 6890), and are those of the IPv4 address for an
    /// IPv6 address that is a form of one: "ipv4_mapped:", "nat64:", "6to4:", "teredo:" or "isatap:" then stands before
    /// each. For the last, those of its prefix come first. Of other hosts the tuple is empty.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        if self.parsed.kind == HostKind::Domain {
            let reserved = with_utf8(self.ascii.bind(py), |octets| Ok(reserved_name(octets)))?;
            let name = reserved.map(|reserved| string_of_text(py, reserved.name)).transpose()?;
            return Ok(tuple_of(py, name)?.into_any());
        }
        let addresses = py.import(intern!(py, "acelabel._addresses"))?;
        addresses.call_method1(intern!(py, "reasons"), (self.address(py)?,))
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        self.facts(py)?.eq(other.facts(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.facts(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import(intern!(py, "acelabel._native"))?.getattr(intern!(py, "host_again"))?;
        tuple_of(py, [again, self.facts(py)?.into_any()])
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let (kind, ascii) = (self.parsed.kind.name(), self.ascii.bind(py).to_cow()?);
        written(py, |text| match self.port {
            Some(port) => write!(text, "<Host: {kind} {ascii}:{port}>"),
            None => write!(text, "<Host: {kind} {ascii}>"),
        })
    }
}

impl Host {
    const fn is_opaque(&self) -> bool {
        matches!(self.parsed.kind, HostKind::Opaque | HostKind::Empty)
    }

    /// The arguments of `again`, which pickle keeps. Equal hosts have the same.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ascii = self.ascii.bind(py).clone().into_any();
        let is_opaque = PyBool::new(py, self.is_opaque()).to_owned().into_any();
        tuple_of(py, [ascii, is_opaque, self.port(py)?, self.span(py)?])
    }
}

/// Parse a host as the host parser of the URL Standard does (section 3.5).
///
/// Octets that are percent-encoded are decoded; a domain is converted to ASCII as with the profile WHATWG; one that
/// ends in a number is an IPv4 address, whatever its notation; an IPv6 address stands in brackets.
///
/// Args:
///     text: The host, a str.
///     opaque: Whether the host is that of a URL whose scheme is not special, such as `redis`, a bool. Only IPv6
///         addresses are then more than a text, and the host may be empty.
///
/// Returns:
///     A Host without `port` and `span`. The host that its `ascii` is parsed to is the same.
///
/// Raises:
///     AceError: `empty_host`, `forbidden_host_codepoint`, `invalid_percent_encoding`, `invalid_ipv4`, `invalid_ipv6`
///         or `surrogate`; or what `to_ascii` raises with the profile WHATWG. The offset is in `text`.
#[pyfunction(signature = (text, *, opaque=LEFT_OUT), text_signature = "(text, *, opaque=False)")]
pub(super) fn parse(text: &Object<'_>, opaque: Optional<'_, '_>) -> PyResult<Host> {
    let text = arguments::text("text", text)?;
    let is_opaque = match opaque.given() {
        None => false,
        Some(opaque) => opaque.cast::<PyBool>().map_err(|_| wrong_type("opaque", "bool", opaque))?.is_true(),
    };
    if is_opaque || !is_plain_domain(text)? {
        return parsed(text, is_opaque);
    }
    let parsed = ParsedHost { kind: HostKind::Domain, address: None };
    Ok(Host { parsed, ascii: text.clone().unbind(), port: None, span: None })
}

/// Returns whether a text is a domain that is its own form, as far as one scan can tell.
#[inline(always)]
fn is_plain_domain(text: &Text<'_>) -> PyResult<bool> {
    let is_plain = |octets: &&[u8]| is_own_form(octets, &Profile::WHATWG) && !ascii_ends_in_number(octets);
    // A subclass has methods of its own, so it is not what a caller who expects a `str` is given.
    Ok(text.is_exact_instance_of::<PyString>() && with_str(text, |text| text.octets().filter(is_plain).is_some())?)
}

/// Find the host of a URL as the parser of the URL Standard does (section 4.4), and parse it.
///
/// The scheme is `http`, `https`, `ws`, `wss` or `ftp`. As in browsers, controls and blanks around the URL and tabs and
/// newlines inside are passed over; a backslash is a slash, and any number of slashes stands behind the scheme; the
/// host is behind the last `@` of the authority. Path, query and fragment are not looked at.
///
/// Args:
///     url: The URL, a str.
///     base_scheme: The scheme of the document that the URL is a reference in, one of these five as a str, or None.
///         With it, `//host` has a host, and `https:path` has none if it is the same scheme.
///     bare: Whether `url` may also be a host without a scheme, as in a column or a log, a bool. A text has a scheme if
///         `://` follows a name, or if the name is that of one of the five. Any other text that does not begin with two
///         slashes is a host, which a port of digits alone, a path, a query and a fragment may follow.
///
/// Returns:
///     A Host with `span`, and with `port` if the URL has another than its scheme has by default. The port of a host
///     without a scheme is as it is written.
///
/// Raises:
///     AceError: `relative_url` for a URL without a scheme or a host of its own, such as `/account`;
///         `no_special_scheme` for any other scheme, such as `javascript:`, and with `bare` for a colon that no port
///         follows; `invalid_port`; or as for `parse`, which is `forbidden_host_codepoint` for user information before
///         a bare host. The offset is in `url`.
///     ValueError: `base_scheme` is none of the five, or there is one and `bare` is True.
#[pyfunction(signature = (url, *, base_scheme=LEFT_OUT, bare=LEFT_OUT))]
#[pyo3(text_signature = "(url, *, base_scheme=None, bare=False)")]
pub(super) fn of_url(url: &Object<'_>, base_scheme: Optional<'_, '_>, bare: Optional<'_, '_>) -> PyResult<Host> {
    let url = arguments::text("url", url)?;
    let base = base_scheme.given().filter(|base| !base.is_none());
    let reading = match (base.map(|base| scheme_of(base)).transpose()?, is_bare(&bare)?) {
        (Some(_), true) => return Err(PyValueError::new_err("a bare host has no argument 'base_scheme'")),
        (None, true) => Reading::Bare,
        (base, false) => Reading::Url(base),
    };
    host_of(url, &|octets, memory| parts_of_url(octets, reading, true, memory))
}

/// The argument `bare`.
pub(super) fn is_bare(bare: &Optional<'_, '_>) -> PyResult<bool> {
    bare.given().map_or(Ok(false), |bare| arguments::flag("bare", bare))
}

fn scheme_of(base: &Object<'_>) -> PyResult<Scheme> {
    let named = arguments::text("base_scheme", base)?.to_cow().ok().and_then(|name| Scheme::named(&name));
    named.map_or_else(|| choice("base_scheme", &Scheme::NAMED, base).copied(), Ok)
}

/// Make a Host again of its facts: for pickle.
///
/// Args:
///     text: Its `ascii`, a str.
///     opaque: Whether it is opaque or empty, a bool.
///     port: Its `port`, an int or None.
///     span: Its `span`, a tuple of two int or None.
///
/// Returns:
///     The Host.
///
/// Raises:
///     AceError: `text` is no host.
#[pyfunction(signature = (text, opaque, port, span, /))]
pub(super) fn again(
    text: &Object<'_>,
    opaque: bool,
    port: Option<u16>,
    span: Option<(usize, usize)>,
) -> PyResult<Host> {
    let host = parsed(arguments::text("text", text)?, opaque)?;
    Ok(Host { port, span, ..host })
}

fn parsed(text: &Text<'_>, is_opaque: bool) -> PyResult<Host> {
    host_of(text, &|octets, memory| {
        memory.parse(octets, is_opaque).map(|parsed| UrlParts { parsed, span: 0..0, port: None })
    })
}

type Parse<'a> = &'a (dyn Fn(&[u8], &mut HostMemory) -> Result<UrlParts, LabelError> + Sync);

/// The host that is found in a text.
fn host_of(text: &Text<'_>, parse: Parse<'_>) -> PyResult<Host> {
    let (py, mut memory) = (text.py(), HostMemory::default());
    let found = with_utf8(text, |octets| Ok(released(py, octets.len(), || parse(octets, &mut memory))))?;
    let UrlParts { parsed, span, port } = found.map_err(|error| label_error(py, error, Some(text), None))?;
    // Where there is no URL, the span is empty.
    let span = (!span.is_empty()).then_some((span.start, span.end));
    Ok(Host { parsed, ascii: ascii_string(py, &memory.ascii)?.unbind(), port, span })
}
