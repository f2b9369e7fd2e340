"""The ways through each engine, with what each engine needs; run as a program of its own for each of them.

`python benches/engine_calls.py ENGINE FOLDER ROUNDS` takes the Parquet files in the folder, of which the first is the
sample, and prints `engine way rows cpu wall`, separated by tabs: nanoseconds per row, the best of the rounds, in which
all ways take turns. `alone` is the engine's own table, `Parquet` is all files: read, converted and counted. `identity`
is a function that returns what it gets, in the same form. Row by row, the engine calls can_ada or idna for each name.
"""

import gc
import importlib
import logging
import os
import sqlite3
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Way = tuple[str, int, Callable[[], object]]
# idna takes some ten thousand nanoseconds per row, so it gets fewer rows.
FEW = 100_000


def can_ada_row(name: str | None) -> str | None:
    """Return what a user writes who calls can_ada for each name."""
    decode: Callable[[bytes], str] = importlib.import_module("can_ada").idna_decode
    return None if name is None else decode(name.encode())


def idna_row(name: str | None) -> str | None:
    """The same with idna, which refuses some names."""
    idna = importlib.import_module("idna")
    try:
        return None if name is None else idna.decode(name)
    except ValueError:
        return None


def same(column: Any) -> Any:
    """The identity function of an engine that gives columns."""
    return column


class Names:
    """The names, in the forms that engines take."""

    def __init__(self, folder: Path) -> None:
        self.parquet = str(folder / "*.parquet")
        pq = importlib.import_module("pyarrow.parquet")
        self.files = sorted(map(str, folder.glob("*.parquet")))
        self.rows = sum(pq.read_metadata(file).num_rows for file in self.files)
        # One chunk: some engines take no other.
        self.sample = pq.read_table(self.files[0]).column("host").combine_chunks()
        self.few = self.sample[:FEW]


@contextmanager
def pyarrow(names: Names) -> Iterator[list[Way]]:
    pq, arrow = importlib.import_module("pyarrow.parquet"), importlib.import_module("acelabel.arrow")

    def all_files(convert: Callable[..., Any]) -> int:
        return sum(len(convert(pq.read_table(file).column("host"))) for file in names.files)

    yield [
        ("alone, acelabel", len(names.sample), lambda: arrow.to_unicode(names.sample, errors="null", threads=1)),
        ("Parquet, acelabel", names.rows, lambda: all_files(lambda column: arrow.to_unicode(column, errors="null"))),
        ("Parquet, identity", names.rows, lambda: all_files(same)),
    ]


@contextmanager
def polars(names: Names) -> Iterator[list[Way]]:
    pl = importlib.import_module("polars")
    importlib.import_module("acelabel.polars")
    host, text = pl.col("host"), pl.String
    frame, few = (pl.DataFrame({"host": pl.Series(column)}) for column in (names.sample, names.few))
    ours = host.ace.to_unicode(strict=False)
    identity = host.map_batches(same, return_dtype=text, is_elementwise=True)

    def all_files(expression: Any) -> object:
        return pl.scan_parquet(names.parquet).select(expression.count()).collect(engine="streaming")

    yield [
        ("alone, acelabel", len(frame), lambda: frame.select(ours)),
        ("alone, identity", len(frame), lambda: frame.select(identity)),
        ("alone, can_ada by row", len(few), lambda: few.select(host.map_elements(can_ada_row, return_dtype=text))),
        ("alone, idna by row", len(few), lambda: few.select(host.map_elements(idna_row, return_dtype=text))),
        ("Parquet, acelabel", names.rows, lambda: all_files(ours)),
        ("Parquet, identity", names.rows, lambda: all_files(identity)),
    ]


@contextmanager
def pandas(names: Names) -> Iterator[list[Way]]:
    pd = importlib.import_module("pandas")
    importlib.import_module("acelabel.pandas")
    series, few = (pd.Series.from_arrow(column) for column in (names.sample, names.few))

    def all_files(convert: Callable[[Any], Any]) -> object:
        return sum(convert(pd.read_parquet(file, columns=["host"])["host"]).count() for file in names.files)

    def ours(series: Any) -> Any:
        return series.ace.to_unicode(errors="coerce")

    yield [
        ("alone, acelabel", len(series), lambda: ours(series)),
        ("alone, identity", len(series), lambda: pd.Series.from_arrow(series)),
        ("alone, can_ada by row", len(few), lambda: few.map(can_ada_row)),
        ("alone, idna by row", len(few), lambda: few.map(idna_row)),
        ("Parquet, acelabel", names.rows, lambda: all_files(ours)),
        ("Parquet, identity", names.rows, lambda: all_files(pd.Series.from_arrow)),
    ]


@contextmanager
def duckdb(names: Names) -> Iterator[list[Way]]:
    duckdb, pa = importlib.import_module("duckdb"), importlib.import_module("pyarrow")
    connection = duckdb.connect()
    importlib.import_module("acelabel.duckdb").register(connection)
    connection.create_function("same", same, ["VARCHAR"], "VARCHAR", type="arrow")
    for name, row in (("can_ada", can_ada_row), ("idna", idna_row)):
        connection.create_function(name, row, ["VARCHAR"], "VARCHAR", null_handling="special")
    connection.register("arrow", pa.table({"host": names.sample}))
    connection.execute("create table sample as select host from arrow")
    connection.execute(f"create table few as select host from sample limit {FEW}")

    def count(function: str, table: str) -> Callable[[], object]:
        return lambda: connection.sql(f"select count({function}(host)) from {table}").fetchall()

    def stored(function: str, table: str) -> Callable[[], object]:
        return lambda: connection.execute(
            f"create or replace table stored as select {function}(host) as host from {table}"
        )

    parquet = f"'{names.parquet}'"
    yield [
        ("alone, acelabel", len(names.sample), stored("try_idna_decode", "sample")),
        ("alone, identity", len(names.sample), stored("same", "sample")),
        ("alone, can_ada by row", FEW, stored("can_ada", "few")),
        ("alone, idna by row", FEW, stored("idna", "few")),
        ("Parquet, acelabel", names.rows, count("try_idna_decode", parquet)),
        ("Parquet, identity", names.rows, count("same", parquet)),
    ]


@contextmanager
def datafusion(names: Names) -> Iterator[list[Way]]:
    df, pa = importlib.import_module("datafusion"), importlib.import_module("pyarrow")
    context = df.SessionContext(df.SessionConfig().with_target_partitions(2))
    importlib.import_module("acelabel.datafusion").register(context)
    text = pa.string_view()

    def by_row(column: Any) -> Any:
        return pa.array([can_ada_row(name) for name in column.to_pylist()], text)

    for name, function in (("same", same), ("can_ada", by_row)):
        context.register_udf(df.udf(function, [text], text, "immutable", name))
    # The type that DataFusion reads texts as.
    context.from_arrow(pa.table({"host": names.sample.cast(text)}), name="sample")
    context.from_arrow(pa.table({"host": names.few.cast(text)}), name="few")
    context.register_parquet("parquet", str(Path(names.parquet).parent))

    def count(function: str, table: str) -> Callable[[], object]:
        return lambda: context.sql(f"select count({function}(host)) from {table}").collect()

    yield [
        ("alone, acelabel", len(names.sample), count("try_idna_decode", "sample")),
        ("alone, identity", len(names.sample), count("same", "sample")),
        ("alone, can_ada by row", FEW, count("can_ada", "few")),
        ("Parquet, acelabel", names.rows, count("try_idna_decode", "parquet")),
        ("Parquet, identity", names.rows, count("same", "parquet")),
    ]


@contextmanager
def sqlite(names: Names) -> Iterator[list[Way]]:
    connection = sqlite3.connect(":memory:")
    importlib.import_module("acelabel.sqlite").register(connection)
    connection.create_function("same", 1, lambda text: text, deterministic=True)
    connection.create_function("can_ada", 1, can_ada_row, deterministic=True)
    connection.execute("create table sample (host text)")
    connection.executemany("insert into sample values (?)", ((name,) for name in names.sample.to_pylist()))

    def each(function: str) -> Callable[[], object]:
        return lambda: connection.execute(f"select {function}(host) from sample").fetchall()

    yield [
        ("alone, acelabel", len(names.sample), each("idna_decode")),
        ("alone, identity", len(names.sample), each("same")),
        ("alone, can_ada by row", len(names.sample), each("can_ada")),
    ]


@contextmanager
def dask(names: Names) -> Iterator[list[Way]]:
    dd, distributed = importlib.import_module("dask.dataframe"), importlib.import_module("distributed")
    convert = importlib.import_module("acelabel.dask").to_unicode
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster):
        hosts, sample = (dd.read_parquet(files)["host"] for files in (names.files, names.files[:1]))
        sample = sample.repartition(npartitions=2).persist()
        distributed.wait(sample)

        by_rows = sample.map_partitions(lambda series: series.map(can_ada_row), meta=sample)
        identity, all_same = (series.map_partitions(same, meta=series) for series in (sample, hosts))
        yield [
            ("alone, acelabel", len(names.sample), lambda: convert(sample, errors="coerce").count().compute()),
            ("alone, identity", len(names.sample), lambda: identity.count().compute()),
            ("alone, can_ada by row", len(names.sample), lambda: by_rows.count().compute()),
            ("Parquet, acelabel", names.rows, lambda: convert(hosts, errors="coerce").count().compute()),
            ("Parquet, identity", names.rows, lambda: all_same.count().compute()),
        ]


@contextmanager
def ray(names: Names) -> Iterator[list[Way]]:
    ray = importlib.import_module("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    convert = importlib.import_module("acelabel.ray").to_unicode("host", errors="null")
    pa = importlib.import_module("pyarrow")
    sample = ray.data.from_arrow(pa.table({"host": names.sample})).repartition(4).materialize()

    def mapped(function: Any, data: Any) -> Any:
        return data.map_batches(function, batch_format="pyarrow", batch_size=None)

    def by_row(row: dict[str, Any]) -> dict[str, Any]:
        return {"host": can_ada_row(row["host"])}

    def read() -> Any:
        # The folder: of several files Ray looks at each in a thread, and the threads hinder each other's imports.
        return ray.data.read_parquet(str(Path(names.parquet).parent))

    yield [
        ("alone, acelabel", len(names.sample), lambda: mapped(convert, sample).materialize()),
        ("alone, identity", len(names.sample), lambda: mapped(same, sample).materialize()),
        ("alone, can_ada by row", len(names.sample), lambda: sample.map(by_row).materialize()),
        ("Parquet, acelabel", names.rows, lambda: mapped(convert, read()).count()),
        ("Parquet, identity", names.rows, lambda: mapped(same, read()).count()),
    ]
    ray.shutdown()


@contextmanager
def spark(names: Names) -> Iterator[list[Way]]:
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    sql, F = importlib.import_module("pyspark.sql"), importlib.import_module("pyspark.sql.functions")  # noqa: N806
    pa, pd = importlib.import_module("pyarrow"), importlib.import_module("pandas")
    convert = importlib.import_module("acelabel.spark").to_unicode
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for key in ("spark.driver.bindAddress", "spark.driver.host"):
        builder = builder.config(key, "127.0.0.1")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    hosts = spark.read.parquet(*names.files)
    sample = (
        spark.createDataFrame(pd.DataFrame({"host": names.sample.to_pylist()}), "host string").repartition(2).cache()
    )
    sample.count()

    def by_row(column):  # type: ignore[no-untyped-def]
        return column.map(idna_row)

    def identity(column):  # type: ignore[no-untyped-def]
        return column

    # Spark reads the kind of a function from these.
    by_row.__annotations__ = dict.fromkeys(("column", "return"), pd.Series)
    identity.__annotations__ = dict.fromkeys(("column", "return"), pa.Array)

    def count(column: Any, frame: Any) -> Callable[[], object]:
        return lambda: frame.select(column.alias("host")).agg(F.count("host")).collect()

    yield [
        ("alone, acelabel", len(names.sample), count(convert("host", errors="null"), sample)),
        ("alone, identity", len(names.sample), count(F.arrow_udf(identity, "string")("host"), sample)),
        ("alone, idna by row", len(names.sample), count(F.pandas_udf(by_row, "string")("host"), sample)),
        ("Parquet, acelabel", names.rows, count(convert("host", errors="null"), hosts)),
        ("Parquet, identity", names.rows, count(F.arrow_udf(identity, "string")("host"), hosts)),
    ]
    spark.stop()


ENGINES = {way.__name__: way for way in (pyarrow, polars, pandas, duckdb, datafusion, sqlite, dask, ray, spark)}


def best(ways: list[Way], rounds: int) -> dict[str, tuple[float, float]]:
    """The least CPU time and the least wall time of each."""
    least: dict[str, tuple[float, float]] = {}
    for turn in range(rounds):
        for way, _, work in ways:
            # Row by row takes long, and varies little.
            if turn == 0 or "by row" not in way:
                cpu, wall = time.process_time(), time.perf_counter()
                result = work()
                taken = time.process_time() - cpu, time.perf_counter() - wall
                del result
                cpu, wall = least.get(way, taken)
                least[way] = min(cpu, taken[0]), min(wall, taken[1])
    return least


def main() -> None:
    warnings.simplefilter("ignore")
    engine, folder, rounds = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    with ENGINES[engine](Names(folder)) as ways:
        # A million results are no garbage; looking for some takes longer than what is measured.
        gc.collect()
        gc.disable()
        least = best(ways, rounds)
        for way, rows, _ in ways:
            print(engine, way, rows, *(f"{1e9 * seconds / rows:.2f}" for seconds in least[way]), sep="\t")


if __name__ == "__main__":
    main()
