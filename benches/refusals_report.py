"""The table and the promises about refusals, from what refusals.py printed."""

import math
from dataclasses import dataclass, field

from tables import Bound, table

OURS = "acelabel"


@dataclass
class RefusalResults:
    """Nanoseconds of a line by its kind, and of an error with its text by fault and contestant."""

    lines: dict[str, float] = field(default_factory=dict)
    texts: dict[str, dict[str, float]] = field(default_factory=dict)

    def read(self, output: str) -> None:
        for kind, what, *row in (line.split("\t") for line in output.splitlines()):
            if kind == "line":
                self.lines[what] = float(row[0])
            else:
                self.texts.setdefault(what, {})[row[0]] = float(row[1])

    def ratios(self) -> dict[str, float]:
        """Our time over the peer's, by fault."""
        return {
            fault: times[OURS] / time
            for fault, times in self.texts.items()
            for contestant, time in times.items()
            if contestant != OURS
        }

    def of_a_good_line(self) -> float:
        return self.lines["refused"] / self.lines["good"]


def refusals_table(results: RefusalResults) -> str:
    """Every fault, then the two kinds of lines."""
    (peer,) = {contestant for times in results.texts.values() for contestant in times if contestant != OURS}
    ratios = results.ratios()
    rows = [
        [fault, f"{times[OURS]:,.0f}", f"{times[peer]:,.0f}", f"{ratios[fault]:.2f}"]
        for fault, times in results.texts.items()
    ]
    rows.append(["command line: refused, good", *(f"{results.lines[kind]:,.0f}" for kind in ("refused", "good"))])
    rows[-1].append(f"{results.of_a_good_line():.2f}")
    return table(["ns an error and its text", OURS, peer, "ratio"], rows)


def bounds(results: RefusalResults) -> list[Bound]:
    ratios = list(results.ratios().values())
    mean = math.prod(ratios) ** (1 / len(ratios))
    return [
        Bound("to_ascii, command line: a refused line, times a good one", "≤", 5.0, results.of_a_good_line()),
        Bound("to_ascii: raise and str(error), of the time of the package idna (mean)", "≤", 1.0, mean),
    ]
