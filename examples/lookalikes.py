"""Look-alikes of watched names in a log of certificates, found by a join on skeletons, by DuckDB and by Spark.

`python examples/lookalikes.py FOLDER` makes a log of 10 million host names in Parquet, in parts. A thousand of them
look like one of 576 watched names: some letters are replaced by others that look the same. Nothing is fetched. Each
engine joins the log with the watched names on the skeletons of registrable names (UTS #39 section 4). For each engine,
the precision (which part of the names found was planted), the recall (which part of the names planted was found) and
the time are printed. The exit status is 1 if a planted name is not found.

It needs `pip install 'acelabel[duckdb]'`, and `acelabel[spark]` and Java unless `--engines duckdb` is given.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import acelabel
from acelabel import security

PARTS = 8
PLANTED = 1_000
WORDS = ("shop", "cloud", "mail", "news", "pay", "bank", "photo", "travel", "music", "game", "food", "home")
MORE_WORDS = (*WORDS, "bücher", "пример", "例え", "straße", "café", "münchen", "παράδειγμα", "한국")
ENDS = ("com", "net", "org", "de")
WATCHED = [f"{one}{other}.{end}" for one in WORDS for other in WORDS for end in ENDS]
# Both engines have these functions. A log has names in ASCII, so they are decoded first. The skeleton of 0 is O, and
# names have no case, hence `lower`. A watched name itself, and what lies below it, is no look-alike.
QUERY = """
    select distinct log.host
    from (select host, regexp_extract(host, '[^.]+[.][^.]+$', 0) as name from log) as log
    join watched on lower(idna_skeleton(try_idna_decode(log.name))) = watched.skeleton
    where log.name <> watched.name
"""
Found = set[str]


@cache
def alike() -> dict[str, list[str]]:
    """For each letter the characters beyond ASCII that look like it, and that a name may have."""
    letters = {security.skeleton(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
    found: dict[str, list[str]] = {letter: [] for letter in letters.values()}
    for character in map(chr, range(0x80, 0x2000)):
        letter = letters.get(security.skeleton(character))
        # (A capital letter, for example, is mapped to a small one.)
        if letter is not None and acelabel.is_valid(character) and acelabel.to_unicode(character) == character:
            found[letter].append(character)
    return found


def look_alike(rng: random.Random) -> str:
    """A host whose registrable name looks like a watched one: at least one letter is another one."""
    while True:
        label, _, end = rng.choice(WATCHED).partition(".")
        share = rng.random()
        replaced = [rng.choice(alike()[letter] or [letter]) if rng.random() < share else letter for letter in label]
        name = "".join(replaced)
        if rng.random() < 0.2:
            name = name.replace("l", "1").replace("o", "0").replace("m", "rn")
        if name != label and acelabel.is_valid(f"{name}.{end}"):
            return acelabel.to_ascii(f"{rng.choice(('www.', '', 'login.'))}{name}.{end}")


def other(rng: random.Random) -> str:
    """A host that looks like no watched name: a watched name itself, one that holds it, or any other."""
    kind = rng.random()
    if kind < 0.05:
        return f"www.{rng.choice(WATCHED)}"
    if kind < 0.1:
        return f"{rng.choice(MORE_WORDS)}-{rng.choice(WATCHED)}"
    return f"{rng.choice(('', 'www.', '*.'))}{rng.choice(MORE_WORDS)}{rng.randrange(10**7)}.{rng.choice(ENDS)}"


def write_log(folder: Path, count: int) -> Found:
    """Write the log, as many files as there are parts. Returns the names that were planted."""
    folder.mkdir(parents=True, exist_ok=True)
    planted: Found = set()
    for part in range(PARTS):
        rng = random.Random(part)
        share = PLANTED * (part + 1) // PARTS - PLANTED * part // PARTS
        here = [look_alike(rng) for _ in range(share)]
        planted.update(here)
        size = count * (part + 1) // PARTS - count * part // PARTS
        hosts = here + acelabel.to_ascii_many([other(rng) for _ in range(size - share)], profile=acelabel.DNS)
        rng.shuffle(hosts)
        pq.write_table(pa.table({"host": hosts}), folder / f"part-{part}.parquet")
    return planted


def watched() -> Iterator[tuple[str, str]]:
    """The watched names and their skeletons, in lower case."""
    for name in WATCHED:
        yield name, security.skeleton(name).lower()


def by_duckdb(folder: Path) -> Found:
    """One machine, no server."""
    import duckdb

    import acelabel.duckdb

    connection = duckdb.connect()
    acelabel.duckdb.register(connection, profile="dns")
    connection.read_parquet([str(path) for path in sorted(folder.glob("*.parquet"))]).create_view("log")
    connection.execute("create table watched (name varchar, skeleton varchar)")
    connection.executemany("insert into watched values (?, ?)", list(watched()))
    return {host for (host,) in connection.execute(QUERY).fetchall()}


def by_spark(folder: Path) -> Found:
    """As many machines as the master of Spark has; here, two processes of this one."""
    from pyspark.sql import SparkSession

    import acelabel.spark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder: Any = SparkSession.builder
    spark = builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    acelabel.spark.register(spark, profile="dns")
    spark.read.parquet(str(folder)).createOrReplaceTempView("log")
    spark.createDataFrame(list(watched()), "name string, skeleton string").createOrReplaceTempView("watched")
    found = {host for (host,) in spark.sql(QUERY).collect()}
    spark.stop()
    return found


ENGINES: dict[str, Callable[[Path], Found]] = {"duckdb": by_duckdb, "spark": by_spark}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the log is written")
    parser.add_argument("--names", type=int, default=10_000_000, help="how many names the log has (default: 10000000)")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES), help="which engines search it")
    arguments = parser.parse_args()
    if arguments.names < PLANTED:
        parser.error(f"argument --names: must be at least {PLANTED}, not {arguments.names}")
    log = arguments.folder / "log"
    planted = write_log(log, arguments.names)
    print(f"{arguments.names:,} names, {len(planted):,} different ones look like a watched name")
    missed: Found = set()
    for engine in arguments.engines:
        start = time.perf_counter()
        found = ENGINES[engine](log)
        seconds = time.perf_counter() - start
        precision, recall = len(found & planted) / max(len(found), 1), len(found & planted) / len(planted)
        print(f"{engine}: precision {precision:.4f}, recall {recall:.4f}, {seconds:.1f} seconds")
        missed |= planted - found
    for name in sorted(missed):
        print(f"not found: {name}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
