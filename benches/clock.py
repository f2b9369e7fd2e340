"""Works that take turns, and how their times are printed for report.py."""

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """A contestant: its title, its work in parts, and how many items all of them have."""

    title: str
    parts: Sequence[Callable[[], object]]
    items: int


def race(entries: Sequence[Entry], rounds: int, clock: Callable[[], int] = time.process_time_ns) -> list[float]:
    """Nanoseconds of an item by contestant, of each part the least of all rounds.

    Whatever else the machine does makes a turn longer, never shorter. A part is timed twice in a turn, so that none
    pays for what the others left in the caches.
    """
    least = [[math.inf] * len(entry.parts) for entry in entries]
    for _ in range(rounds):
        for place in range(max(len(entry.parts) for entry in entries)):
            for entry, times in zip(entries, least, strict=True):
                for _ in range(2):
                    start = clock()
                    result = entry.parts[place]()
                    times[place] = min(times[place], clock() - start)
                    del result
    return [sum(times) / entry.items for entry, times in zip(entries, least, strict=True)]


def show(table: str, column: str, entries: Sequence[Entry], rounds: int) -> None:
    """Let them race and print their times of processor: `table contestant column nanoseconds`."""
    for entry, nanoseconds in zip(entries, race(entries, rounds), strict=True):
        print(table, entry.title, column, f"{nanoseconds:.4f}", sep="\t", flush=True)
