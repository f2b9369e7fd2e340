"""The output of the programs, and the tables and promises made of it."""

import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

OURS = "acelabel"
DIRECTIONS = ("to_ascii", "to_unicode")
CORE, CALLS, BARE = "Names, core", "Names, one call from Python", "bare loop in Rust"
FINDING, FOUND = "Finding names", {"no mark": "text, no mark", "a lone @": "text, a lone @"}
# The README shows these alone: what programs have that would take acelabel otherwise.
NEAREST = ("ICU ", "idna ", "can-ada", "turbohtml")
# Heading, and what the numbers are; each beside its ratio to the time of acelabel.
TABLES = {
    "Labels, core": "ns a label (times ours)",
    CORE: "ns a name (times ours)",
    CALLS: "ns a call (times ours)",
    "Columns": "ns a row (times ours)",
    "Names inside text": "ns a byte (times ours)",
    "Files": "ns a byte (times ours)",
    FINDING: "ns a byte (times ours)",
    "Hosts": "ns a row (times ours)",
    "Look-alikes, core": "ns a label (times ours)",
    "Refusals from Python": "ns for many (times ours)",
}
TEN = 10
# Where other programs keep more processors busy, what a second thread is worth is not judged.
MOST_OTHERS = 0.2


class Promise(NamedTuple):
    """A ratio within one run, how great it may be, and how great it was."""

    what: str
    limit: float
    measured: float

    @property
    def is_kept(self) -> bool:
        return self.measured <= self.limit


class Measured:
    """The least of each number that several runs of the programs printed, by table, row and column."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))

    def read(self, output: str) -> None:
        for table, row, column, value in (line.split("\t") for line in output.splitlines()):
            cells = self.tables[table][row]
            cells[column] = min(float(value), cells.get(column, math.inf))

    def share(self, table: str, column: str, *peers: str, ours: str = OURS) -> float:
        """Our time over that of the fastest peer whose title begins so, or of all where none is named."""
        times = {row: cells[column] for row, cells in self.tables[table].items() if column in cells}
        others = (time for row, time in times.items() if row.startswith(peers or ("",)) and not row.startswith(OURS))
        return times[ours] / min(others)

    def hostile(self) -> list[tuple[float, str]]:
        """Times a benign name, and the hostile one, from the worst on."""
        rows = self.tables["Hostile names"].items()
        return sorted(((cells["hostile"] / cells["benign"], row) for row, cells in rows), reverse=True)

    def gain(self, work: str) -> float:
        """The speed of two threads, in times that of one."""
        one, two = self.tables["Two threads"][work].values()
        return one / two


def promises(measured: Measured) -> list[Promise]:
    """Every promise, with what this run measured; the margins hold on other processors and beside other programs."""
    share = measured.share

    def worst(table: str, columns: Sequence[str], *peers: str) -> float:
        return max(share(table, column, *peers) for column in columns)

    idn, log = ([f"{direction}, {corpus}" for direction in DIRECTIONS] for corpus in ("idn", "log"))
    long_texts = measured.tables["Long texts"].items()
    sorts, longest = max(
        (cells[way] / cells["sort"], f"{way} {family}") for family, cells in long_texts for way in ("encode", "decode")
    )
    times, hostile = measured.hostile()[0]
    faults, in_columns = (measured.tables[table][OURS] for table in ("Refusals from Python", "Columns"))
    refusals = math.prod(share("Refusals from Python", fault) for fault in faults) ** (1 / len(faults))
    rows = [
        ("labels in the core, idn, encode or decode: of the fastest peer's time",
         0.8, worst("Labels, core", ("encode, idn", "decode, idn"))),
        ("names in the core, idn, either direction: of ICU's time",
         0.6, worst(CORE, idn, "ICU")),
        ("names from Python, idn, either direction: of the time of PyICU or can-ada",
         0.7, worst(CALLS, idn, "PyICU", "can-ada")),
        ("names from Python, log, either direction: of can-ada's time",
         0.45, worst(CALLS, log, "can-ada")),
        (f"a long text, encoded or decoded: times a sort of its code points ({longest})",
         2.5, sorts),
        (f"a hostile name of 32 KiB: times one of words ({hostile})",
         13, times),
        ("a report of look-alikes in a label: of the time of ICU's uspoof_checkUTF8",
         0.28, share("Look-alikes, core", "a report", "ICU")),
        ("a refusal from Python with its text, mean of the faults: of the time of idna",
         1.6, refusals),
        ("a column of a log to Unicode: of the time of can_ada row by row",
         0.14, share("Columns", "to_unicode, log", "can_ada")),
        ("a column of names, idn, either direction: of the time of the bare loop in Rust",
         1.6, worst("Columns", idn, BARE)),
        ("a column, one thread or two: peak memory beyond input and output, of both",
         0.1, max(measured.tables["Memory"]["share"].values())),
        ("names inside a log to Unicode: of the time of re.sub and idna",
         0.008, share("Names inside text", "3% of lines", "re.sub")),
        ("the host of a plain URL, one call: of can-ada's time",
         0.8, share("Hosts", "a plain URL, one call", "can-ada")),
        ("hosts of a log column to which all clients go: times to_ascii of it",
         4, in_columns["clients_agreed, log"] / in_columns["to_ascii, log"]),
        *promises_of_files(measured),
    ]  # fmt: skip
    independent, *columns = (measured.gain(work) for work in measured.tables["Two threads"])
    if measured.tables["Load"]["other programs"]["processors"] <= MOST_OTHERS:
        what = "a column, by two threads, the worse one: gain of works that share nothing, of that of the column"
        rows.append((what, 1.25, independent / min(columns)))
    return [Promise(*row) for row in rows]


def promises_of_files(measured: Measured) -> list[tuple[str, float, float]]:
    """The promises about files and names found in text: each ratio, how great it may be, and how great it was."""
    share = measured.share
    finding, hosts, names = "find --kinds url_host, a log", "hosts of URLs, a log", measured.tables["Finding names"]
    slowest, worst_text = max((names[OURS][text] / time, text) for text, time in names[f"{OURS} to_unicode"].items())
    linted = {text: time / names[OURS][text] for text, time in names[f"{OURS} lint.check"].items()}
    longest, linted_text = max((times, text) for text, times in linted.items() if text != hosts)
    return [
        ("a column of a CSV file to ASCII, the command: of the time of Miller",
         0.35, share("Files", "CSV, a column", "Miller")),
        ("a key of a JSON Lines file to ASCII, the command: of the time of jq",
         0.04, share("Files", "JSON Lines, a key", "jq")),
        ("hosts of the URLs of a log, the command: times ripgrep",
         1.5, share("Files", finding, "ripgrep")),
        (f"names in text without any ({worst_text}): times text.to_unicode of it",
         3, slowest),
        (f"lint of text without names ({linted_text}): times text.find of it",
         1.2, longest),
        ("lint of a log with a URL on most lines: times text.find of its hosts",
         4, linted[hosts]),
        ("hosts of the URLs of a log, text.find: of the time of re.findall",
         0.6, share("Finding names", hosts, "re.findall")),
        ("hosts of the URLs of a log, arrow.text_find: times re.findall",
         1.8, share("Finding names", hosts, "re.findall", ours="acelabel arrow.text_find")),
    ]  # fmt: skip


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table: the first column to the left, the others to the right, all padded."""
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return f"| {' | '.join([cells[0].ljust(widths[0]), *padded])} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(head), line(rule), *map(line, rows)])


def write_part(page: Path, begin: str, text: str, end: str) -> None:
    """Write the part of a page that stands between two marks."""
    before, rest = page.read_text(encoding="utf-8").split(begin)
    page.write_text(before + begin + text + end + rest.split(end)[1], encoding="utf-8", newline="\n")


def contest(measured: Measured, title: str) -> str:
    """Everybody's times, each with its ratio to ours."""
    table = measured.tables[title]
    columns = list(table[OURS])

    def cell(row: str, column: str) -> str:
        if column not in table[row]:
            return ""
        time, ours = table[row][column], table[OURS][column]
        return f"{time:,.{0 if max(ours, time) >= 20 else 2}f} ({time / ours:.2f})"

    rows = sorted(table, key=lambda row: (not row.startswith(OURS), *table[row].values()))
    return markdown([TABLES[title], *columns], [[row, *(cell(row, column) for column in columns)] for row in rows])


def promises_table(promises: Sequence[Promise]) -> str:
    rows = [
        [promise.what, f"{promise.limit:.3g}", f"{promise.measured:.3g}", "PASS" if promise.is_kept else "FAIL"]
        for promise in promises
    ]
    return markdown(["promise", "at most", "measured", ""], rows)


def body(measured: Measured) -> str:
    """Every table under its heading."""
    watchlists = []
    for row, cells in measured.tables["Watchlists"].items():
        times = (f"{cells[kind]:,.0f} ({cells[kind] / cells['to_ascii']:.0f})" for kind in ("similar", "distance"))
        watchlists.append([row, *times, *(f"{cells[size]:.0f}" for size in ("MB, similar", "MB, distance"))])
    threads, long_texts = (
        [[row, *(f"{time:.1f}" for time in cells.values())] for row, cells in measured.tables[title].items()]
        for title in ("Two threads", "Long texts")
    )
    hostile = measured.tables["Hostile names"]
    names = [[row, *(f"{hostile[row][kind] / 1e6:.2f}" for kind in ("hostile", "benign")), f"{times:.2f}"]
             for times, row in measured.hostile()[:TEN]]  # fmt: skip
    tables = {"Promises": promises_table(promises(measured))} | {title: contest(measured, title) for title in TABLES}
    tables |= {
        "Watchlists": markdown(
            ["ns a name (times to_ascii)", "similar", "distance", "MB, similar", "MB, distance"], watchlists
        ),
        "Two threads": markdown(
            ["ms", "one thread", "two threads", "times faster"],
            [[*row, f"{measured.gain(row[0]):.2f}"] for row in threads],
        ),
        "Long texts": markdown(["ns a code point", "encode", "decode", "sort"], long_texts),
        "Hostile names": markdown(["ms for 32 KiB", "hostile", "of words", "times"], names),
    }
    return "\n".join(f"## {title}\n\n{table}\n" for title, table in tables.items())


def at_least(ratio: float) -> str:
    """Three quarters of the ratio that the tables print, rounded down: other processors differ by less.

    Where this is less than once, the ratio itself says who is faster.
    """
    printed = f"{ratio:.2f}"
    times = int(printed.replace(".", "")) * 3 // 400
    return str(times) if times else printed


def ratios(measured: Measured) -> str:
    """The least times that the nearest peers take longer, as the README shows them."""
    columns = [f"{direction}, {corpus}" for corpus in ("idn", "log") for direction in DIRECTIONS]
    places = {CORE: ("core", columns), CALLS: ("from Python", columns), FINDING: ("text.find", [*FOUND])}
    rows = []
    for title, (place, shown) in places.items():
        table = measured.tables[title]
        for row in sorted(table, key=lambda row: table[row].get(shown[0], math.inf)):
            if row.startswith(NEAREST):
                told = {column: at_least(table[row][column] / table[OURS][column]) for column in shown}
                rows.append([f"{row}, {place}", *(told.get(column, "") for column in [*columns, *FOUND])])
    return markdown(["at least N times as fast as", *columns, *FOUND.values()], rows)
