"""Hosts of URLs, keys and registrable domains from Python; run as a program of its own.

`python benches/hosts.py FOLDER ROUNDS` takes the corpora of names in the folder and prints lines of clock.py.
"""

import gc
import importlib
import random
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path

from calls import named, over
from clock import Entry, show
from columns import by_row

import acelabel
from acelabel import arrow, host, suffix

SEED = 35
ROWS = 200_000
# Peers take a part of the rows, as they take long.
FEW = 20
PATHS = ("index.html", "api/v2/items?page={}", "static/app-{}.js", "news/2026/11/{}.html", "image/{}.webp?width=640")


def urls(names: list[str]) -> list[str]:
    """URLs of 60 octets or so, whose hosts are those of a log."""
    rng = random.Random(SEED)
    rows = (f"https://{name}/{rng.choice(PATHS)}".format(rng.randrange(10**6)) for name in rng.choices(names, k=ROWS))
    return [f"{url}&ref={rng.getrandbits(64):x}"[: max(60, url.index("/", 8) + 1)] for url in rows]


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    pa, can_ada, tldextract = map(importlib.import_module, ("pyarrow", "can_ada", "tldextract"))
    names = (folder / "names-log.txt").read_text("utf-8").splitlines()
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
    log = [acelabel.to_ascii(name) for name in random.Random(SEED).choices(names, k=ROWS)]
    column, rules = (
        pa.array(log),
        suffix.Rules.from_file(str(files("publicsuffixlist").joinpath("public_suffix_list.dat"))),
    )
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


if __name__ == "__main__":
    main()
