"""Look-alikes of watched names in a log of certificates, found in two ways, by DuckDB and by Spark.

`python examples/lookalikes.py FOLDER` makes a log of 10 million host names in Parquet, in parts. Nothing is fetched.
Of each kind a thousand of them look like one of 576 watched names or their labels: by letters that look the same, by
marks, by letters of a similar shape, by their place in a longer name, by one edit.

Each engine joins the log with the watched names on the skeletons of registrable names (UTS #39 section 4), which finds
the first kind; and looks each name up in a `Watchlist` by the function `idna_lookalike`. For each engine and kind, the
precision (which part of the names found so was planted), the recall (which part of the names planted was found) and
the time are printed. The exit status is 1 if fewer are found than docs/display.md promises.

It needs `pip install 'acelabel[duckdb]'`, and `acelabel[spark]` and Java unless `--engines duckdb` is given.
"""

import argparse
import os
import random
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import acelabel
from acelabel import display, security

PARTS = 8
PLANTED = 1_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Each word that is watched has one of these.
SHAPES = "aeio"
MARKS = "\u0301\u0308\u0327\u0323\u0304\u030c"
WORDS = ("shop", "cloud", "mail", "news", "pay", "bank", "photo", "travel", "music", "game", "food", "home")
MORE_WORDS = (*WORDS, "bücher", "пример", "例え", "straße", "café", "münchen", "παράδειγμα", "한국")
ENDS = ("com", "net", "org", "de")
LABELS = [f"{one}{other}" for one in WORDS for other in WORDS]
WATCHED = [f"{label}.{end}" for label in LABELS for end in ENDS]
# Both engines have these functions. A log has names in ASCII, so they are decoded first. The skeleton of 0 is O, and
# names have no case, hence `lower`. A watched name itself, and what lies below it, is no look-alike.
JOIN = """
    select distinct log.host
    from (select host, regexp_extract(host, '[^.]+[.][^.]+$', 0) as name from log) as log
    join watched on lower(idna_skeleton(try_idna_decode(log.name))) = watched.skeleton
    where log.name <> watched.name
"""
LOOKUP = """
    select host, found.how from (select host, idna_lookalike(host) as found from log) as log where found is not null
"""
Found = dict[str, str]
"""The names that were found, and how."""


@cache
def alike() -> dict[str, list[str]]:
    """For each letter the characters beyond ASCII that look like it, and that a name may have."""
    letters = {security.skeleton(letter): letter for letter in LETTERS}
    found: dict[str, list[str]] = {letter: [] for letter in letters.values()}
    for character in map(chr, range(0x80, 0x2000)):
        letter = letters.get(security.skeleton(character))
        # (A capital letter, for example, is mapped to a small one.)
        if letter is not None and acelabel.is_valid(character) and acelabel.to_unicode(character) == character:
            found[letter].append(character)
    return found


@cache
def marked() -> dict[str, list[str]]:
    """For each letter the same with a mark."""
    found = {letter: [unicodedata.normalize("NFC", letter + mark) for mark in MARKS] for letter in LETTERS}
    return {letter: [one for one in marked if len(one) == 1] for letter, marked in found.items()}


@cache
def similar() -> dict[str, list[str]]:
    """For each letter what has a similar shape but another skeleton, and is written in a name as it is."""
    found: dict[str, list[str]] = {letter: [] for letter in LETTERS}
    for letter in SHAPES:
        for other in sorted({*security.confusables(letter)} - {*alike()[letter]}):
            label = f"x{other}x"
            if acelabel.is_valid(label) and acelabel.to_unicode(label) == label:
                found[letter].append(other)
    return found


def by_letters(rng: random.Random, label: str, letters: dict[str, list[str]], share: float) -> str:
    return "".join(rng.choice(letters[letter] or [letter]) if rng.random() < share else letter for letter in label)


def of_same_skeleton(rng: random.Random, label: str) -> str:
    name = by_letters(rng, label, alike(), rng.random())
    return name.replace("l", "1").replace("o", "0").replace("m", "rn") if rng.random() < 0.2 else name


def edited(rng: random.Random, label: str) -> str:
    """One letter more, one less, another one, or two that changed their places."""
    at, letter = rng.randrange(len(label) - 1), rng.choice(LETTERS)
    before, here, after = label[:at], label[at : at + 2], label[at + 2 :]
    return before + rng.choice([letter + here, here[1], letter + here[1], here[::-1]]) + after


def placed(rng: random.Random, label: str) -> str:
    """The label in a longer label, or below another domain."""
    word = rng.choice(WORDS)
    return rng.choice([f"{label}-{word}", f"{word}-{label}", f"{label}.com.{word}1", f"{label}.{word}2"])


KINDS: dict[str, tuple[Callable[[random.Random, str], str], tuple[str, ...], float]] = {
    "the same skeleton": (of_same_skeleton, ("skeleton",), 0.99),
    "marks": (lambda rng, label: by_letters(rng, label, marked(), 0.3), ("similar",), 0.99),
    "similar letters": (lambda rng, label: by_letters(rng, label, similar(), 0.5), ("similar",), 0.99),
    "its place": (placed, ("label", "part"), 0.99),
    "one edit": (edited, ("distance",), 0.95),
}
"""Each kind: what makes a name, the ways in which it is found, and the least recall that is promised."""


def look_alike(rng: random.Random, kind: str) -> str:
    """A host whose name looks like a watched one."""
    while True:
        label, _, end = rng.choice(WATCHED).partition(".")
        name = KINDS[kind][0](rng, label)
        if name not in LABELS and acelabel.is_valid(f"{name}.{end}"):
            return acelabel.to_ascii(f"{rng.choice(('www.', '', 'login.'))}{name}.{end}")


def other(rng: random.Random) -> str:
    """A host that looks like no watched name: one below a watched name, one that holds it in a word, or any other."""
    kind = rng.random()
    if kind < 0.05:
        return f"www.{rng.choice(WATCHED)}"
    if kind < 0.1:
        # Behind letters of another script it would be a part of the name.
        return f"{rng.choice(WORDS)}{rng.choice(WATCHED)}"
    return f"{rng.choice(('', 'www.', '*.'))}{rng.choice(MORE_WORDS)}{rng.randrange(10**7)}.{rng.choice(ENDS)}"


def write_log(folder: Path, count: int) -> dict[str, set[str]]:
    """Write the log, as many files as there are parts. Returns the names that were planted of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    planted: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for part in range(PARTS):
        rng = random.Random(part)
        share = PLANTED * (part + 1) // PARTS - PLANTED * part // PARTS
        here = [(kind, look_alike(rng, kind)) for kind in KINDS for _ in range(share)]
        for kind, host in here:
            planted[kind].add(host)
        size = count * (part + 1) // PARTS - count * part // PARTS - len(here)
        hosts = acelabel.to_ascii_many([other(rng) for _ in range(size)], profile=acelabel.DNS)
        hosts += [host for _, host in here]
        rng.shuffle(hosts)
        pq.write_table(pa.table({"host": hosts}), folder / f"part-{part}.parquet")
    return planted


def watched() -> Iterator[tuple[str, str]]:
    """The watched names and their skeletons, in lower case."""
    for name in WATCHED:
        yield name, security.skeleton(name).lower()


def watchlist() -> display.Watchlist:
    return display.Watchlist(WATCHED, labels=LABELS, distance=1)


def by_duckdb(folder: Path, query: str) -> list[Any]:
    """One machine, no server."""
    import duckdb

    import acelabel.duckdb

    connection = duckdb.connect()
    acelabel.duckdb.register(connection, profile="dns", watchlist=watchlist())
    connection.read_parquet([str(path) for path in sorted(folder.glob("*.parquet"))]).create_view("log")
    connection.execute("create table watched (name varchar, skeleton varchar)")
    connection.executemany("insert into watched values (?, ?)", list(watched()))
    return connection.execute(query).fetchall()


def by_spark(folder: Path, query: str) -> list[Any]:
    """As many machines as the master of Spark has; here, two processes of this one. The first query starts it."""
    from pyspark.sql import SparkSession

    import acelabel.spark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder: Any = SparkSession.builder
    # Spark would sort the few names that are found into 200 parts.
    builder = builder.master("local[2]").config("spark.sql.shuffle.partitions", PARTS)
    spark = builder.config("spark.ui.enabled", "false").getOrCreate()
    acelabel.spark.register(spark, profile="dns", watchlist=watchlist())
    spark.read.parquet(str(folder)).createOrReplaceTempView("log")
    spark.createDataFrame(list(watched()), "name string, skeleton string").createOrReplaceTempView("watched")
    found: list[Any] = spark.sql(query).collect()
    return found


ENGINES: dict[str, Callable[[Path, str], list[Any]]] = {"duckdb": by_duckdb, "spark": by_spark}


def is_as_promised(found: Found, kinds: list[str], all_planted: dict[str, set[str]]) -> bool:
    """Print the rates of these kinds. Returns whether they are what is promised."""
    every, is_fine = set().union(*all_planted.values()), True
    for kind in kinds:
        (_, ways, least), planted = KINDS[kind], all_planted[kind]
        so = {host for host, how in found.items() if how in ways}
        precision, recall = len(so & every) / max(len(so), 1), len(found.keys() & planted) / len(planted)
        print(f"  {kind}: precision {precision:.4f}, recall {recall:.4f}")
        is_fine = is_fine and recall >= least and precision >= 0.99
    return is_fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the log is written")
    parser.add_argument("--names", type=int, default=10_000_000, help="how many names the log has (default: 10000000)")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES), help="which engines search it")
    arguments = parser.parse_args()
    least = PLANTED * len(KINDS)
    if arguments.names < least:
        parser.error(f"argument --names: must be at least {least}, not {arguments.names}")
    log = arguments.folder / "log"
    planted = write_log(log, arguments.names)
    print(f"{arguments.names:,} names, {sum(map(len, planted.values())):,} different ones look like a watched name")
    kinds, is_fine = list(KINDS), True
    for engine in arguments.engines:
        for way, query, sought in (("join", JOIN, kinds[:1]), ("watchlist", LOOKUP, kinds)):
            start = time.perf_counter()
            found = {row[0]: row[1] if len(row) > 1 else "skeleton" for row in ENGINES[engine](log, query)}
            print(f"{engine}, {way}: {time.perf_counter() - start:.1f} seconds")
            is_fine = is_as_promised(found, sought, planted) and is_fine
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
