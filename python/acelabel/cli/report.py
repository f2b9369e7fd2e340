"""Messages for people on stderr, and progress where it can be known how much is left."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from acelabel._errors import excerpt
from acelabel.cli.advice import Tally
from acelabel.cli.failures import Refusal, described
from acelabel.cli.screen import to_stderr

_INDENT = "    "
_SECONDS_BETWEEN = 0.1
# In an excerpt: a backslash of the text, which is doubled, or an octet that is not UTF-8.
_OCTET = re.compile(r"(\\\\)|\\udc([89a-f][0-9a-f])")


@dataclass
class Reporter:
    """Says which records failed and shows where with a caret, and sums up at the end."""

    # The word for a record: a line, a row, an argument.
    unit: str
    # The most messages about single records.
    most: int
    quiet: bool
    # The file that is read; None for standard input and arguments.
    file: str | None = None
    # The column of the record; None unless there are several.
    column: str | None = None
    # A function that is called before each message: a progress line on the same terminal goes away.
    before: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        self._left = 0 if self.quiet else self.most

    @property
    def listens(self) -> bool:
        """Return whether a further failure would be reported; if not, its message need not be made."""
        return self._left > 0

    def failure(self, number: int, error: Refusal) -> None:
        """Report that a record failed: its number, counted from 1, and why."""
        if not self.listens:
            return
        self._left -= 1
        place = f"{self.unit} {number}" if self.file is None else f"{self.file}: {self.unit} {number}"
        if self.column is not None:
            place += f", column {self.column}"
        lines = [f"{place}: {described(error)}"]
        # An empty record has no place to show.
        if error.text and error.offset is not None:
            shown, column = excerpt(error.text, error.offset)
            # Before the fault all is UTF-8, so that its column stays the same.
            shown = _OCTET.sub(lambda found: found[1] or f"\\x{found[2]}", shown)
            lines += [_INDENT + shown, _INDENT + " " * column + "^"]
        self._say("\n".join(lines))

    def end(self, tally: Tally, verdict: str) -> None:
        """Sum up a run, in which this is said of a record that is not valid."""
        if self.quiet:
            return
        hidden = tally.refused > self.most
        # A few arguments need no summary: what was said of them is still in sight.
        if tally.refused and (hidden or self.unit != "argument"):
            self._say(tally.summary(verdict))
        for hint in tally.hints():
            self._say(hint)

    def note(self, text: str | None) -> None:
        """Say what is worth saying of the arguments, if there is something."""
        if text is not None and not self.quiet:
            self._say(f"note: {text}")

    def _say(self, message: str) -> None:
        if self.before is not None:
            self.before()
        say(message)


def say(message: str) -> None:
    """Write a message to stderr, in the name of the program, with escapes for what a terminal would obey."""
    to_stderr(f"acelabel: {message}")


@contextmanager
def progress(size: int | None, tally: Tally) -> Iterator[tuple[Callable[[int], object], Callable[[], object]]]:
    """Show how much of the input has been read, for as long as the context lasts.

    One function is to be called with the number of octets read since its last call, the other one before something else
    is written to stderr.

    It is a bar if `rich` is installed, else a line of text. There is none if stderr is not a terminal, or the size of
    the input is None: unknown, or not to be shown.
    """
    if size is None or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None, lambda: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        line = _Line(size, tally)
        yield line.advance, line.clear
        line.clear()
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    rate = _rate(tally)
    # Only messages pass through the bar; results on stdout are octets and none of its business.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=size)
        yield lambda octets: bar.update(task, advance=octets, description=rate()), lambda: None


def _rate(tally: Tally) -> Callable[[], str]:
    """The number of records, their rate from now on, and the number of refused ones, whenever it is called."""
    start = time.monotonic()

    def text() -> str:
        seconds = max(time.monotonic() - start, 1e-3)
        return f"{tally.records:,} names, {tally.records / seconds:,.0f}/s, {tally.refused:,} refused"

    return text


class _Line:
    """A line of text that is written over and over."""

    def __init__(self, size: int, tally: Tally) -> None:
        self._size = size
        self._rate = _rate(tally)
        self._read = self._width = 0
        self._next = 0.0

    def advance(self, octets: int) -> None:
        self._read += octets
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _SECONDS_BETWEEN
        text = f"{self._read / 1e6:,.1f} of {self._size / 1e6:,.1f} MB, {self._rate()}"
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            print("\r" + " " * self._width, end="\r", file=sys.stderr, flush=True)
            self._width = 0
