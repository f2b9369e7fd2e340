"""Progress on stderr, where somebody sees it and where it can know how much is left."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from acelabel.cli.advice import Tally

_SECONDS_BETWEEN = 0.1


class Progress(NamedTuple):
    """A progress display."""

    advance: Callable[[int], object]
    """To call with the number of octets read since the last call."""

    clear: Callable[[], object]
    """To call before something else is written to stderr."""


@contextmanager
def progress(size: int | None, tally: Tally) -> Iterator[Progress]:
    """Show how much of the input has been read, for as long as the context lasts.

    It is a bar if `rich` is installed, else a line of text. There is none if stderr is not a terminal, or the size of
    the input is None: unknown, or not to be shown.
    """
    if size is None or sys.stderr is None or not sys.stderr.isatty():
        yield Progress(_nothing, _nothing)
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
    except ImportError:
        line = _Line(size, tally)
        yield Progress(line.advance, line.clear)
        line.clear()
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    rate = _Rate(tally)
    # Only messages pass through the bar; results on stdout are octets and none of its business.
    with Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=size)
        yield Progress(lambda octets: bar.update(task, advance=octets, description=rate.text()), _nothing)


def _nothing(*_: object) -> None:
    pass


class _Rate:
    """The number of records, their rate, and the number of refused ones."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._start = time.monotonic()

    def text(self) -> str:
        seconds = max(time.monotonic() - self._start, 1e-3)
        return f"{self._tally.records:,} names, {self._tally.records / seconds:,.0f}/s, {self._tally.refused:,} refused"


class _Line:
    """A line of text that is written over and over."""

    def __init__(self, size: int, tally: Tally) -> None:
        self._size = size
        self._rate = _Rate(tally)
        self._read = 0
        self._width = 0
        self._next = 0.0

    def advance(self, octets: int) -> None:
        self._read += octets
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _SECONDS_BETWEEN
        text = f"{self._read / 1e6:,.1f} of {self._size / 1e6:,.1f} MB, {self._rate.text()}"
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
