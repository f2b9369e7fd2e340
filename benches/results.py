"""What the three bench programs printed, read back, and the numbers drawn from it."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from columns_report import ColumnResults
from display_report import DisplayResults
from machine import Load
from names_report import NameResults
from refusals_report import RefusalResults
from text_report import TextResults

OURS = "acelabel"
OUR_NAMES = (OURS, f"{OURS} &str")
DIRECTIONS = ("encode", "decode")
# Families that plain implementations, too, take in linear time in at least one direction.
EASY = ("same", "sorted", "alternating")
FIT_FROM = 1 << 14


class Point(NamedTuple):
    """One length of one family: nanoseconds, libidn's (none where it refuses or would take too long), memory."""

    length: int
    time: float
    libidn: float | None
    octets: float


class Hostile(NamedTuple):
    length: int
    time: float
    outcome: str


class Sorting(NamedTuple):
    """Nanoseconds over random code points, and those of a sort of the same."""

    length: int
    time: float
    sort: float


class Call(NamedTuple):
    """Nanoseconds of one call, and the share of the labels that were accepted."""

    time: float
    accepted: float


@dataclass
class Results:
    """Everything measured in one run."""

    # corpus, direction -> contestant -> nanoseconds a label
    labels: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    # corpus, direction, contestant -> labels on which it does not agree
    differences: dict[tuple[str, str, str], int] = field(default_factory=dict)
    # family, direction -> lengths in order
    growth: dict[tuple[str, str], list[Point]] = field(default_factory=dict)
    hostile: dict[str, list[Hostile]] = field(default_factory=dict)
    calls: dict[str, dict[str, Call]] = field(default_factory=dict)
    lists: dict[str, dict[str, float]] = field(default_factory=dict)
    string_octets: tuple[int, int] = (0, 0)
    import_milliseconds: float = math.nan
    wheel_octets: int = 0
    # One call that returns its argument, in nanoseconds.
    identity: float = math.nan
    sorting: dict[str, Sorting] = field(default_factory=dict)
    # What else the machine did, by program.
    loads: dict[str, Load] = field(default_factory=dict)
    names: NameResults = field(default_factory=NameResults)
    columns: ColumnResults = field(default_factory=ColumnResults)
    text: TextResults = field(default_factory=TextResults)
    display: DisplayResults = field(default_factory=DisplayResults)
    refusals: RefusalResults = field(default_factory=RefusalResults)

    def read_labels(self, outputs: Sequence[str]) -> None:
        """Return what several processes printed, of which the medians count."""
        for lines in zip(*map(rows, outputs), strict=True):
            corpus, direction, contestant, _, differing = lines[0]
            time = statistics.median(float(line[3]) for line in lines)
            self.labels.setdefault((corpus, direction), {})[contestant] = time
            if int(differing):
                self.differences[corpus, direction, contestant] = int(differing)

    def read_growth(self, output: str) -> None:
        for kind, *row in rows(output):
            if kind == "sorting":
                direction, length, time, sort = row
                self.sorting[direction] = Sorting(int(length), float(time), float(sort))
            elif kind == "growth":
                direction, family, length, time, libidn, octets = row
                peer = float(libidn) if libidn[0].isdigit() else None
                point = Point(int(length), float(time), peer, float(octets))
                self.growth.setdefault((family, direction), []).append(point)
            else:
                family, length, time, outcome = row
                self.hostile.setdefault(family, []).append(Hostile(int(length), float(time), outcome))

    def read_calls(self, output: str) -> None:
        for kind, *row in rows(output):
            if kind == "call":
                direction, contestant, time, accepted = row
                self.calls.setdefault(direction, {})[contestant] = Call(float(time), float(accepted))
            elif kind == "list":
                direction, form, time = row
                self.lists.setdefault(direction, {})[form] = float(time)
            elif kind == "identity":
                self.identity = float(row[0])
            elif kind == "string octets":
                self.string_octets = (int(row[0]), int(row[1]))
            else:
                self.import_milliseconds = float(row[0])

    def ours(self, corpus: str, direction: str) -> float:
        return self.labels[corpus, direction][OURS]

    def fastest_peer(self, corpus: str, direction: str) -> tuple[str, float]:
        """The fastest of the others, and its nanoseconds a label."""
        peers = {name: time for name, time in self.labels[corpus, direction].items() if name not in OUR_NAMES}
        return min(peers.items(), key=lambda peer: peer[1])

    def ratio(self, corpus: str, direction: str) -> float:
        """Our time over that of the fastest peer."""
        return self.ours(corpus, direction) / self.fastest_peer(corpus, direction)[1]

    def corpora(self, prefix: str) -> list[str]:
        return sorted({corpus for corpus, _ in self.labels if corpus.startswith(prefix)})

    def families(self) -> list[str]:
        return list(dict.fromkeys(family for family, _ in self.growth))

    def exponent(self, family: str, direction: str) -> float:
        return exponent((point.length, point.time) for point in self.growth[family, direction])

    def hostile_exponent(self, family: str) -> float:
        return exponent((row.length, row.time) for row in self.hostile[family])

    def against_libidn(self, family: str, direction: str) -> tuple[float, int]:
        """Our time over libidn's at the length where it is greatest, and that length."""
        points = ((point.time / point.libidn, point.length) for point in self.growth[family, direction] if point.libidn)
        return max(points, default=(0.0, 0))

    def overhead(self, direction: str) -> float:
        """Return what a call from Python costs beyond the core, over the same labels, in nanoseconds."""
        return self.calls[direction][OURS].time - self.ours("idn-sample", direction)


def rows(output: str) -> Iterable[list[str]]:
    return (line.split("\t") for line in output.splitlines())


def exponent(points: Iterable[tuple[int, float]]) -> float:
    """The slope of the least squares line through the logarithms, from `FIT_FROM` on."""
    logs = [(math.log(length), math.log(time)) for length, time in points if length >= FIT_FROM]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)
