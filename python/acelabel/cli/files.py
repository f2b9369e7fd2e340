"""Files whose format says where names stand, and master files of DNS: filters on octets, in constant memory."""

import re
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, BinaryIO, Literal

from acelabel import AceError, files, zone
from acelabel._native import convert_records, is_of_dns
from acelabel.cli import inside_text, records, sources, tables
from acelabel.cli.advice import LATIN_1
from acelabel.cli.failures import NOT_UTF8, octets_of, utf8_fault
from acelabel.cli.options import Options
from acelabel.cli.report import Reporter, say
from acelabel.cli.screen import for_terminal

if TYPE_CHECKING:
    from acelabel.text import Found

_NAME = re.compile(r"[^\s=,/:;|\"'\[\]{}()]+")
# The longest beginning of a line that is kept for a message.
_MOST = 65_536


def rewrite_zones(to: Literal["ascii", "unicode"], options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Rewrite master files, one after another. Returns the exit status: 1 if something was refused."""
    errors: Literal["keep", "raise"] = "keep" if options.errors == "keep" else "raise"
    rewriter = zone.Rewriter(to, profile=options.rules, errors=errors, escapes=options.escapes)
    is_refused = _rewrite(rewriter, options, inputs, output)
    if rewriter.kept and not options.quiet:
        place = "places" if rewriter.kept > 1 else "place"
        reasons = "a label that is refused or has no other form, or a mark without counterpart"
        say(f"{rewriter.kept:,} {place} left: {reasons}")
    if rewriter.escaped and not options.quiet:
        names = "names" if rewriter.escaped > 1 else "name"
        say(f"{rewriter.escaped:,} {names} left with escapes of UTF-8: --escapes utf8 reads them as letters")
    if rewriter.others and to == "ascii" and not options.quiet:
        words = "words, strings or comments" if rewriter.others > 1 else "word, string or comment"
        say(f"{rewriter.others:,} other {words} with characters beyond ASCII left")
    return int(is_refused or (errors == "keep" and rewriter.kept > 0))


def rewrite(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Rewrite the inputs, which have the format that was asked for. Returns the exit status as for master files."""
    errors: Literal["keep", "raise"] = "keep" if options.errors == "keep" else "raise"
    work: Literal["to_ascii", "to_unicode"] = "to_ascii" if options.command == "to-ascii" else "to_unicode"
    rewriter = files.Rewriter(str(options.format), work, profile=options.rules, errors=errors)
    is_refused = _rewrite(rewriter, options, inputs, output)
    if rewriter.kept and not options.quiet:
        say(f"{rewriter.kept:,} refused name{'s' * (rewriter.kept > 1)} left")
    if rewriter.others and not options.quiet:
        have = "lines have" if rewriter.others > 1 else "line has"
        reasons = "comments, patterns, other values"
        say(f"{rewriter.others:,} {have} characters beyond ASCII that are not read as names: {reasons}")
    return int(is_refused or rewriter.kept > 0)


def find(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write where names stand in files that are no running text, as `inside_text.find` does."""
    from acelabel.text import find

    inside = partial(
        find,
        tlds=options.all_tlds,
        everywhere=options.everywhere,
        defanged=options.defanged,
        kinds=options.kinds,
        profile=options.rules,
    )
    judged = partial(_judged, options)
    is_terminal, count = output.isatty(), 0
    found = ((path, value) for path in inputs for values in tables.names(options, path) for value in values)
    for path, value in found:
        # A value of a table may be any text.
        names = inside(value.text) if options.in_text else [judged(value)] * bool(value.text)
        for one in names:
            if options.quiet:
                return 0
            count += 1
            written = _found(options, path, value, one)
            output.write(octets_of(for_terminal(written) if is_terminal else written) + b"\n")
    if options.quiet:
        return 1
    if options.no_messages:
        return 0
    if count:
        say(f"{count:,} name{'s' * (count > 1)} found")
    elif options.in_text:
        say("nothing found. In texts a name has // or @ before it, xn-- in it, or one of --tlds at its end")
        say("hint: to take each value for a name: --format csv, tsv, jsonl, zeek, parquet or feather")
    return 0


def _judged(options: Options, value: sources.Value) -> "Found[str]":
    """A name by itself, with the code for which the profile refuses it."""
    from acelabel.text import Found

    _, _, codes = convert_records([value.text], "to_ascii", options.rules)
    code = NOT_UTF8 if utf8_fault(value.text) else next(iter(codes), None)
    is_escaped = options.kind == "zone" and "\\" in value.text
    return Found(0, len(value.text), value.kind, value.text, is_escaped, None if is_escaped else code)  # type: ignore[arg-type]


def _found(options: Options, path: str, value: sources.Value, one: "Found[str]") -> str:
    if not options.json:
        code = f":{one.code}" if one.code else ""
        return f"{path}:{value.number}:{value.column}:{one.kind}:{one.name}{code}".replace("\n", "\\n")
    return inside_text.told(path, value.number, value.column, one, one.name, one.decoded)


def _rewrite(rewriter: files.Rewriter | zone.Rewriter, options: Options, inputs: list[str], output: BinaryIO) -> bool:
    """Rewrite the inputs, one after another, and count. Returns whether a refusal ended it."""
    # The one refusal that ends the run is always shown.
    reporter = Reporter("line", options.max_messages if options.errors == "keep" else 1, options.quiet)
    lines, is_refused, joined = inside_text.Lines(), False, sources.Joined(output)
    for path in inputs:
        recent, reporter.file = _Recent(), records.name_of(path)
        joined.begin()
        for block in lines.blocks(path):
            if block is not None:
                recent.add(block)
            try:
                joined.write(rewriter.finish() if block is None else rewriter.feed(block))
            except AceError as error:
                is_refused = True
                _report(reporter, rewriter.refused_line or 1, recent.error_of_line(error), lines, options)
                break
            problems = rewriter.problems if reporter.listens else []
            for problem in takewhile(lambda _: reporter.listens, problems):
                _report(reporter, problem.line, recent.error_of_line(problem), lines, options)
        if is_refused:
            break
    lines.say_counts(options, rewriter.count, "rewritten")
    return is_refused


def _report(reporter: Reporter, line: int, refused: AceError, lines: inside_text.Lines, options: Options) -> None:
    reporter.failure(line, refused)
    if refused.codepoint in (ord("_"), ord("*")) and options.profile != "dns":
        words = _NAME.finditer(refused.text or "")
        if any(word.start() <= (refused.offset or 0) < word.end() and is_of_dns(word[0]) for word in words):
            lines.hint = lines.hint or "--profile dns allows _ and * in names"
    if refused.code in LATIN_1.codes and refused.text and LATIN_1.fits(refused.text):
        lines.hint = lines.hint or LATIN_1.text


class _Recent:
    """The last octets of a file, from the beginning of a line on."""

    def __init__(self) -> None:
        self._octets = b""
        # The number of octets before these, and whether they begin a line.
        self._before, self._begins = 0, True

    def add(self, block: bytes) -> None:
        """Take the next octets, and forget the lines that are complete without them."""
        begin = self._octets.rfind(b"\n") + 1
        self._begins |= begin > 0
        if len(self._octets) - begin > _MOST:
            begin, self._begins = len(self._octets), False
        self._before += begin
        self._octets = self._octets[begin:] + block

    def error_of_line(self, error: AceError | files.Problem) -> AceError:
        """The same as an error, with its line as the text; without a text if the line is not at hand any more."""
        at = (error.offset or 0) - self._before
        begin = self._octets.rfind(b"\n", 0, max(at, 0)) + 1
        line = column = None
        if at >= 0 and (begin > 0 or self._begins):
            end = self._octets.find(b"\n", begin)
            line = self._octets[begin : end if end >= 0 else None].decode(errors="surrogateescape")
            column = len(self._octets[begin:at].decode(errors="surrogateescape"))
        return AceError(error.code, column, line, codepoint=error.codepoint, label_index=error.label_index)
