"""Which host each program goes to for a name, by models of programs that were run.

>>> from acelabel import clients
>>> reading = clients.read("faß.example")
>>> reading["java-17"].host, reading["browser"].host
('fass.example', 'xn--fa-hia.example')
>>> reading.agreed is None
True
>>> clients.agreed("bücher.example", among=("browser", "curl", "java"))
'xn--bcher-kva.example'

A client is a program in the version that was run; docs/programs.md has the counts of names for which its model was
compared with it. Where a model is not sure, the reading is `unknown`, which is a disagreement everywhere.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from acelabel._native import Allowlist, Readings, clients_aliases, clients_names
from acelabel._native import clients_agreed as agreed
from acelabel._native import clients_read as read

__all__ = ["ALIASES", "NAMES", "Allowlist", "Reading", "Readings", "agreed", "allowed", "read"]

NAMES: Final[tuple[str, ...]] = clients_names()
"""The clients, by program and version."""
ALIASES: Final[Mapping[str, str]] = MappingProxyType(clients_aliases())
"""Words for the newest client of a kind, such as `browser` and `curl`. A word goes on to a newer client only with a
line in CHANGELOG.md."""

Mapping.register(Readings)


def __dir__() -> list[str]:
    return sorted(__all__)


class Reading(NamedTuple):
    """The reading of a name by one client: a host, a refusal, the name as it is, or what is not known."""

    host: str | None
    """The host that the client goes to, an ASCII str in the letter case that it sends; else None."""
    refused: bool
    """True if it refuses the name."""
    unknown: bool
    """True if it is not told what it does."""
    why: str | None
    """The step at which it refuses the name, or the reason why it is not told; else None."""
    raw: str | None
    """The text that it sends in UTF-8, without conversion; else None."""


def allowed(name: str, names: Iterable[str] | Allowlist, *, among: Iterable[str] | None = None) -> bool:
    """Say whether every one of some clients goes to an allowed host for a name.

    Args:
        name: The name, a str.
        names: The allowed hosts, as for `Allowlist`, or an Allowlist. The last few lists are kept, so that they are
            read once.
        among: The clients, as for `agreed`. An Allowlist has its own.

    Returns:
        As `Allowlist.allows`: False where anything is in doubt.

    Raises:
        AceError: As for `Allowlist`.
        TypeError: `names` is an Allowlist, and `among` is given; or an argument is of another type.
        ValueError: As for `agreed`.

    >>> from acelabel import clients
    >>> clients.allowed("Bücher.example", ["bücher.example", "*.cdn.example"], among=["browser", "java"])
    True
    >>> clients.allowed("faß.example", ["fass.example"], among=["browser", "java"])
    False
    """
    if isinstance(names, Allowlist):
        if among is not None:
            raise TypeError("an Allowlist has its own argument 'among'")
        return names.allows(name)
    if isinstance(names, str) or isinstance(among, str):
        # The argument is refused in the words of every function that takes texts.
        return Allowlist(names, among=among).allows(name)
    return _read_once(tuple(names), None if among is None else tuple(among)).allows(name)


@lru_cache(maxsize=32)
def _read_once(names: tuple[str, ...], among: tuple[str, ...] | None) -> Allowlist:
    return Allowlist(names, among=among)
