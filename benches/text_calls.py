"""Names inside text, from Python; run as a program of its own.

`python benches/text_calls.py ROUNDS LINES` prints `what kind value`, separated by tabs. Of a log of so many lines, of
which 3% hold an A-label, and of one without A-labels, the value is octets per nanosecond of CPU time on one thread,
which is gigabytes per second. `re.sub and idna` is what a program without acelabel does.
`python benches/text_calls.py hostile OCTETS` prints `call text exponent milliseconds`: how the time of each call grows
up to texts of so many octets. `python benches/text_calls.py pipe MEGABYTES` prints what the command does in a pipe.
"""

import importlib
import math
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from acelabel import text

SEED = 12
LABELS = ("xn--bcher-kva", "xn--mnchen-3ya", "xn--e1afmkfd", "xn--fiqs8s", "xn--strae-oqa", "xn--4db")
LINE = '192.0.2.{} - - [22/Nov/2026:15:10:{:02}] "GET /{}.html HTTP/1.1" 200 {} "https://{}/path?x={}" "Mozilla/5.0"\n'
TLDS = {"example", "org"}
Call = Callable[[bytes], object]

CALLS: dict[str, Call] = {
    "to_unicode": text.to_unicode,
    "to_ascii": text.to_ascii,
    "find": text.find,
    "find, tlds": lambda octets: text.find(octets, tlds=TLDS),
}
HOSTILE = {
    "xn--": b"xn--",
    "A-labels": b"xn--bcher-kva.",
    "@": b"@",
    "a@": b"a@",
    "//": b"//",
    "dots": b".",
    "one label": b"x",
    "one A-label": b"xn--" + b"a" * 60,
    "quotes": b'"@',
    "letters beyond ASCII": "ü".encode(),
    "//ü": "//ü".encode(),
    "lines": b"\n",
    "escapes": b"//\\u00fc",
    "not UTF-8": b"//\xff",
}


def log(lines: int, share: float) -> bytes:
    """A log, of which a share of the lines holds an A-label."""
    rng = random.Random(SEED)

    def line() -> str:
        label = rng.choice(LABELS) if rng.random() < share else "www"
        return LINE.format(
            rng.randrange(256),
            rng.randrange(60),
            rng.randrange(999),
            rng.randrange(99_999),
            f"{label}.example",
            rng.random(),
        )

    return "".join(line() for _ in range(lines)).encode()


def works(lines: int) -> Iterator[tuple[str, str, int, Callable[[], object]]]:
    """Each work, the kind of its text, and how many octets it takes."""
    some, none = log(lines, 0.03), log(lines, 0.0)
    texts: list[tuple[str, bytes]] = [("3%", some), ("none", none)]
    for kind, octets in texts:
        for name, call in CALLS.items():
            yield name, kind, len(octets), lambda call=call, octets=octets: call(octets)  # type: ignore[misc]
        decoded = octets.decode()
        yield "to_unicode, str", kind, len(octets), lambda decoded=decoded: text.to_unicode(decoded)  # type: ignore[misc]
        copy = bytearray(octets)
        yield "memcpy", kind, len(octets), copy.copy
    # Beyond 32 MiB the C library takes fresh memory for each result, whose pages cost as much as the copy.
    long = some * 10
    yield "to_unicode", "3%, ten times as long", len(long), lambda: text.to_unicode(long)
    copy = bytearray(long)
    yield "memcpy", "3%, ten times as long", len(long), copy.copy
    idna = importlib.import_module("idna")
    few = some[: len(some) // 10]
    pattern = re.compile(rb"[a-z0-9.-]*xn--[a-z0-9.-]+", re.IGNORECASE)

    def peer() -> bytes:
        return pattern.sub(lambda found: idna.decode(found[0]).encode(), few)

    assert peer() == text.to_unicode(few)
    yield "re.sub and idna", "3%", len(few), peer


def print_rates(rounds: int, lines: int) -> None:
    entries = list(works(lines))
    times: list[list[float]] = [[] for _ in entries]
    for _ in range(rounds):
        for (_, _, _, work), taken in zip(entries, times, strict=True):
            start = time.process_time()
            result = work()
            taken.append(time.process_time() - start)
            del result
    for (name, kind, octets, _), taken in zip(entries, times, strict=True):
        print(name, kind, f"{octets / min(taken) / 1e9:.4f}", sep="\t")


def seconds(call: Call, octets: bytes) -> float:
    """The least time of some calls."""

    def once() -> float:
        start = time.process_time()
        call(octets)
        return time.process_time() - start

    return min(once() for _ in range(5))


def print_hostile(octets: int) -> None:
    for name, call in CALLS.items():
        for kind, repeated in HOSTILE.items():
            large = repeated * (octets // len(repeated))
            small = large[: octets // 8]
            of_large = seconds(call, large)
            # Where both take next to nothing, they say nothing.
            exponent = math.log(max(of_large, 1e-3) / max(seconds(call, small), 1.25e-4), 8)
            print(name, kind, f"{exponent:.3f}", f"{1e3 * of_large:.3f}", sep="\t")


PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[2:], stdin=open(sys.argv[1], "rb"), stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def print_pipe(megabytes: int) -> None:
    """The median time from a line's going in to its coming out, and the peak memory for so many megabytes."""
    command = [sys.executable, "-m", "acelabel", "text", "to-unicode", "--quiet"]
    line, taken = b"see //xn--bcher-kva.example/\n", []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(101):
            start = time.perf_counter()
            process.stdin.write(line)
            process.stdin.flush()
            process.stdout.readline()
            taken.append(time.perf_counter() - start)
        process.stdin.close()
    # The first line waits for the start of the program.
    print("a line", "milliseconds", f"{1e3 * max(taken[1:]):.3f}", sep="\t")
    block = log(10_000, 0.03)
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(megabytes * 1_000_000 // len(block)):
            file.write(block)
        file.flush()
        program = [sys.executable, "-c", PEAK, file.name, *command]
        kibibytes = int(subprocess.run(program, check=True, stdout=subprocess.PIPE).stdout)
    print(f"{megabytes:,} MB", "peak megabytes", f"{kibibytes * 1_024 / 1e6:.1f}", sep="\t")


def main() -> int:
    first, second = sys.argv[1:]
    if first == "hostile":
        print_hostile(int(second))
    elif first == "pipe":
        print_pipe(int(second))
    else:
        print_rates(int(first), int(second))
    return 0


if __name__ == "__main__":
    sys.exit(main())
