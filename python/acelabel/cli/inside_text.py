"""Names inside text: filters on octets, in constant memory. A line is written as soon as it is read."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from os.path import isfile
from typing import TYPE_CHECKING, BinaryIO, Literal

from acelabel._native import policy_of
from acelabel.cli import records
from acelabel.cli.failures import Unusable
from acelabel.cli.left_alone import LeftAlone
from acelabel.cli.options import Options
from acelabel.cli.records import BLOCK, fault_of_input, wide_encoding
from acelabel.cli.report import say
from acelabel.cli.screen import as_path, as_utf8, for_terminal, shown_path, to_json

if TYPE_CHECKING:
    from acelabel.text import Found


def rewrite(to: Literal["ascii", "unicode"], options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Rewrite the inputs, one after another. Returns the exit status, 0."""
    from acelabel.text import Rewriter

    policy = policy_of(options.policy) if options.policy else None  # type: ignore[arg-type]
    rewriter = Rewriter(
        to, annotate=options.annotate, kinds=options.kinds, profile=options.rules, tlds=options.all_tlds, policy=policy
    )
    lines = Lines()
    left = LeftAlone(to, options)
    for path in inputs:
        for block in lines.blocks(path):
            octets = rewriter.finish() if block is None else rewriter.feed(block)
            write(output, octets)
            if octets and not options.quiet:
                left.feed(octets, rewriter.count)
        left.look_at(b"", final=True)
    _say_end(options, rewriter.count, "rewritten", lines, left)
    return 0


def find(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write where the names of the inputs stand. Returns the exit status: 0; with `--quiet` 1 if there is no name."""
    from acelabel.text import _Finder

    finder = _Finder(options.kinds, options.rules, options.all_tlds, defanged=options.defanged)
    is_terminal = output.isatty()
    count, escaped, lines = 0, 0, Lines()
    left = LeftAlone("find", options)
    for path in inputs:
        places = _Places()
        for block in lines.blocks(path):
            octets, found = finder.finish() if block is None else finder.feed(block)
            names = list(places.of(octets, found))
            count += len(names)
            escaped += sum(one.is_escaped for _, _, one in names)
            if count and options.quiet:
                return 0
            written = b"".join([_written(path, name, options.json) for name in names])
            if is_terminal:
                written = for_terminal(written.decode(errors="surrogateescape")).encode()
            write(output, written)
            if octets and not (options.quiet or options.no_messages):
                left.feed(octets, count)
        left.look_at(b"", final=True)
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
    """Write the inputs without the names of some kinds. Returns the exit status, 0."""
    from acelabel.text import redact

    cut = partial(
        redact,
        replacement=options.replacement,
        kinds=options.kinds or ["email_domain"],
        tlds=options.all_tlds,
        defanged=options.defanged,
        profile=options.rules,
    )
    lines, held = Lines(), b""
    for path in inputs:
        for block in lines.blocks(path):
            held += block or b""
            end = len(held) if block is None else held.rfind(b"\n") + 1
            write(output, cut(held[:end]))
            held = held[end:]
    lines.say_counts(options, 0, "cut")
    return 0


def _say_end(options: Options, count: int, done: str, lines: "Lines", left: LeftAlone) -> None:
    lines.say_counts(options, count, done)
    if options.quiet or options.no_messages:
        return
    names = [tld for tlds in options.tlds if tlds.path is None for tld in tlds]
    for tld in filter(isfile, map(as_path, names)):
        say(f"note: {shown_path(tld)} was read as a top-level domain, but is a file, too: --tlds ./{shown_path(tld)}")
    if not lines.hint:
        for message in left.messages():
            say(message)


# The line and the column in octets, counted from 1, of a name.
_Place = tuple[int, int, "Found[bytes]"]


class _Places:
    """Counts lines and columns in a text that comes in pieces."""

    def __init__(self) -> None:
        self._line = 1
        # The number of octets of the line that came before.
        self._before = 0

    def of(self, octets: bytes, names: "Iterable[Found[bytes]]") -> Iterator[_Place]:
        """Where the names of a piece stand."""
        at, begin = 0, -self._before
        for one in names:
            line_feeds = octets.count(b"\n", at, one.start)
            if line_feeds:
                self._line += line_feeds
                begin = octets.rindex(b"\n", at, one.start) + 1
            at = one.start
            yield self._line, at - begin + 1, one
        line_feeds = octets.count(b"\n", at)
        self._line += line_feeds
        self._before = len(octets) - (octets.rindex(b"\n") + 1 if line_feeds else begin)


class Lines:
    """Counts lines, also the last one of an input if nothing ends it, and looks at how an input begins."""

    def __init__(self) -> None:
        self.count = 0
        self.hint: str | None = None

    def blocks(self, path: str) -> Iterator[bytes | None]:
        """Return what an input holds, as it comes, and None at its end; raise `Unusable` if it is no text."""
        is_first, is_open = True, False
        with records.opened(path) as stream:
            while block := stream.read1(BLOCK):
                if is_first:
                    if fault := fault_of_input(block):
                        raise Unusable(records.at(path, fault))
                    self.hint = self.hint or wide_encoding(block, "\n")
                self.count += block.count(b"\n")
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


def write(output: BinaryIO, octets: bytes) -> None:
    if octets:
        output.write(octets)
        output.flush()


def _written(path: str, place: _Place, as_json: bool) -> bytes:
    line, column, found = place
    if as_json:
        told = {"file": as_utf8(path), "line": line, "column": column, "kind": found.kind, "name": found.name.decode()}
        told |= {"is_escaped": found.is_escaped, "code": found.code, "is_defanged": found.is_defanged}
        told["decoded"] = found.decoded.decode() if found.decoded else None
        return (to_json(told) + "\n").encode()
    file = os.fsencode(path).replace(b"\n", b"\\n")
    shown = f":{found.code}".encode() if found.code else b""
    return b"%b:%d:%d:%b:%b%b\n" % (file, line, column, found.kind.encode(), found.name, shown)
