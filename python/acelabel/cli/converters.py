"""What a command does with one record. Streams, failures and formats are the same for all and live elsewhere.

A further command is a further converter here and a further leaf in `arguments.py`.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, Protocol

import acelabel
from acelabel import AceError, Profile, punycode, race
from acelabel._errors import facts
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

    def kept(self, record: str) -> str:
        """What stands for a record that is refused where nothing is to be lost."""


class _KeptWhole:
    """A record that is refused is kept as it is."""

    def kept(self, record: str) -> str:
        return record


class Codec(_KeptWhole):
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


class PerRecord(_KeptWhole):
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


class Tracer(_KeptWhole):
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


class Names:
    """The conversion of domain names to one of their forms. A name that is refused is kept label by label."""

    multiline = False

    def __init__(self, target: "_Form", profile: Profile) -> None:
        self.source: _Form = _other(target)
        self.target: _Form = target
        self._profile = profile
        self._one = acelabel.to_ascii if target == "ascii" else acelabel.to_unicode
        self._many = acelabel.to_ascii_many if target == "ascii" else acelabel.to_unicode_many

    def line(self, record: str) -> str:
        return self._one(record, profile=self._profile)

    def lines(self, records: list[str]) -> list[str | None]:
        return self._many(records, profile=self._profile, errors="null")

    def members(self, record: str) -> dict[str, object]:
        profile = self._profile
        ascii_form = acelabel.to_ascii(record, profile=profile)
        return {"ascii": ascii_form, "unicode": acelabel.to_unicode(record, profile=profile)}

    def kept(self, record: str) -> str:
        return self._one(record, profile=self._profile, errors="keep")


class Inspector(_KeptWhole):
    """The report on a domain name with an empty line after it, or the same as data. Problems are what it is about."""

    multiline = True
    source: "_Form" = "unicode"
    target: "_Form" = "ascii"

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def line(self, record: str) -> str:
        return f"{acelabel.inspect(record, profile=self._profile)}\n"

    def lines(self, records: list[str]) -> list[str | None]:
        return [self.line(record) for record in records]

    def members(self, record: str) -> dict[str, object]:
        inspection = acelabel.inspect(record, profile=self._profile)
        members = inspection.to_dict()
        return members | {"error": facts(inspection.errors[0]) if inspection.errors else None}


PROFILES = {
    "uts46": acelabel.UTS46,
    "whatwg": acelabel.WHATWG,
    "idna2008": acelabel.IDNA2008,
    "idna2003": acelabel.IDNA2003,
    "dns": acelabel.DNS,
}
"""The profiles by the names they have on the command line."""


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
