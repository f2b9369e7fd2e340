"""`acelabel lint`: files and diffs are checked for places where a reader and the machine part."""

import argparse
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from io import BufferedIOBase, BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from acelabel import AceError
from acelabel._choices import MARKUP, SEVERITIES
from acelabel.cli import diffs, records, sarif, tables
from acelabel.cli.compressed import without_suffix
from acelabel.cli.failures import Unusable, members_of
from acelabel.cli.findings import Finder, Finding, NotChecked, known_findings
from acelabel.cli.formats import FORMATS
from acelabel.cli.options import Options
from acelabel.cli.records import at, fault_of_input, opened, pieces, wide_encoding
from acelabel.cli.report import say
from acelabel.cli.screen import as_utf8, shown_path, to_json, unhidden, unhidden_json
from acelabel.cli.watched import ADVICE, listed, watchlist_of

if TYPE_CHECKING:
    from acelabel.lint import _Linter

KEYS = ("file", "line", "column", "rule", "severity", "shown", "goes_to", "message", "fingerprint")
"""The keys of an object of JSON."""

# Formats of which each name is looked at by itself.
_NAMES = ("lines", "zone", "feed")
# Advice where a line of a list holds no name.
_ADVICE = {
    "lines": "only names are read here; --format text reads URLs, and names inside of texts",
    "certstream": ADVICE["certstream"],
}


class ShowRules(argparse.Action):
    """Writes the table of rules, and ends."""

    def __init__(self, option_strings: list[str], **options: Any) -> None:
        options |= {"dest": argparse.SUPPRESS, "default": argparse.SUPPRESS, "nargs": 0}
        super().__init__(option_strings, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from acelabel.lint import RULES

        rows = (f"{rule.name:<20} {rule.severity:<8} {rule.sentence}{_needs(rule.needs)}\n" for rule in RULES)
        parser._print_message("".join(rows), sys.stdout)
        parser.exit()


def _needs(argument: str) -> str:
    return f" Needs --{argument}." if argument else ""


def check(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write where a reader and the machine part. Returns the exit status: 1 if there is such a place, else 0.

    With `--quiet` nothing is written and the status is that of grep: 0 if there is such a place, else 1. Where an input
    was not checked to its end the status is 2, but for that 0.
    """
    known = known_findings(options.baseline) if options.baseline is not None else frozenset()
    finder = Finder(known, hears_comments=not options.no_silencing)
    least = SEVERITIES.index(options.severity)
    form = "json" if options.json else options.output_format
    count = silenced = 0
    log: list[Finding] = []
    unchecked: list[NotChecked] = []
    for found in _all_findings(_linter(options), finder, options, inputs):
        if isinstance(found, NotChecked):
            unchecked.append(found)
            if not options.no_messages:
                say(at(found.path, f"not checked to the end: {found.why}"))
        elif SEVERITIES.index(found.problem.severity) < least:
            continue
        elif form == "sarif":
            log.append(found)
        if isinstance(found, Finding):
            if found.is_silenced:
                silenced += 1
                continue
            count += 1
            if options.quiet:
                return 0
        if form != "sarif" and not options.quiet:
            output.write(_WRITERS[form, type(found)](found).encode(errors="surrogateescape"))
            output.flush()
    if options.quiet:
        return 2 if unchecked else 1
    if form == "sarif":
        output.write(sarif.log(log, unchecked).encode())
    if not options.no_messages:
        _say_counts(count, silenced, finder.known)
    return 2 if unchecked else int(count > 0)


def _say_counts(count: int, silenced: int, known: int) -> None:
    if count:
        say(f"{count:,} problem{'s' * (count > 1)}")
    for number, why in ((silenced, "silenced by comments: --no-silencing tells them, too"), (known, "in --baseline")):
        if number:
            say(f"{number:,} problem{'s' * (number > 1)} {why}")


def _linter(options: Options) -> "_Linter":
    from acelabel.lint import _allowed, _Linter

    return _Linter(
        None if options.policy == "none" else options.policy or "lookalike_aware",  # type: ignore[arg-type]
        None if options.allow is None else listed(options.allow, _allowed, "allowed"),
        None if options.watch is None else watchlist_of(options),
        options.clients or None,
        options.all_tlds,
        kinds=options.kinds,
        everywhere=options.everywhere,
    )


def _all_findings(
    linter: "_Linter", finder: Finder, options: Options, inputs: list[str]
) -> Iterator[Finding | NotChecked]:
    """The findings of all inputs, and which of these could not be checked: the others are."""
    is_table = options.kind == "table" or FORMATS[options.format or options.form].kind in _NAMES
    read = _of_diff if options.diff else _of_values if is_table else _of_file
    for path in inputs:
        try:
            yield from read(linter, finder, options, path)
        except Unusable as error:
            yield NotChecked(path, str(error).removeprefix(at(path, "")))
        except OSError as error:
            yield NotChecked(path, error.strerror or str(error))


def _of_diff(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    with opened(path) as stream:
        lines = chain.from_iterable(map(BytesIO, _text_of(path, stream)))
        try:
            for block in diffs.added(lines):
                problems = linter.check(block.text, options.format or form_of(block.path))
                yield from finder.findings(block.path, block.text, problems, first_line=block.number)
        except ValueError as error:
            raise Unusable(str(error)) from None


def _of_values(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    """The findings of the values of columns, or of the names of lists."""
    form = "text" if options.column else "name"
    advice = _ADVICE.get(options.format or "")
    total = nameless = first = 0
    for values in tables.names(options, path):
        for value in values:
            problems = linter.check(value.text, form)
            field = value.column if isinstance(value.column, str) else None
            yield from finder.of_value(path, value.number, field, value.text, problems)
            if advice and (value.text.strip() or options.format != "lines"):
                total += 1
                if not problems and not _is_name(value.text):
                    nameless, first = nameless + 1, first or value.number
    if nameless and nameless == total:
        raise Unusable(f"no line holds a name. Hint: {advice}")
    if nameless and not (options.quiet or options.no_messages):
        say(f"{at(path, f'line {first:,}')}: {nameless:,} of {total:,} lines hold no name, this one first")
        say(f"hint: {advice}")


def _is_name(text: str) -> bool:
    from acelabel.host import parse

    try:
        parse(text.strip())
    except AceError:
        return False
    return True


def _of_file(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    form = options.format or form_of(path)
    number, before = 1, ""
    with opened(path) as stream:
        octets = _text_of(path, stream)
        # A document is read as a whole, as a link may have its target anywhere.
        for piece in octets if form == "text" else [b"".join(octets)]:
            text = piece.decode(errors="surrogateescape")
            yield from finder.findings(path, text, linter.check(text, form), first_line=number, before=before)
            number += text.count("\n")
            before = text.removesuffix("\n").rpartition("\n")[2]


def _text_of(path: str, stream: BufferedIOBase) -> Iterator[bytes]:
    """A text in pieces that end with a line feed, but for the last one; `Unusable` if it is none."""
    is_first = True
    for octets in _whole_lines(stream):
        # A mark alone makes no UTF-16: what software reads as ASCII has NULs there.
        wide = wide_encoding(octets, "\n") if is_first and b"\0" in octets else None
        if is_first and (fault := fault_of_input(octets) or wide):
            raise Unusable(fault)
        # The mark is no part of the first line.
        yield octets.removeprefix(BOM_UTF8) if is_first else octets
        is_first = False


def _whole_lines(stream: BufferedIOBase) -> Iterator[bytes]:
    pending: list[bytes] = []
    for block in pieces(stream):
        lines, feed, rest = block.rpartition(b"\n")
        if feed:
            yield b"".join([*pending, lines, feed])
            pending = []
        pending.append(rest)
    if rest := b"".join(pending):
        yield rest


def form_of(path: str) -> str:
    """The format of a file where none is given: that of its name, if it is a document with links, else text."""
    suffix = Path(without_suffix(path)).suffix.lower() if path != records.STDIN else ""
    return next((name for name in MARKUP if suffix in FORMATS[name].suffixes), "text")


def _place(finding: Finding) -> int | str:
    return finding.problem.column if finding.field is None else finding.field


def _line(finding: Finding) -> str:
    problem = finding.problem
    place = f"{shown_path(finding.path)}:{finding.line}:{_place(finding)}"
    return unhidden(f"{place}: {problem.severity}: {problem.rule}: {problem.message}") + "\n"


def _json(finding: Finding) -> str:
    problem = finding.problem
    row: dict[str, object] = {"file": as_utf8(finding.path), "line": finding.line, "column": _place(finding)}
    row |= {"rule": problem.rule, "severity": problem.severity, **members_of("shown", problem.shown)}
    row |= {"goes_to": problem.goes_to, "message": problem.message, "fingerprint": finding.fingerprint}
    return unhidden_json(to_json(row)) + "\n"


def _json_of_unchecked(unchecked: NotChecked) -> str:
    """An object with the same keys, for programs that read no messages."""
    row: dict[str, object] = dict.fromkeys(KEYS)
    row |= {"file": as_utf8(unchecked.path), "severity": "error"}
    return unhidden_json(to_json(row | {"message": f"not checked to the end: {unchecked.why}"})) + "\n"


_WRITERS: dict[tuple[str, type], Callable[[Any], str]] = {
    ("text", Finding): _line,
    ("text", NotChecked): lambda _: "",
    ("json", Finding): _json,
    ("json", NotChecked): _json_of_unchecked,
}
