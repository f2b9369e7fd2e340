"""`acelabel lint`: files and diffs are checked for places where a reader and the machine part."""

import argparse
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from acelabel.cli import diffs, records, sarif, tables
from acelabel.cli.compressed import without_suffix
from acelabel.cli.failures import Unusable, members_of
from acelabel.cli.findings import Finder, Finding, known_findings
from acelabel.cli.formats import FORMATS, MARKUP
from acelabel.cli.options import Options
from acelabel.cli.records import BLOCK, at, fault_of_input, opened, wide_encoding
from acelabel.cli.report import say
from acelabel.cli.screen import as_utf8, shown_path, to_json, unhidden, unhidden_json
from acelabel.cli.watched import watchlist_of

if TYPE_CHECKING:
    from acelabel.lint import _Linter

SEVERITIES = ("warning", "error")
# Formats of which each name is looked at by itself.
_NAMES = ("lines", "zone", "feed")


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

    With `--quiet` nothing is written and the status is that of grep: 0 if there is such a place, else 1.
    """
    known = known_findings(options.baseline) if options.baseline is not None else frozenset()
    finder = Finder(known, hears_comments=not options.no_silencing)
    least = SEVERITIES.index(options.severity)
    form = "json" if options.json else options.output_format
    count = silenced = 0
    log: list[Finding] = []
    for finding in _all_findings(_linter(options), finder, options, inputs):
        if SEVERITIES.index(finding.problem.severity) < least:
            continue
        if form == "sarif":
            log.append(finding)
        if finding.is_silenced:
            silenced += 1
            continue
        count += 1
        if options.quiet:
            return 0
        if form != "sarif":
            output.write((_json if form == "json" else _line)(finding).encode(errors="surrogateescape"))
            output.flush()
    if options.quiet:
        return 1
    if form == "sarif":
        output.write(sarif.log(log).encode())
    if not options.no_messages:
        _say_counts(count, silenced, finder.known)
    return int(count > 0)


def _say_counts(count: int, silenced: int, known: int) -> None:
    if count:
        say(f"{count:,} problem{'s' * (count > 1)}")
    for number, why in ((silenced, "silenced by comments: --no-silencing tells them, too"), (known, "in --baseline")):
        if number:
            say(f"{number:,} problem{'s' * (number > 1)} {why}")


def _linter(options: Options) -> "_Linter":
    from acelabel import AceError
    from acelabel.lint import _Linter

    allow = None
    if options.allow is not None:
        lines = Path(options.allow).read_text("utf-8", errors="surrogateescape").splitlines()
        numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]
        allow = [line for _, line in numbered]
    policy = None if options.policy == "none" else options.policy or "lookalike_aware"
    watch = None if options.watch is None else watchlist_of(options)
    try:
        return _Linter(
            policy,  # type: ignore[arg-type]
            allow,
            watch,
            options.all_tlds,
            kinds=options.kinds,
            everywhere=options.everywhere,
        )
    except AceError as error:
        number, line = numbered[error.index or 0]
        place = f"{shown_path(options.allow or '')}: line {number:,}"
        raise Unusable(f"{place}: '{unhidden(line)}' cannot be allowed: neither a name nor an address") from None


def _all_findings(linter: "_Linter", finder: Finder, options: Options, inputs: list[str]) -> Iterator[Finding]:
    for path in inputs:
        if options.diff:
            yield from _of_diff(linter, finder, options, path)
        elif options.kind == "table" or FORMATS[options.format or options.form].kind in _NAMES:
            yield from _of_values(linter, finder, options, path)
        else:
            yield from _of_file(linter, finder, options, path)


def _of_diff(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    begins, has_colours = False, False
    with opened(path) as stream:

        def lines() -> Iterator[bytes]:
            nonlocal begins, has_colours
            for line in stream:
                begins = begins or line.startswith((b"diff ", b"--- ", b"@@"))
                has_colours = has_colours or line.startswith(b"\x1b[")
                yield line

        for block in diffs.added(lines()):
            problems = linter.check(block.text, options.format or form_of(block.path))
            yield from finder.findings(block.path, block.text, problems, first_line=block.number)
    if has_colours and not begins:
        raise Unusable(at(path, "the diff has colours. Write it without: git diff --no-color"))


def _of_values(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    """The findings of the values of columns, or of the names of lists."""
    form = "text" if options.column else "name"
    for values in tables.names(options, path):
        for value in values:
            problems = linter.check(value.text, form)
            field = value.column if isinstance(value.column, str) else None
            yield from finder.of_value(path, value.number, field, value.text, problems)


def _of_file(linter: "_Linter", finder: Finder, options: Options, path: str) -> Iterator[Finding]:
    form = options.format or form_of(path)
    number, before, is_first = 1, "", True
    with opened(path) as stream:
        # A document is read as a whole, as a link may have its target anywhere.
        pieces = _whole_lines(stream) if form == "text" else iter([stream.read()])
        for octets in pieces:
            if is_first and (fault := fault_of_input(octets) or wide_encoding(octets, "\n")):
                # Of many files not all are text.
                say(f"note: {at(path, fault)}. It was not checked")
                return
            # The mark is no part of the first line.
            octets = octets.removeprefix(BOM_UTF8) if is_first else octets
            is_first = False
            text = octets.decode(errors="surrogateescape")
            yield from finder.findings(path, text, linter.check(text, form), first_line=number, before=before)
            number += text.count("\n")
            before = text.removesuffix("\n").rpartition("\n")[2]


def _whole_lines(stream: BufferedIOBase) -> Iterator[bytes]:
    """A stream in pieces that end with a line feed, but for the last one."""
    pending: list[bytes] = []
    while block := stream.read1(BLOCK):
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
