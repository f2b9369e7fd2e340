"""The work of a command on one record. Streams, failures and formats are the same for all and live elsewhere.

A further command is a further converter here and a further leaf in `commands.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import acelabel
from acelabel import AceError, punycode, race
from acelabel._errors import describe
from acelabel._native import convert_records
from acelabel.cli import notation
from acelabel.cli.failures import REFUSALS, RecordError, Refusal, Unusable, facts_of, octets_of
from acelabel.cli.not_text import fault_of_input
from acelabel.cli.screen import shown_path

if TYPE_CHECKING:
    from acelabel.cli.arguments import Options

Form = Literal["ascii", "unicode", "race"]

Line = Callable[[str], str]

Results = tuple[list[str | None], list[int], list[str]]
"""The output for each record; and the places and the codes of the faults.

For a record that is refused it is None, a report that says why, or the steps up to the fault.
"""

_OTHER: dict[Form, Form] = {"ascii": "unicode", "unicode": "ascii", "race": "ascii"}


@dataclass(frozen=True)
class Converter:
    """The conversion of a record by one command."""

    source: Form
    """Which form a record is. It is turned into `target`."""

    line: Line
    """Converts a record to what is written for it. Raises `AceError` or `RecordError`."""

    lines: Callable[[list[str]], Results]
    """Converts many records as `line` does."""

    members: Callable[[str], dict[str, object]]
    """Converts a record to members of a JSON object, among them the target form. Raises as `line` does."""

    kept: Line = str
    """The output for a record that is refused, with `--errors keep`: the record itself, but of a name more."""

    multiline: bool = False
    """True if what is written for a record may be several lines."""

    reports: bool = False
    """True if what is written for a faulty record says what is wrong with it, so that no message is needed."""

    @property
    def target(self) -> Form:
        """Which form a record is turned into."""
        return _OTHER[self.source]


def _one_by_one(line: Line, records: list[str], instead: Callable[[Refusal], str | None] = lambda _: None) -> Results:
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


def _per_record(source: Form, line: Line, codec: str | None = None) -> Converter:
    """A function that converts one record, and the name of the codec that does the same with a list."""
    lines = partial(_one_by_one, line) if codec is None else partial(convert_records, codec=codec)
    return Converter(source, line, lines, lambda record: {_OTHER[source]: line(record)})


def _tracer(source: Form, trace: Callable[[str], punycode.Trace]) -> Converter:
    """The steps of Punycode: as the text of RFC 3492 sections 7.2 and 7.3 with an empty line after it, or as data."""

    def line(record: str) -> str:
        return _text_of(trace(record))

    def members(record: str) -> dict[str, object]:
        found = trace(record)
        # Not step by step: the code points of all steps together are quadratic in the length of the text.
        return {_OTHER[source]: found.output, "steps": found.to_dict()["steps"]}

    return Converter(source, line, partial(_one_by_one, line, instead=_steps), members, multiline=True)


def _text_of(trace: punycode.Trace) -> str:
    return str(trace).rstrip("\n") + "\n"


def _steps(error: Refusal) -> str | None:
    """The steps up to a fault; None if it was found before there was a step."""
    return _text_of(error.trace) if isinstance(error, AceError) and error.trace is not None else None


def names(target: Form, options: "Options") -> Converter:
    """The conversion of domain names to one of their forms. What is refused is kept as `errors="keep"` keeps it."""
    convert, profile = acelabel.to_ascii if target == "ascii" else acelabel.to_unicode, options.rules

    def members(record: str) -> dict[str, object]:
        ascii_form = acelabel.to_ascii(record, profile=profile)
        return {"ascii": ascii_form, "unicode": acelabel.to_unicode(record, profile=profile)}

    return Converter(
        _OTHER[target],
        partial(convert, profile=profile),
        lambda records: convert_records(records, f"to_{target}", profile),
        members,
        kept=partial(convert, profile=profile, errors="keep"),
    )


def inspector(options: "Options") -> Converter:
    """The report on a domain name with an empty line after it, or the same as data."""
    inspect = partial(acelabel.inspect, profile=options.rules)

    def lines(records: list[str]) -> Results:
        inspections = [*map(inspect, records)]
        places = [place for place, inspection in enumerate(inspections) if inspection.errors]
        codes: list[str] = [inspections[place].errors[0].code for place in places]
        return [f"{inspection}\n" for inspection in inspections], places, codes

    def members(record: str) -> dict[str, object]:
        inspection = inspect(record)
        return inspection.to_dict() | {"error": facts_of(inspection.errors[0]) if inspection.errors else None}

    return Converter("unicode", lambda record: f"{inspect(record)}\n", lines, members, multiline=True, reports=True)


def _key(line: Line) -> Converter:
    """A function that makes another name of a name. The Unicode form is that of its result."""

    def members(record: str) -> dict[str, object]:
        found = line(record)
        return {"ascii": found, "unicode": acelabel.to_unicode(found, profile=acelabel.DNS, errors="keep")}

    return Converter("unicode", line, partial(_one_by_one, line), members)


def canonical(_: "Options") -> Converter:
    """The converter of `acelabel canonical`."""
    return _key(acelabel.canonical)


def hosts(_: "Options") -> Converter:
    """The converter of `acelabel host`. `acelabel.host` is imported when a command needs it."""
    from acelabel import host

    def found(record: str) -> host.Host:
        # A reference such as `//host/path` has no scheme, and a host alone has no slashes either.
        for base in (None, "https"):
            try:
                return host.of_url(record, base_scheme=base)
            except AceError as error:
                if error.code != "no_special_scheme" or (base and "//" in record):
                    raise
        return host.parse(record)

    def line(record: str) -> str:
        return found(record).ascii

    def members(record: str) -> dict[str, object]:
        one = found(record)
        told = ("kind", "ascii", "unicode", "port", "span", "is_global", "reasons")
        return {name: getattr(one, name) for name in told}

    return Converter("unicode", line, partial(_one_by_one, line), members)


def registrable(options: "Options") -> Converter:
    """The converter of `acelabel registrable`. `acelabel.suffix` is imported when a command needs it.

    Raises:
        Unusable: The file of `--suffixes` is no list of public suffixes.
        OSError: It cannot be read.
    """
    from acelabel.suffix import Rules

    path = options.suffixes or ""
    try:
        rules = Rules.from_file(path, private=options.private)
    except AceError as error:
        item = error.index or 0
        reason = describe(error).removeprefix(f"item {item}: ")
        fault = fault_of_input(octets_of(error.text or ""))
        raise Unusable(f"{shown_path(path)}: {fault or f'line {item + 1:,}: {reason}'}") from None
    except ValueError as error:
        raise Unusable(str(error)) from None

    def line(record: str) -> str:
        found = rules.registrable(record)
        if found is None:
            raise RecordError("no_registrable_domain", None, record)
        return found

    return _key(line)


def punycode_encode(options: "Options") -> Converter:
    """The converter of `acelabel punycode encode`; with `--case-flags` the letter u of a code point is its flag."""
    if not options.code_points:
        return _per_record("unicode", punycode.encode, "punycode_encode")

    def encode(text: str, flags: list[bool]) -> str:
        return punycode.encode(text, case_flags=flags if options.case_flags else None)

    return _per_record("unicode", lambda record: notation.read(record, encode))


def punycode_decode(options: "Options") -> Converter:
    """The converter of `acelabel punycode decode`; with `--case-flags` flags are shown as the letter u."""
    if not options.code_points:
        return _per_record("ascii", punycode.decode, "punycode_decode")
    if options.case_flags:
        return _per_record("ascii", lambda record: notation.write(*punycode.decode_with_case(record)))
    return _per_record("ascii", lambda record: notation.write(punycode.decode(record)))


def race_encode(options: "Options") -> Converter:
    """The converter of `acelabel race encode`; with `--domain` of each label of a name."""
    encode = race.encode_domain if options.domain else race.encode
    if options.code_points:
        return _per_record("unicode", lambda record: notation.read(record, lambda text, _: encode(text)))
    return _per_record("unicode", encode, None if options.domain else "race_encode")


def race_decode(options: "Options") -> Converter:
    """The converter of `acelabel race decode`; with `--domain` of each label of a name."""
    decode = race.decode_domain if options.domain else race.decode
    if options.code_points:
        return _per_record("ascii", lambda record: notation.write(decode(record)))
    return _per_record("ascii", decode, None if options.domain else "race_decode")


def race_to_punycode(options: "Options") -> Converter:
    """The converter of `acelabel race to-punycode`; with `--domain` of each label of a name."""
    rules = options.rules
    if options.domain:
        return _per_record("race", lambda record: acelabel.to_ascii(race.decode_domain(record), profile=rules))
    return _per_record("race", partial(race.to_alabel, profile=rules))


def trace_encode(options: "Options") -> Converter:
    """The converter of `acelabel trace encode`."""
    if not options.code_points:
        return _tracer("unicode", punycode.trace_encode)
    return _tracer("unicode", lambda record: notation.read(record, lambda text, _: punycode.trace_encode(text)))


def trace_decode(_: "Options") -> Converter:
    """The converter of `acelabel trace decode`."""
    return _tracer("ascii", punycode.trace_decode)
