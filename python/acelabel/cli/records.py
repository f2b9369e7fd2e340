"""Records out of a stream, in batches: constant memory, whatever the size of the stream."""

from collections.abc import Iterator
from io import BufferedIOBase
from typing import NamedTuple

from acelabel.cli import sources
from acelabel.cli.failures import Unusable
from acelabel.cli.not_text import fault_of_input

# Large enough to make the cost of a batch vanish, small enough to stay in the cache.
BLOCK = 1 << 18

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEAD = 1024


class Batch(NamedTuple):
    """Some records that follow one another."""

    records: list[str]
    """The records, without what ends them; octets that are not UTF-8 in the form of `surrogateescape`."""

    text: str
    """All of them in one text, for a search that needs to look only once."""

    well_formed: bool
    """True if all of them are UTF-8."""

    carriage_returns: list[bool] | None = None
    """For each record whether it ended in CR LF; None if none did."""

    octets: int = 0
    """The number of octets of the stream that were read for them."""

    head: bytes = b""
    """The first octets of the stream, if the batch begins it."""


def from_arguments(names: list[str]) -> Batch:
    """The arguments of the command as a batch."""
    text = "\n".join(names)
    try:
        text.encode()
    except UnicodeEncodeError:
        return Batch(names, text, well_formed=False)
    return Batch(names, text, well_formed=True)


def from_file(path: str, separator: bytes) -> Iterator[Batch]:
    """Read a file, or standard input, to its end. A byte order mark at its beginning is dropped.

    A record is held in memory as a whole, and so is a block of the stream; nothing else is. Its separator is one octet,
    which the last record may lack. There is a batch whenever a block held the end of a record.

    Raises:
        Unusable: The stream is compressed, or a table of Parquet or Arrow.
    """
    first = True
    with sources.opened(path) as stream:
        for data, octets in whole_records(stream, separator):
            if first and (fault := fault_of_input(data)):
                raise Unusable(sources.at(path, fault))
            data = data.removesuffix(separator)
            batch = _batch(data.removeprefix(_BYTE_ORDER_MARK) if first else data, separator, octets)
            yield batch._replace(head=data[:_HEAD]) if first else batch
            first = False


def whole_records(stream: BufferedIOBase, separator: bytes) -> Iterator[tuple[bytes, int]]:
    """The stream in pieces that end with the end of a record, and how much was read for each."""
    pending: list[bytes] = []
    octets = 0
    begun = False
    while block := stream.read1(BLOCK):
        octets += len(block)
        end = block.rfind(separator)
        if end < 0:
            pending.append(block)
            continue
        pending.append(block[: end + 1])
        begun = True
        yield b"".join(pending), octets
        pending = [block[end + 1 :]]
        octets = 0
    rest = b"".join(pending)
    # A stream of a byte order mark alone is empty.
    if rest and (begun or rest != _BYTE_ORDER_MARK):
        yield rest, octets


def _batch(data: bytes, separator: bytes, octets: int) -> Batch:
    well_formed = True
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="surrogateescape")
        well_formed = False
    records = text.split(separator.decode())
    if separator != b"\n" or "\r" not in text:
        return Batch(records, text, well_formed, None, octets)
    carriage_returns = [record.endswith("\r") for record in records]
    return Batch([record.removesuffix("\r") for record in records], text, well_formed, carriage_returns, octets)
