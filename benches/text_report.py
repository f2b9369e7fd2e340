"""The tables and the promises about names inside text, from what text_calls.py printed."""

import math
from dataclasses import dataclass, field

from tables import Bound, table

# Least gigabytes per second.
RATES = {("to_unicode", "3%"): 2.0, ("to_unicode", "none"): 8.0}


@dataclass
class TextResults:
    """Gigabytes per second by call and text, growth by call and hostile text, and what the command does in a pipe."""

    rates: dict[tuple[str, str], float] = field(default_factory=dict)
    hostile: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
    pipe: dict[str, tuple[str, float]] = field(default_factory=dict)

    def read_rates(self, output: str) -> None:
        for call, kind, rate in (line.split("\t") for line in output.splitlines()):
            self.rates[call, kind] = float(rate)

    def read_hostile(self, output: str) -> None:
        for call, kind, exponent, time in (line.split("\t") for line in output.splitlines()):
            self.hostile[call, kind] = float(exponent), float(time)

    def read_pipe(self, output: str) -> None:
        for what, unit, value in (line.split("\t") for line in output.splitlines()):
            self.pipe[what] = unit, float(value)


def rates_table(results: TextResults) -> str:
    rows = [[call, kind, f"{rate:,.3f}"] for (call, kind), rate in results.rates.items()]
    return table(["call", "lines with an A-label", "GB per second"], rows)


def hostile_table(results: TextResults) -> str:
    rows = [
        [call, kind, f"{exponent:.2f}", f"{time:.2f}"] for (call, kind), (exponent, time) in results.hostile.items()
    ]
    return table(["call", "a mebibyte of", "exponent", "ms"], rows)


def bounds(results: TextResults) -> list[Bound]:
    """Every promise about names inside text, with what this run measured."""
    if not results.rates:
        return []
    found = [
        Bound(f"text, {call}, lines with an A-label: {kind}", "≥", least, results.rates[call, kind], "GB/s")
        for (call, kind), least in RATES.items()
    ]
    faster = results.rates["to_unicode", "3%"] / results.rates.get(("re.sub and idna", "3%"), math.nan)
    found.append(Bound("text, to_unicode: times faster than re.sub and idna", "≥", 50.0, faster))
    (exponent, _), worst = max((value, key) for key, value in results.hostile.items())
    found.append(Bound(f"text, growth: steepest exponent ({worst[0]} of {worst[1]})", "≤", 1.2, exponent))
    for what, (unit, value) in results.pipe.items():
        limit, short = (100.0, "ms") if unit == "milliseconds" else (32.0, "MB")
        found.append(Bound(f"text, a pipe: {what}, {unit}", "≤", limit, value, short))
    return found
