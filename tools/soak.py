"""Functions of most modules at random, by several threads for some minutes: memory stays, nothing unexpected is raised.

`python tools/soak.py MINUTES THREADS` prints resident memory by time and its slope, and ends with status 1 where
memory grows or where an exception comes that no function promises.
"""

import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import acelabel
from acelabel import bootstring, codecs, display, punycode, race, security, text
from acelabel.compat import idna

PIECES = (
    "a",
    "-",
    ".",
    "xn--",
    "bq--",
    "ü",
    "ß",
    "א",
    "1",
    "\u0661",
    "\u200d",
    "क\u094d",
    "例",
    "💩",
    "bcher-kva",
    "\ud800",
    "_",
)
PROFILES = (acelabel.UTS46, acelabel.WHATWG, acelabel.IDNA2008, acelabel.IDNA2003, acelabel.DNS)
Call = Callable[[random.Random, str], object]
WATCHLIST = display.Watchlist(["apple.com", "bücher.example"])


def profile(rng: random.Random) -> acelabel.Profile:
    return rng.choice(PROFILES)


CALLS: dict[str, Call] = {
    "to_ascii": lambda rng, name: acelabel.to_ascii(name, profile=profile(rng)),
    "to_unicode": lambda rng, name: acelabel.to_unicode(name, profile=profile(rng)),
    "to_ascii keep": lambda rng, name: acelabel.to_ascii(name, profile=profile(rng), errors="keep"),
    "to_ascii_many": lambda rng, name: acelabel.to_ascii_many([name] * 20, profile=profile(rng), errors="keep"),
    "to_unicode_many": lambda rng, name: acelabel.to_unicode_many([name] * 20, profile=profile(rng), errors="keep"),
    "is_valid": lambda rng, name: acelabel.is_valid(name, profile=profile(rng)),
    "inspect": lambda rng, name: acelabel.inspect(name, profile=profile(rng)).labels,
    "alabel": lambda _, name: acelabel.alabel(name),
    "ulabel": lambda _, name: acelabel.ulabel(name),
    "canonical": lambda _, name: acelabel.canonical(name),
    "same_name": lambda rng, name: acelabel.same_name(name, sample(rng)),
    "punycode.encode": lambda _, name: punycode.encode(name),
    "punycode.decode": lambda _, name: punycode.decode(name),
    "punycode.encode_many": lambda _, name: punycode.encode_many([name] * 20),
    "bootstring": lambda _, name: bootstring.PUNYCODE.decode_code_points(
        bootstring.PUNYCODE.encode_code_points(list(map(ord, name)))
    ),
    "race.encode": lambda _, name: race.encode(name),
    "race.decode": lambda _, name: race.decode(name),
    "race.to_alabel": lambda _, name: race.to_alabel(name),
    "text.to_unicode": lambda _, name: text.to_unicode(f"see //{name}/ and {name}"),
    "text.find": lambda _, name: text.find(f"see //{name}/ and {name}"),
    "display.to_display": lambda _, name: display.to_display(name, watchlist=WATCHLIST),
    "display.report": lambda _, name: display.report(name),
    "security.skeleton": lambda _, name: security.skeleton(name),
    "security.confusable": lambda rng, name: security.confusable(name, sample(rng)),
    "idna.encode": lambda _, name: idna.encode(name, uts46=True),
    "idna.decode": lambda _, name: idna.decode(name),
    "codec": lambda _, name: name.encode("acelabel-punycode").decode("acelabel-punycode"),
}


GOOD = (
    "bücher.example",
    "xn--bcher-kva.example",
    "bq--af6p6yp7ml7wc",
    "żaba",
    "www.example.com",
    "例え.テスト",
    "bcher-kva",
)


def sample(rng: random.Random) -> str:
    """A name that most functions accept, or one of pieces, now and then a long one."""
    if rng.random() < 0.5:
        return rng.choice(GOOD)
    longest = 2_000 if rng.random() < 0.01 else 30
    return "".join(rng.choices(PIECES, k=rng.randrange(longest)))


def resident() -> int:
    """What the process has in memory, in octets (proc(5))."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmRSS"))


def work(seed: int, until: float, calls: Counter[str], faults: list[str]) -> None:
    rng = random.Random(seed)
    names = list(CALLS)
    while time.monotonic() < until and not faults:
        kind, name = rng.choice(names), sample(rng)
        try:
            CALLS[kind](rng, name)
        except (acelabel.AceError, UnicodeError):
            calls[f"{kind}, refused"] += 1
        except BaseException as error:
            faults.append(f"{kind}({name!r}): {error!r}")
        calls[kind] += 1


def main() -> int:
    minutes, threads = float(sys.argv[1]), int(sys.argv[2])
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
    times, sizes = zip(*settled, strict=True)
    slope, _ = statistics.linear_regression(times, sizes)
    calls = sum(counts, Counter())
    for kind in CALLS:
        print(f"{kind:24} {calls[kind]:>12,} calls {calls[f'{kind}, refused']:>12,} refused")
    print(f"resident memory: {taken[0][1] / 1e6:.1f} MB at first, {taken[-1][1] / 1e6:.1f} MB at the end")
    growth = slope * (settled[-1][0] - settled[0][0])
    print(f"slope: {slope * 60 / 1e3:+.1f} kB per minute, {growth / 1e6:+.2f} MB in all")
    print("unexpected exceptions: 0")
    return 1 if growth > 0.02 * settled[0][1] + 1e6 else 0


if __name__ == "__main__":
    sys.exit(main())
