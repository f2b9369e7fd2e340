"""Public suffixes and registrable domains, by the rules of a list that the caller brings (publicsuffix.org).

>>> from acelabel import suffix
>>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
>>> rules.registrable("www.bücher.co.uk")
'xn--bcher-kva.co.uk'
>>> rules.registrable("co.uk") is None
True
>>> rules.parts("a.b.bücher.co.uk")
Parts(suffix='co.uk', registrable='xn--bcher-kva.co.uk', subdomain='a.b')
"""

from typing import NamedTuple

from acelabel._native import Rules

__all__ = ["Parts", "Rules"]


def __dir__() -> list[str]:
    return sorted(__all__)


class Parts(NamedTuple):
    """The parts of a domain name, in the spelling of `acelabel.canonical`, that `Rules.parts` finds."""

    suffix: str | None
    """The public suffix; None for an IP address and for the root."""
    registrable: str | None
    """The public suffix and one label more; None where `Rules.registrable` is None."""
    subdomain: str | None
    """The labels before the registrable domain; None where there is none."""
