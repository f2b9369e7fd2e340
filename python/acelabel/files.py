"""Files whose syntax says where names stand: the same file with the other form of its names, and nothing else changed.

>>> from acelabel import files
>>> rewriter = files.Rewriter("adblock", "to_ascii")
>>> rewriter.feed("! für Büros\\n||bücher.example^$domain=ü.example\\n".encode()).decode()
'! für Büros\\n||xn--bcher-kva.example^$domain=xn--tda.example\\n'
>>> [place.name for place in files.find("192.0.2.1 büro büro.example # für", format="hosts")]
['büro', 'büro.example']

In each format a name may have one label, and wildcards and marks before it are known, so that a file whose names are in
their canonical form comes back from Unicode as it was. Comments, regular expressions and everything else stay.
"""

from struct import Struct
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from acelabel import _signatures  # noqa: F401 - signatures name it
from acelabel._lazy import Lazy, plain
from acelabel._native import FilesRewriter as Rewriter
from acelabel._native import error_codes, files_formats, files_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acelabel._codes import Code

__all__ = ["FORMATS", "Place", "Places", "Problem", "Rewriter", "find"]


def __dir__() -> list[str]:
    return sorted(__all__)


FORMATS = MappingProxyType(dict(files_formats()))
"""The formats: a read-only mapping from the name, a str, to a phrase that says which files have it."""

_Text = TypeVar("_Text", str, bytes)
_KINDS = ("url_host", "email_domain", "bare")
_CODES: "tuple[Code, ...]" = error_codes()


class Problem(NamedTuple):
    """A name of a file that is refused, or a mark without counterpart. An immutable tuple."""

    line: int
    """Its line, an int: the first is 1."""

    offset: int
    """Where the fault is in the file, an int: 0-based, in characters of a str, or in bytes."""

    code: "Code"
    """The code of the `AceError` that is raised for it otherwise."""

    label_index: int | None
    """The number of the label in its name, an int, 0-based. None for a mark."""

    codepoint: int | None
    """The code point at fault, an int, if it is one."""


class Place(NamedTuple, Generic[_Text]):
    """A name of a file, by `find`. An immutable tuple."""

    start: int
    """Where it begins, an int: 0-based, in characters of a str, or in bytes."""

    end: int
    """Where it ends, an int."""

    kind: str
    """The kind: "url_host" for the host of a URL, "email_domain" for the domain of an address, else "bare"."""

    name: _Text
    """The name as it stands there, of the type of the file."""


class Places(Lazy["Place[_Text]"], Generic[_Text]):
    """The names that `find` found, an immutable sequence of Place.

    Each Place is made when it is looked at, and one that is looked at twice is made twice. The sequence keeps the file
    alive. It equals a list of the same items, is added to a list, has slices of its type, and is pickled and copied as
    a list.
    """

    __slots__ = ()

    _layout = Struct("<QQQ")

    def _items(self, rows: "Iterable[tuple[int, ...]]") -> "Iterator[Place[_Text]]":
        data: _Text = self._text
        return (Place(start, end, _KINDS[kind], data[start:end]) for start, end, kind in rows)


def find(data: _Text, format: str) -> Places[_Text]:
    """Find where names stand in a file.

    Args:
        data: The file, a str or bytes.
        format: The name of its format, a str: one of `FORMATS`, or "zone" for a master file of DNS.

    Returns:
        The names, a Places, in the order of the file: a sequence of Place, which equals a list of them. A name is not
        judged.

    Raises:
        TypeError: An argument is of another type.
        ValueError: There is no such format.
    """
    facts = files_places(data, format)
    return Places(plain(data), facts)


def _problems(facts: list[int]) -> list[Problem]:
    """The problems that the compiled module tells in five numbers each."""
    rows = zip(*[iter(facts)] * 5, strict=True)
    return [
        Problem(line, offset, _CODES[code], index - 1 if index else None, point - 1 if point else None)
        for line, offset, code, index, point in rows
    ]
