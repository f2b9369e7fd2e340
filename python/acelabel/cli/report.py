"""Messages for people, on stderr."""

import sys

from acelabel import AceError
from acelabel._errors import describe, excerpt

_INDENT = "    "


class Reporter:
    """Says which records failed, and shows where with a caret."""

    def __init__(self, unit: str, *, quiet: bool) -> None:
        """Make a reporter.

        Args:
            unit: What a record is called: a line, a record, an argument.
            quiet: Whether to say nothing at all.
        """
        self._unit = unit
        self._quiet = quiet

    def failure(self, number: int, error: AceError) -> None:
        """Report that a record failed.

        Args:
            number: Which one, counted from 1.
            error: Why.
        """
        if self._quiet:
            return
        lines = [f"{self._unit} {number}: {describe(error)}"]
        if error.text is not None and error.offset is not None:
            shown, column = excerpt(error.text, error.offset)
            lines += [_INDENT + shown, _INDENT + " " * column + "^"]
        say("\n".join(lines))


def say(message: str) -> None:
    """Write a message to stderr, in the name of the program."""
    # Without a stderr, print() would fall back to stdout.
    if sys.stderr is not None:
        print(f"acelabel: {message}", file=sys.stderr)
