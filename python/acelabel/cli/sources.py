"""Where records come from: standard input or files, one after another."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import cast

from acelabel.cli.compressed import Unpacked, codec_of
from acelabel.cli.screen import shown_path

STDIN = "-"


def sizes(paths: list[str]) -> int | None:
    """Return how many octets the inputs have left in all; None unless all are regular files, and none is compressed.

    Raises:
        OSError: A file does not exist.
    """
    total = 0
    for path in paths:
        status = status_of(path)
        if status is None or not stat.S_ISREG(status.st_mode) or codec_of(path):
            return None
        total += status.st_size - (sys.stdin.buffer.tell() if path == STDIN else 0)
    return total


def status_of(path: str) -> os.stat_result | None:
    """Return what an input is; None for a standard input that is not a file of the system.

    Raises:
        OSError: There is no such file, or it is a folder.
    """
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


@contextmanager
def opened(path: str) -> Iterator[BufferedIOBase]:
    """Open an input; one whose name says that it is compressed is unpacked. Standard input stays open afterwards."""
    if path == STDIN:
        yield cast("BufferedIOBase", sys.stdin.buffer)
    else:
        codec = codec_of(path)
        with Path(path).open("rb") as stream:
            yield Unpacked(path, stream, codec) if codec else stream
