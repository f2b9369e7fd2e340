"""The reasons why an IP address is not one that anybody can reach."""

# A table of its own, as those of `ipaddress` differ between versions of Python.

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_network

_Address = IPv4Address | IPv6Address

# IANA, IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), with the entries up to RFC 9780, and multicast. The
# first network that an address is in decides; None means that it can be reached.
_REGISTRIES: tuple[tuple[str, str | None], ...] = (
    ("0.0.0.0/32", "unspecified"),
    ("0.0.0.0/8", "this_network"),
    ("10.0.0.0/8", "private"),
    ("100.64.0.0/10", "shared"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link_local"),
    ("172.16.0.0/12", "private"),
    ("192.0.0.9/32", None),
    ("192.0.0.10/32", None),
    ("192.0.0.0/24", "protocol"),
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "reserved"),
    ("192.168.0.0/16", "private"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("255.255.255.255/32", "broadcast"),
    ("240.0.0.0/4", "reserved"),
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("64:ff9b:1::/48", "private"),
    ("100::/64", "discard"),
    ("100:0:0:1::/64", "dummy"),
    ("2001:1::1/128", None),
    ("2001:1::2/128", None),
    ("2001:1::3/128", None),
    ("2001:3::/32", None),
    ("2001:4:112::/48", None),
    ("2001:20::/28", None),
    ("2001:30::/28", None),
    ("2001:2::/48", "benchmarking"),
    ("2001:db8::/32", "documentation"),
    ("2001::/23", "protocol"),
    ("3fff::/20", "documentation"),
    ("2000::/3", None),
    ("5f00::/16", "segment_routing"),
    ("fc00::/7", "private"),
    ("fe80::/10", "link_local"),
    ("fec0::/10", "site_local"),
    ("ff00::/8", "multicast"),
    ("::/0", "reserved"),
)
_NETWORKS = tuple((ip_network(network), reason) for network, reason in _REGISTRIES)


def reasons(address: _Address | None) -> tuple[str, ...]:
    """Return why an address is not one that anybody can reach, in words of the registries.

    Of an IPv6 address that holds IPv4 addresses the reasons are those of these, and of ISATAP also those of its prefix.
    """
    if address is None:
        return ()
    form, embedded = _embedded(int(address)) if isinstance(address, IPv6Address) else ("", ())
    if form:
        return (*_of_embedded(form, embedded), *_of_interface(form, address))
    reason = next((reason for network, reason in _NETWORKS if address in network), None)
    return (*(() if reason is None else (reason,)), *_of_interface(form, address))


def _of_embedded(form: str, embedded: tuple[int, ...]) -> Iterator[str]:
    for inner in embedded:
        yield from (f"{form}:{reason}" for reason in reasons(IPv4Address(inner & 0xFFFF_FFFF)))


def _of_interface(form: str, address: _Address) -> Iterator[str]:
    """The reasons of an IPv4 address in the interface identifier of ISATAP (RFC 5214 section 6.1), under any prefix."""
    number = int(address)
    # Teredo has its flags and the port of the client there.
    if isinstance(address, IPv6Address) and form != "teredo" and number >> 32 & 0xFDFF_FFFF == 0x5EFE:
        yield from _of_embedded("isatap", (number,))


def _embedded(number: int) -> tuple[str, tuple[int, ...]]:
    """The form of an IPv6 address that holds IPv4 addresses, and these."""
    if number >> 32 == 0xFFFF:  # RFC 4291 section 2.5.5.2
        return "ipv4_mapped", (number,)
    if number >> 32 == 0x64_FF9B << 64:  # RFC 6052 section 2.1
        return "nat64", (number,)
    if number >> 112 == 0x2002:  # RFC 3056 section 2
        return "6to4", (number >> 80,)
    if number >> 96 == 0x2001_0000:  # RFC 4380 section 4: the server, and the client with its bits turned over
        return "teredo", (number >> 64, ~number)
    return "", ()
