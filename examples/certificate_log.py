"""Names of certificates, checked once by DuckDB on one machine and once by Spark: the same answers, and a plot of why
names are refused.

`python examples/certificate_log.py FOLDER` makes a log of a million names in Parquet, in parts, as a log of certificate
transparency has them: most are host names, some have a wildcard or an underscore, and a few cannot be: A-labels that
decode to nothing, empty labels, addresses of mail. Nothing is fetched. It prints the reasons with their counts, and
writes `refusals.svg`. The exit status is 1 if the engines differ.

It needs `pip install 'acelabel[duckdb,spark]' matplotlib`, and Java.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import matplotlib as mpl
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import acelabel
import acelabel.duckdb
import acelabel.spark

PARTS = 8
WORDS = ("shop", "bücher", "mail", "пример", "例え", "straße", "news", "cloud", "café", "münchen", "api", "beispiel")
ENDS = ("com", "net", "org", "de", "example", "рф", "jp", "co.uk")
# What is wrong with one name of fifty.
BAD = (
    "xn--{name}-.{end}",
    "xn--bcher-kva8445foa.{end}",
    "{name}..{end}",
    "{name} {end}",
    "admin@{name}.{end}",
    "-{name}.{end}",
    "http://{name}.{end}",
    "{name}.*.{end}",
    "{name}\u00ad.xn--a.{end}",
    "{name:0<70}.{end}",
    "\u0301{name}.{end}",
    "{name}\u200d.{end}",
    "\u0634{name}.{end}",
)
# Both engines have the same functions of SQL; a struct of nulls and no struct are both no reason.
QUERY = """
    select report.code as code, count(*) as names, count(distinct report.value) as forms,
        sum(length(report.value)) as characters
    from (select idna_report(host) as report from log) as reports group by report.code
"""
Answer = dict[str | None, tuple[int, ...]]


def drawn(count: int, seed: int) -> Iterator[tuple[int, str]]:
    """Names, and the certificate that each belongs to: one has up to five."""
    rng = random.Random(seed)
    certificate = 0
    while count > 0:
        certificate += 1
        for _ in range(min(rng.choice((1, 1, 2, 2, 5)), count)):
            count -= 1
            name, end = f"{rng.choice(WORDS)}{rng.randrange(count + 1_000)}", rng.choice(ENDS)
            kind = rng.random()
            if kind < 0.02:
                yield certificate, rng.choice(BAD).format(name=name, end=end)
            elif kind < 0.2:
                yield certificate, f"*.{name}.{end}"
            elif kind < 0.25:
                yield certificate, f"_{rng.choice(('dmarc', 'acme-challenge'))}.{name}.{end}"
            elif kind < 0.6:
                # As most of these names are written.
                yield certificate, acelabel.to_ascii(f"www.{name}.{end}")
            else:
                yield certificate, f"{name}.{end}"


def write_log(folder: Path, count: int) -> None:
    """Write the log, as many files as there are parts."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in range(PARTS):
        drawn_here = drawn(count * (part + 1) // PARTS - count * part // PARTS, part)
        certificates, hosts = zip(*drawn_here, strict=True)
        pq.write_table(pa.table({"certificate": certificates, "host": hosts}), folder / f"part-{part}.parquet")


def by_duckdb(folder: Path) -> Answer:
    """One machine, no server."""
    connection = duckdb.connect()
    acelabel.duckdb.register(connection, profile="dns")
    connection.read_parquet([str(path) for path in sorted(folder.glob("*.parquet"))]).create_view("log")
    return {code: tuple(counts) for code, *counts in connection.execute(QUERY).fetchall()}


def by_spark(folder: Path) -> Answer:
    """As many machines as the master of Spark has; here, two processes of this one."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder: Any = SparkSession.builder
    spark = builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    acelabel.spark.register(spark, profile="dns")
    spark.read.parquet(str(folder)).createOrReplaceTempView("log")
    answer = {code: tuple(counts) for code, *counts in spark.sql(QUERY).collect()}
    spark.stop()
    return answer


def plot(reasons: dict[str, int], path: Path) -> None:
    """Bars, the most frequent reason on top."""
    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 0.4 * len(reasons) + 1.2), layout="constrained")
    bars = axes.barh(list(reasons), list(reasons.values()))
    axes.bar_label(bars, fmt="{:,.0f}", padding=3)
    axes.margins(x=0.12)
    axes.set_xlabel("names that the profile dns refuses, by code")
    figure.savefig(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the log and the plot are written")
    parser.add_argument("--names", type=int, default=1_000_000, help="how many names the log has (default: 1000000)")
    arguments = parser.parse_args()
    if arguments.names < PARTS:
        parser.error(f"argument --names: must be at least {PARTS}, not {arguments.names}")
    log = arguments.folder / "log"
    write_log(log, arguments.names)
    answers = []
    for engine in (by_duckdb, by_spark):
        start = time.perf_counter()
        answers.append(engine(log))
        print(f"{engine.__name__}: {time.perf_counter() - start:.1f} seconds")
    answer, other = answers
    reasons = {code: names for code, (names, *_) in answer.items() if code is not None}
    ordered = dict(sorted(reasons.items(), key=lambda row: row[1]))
    for code, names in reversed(ordered.items()):
        print(f"{code:22}{names:>9,}")
    accepted, forms, _ = answer.get(None, (0, 0, 0))
    print(f"{'accepted':22}{accepted:>9,}, {forms:,} different")
    plot(ordered, arguments.folder / "refusals.svg")
    if answer != other:
        print(f"DuckDB and Spark differ: {answer} and {other}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
