"""Internationalised domain names to ASCII and back, for input that cannot be trusted.

Three layers. Domain names and labels, with their rules and the prefix `xn--`, are the functions of this module. Under
them lie three raw codecs, each in a module of its own, that know neither: `acelabel.punycode` (RFC 3492),
`acelabel.bootstring` (the same algorithm with parameters of your own) and `acelabel.race` (draft-ietf-idn-race-03). Bad
input raises `AceError` and nothing else. The other modules are imported by name only: `acelabel.text` (names inside
text), `acelabel.email` (addresses), `acelabel.display` and `acelabel.security` (look-alikes), `acelabel.arrow`
(columns), `acelabel.codecs`, `acelabel.compat.idna`, and one module for each engine, such as `acelabel.polars`.

>>> import acelabel
>>> acelabel.to_ascii("Bücher.example")
'xn--bcher-kva.example'
>>> acelabel.to_unicode("xn--bcher-kva.example")
'bücher.example'
>>> acelabel.to_ascii("_dmarc.bücher.de", profile=acelabel.DNS)
'_dmarc.xn--bcher-kva.de'
"""

from acelabel import _signatures, bootstring, punycode, race  # noqa: F401 - signatures name it
from acelabel._errors import AceError
from acelabel._inspection import Inspection, inspect
from acelabel._label_report import LabelReport
from acelabel._native import (
    DNS,
    IDNA2003,
    IDNA2008,
    UTS46,
    WHATWG,
    WHATWG_STRICT,
    Profile,
    __version__,
    alabel,
    canonical,
    ends_in_number,
    is_valid,
    same_name,
    to_ascii,
    to_ascii_many,
    to_unicode,
    to_unicode_many,
    ulabel,
    unicode_version,
    url_standard,
)
from acelabel._native import error_codes as _error_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._codes import Code
del TYPE_CHECKING

__all__ = [
    "CODES",
    "DNS",
    "IDNA2003",
    "IDNA2008",
    "UTS46",
    "WHATWG",
    "WHATWG_STRICT",
    "AceError",
    "Code",
    "Inspection",
    "LabelReport",
    "Profile",
    "__version__",
    "alabel",
    "bootstring",
    "canonical",
    "ends_in_number",
    "inspect",
    "is_valid",
    "punycode",
    "race",
    "same_name",
    "to_ascii",
    "to_ascii_many",
    "to_unicode",
    "to_unicode_many",
    "ulabel",
    "unicode_version",
    "url_standard",
]

CODES: "tuple[Code, ...]" = _error_codes()
"""Every code that an `AceError` can have, in the order of docs/errors.md."""


def __getattr__(name: str) -> object:
    # A type alias needs the module typing, which a program that converts names has no use for.
    if name == "Code":
        from acelabel._codes import Code

        return Code
    raise AttributeError(f"module 'acelabel' has no attribute {name!r}")
