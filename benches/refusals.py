"""What a refusal costs: of a line on the command line, and of a name in Python; run as a program of its own.

`python benches/refusals.py LINES ROUNDS` prints, separated by tabs:

* `line kind nanoseconds`: one line of `acelabel to-ascii`, which reads LINES names and writes to a file. `good`: of a
  file without refusals, after the time of an empty file is taken off. `refused`: what 5 in 100 lines that are refused
  add to the time of the others.
* `text fault contestant nanoseconds`: to raise an error for a name and to make its text, `str(error)`.
"""

import gc
import importlib
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns

from python_calls import fresh, named

import acelabel

EVERY = 20
GOOD = "host{number}.bücher.example"
REFUSED = "host_{number}.bücher.example"
# Common faults, which both refuse under the rules for host names.
FAULTS = {
    "low line": "a_b.example",
    "space": "a b.example",
    "empty label": "www..example",
    "long label": f"{'a' * 64}.example",
    "long A-label": f"www.{'ü' * 60}.example",
    "combining mark": "\u0301abc.example",
    "truncated A-label": "xn--a.example",
    "joiner": "a\u200db.example",
    "two directions": "אa.example",
}
REPEATED = 200


def seconds(names: Path, folder: Path) -> float:
    """The time of one run of the command over a file of names."""
    command = [sys.executable, "-m", "acelabel", "to-ascii"]
    with names.open("rb") as source, (folder / "answers").open("wb") as sink:
        start = perf_counter_ns()
        subprocess.run(command, stdin=source, stdout=sink, stderr=subprocess.DEVNULL, check=False)
        return (perf_counter_ns() - start) / 1e9


def time_lines(lines: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        good = [GOOD.format(number=number) for number in range(lines)]
        mixed = [REFUSED.format(number=n) if n % EVERY == 0 else name for n, name in enumerate(good)]
        files = {"empty": [], "good": good, "mixed": mixed}
        times: dict[str, list[float]] = {name: [] for name in files}
        for name, contents in files.items():
            (folder / name).write_text("".join(f"{line}\n" for line in contents), encoding="utf-8")
        for _ in range(rounds):
            for name, column in times.items():
                column.append(seconds(folder / name, folder))
        # Whatever else the machine does makes a run longer, never shorter.
        empty, all_good, with_refused = (min(column) for column in times.values())
    refused = len(range(0, lines, EVERY))
    of_good = (all_good - empty) / lines
    of_refused = (with_refused - empty - of_good * (lines - refused)) / refused
    print("line", "good", f"{of_good * 1e9:.1f}", sep="\t")
    print("line", "refused", f"{of_refused * 1e9:.1f}", sep="\t")


def refusal(function: Callable[[str], object], names: list[str]) -> float:
    """Nanoseconds to refuse a name and to make the text of the error."""
    start = perf_counter_ns()
    for name in names:
        try:
            function(name)
        except UnicodeError as error:
            str(error)
        else:
            raise AssertionError(f"{name!r} is not refused")
    return (perf_counter_ns() - start) / len(names)


def time_texts(rounds: int) -> None:
    idna = importlib.import_module("idna")
    functions: dict[str, Callable[[str], object]] = {
        "acelabel": acelabel.to_ascii,
        named("idna"): lambda name: idna.encode(name, uts46=True, std3_rules=True),
    }
    for fault, name in FAULTS.items():
        times: dict[str, list[float]] = {contestant: [] for contestant in functions}
        for _ in range(rounds):
            for contestant, function in functions.items():
                times[contestant].append(refusal(function, [fresh(name) for _ in range(REPEATED)]))
        for contestant, column in times.items():
            print("text", fault, contestant, f"{statistics.median(column):.1f}", sep="\t")


def main() -> None:
    lines, rounds = int(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    time_lines(lines, rounds)
    time_texts(rounds)


if __name__ == "__main__":
    main()
