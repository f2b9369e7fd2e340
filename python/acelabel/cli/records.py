"""Where records come from, and what is no text."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import cast

from acelabel.cli.compressed import Unpacked, codec_of
from acelabel.cli.screen import shown_path

STDIN = "-"

# Large enough to make the cost of a batch vanish, small enough to stay in the cache.
BLOCK = 1 << 18

HEAD = 1024
"""So many octets tell what an input is, unless its first line is shorter."""
# The first octets of compressed files, and the commands that unpack them to standard output.
_COMPRESSED = {
    b"\x1f\x8b": "gzip -dc",
    b"\x28\xb5\x2f\xfd": "zstd -dc",
    # An empty file has no block, but the mark of the end.
    **{b"BZh%d%b" % (level, mark): "bzip2 -dc" for level in range(1, 10) for mark in (b"1AY&SY", b"\x17rE8P")},
    b"\xfd7zXZ\x00": "xz -dc",
    b"]\x00\x00": "xz --format=lzma -dc",
    b"\x04\x22\x4d\x18": "lz4 -dc",
    b"\x1f\x9d": "gzip -dc",
    b"LZIP\x01": "lzip -dc",
    b"PK\x03\x04": "unzip -p. If it is an Excel file, save it as CSV",
    b"PK\x05\x06": "unzip -p",
    b"7z\xbc\xaf\x27\x1c": "7z x -so",
    b"Rar!\x1a\x07": "unrar p -inul",
}
# The magic numbers of Parquet (PARE where its footer is encrypted), of Arrow files, and of a stream of Arrow.
_TABLES = {b"PAR1": "parquet", b"PARE": "parquet", b"ARROW1": "feather"}
_CONTROLS = {bytes([octet]) for octet in range(0x20)} - {b"\t", b"\n", b"\r"}
_STREAM = b"\xff\xff\xff\xff"
# Longer marks first, as those of UTF-16 begin them.
_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def sizes(paths: list[str]) -> int | None:
    """Return how many octets the inputs have left in all; None unless all are regular files, and none is compressed."""
    total = 0
    for path in paths:
        status = status_of(path)
        if status is None or not stat.S_ISREG(status.st_mode) or codec_of(path):
            return None
        total += status.st_size - (sys.stdin.buffer.tell() if path == STDIN else 0)
    return total


def status_of(path: str) -> os.stat_result | None:
    """Return what an input is; None for a standard input that is not a file of the system. A folder is an `OSError`."""
    if path != STDIN:
        try:
            status = Path(path).stat()
        except OSError as error:
            # A path has lost one of two slashes.
            error.filename = path
            raise
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        return status
    try:
        return os.fstat(sys.stdin.fileno())
    except (OSError, ValueError):
        return None


def is_same_file(path: str, output: os.stat_result | None) -> bool:
    """Return whether an input is the regular file that the output is, by whatever name."""
    status = status_of(path)
    if status is None or output is None or not stat.S_ISREG(output.st_mode):
        return False
    return os.path.samestat(status, output)


def name_of(path: str) -> str | None:
    """Return what messages call an input; None for standard input."""
    return None if path == STDIN else shown_path(path)


def at(path: str, text: str) -> str:
    """A text with the name of the input before it, if it has one."""
    return text if path == STDIN else f"{shown_path(path)}: {text}"


def pieces(stream: BufferedIOBase) -> Iterator[bytes]:
    """The octets of an input as they come."""
    return iter(partial(stream.read1, BLOCK), b"")


@contextmanager
def opened(path: str) -> Iterator[BufferedIOBase]:
    """Open an input; one whose name says that it is compressed is unpacked. Standard input stays open afterwards."""
    if path == STDIN:
        yield cast("BufferedIOBase", sys.stdin.buffer)
    else:
        codec = codec_of(path)
        with Path(path).open("rb") as stream:
            yield Unpacked(path, stream, codec) if codec else stream


def fault_of_input(head: bytes, form: str | None = None) -> str | None:
    """Return what to say of an input that is neither text nor of the format that columns should have; else None.

    Only its beginning is looked at.
    """
    for mark, command in _COMPRESSED.items():
        if head.startswith(mark):
            return f"the input is compressed. Unpack it first: {command}"
    for mark, found in _TABLES.items():
        # A control follows the mark; a name may begin with these letters.
        if head.startswith(mark) and head[len(mark) : len(mark) + 1] in _CONTROLS and found != form:
            return f"the input is {found.capitalize()}. To convert a column of a file: --format {found} --column COLUMN"
    if head.startswith(_STREAM):
        return "the input is a stream of Arrow. Write it as a file first, which is Feather"
    return None


def wide_encoding(data: bytes, separator: str) -> str | None:
    """Return what to say of an input whose beginning looks like text in UTF-16 or UTF-32; None if it does not."""
    head = data[:HEAD]
    found = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    # NUL is also what ends a record with --null.
    if found is None and separator != "\0":
        # Of ASCII text every second octet is NUL in UTF-16, and three of four are in UTF-32.
        zeros = [head[place::4].count(0) for place in range(4)]
        if sum(zeros) > 5 * len(head) // 8:
            found = "UTF-32"
        elif max(zeros[0] + zeros[2], zeros[1] + zeros[3]) > len(head) // 4:
            found = "UTF-16"
    return found and f"the input looks like {found}. Convert it first: iconv -f {found} -t UTF-8"
