"""Names, refusals, text and hosts from Python; run as a program of its own.

`python benches/calls.py FOLDER ROUNDS` takes the corpora of names in the folder and prints lines of clock.py.
"""

import gc
import importlib
import importlib.metadata
import random
import re
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from clock import Entry, show
from columns import by_row

import acelabel
from acelabel import arrow, host, suffix, text

Function = Callable[[Any], object]
# Names are gone over in so many parts, so that what else happens on the machine disturbs few of the turns, and each
# fifth takes part: some peers take a tenth of a millisecond.
PARTS, EVERY = 8, 5
# UIDNA_USE_STD3_RULES, UIDNA_CHECK_BIDI, UIDNA_CHECK_CONTEXTJ and UIDNA_NONTRANSITIONAL in both directions.
ICU_OPTIONS = 0x2 | 0x4 | 0x8 | 0x30
# Common faults, which both refuse under the rules for host names.
FAULTS = {
    "low line": "a_b.example",
    "empty label": "www..example",
    "long label": f"{'a' * 64}.example",
    "combining mark": "\u0301abc.example",
    "truncated A-label": "xn--a.example",
    "two directions": "אa.example",
}
REPEATED = 200
SEED = 12
LABELS = ("xn--bcher-kva", "xn--mnchen-3ya", "xn--e1afmkfd", "xn--fiqs8s", "xn--strae-oqa", "xn--4db")
LINE = '192.0.2.{} - - [22/Nov/2026:15:10:{:02}] "GET /{}.html HTTP/1.1" 200 {} "https://{}/path?x={}" "Mozilla/5.0"\n'
LINES = 100_000
HOST_SEED = 35
ROWS = 200_000
# Peers take a part of the rows, as they take long.
FEW = 20
PATHS = ("index.html", "api/v2/items?page={}", "static/app-{}.js", "news/2026/11/{}.html", "image/{}.webp?width=640")


def icu_functions() -> tuple[Function, Function]:
    """Both directions of ICU's UTS #46 for names, empty where it reports errors."""
    icu = importlib.import_module("icu")
    uts46, info = icu.IDNA(ICU_OPTIONS), icu.IDNAInfo()

    def of(convert: Callable[[str, object], str]) -> Function:
        def answer(name: str) -> object:
            converted = convert(name, info)
            return None if info.errors() else converted

        return answer

    return of(uts46.nameToASCII), of(uts46.nameToUnicode)


def named(distribution: str) -> str:
    return f"{distribution} {importlib.metadata.version(distribution)}"


def functions() -> list[tuple[str, Function, Function, bool]]:
    """By title: to ASCII, to Unicode, and whether the latter takes octets."""
    ada_url, can_ada, idna = map(importlib.import_module, ("ada_url", "can_ada", "idna"))
    return [
        ("acelabel", acelabel.to_ascii, acelabel.to_unicode, False),
        ("standard codec", lambda name: name.encode("idna"), lambda octets: octets.decode("idna"), True),
        (named("idna"), lambda name: idna.encode(name, uts46=True), idna.decode, False),
        (named("ada-url"), ada_url.idna_to_ascii, ada_url.idna_to_unicode, True),
        (named("can-ada"), can_ada.idna_encode, can_ada.idna_decode, True),
        (named("PyICU"), *icu_functions(), False),
    ]


def is_answered(function: Function, argument: Any) -> bool:
    try:
        return bool(function(argument))
    # Every library has errors of its own.
    except Exception:
        return False


def over(title: str, function: Function, arguments: list[Any]) -> Entry:
    """One call after the other, for what the function accepts."""
    good = [argument for argument in arguments if is_answered(function, argument)]
    parts = [good[place::PARTS] for place in range(PARTS)]
    return Entry(title, [lambda part=part: deque(map(function, part), 0) for part in parts], len(good))  # type: ignore[misc]


def time_names(corpus: str, names: list[str], rounds: int) -> None:
    encoded = list(map(acelabel.to_ascii, names))
    octets = [name.encode() for name in encoded]
    to_ascii = [over(title, function, names) for title, function, _, _ in functions()]
    to_unicode = [over(title, function, octets if takes_octets else encoded)
                  for title, _, function, takes_octets in functions()]  # fmt: skip
    show("Names, one call from Python", f"to_ascii, {corpus}", to_ascii, rounds)
    show("Names, one call from Python", f"to_unicode, {corpus}", to_unicode, rounds)


def refuse(function: Function, name: str) -> None:
    """Refuse a name many times, and make the text of the error."""
    for _ in range(REPEATED):
        try:
            function(name)
        except UnicodeError as error:
            str(error)
        else:
            raise AssertionError(f"{name!r} is not refused")


def time_refusals(rounds: int) -> None:
    idna = importlib.import_module("idna")
    contestants: dict[str, Function] = {
        "acelabel": acelabel.to_ascii,
        named("idna"): lambda name: idna.encode(name, uts46=True, std3_rules=True),
    }
    for fault, name in FAULTS.items():
        entries = [Entry(title, [partial(refuse, run, name)], REPEATED) for title, run in contestants.items()]
        show("Refusals from Python", fault, entries, rounds)


def log_of(lines: int, share: float) -> bytes:
    """A log, of which a share of the lines holds an A-label."""
    rng = random.Random(SEED)

    def line() -> str:
        label = rng.choice(LABELS) if rng.random() < share else "www"
        numbers = (rng.randrange(256), rng.randrange(60), rng.randrange(999), rng.randrange(99_999))
        return LINE.format(*numbers, f"{label}.example", rng.random())

    return "".join(line() for _ in range(lines)).encode()


def time_text(rounds: int) -> None:
    idna = importlib.import_module("idna")
    pattern = re.compile(rb"[a-z0-9.-]*xn--[a-z0-9.-]+", re.IGNORECASE)

    def peer(octets: bytes) -> bytes:
        return pattern.sub(lambda found: idna.decode(found[0]).encode(), octets)

    for share in (0.03, 0.0):
        octets = log_of(LINES, share)
        # The peer takes long, and varies little.
        few = octets[: len(octets) // 10]
        assert peer(few) == text.to_unicode(few)
        entries = [
            Entry("acelabel", [partial(text.to_unicode, octets)], len(octets)),
            Entry("acelabel, from str", [partial(text.to_unicode, octets.decode())], len(octets)),
            Entry("acelabel to_ascii", [partial(text.to_ascii, octets)], len(octets)),
            Entry("acelabel find", [partial(text.find, octets)], len(octets)),
            Entry("memcpy", [bytearray(octets).copy], len(octets)),
            Entry("re.sub and idna", [partial(peer, few)], len(few)),
        ]
        show("Names inside text", f"{share:.0%} of lines", entries, rounds)


def urls(names: list[str]) -> list[str]:
    """URLs of 60 octets or so, whose hosts are those of a log."""
    rng = random.Random(HOST_SEED)
    rows = (f"https://{name}/{rng.choice(PATHS)}".format(rng.randrange(10**6)) for name in rng.choices(names, k=ROWS))
    return [f"{url}&ref={rng.getrandbits(64):x}"[: max(60, url.index("/", 8) + 1)] for url in rows]


def time_hosts(names: list[str], rounds: int) -> None:
    pa, can_ada, tldextract = map(importlib.import_module, ("pyarrow", "can_ada", "tldextract"))
    addresses = urls(names)
    few = addresses[::FEW]
    entries = [
        Entry("acelabel", [partial(arrow.url_host, pa.array(addresses), threads=1)], ROWS),
        Entry(f"{named('can-ada')} by row", [partial(by_row, lambda url: can_ada.parse(url).hostname, few)], len(few)),
    ]
    show("Hosts", "hosts of URLs", entries, rounds)
    plain = [name for name in names if name.isascii() and name.islower() and "xn--" not in name][::5]
    calls = [
        over("acelabel", host.parse, plain),
        over(f"{named('can-ada')} by row", lambda name: can_ada.parse("https://" + name).hostname, plain),
    ]
    show("Hosts", "a plain host, one call", calls, rounds)
    log = [acelabel.to_ascii(name) for name in random.Random(HOST_SEED).choices(names, k=ROWS)]
    column = pa.array(log)
    rules = suffix.Rules.from_file(str(files("publicsuffixlist").joinpath("public_suffix_list.dat")))
    # Its list is the one that it brings.
    extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    entries = [
        Entry("acelabel", [partial(arrow.registrable, column, rules, threads=1)], ROWS),
        Entry(f"{named('tldextract')} by row", [partial(by_row, extract, log[::FEW])], len(log[::FEW])),
    ]
    show("Hosts", "registrable, log", entries, rounds)
    entries = [
        Entry("acelabel", [partial(arrow.canonical, column, threads=1)], ROWS),
        Entry("acelabel to_ascii", [partial(arrow.to_ascii, column, threads=1)], ROWS),
    ]
    show("Hosts", "canonical, log", entries, rounds)


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    log, idn = ((folder / f"names-{name}.txt").read_text("utf-8").splitlines() for name in ("log", "idn"))
    time_names("log", log[::EVERY], rounds)
    time_names("idn", idn[::EVERY], rounds)
    time_refusals(rounds)
    time_text(rounds)
    time_hosts(log, rounds)


if __name__ == "__main__":
    main()
