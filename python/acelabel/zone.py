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

from acelabel import _signatures  # noqa: F401 - signatures name it
from acelabel._native import Rewriter
from acelabel._native import zone_problems as problems
from acelabel._native import zone_to_ascii as to_ascii
from acelabel._native import zone_to_unicode as to_unicode
from acelabel.files import Problem

__all__ = ["Problem", "Rewriter", "problems", "to_ascii", "to_unicode"]


def __dir__() -> list[str]:
    return sorted(__all__)
