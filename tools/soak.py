"""Every public function but those for engines, at random: memory stays, nothing unexpected is raised.

`python tools/soak.py MINUTES THREADS` prints resident memory by time and its slope, and ends with status 1 where memory
grows or where an exception comes that no function promises. What keeps something between calls (a codec, a rewriter, a
watchlist) is called, too. Columns are of pyarrow.
"""

import inspect
import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa

import acelabel
from acelabel import arrow, bootstring, codecs, display, email, punycode, race, security, text
from acelabel.compat import idna

MODULES: tuple[ModuleType, ...] = (acelabel, arrow, codecs, display, email, idna, punycode, race, security, text)
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
    "@",
)
PROFILES = (
    acelabel.UTS46,
    acelabel.WHATWG,
    acelabel.WHATWG_STRICT,
    acelabel.IDNA2008,
    acelabel.IDNA2003,
    acelabel.DNS,
)
Call = Callable[[random.Random, str], object]
WATCHLIST = display.Watchlist(["apple.com", "bücher.example"])
LIKE_PUNYCODE = bootstring.PUNYCODE.replace(skew=39)
FROM_A_TO_Z = [ord("a") << 32 | ord("z") + 1]

# Functions that take more than a text, and objects.
OTHERS: dict[str, Call] = {
    "acelabel.same_name": lambda rng, name: acelabel.same_name(name, sample(rng)),
    "acelabel.codecs.register": lambda _, name: name.encode("acelabel-punycode").decode("acelabel-punycode"),
    "acelabel.compat.idna.intranges_contain": lambda rng, _: idna.intranges_contain(rng.randrange(128), FROM_A_TO_Z),
    "acelabel.compat.idna.valid_contextj": lambda rng, name: idna.valid_contextj(*with_place(rng, name)),
    "acelabel.compat.idna.valid_contexto": lambda rng, name: idna.valid_contexto(*with_place(rng, name)),
    "acelabel.compat.idna.valid_string_length": lambda _, name: idna.valid_string_length(name, trailing_dot=True),
    "acelabel.compat.idna.encode, uts46": lambda _, name: idna.encode(name, uts46=True),
    "acelabel.security.bidi_skeleton": lambda rng, name: security.bidi_skeleton(name, rng.choice(["ltr", "rtl"])),
    "acelabel.security.confusable": lambda rng, name: security.confusable(name, sample(rng)),
    "acelabel.display.to_display, watchlist": lambda _, name: display.to_display(name, watchlist=WATCHLIST),
    "acelabel.display.Watchlist": lambda _, name: display.Watchlist(["apple.com", name]).lookup(name),
    "acelabel.text.Rewriter": lambda _, name: rewritten(legible(f"see //{name}/ and {name}").encode()),
    "acelabel.bootstring.Bootstring.encode": lambda _, name: LIKE_PUNYCODE.decode(LIKE_PUNYCODE.encode(name)),
    "acelabel.bootstring.Bootstring.trace_encode": lambda _, name: LIKE_PUNYCODE.trace_encode(name).to_dict(),
    "acelabel.bootstring.Bootstring.trace_decode": lambda _, name: LIKE_PUNYCODE.trace_decode(name).to_dict(),
    "acelabel.bootstring.Bootstring.encode_code_points": lambda _, name: bootstring.PUNYCODE.decode_code_points(
        bootstring.PUNYCODE.encode_code_points(list(map(ord, name)))
    ),
    "acelabel.Profile": lambda rng, name: acelabel.to_ascii(
        name, profile=acelabel.Profile(check_hyphens=rng.random() < 0.5, allow_root_dot=rng.random() < 0.5)
    ),
}


def legible(name: str) -> str:
    return name.encode("utf-8", "replace").decode()


def with_place(rng: random.Random, name: str) -> tuple[str, int]:
    """A label and one of its places. (A lone surrogate has no name, for which `idna` raises ValueError.)"""
    return f"{legible(name)}a", rng.randint(0, len(name))


def rewritten(octets: bytes) -> bytes:
    rewriter = text.Rewriter("unicode")
    return b"".join([rewriter.feed(octets[:9]), rewriter.feed(octets[9:]), rewriter.finish()])


def public_functions() -> Iterator[tuple[str, Callable[..., object]]]:
    for module in MODULES:
        for name in module.__all__:
            if inspect.isroutine(function := getattr(module, name)):
                yield f"{module.__name__}.{name}", function


def call_of(name: str, function: Callable[..., object]) -> Call:
    """Calls a function with a text, a list or a column of it, and with profiles and ways to treat errors at random."""
    parameters = inspect.signature(function).parameters

    def call(rng: random.Random, sampled: str) -> object:
        argument: Any = sampled
        modes = ["raise", "keep", "null"]
        if name.startswith("acelabel.text."):
            argument = f"see //{sampled}/ and {sampled}"
        elif name.startswith("acelabel.arrow."):
            argument = pa.array([legible(sampled), None, *GOOD])
        elif name.endswith("_many"):
            argument = [sampled] * 20
        else:
            modes.remove("null")
        keywords: dict[str, object] = {}
        if "profile" in parameters:
            keywords["profile"] = rng.choice(PROFILES)
        if "errors" in parameters:
            keywords["errors"] = rng.choice(modes)
        return function(argument, **keywords)

    return call


CALLS = {name: call_of(name, function) for name, function in public_functions()} | OTHERS

GOOD = (
    "bücher.example",
    "xn--bcher-kva.example",
    "bq--af6p6yp7ml7wc",
    "żaba",
    "www.example.com",
    "例え.テスト",
    "bcher-kva",
    "müller@bücher.example",
)


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
    times, sizes = zip(*settled, strict=True)
    slope, _ = statistics.linear_regression(times, sizes)
    calls = sum(counts, Counter())
    for kind in CALLS:
        print(f"{kind:48} {calls[kind]:>12,} calls {calls[f'{kind}, refused']:>12,} refused")
    print(f"resident memory: {taken[0][1] / 1e6:.1f} MB at first, {taken[-1][1] / 1e6:.1f} MB at the end")
    growth = slope * (settled[-1][0] - settled[0][0])
    print(f"slope: {slope * 60 / 1e3:+.1f} kB per minute, {growth / 1e6:+.2f} MB in all")
    print("unexpected exceptions: 0")
    return 1 if growth > 0.02 * settled[0][1] + 1e6 else 0


if __name__ == "__main__":
    sys.exit(main())
