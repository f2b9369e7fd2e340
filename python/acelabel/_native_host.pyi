# The part of the stub file of `acelabel._native` about hosts. There is no such module.

from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, Literal, final

@final
class Host:
    """A host: a domain name, an IP address, or what the URL Standard has in their places.

    An immutable value, which `parse` and `of_url` make. Hosts are equal if all their attributes are.
    """

    __match_args__: Final[tuple[str, ...]]

    @property
    def kind(self) -> Literal["domain", "ipv4", "ipv6", "opaque", "empty"]:
        """Which kind of host it is: "domain", "ipv4", "ipv6"; "opaque" or "empty" where `opaque=True` asked for it."""
    @property
    def ascii(self) -> str:
        """The host in ASCII as the URL Standard serializes it, a str: an IPv6 address in brackets."""
    @property
    def unicode(self) -> str:
        """The host for people, a str: the Unicode form of a domain ("domain to Unicode"), else what `ascii` is."""
    @property
    def address(self) -> IPv4Address | IPv6Address | None:
        """The address, an `ipaddress.IPv4Address` or `IPv6Address`; None for other kinds."""
    @property
    def port(self) -> int | None:
        """The port of a URL, an int; None if the URL has none, or the one that its scheme has by default."""
    @property
    def span(self) -> tuple[int, int] | None:
        """The place in the URL, a tuple of two int: where the host begins, and the offset behind its end; None for a host
        that was not in a URL. `url[:start] + ascii + url[end:]` is the URL with another host.
        """
    @property
    def is_global(self) -> bool | None:
        """True if the address is one that anybody can reach, so that there are no `reasons`; None for other kinds, whose
        addresses only a resolver knows.
        """
    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the address is not one that anybody can reach, a tuple of str: such as "loopback", "private", "link_local".

        They follow the registries of special addresses of IANA (RFC 6890), and are those of the IPv4 address for an
        IPv6 address that is a form of one: "ipv4_mapped:", "nat64:", "6to4:" or "teredo:" then stands before each. Of
        other kinds the tuple is empty.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def host_parse(text: str, *, opaque: bool = False) -> Host:
    """Parse a host as the host parser of the URL Standard does (section 3.5).

    Octets that are percent-encoded are decoded; a domain is converted to ASCII as with the profile WHATWG; one that
    ends in a number is an IPv4 address, whatever its notation; an IPv6 address stands in brackets.

    Args:
        text: The host, a str.
        opaque: Whether the host is that of a URL whose scheme is not special, such as `redis`, a bool. Only IPv6
            addresses are then more than a text, and the host may be empty.

    Returns:
        A Host without `port` and `span`. The host that its `ascii` is parsed to is the same.

    Raises:
        AceError: `empty_host`, `forbidden_host_codepoint`, `invalid_percent_encoding`, `invalid_ipv4`, `invalid_ipv6`
            or `surrogate`; or what `to_ascii` raises with the profile WHATWG. The offset is in `text`.
    """

def host_of_url(url: str, *, base_scheme: str | None = None) -> Host:
    """Find the host of a URL as the parser of the URL Standard does (section 4.4), and parse it.

    The scheme is `http`, `https`, `ws`, `wss` or `ftp`. As in browsers, controls and blanks around the URL and tabs and
    newlines inside are passed over; a backslash is a slash, and any number of slashes stands behind the scheme; the
    host is behind the last `@` of the authority. Path, query and fragment are not looked at.

    Args:
        url: The URL, a str.
        base_scheme: The scheme of the document that the URL is a reference in, one of these five as a str, or None.
            With it, `//host` has a host, and `https:path` has none if it is the same scheme.

    Returns:
        A Host with `span`, and with `port` if the URL has another than its scheme has by default.

    Raises:
        AceError: `no_special_scheme`, also for a reference that has no host of its own; `invalid_port`; or as for
            `parse`. The offset is in `url`.
        ValueError: `base_scheme` is none of the five.
    """

def host_again(text: str, opaque: bool, port: int | None, span: tuple[int, int] | None, /) -> Host:
    """Make a Host again of its facts: for pickle.

    Args:
        text: Its `ascii`, a str.
        opaque: Whether it is opaque or empty, a bool.
        port: Its `port`, an int or None.
        span: Its `span`, a tuple of two int or None.

    Returns:
        The Host.

    Raises:
        AceError: `text` is no host.
    """
