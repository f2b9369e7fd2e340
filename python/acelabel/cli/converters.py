"""What a command does with one record. Streams, failures and formats are the same for all and live elsewhere.

A further command is a further converter here and a further leaf in `commands.py`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

import acelabel
from acelabel import AceError, Profile, punycode, race
from acelabel._native import convert_records
from acelabel.cli import notation
from acelabel.cli.failures import REFUSALS, Refusal, facts_of

if TYPE_CHECKING:
    _Form = Literal["ascii", "unicode", "race"]

Results = tuple[list[str | None], list[int], list[str]]
"""What is written for each record; and the places and the codes of the faults.

For a record that is refused it is None, a report that says why, or the steps up to the fault.
"""


class Converter(Protocol):
    """How one command converts a record."""

    source: "_Form"
    """Which form a record is."""

    target: "_Form"
    """Which form it is turned into."""

    multiline: bool
    """True if what is written for a record may be several lines."""

    reports: bool
    """True if what is written for a faulty record says what is wrong with it, so that no message is needed."""

    def line(self, record: str) -> str:
        """Convert a record to what is written for it. Raises `AceError` or `RecordError`."""

    def lines(self, records: list[str]) -> Results:
        """Convert many records as `line` does."""

    def members(self, record: str) -> dict[str, object]:
        """Convert a record to members of a JSON object, among them the target form. Raises as `line` does."""

    def kept(self, record: str) -> str:
        """Return what is written for a record that is refused, with `--errors keep`."""


class _KeptWhole:
    """A record that is refused is kept as it is."""

    def kept(self, record: str) -> str:
        return record


def _one_by_one(
    line: Callable[[str], str], records: list[str], instead: Callable[[Refusal], str | None] = lambda _: None
) -> Results:
    lines: list[str | None] = []
    places, codes = [], []
    for place, record in enumerate(records):
        try:
            lines.append(line(record))
        except REFUSALS as error:
            lines.append(instead(error))
            places.append(place)
            codes.append(error.code)
    return lines, places, codes


class Codec(_KeptWhole):
    """A codec that converts lists of records at once."""

    multiline = False
    reports = False

    def __init__(self, source: "_Form", codec: str, one: Callable[[str], str]) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self.line = one
        self._codec = codec

    def lines(self, records: list[str]) -> Results:
        return convert_records(records, self._codec)

    def members(self, record: str) -> dict[str, object]:
        return {self.target: self.line(record)}


class PerRecord(_KeptWhole):
    """A function that converts one record."""

    multiline = False
    reports = False

    def __init__(self, source: "_Form", one: Callable[[str], str]) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self.line = one

    def lines(self, records: list[str]) -> Results:
        return _one_by_one(self.line, records)

    def members(self, record: str) -> dict[str, object]:
        return {self.target: self.line(record)}


class Tracer(_KeptWhole):
    """The steps of Punycode: as the text of RFC 3492 sections 7.2 and 7.3 with an empty line after it, or as data."""

    multiline = True
    reports = False

    def __init__(self, source: "_Form", trace: Callable[[str], punycode.Trace]) -> None:
        self.source: _Form = source
        self.target: _Form = _other(source)
        self._trace = trace

    def line(self, record: str) -> str:
        return _text_of(self._trace(record))

    def lines(self, records: list[str]) -> Results:
        return _one_by_one(self.line, records, _steps)

    def members(self, record: str) -> dict[str, object]:
        trace = self._trace(record)
        # Not step by step: the code points of all steps together are quadratic in the length of the text.
        return {self.target: trace.output, "steps": trace.to_dict()["steps"]}


def _text_of(trace: punycode.Trace) -> str:
    return str(trace).rstrip("\n") + "\n"


def _steps(error: Refusal) -> str | None:
    """The steps up to a fault; None if it was found before there was a step."""
    return _text_of(error.trace) if isinstance(error, AceError) and error.trace is not None else None


class Names:
    """The conversion of domain names to one of their forms. What is refused is kept as `errors="keep"` keeps it."""

    multiline = False
    reports = False

    def __init__(self, target: "_Form", profile: Profile) -> None:
        self.source: _Form = _other(target)
        self.target: _Form = target
        self._profile = profile
        self._one = acelabel.to_ascii if target == "ascii" else acelabel.to_unicode

    def line(self, record: str) -> str:
        return self._one(record, profile=self._profile)

    def lines(self, records: list[str]) -> Results:
        return convert_records(records, "to_ascii" if self.target == "ascii" else "to_unicode", self._profile)

    def members(self, record: str) -> dict[str, object]:
        profile = self._profile
        ascii_form = acelabel.to_ascii(record, profile=profile)
        return {"ascii": ascii_form, "unicode": acelabel.to_unicode(record, profile=profile)}

    def kept(self, record: str) -> str:
        return self._one(record, profile=self._profile, errors="keep")


class Inspector(_KeptWhole):
    """The report on a domain name with an empty line after it, or the same as data."""

    multiline = True
    reports = True
    source: "_Form" = "unicode"
    target: "_Form" = "ascii"

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def line(self, record: str) -> str:
        return f"{acelabel.inspect(record, profile=self._profile)}\n"

    def lines(self, records: list[str]) -> Results:
        inspections = [acelabel.inspect(record, profile=self._profile) for record in records]
        places = [place for place, inspection in enumerate(inspections) if inspection.errors]
        codes: list[str] = [inspections[place].errors[0].code for place in places]
        return [f"{inspection}\n" for inspection in inspections], places, codes

    def members(self, record: str) -> dict[str, object]:
        inspection = acelabel.inspect(record, profile=self._profile)
        members = inspection.to_dict()
        return members | {"error": facts_of(inspection.errors[0]) if inspection.errors else None}


def punycode_encode(*, code_points: bool, case_flags: bool) -> Converter:
    """The converter of `acelabel punycode encode`; with `case_flags` the letter u of a code point is its flag."""
    if not code_points:
        return Codec("unicode", "punycode_encode", punycode.encode)

    def encode(text: str, flags: list[bool]) -> str:
        return punycode.encode(text, case_flags=flags if case_flags else None)

    return PerRecord("unicode", lambda record: notation.read(record, encode))


def punycode_decode(*, code_points: bool, case_flags: bool) -> Converter:
    """The converter of `acelabel punycode decode`; with `case_flags` flags are shown as the letter u."""
    if not code_points:
        return Codec("ascii", "punycode_decode", punycode.decode)
    if case_flags:
        return PerRecord("ascii", lambda record: notation.write(*punycode.decode_with_case(record)))
    return PerRecord("ascii", lambda record: notation.write(punycode.decode(record)))


def race_encode(*, code_points: bool, domain: bool) -> Converter:
    """The converter of `acelabel race encode`; with `domain` of each label of a name."""
    encode = race.encode_domain if domain else race.encode
    if code_points:
        return PerRecord("unicode", lambda record: notation.read(record, lambda text, _: encode(text)))
    return PerRecord("unicode", encode) if domain else Codec("unicode", "race_encode", encode)


def race_decode(*, code_points: bool, domain: bool) -> Converter:
    """The converter of `acelabel race decode`; with `domain` of each label of a name."""
    decode = race.decode_domain if domain else race.decode
    if code_points:
        return PerRecord("ascii", lambda record: notation.write(decode(record)))
    return PerRecord("ascii", decode) if domain else Codec("ascii", "race_decode", decode)


def race_to_punycode(profile: Profile, *, domain: bool) -> Converter:
    """The converter of `acelabel race to-punycode`; with `domain` of each label of a name."""
    if domain:
        return PerRecord("race", lambda record: acelabel.to_ascii(race.decode_domain(record), profile=profile))
    return PerRecord("race", lambda record: race.to_alabel(record, profile=profile))


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
