"""The tables and the promises about look-alikes, from what the program `display` printed."""

from dataclasses import dataclass, field

from tables import TIMES_BENIGN, Bound, table

# Of the time of ICU at most.
SHARES = {"report": 0.25, "skeleton": 0.3}
CALLS = {
    "skeleton": {"acelabel": "security::skeleton", "ICU": "uspoof_getSkeletonUTF8", "unicode-security": "skeleton"},
    "report": {
        "acelabel": "display::report",
        "acelabel to_display": "display::to_display",
        "ICU": "uspoof_checkUTF8",
        "unicode-security": "detect_restriction_level, is_single_script, identifier_allowed",
    },
}


@dataclass
class DisplayResults:
    """Nanoseconds per label by work and contestant, and what a watchlist of 100,000 names takes and answers."""

    times: dict[tuple[str, str], float] = field(default_factory=dict)
    watchlist: dict[str, float] = field(default_factory=dict)
    #: By call, kind and family: nanoseconds, those of the benign text in turns with it, and octets of memory for each
    #: of the text, the answer included.
    hostile: dict[tuple[str, str, str], tuple[float, float, float]] = field(default_factory=dict)

    def read_hostile(self, output: str) -> None:
        for kind, family, call, _, time, benign, memory in (line.split("\t") for line in output.splitlines()):
            self.hostile[call, kind, family] = float(time), float(benign), float(memory)

    def times_benign(self) -> dict[tuple[str, str, str], float]:
        """The time of each hostile text over that of the benign one of its kind."""
        return {
            (call, kind, family): time / benign
            for (call, kind, family), (time, benign, _) in self.hostile.items()
            if family != "benign"
        }

    def read(self, output: str) -> None:
        for work, contestant, value in (line.split("\t") for line in output.splitlines()):
            if work == "watchlist":
                self.watchlist[contestant] = float(value)
            else:
                self.times[work, contestant] = float(value)

    def icu(self, work: str) -> float | None:
        """The time of ICU, if it was there."""
        times = (time for (done, contestant), time in self.times.items() if done == work and contestant[:3] == "ICU")
        return next(times, None)


def display_table(results: DisplayResults) -> str:
    rows = []
    for (work, contestant), time in results.times.items():
        call = CALLS[work][contestant if contestant[:3] != "ICU" else "ICU"]
        icu = results.icu(work)
        rows.append([work, contestant, call, f"{time:.0f}", f"{time / icu:.2f}" if icu else ""])
    rows += [["watchlist", "acelabel", what, f"{value:,.1f}", ""] for what, value in results.watchlist.items()]
    return table(["work", "contestant", "call", "ns per label", "of ICU's time"], rows)


def hostile_table(results: DisplayResults) -> str:
    """The slowest hostile text of each call and kind."""
    slowest: dict[tuple[str, str], tuple[float, str]] = {}
    for (call, kind, family), times in results.times_benign().items():
        slowest[call, kind] = max(slowest.get((call, kind), (0.0, "")), (times, family))
    rows = []
    for (call, kind), (times, family) in slowest.items():
        time, _, memory = results.hostile[call, kind, family]
        rows.append([call, f"{kind}: {family}", f"{time / 1e6:.2f}", f"{times:.2f}", f"{memory:.1f}"])
    return table(["call", "slowest text", "ms", "times benign", "bytes per byte"], rows)


def bounds(results: DisplayResults) -> list[Bound]:
    """Every promise about look-alikes, with what this run measured."""
    found = []
    for work, limit in SHARES.items():
        if icu := results.icu(work):
            what = f"display, {work} of a label: of the time of {CALLS[work]['ICU']}"
            found.append(Bound(what, "≤", limit, results.times[work, "acelabel"] / icu))
    if hostile := results.times_benign():
        call, kind, family = max(hostile, key=lambda row: hostile[row])
        what = f"display, a hostile mebibyte: times a benign one ({call}, {kind}: {family})"
        found.append(Bound(what, "≤", TIMES_BENIGN, hostile[call, kind, family]))
    if watchlist := results.watchlist:
        found.append(Bound("display, a watchlist of 100,000 names", "≤", 20.0, watchlist["megabytes"], "MB"))
        least = watchlist["names per second"] / 1e6
        found.append(Bound("display, names looked up in it, one thread", "≥", 1.0, least, "million per second"))
    return found
