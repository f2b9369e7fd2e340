"""What a command does with one record. Streams, failures and formats are the same for all and live elsewhere.

A further command is a further converter here and a further leaf in `arguments.py`.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, Protocol

from acelabel import AceError, punycode, race
from acelabel.cli import notation

if TYPE_CHECKING:
    _Form = Literal["ascii", "unicode"]


class Converter(Protocol):
    """How one command converts a record."""

    source: "_Form"
    """Which of the two forms a record is."""

    target: "_Form"
    """Which of the two forms it is turned into."""

    multiline: bool
    """Whether what is written for a record may be several lines."""

    def line(self, record: str) -> str:
        """Convert a record to what is written for it. Raises `AceError`."""

    def lines(self, records: list[str]) -> list[str | None]:
        """Convert many records as `line` does, None standing for every one that is refused."""

    def members(self, record: str) -> dict[str, object]:
        """Convert a record to members of a JSON object, that of the target form among them. Raises `AceError`."""


class Codec:
    """A codec of the package: a function for one text and another for many."""

    multiline = False

    def __init__(
        self,
        source: "_Form",
        one: Callable[[str], str],
        many: Callable[[list[str]], list[str | None]],
    ) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self.line = one
        self.lines = many

    def members(self, record: str) -> dict[str, object]:
        return {self.target: self.line(record)}


class PerRecord:
    """A function that converts one record, used on each of many in turn."""

    multiline = False

    def __init__(self, source: "_Form", one: Callable[[str], str]) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self.line = one

    def lines(self, records: list[str]) -> list[str | None]:
        return list(_each(self.line, records))

    def members(self, record: str) -> dict[str, object]:
        return {self.target: self.line(record)}


class Tracer:
    """The steps of Punycode: as the text of RFC 3492 sections 7.2 and 7.3 with an empty line after it, or as data."""

    multiline = True

    def __init__(self, source: "_Form", trace: Callable[[str], punycode.Trace]) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self._trace = trace

    def line(self, record: str) -> str:
        return str(self._trace(record)).rstrip("\n") + "\n"

    def lines(self, records: list[str]) -> list[str | None]:
        return list(_each(self.line, records))

    def members(self, record: str) -> dict[str, object]:
        trace = self._trace(record)
        names = ("delta", "digits", "bias", "n", "i", "code_points")
        return {self.target: trace.output, "steps": [{name: getattr(step, name) for name in names} for step in trace]}


def punycode_encode(*, code_points: bool) -> Converter:
    """The converter of `acelabel punycode encode`; with `code_points` the letter u of a code point is its flag."""
    if not code_points:
        return Codec("unicode", punycode.encode, lambda texts: punycode.encode_many(texts, errors="null"))

    def encode(text: str, flags: list[bool]) -> str:
        return punycode.encode(text, case_flags=flags)

    return PerRecord("unicode", lambda record: notation.read(record, encode))


def punycode_decode(*, code_points: bool) -> Converter:
    """The converter of `acelabel punycode decode`; with `code_points` flags are shown as the letter u."""
    if not code_points:
        return Codec("ascii", punycode.decode, lambda texts: punycode.decode_many(texts, errors="null"))
    return PerRecord("ascii", lambda record: notation.write(*punycode.decode_with_case(record)))


def race_encode(*, code_points: bool) -> Converter:
    """The converter of `acelabel race encode`."""
    if not code_points:
        return Codec("unicode", race.encode, lambda texts: race.encode_many(texts, errors="null"))
    return PerRecord("unicode", lambda record: notation.read(record, lambda text, _: race.encode(text)))


def race_decode(*, code_points: bool) -> Converter:
    """The converter of `acelabel race decode`."""
    if not code_points:
        return Codec("ascii", race.decode, lambda texts: race.decode_many(texts, errors="null"))
    return PerRecord("ascii", lambda record: notation.write(race.decode(record)))


def trace_encode(*, code_points: bool) -> Converter:
    """The converter of `acelabel trace encode`."""
    if not code_points:
        return Tracer("unicode", punycode.trace_encode)
    return Tracer("unicode", lambda record: notation.read(record, lambda text, _: punycode.trace_encode(text)))


def trace_decode() -> Converter:
    """The converter of `acelabel trace decode`."""
    return Tracer("ascii", punycode.trace_decode)


def _other(form: "_Form") -> "_Form":
    return "unicode" if form == "ascii" else "ascii"


def _each(convert: Callable[[str], str], records: list[str]) -> Iterator[str | None]:
    for record in records:
        try:
            yield convert(record)
        except AceError:
            yield None
