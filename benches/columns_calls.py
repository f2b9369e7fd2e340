"""Columns of a million names, in CPU time; run as a program of its own.

`python benches/columns_calls.py FOLDER ROUNDS ROWS` takes the corpora of names in the folder and prints
`work layout nanoseconds wall`, separated by tabs: nanoseconds of CPU time a row, and of wall time. `memcpy` and
`octets` are those of the octets of all rows, the peers are called row by row, and `one call` is a column of one row.
`python benches/columns_calls.py FOLDER memory ROWS` prints `layout threads share` instead: peak memory beyond input and
output, as a share of both.
"""

import importlib
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import acelabel
from acelabel import arrow, punycode

SEED = 9
# A turn lasts so many seconds, or one call.
TURN = 0.1
LAYOUTS = ("string", "large_string", "string_view")
Work = Callable[[], object]


def corpora(folder: Path, rows: int) -> dict[str, list[str]]:
    """The rows of each column: drawn from the corpora."""
    rng = random.Random(SEED)
    log, idn = (
        [name for name in (folder / f"names-{name}.txt").read_text("utf-8").splitlines() if acelabel.is_valid(name)]
        for name in ("log", "registered")
    )
    plain = [name for name in log if acelabel.to_ascii(name) is name]
    # In their order, as the bare loop takes them.
    internationalised = idn[: rows // 10]
    labels = [next(label for label in name.split(".") if not label.isascii()) for name in internationalised]
    return {
        "plain": rng.choices(plain, k=rows),
        "log": [acelabel.to_ascii(name) if index % 2 else name for index, name in enumerate(rng.choices(log, k=rows))],
        "log, Unicode": [acelabel.to_unicode(name) for name in rng.choices(log, k=rows)],
        "idn": internationalised,
        "idn, ASCII": [acelabel.to_ascii(name) for name in internationalised],
        "labels": labels,
        "encoded": [punycode.encode(label) for label in labels],
    }


def columns(rows: dict[str, list[str]]) -> Iterator[tuple[str, str, int, Work]]:
    """Each work on each layout, by one thread, and how many rows it has."""
    pa = importlib.import_module("pyarrow")
    for work, corpus, convert in (
        ("untouched", "plain", arrow.to_ascii),
        ("log, to_unicode", "log", arrow.to_unicode),
        ("log, to_ascii", "log, Unicode", arrow.to_ascii),
        ("idn, to_unicode", "idn, ASCII", arrow.to_unicode),
        ("idn, to_ascii", "idn", arrow.to_ascii),
    ):
        for layout in LAYOUTS:
            column = pa.array(rows[corpus], getattr(pa, layout)())
            yield work, layout, len(column), lambda convert=convert, column=column: convert(column, threads=1)  # type: ignore[misc]
    keyed = pa.array(rows["log"]).dictionary_encode()
    yield "log, to_unicode", "dictionary", len(keyed), lambda: arrow.to_unicode(keyed, threads=1)
    labels, encoded = pa.array(rows["labels"]), pa.array(rows["encoded"])
    yield "punycode_encode", "string", len(labels), lambda: arrow.punycode_encode(labels, threads=1)
    yield "punycode_decode", "string", len(encoded), lambda: arrow.punycode_decode(encoded, threads=1)


def threads(rows: dict[str, list[str]]) -> Iterator[tuple[str, str, int, Work]]:
    """The log to Unicode by one thread and by two, ten times: the end of a thread may be counted in the next call."""
    log = importlib.import_module("pyarrow").array(rows["log"])
    often = 10

    def calls(count: int) -> None:
        for _ in range(often):
            arrow.to_unicode(log, threads=count)

    for count in (1, 2):
        yield f"{count} threads", "string", often * len(log), lambda count=count: calls(count)  # type: ignore[misc]


def peers(rows: dict[str, list[str]]) -> Iterator[tuple[str, str, int, Work]]:
    """The same by others: a copy, and calls row by row."""
    np, can_ada, idna = map(importlib.import_module, ("numpy", "can_ada", "idna"))
    octets = np.frombuffer("".join(rows["plain"]).encode("ascii"), np.uint8)
    yield "memcpy", "octets", len(rows["plain"]), octets.copy
    some = rows["log"][: len(rows["log"]) // 20]
    encoded = [name.encode("utf-8", "replace") for name in some]

    def by_row(convert: Callable[[Any], object], names: list[Any]) -> None:
        for name in names:
            try:
                convert(name)
            except ValueError:
                continue

    yield "log, to_unicode", "can_ada by row", len(some), lambda: by_row(can_ada.idna_decode, encoded)
    yield "log, to_unicode", "idna by row", len(some), lambda: by_row(idna.decode, some)


def print_times(entries: list[tuple[str, str, int, Work]], rounds: int) -> None:
    """Prints the least times of each; all take turns. Whatever else the machine does only makes a call longer."""
    times: list[list[tuple[float, float]]] = [[] for _ in entries]
    for _ in range(rounds):
        for (_, _, _, work), taken in zip(entries, times, strict=True):
            end = time.perf_counter() + TURN
            while True:
                cpu, wall = time.process_time(), time.perf_counter()
                result = work()
                taken.append((time.process_time() - cpu, time.perf_counter() - wall))
                del result
                if time.perf_counter() > end:
                    break
    for (name, layout, count, _), taken in zip(entries, times, strict=True):
        cpu, wall = (min(one[place] for one in taken) * 1e9 / count for place in (0, 1))
        print(name, layout, f"{cpu:.3f}", f"{wall:.3f}", sep="\t")


def one_calls() -> Iterator[tuple[str, str, int, Work]]:
    """Columns of one row, each called often enough for the clock."""
    pa, pl = map(importlib.import_module, ("pyarrow", "polars"))
    often = 2_000
    for layout, column in (("pyarrow", pa.array(["example.com"])), ("polars", pl.Series(["example.com"]))):

        def calls(column: Any = column) -> None:
            for _ in range(often):
                arrow.to_ascii(column)

        yield "one call", layout, often, calls


def resident() -> int:
    """The memory of this process, in octets."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) << 10


def peak_share(column: Any, threads: int) -> float:
    """The peak beyond input and output, as a share of both."""
    pa = importlib.import_module("pyarrow")
    before, peaks, is_done = resident(), [0], threading.Event()

    def watch() -> None:
        while not is_done.wait(0.001):
            peaks.append(resident())

    watcher = threading.Thread(target=watch)
    watcher.start()
    result = pa.array(arrow.to_ascii(column, threads=threads))
    is_done.set()
    watcher.join()
    there = {buffer.address for buffer in column.buffers() if buffer}
    output = sum(buffer.size for buffer in result.buffers() if buffer and buffer.address not in there)
    share: float = (max(peaks) - before - output) / (output + column.nbytes)
    return share


def print_memory(folder: Path, rows: int) -> None:
    pa = importlib.import_module("pyarrow")
    idn = corpora(folder, 100_000)["idn"]
    for layout in LAYOUTS:
        part = pa.array(idn, getattr(pa, layout)())
        column = pa.concat_arrays([part] * (rows // len(part)))
        del part
        for threads in (1, 2):
            print(layout, threads, f"{peak_share(column, threads):.4f}", sep="\t", flush=True)


def main() -> None:
    folder, rounds, rows = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    if rounds == "memory":
        return print_memory(folder, rows)
    drawn = corpora(folder, rows)
    octets = sum(map(len, drawn["plain"])) / rows
    print("octets", "plain", f"{octets:.3f}", "0", sep="\t")
    print_times([*columns(drawn), *peers(drawn), *one_calls()], int(rounds))
    print_times(list(threads(drawn)), 5 * int(rounds))
    return None


if __name__ == "__main__":
    main()
