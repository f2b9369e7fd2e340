"""Internationalised domain names to ASCII and back, for input that cannot be trusted.

Three layers. Domain names and labels, with their rules and the prefix `xn--`, are the functions of this module. Under
them lie three raw codecs, each in a module of its own, that know neither: `acelabel.punycode` (RFC 3492),
`acelabel.bootstring` (the same algorithm with parameters of your own) and `acelabel.race` (draft-ietf-idn-race-03). Bad
input raises `AceError` and nothing else. Other modules are imported at their first use: `acelabel.text` (names inside
text), `acelabel.zone` and `acelabel.labels` (master files), `acelabel.host` (URLs), `acelabel.suffix` (registrable
domains), `acelabel.registry` (rules of registries), `acelabel.email` (addresses), `acelabel.lint` (where the names of a
text go), `acelabel.display` and `acelabel.security` (look-alikes), `acelabel.arrow` (columns), `acelabel.codecs`,
`acelabel.compat.idna`, and one module for each engine, such as `acelabel.polars`.

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
from acelabel._inspection import Codepoint, Inspection, codepoint, inspect
from acelabel._label_report import LabelReport, Mapped
from acelabel._native import (
    DNS,
    IDNA2003,
    IDNA2008,
    IDNA2008_MAPPED,
    UTS46,
    WHATWG,
    WHATWG_STRICT,
    Profile,
    __version__,
    alabel,
    canonical,
    ends_in_number,
    is_below,
    is_valid,
    matches,
    matches_any,
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
    from acelabel import arrow as arrow
    from acelabel import codecs as codecs
    from acelabel import compat as compat
    from acelabel import display as display
    from acelabel import email as email
    from acelabel import files as files
    from acelabel import host as host
    from acelabel import labels as labels
    from acelabel import lint as lint
    from acelabel import registry as registry
    from acelabel import security as security
    from acelabel import text as text
    from acelabel import zone as zone
    from acelabel._codes import Code

__all__ = [
    "CODES",
    "DNS",
    "IDNA2003",
    "IDNA2008",
    "IDNA2008_MAPPED",
    "UTS46",
    "WHATWG",
    "WHATWG_STRICT",
    "AceError",
    "Code",
    "Codepoint",
    "Inspection",
    "LabelReport",
    "Mapped",
    "Profile",
    "__version__",
    "alabel",
    "bootstring",
    "canonical",
    "codepoint",
    "ends_in_number",
    "inspect",
    "is_below",
    "is_valid",
    "matches",
    "matches_any",
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


# The modules that an attribute imports. Type checkers are not told of the modules of engines, whose packages are large.
_MODULES = frozenset(
    (
        "arrow",
        "clients",
        "codecs",
        "compat",
        "display",
        "email",
        "files",
        "host",
        "labels",
        "lint",
        "registry",
        "security",
        "suffix",
        "text",
        "zone",
    )
)
_ENGINES = frozenset(("dask", "datafusion", "duckdb", "pandas", "polars", "ray", "spark", "sqlite"))

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # A type alias needs the module typing, which a program that converts names has no use for.
        if name == "Code":
            from acelabel._codes import Code

            return Code
        if name not in _MODULES | _ENGINES:
            raise AttributeError(f"module 'acelabel' has no attribute {name!r}")
        try:
            __import__(f"acelabel.{name}")
        except ImportError as error:
            # The message names the extra that is missing. `hasattr` and `inspect.getmembers` expect this class.
            raise AttributeError(str(error)) from error
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*__all__, *_MODULES, *_ENGINES})


del TYPE_CHECKING
