"""Where records come from, standard input or files, and the records in batches: constant memory, whatever the size."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import NamedTuple, cast

from acelabel.cli.compressed import Unpacked, codec_of
from acelabel.cli.failures import Unusable, utf8_fault
from acelabel.cli.not_text import fault_of_input
from acelabel.cli.screen import shown_path

STDIN = "-"

# Large enough to make the cost of a batch vanish, small enough to stay in the cache.
BLOCK = 1 << 18

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEAD = 1024


class Batch(NamedTuple):
    """Some records that follow one another."""

    # The records, without what ends them; octets that are not UTF-8 in the form of `surrogateescape`.
    records: list[str]
    # All of them in one text, for a search that needs to look only once.
    text: str
    # True if all of them are UTF-8.
    well_formed: bool
    # For each record whether it ended in CR LF; None if none did.
    carriage_returns: list[bool] | None = None
    # The number of octets of the stream that were read for them.
    octets: int = 0
    # The first octets of the stream, if the batch begins it.
    head: bytes = b""


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


@contextmanager
def opened(path: str) -> Iterator[BufferedIOBase]:
    """Open an input; one whose name says that it is compressed is unpacked. Standard input stays open afterwards."""
    if path == STDIN:
        yield cast("BufferedIOBase", sys.stdin.buffer)
    else:
        codec = codec_of(path)
        with Path(path).open("rb") as stream:
            yield Unpacked(path, stream, codec) if codec else stream


def from_arguments(names: list[str]) -> Batch:
    """The arguments of the command as a batch."""
    text = "\n".join(names)
    return Batch(names, text, well_formed=utf8_fault(text) is None)


def from_file(path: str, separator: bytes) -> Iterator[Batch]:
    """Read a file, or standard input, to its end. A byte order mark at its beginning is dropped.

    A record is held in memory as a whole, and so is a block of the stream; nothing else is. Its separator is one octet,
    which the last record may lack. There is a batch whenever a block held the end of a record.

    Raises:
        Unusable: The stream is compressed, or a table of Parquet or Arrow.
    """
    first = True
    with opened(path) as stream:
        for data, octets in whole_records(stream, separator):
            if first and (fault := fault_of_input(data)):
                raise Unusable(at(path, fault))
            data = data.removesuffix(separator)
            batch = _batch(data.removeprefix(_BYTE_ORDER_MARK) if first else data, separator, octets)
            yield batch._replace(head=data[:_HEAD]) if first else batch
            first = False


def whole_records(stream: BufferedIOBase, separator: bytes) -> Iterator[tuple[bytes, int]]:
    """The stream in pieces that end with the end of a record, and how much was read for each."""
    pending: list[bytes] = []
    octets, begun = 0, False
    while block := stream.read1(BLOCK):
        octets += len(block)
        end = block.rfind(separator)
        if end < 0:
            pending.append(block)
            continue
        pending.append(block[: end + 1])
        begun = True
        yield b"".join(pending), octets
        pending, octets = [block[end + 1 :]], 0
    rest = b"".join(pending)
    # A stream of a byte order mark alone is empty.
    if rest and (begun or rest != _BYTE_ORDER_MARK):
        yield rest, octets


def _batch(data: bytes, separator: bytes, octets: int) -> Batch:
    try:
        text, well_formed = data.decode(), True
    except UnicodeDecodeError:
        text, well_formed = data.decode(errors="surrogateescape"), False
    records = text.split(separator.decode())
    if separator != b"\n" or "\r" not in text:
        return Batch(records, text, well_formed, None, octets)
    carriage_returns = [record.endswith("\r") for record in records]
    return Batch([record.removesuffix("\r") for record in records], text, well_formed, carriage_returns, octets)
