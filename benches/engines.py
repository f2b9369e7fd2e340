"""Each engine reads ten million names from Parquet, converts them to Unicode and counts them: writes docs/scale.md.

`python benches/engines.py` makes the names, and runs itself for each engine, within five minutes on a machine with two
processors, for which the table is written. Arguments name engines; then nothing is written. `identity` is a function
that returns what it gets, in the same form. The exit status is 1 where the promise is not kept.
"""

import importlib
import logging
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import corpora
import report
from clock import Entry, race

import acelabel

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "bench/engines"
SCALE = ROOT / "docs/scale.md"
BEGIN, END = "<!-- table: nox -s bench -- engines -->\n", "<!-- end of table -->"
SEED = 10
ROWS, PARTS = 10_000_000, 10
ROUNDS = 3
# The job that is calculated: a billion names, on so many machines.
BILLION, MACHINES = 1e9, (1, 4, 16)
# The greatest share of the identity's time that acelabel may take in any engine.
LIMIT = 3.0
# The works of acelabel, and the identity.
Ways = tuple[Callable[[], object], Callable[[], object]]


def same(column: Any) -> Any:
    """The identity function of an engine that gives columns."""
    return column


def files() -> list[str]:
    return sorted(map(str, FOLDER.glob("*.parquet")))


def pyarrow() -> Iterator[Ways]:
    pq, arrow = importlib.import_module("pyarrow.parquet"), importlib.import_module("acelabel.arrow")

    def whole(convert: Callable[[Any], Any]) -> int:
        return sum(len(convert(pq.read_table(file).column("host"))) for file in files())

    yield lambda: whole(lambda column: arrow.to_unicode(column, errors="null")), lambda: whole(same)


def polars() -> Iterator[Ways]:
    pl = importlib.import_module("polars")
    importlib.import_module("acelabel.polars")
    host = pl.col("host")

    def whole(expression: Any) -> object:
        return pl.scan_parquet(files()).select(expression.count()).collect(engine="streaming")

    identity = host.map_batches(same, return_dtype=pl.String, is_elementwise=True)
    yield lambda: whole(host.ace.to_unicode(strict=False)), lambda: whole(identity)


def pandas() -> Iterator[Ways]:
    pd = importlib.import_module("pandas")
    importlib.import_module("acelabel.pandas")

    def whole(convert: Callable[[Any], Any]) -> object:
        return sum(convert(pd.read_parquet(file, columns=["host"])["host"]).count() for file in files())

    yield lambda: whole(lambda series: series.ace.to_unicode(errors="coerce")), lambda: whole(pd.Series.from_arrow)


def duckdb() -> Iterator[Ways]:
    connection = importlib.import_module("duckdb").connect()
    importlib.import_module("acelabel.duckdb").register(connection)
    connection.create_function("same", same, ["VARCHAR"], "VARCHAR", type="arrow")

    def whole(function: str) -> object:
        return connection.sql(f"select count({function}(host)) from '{FOLDER}/*.parquet'").fetchall()

    yield lambda: whole("try_idna_decode"), lambda: whole("same")


def datafusion() -> Iterator[Ways]:
    df, pa = importlib.import_module("datafusion"), importlib.import_module("pyarrow")
    context = df.SessionContext(df.SessionConfig().with_target_partitions(2))
    importlib.import_module("acelabel.datafusion").register(context)
    # The type that DataFusion reads texts as.
    text = pa.string_view()
    context.register_udf(df.udf(same, [text], text, "immutable", "same"))
    context.register_parquet("parquet", str(FOLDER))

    def whole(function: str) -> object:
        return context.sql(f"select count({function}(host)) from parquet").collect()

    yield lambda: whole("try_idna_decode"), lambda: whole("same")


def dask() -> Iterator[Ways]:
    dd, distributed = importlib.import_module("dask.dataframe"), importlib.import_module("distributed")
    convert = importlib.import_module("acelabel.dask").to_unicode
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster):
        hosts = dd.read_parquet(files())["host"]
        identity = hosts.map_partitions(same, meta=hosts)
        yield lambda: convert(hosts, errors="coerce").count().compute(), lambda: identity.count().compute()


def ray() -> Iterator[Ways]:
    ray = importlib.import_module("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    convert = importlib.import_module("acelabel.ray").to_unicode("host", errors="null")

    def whole(function: Any) -> object:
        # The folder: of several files Ray looks at each in a thread, and the threads hinder each other's imports.
        names = ray.data.read_parquet(str(FOLDER))
        return names.map_batches(function, batch_format="pyarrow", batch_size=None).count()

    yield lambda: whole(convert), lambda: whole(same)
    ray.shutdown()


def spark() -> Iterator[Ways]:
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    sql, functions = importlib.import_module("pyspark.sql"), importlib.import_module("pyspark.sql.functions")
    array = importlib.import_module("pyarrow").Array
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for key in ("spark.driver.bindAddress", "spark.driver.host"):
        builder = builder.config(key, "127.0.0.1")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    hosts = session.read.parquet(*files())

    def identity(column):  # type: ignore[no-untyped-def]
        return column

    # Spark reads the kind of a function from these.
    identity.__annotations__ = dict.fromkeys(("column", "return"), array)

    def whole(column: Any) -> object:
        return hosts.select(column.alias("host")).agg(functions.count("host")).collect()

    convert = importlib.import_module("acelabel.spark").to_unicode
    ours, theirs = convert("host", errors="null"), functions.arrow_udf(identity, "string")("host")
    yield lambda: whole(ours), lambda: whole(theirs)
    session.stop()


ENGINES = {
    "pyarrow, by hand": pyarrow,
    "polars": polars,
    "pandas": pandas,
    "DuckDB": duckdb,
    "DataFusion": datafusion,
    "Dask, two processes": dask,
    "Ray Data": ray,
    "Spark, local[2]": spark,
}


def time_engine(title: str) -> None:
    """Print the wall time of both ways, in nanoseconds a row, as report.py reads it."""
    warnings.simplefilter("ignore")
    with contextmanager(ENGINES[title])() as (ours, identity):
        entries = [Entry("acelabel", [ours], ROWS), Entry("identity", [identity], ROWS)]
        for entry, nanoseconds in zip(entries, race(entries, ROUNDS, time.perf_counter_ns), strict=True):
            print("Engines", title, entry.title, f"{nanoseconds:.3f}", sep="\t")


def write_names() -> None:
    """Names as a log has them: half of them drawn again and again, half of them seen once."""
    pa, pq = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    FOLDER.mkdir(parents=True, exist_ok=True)
    rng = random.Random(SEED)
    log = corpora.name_corpora()["names-log"]
    for part in range(PARTS):
        drawn = enumerate(rng.choices(log, k=ROWS // PARTS))
        hosts = [name if index % 2 else f"h{index:x}-{part}.{name}" for index, name in drawn]
        table = pa.table({"host": [acelabel.to_ascii(name, errors="keep") for name in hosts]})
        pq.write_table(table, FOLDER / f"part-{part}.parquet")


def scale_table(engines: dict[str, dict[str, float]]) -> str:
    rows = []
    for title, cells in engines.items():
        wall, identity = cells["acelabel"], cells["identity"]
        minutes = [f"{BILLION * wall / 1e9 / 60 / machines:,.1f}" for machines in MACHINES]
        share = max(1 - identity / wall, 0)
        rows.append([title, f"{1e3 / wall:,.1f}", f"{wall:,.0f}", f"{identity:,.0f}", f"{share:.0%}", *minutes])
    head = ["engine", "million rows per second", "ns per row", "identity, ns per row", "share of acelabel"]
    return report.markdown([*head, *(f"minutes for a billion on {count}" for count in MACHINES)], rows)


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        time_engine(sys.argv[2])
        return 0
    write_names()
    measured = report.Measured()
    for title in sys.argv[1:] or ENGINES:
        command = [sys.executable, __file__, "--one", title]
        run = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
        # Some engines print there, too.
        measured.read("".join(line for line in run.stdout.splitlines(keepends=True) if line.startswith("Engines\t")))
    engines = measured.tables["Engines"]
    worst, title = max((cells["acelabel"] / cells["identity"], title) for title, cells in engines.items())
    table = scale_table(engines)
    promise = report.Promise(f"in each engine: of the time of the identity ({title})", LIMIT, worst)
    text = f"{table}\n\n{report.promises_table([promise])}\n"
    print(text)
    if not sys.argv[1:]:
        report.write_part(SCALE, BEGIN, text, END)
    return 0 if promise.is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
