"""Master files of DNS (RFC 1035 section 5.1): the same file with the other form of its names.

>>> from acelabel import zone
>>> print(zone.to_ascii('''$ORIGIN bücher.example.
... büro  IN MX 10 post   ; für das Büro
...       IN TXT "büro"
... '''), end="")
$ORIGIN xn--bcher-kva.example.
xn--bro-hoa  IN MX 10 post   ; für das Büro
      IN TXT "büro"

The names are the owners, those of `$ORIGIN`, `$INCLUDE` and `$GENERATE`, and those in the data of records, by their
type. They may be relative: labels are converted one by one. All other bytes stay: comments, quoted strings,
white space, escapes of ASCII labels (unless `escapes="utf8"` reads them), data of other types and in the form of
RFC 3597, and other directives.
"""

from typing import TYPE_CHECKING, NamedTuple

from acelabel import _signatures  # noqa: F401 - signatures name it
from acelabel._native import Rewriter, error_codes
from acelabel._native import zone_problems as problems
from acelabel._native import zone_to_ascii as to_ascii
from acelabel._native import zone_to_unicode as to_unicode

if TYPE_CHECKING:
    from acelabel._codes import Code

__all__ = ["Problem", "Rewriter", "problems", "to_ascii", "to_unicode"]


def __dir__() -> list[str]:
    return sorted(__all__)


class Problem(NamedTuple):
    """A label of a master file that is refused, or a mark without counterpart. An immutable tuple."""

    line: int
    """Its line, an int: the first is 1."""

    offset: int
    """Where the fault is in the file, an int: 0-based, in characters of a str, or in bytes."""

    code: "Code"
    """The code of the `AceError` that `to_ascii` or `to_unicode` raises for it."""

    label_index: int | None
    """The number of the label in its name, an int, 0-based. None for a mark."""

    codepoint: int | None
    """The code point at fault, an int, if it is one."""


_CODES: "tuple[Code, ...]" = error_codes()


def _problems(facts: list[int]) -> list[Problem]:
    """The problems that the compiled module tells in five numbers each."""
    rows = zip(*[iter(facts)] * 5, strict=True)
    return [
        Problem(line, offset, _CODES[code], index - 1 if index else None, point - 1 if point else None)
        for line, offset, code, index, point in rows
    ]
