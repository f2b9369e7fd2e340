"""The names of files that are neither lists of names nor tables, by `acelabel._native.FileReader`."""

from collections.abc import Iterator
from typing import NamedTuple

from acelabel._native import FileBatch, FileReader
from acelabel._tlds import known
from acelabel.cli import records
from acelabel.cli.failures import Unusable
from acelabel.cli.options import Options
from acelabel.cli.records import BLOCK, fault_of_input, wide_encoding


class Value(NamedTuple):
    """A name, or a value of a table."""

    text: str
    # The line, or the row of a table, counted from 1.
    number: int
    # The octet in the line, counted from 1, or the name of the column.
    column: int | str
    kind: str = "bare"


def batches(options: Options, form: str, path: str) -> Iterator[tuple[FileBatch, int]]:
    """The records of a file, each a name, and how many octets were read for them."""
    sought = (options.kinds, known(options.all_tlds), options.everywhere, options.defanged, options.rules)
    reader = FileReader(form, sought=sought)
    is_first = True
    with records.opened(path) as stream:
        while block := stream.read1(BLOCK):
            if is_first and (fault := fault_of_input(block) or wide_encoding(block, "\n")):
                raise Unusable(records.at(path, fault))
            is_first = False
            yield reader.feed(block), len(block)
    yield reader.finish(), 0


def values(batch: FileBatch) -> list[Value]:
    """The names of a batch. Octets that are not UTF-8 have the form of `surrogateescape`."""
    texts = batch.refused(0, [None] * batch.count(0, batch.rows))
    names = zip(texts, batch.names(), strict=True)
    return [Value(text, line, column, kind) for (*_, text), (line, column, _, _, kind) in names]
