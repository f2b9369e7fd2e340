"""Names inside text: filters on octets, in constant memory. A line is written as soon as it is read."""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple, cast

from acelabel._engines import PROFILES
from acelabel.cli import sources
from acelabel.cli.records import BLOCK, Source
from acelabel.cli.report import say

# Those of `acelabel.text`, which is imported when a command needs it.
KINDS = ("url_host", "email_domain", "bare")

# A line of more octets is taken in parts, as `acelabel.text` does.
_LONGEST = 1 << 16
_LAST_SPACE = re.compile(rb"(?s).*[\0- ]")

# Stands for what came before the rest of a word: behind a path there is no name.
_WORD_BEFORE = b"a.a/"


def kinds(text: str) -> list[str]:
    """The value of `--kinds`.

    Raises:
        argparse.ArgumentTypeError: There is no such kind.
    """
    chosen = text.split(",")
    wrong = next((kind for kind in chosen if kind not in KINDS), None)
    if wrong is not None:
        raise argparse.ArgumentTypeError(f"{wrong!r} is not one of {', '.join(KINDS)}")
    return chosen


def rewrite(options: argparse.Namespace, inputs: list[str]) -> int:
    """Rewrite the inputs, one after another, to standard output.

    Args:
        options: The options, with `to`, which is "unicode" or "ascii".
        inputs: Paths of files, "-" for standard input.

    Returns:
        The exit status, 0.
    """
    from acelabel.text import Rewriter

    profile = PROFILES[options.profile]
    rewriter = Rewriter(options.to, annotate=options.annotate, kinds=options.kinds, profile=profile)
    lines = 0
    for path in inputs:
        for block in _blocks(path):
            lines += block.count(b"\n")
            _write(rewriter.feed(block))
        _write(rewriter.finish())
    _say_counts(options, rewriter.count, "rewritten", lines)
    return 0


def find(options: argparse.Namespace, inputs: list[str]) -> int:
    """Write where the names of the inputs stand.

    Args:
        options: The options.
        inputs: Paths of files, "-" for standard input.

    Returns:
        The exit status, 0.
    """
    count = lines = 0
    for path in inputs:
        finder = _Finder(options)
        for block in _blocks(path):
            lines += block.count(b"\n")
            count += _write_names(finder.feed(block), path, options.json)
        count += _write_names(finder.finish(), path, options.json)
    _say_counts(options, count, "found", lines)
    return 0


class _Name(NamedTuple):
    """A name, and where it stands: lines and columns are counted from 1, columns in octets."""

    line: int
    column: int
    kind: str
    name: bytes
    is_escaped: bool


class _Finder:
    """Finds names in text that comes in pieces."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._kinds = options.kinds
        self._profile = PROFILES[options.profile]
        self._held: list[bytes] = []
        self._size = 0
        self._line = 1
        # How many octets of the line came before.
        self._before = 0
        self._is_cut = False

    def feed(self, block: bytes) -> Iterator[_Name]:
        """The names of all lines that are complete."""
        self._held.append(block)
        self._size += len(block)
        if self._size < _LONGEST and b"\n" not in block:
            return
        data = b"".join(self._held)
        end = data.rfind(b"\n") + 1
        yield from self._names(data[:end])
        while len(data) - end >= _LONGEST:
            part = data[end : end + _LONGEST]
            spaces = _LAST_SPACE.match(part)
            part = spaces[0] if spaces else part
            yield from self._names(part)
            self._is_cut = not spaces
            end += len(part)
        self._held = [data[end:]]
        self._size = len(data) - end

    def finish(self) -> Iterator[_Name]:
        """The names of the rest."""
        yield from self._names(b"".join(self._held))

    def _names(self, data: bytes) -> Iterator[_Name]:
        from acelabel.text import find

        before = _WORD_BEFORE if self._is_cut and data else b""
        at, begin = 0, -self._before
        for start, _, kind, name, is_escaped in find(before + data, kinds=self._kinds, profile=self._profile):
            start -= len(before)
            line_feeds = data.count(b"\n", at, start)
            if line_feeds:
                self._line += line_feeds
                begin = data.rindex(b"\n", at, start) + 1
            at = start
            yield _Name(self._line, start - begin + 1, kind, name, is_escaped)
        line_feeds = data.count(b"\n", at)
        self._line += line_feeds
        self._before = len(data) - (data.rindex(b"\n") + 1 if line_feeds else begin)
        self._is_cut = self._is_cut and not data


def _blocks(path: str) -> Iterator[bytes]:
    """What an input holds, as it comes."""
    with sources.opened(path) as stream:
        while block := cast("Source", stream).read1(BLOCK):
            yield block


def _write(octets: bytes) -> None:
    if octets:
        sys.stdout.buffer.write(octets)
        sys.stdout.buffer.flush()


def _write_names(names: Iterator[_Name], path: str, as_json: bool) -> int:
    """Write the names of a block, and say how many there are."""
    shown = [_object(path, name) if as_json else _line(path, name) for name in names]
    _write(b"".join(shown))
    return len(shown)


def _line(path: str, name: _Name) -> bytes:
    file = os.fsencode(path).replace(b"\n", b"\\n")
    return b"%b:%d:%d:%b:%b\n" % (file, name.line, name.column, name.kind.encode(), name.name)


def _object(path: str, name: _Name) -> bytes:
    found = {"file": path, **name._asdict(), "name": name.name.decode()}
    return (json.dumps(found, ensure_ascii=True, separators=(",", ":")) + "\n").encode()


def _say_counts(options: argparse.Namespace, count: int, done: str, lines: int) -> None:
    if count and not options.quiet:
        say(f"{count:,} name{'s' * (count > 1)} {done} in {lines:,} line{'s' * (lines != 1)}")
