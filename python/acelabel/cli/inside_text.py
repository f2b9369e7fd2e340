"""Names inside text: filters on octets, in constant memory. A line is written as soon as it is read."""

import os
from collections.abc import Iterator
from os.path import isfile
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from acelabel._native import policy_of, text_cut_character, text_line_feeds, text_lines, text_places
from acelabel.cli import records
from acelabel.cli.failures import Unusable, members_of, octets_of, replaced
from acelabel.cli.guess import BEGINNING
from acelabel.cli.left_alone import LeftAlone
from acelabel.cli.options import Options
from acelabel.cli.records import wide_encoding
from acelabel.cli.report import say
from acelabel.cli.screen import as_path, as_utf8, for_terminal, shown_path, to_json
from acelabel.cli.sources import Joined, blocks

if TYPE_CHECKING:
    from acelabel.text import Found, FoundNames

# For larger blocks malloc gives memory back each time, and takes pages anew: a sixth of the time of `find`.
BLOCK = 1 << 16


def rewrite(to: Literal["ascii", "unicode"], options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Rewrite the inputs, one after another. Returns the exit status, 0."""
    from acelabel.text import Rewriter

    policy = policy_of(options.policy) if options.policy else None  # type: ignore[arg-type]
    rewriter = Rewriter(
        to,
        annotate=options.annotate,
        kinds=options.kinds,
        everywhere=options.everywhere,
        profile=options.rules,
        tlds=options.all_tlds,
        policy=policy,
    )
    lines, left, joined = Lines(), LeftAlone(to, options), Joined(output)
    left.counted_by(rewriter)
    for path in inputs:
        joined.begin()
        for block in lines.blocks(path):
            joined.write(rewriter.finish() if block is None else rewriter.feed(block))
    _say_end(options, rewriter.count, "rewritten", lines, left)
    return 0


def find(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write where the names of the inputs stand. Returns the exit status: 0; with `--quiet` 1 if there is no name."""
    from acelabel.text import _Finder

    finder = _Finder(
        options.kinds, options.rules, options.all_tlds, everywhere=options.everywhere, defanged=options.defanged
    )
    is_terminal = output.isatty()
    count, escaped, lines = 0, 0, Lines()
    left = LeftAlone("find", options)
    left.counted_by(finder)
    for path in inputs:
        places = _Places(path, as_json=options.json)
        for block in lines.blocks(path):
            octets, names = finder.finish() if block is None else finder.feed(block)
            count += len(names)
            if count and options.quiet:
                return 0
            written = places.written(octets, names)
            if is_terminal:
                written = for_terminal(written.decode(errors="surrogateescape")).encode()
            if written:
                output.write(written)
                output.flush()
        escaped += places.escaped
    if options.quiet:
        return int(not count)
    _say_end(options, count, "found", lines, left)
    if escaped and not (options.json or options.no_messages):
        say(
            f"note: names that are written as escapes, as they stand here: {escaped:,} of {count:,}. Decode the text "
            "first, such as quoted-printable or JSON; --json tells is_escaped of each name"
        )
    return 0


def redact(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write the inputs without the names of some kinds. Returns the exit status: 1 if one is not UTF-8."""
    from acelabel.text import _Cutter

    cutter = _Cutter(
        octets_of(options.replacement),
        options.kinds or ["email_domain"],
        options.rules,
        options.all_tlds,
        defanged=options.defanged,
    )
    lines, is_utf8, joined = Lines(), True, Joined(output)
    for path in inputs:
        joined.begin()
        cut: bytes | None = b""
        for block in lines.blocks(path):
            if lines.hint:
                raise Unusable(records.at(path, lines.hint))
            joined.write(cutter.finish() if block is None else cutter.feed(block))
            cut = None if cut is None else text_cut_character(cut, block or b"", block is None)
        is_utf8 &= cut is not None
    lines.say_counts(options, cutter.count, "cut")
    if not is_utf8 and not options.quiet:
        say("the input is not UTF-8: what stands beside such bytes may be left. Convert it first with iconv")
    return int(not is_utf8)


def _say_end(options: Options, count: int, done: str, lines: "Lines", left: LeftAlone) -> None:
    lines.say_counts(options, count, done)
    if options.quiet or options.no_messages:
        return
    names = [tld for tlds in options.tlds if tlds.path is None for tld in tlds]
    for tld in filter(isfile, map(as_path, names)):
        say(f"note: {shown_path(tld)} was read as a top-level domain, but is a file, too: --tlds ./{shown_path(tld)}")
    if not lines.hint:
        for message in left.messages(count, lines.beginning):
            say(message)


class _Places:
    """Writes where the names of a text stand that comes in pieces, with lines and columns in octets."""

    def __init__(self, path: str, *, as_json: bool) -> None:
        self.escaped = 0
        self._path = path
        self._as_json = as_json
        self._file = os.fsencode(path).replace(b"\n", b"\\n")
        self._line = 1
        # The number of octets of the line that came before.
        self._before = 0

    def written(self, octets: bytes, names: "FoundNames[bytes]") -> bytes:
        """A line for each name of a piece."""
        objects = self._json(octets, names) if self._as_json else None
        facts = names._facts
        lines, self._line, self._before, escaped = text_lines(octets, facts, self._file, self._line, self._before)
        self.escaped += escaped
        return lines if objects is None else objects

    def _json(self, octets: bytes, names: "FoundNames[bytes]") -> bytes:
        """The same as objects of JSON."""
        rows = []
        for one, (line, column) in zip(names, text_places(octets, names._facts, self._line, self._before), strict=True):
            decoded = one.decoded.decode() if one.decoded else None
            rows.append(told(self._path, line, column, one, one.name.decode(), decoded) + "\n")
        return "".join(rows).encode()


class Lines:
    """Counts lines, also the last one of an input if nothing ends it, and looks at how an input begins."""

    def __init__(self) -> None:
        self.count = 0
        self.hint: str | None = None
        # The first octets of the first input.
        self.beginning = b""
        self._is_begin = True

    def blocks(self, path: str) -> Iterator[bytes | None]:
        """Return what an input holds, as it comes, and None at its end; raise `Unusable` if it is no text."""
        is_first, is_open = True, False
        is_begin, self._is_begin = self._is_begin, False
        for block in blocks(path, BLOCK):
            if is_first:
                self.hint = self.hint or wide_encoding(block, "\n")
            if is_begin and len(self.beginning) < BEGINNING:
                self.beginning += block[: BEGINNING - len(self.beginning)]
            self.count += text_line_feeds(block)
            is_first, is_open = False, not block.endswith(b"\n")
            yield block
        self.count += is_open
        yield None

    def say_counts(self, options: Options, names: int, done: str) -> None:
        """Say how many names were rewritten or found."""
        if options.quiet or options.no_messages:
            return
        if names:
            say(f"{names:,} name{'s' * (names > 1)} {done}, {self.count:,} line{'s' * (self.count != 1)} read")
        if self.hint:
            say(f"hint: {self.hint}")


def told(path: str, line: int, column: int | str, one: "Found[Any]", name: str, decoded: str | None) -> str:
    """A name that is found, and where, as an object of JSON."""
    place = replaced(column) if isinstance(column, str) else column
    row: dict[str, object] = {"file": as_utf8(path), "line": line, "column": place, "kind": one.kind}
    row |= members_of("name", name) | {"is_escaped": one.is_escaped, "code": one.code}
    return to_json(row | {"is_defanged": one.is_defanged, "decoded": decoded})
