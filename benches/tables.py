"""Tables in Markdown that also read well in a terminal, and promises about what was measured."""

from collections.abc import Sequence
from typing import NamedTuple

# A hostile mebibyte takes at most so many times what the benign one of its kind takes, through the same call.
TIMES_BENIGN = 6.0


class Bound(NamedTuple):
    """A promise about speed: what, how much at most (or at least), and what was measured."""

    what: str
    relation: str
    limit: float
    measured: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        return self.measured <= self.limit if self.relation == "≤" else self.measured >= self.limit


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table: the first column to the left, the others to the right, all padded."""
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(head), line(rule), *map(line, rows)])
