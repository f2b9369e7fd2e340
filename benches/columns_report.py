"""The table and the promises about columns, from what columns_calls.py and the program `columns` printed."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tables import Bound, table

LAYOUTS = ("string", "large_string", "string_view")
# Least millions of rows a second, and times can_ada by row, of names to Unicode.
LOG = {"string": (50.0, 10.0), "large_string": (50.0, 10.0), "string_view": (40.0, 8.0)}
# Where other programs keep more processors busy than this, nobody can tell what a second thread is worth.
IDLE = 0.1


@dataclass
class ColumnResults:
    """Nanoseconds a row: CPU time by work and layout, wall time alike, and the bare loops of the core."""

    times: dict[tuple[str, str], float] = field(default_factory=dict)
    wall: dict[tuple[str, str], float] = field(default_factory=dict)
    core: dict[str, float] = field(default_factory=dict)
    memory: dict[tuple[str, str], float] = field(default_factory=dict)
    # Processors that other programs kept busy.
    others: float = 0.0

    def read_calls(self, outputs: Sequence[str]) -> None:
        """Return what several processes printed, of which the medians count."""
        for (work, layout), (time, wall) in medians(outputs, 2).items():
            self.times[work, layout], self.wall[work, layout] = time, wall

    def read_core(self, outputs: Sequence[str]) -> None:
        """The same for the bare loops."""
        self.core |= {work: time for (work,), (time,) in medians(outputs, 1).items()}

    def read_memory(self, output: str) -> None:
        for layout, threads, share in (line.split("\t") for line in output.splitlines()):
            self.memory[layout, threads] = float(share)

    def millions(self, work: str, layout: str) -> float:
        """Millions of rows a second of CPU time."""
        return 1e3 / self.times.get((work, layout), math.nan)


# The work of so many threads, of which the least times count.
THREADS = {count: (f"{count} threads", "string") for count in (1, 2)}


def medians(outputs: Sequence[str], names: int) -> dict[tuple[str, ...], list[float]]:
    """The medians of the figures of lines alike, of threads the least, by so many names that a line begins with."""
    found: dict[tuple[str, ...], list[float]] = {}
    for lines in zip(*([line.split("\t") for line in output.splitlines()] for output in outputs), strict=True):
        if any(line[:names] != lines[0][:names] for line in lines):
            raise ValueError(f"the runs have other lines: {lines}")
        figures = list(zip(*lines, strict=True))[names:]
        name = tuple(lines[0][:names])
        of = min if name in THREADS.values() else statistics.median
        found[name] = [of(map(float, alike)) for alike in figures]
    return found


def columns_table(results: ColumnResults) -> str:
    rows = [
        [work, layout, f"{time:.2f}", f"{1e3 / time:,.1f}"]
        for (work, layout), time in results.times.items()
        if work != "octets"
    ]
    rows += [[work, "bare loop in Rust", f"{time:.2f}", f"{1e3 / time:,.1f}"] for work, time in results.core.items()]
    return table(["work", "column", "ns a row", "million rows a second"], rows)


def bounds(results: ColumnResults) -> list[Bound]:
    """Every promise about columns, with what this run measured."""
    if not results.times:
        return []
    return [*names(results), *codecs(results), *threads(results), *small_and_large(results)]


def names(results: ColumnResults) -> Iterator[Bound]:
    octets, copied = results.times["octets", "plain"], results.times["memcpy", "octets"]
    for layout in LAYOUTS[:2]:
        time = results.times["untouched", layout]
        yield Bound(f"columns, untouched {layout}", "≥", 5.0, octets / time, "GB/s")
        yield Bound(f"columns, untouched {layout}: of memcpy's speed", "≥", 0.25, copied / time)
    yield Bound("columns, untouched string_view", "≥", 80.0, results.millions("untouched", "string_view"), "M rows/s")
    for layout, (millions, times) in LOG.items():
        time = results.times["log, to_unicode", layout]
        yield Bound(f"columns, log to_unicode, {layout}", "≥", millions, 1e3 / time, "M rows/s")
        for peer, least in (("can_ada", times), ("idna", 500.0)):
            faster = results.times["log, to_unicode", f"{peer} by row"] / time
            what = f"columns, log to_unicode, {layout}: times faster than {peer} by row"
            yield Bound(what, "≥", least, faster)
        millions = results.millions("log, to_ascii", layout)
        yield Bound(f"columns, log with Unicode names, to_ascii, {layout}", "≥", 30.0, millions, "M rows/s")
    millions = results.millions("log, to_unicode", "dictionary")
    yield Bound("columns, dictionary of the log", "≥", 100.0, millions, "M rows/s")


def codecs(results: ColumnResults) -> Iterator[Bound]:
    for direction, least in (("to_unicode", 4.2), ("to_ascii", 3.4)):
        millions = results.millions(f"idn, {direction}", "string")
        yield Bound(f"columns, idn {direction}", "≥", least, millions, "M rows/s")
        ratio = results.times[f"idn, {direction}", "string"] / results.core[direction]
        yield Bound(f"columns, idn {direction}: of the bare loop's time", "≤", 1.25, ratio)
    for work, result in (("punycode_encode", "String"), ("punycode_decode", "Vec")):
        ratio = results.times[work, "string"] / results.core[work]
        what = f"columns, {work}: of the time of the bare loop over code points"
        yield Bound(what, "≤", 1.6, ratio)
        ratio = results.core[f"{work} of a str to a String"] / results.core[f"{work} to a {result}"]
        what = f"Rust, {work} of a str to a String: of the time over code points"
        yield Bound(what, "≤", 1.3, ratio)


def threads(results: ColumnResults) -> Iterator[Bound]:
    one, two = THREADS.values()
    yield Bound("columns, two threads: CPU time of one", "≤", 1.05, results.times[two] / results.times[one])
    faster = results.wall[one] / results.wall[two]
    if results.others < IDLE:
        yield Bound("columns, two threads: times faster", "≥", 1.8, faster)


def small_and_large(results: ColumnResults) -> Iterator[Bound]:
    for producer, most in (("pyarrow", 5.0), ("polars", 12.0)):
        time = results.times["one call", producer] / 1e3
        yield Bound(f"columns, one call, {producer}", "≤", most, time, "µs")
    if results.memory:
        layout, count = max(results.memory, key=results.memory.__getitem__)
        what = f"columns, peak memory beyond input and output, of both ({layout}, {count} threads)"
        yield Bound(what, "≤", 0.1, results.memory[layout, count])
