"""Columns of names from Python; run as a program of its own, on Linux.

`python benches/columns.py FOLDER ROUNDS` takes the corpora of names in the folder and prints lines of clock.py: the
time of one thread, the wall time of two, and the peak memory beyond input and output as a share of both.
"""

import gc
import hashlib
import importlib
import os
import random
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from clock import Entry, race, show

import acelabel
from acelabel import arrow, punycode

SEED = 9
ROWS = 1_000_000
LAYOUTS = ("string", "large_string", "string_view")
# Rows of the column whose memory is measured, and octets of each of two independent works, which take about as long as
# the columns beside them.
MANY, BLOCK = 2_500_000, 1 << 25


def corpora(folder: Path) -> dict[str, list[str]]:
    """The rows of each column. The internationalised ones keep their order, as the bare loops take them."""
    log, idn = ((folder / f"names-{name}.txt").read_text("utf-8").splitlines() for name in ("log", "registered"))
    names = random.Random(SEED).choices(log, k=ROWS)
    labels = [next(label for label in name.split(".") if not label.isascii()) for name in idn]
    return {
        "log": [acelabel.to_ascii(name) if index % 2 else name for index, name in enumerate(names)],
        "log, Unicode": list(map(acelabel.to_unicode, names)),
        "idn": idn,
        "idn, ASCII": list(map(acelabel.to_ascii, idn)),
        "labels": labels,
        "encoded": list(map(punycode.encode, labels)),
    }


def by_row(convert: Callable[[Any], object], names: list[Any]) -> None:
    for name in names:
        try:
            convert(name)
        except ValueError:
            continue


def time_columns(rows: dict[str, list[str]], rounds: int) -> None:
    pa, can_ada, idna = map(importlib.import_module, ("pyarrow", "can_ada", "idna"))
    some = rows["log"][: ROWS // 20]
    octets, few = [name.encode() for name in some], some[: ROWS // 200]
    peers = [
        Entry("can_ada by row", [partial(by_row, can_ada.idna_decode, octets)], len(octets)),
        Entry("idna by row", [partial(by_row, idna.decode, few)], len(few)),
    ]
    for column, corpus, convert in (
        ("to_unicode, log", "log", arrow.to_unicode),
        ("to_ascii, log", "log, Unicode", arrow.to_ascii),
        ("clients_agreed, log", "log, Unicode", partial(arrow.clients_agreed, errors="null")),
        ("to_unicode, idn", "idn, ASCII", arrow.to_unicode),
        ("to_ascii, idn", "idn", arrow.to_ascii),
        ("punycode_encode", "labels", arrow.punycode_encode),
        ("punycode_decode", "encoded", arrow.punycode_decode),
    ):
        texts = rows[corpus]
        arrays = {layout: pa.array(texts, getattr(pa, layout)()) for layout in LAYOUTS}
        entries = [
            Entry("acelabel" if layout == "string" else f"acelabel {layout}", [partial(convert, array, threads=1)],
                  len(texts))
            for layout, array in arrays.items()
        ]  # fmt: skip
        show("Columns", column, entries + (peers if column == "to_unicode, log" else []), rounds)


def independent(blocks: list[bytes], threads: int) -> None:
    """Work that shares nothing, by new threads, as that of a column is."""
    with ThreadPoolExecutor(threads) as pool:
        deque(pool.map(hashlib.sha256, blocks), 0)


def busy_seconds() -> float:
    """Processor time of the whole machine since it was started, without idle and waiting: proc(5), /proc/stat."""
    first, _ = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)
    user, nice, system, _, _, irq, softirq, steal = map(int, first.split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def time_threads(rows: dict[str, list[str]], rounds: int) -> None:
    """The wall time of one thread and of two, beside that of works that share nothing, which tell what a second
    processor is worth on this machine; and how many processors other programs kept busy."""
    pa = importlib.import_module("pyarrow")
    blocks = [bytes(BLOCK), bytes(BLOCK)]
    # Fewer rows than this get no second thread.
    log, idn = pa.array(rows["log"]), pa.array(rows["idn"] * 2)
    works: dict[str, Callable[[int], object]] = {
        "independent (SHA-256)": lambda threads: independent(blocks, threads),
        "to_unicode, log": lambda threads: arrow.to_unicode(log, threads=threads),
        "to_ascii, idn": lambda threads: arrow.to_ascii(idn, threads=threads),
    }
    entries = [Entry(f"{work}\t{count}", [partial(run, count)], 1) for work, run in works.items() for count in (1, 2)]
    start, busy, own = time.perf_counter(), busy_seconds(), time.process_time()
    times = race(entries, 10 * rounds, time.perf_counter_ns)
    others = (busy_seconds() - busy - time.process_time() + own) / (time.perf_counter() - start)
    print("Load", "other programs", "processors", f"{others:.3f}", sep="\t")
    for entry, nanoseconds in zip(entries, times, strict=True):
        print("Two threads", entry.title, f"{nanoseconds / 1e6:.3f}", sep="\t")


def in_memory(line: str) -> int:
    """Figures of the kernel for this process, in octets: VmRSS is what it has in memory, VmHWM the most it ever had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(row.split()[1]) << 10 for row in status.splitlines() if row.startswith(line))


def weigh(names: list[str]) -> None:
    """The peak of both numbers of threads beyond input and output, as a share of both."""
    pa = importlib.import_module("pyarrow")
    part = pa.array(names)
    column = pa.concat_arrays([part] * (MANY // len(part)))
    for threads in (1, 2):
        # The most there ever was is forgotten.
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        before = in_memory("VmRSS")
        result = pa.array(arrow.to_ascii(column, threads=threads))
        peak = in_memory("VmHWM") - before
        share = (peak - result.nbytes) / (result.nbytes + column.nbytes)
        print("Memory", "share", f"{threads} threads", f"{share:.4f}", sep="\t")
        del result


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    rows = corpora(folder)
    # Memory first, while there is none to be used again.
    weigh(rows["idn"])
    time_columns(rows, rounds)
    time_threads(rows, rounds)


if __name__ == "__main__":
    main()
