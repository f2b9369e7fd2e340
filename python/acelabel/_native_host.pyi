# The part of the stub file of `acelabel._native` about hosts, and two names or a list. There is no such module.

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address
from os import PathLike
from typing import Any, Final, Literal, final

from acelabel._native import Profile

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

@final
class Rules:
    """The rules of a list of public suffixes (publicsuffix.org). They never change; any number of threads may use them.

    >>> from acelabel import suffix
    >>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
    >>> rules.registrable("a.b.Müller.co.uk."), rules.suffix("a.b.ck"), rules.is_suffix("www.ck")
    ('xn--mller-kva.co.uk', 'b.ck', False)

    Names are taken in either form, and answers are parts of their `canonical` spelling: they do not depend on the
    spelling of the name. Where no rule matches, the last label is the suffix (rule `*`). A name that ends in a number
    is an IP address, and has no suffix; neither has the root.

    Args:
        lines: The list: a str, or an iterable of str, such as a file that is open as text. A line has one rule up to
            the first white space, or `//` and a comment. In a rule `*` stands for any label, and `!` before it makes it
            an exception.
        private: Whether the rules between the comments `===BEGIN PRIVATE DOMAINS===` and `===END PRIVATE DOMAINS===`
            count too, a bool. They are suffixes of companies, such as `github.io`.

    Raises:
        TypeError: `lines` is neither a str nor an iterable of str.
        AceError: A rule is not a name, with the code and `offset` of `canonical`; `index` is the index of its line,
            `text` the line, and a note has the number of the line. A `*` that is not a whole label is
            `std3_disallowed`, and so is a second line in an item; an exception of one label is
            `empty_label`, as is a rule of none.
    """

    def __new__(cls, lines: Iterable[str], *, private: bool = False) -> Rules: ...
    @classmethod
    def from_file(cls, path: str | PathLike[str], *, private: bool = False) -> Rules:
        """Read the rules of a file.

        Args:
            path: The path of the file, a str or an `os.PathLike`. It is UTF-8, with or without a byte order mark.
            private: Whether the rules of the private section count too, a bool.

        Returns:
            The Rules.

        Raises:
            OSError: The file cannot be read.
            AceError: As for `Rules`. An octet that is not UTF-8 is a `surrogate`, if it is not in a comment.
        """

    def registrable(self, name: str) -> str | None:
        """Find the registrable domain of a name: its public suffix and one label more.

        Args:
            name: The name, a str.

        Returns:
            The registrable domain, an ASCII str, in the spelling of `canonical`. None for a public suffix, so also for
            a single label; for an IP address; and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def suffix(self, name: str) -> str | None:
        """Find the public suffix of a name.

        Args:
            name: The name, a str.

        Returns:
            The public suffix, an ASCII str, in the spelling of `canonical`. None for an IP address and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def is_suffix(self, name: str) -> bool:
        """Say whether a name is a public suffix.

        Args:
            name: The name, a str.

        Returns:
            A bool.

        Raises:
            AceError: As for `canonical`.
        """

    def __len__(self) -> int:
        """."""

    def __reduce__(self) -> tuple[object, ...]: ...

def is_below(name: str, zone: str, *, equal: bool = True, profile: Profile = ...) -> bool:
    """Say whether a domain name lies below a zone: whether its last labels are those of the zone.

    Labels are compared whole and in their ASCII forms: A-labels and U-labels, letter case, the four separators and a
    final dot make no difference. The root `.` is a name under every profile here, and every name lies below it.

    >>> import acelabel
    >>> acelabel.is_below("api.BÜCHER.de.", "xn--bcher-kva.de")
    True
    >>> acelabel.is_below("kochbücher.de", "bücher.de"), acelabel.is_below("bücher.de", "bücher.de", equal=False)
    (False, False)

    Args:
        name: The name, a str.
        zone: The name of the zone, a str.
        equal: Whether a name lies below itself, a bool.
        profile: The rules by which both are converted, a Profile. The default is UTS46. Names such as `_dmarc.example`
            need DNS.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the zone; its `text` says of which.
    """

def matches(name: str, pattern: str, *, profile: Profile = ...) -> bool:
    """Say whether a pattern matches a domain name, as that of a certificate does (RFC 9525 section 6.3).

    A pattern is a name, or `*.` and a name: the wildcard is the whole left-most label, and stands for exactly one
    label of a name, which may be an A-label. It stands for none of a name that ends in a number, which is an IP
    address. Labels are compared in their ASCII forms. How wide a pattern may be is not judged: `*.com` is one, and so
    is `*` alone, which matches a name of one label.

    >>> import acelabel
    >>> acelabel.matches("www.bücher.de", "*.xn--bcher-kva.de")
    True
    >>> acelabel.matches("bücher.de", "*.bücher.de"), acelabel.matches("a.b.bücher.de", "*.bücher.de")
    (False, False)

    Args:
        name: The name, a str. It is no pattern: under DNS a `*` in it is a label as any other.
        pattern: The pattern, a str.
        profile: The rules by which both are converted, a Profile. The default is UTS46.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the pattern; its `text` says of which. A `*` elsewhere in the
            pattern, or a character that is mapped to one, is `std3_disallowed` under every profile.
    """
