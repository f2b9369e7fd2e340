"""Every public function but those for engines, at random: memory stays, nothing unexpected is raised.

`python tools/soak.py MINUTES THREADS` prints resident memory by time and its slope, and ends with status 1 where memory
grows or where an exception comes that no function promises. The calls are those of tests/python/public_calls.py, of
columns of pyarrow, and of what keeps something between calls: codecs, a rewriter, a watchlist.
"""

import inspect
import random
import statistics
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import options
import pyarrow as pa

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "python"))

from public_calls import Call, all_calls  # noqa: E402

from acelabel import arrow, codecs, display, suffix, text  # noqa: E402

PIECES = [
    *("a", "-", ".", "xn--", "bq--", "ü", "ß", "א", "1", "\u0661", "\u200d", "क\u094d", "例", "💩", "bcher-kva"),
    *("\ud800", "_", "@"),
]
GOOD = (
    *("bücher.example", "xn--bcher-kva.example", "bq--af6p6yp7ml7wc", "żaba", "www.example.com", "例え.テスト"),
    *("bcher-kva", "müller@bücher.example"),
)
OPTIONS = {
    "errors": "null",
    "rules": suffix.Rules(["com", "*.ck", "!www.ck"]),
    "watchlist": display.Watchlist(["apple.com"]),
    "zone": "example",
}
# A digit of a code that is given twice, and a place in an empty label.
PROMISED = (ValueError, IndexError)


def legible(name: str) -> str:
    return name.encode("utf-8", "replace").decode()


def rewritten(name: str) -> bytes:
    octets = legible(f"see //{name}/ and {name}").encode()
    rewriter = text.Rewriter("unicode")
    return b"".join([rewriter.feed(octets[:9]), rewriter.feed(octets[9:]), rewriter.finish()])


def of_column(name: str) -> Call:
    function = getattr(arrow, name)
    options = {option: given for option, given in OPTIONS.items() if option in inspect.signature(function).parameters}
    return lambda text: function(pa.array([legible(text), None, *GOOD]), **options)


CALLS: list[tuple[str, Call]] = [
    *all_calls(),
    *((f"acelabel.arrow.{name}", of_column(name)) for name in arrow.__all__ if name != "Column"),
    ("acelabel.codecs.register", lambda name: name.encode("acelabel-punycode").decode("acelabel-punycode")),
    ("acelabel.display.Watchlist", lambda name: display.Watchlist(["apple.com", name]).lookup(name)),
    ("acelabel.text.Rewriter", rewritten),
]


def sample(rng: random.Random) -> str:
    """A name that most functions accept, or one of pieces, now and then a long one."""
    if rng.random() < 0.5:
        return rng.choice(GOOD)
    longest = 2_000 if rng.random() < 0.01 else 30
    return "".join(rng.choices(PIECES, k=rng.randrange(longest)))


def resident() -> int:
    """Return what the process has in memory, in octets (proc(5))."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmRSS"))


def work(seed: int, until: float, calls: Counter[str], faults: list[str]) -> None:
    rng = random.Random(seed)
    while time.monotonic() < until and not faults:
        (kind, call), name = rng.choice(CALLS), sample(rng)
        try:
            call(name)
        except PROMISED:
            calls[f"{kind}, refused"] += 1
        except BaseException as error:
            faults.append(f"{kind}({name!r}): {error!r}")
        calls[kind] += 1


def main() -> int:
    _, (time_limit, number) = options.given(__doc__, words=2)
    minutes, threads = float(time_limit), int(number)
    # The default memory pool of pyarrow keeps memory per thread, so that the process grows without a leak of ours.
    pa.set_memory_pool(pa.system_memory_pool())
    codecs.register()
    until = time.monotonic() + 60 * minutes
    faults: list[str] = []
    counts: list[Counter[str]] = [Counter() for _ in range(threads)]
    workers = [threading.Thread(target=work, args=(seed, until, counts[seed], faults)) for seed in range(threads)]
    for worker in workers:
        worker.start()
    start = time.monotonic()
    taken = [(0.0, resident())]
    while any(worker.is_alive() for worker in workers):
        time.sleep(min(5.0, 2 * minutes))
        taken.append((time.monotonic() - start, resident()))
    if faults:
        print(*faults, sep="\n")
        return 1
    # The first third fills the caches of Python and of the allocator.
    settled = taken[len(taken) // 3 :]
    slope, _ = statistics.linear_regression(*zip(*settled, strict=True))
    calls = sum(counts, Counter())
    for kind in dict(CALLS):
        print(f"{kind:48} {calls[kind]:>12,} calls {calls[f'{kind}, refused']:>12,} refused")
    print(f"resident memory: {taken[0][1] / 1e6:.1f} MB at first, {taken[-1][1] / 1e6:.1f} MB at the end")
    growth = slope * (settled[-1][0] - settled[0][0])
    print(f"slope: {slope * 60 / 1e3:+.1f} kB per minute, {growth / 1e6:+.2f} MB in all")
    print("unexpected exceptions: 0")
    return 1 if growth > 0.02 * settled[0][1] + 1e6 else 0


if __name__ == "__main__":
    sys.exit(main())
