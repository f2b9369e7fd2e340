"""The lines of files, or the names that their format knows, by `acelabel._native.FileReader`."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from acelabel._native import FileBatch, FileReader
from acelabel._tlds import known
from acelabel.cli import records
from acelabel.cli.advice import Tally
from acelabel.cli.failures import Unusable
from acelabel.cli.options import Options
from acelabel.cli.records import HEAD, fault_of_input, wide_encoding


class Value(NamedTuple):
    """A name, or a value of a table."""

    text: str
    # The line, or the row of a table, counted from 1.
    number: int
    # The octet in the line, counted from 1, or the name of the column.
    column: int | str
    kind: str = "bare"


class Joined:
    """An output of files, one behind the other: a line that has no end at the end of a file gets one before the next.

    All octets are written at once.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._last = b"\n"

    def begin(self) -> None:
        """Begin a file."""
        if self._last != b"\n":
            self.write(b"\n")

    def write(self, octets: bytes) -> None:
        if octets:
            self._output.write(octets)
            self._output.flush()
            self._last = octets[-1:]


def blocks(path: str, size: int, end: bytes = b"\n") -> Iterator[bytes]:
    """The octets of an input as they come; `Unusable` if it is no text. The first block tells what the input is."""
    with records.opened(path) as stream:
        block = b""
        while len(block) < HEAD and end not in block and (more := stream.read1(size)):
            block += more
        if fault := fault_of_input(block):
            raise Unusable(records.at(path, fault))
        while block:
            yield block
            block = stream.read1(size)


def batches(
    options: Options,
    form: str,
    path: str,
    *,
    null: bool = False,
    are_texts: bool = False,
    feed: bool = False,
    tally: Tally | None = None,
) -> Iterator[tuple[FileBatch, int]]:
    """The records of a file, each a name, and how many octets were read for them.

    An input that looks like UTF-16 or UTF-32 is `Unusable`, or a hint of the tally.
    """
    sought = (options.kinds, known(options.all_tlds), options.everywhere, options.defanged, options.rules)
    reader = FileReader(form, null=null, are_texts=are_texts, feed=feed, sought=sought)
    end = b"\0" if null else b"\n"
    is_first = True
    for block in blocks(path, records.BLOCK, end):
        if is_first and (wide := wide_encoding(block, end.decode())):
            if tally is None:
                raise Unusable(records.at(path, wide))
            tally.wide = tally.wide or wide
        is_first = False
        yield reader.feed(block), len(block)
    yield reader.finish(), 0


def values(batch: FileBatch) -> list[Value]:
    """The names of a batch. Octets that are not UTF-8 have the form of `surrogateescape`; no name is empty."""
    names = zip(batch.texts(0, all=True), batch.names(), strict=True)
    return [Value(text or "", line, column, kind) for text, (line, column, _, _, kind) in names]
