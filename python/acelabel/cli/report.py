"""Messages for people, on stderr."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acelabel._errors import excerpt
from acelabel.cli.advice import Tally
from acelabel.cli.failures import Refusal, described
from acelabel.cli.screen import to_stderr

if TYPE_CHECKING:
    from collections.abc import Callable

_INDENT = "    "
# In an excerpt: a backslash of the text, which is doubled, or an octet that is not UTF-8.
_OCTET = re.compile(r"(\\\\)|\\udc([89a-f][0-9a-f])")


@dataclass
class Reporter:
    """Says which records failed and shows where with a caret, and sums up at the end."""

    unit: str
    """The word for a record: a line, a row, an argument."""

    most: int
    """The most messages about single records."""

    quiet: bool
    file: str | None = None
    """The file that is read; None for standard input and arguments."""

    column: str | None = None
    """The column of the record; None unless there are several."""

    before: "Callable[[], object] | None" = None
    """A function that is called before each message: a progress line on the same terminal goes away."""

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
            lines += [_INDENT + _with_octets(shown), _INDENT + " " * column + "^"]
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


def _with_octets(shown: str) -> str:
    """Show octets that are not UTF-8 as octets.

    Before the fault there is none, so the column of the fault stays the same.
    """
    return _OCTET.sub(lambda found: found[1] or f"\\x{found[2]}", shown)
