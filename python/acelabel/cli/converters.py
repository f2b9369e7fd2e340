"""The work of a command on one record. Streams, failures and formats are the same for all and live elsewhere.

A further command is a further converter here and a further leaf in `commands.py`.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import acelabel
from acelabel import AceError, punycode, race
from acelabel._errors import describe, shortened
from acelabel._native import convert_records
from acelabel.cli.conversion import TARGETS, Converter, Form, Line, Results
from acelabel.cli.failures import REFUSALS, RecordError, Refusal, Unusable, facts_of, octets_of
from acelabel.cli.records import fault_of_input
from acelabel.cli.screen import shown_path

if TYPE_CHECKING:
    from acelabel.cli.options import Options

_WORD = re.compile(r"\S+")
# The notation of RFC 3492 for code points: with the case annotation, `U+043F` says upper case.
_CODE_POINT = re.compile(r"[uU]\+([0-9A-Fa-f]{1,8})")


def one_by_one(line: Line, records: list[str], instead: Callable[[Refusal], str | None] = lambda _: None) -> Results:
    """The results of records, and what is written instead for those that are refused."""
    lines: list[str | None] = []
    faults: dict[int, str] = {}
    for place, record in enumerate(records):
        try:
            lines.append(line(record))
        except REFUSALS as error:
            lines.append(instead(error))
            faults[place] = error.code
    return lines, faults


def _by_codec(codec: str, records: list[str], profile: acelabel.Profile = acelabel.UTS46) -> Results:
    lines, places, codes = convert_records(records, codec, profile)
    return lines, dict(zip(places, codes, strict=True))


def _per_record(source: Form, line: Line, codec: str | None = None) -> Converter:
    """A function that converts one record, and the name of the codec that does the same with a list."""
    lines = partial(one_by_one, line) if codec is None else partial(_by_codec, codec)
    return Converter(source, line, lines, lambda record: {TARGETS[source]: line(record)})


def _tracer(source: Form, trace: Callable[[str], punycode.Trace]) -> Converter:
    """The steps of Punycode: as the text of RFC 3492 sections 7.2 and 7.3 with an empty line after it, or as data."""

    def line(record: str) -> str:
        return _text_of(trace(record))

    def members(record: str) -> dict[str, object]:
        found = trace(record)
        # Not step by step: the code points of all steps together are quadratic in the length of the text.
        return {TARGETS[source]: found.output, "steps": found.to_dict()["steps"]}

    return Converter(source, line, partial(one_by_one, line, instead=_steps), members, multiline=True)


def _text_of(trace: punycode.Trace) -> str:
    return str(trace).rstrip("\n") + "\n"


def _steps(error: Refusal) -> str | None:
    """The steps up to a fault; None if it was found before there was a step."""
    return _text_of(error.trace) if isinstance(error, AceError) and error.trace is not None else None


def names(target: Form, options: "Options") -> Converter:
    """The conversion of domain names to one of their forms. What is refused is kept as `errors="keep"` keeps it."""
    if options.in_text:
        return in_texts(options)
    convert, profile = acelabel.to_ascii if target == "ascii" else acelabel.to_unicode, options.rules

    def members(record: str) -> dict[str, object]:
        ascii_form = acelabel.to_ascii(record, profile=profile)
        return {"ascii": ascii_form, "unicode": acelabel.to_unicode(record, profile=profile)}

    return Converter(
        TARGETS[target],
        partial(convert, profile=profile),
        partial(_by_codec, f"to_{target}", profile=profile),
        members,
        kept=partial(convert, profile=profile, errors="keep"),
    )


def inspector(options: "Options") -> Converter:
    """The report on a domain name with an empty line after it, or the same as data."""
    inspect = partial(acelabel.inspect, profile=options.rules)

    def report(inspection: acelabel.Inspection) -> str:
        return f"{inspection}\n{_where_clients_go(inspection.input, options.clients)}"

    def lines(records: list[str]) -> Results:
        found = [*map(inspect, records)]
        faults: dict[int, str] = {place: one.errors[0].code for place, one in enumerate(found) if one.errors}
        return [*map(report, found)], faults

    def members(record: str) -> dict[str, object]:
        inspection = inspect(record)
        more = {"clients": _readings(record, options.clients)} if options.clients else {}
        return inspection.to_dict() | more | {"error": facts_of(inspection.errors[0]) if inspection.errors else None}

    return Converter("unicode", lambda record: report(inspect(record)), lines, members, multiline=True, reports=True)


def _readings(name: str, chosen: list[str], *, url: bool = False) -> dict[str, dict[str, Any]]:
    """The facts of the reading of each client."""
    from acelabel import clients

    readings = clients.read(name, url=url)
    return {client: readings[client]._asdict() for client in chosen}


def _where_clients_go(name: str, chosen: list[str]) -> str:
    """A line for each host, with the clients that go there, and for those that go nowhere."""
    found: dict[str, list[str]] = {}
    for client, reading in _readings(name, chosen).items() if chosen else ():
        if reading["raw"] is not None:
            host = f"{shortened(reading['raw'])} (in UTF-8)"
        else:
            host = reading["host"] or ("refused" if reading["refused"] else "not known")
        found.setdefault(host, []).append(client)
    return "".join(f"client   {host}: {', '.join(clients)}\n" for host, clients in found.items())


def _key(line: Line) -> Converter:
    """A function that makes another name of a name. The Unicode form is that of its result."""

    def members(record: str) -> dict[str, object]:
        found = line(record)
        return {"ascii": found, "unicode": acelabel.to_unicode(found, profile=acelabel.DNS, errors="keep")}

    return Converter("unicode", line, partial(one_by_one, line), members)


def canonical(options: "Options") -> Converter:
    """The converter of `acelabel canonical`. `acelabel.email` is imported when a command needs it."""
    if options.subject == "name":
        return _key(acelabel.canonical)
    from acelabel import email

    return _per_record("unicode", email.canonical)


def hosts(options: "Options") -> Converter:
    """The converter of `acelabel host`. `acelabel.host` is imported when a command needs it."""
    if options.clients:
        return _agreed(options.clients)
    from acelabel import host

    def found(record: str) -> host.Host:
        if options.bare:
            return host.of_url(record, bare=True)
        # A reference such as `//host/path` has no scheme, and a host alone has no slashes either.
        for base in (None, "https"):
            try:
                return host.of_url(record, base_scheme=base)
            except AceError as error:
                if error.code not in ("no_special_scheme", "relative_url") or (base and "//" in record):
                    raise
        return host.parse(record)

    def line(record: str) -> str:
        return found(record).ascii

    def members(record: str) -> dict[str, object]:
        one = found(record)
        told = ("kind", "ascii", "unicode", "port", "span", "is_global", "reasons")
        return {name: getattr(one, name) for name in told}

    return Converter("unicode", line, partial(one_by_one, line), members)


def _agreed(chosen: list[str]) -> Converter:
    """The host that all of some clients go to. Where they do not, data has the reading of each all the same."""
    from acelabel import clients

    def line(record: str) -> str:
        return clients.agreed(record, url="://" in record, among=chosen)

    def members(record: str) -> dict[str, object]:
        told: dict[str, object] = {"clients": _readings(record, chosen, url="://" in record)}
        try:
            host = line(record)
        except AceError as error:
            return told | {"error": facts_of(error)}
        return told | {"ascii": host, "unicode": acelabel.to_unicode(host, profile=acelabel.DNS, errors="keep")}

    return Converter("unicode", line, partial(one_by_one, line), members)


def registrable(options: "Options") -> Converter:
    """The converter of `acelabel registrable`. `acelabel.suffix` is imported when a command needs it."""
    from acelabel.suffix import Rules

    path = options.suffixes or ""
    try:
        rules = Rules.from_file(path, private=options.private)
    except AceError as error:
        item = error.index or 0
        reason = describe(error, in_shell=True).removeprefix(f"item {item}: ")
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


def in_texts(options: "Options") -> Converter:
    """The converter of texts with names inside: to one of their forms, or without them. It refuses nothing."""
    from acelabel import text

    tlds, profile = options.all_tlds, options.rules

    def redact(record: str) -> str:
        kinds, defanged = options.kinds or ["email_domain"], options.defanged
        return text.redact(record, options.replacement, kinds=kinds, tlds=tlds, defanged=defanged, profile=profile)

    def rewrite(record: str) -> str:
        to = text.to_ascii if options.command == "to-ascii" else text.to_unicode
        return to(record, kinds=options.kinds, tlds=tlds, everywhere=options.everywhere, profile=profile)

    return _per_record("unicode", redact if options.command == "redact" else rewrite)


_ENCODERS: dict[str, Callable[..., Any]] = {
    "punycode encode": punycode.encode,
    "race encode": race.encode,
    "trace encode": punycode.trace_encode,
}


def encoder(options: "Options") -> Converter:
    """The converter of `punycode encode`, `race encode` and `trace encode`.

    With `--domain` it converts each label of a name; with `--case-flags` the letter u of a code point is its flag.
    """
    encode: Callable[..., Any] = race.encode_domain if options.domain else _ENCODERS[options.command]
    convert: Callable[[str], Any] = encode
    if options.code_points:
        convert = partial(_of_code_points, encode=encode, case_flags=options.case_flags)
    if options.command == "trace encode":
        return _tracer("unicode", convert)
    return _per_record("unicode", convert, _codec(options))


def decoder(options: "Options") -> Converter:
    """The converter of `punycode decode`, `race decode` and `trace decode`, with the options of the encoders."""
    if options.command == "trace decode":
        return _tracer("ascii", punycode.trace_decode)
    decode: Line = punycode.decode if options.command == "punycode decode" else race.decode
    if options.domain:
        decode = race.decode_domain
    if options.case_flags:
        return _per_record("ascii", lambda record: _code_points(*punycode.decode_with_case(record)))
    if options.code_points:
        return _per_record("ascii", lambda record: _code_points(decode(record)))
    return _per_record("ascii", decode, _codec(options))


def _codec(options: "Options") -> str | None:
    """The name of the codec that converts lists of records; None if there is none."""
    return None if options.domain or options.code_points else options.command.replace(" ", "_")


def race_to_punycode(options: "Options") -> Converter:
    """The converter of `acelabel race to-punycode`; with `--domain` of each label of a name."""
    rules = options.rules
    if options.domain:
        return _per_record("race", lambda record: acelabel.to_ascii(race.decode_domain(record), profile=rules))
    return _per_record("race", partial(race.to_alabel, profile=rules))


def _of_code_points(record: str, encode: Callable[..., Any], *, case_flags: bool) -> Any:
    """Read the code points of a record, and encode their text; with flags for the letters that are an upper-case U.

    Raises:
        RecordError: `invalid_notation` at the beginning of a word that is not a code point.
        AceError: `code_point_too_large` at the beginning of a word whose number is larger than U+10FFFF, and what
            `encode` raises, its offset moved to the word in the record.
    """
    starts, characters, flags = [], [], []
    for word in _WORD.finditer(record):
        code_point = _CODE_POINT.fullmatch(word[0])
        if code_point is None:
            raise RecordError("invalid_notation", word.start(), record)
        value = int(code_point[1], 16)
        if value > 0x10FFFF:
            raise AceError("code_point_too_large", word.start(), record, codepoint=value)
        starts.append(word.start())
        characters.append(chr(value))
        flags.append(word[0].startswith("U"))
    text = "".join(characters)
    try:
        return encode(text, case_flags=flags) if case_flags else encode(text)
    except AceError as error:
        starts.append(len(record))
        offset = None if error.offset is None else starts[error.offset]
        raise AceError(error.code, offset, record, codepoint=error.codepoint, label_index=error.label_index) from None


def _code_points(text: str, flags: list[bool] | None = None) -> str:
    """The characters of a text in the notation. The flags say of each one if its letter is an upper-case U."""
    letters = ("U" if flag else "u" for flag in flags or [True] * len(text))
    return " ".join(f"{letter}+{ord(character):04X}" for letter, character in zip(letters, text, strict=True))
