"""The tables and promises about domain names, from what the programs `names`, `hostile`, names_calls.py and
hostile_calls.py printed."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tables import TIMES_BENIGN, Bound, table

OURS = "acelabel"
DIRECTIONS = ("to_ascii", "to_unicode")
CORPORA = ("names-log", "names-idn")


HOSTILE_CALLS = ("to_ascii", "to_unicode", "inspect", "is_valid")


class Hostile(NamedTuple):
    """One hostile name, or the benign one of its kind: nanoseconds, those of the benign one in turns with it, and
    memory in octets for each of the name's.

    In the core memory is counted beyond the name and the answer. From Python the answer counts, too, unless it is
    itself larger than the name.
    """

    kind: str
    family: str
    profile: str
    call: str
    octets: int
    time: float
    benign: float
    memory: float
    outcome: str

    @property
    def what(self) -> str:
        return f"{self.family}, {self.profile}, {self.call}"


@dataclass
class NameResults:
    """Nanoseconds by corpus and direction, then by contestant."""

    core: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    differences: dict[tuple[str, str, str], int] = field(default_factory=dict)
    calls: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    accepted: dict[tuple[str, str, str], float] = field(default_factory=dict)
    lists: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    hostile: list[Hostile] = field(default_factory=list)
    hostile_calls: list[Hostile] = field(default_factory=list)
    # Nanoseconds of one call for a plain name, and of one that returns its argument.
    plain: float = math.nan
    identity: float = math.nan

    def read_core(self, outputs: Sequence[str]) -> None:
        """Return what several processes printed, of which the medians count."""
        for lines in zip(*(map(fields, output.splitlines()) for output in outputs), strict=True):
            corpus, direction, contestant, _, differing = lines[0]
            time = statistics.median(float(line[3]) for line in lines)
            self.core.setdefault((corpus, direction), {})[contestant] = time
            if int(differing):
                self.differences[corpus, direction, contestant] = int(differing)

    def read_calls(self, output: str) -> None:
        for kind, *row in map(fields, output.splitlines()):
            if kind == "plain":
                self.plain, self.identity = map(float, row)
                continue
            corpus, direction, name, time, *accepted = row
            times = self.calls if kind == "call" else self.lists
            times.setdefault((corpus, direction), {})[name] = float(time)
            for share in accepted:
                self.accepted[corpus, direction, name] = float(share)

    def read_hostile(self, output: str) -> None:
        for kind, family, profile, direction, octets, *figures, outcome in map(fields, output.splitlines()):
            time, benign, memory = map(float, figures)
            self.hostile.append(Hostile(kind, family, profile, direction, int(octets), time, benign, memory, outcome))

    def read_hostile_calls(self, output: str) -> None:
        for kind, family, profile, call, octets, *figures, outcome in map(fields, output.splitlines()):
            time, benign, memory, answer = map(float, figures)
            beyond = memory - (answer if answer > 1 else 0)
            self.hostile_calls.append(Hostile(kind, family, profile, call, int(octets), time, benign, beyond, outcome))


def fields(line: str) -> list[str]:
    return line.split("\t")


def starting_with(times: dict[str, float], name: str) -> float:
    """The time of the contestant whose name, without its version, is this; not a number where it takes no part."""
    return next((time for title, time in times.items() if title.split(" ")[0] == name), math.nan)


def versions_of_icu(times: dict[str, float]) -> list[str]:
    """The titles of ICU, the newest last."""
    return sorted((title for title in times if title.startswith("ICU ")), key=lambda title: int(title.split()[1]))


def without_icu(times: dict[str, float]) -> list[str]:
    return [title for title in times if not title.startswith("ICU ")]


def times_table(head: str, times: dict[tuple[str, str], dict[str, float]]) -> str:
    columns = [(corpus, direction) for corpus in CORPORA for direction in DIRECTIONS]
    first = times[columns[-1]]
    names = sorted(first, key=first.__getitem__)

    def cell(column: tuple[str, str], name: str) -> str:
        time = times[column][name]
        return f"{time:,.0f} ({time / times[column][OURS]:.2f})"

    return table(
        [head, *map(column_title, columns)], [[name, *(cell(column, name) for column in columns)] for name in names]
    )


def core_table(results: NameResults) -> str:
    return times_table("ns a name (times ours)", results.core)


def calls_table(results: NameResults) -> str:
    return times_table("ns a call (times ours)", results.calls)


def ratios_table(results: NameResults) -> str:
    """Return how many times as long as ours everybody takes, from both tables: what the README shows."""
    columns = [(corpus, direction) for corpus in reversed(CORPORA) for direction in DIRECTIONS]
    rows = []
    for place, times in (("core", results.core), ("from Python", results.calls)):
        first = times[columns[0]]
        rows += [
            [f"{name}, {place}", *(f"{times[column][name] / times[column][OURS]:.2f}" for column in columns)]
            for name in sorted(first, key=first.__getitem__)
            if not name.startswith(OURS) and name in (*versions_of_icu(first)[-1:], *without_icu(first))
        ]
    return table(["times as long", *map(column_title, columns)], rows)


def column_title(column: tuple[str, str]) -> str:
    corpus, direction = column
    return f"{direction}, {corpus.removeprefix('names-')}"


def lists_table(results: NameResults) -> str:
    rows = []
    for (corpus, direction), forms in results.lists.items():
        comprehension, many = forms["comprehension"], forms["list call"]
        title = f"{direction}, {corpus.removeprefix('names-')}"
        rows.append([title, f"{comprehension:.0f}", f"{many:.0f}", f"{many / comprehension:.2f}"])
    return table(["ns an item", "comprehension", "list call", "ratio"], rows)


def differences_table(results: NameResults) -> str:
    rows = [[name, corpus, direction, f"{count:,}"] for (corpus, direction, name), count in results.differences.items()]
    rows += [
        [name, corpus, direction, f"{1 - share:.1%} refused"]
        for (corpus, direction, name), share in results.accepted.items()
        if share < 1
    ]
    return table(["differs", "corpus", "direction", "names"], sorted(rows)) if rows else "All answers agree."


def hostile_table(measured: list[Hostile]) -> str:
    """The slowest, and those that take the most memory."""
    head = ["hostile name, profile, call", "bytes", "ms", "times benign", "bytes per byte", "outcome"]
    slowest = sorted(measured, key=lambda row: -row.time)[:12]
    largest = [row for row in sorted(measured, key=lambda row: -row.memory)[:12] if row not in slowest]
    rows = [
        [
            *(row.what, f"{row.octets:,}", f"{row.time / 1e6:.2f}", f"{row.time / row.benign:.2f}"),
            *(f"{row.memory:.1f}", row.outcome),
        ]
        for row in (*slowest, *largest)
    ]
    return table(head, rows)


def ratios(results: NameResults) -> Iterator[Bound]:
    """Return what the core and a call from Python take, of the time of others."""
    for direction, tighter in zip(DIRECTIONS, (0.36, 0.44), strict=True):
        times = results.core["names-idn", direction]
        for title in versions_of_icu(times):
            # The bounds were drawn for the ICU of Debian 12.
            limit = tighter if title.startswith("ICU 72 ") else 0.5
            what = f"names, core {direction}, idn: of the time of {title}"
            yield Bound(what, "≤", limit, times[OURS] / times[title])
        for corpus, peer, limit in (
            ("names-idn", "PyICU", 0.4),
            ("names-idn", "can-ada", 0.5),
            ("names-log", "can-ada", 0.35),
        ):
            calls = results.calls[corpus, direction]
            what = f"names, Python {direction}, {corpus.removeprefix('names-')}: of {peer}'s time"
            yield Bound(what, "≤", limit, calls[OURS] / starting_with(calls, peer))


def hostile_bounds(title: str, measured: list[Hostile]) -> Iterator[Bound]:
    """Return what the worst of hostile names take."""
    if not measured:
        return
    times, slowest = max((row.time / row.benign, row) for row in measured)
    size = f"{title}, {slowest.octets:,} hostile bytes"
    yield Bound(f"{size}: times a benign name ({slowest.what})", "≤", TIMES_BENIGN, times)
    # WHATWG alone verifies no lengths: a label may be as long as the name.
    for limit, is_bounded in ((4.0, True), (8.0, False)):
        rows = [row for row in measured if (", WHATWG" not in row.what) == is_bounded]
        largest = max(rows, key=lambda row: row.memory)
        yield Bound(f"{size}: bytes of memory per byte ({largest.what})", "≤", limit, largest.memory, "bytes")


def bounds(results: NameResults) -> list[Bound]:
    """Every promise about the speed of names, with what this run measured."""
    what = "names, Python: a plain name, times a call that returns its argument"
    found = [*ratios(results), Bound(what, "≤", 3.5, results.plain / results.identity)]
    found += hostile_bounds("names", results.hostile)
    for call in HOSTILE_CALLS:
        measured = [row for row in results.hostile_calls if row.call.removesuffix(" keep") == call]
        found += hostile_bounds(f"names, Python {call}", measured)
    return found
