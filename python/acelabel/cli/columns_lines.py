"""Tables as lines of text: the common part of their formats."""

import io
from collections.abc import Iterator
from typing import Any

from acelabel.cli.columns import Columns
from acelabel.cli.not_text import fault_of_input, wide_encoding

_HEAD = 1024

Texts = list[str | None]
Values = list[str | Texts | None]
"""Values of columns; some are lists."""
Row = tuple[str, Values, Any]
"""A row as it is in the file, the values of the columns, and what it takes to write it anew: None if it is empty."""


class Table:
    def __init__(self, columns: Columns, pieces: Iterator[tuple[bytes, int]], delimiter: str) -> None:
        self.columns = columns
        self.delimiter = delimiter
        # The text to be written before the next row.
        self.head = ""
        # True if the line is the last one that can be had without waiting; and the octets that were read up to there.
        self.at_end = False
        self.octets = 0
        self._pieces = pieces

    def lines(self, newline: str) -> Iterator[str]:
        first = True
        for data, octets in self._pieces:
            self.octets = octets
            text = data.decode(errors="surrogateescape")
            if first and (fault := fault_of_input(data) or wide_encoding(data[:_HEAD], "\n")):
                raise self.columns.unusable(fault)
            if first and text.startswith("\ufeff"):
                self.head, text = text[:1], text[1:]
            first = False
            left = len(text)
            # str.splitlines() takes other characters for ends of lines, too.
            for line in io.StringIO(text, newline=newline):
                left -= len(line)
                self.at_end = left == 0
                yield line
