"""Records out of a stream, in batches: constant memory, whatever the size of the stream."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

# Large enough to make the cost of a batch vanish, small enough to stay in the cache.
BLOCK = 1 << 18


class Source(Protocol):
    """A binary stream that gives out what it has without waiting for more."""

    def read1(self, size: int, /) -> bytes:
        """Read at most `size` octets, at least one unless the stream is at its end."""


class Batch(NamedTuple):
    """Some records that follow one another."""

    records: list[str]
    """The records, without what ends them; octets that are not UTF-8 in the form of `surrogateescape`."""

    well_formed: bool
    """Whether all of them are UTF-8."""

    carriage_returns: list[bool] | None = None
    """For each record whether it ended in CR LF; None if none did."""

    octets: int = 0
    """How much of the stream was read for them."""


def from_arguments(names: list[str]) -> Batch:
    """The arguments of the command as a batch."""
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        return Batch(names, well_formed=False)
    return Batch(names, well_formed=True)


def from_stream(stream: Source, separator: bytes) -> Iterator[Batch]:
    """Read a stream to its end.

    A record is held in memory as a whole, and so is a block of the stream; nothing else is.

    Args:
        stream: The stream.
        separator: What ends a record, one octet. The last record may lack it.

    Yields:
        The records in order; a batch whenever a block held the end of a record.
    """
    pending: list[bytes] = []
    octets = 0
    while block := stream.read1(BLOCK):
        octets += len(block)
        end = block.rfind(separator)
        if end < 0:
            pending.append(block)
            continue
        pending.append(block[:end])
        yield _batch(b"".join(pending), separator, octets)
        pending = [block[end + 1 :]]
        octets = 0
    rest = b"".join(pending)
    if rest:
        yield _batch(rest, separator, octets)


def _batch(data: bytes, separator: bytes, octets: int) -> Batch:
    well_formed = True
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="surrogateescape")
        well_formed = False
    records = text.split(separator.decode())
    if separator != b"\n" or "\r" not in text:
        return Batch(records, well_formed, None, octets)
    carriage_returns = [record.endswith("\r") for record in records]
    return Batch([record.removesuffix("\r") for record in records], well_formed, carriage_returns, octets)
