"""Bootstring (RFC 3492 sections 3, 4 and 6) with parameters of your own.

>>> from acelabel.bootstring import Bootstring
>>> decimal = Bootstring(digits="0123456789", delimiter="_", tmin=2, tmax=5, skew=10, damp=50,
...                      initial_bias=20, initial_n=128)
>>> decimal.encode("bücher")
'bcher_9461'
>>> decimal.decode(decimal.encode("bücher"))
'bücher'

`PUNYCODE` has the parameters of RFC 3492 section 5; `replace` makes an instance that differs in some. Digits of a
Bootstring differ by letter case, unlike those of `acelabel.punycode`.

>>> from acelabel.bootstring import PUNYCODE
>>> PUNYCODE.encode("bücher")
'bcher-kva'
>>> PUNYCODE.replace(delimiter="_").encode("bücher")
'bcher_kva'
"""

from acelabel._native import PUNYCODE, Bootstring

__all__ = ["PUNYCODE", "Bootstring"]


def __dir__() -> list[str]:
    return sorted(__all__)
