"""Hosts of URLs, as the URL Standard parses them: which host a URL names, and whether it is an IP address.

>>> from acelabel import host
>>> host.parse("b%C3%BCcher.example")
<Host: domain xn--bcher-kva.example>
>>> host.parse("１２７.1").address, host.parse("[::ffff:7f00:1]").reasons
(IPv4Address('127.0.0.1'), ('ipv4_mapped:loopback',))
>>> found = host.of_url("https://u:p@Bücher.de:8080/x")
>>> found.ascii, found.unicode, found.port, found.span
('xn--bcher-kva.de', 'bücher.de', 8080, (12, 21))

The standard is that of the commit `acelabel.url_standard`. It does not handle paths, queries and the
resolution of references.
"""

from acelabel._native import Host
from acelabel._native import host_again as again  # noqa: F401 - for pickle
from acelabel._native import host_of_url as of_url
from acelabel._native import host_parse as parse

__all__ = ["Host", "ascii_of_url", "of_url", "parse"]


def __dir__() -> list[str]:
    return sorted(__all__)


def ascii_of_url(url: str, *, bare: bool = False) -> str:
    """Find the host of a URL as `of_url` does, and return its ASCII form alone, as the columns `url_host` have it.

    Args:
        url: The URL, a str.
        bare: Whether it may also be a host without a scheme, a bool, as for `of_url`.

    Returns:
        `of_url(url, bare=bare).ascii`, a str: of an IPv6 address with its brackets.

    Raises:
        AceError: As for `of_url` (URL Standard, section 4.4).

    >>> from acelabel import host
    >>> host.ascii_of_url("https://u:p@Bücher.de:8080/x")
    'xn--bcher-kva.de'
    """
    return of_url(url, bare=bare).ascii
