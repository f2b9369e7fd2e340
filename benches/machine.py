"""What else the machine does while something is measured."""

import os
import resource
import time
from pathlib import Path
from typing import NamedTuple


class Load(NamedTuple):
    """Processors that other programs kept busy, of how many, and the load average at the end."""

    others: float
    processors: int
    average: float

    def line(self) -> str:
        """The line below a table."""
        busy = f"{self.others:.2f} of {self.processors} processors"
        return f"Load while this was measured: {self.average:.2f}; other programs kept {busy} busy."


def busy_seconds() -> float:
    """Processor time of the whole machine since it was started, without idle and waiting (proc(5), /proc/stat)."""
    first = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0]
    user, nice, system, _, _, irq, softirq, steal = map(int, first.split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def own_seconds() -> float:
    """Processor time of this process and of those that it waited for."""
    of = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in of)


class Meter:
    """Tells the load since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), busy_seconds(), own_seconds()

    def load(self) -> Load:
        start, busy, own = self._start
        others = (busy_seconds() - busy) - (own_seconds() - own)
        share = max(others, 0.0) / (time.perf_counter() - start)
        return Load(share, os.cpu_count() or 1, os.getloadavg()[0])
