"""Public suffixes and registrable domains, by the rules of a list that the caller brings (publicsuffix.org).

>>> from acelabel import suffix
>>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
>>> rules.registrable("www.bücher.co.uk")
'xn--bcher-kva.co.uk'
>>> rules.registrable("co.uk") is None
True
"""

from acelabel._native import Rules

__all__ = ["Rules"]


def __dir__() -> list[str]:
    return sorted(__all__)
