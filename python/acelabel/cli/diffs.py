"""The lines that a unified diff adds, with their numbers in the new files: what `git diff` writes, and `diff -u`."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# No file has lines of ten digits.
_HUNK = re.compile(rb"(@@+) ((?:-\d{1,9}(?:,\d{1,9})? ){1,99})\+(\d{1,9})(?:,(\d{1,9}))? \1")
_RANGE = re.compile(rb"-\d+(?:,(\d+))?")
# The beginning of a hunk, and lines without hunks of which a diff may consist: of renames, binary files and merges.
_AT = re.compile(rb"@@+ -")
_HEADER = re.compile(
    rb"diff -|Index: |Only in .*: |(?:Binary f|F)iles .* differ\r?$|Submodule |(?:commit|From) [0-9a-f]{7,64}\b"
)
# Lines of other formats of diff, whose changes are not read.
_OTHER = re.compile(rb"\d{1,9}(?:,\d{1,9})?[acd]\d{1,9}(?:,\d{1,9})?\r?$|\*{15}\r?$")
_BEHIND = re.compile(rb"(?:---|\+\+\+) |-- ?\r?$")
_COLOURED = re.compile(rb"\x1b\[[0-9;]*m(?:diff|@@|---|\+\+\+)")
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

    def pass_over(self, marks: bytes, *, is_removed: bool) -> bool:
        """Count a line with these marks, one for each old file. Returns whether it is one of those announced."""
        mark = b"-" if is_removed else b" "
        self.old = [count - (marks[place : place + 1] == mark) for place, count in enumerate(self.old)]
        self.new -= not is_removed
        self.number += not is_removed
        return self.new >= 0 and min(self.old) >= 0 and not marks.strip(b" +-")


class _Reader:
    """Reads a diff line by line."""

    def __init__(self) -> None:
        self._old = self._path = b""
        self._hunk: _Hunk | None = None
        self._block: list[bytes] = []
        self._is_diff = self._awaits_hunk = self._is_behind_hunk = False
        # The words for what is wrong with the last line.
        self.fault = ""

    def read(self, line: bytes, number: int) -> Added | None:
        """Take a line. Returns the lines that are added before it, where it ends them."""
        hunk = self._hunk
        if line.startswith(b"\\"):
            # It says that the line before has no end.
            if self._block:
                self._block[-1] = self._block[-1].removesuffix(b"\n")
            return None
        if hunk is None or not hunk.is_open:
            block = self.block()
            self._header(line, number)
            return block
        self._is_behind_hunk = True
        # Programs cut the spaces of an empty line.
        written = line.rstrip(b"\r\n")[: len(hunk.old)]
        marks = written.ljust(len(hunk.old))
        is_removed = b"-" in marks
        is_added = b"+" in marks and not is_removed
        block = None if is_added else self.block()
        if is_added:
            self._block.append(line[len(written) :])
        if not hunk.pass_over(marks, is_removed=is_removed):
            self.fault = f"line {number:,}: the diff is damaged: the hunk announces other lines"
            return block or self.block()
        return block

    def _header(self, line: bytes, number: int) -> None:
        """Take a line outside of hunks."""
        found = _HUNK.match(line)
        if _AT.match(line) and not found:
            self.fault = f"line {number:,}: the diff is damaged: this begins no hunk"
        elif _COLOURED.match(line):
            self.fault = f"line {number:,}: the diff has colours. Write it without: git diff --no-color"
        elif not self._hunk and _OTHER.match(line):
            self.fault = f"line {number:,}: the diff is not unified. Write it with: diff -u"
        is_new = line.startswith(b"+++ ")
        # A mail ends with two hyphens.
        behind = self._hunk if self._is_behind_hunk else None
        goes_on = behind and {*line[: len(behind.old)]} & {*b"+-"} and not _BEHIND.match(line)
        if goes_on or (is_new and self._hunk and not self._old):
            self.fault = f"line {number:,}: the diff is damaged: the hunk before it announces other lines"
        self._is_behind_hunk = False
        self._is_diff |= bool(found or _HEADER.match(line))
        self._awaits_hunk = is_new and bool(self._old)
        if is_new:
            self._path = _without_prefix(_path(line), self._old)
        elif found:
            self._hunk = _Hunk(found)
        self._old = _path(line) if line.startswith(b"--- ") else b""

    def block(self) -> Added | None:
        """The lines that were added last, which follow one another, if there are some."""
        return _block(self._path, self._hunk, self._block) if self._block and self._hunk else None

    def fault_at_end(self, last: bytes) -> str:
        """The words for what is wrong with a diff that ends with this line; empty where nothing is."""
        is_open = self._old or self._awaits_hunk or (self._hunk and self._hunk.is_open)
        if is_open or (self._is_diff and not last.endswith(b"\n")):
            return "the diff is cut short"
        return "this is no diff" if last and not self._is_diff else ""


def added(lines: Iterable[bytes]) -> Iterator[Added]:
    """Return the lines that a diff adds. Lines of the diff come with what ends them.

    Raise ValueError where it is no unified diff, damaged or cut short; an empty one adds nothing.
    """
    reader, line = _Reader(), b""
    for number, line in enumerate(lines, 1):
        if block := reader.read(line, number):
            yield block
        if reader.fault:
            raise ValueError(reader.fault)
    if block := reader.block():
        yield block
    if fault := reader.fault_at_end(line):
        raise ValueError(fault)


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
