"""The lines that a unified diff adds, with their numbers in the new files: what `git diff` writes, and `diff -u`."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_HUNK = re.compile(rb"(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1")
_RANGE = re.compile(rb"-\d+(?:,(\d+))?")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_LETTERS = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
# The letters before paths: of commits, the index, the tree, and either side.
_PREFIX = re.compile(rb"[abciow]/")
_NOTHING = b"/dev/null"


class Added(NamedTuple):
    """Lines of a file that a diff adds, which follow one another."""

    path: str
    # The number of the first line.
    number: int
    # Octets that are not UTF-8 have the form of `surrogateescape`.
    text: str


class _Hunk:
    """A part of a diff: how many lines are left of each old file, and of the new one."""

    def __init__(self, found: re.Match[bytes]) -> None:
        self.old = [int(count or 1) for count in _RANGE.findall(found[2])]
        self.new = int(found[4] or 1)
        self.number = int(found[3])

    @property
    def is_open(self) -> bool:
        return self.new > 0 or any(count > 0 for count in self.old)

    def pass_over(self, marks: bytes, *, is_removed: bool) -> None:
        """Count a line with these marks, one for each old file."""
        mark = b"-" if is_removed else b" "
        self.old = [count - (marks[place : place + 1] == mark) for place, count in enumerate(self.old)]
        self.new -= not is_removed
        self.number += not is_removed


def added(lines: Iterable[bytes]) -> Iterator[Added]:
    """Return the lines that a diff adds. Lines of the diff come with what ends them."""
    old = path = b""
    hunk: _Hunk | None = None
    block: list[bytes] = []
    for line in lines:
        if hunk is None or not hunk.is_open:
            # It says that the line before has no end.
            if line.startswith(b"\\") and block:
                block[-1] = block[-1].removesuffix(b"\n")
            elif block and hunk:
                yield _block(path, hunk, block)
            if line.startswith(b"--- "):
                old = _path(line)
            elif line.startswith(b"+++ "):
                path = _without_prefix(_path(line), old)
            found = _HUNK.match(line)
            hunk = _Hunk(found) if found else hunk
            continue
        marks, body = line[: len(hunk.old)], line[len(hunk.old) :]
        if line.startswith(b"\\"):
            if block:
                block[-1] = block[-1].removesuffix(b"\n")
            continue
        if not line.rstrip(b"\r\n"):
            # Programs cut the space of an empty line that stays.
            marks, body = b" " * len(hunk.old), line
        is_removed = b"-" in marks
        if block and (is_removed or b"+" not in marks):
            yield _block(path, hunk, block)
        if b"+" in marks and not is_removed:
            block.append(body)
        hunk.pass_over(marks, is_removed=is_removed)
    if block and hunk:
        yield _block(path, hunk, block)


def _block(path: bytes, hunk: _Hunk, block: list[bytes]) -> Added:
    text = b"".join(block).decode(errors="surrogateescape")
    found = Added(path.decode(errors="surrogateescape"), hunk.number - len(block), text)
    block.clear()
    return found


def _path(line: bytes) -> bytes:
    """The path of a header. One with other octets than letters is quoted as in C."""
    path = line[4:].rstrip(b"\r\n")
    if not path.startswith(b'"'):
        return path.split(b"\t")[0]
    return _ESCAPE.sub(_unquoted, path[1:].rpartition(b'"')[0])


def _unquoted(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8) & 0xFF]) if len(escape) == 3 else _LETTERS.get(escape, escape)


def _without_prefix(path: bytes, old: bytes) -> bytes:
    """A path without the letter that git puts before both."""
    both = _PREFIX.match(path) and (_PREFIX.match(old) or old == _NOTHING)
    return path[2:] if both else path
